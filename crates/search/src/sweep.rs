//! The valid region of a part of a grid, found band by band: the grid itself is never stored.

use std::ops::Range;

use segue_register::{Cloud, Columns, Stretch, TileScratch, Tiles};

use crate::band::{Band, next_marked};
use crate::cells::{Cells, OPEN, VALID};
use crate::region::{Region, all_runs, merged};
use crate::seeds::Seeds;
use crate::settings::Rules;

/// Blocks of rows in a band: each band starts with two that are computed for their products only.
const BLOCKS: usize = 16;

/// Columns of a strip of the distance kernel where every cell is computed.
const STRIP: usize = 480;

/// Columns of a strip where few are computed.
pub(crate) const NARROW_STRIP: usize = 60;

/// Two clips, the second of which may be the first.
#[derive(Clone, Copy)]
pub(crate) struct Duo<'a> {
    pub(crate) clouds: [&'a Cloud; 2],
    /// Of a clip with itself, how far from the diagonal paths stay.
    pub(crate) nearest: Option<usize>,
}

impl<'a> Duo<'a> {
    pub(crate) fn between(first: &'a Cloud, second: &'a Cloud) -> Self {
        Self { clouds: [first, second], nearest: None }
    }

    pub(crate) fn within(clip: &'a Cloud, rules: &Rules) -> Self {
        Self { clouds: [clip, clip], nearest: Some(rules.diagonal) }
    }
}

/// Bytes that each valid cell takes at most until its web is there: itself, and what chains and bridges note about it.
const CELL_BYTES: u64 = 56;

/// More memory than a grid may take: about what it would take as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Needed(pub(crate) u64);

/// Finds valid regions; keeps its memory from grid to grid, and is of no further use once one needed too much.
#[derive(Default)]
pub(crate) struct Sweep {
    /// Bytes that what is made of one grid may take; any number where none is set.
    pub(crate) most_bytes: Option<u64>,
    band: Band,
    /// Cells below the band that are valid if the minimum their column falls to is close enough.
    open: Vec<Waiting>,
}

/// A cell whose column falls to a minimum that is not known yet.
struct Waiting {
    cell: u32,
    column: usize,
    value: f32,
}

impl Sweep {
    /// The valid region of two clips near all close pairs of frames, which are found by computing every cell.
    pub(crate) fn whole(&mut self, duo: Duo<'_>, rules: &Rules) -> Result<Cells, Needed> {
        let [first, second] = duo.clouds;
        let columns = Columns::new(second, STRIP);
        let tiles = Tiles::new(first, second, &columns);
        let runs = all_runs(first.len(), tiles.strips().len());
        let region = Seeds::find(&tiles, runs, duo.clouds, duo.nearest, rules).region(rules.reach);
        self.cells(&tiles, &region, duo, rules)
    }

    /// The same, near close pairs in some rows and columns alone.
    pub(crate) fn part(
        &mut self,
        [rows, columns]: &[Range<usize>; 2],
        strips: &Columns,
        duo: Duo<'_>,
        rules: &Rules,
    ) -> Result<Cells, Needed> {
        let [first, second] = duo.clouds;
        let tiles = Tiles::new(first, second, strips);
        let blocks = rows.start / Tiles::BLOCK..rows.end.min(first.len()).div_ceil(Tiles::BLOCK);
        let is_in = |strip: &Range<usize>| strip.start < columns.end && strip.end > columns.start;
        let runs = tiles.strips().enumerate().filter(|(_, strip)| is_in(strip));
        let runs = runs.map(|(number, _)| (number, blocks.clone())).collect();
        let region = Seeds::find(&tiles, runs, duo.clouds, duo.nearest, rules).region(rules.reach);
        self.cells(&tiles, &region, duo, rules)
    }

