//! A pose that puts a point of the body somewhere.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, PointTable};

use super::axes::title;
use super::canvas::{Anchor, Canvas};
use super::figure::{Figure, Frame};
use super::paint::Color;
use super::view::View;

/// What a drawing of a pose shows.
#[derive(Clone, Debug)]
pub struct PosePlot<'a> {
    /// A clip whose first frame is the pose; it looks along z.
    pub clip: &'a Clip,
    /// What is put where.
    pub title: String,
    /// How well.
    pub about: String,
    /// Where the point should be.
    pub target: Vec3,
    /// Where it is.
    pub place: Vec3,
    /// Where it is in the captured poses.
    pub captured: Vec<Vec3>,
}

const ABOVE: f64 = 64.0;
const BELOW: f64 = 58.0;
const MARGIN: f64 = 24.0;
/// Pixels per metre: a standing body fills half a screen.
const SCALE: f64 = 190.0;
const CAPTURED: Color = Color(150, 180, 205);
/// More dots than this would only blacken the picture.
const MOST_DOTS: usize = 1500;

/// Draws a pose from the front and from the side, with the target, and where the point was captured.
pub fn pose_plot(plot: &PosePlot<'_>) -> Canvas {
    let table = PointTable::new(plot.clip);
    let body = table.row(0);
    let views = [("front", View::front(Vec3::Z)), ("side", View::side(Vec3::Z))];
    let all = || body.iter().chain(&plot.captured).chain([&plot.target]);
    let high = all().fold(1.0_f32, |high, point| high.max(point.y)) + 0.15;
    let low = all().fold(0.0_f32, |low, point| low.min(point.y));
    let floor = ABOVE + SCALE * f64::from(high);
    let sides = views.map(|(_, view)| {
        let across = || all().map(|point| view.across(*point));
        [across().fold(-0.4, f32::min) - 0.15, across().fold(0.4, f32::max) + 0.15]
    });
    let widths = sides.map(|[left, right]| SCALE * f64::from(right - left));
    let height = floor + SCALE * f64::from(-low) + BELOW;
    let mut canvas = Canvas::new((3.0 * MARGIN + widths[0] + widths[1]).max(560.0), height);
    title(&mut canvas, &plot.title, &plot.about);
    let lefts = [MARGIN, 2.0 * MARGIN + widths[0]];
    for (n, (name, view)) in views.into_iter().enumerate() {
        let placed = Frame { view, scale: SCALE, origin: [lefts[n], floor], center: sides[n][0], floor: 0.0 };
        canvas.line([lefts[n], floor], [lefts[n] + widths[n], floor], 1.0, Color::RULE);
        canvas.text([lefts[n], height - BELOW + 18.0], 13.0, Anchor::Start, Color::GREY, name);
        one_view(&mut canvas, plot, &placed, body);
    }
    legend(&mut canvas, height - 14.0);
    canvas
}

fn one_view(canvas: &mut Canvas, plot: &PosePlot<'_>, placed: &Frame, body: &[Vec3]) {
    let step = plot.captured.len().div_ceil(MOST_DOTS).max(1);
    for place in plot.captured.iter().step_by(step) {
        canvas.disc(placed.place(*place), 1.6, CAPTURED, CAPTURED);
    }
    let skeleton = plot.clip.skeleton();
    Figure::of(skeleton, &Anatomy::of(skeleton)).draw(canvas, placed, body);
    let (from, to) = (placed.place(plot.place), placed.place(plot.target));
    canvas.line(from, to, 1.5, Color::INK);
    cross(canvas, to);
    canvas.disc(from, 3.5, Color::WHITE, Color::INK);
}

fn cross(canvas: &mut Canvas, [x, y]: [f64; 2]) {
    const ARM: f64 = 9.0;
    canvas.line([x - ARM, y], [x + ARM, y], 2.0, Color::INK);
    canvas.line([x, y - ARM], [x, y + ARM], 2.0, Color::INK);
}

fn legend(canvas: &mut Canvas, y: f64) {
    let name = |canvas: &mut Canvas, x: f64, text: &str| {
        canvas.text([x + 14.0, y + 4.0], 12.0, Anchor::Start, Color::GREY, text);
    };
    cross(canvas, [MARGIN + 6.0, y]);
    name(canvas, MARGIN + 6.0, "asked for");
    canvas.disc([MARGIN + 106.0, y], 3.5, Color::WHITE, Color::INK);
    name(canvas, MARGIN + 106.0, "reached");
    canvas.disc([MARGIN + 196.0, y], 1.6, CAPTURED, CAPTURED);
    name(canvas, MARGIN + 196.0, "captured");
}
