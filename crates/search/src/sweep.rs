//! The valid region of a grid, found band by band: the grid itself is never stored.

use segue_register::{Cloud, Columns, TileScratch, Tiles};

use crate::band::{Band, next_marked};
use crate::cells::{Cells, OPEN, VALID};
use crate::guide::Guide;
use crate::prune::{Chart, Prepared, all_runs};
use crate::settings::Rules;

/// Cells of a band, about: with their marks 10 MB a thread, which a last-level cache holds.
const BAND: usize = 2 << 20;

/// Blocks of rows in a band, at least and at most: each band starts with two that are computed for their products only.
const BLOCKS: [usize; 2] = [8, 64];

/// Columns of a strip of the distance kernel where every cell is computed.
const STRIP: usize = 480;

/// Columns of a strip where few are computed.
const NARROW_STRIP: usize = 60;

/// The valid region of two clips, by computing every cell.
pub(crate) fn between(first: &Cloud, second: &Cloud, rules: &Rules) -> Cells {
    let columns = Columns::new(second, STRIP);
    Sweep::new(Tiles::new(first, second, &columns), [first, second], None, rules).cells(Part::All)
}

/// The valid region of a clip with itself, by computing every cell.
pub(crate) fn within(clip: &Cloud, rules: &Rules) -> Cells {
    let columns = Columns::new(clip, STRIP);
    Sweep::new(Tiles::new(clip, clip, &columns), [clip, clip], Some(rules.diagonal), rules).cells(Part::All)
}

/// The valid region of two clips near the paths of a coarser web; `nearest` is for a clip with itself.
pub(crate) fn near(guide: &Guide, clouds: [&Cloud; 2], nearest: Option<usize>, rules: &Rules) -> Cells {
    let columns = Columns::new(clouds[1], NARROW_STRIP);
    let tiles = Tiles::new(clouds[0], clouds[1], &columns);
    Sweep::new(tiles, clouds, nearest, rules).cells(Part::Near(guide))
}

/// The valid region of two clips, without the cells that are above the cap by bounds.
pub(crate) fn between_prepared(first: Prepared<'_>, second: Prepared<'_>, rules: &Rules) -> Cells {
    let tiles = Tiles::new(first.cloud, second.cloud, second.blocks.columns(second.cloud));
    let chart = Chart::new(first.blocks, second.blocks, rules.cap.sqrt(), false);
    Sweep::new(tiles, [first.cloud, second.cloud], None, rules).cells(Part::Below(&chart))
}

/// The valid region of a clip with itself, without the cells that are above the cap by bounds.
pub(crate) fn within_prepared(clip: Prepared<'_>, rules: &Rules) -> Cells {
    let tiles = Tiles::new(clip.cloud, clip.cloud, clip.blocks.columns(clip.cloud));
    let chart = Chart::new(clip.blocks, clip.blocks, rules.cap.sqrt(), true);
    Sweep::new(tiles, [clip.cloud, clip.cloud], Some(rules.diagonal), rules).cells(Part::Below(&chart))
}

/// The part of a grid that is computed.
#[derive(Clone, Copy)]
enum Part<'a> {
    All,
    /// What may be below the cap; all else is above.
    Below(&'a Chart<'a>),
    /// What is near the paths of a coarser web; of all else nothing is known.
    Near(&'a Guide),
}

struct Sweep<'a> {
    tiles: Tiles<'a>,
    scratch: TileScratch,
    rows: usize,
    /// Of a clip with itself, how far from the diagonal paths stay.
    nearest: Option<usize>,
    height: usize,
    band: Band,
    cells: Cells,
    /// Cells below the band that are valid if the minimum their column falls to is close enough.
    open: Vec<Waiting>,
}

/// A cell whose column falls to a minimum that is not known yet.
struct Waiting {
    cell: u32,
    column: usize,
    value: f32,
}

impl<'a> Sweep<'a> {
    fn new(tiles: Tiles<'a>, clouds: [&Cloud; 2], nearest: Option<usize>, rules: &Rules) -> Self {
        let [fewest, most] = BLOCKS;
        let blocks = (BAND / clouds[1].len() / Tiles::BLOCK).clamp(fewest, most);
        Self::with_blocks(blocks, tiles, clouds, nearest, rules)
    }

    /// With so many blocks of rows in a band.
    fn with_blocks(
        blocks: usize,
        tiles: Tiles<'a>,
        [first, second]: [&Cloud; 2],
        nearest: Option<usize>,
        rules: &Rules,
    ) -> Self {
        let height = blocks * Tiles::BLOCK;
        Self {
            tiles,
            scratch: TileScratch::new(first.window()),
            rows: first.len(),
            nearest,
            height,
            band: Band::new(second.len(), height, rules),
            cells: Cells::new(),
            open: Vec::new(),
        }
    }

    /// Goes through all bands.
    fn cells(mut self, part: Part<'_>) -> Cells {
        for first in (0..self.rows).step_by(self.height) {
            let end = self.rows.min(first + self.height);
            self.fill(first, end, part);
            self.take(first, end - first);
        }
        // Beyond the last row all is infinite.
        self.band.row_mut(2).fill(f32::INFINITY);
        self.take(self.rows, 1);
        self.cells.end();
        self.cells
    }

