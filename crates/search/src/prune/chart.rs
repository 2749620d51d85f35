//! Which parts of a grid can hold cells below a distance.

use std::ops::Range;

use segue_register::Tiles;

use super::Blocks;

/// Gaps of so many blocks in a run are computed: starting again costs as much.
const GAP: usize = 2;

/// Two clips in blocks, and the distance from which on their frames need not be compared.
pub(crate) struct Chart<'a> {
    first: &'a Blocks,
    second: &'a Blocks,
    metres: f32,
    with_itself: bool,
}

impl<'a> Chart<'a> {
    /// Of a clip with itself only what is above the diagonal is charted.
    pub(crate) fn new(first: &'a Blocks, second: &'a Blocks, metres: f32, with_itself: bool) -> Self {
        Self { first, second, metres, with_itself }
    }

    /// The tiles with cells that may be closer than the distance, among some blocks of rows: strips of columns, in
    /// order, with runs of blocks.
    pub(crate) fn runs(&self, rows: &Range<usize>, strips: &[Range<usize>]) -> Vec<(usize, Range<usize>)> {
        let mut runs: Vec<Vec<Range<usize>>> = vec![Vec::new(); strips.len()];
        let mut bounds = vec![0.0; self.second.len_padded()];
        for block in rows.clone() {
            self.first.bounds(block, self.second, self.metres, &mut bounds);
            // The row above a block may need the cell below the diagonal that is its neighbour.
            let from = if self.with_itself { block.saturating_sub(1) } else { 0 };
            bounds[..from].fill(f32::INFINITY);
            for (columns, runs) in strips.iter().zip(&mut runs) {
                let blocks = columns.start / Tiles::BLOCK..columns.end.div_ceil(Tiles::BLOCK);
                if least(&bounds[blocks]) >= 0.0 {
                    continue;
                }
                match runs.last_mut() {
                    Some(last) if last.end + GAP >= block => last.end = block + 1,
                    _ => runs.push(block..block + 1),
                }
            }
        }
        runs.into_iter()
            .enumerate()
            .flat_map(|(strip, runs)| runs.into_iter().map(move |run| (strip, run)))
            .collect()
    }
}

fn least(bounds: &[f32]) -> f32 {
    bounds.iter().fold(f32::INFINITY, |least, &bound| least.min(bound))
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;
    use segue_register::Columns;

    use super::*;
    use crate::WebSettings;
    use crate::prune::Basis;

    #[test]
    fn most_of_what_is_far_apart_is_left_out() {
        let settings = WebSettings::default();
        let clouds = ["walk", "take-kicks"].map(|name| settings.cloud(&sample(name).unwrap().clip).unwrap());
        let basis = Basis::new(&[&clouds[0], &clouds[1]]);
        let blocks = [0, 1].map(|n| Blocks::new(&clouds[n], &basis));
        let columns = Columns::new(&clouds[1], 60);
        let strips: Vec<_> = Tiles::new(&clouds[0], &clouds[1], &columns).strips().collect();
        let rows = 0..clouds[0].len().div_ceil(Tiles::BLOCK);
        let computed = |metres: f32| -> usize {
            let chart = Chart::new(&blocks[0], &blocks[1], metres, false);
            chart.runs(&rows, &strips).iter().map(|(_, run)| run.len()).sum()
        };
        let all = rows.len() * strips.len();
        assert_eq!(computed(10.0), all);
        assert!(computed(0.02) * 5 < all, "{} of {all}", computed(0.02));
    }
}
