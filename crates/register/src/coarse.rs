//! Clips too long to be compared frame by frame: first at a lower rate, then near the path that is found there.

use std::ops::Range;

use segue_motion::ClipId;
use segue_store::Budget;

use crate::dtw::{Costs, Path, free};
use crate::meeting::Distances;
use crate::near::{self, Near};
use crate::pair::{self, Pair};
use crate::studio::Studio;
use crate::{Cloud, Grid, Markers, RegisterError, Window};

/// How far from the path at the lower rate the one at the full rate may be, in frames of the lower rate. An hour is compared at
/// 1.6 Hz first, so it may be a step and a half away.
const REACH: f64 = 2.5;

/// The share of the pairs that may be compared at once which the lower rate takes: there are other tables beside it.
const SHARE: usize = 2;

/// Pairs of frames whose distances are known, all of them or those near a path.
pub(crate) trait Compared {
    /// D in m²; infinite where it is not known.
    fn distance(&self, row: usize, column: usize) -> f32;

    /// The columns of each row that are known; all of them when empty.
    fn bands(&self) -> Vec<Range<usize>>;
}

impl Compared for Grid {
    fn distance(&self, row: usize, column: usize) -> f32 {
        self.at(row, column)
    }

    fn bands(&self) -> Vec<Range<usize>> {
        Vec::new()
    }
}

impl Compared for Near {
    fn distance(&self, row: usize, column: usize) -> f32 {
        self.at(row, column)
    }

    fn bands(&self) -> Vec<Range<usize>> {
        Self::bands(self).to_vec()
    }
}

/// The distances of two clips, at a lower rate where they are long.
pub(crate) struct View<'a> {
    grid: Grid,
    spacing_secs: [f64; 2],
    finer: Option<[&'a Cloud; 2]>,
}

impl<'a> View<'a> {
    pub(crate) fn of(studio: &'a Studio<'_>, clips: [ClipId; 2]) -> Result<Self, RegisterError> {
        let clouds = clips.map(|clip| studio.cloud(clip));
        if !is_long(clouds, studio.settings.most_pairs) {
            return Ok(Self {
                grid: grid(clouds)?,
                spacing_secs: clouds.map(Cloud::spacing_secs),
                finer: None,
            });
        }
        let [first, second] = coarser(studio, clips)?;
        let spacing_secs = [first.spacing_secs(), second.spacing_secs()];
        Ok(Self { grid: grid([&first, &second])?, spacing_secs, finer: Some(clouds) })
    }

    pub(crate) fn distances(&self) -> Distances<'_> {
        Distances { grid: &self.grid, spacing_secs: self.spacing_secs, finer: self.finer }
    }
}

/// Whether clips have more pairs of frames than are compared at once.
pub(crate) fn is_long([first, second]: [&Cloud; 2], most_pairs: usize) -> bool {
    first.len().saturating_mul(second.len()) > most_pairs
}

/// All distances of two clips.
///
/// # Errors
/// When there is no memory for them and for the steps of a path.
pub(crate) fn grid([first, second]: [&Cloud; 2]) -> Result<Grid, RegisterError> {
    let cells = first.len() as u64 * second.len() as u64;
    Budget::allow("comparing the clips", 5 * cells)?;
    Ok(Grid::new(first, second))
}

/// Two clips at the rate at which all their frames can be compared, pose by pose: a window of as many frames would reach over
/// seconds, and distances would be of another size.
pub(crate) fn coarser(studio: &Studio<'_>, clips: [ClipId; 2]) -> Result<[Cloud; 2], RegisterError> {
    let [rows, columns] = clips.map(|clip| studio.cloud(clip).len() as f64);
    let most = (studio.settings.most_pairs / SHARE) as f64;
    let rate_hz = studio.settings.rate_hz * (most / (rows * columns)).sqrt().min(1.0);
    let (skeleton, settings) = (studio.clips.skeleton(), studio.settings);
    let markers = Markers::new(skeleton, settings.markers, &settings.joint_weights)?;
    let [first, second] =
        clips.map(|clip| Cloud::new(&studio.clips[clip], &markers, &Window::equal(0), rate_hz));
    Ok([first?, second?])
}

/// The distances of two clips near a path at a lower rate, at which they have so many frames.
pub(crate) fn near(path: &Path, coarse: [usize; 2], clouds: [&Cloud; 2]) -> Result<Near, RegisterError> {
    Near::new(clouds, bands(path, coarse, clouds.map(Cloud::len)))
}

fn bands(path: &Path, coarse: [usize; 2], size: [usize; 2]) -> Vec<Range<usize>> {
    let scale = [0, 1].map(|side| (size[side] - 1) as f64 / (coarse[side] - 1) as f64);
    near::bands(path, scale, size, REACH)
}

/// As [`pair::align`], for clips that are long. The path at the full rate begins and ends where the one at the lower rate does,
/// and time in which a clip stands still costs as much as time in which it moves.
pub(crate) fn align(studio: &Studio<'_>, clips: [ClipId; 2]) -> Result<Pair, RegisterError> {
    let clouds = clips.map(|clip| studio.cloud(clip));
    let [first, second] = coarser(studio, clips)?;
    let grid = grid([&first, &second])?;
    let subjects = clips.map(|clip| studio.subject(clip));
    let path = pair::find_path(subjects[0], subjects[1], studio.settings, &grid)?;
    let (coarse, size) = ([first.len(), second.len()], clouds.map(Cloud::len));
    let mut bands = bands(&path, coarse, size);
    let fine = |cell: [usize; 2]| {
        [0, 1].map(|side| (cell[side] * (size[side] - 1) + (coarse[side] - 1) / 2) / (coarse[side] - 1))
    };
    let ends = [fine(path.first()), fine(path.last())];
    pin(&mut bands, ends);
    let near = Near::new(clouds, bands)?;
    let [from, to] = ends;
    // Counted from the first pair, so that the ends lie on the border.
    let at = |row: usize, column: usize| f64::from(near.at(from[0] + row, from[1] + column));
    let shifted = near.bands()[from[0]..=to[0]].iter().map(|band| band.start - from[1]..band.end - from[1]);
    let costs =
        Costs { rows: to[0] - from[0] + 1, columns: to[1] - from[1] + 1, bands: shifted.collect(), at };
    let path = free(&costs, pair::longest_run(studio.settings.slope_limit)).moved_by(from);
    let median_metres = grid.median_metres();
    Ok(Pair::near(path, &near, median_metres, (size, studio.leg)))
}

/// Leaves no other way to begin and to end than in two given pairs.
fn pin(bands: &mut [Range<usize>], [from, to]: [[usize; 2]; 2]) {
    for (row, band) in bands.iter_mut().enumerate() {
        *band = match row {
            row if row < from[0] || row > to[0] => 0..0,
            row if row == from[0] => from[1]..from[1] + 1,
            row if row == to[0] => to[1]..to[1] + 1,
            _ => band.start.max(from[1] + 1)..band.end.min(to[1]),
        };
    }
}