    /// Computes the distances of some rows; the first becomes the second above those in work before.
    fn fill(&mut self, first: usize, end: usize, part: Part<'_>) {
        let blocks = first / Tiles::BLOCK..end.div_ceil(Tiles::BLOCK);
        let strips: Vec<_> = self.tiles.strips().collect();
        // Next to a cell of which nothing is known none is a minimum: smaller than all makes sure of it.
        let (runs, others) = match part {
            Part::All => (all_runs(&blocks, strips.len()), None),
            Part::Below(chart) => (chart.runs(&blocks, &strips), Some(f32::INFINITY)),
            Part::Near(guide) => (guide.runs(&blocks, &strips), Some(f32::NEG_INFINITY)),
        };
        if let Some(value) = others {
            (first..end).for_each(|row| self.band.row_mut(row - first + 2).fill(value));
        }
        let Self { tiles, band, scratch, .. } = self;
        for (strip, blocks) in runs {
            tiles.compute(strip, blocks, scratch, &mut |stretch| {
                let to = &mut band.row_mut(stretch.row - first + 2)[stretch.column..];
                to[..stretch.distances.len()].copy_from_slice(stretch.distances);
            });
        }
    }

    /// Marks the rows in work, of which the first is the one before `next`, and keeps their valid cells.
    fn take(&mut self, next: usize, rows: usize) {
        let nearest = self.nearest;
        // Before the first row there is one where all is infinite.
        let first_column = |row: usize| nearest.map_or(0, |nearest| (next + row + nearest).saturating_sub(1));
        self.band.mark(rows, &first_column);
        self.settle();
        for row in usize::from(next == 0)..rows {
            self.keep(row);
        }
        self.band.advance(rows);
    }

    /// Decides about the cells that wait for a minimum above them.
    fn settle(&mut self) {
        let Self { band, cells, open, .. } = self;
        open.retain(|waiting| {
            let (limit, kind) = band.reach_below(waiting.column);
            let is_near = waiting.value < limit;
            if is_near && kind == VALID {
                cells.validate(waiting.cell);
            }
            is_near && kind == OPEN
        });
    }

    fn keep(&mut self, row: usize) {
        let (marks, values) = self.band.row(row);
        let mut column = 0;
        while let Some(at) = next_marked(marks, column, VALID | OPEN) {
            let cell = self.cells.push(at, values[at], marks[at]);
            if marks[at] & (VALID | OPEN) == OPEN {
                self.open.push(Waiting { cell, column: at, value: values[at] });
            }
            column = at + 1;
        }
        self.cells.end_row();
    }
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;

    use super::*;
    use crate::{Web, WebSettings};

    type Listed = Vec<(usize, usize, u32, bool)>;

    fn listed(cells: &Cells) -> Listed {
        let cell = |row: usize, cell: u32| {
            (row, cells.column(cell), cells.value(cell).to_bits(), cells.is_minimum(cell))
        };
        let row = |row: usize| cells.row(row).filter(|&n| cells.is_valid(n)).map(move |n| cell(row, n));
        (0..cells.rows()).flat_map(row).collect()
    }

    /// Columns that fall slowly pass through many low bands before they reach their minimum.
    #[test]
    fn the_valid_region_does_not_depend_on_the_height_of_bands() {
        let settings = WebSettings { rate_hz: 120.0, half_window_secs: 0.0, ..WebSettings::default() };
        for rise in [0.15, 3.0] {
            let rules = WebSettings { rise, ..settings.clone() }.rules();
            for [first, second] in [["walk", "reach"], ["reach", "reach"]] {
                let clouds = [first, second].map(|name| settings.cloud(&sample(name).unwrap().clip).unwrap());
                let nearest = (first == second).then_some(rules.diagonal);
                let columns = Columns::new(&clouds[1], STRIP);
                let cells = |blocks: usize| {
                    let tiles = Tiles::new(&clouds[0], &clouds[1], &columns);
                    Sweep::with_blocks(blocks, tiles, [&clouds[0], &clouds[1]], nearest, &rules)
                        .cells(Part::All)
                };
                let whole = listed(&cells(1000));
                assert!(whole.len() > 1000, "{} cells", whole.len());
                assert!([1, 2, 7].into_iter().all(|blocks| listed(&cells(blocks)) == whole));
            }
        }
    }

    /// Unknown cells are smaller than all, so walks from a minimum would run on through them.
    #[test]
    fn cells_of_which_nothing_is_known_are_not_kept() {
        let settings = WebSettings { rate_hz: 60.0, ..WebSettings::default() };
        let coarse = WebSettings { rate_hz: 30.0, ..settings.clone() };
        let clip = sample("take-kicks").unwrap().clip;
        let cloud = settings.cloud(&clip).unwrap();
        let web = Web::within(&coarse.cloud(&clip).unwrap(), &coarse);
        let guide = Guide::new(&web, [cloud.len(); 2]);
        let rules = settings.rules();
        let cells = near(&guide, [&cloud, &cloud], Some(rules.diagonal), &rules);
        let unknown = (0..cells.len() as u32).filter(|&cell| cells.value(cell) < 0.0).count();
        assert!(cells.len() > 10_000, "{} cells", cells.len());
        assert_eq!(unknown, 0, "of {} cells", cells.len());
    }
}
