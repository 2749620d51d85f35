//! The distances of two clips near a path, where all of them would be too many.

use std::ops::Range;

use rayon::prelude::*;
use segue_store::Budget;

use crate::dtw::Path;
use crate::tiles::{Columns, TileScratch, Tiles};
use crate::{Cloud, Grid, RegisterError};

/// Columns of a strip: about as many as a band is wide.
const STRIP: usize = 64;

/// Blocks of rows that are computed together: a band has moved on by about its own width after them.
const BLOCKS: usize = 12;

/// D of the frames of two clips within a band, in m².
pub(crate) struct Near {
    bands: Vec<Range<usize>>,
    /// Where each band begins in `cells`.
    starts: Vec<usize>,
    cells: Vec<f32>,
}

impl Near {
    /// The distances within one range of columns for each row.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(crate) fn new([first, second]: [&Cloud; 2], bands: Vec<Range<usize>>) -> Result<Self, RegisterError> {
        let lengths = bands.iter().map(Range::len);
        let starts: Vec<usize> =
            lengths.scan(0, |at, length| Some(std::mem::replace(at, *at + length))).collect();
        let count: usize = bands.iter().map(Range::len).sum();
        Budget::allow("comparing the clips near their path", 4 * count as u64)?;
        let (columns, height) = (Columns::new(second, STRIP), BLOCKS * Tiles::BLOCK);
        let tiles = Tiles::new(first, second, &columns);
        let mut cells = vec![0.0; count];
        let parts = split(&mut cells, bands.chunks(height).map(|bands| bands.iter().map(Range::len).sum()));
        parts.into_par_iter().enumerate().for_each(|(n, cells)| {
            let rows = n * height..bands.len().min((n + 1) * height);
            rows_of(&tiles, first, rows.clone(), &bands[rows], cells);
        });
        Ok(Self { bands, starts, cells })
    }

    /// D of two frames; infinite outside the band.
    pub(crate) fn at(&self, row: usize, column: usize) -> f32 {
        let band = &self.bands[row];
        if band.contains(&column) {
            self.cells[self.starts[row] + column - band.start]
        } else {
            f32::INFINITY
        }
    }

    /// √D of two frames in metres; `None` outside the band.
    pub(crate) fn metres(&self, row: usize, column: usize) -> Option<f64> {
        self.bands.get(row)?.contains(&column).then(|| f64::from(self.at(row, column)).sqrt())
    }

    /// The columns of each row.
    pub(crate) fn bands(&self) -> &[Range<usize>] {
        &self.bands
    }
}

/// Memory in pieces of these lengths, which are all of it.
fn split(mut cells: &mut [f32], lengths: impl Iterator<Item = usize>) -> Vec<&mut [f32]> {
    let piece = |length: usize| cells.split_off_mut(..length).expect("the lengths are those of the memory");
    lengths.map(piece).collect()
}

/// Computes the distances of some rows, each within its band, one after the other.
fn rows_of(tiles: &Tiles<'_>, first: &Cloud, rows: Range<usize>, bands: &[Range<usize>], cells: &mut [f32]) {
    let starts: Vec<usize> =
        bands.iter().scan(0, |at, band| Some(std::mem::replace(at, *at + band.len()))).collect();
    let used = bands.iter().filter(|band| !band.is_empty());
    let (left, right) =
        used.fold((usize::MAX, 0), |(left, right), band| (left.min(band.start), right.max(band.end)));
    let mut scratch = TileScratch::new(first.window());
    let blocks = rows.start / Tiles::BLOCK..rows.end.div_ceil(Tiles::BLOCK);
    for (strip, columns) in tiles.strips().enumerate() {
        if columns.start >= right || columns.end <= left {
            continue;
        }
        tiles.compute(strip, blocks.clone(), &mut scratch, &mut |stretch| {
            let n = stretch.row - rows.start;
            let band = &bands[n];
            let (from, to) = (band.start.max(columns.start), band.end.min(columns.end));
            if from < to {
                let found = &stretch.distances[from - columns.start..to - columns.start];
                cells[starts[n] + from - band.start..][..found.len()].copy_from_slice(found);
            }
        });
    }
}

/// The distances of some frames of one clip to some of another.
pub(crate) fn part(clouds: [&Cloud; 2], rows: Range<usize>, columns: Range<usize>) -> Grid {
    let whole: Vec<Range<usize>> =
        (0..clouds[0].len()).map(|row| if rows.contains(&row) { columns.clone() } else { 0..0 }).collect();
    let [first, second] = clouds;
    let strips = Columns::new(second, STRIP);
    let tiles = Tiles::new(first, second, &strips);
    let height = BLOCKS * Tiles::BLOCK;
    let task = |n: usize| n * height..first.len().min((n + 1) * height);
    let tasks: Vec<Range<usize>> = (rows.start / height..rows.end.div_ceil(height)).map(task).collect();
    let mut cells = vec![0.0; rows.len() * columns.len()];
    let parts = split(&mut cells, tasks.iter().map(|task| whole[task.clone()].iter().map(Range::len).sum()));
    parts.into_par_iter().zip(tasks).for_each(|(cells, task)| {
        rows_of(&tiles, first, task.clone(), &whole[task], cells);
    });
    Grid::from_cells(columns.len(), cells)
}

/// For each of `size[0]` rows the columns near a path of coarser frames, `scale` frames to each of its own: as far as `reach`
/// of its frames to either side.
pub(crate) fn bands(path: &Path, scale: [f64; 2], size: [usize; 2], reach: f64) -> Vec<Range<usize>> {
    let mut bands: Vec<Option<Range<usize>>> = vec![None; size[0]];
    for cell in path.cells() {
        let [row, column] = [0, 1].map(|side| cell[side] as f64 * scale[side]);
        let rows = near(row, reach * scale[0], size[0]);
        let columns = near(column, reach * scale[1], size[1]);
        for band in &mut bands[rows] {
            let (start, end) = band.as_ref().map_or((columns.start, columns.end), |band| {
                (band.start.min(columns.start), band.end.max(columns.end))
            });
            *band = Some(start..end);
        }
    }
    bands.into_iter().map(Option::unwrap_or_default).collect()
}

fn near(middle: f64, reach: f64, size: usize) -> Range<usize> {
    let start = (middle - reach).ceil().max(0.0) as usize;
    start.min(size)..size.min((middle + reach).floor().max(0.0) as usize + 1)
}
