//! The feet of one clip: how high each point is, and when it is planted.

use segue_motion::{Anatomy, Clip, PointTable};

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::figure::side_color;
use super::paint::Color;
use super::sheet::side;

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 74.0;
const GAP: f64 = 14.0;

/// Heights above this many cm are cut off: what matters is near the floor.
const HIGHEST_CM: f64 = 25.0;

/// Draws the height of each point of the feet over its floor, and shades it where the point is planted.
pub fn feet_plot(clip: &Clip) -> Canvas {
    let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
    let kinds: Vec<_> =
        clip.constraints().iter().filter_map(|(kind, _)| Some((kind, anatomy.point(kind)?))).collect();
    let fields = kinds.len().max(1) as f64;
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT + 70.0, ABOVE + fields * (HEIGHT + GAP) + BELOW);
    let about = "height of heels and toes over the floor in cm; shaded: planted";
    title(&mut canvas, &format!("Foot plants of {}", clip.name()), about);
    for (n, &(kind, point)) in kinds.iter().enumerate() {
        let axes = Axes {
            corner: [LEFT + 70.0, ABOVE + n as f64 * (HEIGHT + GAP)],
            size: [WIDTH, HEIGHT],
            x: Span { from: 0.0, to: clip.duration_secs().max(1e-3) },
            y: Span { from: 0.0, to: HIGHEST_CM },
        };
        let color = side_color(Some(side(kind)));
        axes.rules(&mut canvas);
        for range in clip.constraints().of(kind) {
            let [left, right] = [range.first, range.last].map(|frame| axes.x_at(frame as f64 / clip.rate()));
            canvas.rect(
                [left, axes.corner[1]],
                [(right - left).max(1.5), HEIGHT],
                color.mixed(Color::WHITE, 0.72),
            );
        }
        let floor = table.path(point).map(|place| place.y).fold(f32::INFINITY, f32::min);
        let height = |(frame, place): (usize, glam::Vec3)| {
            let cm = f64::from(100.0 * (place.y - floor)).min(HIGHEST_CM);
            axes.at([frame as f64 / clip.rate(), cm])
        };
        let line: Vec<[f64; 2]> = table.path(point).enumerate().map(height).collect();
        canvas.polyline(&line, 1.8, color, Dash::None);
        axes.draw_y(&mut canvas, "");
        let name = kind.name().replace('_', " ");
        canvas.text([16.0, axes.corner[1] + HEIGHT / 2.0 + 4.0], 13.0, Anchor::Start, Color::INK, &name);
        if n + 1 == kinds.len() {
            axes.draw_x(&mut canvas, "time, s");
        }
    }
    canvas
}
