//! A field of distances between the frames of two clips, in shades from near to far.

use super::axes::{ABOVE, Axes, LEFT, Span};
use super::canvas::{Canvas, CellField, CellRun};
use super::paint::Color;

/// Pixels of the longer side of the field.
const SIDE: f64 = 400.0;
/// Cells of the longer side of the field: finer is not seen, and the drawing stays small.
const CELLS: usize = 110;
/// Shades of distance: bands that can still be told apart.
const SHADES: usize = 20;
/// Room for the scale of colours.
pub(super) const SCALE: f64 = 100.0;

/// The field of two clips: the frames of the first upwards, those of the second to the right.
pub(super) struct Shades {
    pub(super) axes: Axes,
    shape: [usize; 2],
    farthest: f64,
}

impl Shades {
    /// The durations of both clips in seconds, their numbers of frames, and the distance at which the scale of colours
    /// ends, in metres.
    pub(super) fn new(secs: [f64; 2], shape: [usize; 2], farthest: f64) -> Self {
        Self { axes: axes(secs), shape, farthest }
    }

    /// As [`Shades::new`], in a field of its own.
    pub(super) fn over(axes: Axes, shape: [usize; 2], farthest: f64) -> Self {
        Self { axes, shape, farthest }
    }

    /// The cells that are drawn are those whose row and column are multiples of these.
    pub(super) fn steps(&self) -> [usize; 2] {
        let step =
            |frames: usize, pixels: f64| frames.div_ceil((CELLS as f64 * pixels / SIDE).ceil() as usize);
        let [width, height] = self.axes.size;
        [step(self.shape[0], height), step(self.shape[1], width)]
    }

    /// One shape for every shade; cells that are not open are pale.
    pub(super) fn cells(
        &self,
        canvas: &mut Canvas,
        metres: impl Fn([usize; 2]) -> f64,
        is_open: impl Fn([usize; 2]) -> bool,
    ) {
        let [rows, columns] = self.shape;
        let steps = self.steps();
        let shade = |cell: [usize; 2]| {
            let shade = ((metres(cell) / self.farthest * SHADES as f64) as usize).min(SHADES - 1);
            if is_open(cell) { shade } else { SHADES + shade }
        };
        let drawn = [rows.div_ceil(steps[0]), columns.div_ceil(steps[1])];
        let mut runs: Vec<Vec<CellRun>> = vec![Vec::new(); 2 * SHADES];
        for row in 0..drawn[0] {
            // The first frame is at the bottom.
            let from_below = (drawn[0] - 1 - row) * steps[0];
            let shades = (0..drawn[1]).map(|column| shade([from_below, column * steps[1]]));
            for (column, shade) in shades.enumerate() {
                match runs[shade].last_mut() {
                    Some(run) if run.row == row && run.column + run.length == column => run.length += 1,
                    _ => runs[shade].push(CellRun { column, row, length: 1 }),
                }
            }
        }
        let [width, height] = self.axes.size;
        let cell = [width / drawn[1] as f64, height / drawn[0] as f64];
        let field = CellField { corner: self.axes.corner, cell };
        for (shade, runs) in runs.iter().enumerate().filter(|(_, runs)| !runs.is_empty()) {
            let color = color_of((shade % SHADES) as f64 / (SHADES - 1) as f64);
            canvas.cells(field, runs, if shade < SHADES { color } else { rejected(color) });
        }
    }

    /// What the colours mean.
    pub(super) fn scale(&self, canvas: &mut Canvas) {
        let axes = &self.axes;
        let (x, height) = (axes.right() + 22.0, axes.size[1] / SHADES as f64);
        for shade in 0..SHADES {
            let y = axes.bottom() - height * (shade + 1) as f64;
            canvas.rect([x, y], [14.0, height + 0.5], color_of(shade as f64 / (SHADES - 1) as f64));
        }
        let scale = Axes {
            corner: [x + 14.0, axes.corner[1]],
            size: [1.0, axes.size[1]],
            x: axes.x,
            y: Span { from: 0.0, to: 100.0 * self.farthest },
        };
        scale.draw_right(canvas);
        canvas.upward_text([x + 56.0, axes.corner[1] + axes.size[1] / 2.0], 13.0, Color::INK, "distance, cm");
    }
}

/// Both clips in one scale, the first upwards, so that a path of equal speeds rises by 45°.
fn axes(secs: [f64; 2]) -> Axes {
    let scale = SIDE / secs[0].max(secs[1]).max(1e-6);
    // A very short clip against a long one is widened to be seen at all.
    let size = [secs[1], secs[0]].map(|secs| (scale * secs).max(SIDE / 4.0));
    let [y, x] = secs.map(|secs| Span { from: 0.0, to: secs.max(1e-6) });
    Axes { corner: [LEFT, ABOVE], size, x, y }
}

/// From near to far.
pub(super) fn color_of(share: f64) -> Color {
    const STOPS: [Color; 5] = [
        Color(14, 34, 68),
        Color(31, 92, 138),
        Color(83, 156, 176),
        Color(168, 210, 200),
        Color(250, 243, 224),
    ];
    let place = share.clamp(0.0, 1.0) * (STOPS.len() - 1) as f64;
    let below = (place as usize).min(STOPS.len() - 2);
    STOPS[below].mixed(STOPS[below + 1], place - below as f64)
}

/// The same where no path leads.
pub(super) fn rejected(color: Color) -> Color {
    color.mixed(Color(226, 228, 232), 0.72)
}
