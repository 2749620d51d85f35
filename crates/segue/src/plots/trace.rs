//! Motions that are shown next to each other.

use segue_motion::Clip;

use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;

/// A motion in a drawing of several.
#[derive(Clone, Debug)]
pub struct DrawnMotion<'a> {
    /// What the legend calls it.
    pub name: String,
    /// The motion.
    pub clip: &'a Clip,
    /// How it is drawn.
    pub part: Part,
}

/// What a motion is in a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// One of those that are blended, by number.
    Input(usize),
    /// One of those that it is compared with, by number.
    Plain(usize),
    /// What was made, before its feet were held.
    Raw,
    /// What was made.
    Made,
}

impl<'a> DrawnMotion<'a> {
    /// A motion with the name of its clip.
    pub fn new(clip: &'a Clip, part: Part) -> Self {
        Self { name: clip.name().to_owned(), clip, part }
    }

    /// A motion with a name of its own.
    pub fn named(name: impl Into<String>, clip: &'a Clip, part: Part) -> Self {
        Self { name: name.into(), clip, part }
    }

    pub(super) fn stroke(&self) -> (f64, Color, Dash) {
        match self.part {
            Part::Input(number) => (1.8, Color::of_line(number).mixed(Color::WHITE, 0.25), Dash::None),
            Part::Plain(0) => (2.2, Color::PLAIN, Dash::Strokes),
            Part::Plain(_) => (2.2, Color::PLAIN.mixed(Color::WHITE, 0.4), Dash::Dots),
            Part::Raw => (2.0, Color::GREY, Dash::Dots),
            Part::Made => (3.0, Color::MADE, Dash::None),
        }
    }
}

/// Names of motions with their strokes, in one line or more, from the left; says how far down it reaches.
pub(super) fn legend(canvas: &mut Canvas, [left, y]: [f64; 2], traces: &[DrawnMotion<'_>]) {
    for ([x, row], trace) in legend_places(canvas.width() - left, traces).into_iter().zip(traces) {
        let (width, color, dash) = trace.stroke();
        let [x, y] = [left + x, y + 18.0 * row];
        canvas.polyline(&[[x, y], [x + 24.0, y]], width, color, dash);
        canvas.text([x + 30.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, &trace.name);
    }
}

fn legend_places(room: f64, traces: &[DrawnMotion<'_>]) -> Vec<[f64; 2]> {
    // Letters of this font are about half as wide as high.
    wrapped(room, traces.iter().map(|trace| 46.0 + 6.4 * trace.name.chars().count() as f64))
}

/// Where things of some widths stand side by side, and in which line.
pub(super) fn wrapped(room: f64, widths: impl Iterator<Item = f64>) -> Vec<[f64; 2]> {
    let (mut x, mut row) = (0.0, 0.0);
    let place = |width: f64| {
        if x > 0.0 && x + width > room {
            (x, row) = (0.0, row + 1.0);
        }
        let place = [x, row];
        x += width;
        place
    };
    widths.map(place).collect()
}

/// Height of the legend in pixels.
pub(super) fn legend_height(room: f64, traces: &[DrawnMotion<'_>]) -> f64 {
    18.0 * legend_places(room, traces).last().map_or(0.0, |[_, row]| row + 1.0)
}
