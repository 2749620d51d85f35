//! The registration curves themselves: how fast each clip plays, and how far it is turned.

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;
use crate::Cast;

const WIDTH: f64 = 250.0;
const HEIGHT: f64 = 140.0;
/// Points of a line: more is not seen.
const POINTS: usize = 160;

/// Draws how fast every clip plays along the timewarp (1 is as fast as common time), and how far its alignment turns
/// it onto the reference.
pub fn curves_plot(cast: &Cast) -> Canvas {
    let registration = cast.registration();
    let speed = Field {
        name: "Timewarp",
        about: "how fast each clip plays in common time",
        unit: "speed, s per s",
        least: 0.5,
    };
    let turn = Field {
        name: "Alignment",
        about: "how far it is turned onto the reference",
        unit: "turn, degrees",
        least: 10.0,
    };
    Canvas::column(&[
        speed.draw(cast, |clip, u| registration.timewarp().rate(clip, u)),
        turn.draw(cast, |clip, u| registration.alignment(clip).angle(u).to_degrees()),
        legend(cast),
    ])
}

/// One quantity over common time.
struct Field {
    name: &'static str,
    about: &'static str,
    unit: &'static str,
    /// Values that the axis spans at least, so that noise does not fill it.
    least: f64,
}

impl Field {
    fn draw(&self, cast: &Cast, value: impl Fn(usize, f64) -> f64) -> Canvas {
        let [start, end] = cast.registration().range();
        let at = |point: usize| start + (end - start) * point as f64 / POINTS as f64;
        let line = |clip: usize| -> Vec<[f64; 2]> {
            (0..=POINTS).map(|point| [at(point), value(clip, at(point))]).collect()
        };
        let lines: Vec<Vec<[f64; 2]>> = (0..cast.registration().clips()).map(line).collect();
        let y = Span::of(lines.iter().flatten().map(|point| point[1]), self.least).padded(0.08);
        let axes = Axes { corner: [LEFT, ABOVE], size: [WIDTH, HEIGHT], x: Span { from: start, to: end }, y };
        let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, ABOVE + HEIGHT + BELOW);
        title(&mut canvas, self.name, self.about);
        axes.rules(&mut canvas);
        for (clip, line) in lines.iter().enumerate() {
            let line: Vec<[f64; 2]> = line.iter().map(|&point| axes.at(point)).collect();
            canvas.polyline(&line, 2.0, Color::of_line(clip), Dash::None);
        }
        axes.draw_x(&mut canvas, "common time u, s");
        axes.draw_y(&mut canvas, self.unit);
        canvas
    }
}

fn legend(cast: &Cast) -> Canvas {
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, 18.0 * cast.clips().len() as f64 + 10.0);
    for (n, clip) in cast.clips().iter().enumerate() {
        let y = 10.0 + 18.0 * n as f64;
        canvas.polyline(&[[LEFT, y], [LEFT + 16.0, y]], 2.0, Color::of_line(n), Dash::None);
        canvas.text([LEFT + 22.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, clip.name());
    }
    canvas
}
