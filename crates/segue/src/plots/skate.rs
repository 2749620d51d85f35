//! How fast planted points slide, over time.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, PointTable};

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::Canvas;
use super::paint::Color;
use super::trace::{Trace, legend, legend_height};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 150.0;

/// Speeds are taken over this time to either side, so that no frame rate flatters them.
const SPAN_SECS: f64 = 1.0 / 60.0;

/// Draws how fast the points of the feet slide while they are planted, in cm/s over seconds. `shaded_secs` is a stretch
/// to point out, as a transition.
pub fn skate_plot(traces: &[Trace<'_>], shaded_secs: Option<[f64; 2]>) -> Canvas {
    let slides: Vec<Vec<[f64; 2]>> = traces.iter().map(|trace| slide(trace.clip)).collect();
    let longest = traces.iter().map(|trace| trace.clip.duration_secs()).fold(0.1, f64::max);
    let axes = Axes {
        corner: [LEFT, ABOVE],
        size: [WIDTH, HEIGHT],
        x: Span { from: 0.0, to: longest },
        y: Span { from: 0.0, to: highest(&slides) },
    };
    let below = axes.bottom() + BELOW;
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, below + legend_height(WIDTH, traces) + 14.0);
    title(&mut canvas, "Skating feet", "how fast heels and toes slide while they are planted");
    if let Some([from, to]) = shaded_secs {
        let corner = [axes.x_at(from), axes.corner[1]];
        canvas.rect(corner, [axes.x_at(to) - corner[0], HEIGHT], Color::PATH.mixed(Color::WHITE, 0.88));
    }
    axes.rules(&mut canvas);
    for (trace, slide) in traces.iter().zip(&slides) {
        let (width, color, dash) = trace.stroke();
        for run in slide.split(|[_, speed]| speed.is_nan()) {
            let top = axes.y.to;
            let run: Vec<[f64; 2]> =
                run.iter().map(|&[secs, speed]| axes.at([secs, speed.min(top)])).collect();
            canvas.polyline(&run, width.min(2.2), color, dash);
        }
    }
    axes.draw_x(&mut canvas, "s");
    axes.draw_y(&mut canvas, "cm/s");
    legend(&mut canvas, [LEFT, below + 8.0], traces);
    canvas
}

/// The speed that nearly all frames stay below: a single jolt does not hide everything else.
fn highest(slides: &[Vec<[f64; 2]>]) -> f64 {
    let mut speeds: Vec<f64> =
        slides.iter().flatten().map(|[_, speed]| *speed).filter(|speed| speed.is_finite()).collect();
    speeds.sort_by(f64::total_cmp);
    let high = speeds.get(speeds.len().saturating_sub(1) * 98 / 100).copied().unwrap_or(0.0);
    (1.15 * high).max(5.0)
}

/// The mean horizontal speed of the planted points, in cm/s; not a number where nothing is planted.
fn slide(clip: &Clip) -> Vec<[f64; 2]> {
    let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
    let reach = (SPAN_SECS * clip.rate()).round().max(1.0) as usize;
    let mut sums = vec![(0.0, 0u32); clip.len()];
    for (kind, ranges) in clip.constraints().iter() {
        let Some(point) = anatomy.point(kind) else { continue };
        for range in ranges.iter().filter(|range| range.len() > 1) {
            for (n, sum) in sums[range.first..=range.last].iter_mut().enumerate() {
                let frame = range.first + n;
                let from = frame.saturating_sub(reach).max(range.first);
                let to = (frame + reach).min(range.last);
                let way = horizontal(table.at(to, point) - table.at(from, point));
                *sum = (sum.0 + 100.0 * way * clip.rate() / (to - from) as f64, sum.1 + 1);
            }
        }
    }
    let mean = |(frame, (sum, count)): (usize, (f64, u32))| {
        [frame as f64 / clip.rate(), if count > 0 { sum / f64::from(count) } else { f64::NAN }]
    };
    sums.into_iter().enumerate().map(mean).collect()
}

fn horizontal(way: Vec3) -> f64 {
    f64::from(way.x).hypot(f64::from(way.z))
}
