//! How fast planted points slide, over time.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, PointTable};

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas};
use super::paint::Color;
use super::trace::{DrawnMotion, legend, legend_height};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 150.0;
/// Room for the numbers above the field.
const NUMBERS: f64 = 12.0;

/// Speeds are taken over this time to either side, so that no frame rate flatters them.
const SPAN_SECS: f64 = 1.0 / 60.0;

/// Draws how fast the points of the feet slide while they are planted, in cm/s over seconds. `shaded_secs` is a stretch
/// to point out, as a transition.
pub fn skate_plot(traces: &[DrawnMotion<'_>], shaded_secs: Option<[f64; 2]>) -> Canvas {
    wide_skate_plot(traces, shaded_secs, LEFT + WIDTH + RIGHT)
}

/// As [`skate_plot`], in a drawing of this width in pixels.
pub fn wide_skate_plot(traces: &[DrawnMotion<'_>], shaded_secs: Option<[f64; 2]>, width: f64) -> Canvas {
    let slides: Vec<Vec<[f64; 2]>> = traces.iter().map(|trace| slide(trace.clip)).collect();
    let longest = traces.iter().map(|trace| trace.clip.duration_secs()).fold(0.1, f64::max);
    let axes = Axes {
        corner: [LEFT, ABOVE + NUMBERS],
        size: [(width - LEFT - RIGHT).max(WIDTH), HEIGHT],
        x: Span { from: 0.0, to: longest },
        y: Span { from: 0.0, to: highest(&slides) },
    };
    let below = axes.bottom() + BELOW;
    let height = below + legend_height(axes.size[0], traces) + 14.0;
    let is_cut = slides.iter().any(|slide| !peaks(slide, axes.y.to).is_empty());
    let about = if is_cut {
        "mean over planted heels and toes; arrows: peaks off the scale"
    } else {
        "mean over planted heels and toes"
    };
    let mut canvas = Canvas::new(axes.right() + RIGHT, height);
    title(&mut canvas, "How fast planted feet slide", about);
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
        arrows(&mut canvas, &axes, &peaks(slide, axes.y.to), color);
    }
    axes.draw_x(&mut canvas, "time, s");
    axes.draw_y(&mut canvas, "sliding speed, cm/s");
    legend(&mut canvas, [LEFT, below + 8.0], traces);
    canvas
}

/// The highest point of every stretch that is above a speed.
fn peaks(slide: &[[f64; 2]], top: f64) -> Vec<[f64; 2]> {
    let above = |point: &[f64; 2]| point[1] > top;
    let highest = |run: &[[f64; 2]]| run.iter().copied().max_by(|a, b| a[1].total_cmp(&b[1]));
    slide.split(|point| !above(point)).filter_map(highest).collect()
}

/// Room that the number at an arrow takes, in pixels: those of lower peaks within it are left out.
const NUMBER: f64 = 26.0;

/// An arrow and a number for every peak that is cut off.
fn arrows(canvas: &mut Canvas, axes: &Axes, peaks: &[[f64; 2]], color: Color) {
    let top = axes.corner[1];
    let mut highest_first = peaks.to_vec();
    highest_first.sort_by(|a, b| b[1].total_cmp(&a[1]));
    let mut numbered: Vec<f64> = Vec::new();
    for [secs, speed] in highest_first {
        let x = axes.x_at(secs);
        canvas.area(&[[x - 3.5, top + 1.0], [x, top - 6.0], [x + 3.5, top + 1.0]], color, 1.0);
        if numbered.iter().all(|other| (other - x).abs() > NUMBER) {
            canvas.text([x, top - 8.0], 10.5, Anchor::Middle, color, &format!("{speed:.0}"));
            numbered.push(x);
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_stretch_above_the_top_has_one_peak() {
        let speeds = [1.0, 9.0, 12.0, 8.0, 2.0, f64::NAN, 7.0];
        let slide: Vec<[f64; 2]> =
            (0..).map(f64::from).zip(speeds).map(|(secs, speed)| [secs, speed]).collect();
        assert_eq!(peaks(&slide, 5.0), [[2.0, 12.0], [6.0, 7.0]]);
        assert!(peaks(&slide, 12.0).is_empty());
    }

    #[test]
    fn a_peak_off_the_scale_is_written_down() {
        let mut canvas = Canvas::new(100.0, 100.0);
        let axes = Axes {
            corner: [10.0, 20.0],
            size: [80.0, 60.0],
            x: Span { from: 0.0, to: 1.0 },
            y: Span { from: 0.0, to: 5.0 },
        };
        arrows(&mut canvas, &axes, &[[0.5, 71.4]], Color::PLAIN);
        assert!(canvas.to_svg().contains(">71<"));
    }
}
