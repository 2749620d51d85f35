//! Root trajectories from above.

use glam::{DVec2, Vec3};
use segue_motion::{Anatomy, Clip, ConstraintKind, PointTable};

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::Canvas;
use super::figure::side_color;
use super::paint::Color;
use super::sheet::side;
use super::trace::{DrawnMotion, Part, legend, legend_height};

/// Width of the field in pixels.
const WIDTH: f64 = 560.0;
/// Height of the field in pixels, at least and at most.
const HEIGHTS: [f64; 2] = [120.0, 420.0];

/// Draws the root trajectories over the floor from above, with the footprints of what was made; the last motion
/// begins to the right.
pub fn path_plot(traces: &[DrawnMotion<'_>]) -> Canvas {
    let view = View::of(traces);
    let paths: Vec<Vec<[f64; 2]>> = traces.iter().map(|trace| view.path(trace.clip)).collect();
    let prints: Vec<_> = traces
        .iter()
        .filter(|trace| trace.part == Part::Made)
        .flat_map(|trace| view.footprints(trace.clip))
        .collect();
    let points = || paths.iter().flatten().chain(prints.iter().map(|(place, _)| place));
    let axes = axes(points().map(|point| point[0]), points().map(|point| point[1]));
    let below = axes.bottom() + BELOW;
    let height = legend_height(WIDTH, traces);
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, below + height + 14.0);
    title(&mut canvas, "Root trajectory from above", "where the root goes over the floor; dots: footprints");
    axes.rules(&mut canvas);
    for (place, color) in &prints {
        canvas.disc(axes.at(*place), 4.0, color.mixed(Color::WHITE, 0.35), Color::WHITE);
    }
    for (trace, path) in traces.iter().zip(&paths) {
        let (width, color, dash) = trace.stroke();
        let path: Vec<[f64; 2]> = path.iter().map(|&point| axes.at(point)).collect();
        canvas.polyline(&path, width, color, dash);
        arrow(&mut canvas, &path, width, color);
    }
    axes.draw_x(&mut canvas, "distance ahead, m");
    axes.draw_y(&mut canvas, "to the left, m");
    legend(&mut canvas, [LEFT, below + 8.0], traces);
    canvas
}

/// One scale for both axes.
fn axes(x: impl Iterator<Item = f64>, y: impl Iterator<Item = f64>) -> Axes {
    let (mut x, mut y) = (Span::of(x, 0.5).padded(0.04), Span::of(y, 0.3).padded(0.08));
    let wanted = WIDTH / x.length() * y.length();
    let height = wanted.clamp(HEIGHTS[0], HEIGHTS[1]);
    // Where the picture would be too flat or too high, the other axis shows more.
    if wanted < height {
        y = y.padded((height / wanted - 1.0) / 2.0);
    } else {
        x = x.padded((wanted / height - 1.0) / 2.0);
    }
    Axes { corner: [LEFT, ABOVE], size: [WIDTH, height], x, y }
}

/// The head of an arrow where a path ends.
fn arrow(canvas: &mut Canvas, path: &[[f64; 2]], width: f64, color: Color) {
    let Some(&end) = path.last() else { return };
    let end = DVec2::from(end);
    let way = path.iter().rev().map(|&point| end - DVec2::from(point)).find(|way| way.length() > 6.0);
    let Some(way) = way.and_then(DVec2::try_normalize) else { return };
    let size = 4.0 + 1.6 * width;
    let corners = [
        end + way * size,
        end - way * 2.0 + way.perp() * size * 0.6,
        end - way * 2.0 - way.perp() * size * 0.6,
    ];
    canvas.area(&corners.map(|corner| corner.to_array()), color, 1.0);
}

/// Looks down on the floor.
struct View {
    /// The direction on the floor that points to the right in the picture; z is the second number.
    right: DVec2,
    /// Where the last motion begins, from which is measured.
    origin: DVec2,
}

impl View {
    fn of(traces: &[DrawnMotion<'_>]) -> Self {
        let roots: Vec<DVec2> = traces
            .last()
            .map(|trace| trace.clip.frames().map(|pose| floor(pose.root)).collect())
            .unwrap_or_default();
        let (Some(&first), Some(&last)) = (roots.first(), roots.last()) else {
            return Self { right: DVec2::Y, origin: DVec2::ZERO };
        };
        // Where it ends, or, if it comes back, where it is farthest.
        let farthest = roots.iter().copied().max_by(|a, b| a.distance(first).total_cmp(&b.distance(first)));
        let goal = farthest.filter(|far| far.distance(first) > 2.0 * last.distance(first)).unwrap_or(last);
        Self { right: (goal - first).try_normalize().unwrap_or(DVec2::Y), origin: first }
    }

    /// Right and up in the picture, in metres. Seen from above with z upwards, x points to the left.
    fn place(&self, point: DVec2) -> [f64; 2] {
        let way = point - self.origin;
        [way.dot(self.right), way.perp_dot(self.right)]
    }

    fn path(&self, clip: &Clip) -> Vec<[f64; 2]> {
        // Thirty points a second are a smooth line.
        let step = (clip.rate() / 30.0).round().max(1.0) as usize;
        let mut frames: Vec<usize> = (0..clip.len()).step_by(step).collect();
        if frames.last() != Some(&clip.last_frame()) {
            frames.push(clip.last_frame());
        }
        frames.into_iter().map(|frame| self.place(floor(clip.frame(frame).root))).collect()
    }

    /// Where toes are planted, in the middle of each plant.
    fn footprints(&self, clip: &Clip) -> Vec<([f64; 2], Color)> {
        let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
        let mut prints = Vec::new();
        for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
            let Some(point) = anatomy.point(kind) else { continue };
            for range in clip.constraints().of(kind) {
                let place = table.at(usize::midpoint(range.first, range.last), point);
                prints.push((self.place(floor(place)), side_color(Some(side(kind)))));
            }
        }
        prints
    }
}

fn floor(point: Vec3) -> DVec2 {
    DVec2::new(point.x.into(), point.z.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn a_turn_to_the_left_goes_up_in_the_picture() {
        let clip = Sample::find("walk-left").unwrap().clip();
        let view = View { right: DVec2::Y, origin: DVec2::ZERO };
        let path = view.path(&clip);
        let [x, y] = path[path.len() - 1];
        assert!(x > 0.5 && y > 0.5, "facing +Z and turning left ends at {x}, {y}");
    }

    #[test]
    fn both_axes_have_one_scale() {
        for (x, y) in [([0.0, 9.0], [0.0, 0.1]), ([0.0, 0.1], [0.0, 9.0]), ([0.0, 3.0], [-1.0, 1.0])] {
            let axes = axes(x.into_iter(), y.into_iter());
            let [wide, high] = [axes.size[0] / axes.x.length(), axes.size[1] / axes.y.length()];
            assert!((wide / high - 1.0).abs() < 1e-6, "{wide} {high}");
        }
    }
}
