//! The distance grid: how alike every frame of one clip is to every frame of another, and the path through it.

use segue_motion::{Clip, ClipId, ClipSet, FrameRange};
use segue_register::dtw::{self, Path, SlopeLimit};
use segue_register::{Cloud, Grid, Markers, RegisterError, RegisterSettings, Registration, Window};

use super::axes::{Axes, BELOW, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;
use super::shades::{SCALE, Shades, color_of, rejected};
use crate::Cast;

/// Width below which the title and the legend would not fit, in pixels.
const NARROWEST: f64 = 470.0;

/// Draws the distances between the frames of the reference and of another clip: dark where they are alike, pale
/// where no path within the slope limit leads; the path that was found, and the timewarp curve that was fitted to it. Of loops one
/// lap is drawn.
///
/// # Errors
/// When the clips cannot be compared, which they were.
///
/// # Panics
/// When `clip` is the reference or not there.
pub fn distance_plot(cast: &Cast, clip: ClipId) -> Result<Canvas, RegisterError> {
    let registration = cast.registration();
    if registration.is_cyclic() {
        return lap_plot(cast, clip);
    }
    let DistanceField { field, path, band, curve } = DistanceField::of(cast, clip)?;
    Ok(field.draw(&path, band, &curve, None))
}

/// The distances between the frames of the reference and of another clip, the best path through them and the timewarp
/// curve, as [`distance_plot`] draws them. A cell is a frame of the reference and one of the other clip.
pub struct DistanceField {
    field: Field,
    path: Path,
    band: Band,
    curve: Vec<[f64; 2]>,
}

impl DistanceField {
    /// Of a registered clip and its reference.
    ///
    /// # Errors
    /// When the clips cannot be compared, which they were.
    ///
    /// # Panics
    /// When `clip` is the reference or not there.
    pub fn of(cast: &Cast, clip: ClipId) -> Result<Self, RegisterError> {
        let registration = cast.registration();
        let reference = registration.reference();
        assert!(clip != reference, "the reference is compared with another clip");
        let pair = [&cast.clips()[reference], &cast.clips()[clip]];
        let field = Field::new(pair, registration.settings())?;
        let limit = registration.settings().slope_limit;
        let pinned = registration.resemblance(clip).is_some_and(|resemblance| resemblance.pinned);
        let whole = dtw::whole(&field.grid, limit).ok();
        let (path, band) = match whole {
            Some(path) if pinned => (path, Band::Corners(limit)),
            whole => {
                let seed = field.best_cell(whole.as_ref());
                (dtw::from_seed(&field.grid, limit, seed), Band::Seed(limit, seed))
            }
        };
        Ok(Self { field, path, band, curve: curve(registration, [reference, clip]) })
    }

    /// How many frames of the reference and of the other clip are compared.
    pub fn shape(&self) -> [usize; 2] {
        [self.field.grid.rows(), self.field.grid.columns()]
    }

    /// From one compared frame to the next, in the reference and in the other clip.
    pub fn spacing_secs(&self) -> [f64; 2] {
        self.field.spacing
    }

    /// How far apart the bodies are in two frames.
    pub fn metres(&self, [row, column]: [usize; 2]) -> f64 {
        f64::from(self.field.grid.at(row, column)).sqrt()
    }

    /// Whether a path within the slope limit leads to two frames.
    pub fn leads_to(&self, cell: [usize; 2]) -> bool {
        self.band.holds(cell, self.shape())
    }

    /// The distance at which the scale of colours ends.
    pub fn farthest_metres(&self) -> f64 {
        self.field.farthest()
    }

    /// The timewarp curve, which is what blends follow and passes the pins: moments of the reference and of the other clip.
    pub fn curve_secs(&self) -> &[[f64; 2]] {
        &self.curve
    }

    /// The best path through the distances, whatever the pins say: moments of the reference and of the other clip.
    pub fn path_secs(&self) -> Vec<[f64; 2]> {
        let [first, second] = self.field.spacing;
        self.path.cells().iter().map(|&[row, column]| [row as f64 * first, column as f64 * second]).collect()
    }
}

/// Draws the distances of loops over one lap of their circle, from where it begins in each.
fn lap_plot(cast: &Cast, clip: ClipId) -> Result<Canvas, RegisterError> {
    let registration = cast.registration();
    let ids = [registration.reference(), clip];
    let laps = ids.map(|id| {
        let (clip, timewarp) = (&cast.clips()[id], registration.timewarp());
        let [first, last] =
            registration.range().map(|u| (timewarp.at(id, u) * clip.rate()).round().max(0.0) as usize);
        (clip.slice(FrameRange { first, last: last.min(clip.last_frame()) }), first as f64 / clip.rate())
    });
    let field = Field::new([&laps[0].0, &laps[1].0], registration.settings())?;
    // Loops correspond all the way round, however fast one goes.
    let path = dtw::whole(&field.grid, SlopeLimit::None).expect("without a limit a path leads everywhere");
    let moments = curve(registration, ids).into_iter().map(|[a, b]| [a - laps[0].1, b - laps[1].1]);
    Ok(field.draw(&path, Band::Corners(SlopeLimit::None), &moments.collect::<Vec<_>>(), None))
}

/// Draws the distances around a transition from the first of two clips to the second, as [`distance_plot`], with the stretch that
/// is used between two moments of each clip, in seconds.
///
/// # Errors
/// When there are not two clips, or they cannot be compared, which they were.
pub fn transition_plot(
    clips: &ClipSet,
    registration: &Registration,
    at_secs: [f64; 2],
    used_secs: [[f64; 2]; 2],
) -> Result<Canvas, RegisterError> {
    let pair = clips.pair().ok_or(RegisterError::NotTwo { found: clips.len() })?;
    let field = Field::new(pair, registration.settings())?;
    let limit = registration.settings().slope_limit;
    let seed = [0, 1].map(|n| (at_secs[n] / field.spacing[n]).round() as usize);
    let seed = [seed[0].min(field.grid.rows() - 1), seed[1].min(field.grid.columns() - 1)];
    let path = dtw::incremental(&field.grid, limit, seed, dtw::LookAhead::default());
    let curve = curve(registration, [ClipId::FIRST, ClipId::SECOND]);
    Ok(field.draw(&path, Band::Seed(limit, seed), &curve, Some(used_secs)))
}

/// The timewarp curve as moments of two clips, in seconds.
fn curve(registration: &Registration, [first, second]: [ClipId; 2]) -> Vec<[f64; 2]> {
    let [start, end] = registration.range();
    let timewarp = registration.timewarp();
    let at = |step: usize| {
        let u = start + (end - start) * f64::from(step as u32) / 200.0;
        [timewarp.at(first, u), timewarp.at(second, u)]
    };
    (0..=200).map(at).collect()
}

/// Where a path may lead.
#[derive(Clone, Copy)]
enum Band {
    /// From the first corner to the last.
    Corners(SlopeLimit),
    /// From a cell to the borders.
    Seed(SlopeLimit, [usize; 2]),
}

impl Band {
    fn holds(self, [row, column]: [usize; 2], [rows, columns]: [usize; 2]) -> bool {
        match self {
            Self::Corners(limit) => {
                within(limit, row, column) && within(limit, rows - 1 - row, columns - 1 - column)
            }
            Self::Seed(limit, [i, j]) => {
                (row >= i && column >= j && within(limit, row - i, column - j))
                    || (row <= i && column <= j && within(limit, i - row, j - column))
            }
        }
    }
}

/// Whether a path may lead so far; a run may stand at its very start.
fn within(limit: SlopeLimit, rows: usize, columns: usize) -> bool {
    match limit {
        SlopeLimit::None => true,
        SlopeLimit::AtMost(limit) => rows.max(columns) < usize::from(limit) * (rows.min(columns) + 1),
    }
}

/// Drawings compare this much less than registrations.
const MOST_DRAWN: f64 = 4.0;

/// Two clips and the distances between their frames; rows are frames of the first.
struct Field {
    names: [String; 2],
    grid: Grid,
    spacing: [f64; 2],
}

impl Field {
    fn new(clips: [&Clip; 2], settings: &RegisterSettings) -> Result<Self, RegisterError> {
        let markers = Markers::new(clips[0].skeleton(), settings.markers, &settings.joint_weights)?;
        let half = (settings.half_window_secs * settings.rate_hz).round() as usize;
        let window = match &settings.window_weights {
            None => Window::equal(half),
            Some(weights) => Window::with_weights(half, weights)?,
        };
        let pairs: f64 =
            clips.iter().map(|clip| Cloud::len_at(clip.duration_secs(), settings.rate_hz) as f64).product();
        // Of long clips as many as a drawing can show.
        let rate_hz = settings.rate_hz * (settings.most_pairs as f64 / MOST_DRAWN / pairs).sqrt().min(1.0);
        let [first, second] = clips.map(|clip| Cloud::new(clip, &markers, &window, rate_hz));
        let (first, second) = (first?, second?);
        Ok(Self {
            names: clips.map(|clip| clip.name().to_owned()),
            grid: Grid::new(&first, &second),
            spacing: [first.spacing_secs(), second.spacing_secs()],
        })
    }

    /// Where an open-ended path begins: the best cell of the pinned one, or else of all.
    fn best_cell(&self, path: Option<&Path>) -> [usize; 2] {
        let cost = |[row, column]: &[usize; 2]| self.grid.at(*row, *column);
        let all =
            (0..self.grid.rows()).flat_map(|row| (0..self.grid.columns()).map(move |column| [row, column]));
        let best = match path {
            Some(path) => path.cells().iter().copied().min_by(|a, b| cost(a).total_cmp(&cost(b))),
            None => all.min_by(|a, b| cost(a).total_cmp(&cost(b))),
        };
        best.unwrap_or([0, 0])
    }

    /// The distance at which the scale of colours ends, in metres: a few far cells do not make all others alike.
    fn farthest(&self) -> f64 {
        let mut distances: Vec<f32> = self.grid.cells().iter().step_by(7).copied().collect();
        distances.sort_by(f32::total_cmp);
        let high = distances.get(distances.len() * 97 / 100).copied().unwrap_or(0.0);
        f64::from(high).sqrt().max(1e-3)
    }

    fn draw(&self, path: &Path, band: Band, curve: &[[f64; 2]], used: Option<[[f64; 2]; 2]>) -> Canvas {
        let shape = [self.grid.rows(), self.grid.columns()];
        let secs = [0, 1].map(|n| (shape[n] - 1) as f64 * self.spacing[n]);
        let shades = Shades::new(secs, shape, self.farthest());
        let axes = shades.axes;
        let width = (axes.right() + SCALE).max(NARROWEST);
        let mut canvas = Canvas::new(width, axes.bottom() + BELOW + 26.0);
        let mean = 100.0 * path.mean_metres(&self.grid);
        let about =
            format!("how far apart the bodies are in each pair of frames; {mean:.1} cm along the path");
        title(&mut canvas, &format!("Distance between {} and {}", self.names[0], self.names[1]), &about);
        let metres = |[row, column]: [usize; 2]| f64::from(self.grid.at(row, column)).sqrt();
        shades.cells(&mut canvas, metres, |cell| band.holds(cell, shape));
        if let Some(used) = used {
            outline(&mut canvas, &axes, used);
        }
        let cells: Vec<[f64; 2]> = path.cells().iter().map(|&cell| axes.at(self.secs(cell))).collect();
        canvas.polyline(&cells, 1.4, Color::WHITE, Dash::None);
        let curve: Vec<[f64; 2]> = curve.iter().map(|&[first, second]| axes.at([second, first])).collect();
        canvas.polyline(&curve, 2.6, Color::PATH, Dash::None);
        axes.draw_x(&mut canvas, &format!("time in {}, s", self.names[1]));
        axes.draw_y(&mut canvas, &format!("time in {}, s", self.names[0]));
        shades.scale(&mut canvas);
        legend(&mut canvas, &axes);
        canvas
    }

    /// Moments of a cell: of the second clip, then of the first.
    fn secs(&self, [row, column]: [usize; 2]) -> [f64; 2] {
        [column as f64 * self.spacing[1], row as f64 * self.spacing[0]]
    }
}

/// The stretch of both clips that a transition uses.
fn outline(canvas: &mut Canvas, axes: &Axes, [first, second]: [[f64; 2]; 2]) {
    let corners = [[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]].map(|[a, b]| axes.at([second[b], first[a]]));
    canvas.polyline(&corners, 1.5, Color::PATH, Dash::Strokes);
}

fn legend(canvas: &mut Canvas, axes: &Axes) {
    let y = axes.bottom() + BELOW + 10.0;
    let mut x = axes.corner[0];
    canvas.polyline(&[[x, y], [x + 22.0, y]], 2.6, Color::PATH, Dash::None);
    canvas.text([x + 28.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, "timewarp");
    x += 96.0;
    canvas.rect([x, y - 6.0], [22.0, 12.0], color_of(0.3));
    canvas.polyline(&[[x, y], [x + 22.0, y]], 1.4, Color::WHITE, Dash::None);
    canvas.text([x + 28.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, "best path");
    x += 96.0;
    canvas.rect([x, y - 6.0], [22.0, 12.0], rejected(color_of(0.3)));
    canvas.text([x + 28.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, "beyond the slope limit");
}