    /// The same, where all seeds are among some squares.
    pub(crate) fn among(
        &mut self,
        candidates: &Seeds,
        columns: &Columns,
        duo: Duo<'_>,
        rules: &Rules,
    ) -> Result<Cells, Needed> {
        let tiles = Tiles::new(duo.clouds[0], duo.clouds[1], columns);
        let mut found = Seeds::none(duo.clouds.map(Cloud::len));
        let region = candidates.region(rules.reach);
        let cells = self.cells_in_bands(BLOCKS, &tiles, &region, duo, rules, Some(&mut found))?;
        if found == *candidates {
            return Ok(cells);
        }
        // Poses and the kernel round differently: a square whose nearest pair is as far as ε may be a seed to one only.
        drop(cells);
        self.cells(&tiles, &found.region(rules.reach), duo, rules)
    }

    /// The valid region of a part of a grid.
    pub(crate) fn near(&mut self, region: &Region, duo: Duo<'_>, rules: &Rules) -> Result<Cells, Needed> {
        let columns = Columns::new(duo.clouds[1], NARROW_STRIP);
        self.cells(&Tiles::new(duo.clouds[0], duo.clouds[1], &columns), region, duo, rules)
    }

    fn cells(
        &mut self,
        tiles: &Tiles<'_>,
        region: &Region,
        duo: Duo<'_>,
        rules: &Rules,
    ) -> Result<Cells, Needed> {
        self.cells_in_bands(BLOCKS, tiles, region, duo, rules, None)
    }

    /// Goes through all bands, each of so many blocks of rows, and notes the seeds on the way where that is asked for.
    fn cells_in_bands(
        &mut self,
        blocks: usize,
        tiles: &Tiles<'_>,
        region: &Region,
        duo: Duo<'_>,
        rules: &Rules,
        mut seeds: Option<&mut Seeds>,
    ) -> Result<Cells, Needed> {
        let [rows, columns] = duo.clouds.map(Cloud::len);
        let mut cells = Cells::new();
        if region.is_empty() {
            (0..rows).for_each(|_| cells.end_row());
            cells.end();
            return Ok(cells);
        }
        let height = blocks * Tiles::BLOCK;
        self.band.prepare(columns, height, rules);
        let mut scratch = TileScratch::new(duo.clouds[0].window());
        let mut before = Vec::new();
        for first in (0..rows).step_by(height) {
            let end = rows.min(first + height);
            let own = region.spans(first / Tiles::BLOCK..end.div_ceil(Tiles::BLOCK), Band::LANES);
            if first == 0 {
                self.band.end(1, &own);
            }
            if !own.is_empty() {
                self.fill(first..end, tiles, region, &mut scratch, &mut |stretch| {
                    if let Some(seeds) = seeds.as_deref_mut() {
                        seeds.note(stretch, duo.nearest, rules.seed);
                    }
                });
            }
            // What was in work before is settled by what is above it, known or not.
            let spans = merged(before.iter().chain(&own).cloned().collect());
            self.take(first, end - first, &spans, duo.nearest, &mut cells);
            before = own;
            self.check_memory(&cells, share(end, duo))?;
        }
        self.band.end(2, &before);
        self.take(rows, 1, &before, duo.nearest, &mut cells);
        self.band.forget(&before);
        self.open.clear();
        cells.end();
        Ok(cells)
    }

    /// Whether there is memory for the cells of this share of a grid and for what is made of them.
    fn check_memory(&self, cells: &Cells, share: f64) -> Result<(), Needed> {
        let bytes = CELL_BYTES * cells.len() as u64;
        let fits = self.most_bytes.is_none_or(|most| bytes <= most);
        if fits { Ok(()) } else { Err(Needed((bytes as f64 / share) as u64)) }
    }

