//! Chains: runs of minima that a path can follow.

use crate::cells::{Cells, NONE};
use crate::settings::Rules;

/// The chains of a grid, each a list of cells from its first to its last.
///
/// Every minimum is on exactly one chain before the short ones are dropped: where two chains want the same minimum, the
/// one that is there already takes it, and what is left over starts a chain of its own (a third of all matches would be
/// lost otherwise).
pub(crate) fn chains(cells: &Cells, rules: &Rules) -> Vec<Vec<u32>> {
    let mut growth = Growth::new(cells, rules.slope_limit);
    for row in 0..cells.rows() {
        let minima = || cells.row(row).filter(|&cell| cells.is_minimum(cell));
        let ends = cells.ends(row);
        // Chains that come from below first, then what is left over.
        minima().for_each(|cell| growth.go_on(cell, ends));
        minima().for_each(|cell| growth.start(cell, ends));
    }
    let kept =
        |chain: &Vec<u32>| is_long(cells, chain, rules.shortest_chain) && mean(cells, chain) <= rules.keep;
    growth.starts.iter().map(|&start| growth.follow(start)).filter(kept).collect()
}

/// Whether a chain spans enough frames of one of the clips.
fn is_long(cells: &Cells, chain: &[u32], shortest: usize) -> bool {
    // A chain of n cells spans at most n frames; finding its rows takes a search.
    let (Some(&first), Some(&last)) = (chain.first(), chain.last()) else { return false };
    let rows = || cells.row_of(last) - cells.row_of(first) + 1;
    let columns = cells.column(last) - cells.column(first) + 1;
    chain.len() >= shortest && (columns >= shortest || rows() >= shortest)
}

/// The mean of D over cells, summed in their order.
pub(crate) fn mean(cells: &Cells, path: &[u32]) -> f32 {
    path.iter().map(|&cell| cells.value(cell)).sum::<f32>() / path.len() as f32
}

/// Chains that are growing.
struct Growth<'a> {
    cells: &'a Cells,
    slope_limit: u8,
    starts: Vec<u32>,
    /// The cell after each cell on its chain.
    next: Vec<u32>,
    /// How many cells of its chain lie in the row and column of each cell, up to it: 0 while it is on none.
    runs: Vec<[u8; 2]>,
    /// Cells whose successor has been looked for.
    done: Vec<bool>,
}

impl<'a> Growth<'a> {
    fn new(cells: &'a Cells, slope_limit: u8) -> Self {
        let count = cells.len();
        let (next, runs, done) = (vec![NONE; count], vec![[0; 2]; count], vec![false; count]);
        Self { cells, slope_limit, starts: Vec::new(), next, runs, done }
    }

    /// Extends the chain a cell is on, if it is on one.
    fn go_on(&mut self, cell: u32, ends: [u32; 2]) {
        if self.runs[cell as usize] != [0; 2] {
            self.extend(cell, ends);
        }
    }

    /// Starts a chain at a cell that is on none, and extends the chain of a cell that was reached from its left since.
    fn start(&mut self, cell: u32, ends: [u32; 2]) {
        if self.runs[cell as usize] == [0; 2] {
            self.runs[cell as usize] = [1, 1];
            self.starts.push(cell);
        }
        self.extend(cell, ends);
    }

    /// Goes on with the smallest of the minima to the right, above and between; the diagonal where they are equal.
    fn extend(&mut self, cell: u32, ends: [u32; 2]) {
        if std::mem::replace(&mut self.done[cell as usize], true) {
            return;
        }
        let [in_row, in_column] = self.runs[cell as usize];
        let [above, diagonal] = self.cells.above(cell, ends[1]);
        let steps = [
            (diagonal, [1, 1]),
            (self.cells.right(cell, ends[0]), [in_row + 1, 1]),
            (above, [1, in_column + 1]),
        ];
        let mut best: Option<(u32, [u8; 2])> = None;
        for (to, runs) in steps {
            let smaller = |found: u32| self.cells.value(to) < self.cells.value(found);
            if self.is_free(to, runs) && best.is_none_or(|(found, _)| smaller(found)) {
                best = Some((to, runs));
            }
        }
        if let Some((to, runs)) = best {
            self.next[cell as usize] = to;
            self.runs[to as usize] = runs;
        }
    }

    fn is_free(&self, cell: u32, runs: [u8; 2]) -> bool {
        cell != NONE
            && runs[0].max(runs[1]) <= self.slope_limit
            && self.cells.is_minimum(cell)
            && self.runs[cell as usize] == [0; 2]
    }

    fn follow(&self, start: u32) -> Vec<u32> {
        let after = |&cell: &u32| Some(self.next[cell as usize]).filter(|&next| next != NONE);
        std::iter::successors(Some(start), after).collect()
    }
}
