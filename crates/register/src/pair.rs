//! Two clips: their path, and whether they belong together.

use crate::coarse;
use crate::dtw::{self, LookAhead, Path, SlopeLimit};
use crate::near::{self, Near};
use crate::pace::with_paces;
use crate::{Cloud, Ends, Grid, RegisterError, RegisterSettings};

/// Mean √D on the path ÷ median √D of the grid from which on two clips look no more alike on the path than off it:
/// below it lie 95 % of related and 5 % of unrelated pairs of CMU clips.
pub const HIGH_CONTRAST: f64 = 0.87;

/// Mean √D on the path, in lengths of a leg, from which on two clips are rarely the same kind of action.
pub const HIGH_MEAN_LEGS: f64 = 0.3;

/// Mean √D on the path, in lengths of a leg, from which on two clips are never the same kind of action, however much better the
/// path is than the rest: a high reach and a low one are 0.31 apart, a walk and a cartwheel 0.56.
pub const HIGHEST_MEAN_LEGS: f64 = 0.42;

/// A path needs this many frames to be a curve.
pub(crate) const FEWEST_FRAMES: usize = 3;

/// How well the frames of two clips correspond.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resemblance {
    /// Mean √D of corresponding frames in metres.
    pub mean_metres: f64,
    /// Mean √D of corresponding frames ÷ median √D of all pairs of frames: small when the clips are much more alike in
    /// corresponding frames than in others. 0 when all frames of both are alike.
    pub contrast: f64,
    /// Whether the path runs from the first frames to the last.
    pub pinned: bool,
    /// Length of the figure's leg in metres, by which distances are judged.
    pub leg_metres: f64,
}

impl Resemblance {
    /// Whether the clips do not belong together: both numbers are high, or the mean is beyond doubt.
    pub fn is_unlike(&self) -> bool {
        let both = self.contrast >= HIGH_CONTRAST && self.mean_legs() > HIGH_MEAN_LEGS;
        both || self.mean_legs() > HIGHEST_MEAN_LEGS
    }

    /// Mean √D of corresponding frames in lengths of a leg.
    pub fn mean_legs(&self) -> f64 {
        self.mean_metres / self.leg_metres
    }

    /// Whether one of the numbers is high.
    pub fn is_doubtful(&self) -> bool {
        self.contrast >= HIGH_CONTRAST || self.mean_legs() > HIGH_MEAN_LEGS
    }
}

/// The time alignment of two clips, rows being frames of the first.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) path: Path,
    /// How much each cell of the path counts in the fit, at most 1.
    pub(crate) weights: Vec<f64>,
    pub(crate) resemblance: Resemblance,
}

impl Pair {
    /// A path, how certain it is on the grid it was found on, and how alike frames are on it.
    fn new(path: Path, found_on: &Grid, distances: &Grid, leg_metres: f64) -> Self {
        let resemblance = resemblance(distances, &path, leg_metres);
        let metres = |row: usize, column: usize| {
            let inside = row < found_on.rows() && column < found_on.columns();
            inside.then(|| f64::from(found_on.at(row, column)).sqrt())
        };
        let weights = path.cells().iter().map(|cell| weight(metres, *cell)).collect();
        Self { path, weights, resemblance }
    }

    /// The same of a path near which alone distances are known, in clips of so many frames.
    pub(crate) fn near(
        path: Path,
        on: &Near,
        median_metres: f64,
        (size, leg_metres): ([usize; 2], f64),
    ) -> Self {
        let metres = |row: usize, column: usize| on.metres(row, column);
        let weights = path.cells().iter().map(|cell| weight(metres, *cell)).collect();
        let sum: f64 = path.cells().iter().filter_map(|&[row, column]| on.metres(row, column)).sum();
        let mean_metres = sum / path.cells().len() as f64;
        let pinned = path.first() == [0, 0] && path.last() == size.map(|frames| frames - 1);
        let contrast = if median_metres > 0.0 { mean_metres / median_metres } else { 0.0 };
        let resemblance = Resemblance { mean_metres, contrast, pinned, leg_metres };
        Self { path, weights, resemblance }
    }
}

/// Frames to either side of the path, one clip earlier and the other later, at which it is seen whether it lies in a valley.
const ASIDE: usize = 3;

/// Where the distance rises by this much on the way there, in metres, the path is certain: a walker's does by 8 cm.
const CERTAIN_METRES: f64 = 0.02;

/// The least a cell counts, so that nothing is lost where nothing moves.
const LEAST_WEIGHT: f64 = 1e-6;

/// How certain a cell is to correspond: hardly while both clips stand still, when every path is as good.
fn weight(metres: impl Fn(usize, usize) -> Option<f64>, [row, column]: [usize; 2]) -> f64 {
    let before = row.checked_sub(ASIDE).and_then(|row| metres(row, column + ASIDE));
    let after = column.checked_sub(ASIDE).and_then(|column| metres(row + ASIDE, column));
    let here = metres(row, column).unwrap_or(0.0);
    let rise = before.into_iter().chain(after).map(|aside| aside - here).fold(f64::INFINITY, f64::min);
    (rise.max(0.0) / CERTAIN_METRES).powi(4).clamp(LEAST_WEIGHT, 1.0)
}

/// A clip and its cloud.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) name: &'a str,
    pub(crate) cloud: &'a Cloud,
    /// Length of the figure's leg.
    pub(crate) leg_metres: f64,
}