    /// Computes the distances of the given rows; the first becomes the second above those in work before.
    fn fill(
        &mut self,
        rows: Range<usize>,
        tiles: &Tiles<'_>,
        region: &Region,
        scratch: &mut TileScratch,
        told: &mut dyn FnMut(&Stretch<'_>),
    ) {
        let blocks = rows.start / Tiles::BLOCK..rows.end.div_ceil(Tiles::BLOCK);
        let strips: Vec<_> = tiles.strips().collect();
        for (strip, blocks) in region.runs(&blocks, &strips) {
            tiles.compute(strip, blocks, scratch, &mut |stretch| {
                told(&stretch);
                let end = stretch.column + stretch.distances.len();
                let near = region.columns(stretch.row / Tiles::BLOCK);
                let skipped = near.partition_point(|columns| columns.end <= stretch.column);
                for columns in near[skipped..].iter().take_while(|columns| columns.start < end) {
                    let [from, to] = [columns.start.max(stretch.column), columns.end.min(end)];
                    let distances = &stretch.distances[from - stretch.column..to - stretch.column];
                    self.band.set(stretch.row - rows.start + 2, from, distances);
                }
            });
        }
    }

    /// Marks the rows in work, of which the first is the one before `next`, and keeps their valid cells.
    fn take(
        &mut self,
        next: usize,
        rows: usize,
        spans: &[Range<usize>],
        nearest: Option<usize>,
        cells: &mut Cells,
    ) {
        // Before the first row there is one where all is infinite.
        let first_column = |row: usize| nearest.map_or(0, |nearest| (next + row + nearest).saturating_sub(1));
        self.band.mark(rows, spans, &first_column);
        self.settle(cells);
        for row in usize::from(next == 0)..rows {
            self.keep(row, spans, cells);
        }
        self.band.advance(rows, spans);
    }

    /// Decides about the cells that wait for a minimum above them.
    fn settle(&mut self, cells: &mut Cells) {
        let Self { band, open, .. } = self;
        open.retain(|waiting| {
            let (limit, kind) = band.reach_below(waiting.column);
            let is_near = waiting.value < limit;
            if is_near && kind == VALID {
                cells.validate(waiting.cell);
            }
            is_near && kind == OPEN
        });
    }

    fn keep(&mut self, row: usize, spans: &[Range<usize>], cells: &mut Cells) {
        for span in spans {
            let (marks, values) = self.band.row(row, span);
            let mut next = 0;
            while let Some(at) = next_marked(marks, next, VALID | OPEN) {
                let column = span.start + at;
                let cell = cells.push(column, values[at], marks[at]);
                if marks[at] & (VALID | OPEN) == OPEN {
                    self.open.push(Waiting { cell, column, value: values[at] });
                }
                next = at + 1;
            }
        }
        cells.end_row();
    }
}

/// The share of a grid, of which only what is above the diagonal counts of a clip with itself, that its first rows are.
fn share(rows: usize, duo: Duo<'_>) -> f64 {
    let done = rows as f64 / duo.clouds[0].len() as f64;
    if duo.nearest.is_some() { done * (2.0 - done) } else { done }
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;

    use super::*;
    use crate::{Web, WebSettings, guide};

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
                let tiles = Tiles::new(&clouds[0], &clouds[1], &columns);
                let duo = Duo { clouds: [&clouds[0], &clouds[1]], nearest };
                let runs = all_runs(clouds[0].len(), tiles.strips().len());
                let region = Seeds::find(&tiles, runs, duo.clouds, nearest, &rules).region(rules.reach);
                let mut sweep = Sweep::default();
                let mut cells =
                    |blocks: usize| sweep.cells_in_bands(blocks, &tiles, &region, duo, &rules, None).unwrap();
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
        let region = guide::near(&web, [cloud.len(); 2]);
        let rules = settings.rules();
        let cells = Sweep::default().near(&region, Duo::within(&cloud, &rules), &rules).unwrap();
        let unknown = (0..cells.len() as u32).filter(|&cell| cells.value(cell) < 0.0).count();
        assert!(cells.len() > 10_000, "{} cells", cells.len());
        assert_eq!(unknown, 0, "of {} cells", cells.len());
    }
}
