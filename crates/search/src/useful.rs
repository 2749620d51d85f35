//! Which paths of a web a match can use.

use crate::Web;
use crate::lattice::{Lattice, Rows};
use crate::path::{PathKind, Step, WebPath};
use crate::web::Head;

/// Queries sum in single precision; this share of ε² is more than they lose per cell.
const ROUNDING: f64 = 1e-3;

impl Web {
    /// The web without what no match can use: a match has a mean of at most the largest ε, so on some way through each of
    /// its cells the values below ε² make up for those above. All queries find the same in it.
    pub(crate) fn useful(self) -> Self {
        let lattice = Lattice::whole(&self, Rows::First);
        let useful = useful_cells(&lattice, self.largest_epsilon_metres.powi(2) * (1.0 + ROUNDING));
        let is_useful = |path: WebPath<'_>| lattice.cells_of(path).any(|cell| useful[cell as usize]);
        let mut kept: Vec<bool> = self.paths().map(is_useful).collect();
        // A bridge names the chains it joins.
        for (number, head) in self.heads.iter().enumerate() {
            if let PathKind::Bridge { from, to } = head.kind
                && kept[number]
            {
                for chain in [from, to] {
                    kept[chain as usize] = true;
                }
            }
        }
        if kept.iter().all(|&kept| kept) { self } else { self.only(&kept) }
    }

    /// The web with some of its paths.
    fn only(&self, kept: &[bool]) -> Self {
        let (heads, steps, levels) = (Vec::new(), Vec::new(), Vec::new());
        let mut web = Self { heads, steps, levels, ..*self };
        let mut numbers = vec![0; kept.len()];
        for (number, path) in self.paths().enumerate().filter(|(number, _)| kept[*number]) {
            numbers[number] = web.heads.len() as u32;
            let kind = match path.kind {
                PathKind::Chain => PathKind::Chain,
                PathKind::Bridge { from, to } => {
                    let [from, to] = [from, to].map(|chain| numbers[chain as usize]);
                    PathKind::Bridge { from, to }
                }
            };
            web.heads.push(Head { kind, start: path.start, first_level: web.levels.len() as u32 });
            web.steps.extend(path.steps);
            web.levels.extend(path.levels);
        }
        web
    }
}

/// Whether some way through each cell has a mean of at most `level`.
fn useful_cells(lattice: &Lattice, level: f64) -> Vec<bool> {
    let count = lattice.len();
    let excess = |cell: u32| f64::from(lattice.value(cell)) - level;
    let after = |cell: u32| Step::ALL.into_iter().filter_map(move |step| lattice.after(cell, step));
    // By how much the values exceed the level at least, in total, after each cell, and before it: 0 where a way ends.
    let (mut later, mut earlier) = (vec![0.0f64; count], vec![0.0f64; count]);
    for cell in (0..count as u32).rev() {
        let least = after(cell).map(|next| later[next as usize] + excess(next)).fold(0.0, f64::min);
        later[cell as usize] = least;
    }
    for cell in 0..count as u32 {
        let own = earlier[cell as usize] + excess(cell);
        for next in after(cell) {
            earlier[next as usize] = earlier[next as usize].min(own);
        }
    }
    let is_useful = |cell: u32| earlier[cell as usize] + excess(cell) + later[cell as usize] <= 0.0;
    (0..count as u32).map(is_useful).collect()
}