/// Where a path from a seed goes, and how it is found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seeded {
    /// The best path to the border of the grid on either side.
    Optimal,
    /// Stretch by stretch: linear in time, and often better between clips that are unlike elsewhere.
    Incremental(LookAhead),
}

/// Finds the path of two clips as `settings.ends` says.
pub(crate) fn align(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
) -> Result<Pair, RegisterError> {
    let grid = grid(first, second, settings)?;
    let path = find_path(first, second, settings, &grid)?;
    check_overlap(first, second, Pair::new(path, &grid, &grid, first.leg_metres))
}

/// As [`align`], but how fast the bodies move counts too: for variants of one action, which differ in how far they go.
pub(crate) fn align_variants(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
) -> Result<Pair, RegisterError> {
    let grid = grid(first, second, settings)?;
    let paced = with_paces(&grid, first.cloud, second.cloud);
    let path = find_path(first, second, settings, &paced)?;
    check_overlap(first, second, Pair::new(path, &paced, &grid, first.leg_metres))
}

/// The mean √D on the path of two clips, in metres; `grid` is memory to work in.
pub(crate) fn mean_metres(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
    grid: &mut Grid,
) -> Result<f64, RegisterError> {
    check_size(first, second, settings)?;
    grid.compute(first.cloud, second.cloud);
    Ok(find_path(first, second, settings, grid)?.mean_metres(grid))
}

pub(crate) fn find_path(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
    grid: &Grid,
) -> Result<Path, RegisterError> {
    let limit = settings.slope_limit;
    let pinned = || {
        let names =
            |source| RegisterError::Lengths { first: first.name.into(), second: second.name.into(), source };
        dtw::whole(grid, limit).map_err(names)
    };
    match settings.ends {
        // What is left to poses automatically are cycles, whose ends go together.
        Ends::Pinned | Ends::Automatic => pinned(),
        Ends::Open => Ok(dtw::open_ended(grid, limit)),
    }
}

/// Without a limit the path is looked for within the usual one: paths that may stand still anywhere gain by doing so.
pub(crate) fn longest_run(limit: SlopeLimit) -> usize {
    match limit {
        SlopeLimit::AtMost(limit) => usize::from(limit),
        SlopeLimit::None => longest_run(SlopeLimit::default()),
    }
}

/// The share of the pairs that may be compared at once which are compared around a moment of long clips.
const AROUND: usize = 4;

/// Finds the path of two clips through a given pair of frames.
pub(crate) fn align_at(
    first: Subject<'_>,
    second: Subject<'_>,
    seed: [usize; 2],
    how: Seeded,
    settings: &RegisterSettings,
) -> Result<Pair, RegisterError> {
    let clouds = [first.cloud, second.cloud];
    // Of long clips a minute to either side: what lies further off has no part in what happens here.
    let whole = !coarse::is_long(clouds, settings.most_pairs);
    let reach = if whole { usize::MAX } else { (settings.most_pairs / AROUND).isqrt() / 2 };
    let parts = [0, 1].map(|side| {
        seed[side].saturating_sub(reach)..clouds[side].len().min(seed[side].saturating_add(reach))
    });
    let from = [parts[0].start, parts[1].start];
    let seed = [seed[0] - from[0], seed[1] - from[1]];
    let grid = if whole {
        grid(first, second, settings)?
    } else {
        near::part(clouds, parts[0].clone(), parts[1].clone())
    };
    let path = match how {
        Seeded::Optimal => dtw::from_seed(&grid, settings.slope_limit, seed),
        Seeded::Incremental(look) => dtw::incremental(&grid, settings.slope_limit, seed, look),
    };
    let mut pair = check_overlap(first, second, Pair::new(path, &grid, &grid, first.leg_metres))?;
    pair.resemblance.pinned &= whole;
    Ok(Pair { path: pair.path.moved_by(from), ..pair })
}

pub(crate) fn grid(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
) -> Result<Grid, RegisterError> {
    check_size(first, second, settings)?;
    coarse::grid([first.cloud, second.cloud])
}

fn check_size(
    first: Subject<'_>,
    second: Subject<'_>,
    settings: &RegisterSettings,
) -> Result<(), RegisterError> {
    let (rows, columns) = (first.cloud.len(), second.cloud.len());
    if coarse::is_long([first.cloud, second.cloud], settings.most_pairs) {
        let (first, second) = (first.name.into(), second.name.into());
        let (rate, limit) = (settings.rate_hz, settings.most_pairs);
        return Err(RegisterError::TooLarge { first, second, rows, columns, rate, limit });
    }
    Ok(())
}

fn resemblance(grid: &Grid, path: &Path, leg_metres: f64) -> Resemblance {
    let (mean_metres, median) = (path.mean_metres(grid), grid.median_metres());
    let pinned = path.first() == [0, 0] && path.last() == [grid.rows() - 1, grid.columns() - 1];
    let contrast = if median > 0.0 { mean_metres / median } else { 0.0 };
    Resemblance { mean_metres, contrast, pinned, leg_metres }
}

fn check_overlap(first: Subject<'_>, second: Subject<'_>, pair: Pair) -> Result<Pair, RegisterError> {
    let ([i, j], [row, column]) = (pair.path.first(), pair.path.last());
    let shorter = (row - i).min(column - j) + 1;
    let whole = first.cloud.len().min(second.cloud.len());
    if shorter < FEWEST_FRAMES.min(whole) {
        let (first, second) = (first.name.into(), second.name.into());
        return Err(RegisterError::NoOverlap { first, second, frames: FEWEST_FRAMES });
    }
    Ok(pair)
}
