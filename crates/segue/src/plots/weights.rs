//! Weights over time.

use segue_blend::WeightTrack;
use segue_motion::ClipId;

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::chart::{Chart, ChartLine};
use super::paint::Color;

/// Moments at which weights are drawn: more is not seen.
const MOMENTS: usize = 240;
/// Lines that can still be told apart in one field; more clips have a field each.
const IN_ONE_FIELD: usize = 4;
/// Fields side by side.
const COLUMNS: usize = 3;
const WIDTH: f64 = 160.0;
const HEIGHT: f64 = 124.0;
/// Between fields, with room for the name above each.
const GAP: [f64; 2] = [22.0, 36.0];

/// Draws how much each clip counts over time: in one field, or in a field for each when there are many.
///
/// # Panics
/// When there are not as many names as the track has clips.
pub fn weights_plot(track: &WeightTrack, names: &[&str]) -> Canvas {
    assert_eq!(names.len(), track.clips(), "every clip has a name");
    let line = |(n, name): (usize, &&str)| ChartLine {
        name: (*name).to_owned(),
        color: Color::of_line(n),
        points: weights(track, ClipId::new(n)),
    };
    let lines: Vec<ChartLine> = names.iter().enumerate().map(line).collect();
    if lines.len() > IN_ONE_FIELD {
        return fields(&lines, track.end_secs());
    }
    let chart = Chart {
        title: TITLE.to_owned(),
        about: ABOUT.to_owned(),
        x_name: "time, s".to_owned(),
        y_name: "weight".to_owned(),
        lines,
    };
    chart.draw()
}

const TITLE: &str = "Weight of each clip over time";
const ABOUT: &str = "how much each clip counts in the blend";

/// The weight of a clip at moments from the first to the last.
fn weights(track: &WeightTrack, clip: ClipId) -> Vec<[f64; 2]> {
    let mut weights = vec![0.0; track.clips()];
    let mut at = |moment: usize| {
        let secs = track.end_secs() * moment as f64 / MOMENTS as f64;
        track.at(secs, &mut weights);
        [secs, weights[clip.index()]]
    };
    (0..=MOMENTS).map(&mut at).collect()
}

/// One small field for each line, all with the same axes.
fn fields(lines: &[ChartLine], end_secs: f64) -> Canvas {
    let rows = lines.len().div_ceil(COLUMNS);
    let above = ABOVE + 14.0;
    let width = LEFT + COLUMNS as f64 * (WIDTH + GAP[0]) - GAP[0] + RIGHT;
    let height = above + rows as f64 * (HEIGHT + GAP[1]) - GAP[1] + BELOW + 8.0;
    let mut canvas = Canvas::new(width, height);
    title(&mut canvas, TITLE, ABOUT);
    let all = lines.iter().flat_map(|line| &line.points).map(|point| point[1]);
    let y = Span::of(all.chain([0.0, 1.0]), 1.0).padded(0.08);
    for (n, line) in lines.iter().enumerate() {
        let [column, row] = [n % COLUMNS, n / COLUMNS];
        let corner = [LEFT + column as f64 * (WIDTH + GAP[0]), above + row as f64 * (HEIGHT + GAP[1])];
        let axes = Axes { corner, size: [WIDTH, HEIGHT], x: Span { from: 0.0, to: end_secs.max(1e-3) }, y };
        field(&mut canvas, &axes, line);
        if column == 0 {
            axes.draw_y(&mut canvas, "weight");
        }
        if n + COLUMNS >= lines.len() {
            axes.draw_x(&mut canvas, "time, s");
        }
    }
    canvas
}

fn field(canvas: &mut Canvas, axes: &Axes, line: &ChartLine) {
    axes.rules(canvas);
    let points: Vec<[f64; 2]> = line.points.iter().map(|&point| axes.at(point)).collect();
    let zero = axes.y_at(0.0);
    let mut area = points.clone();
    area.extend([[axes.right(), zero], [axes.corner[0], zero]]);
    canvas.area(&area, line.color, 0.25);
    canvas.polyline(&points, 2.0, line.color, Dash::None);
    canvas.text([axes.corner[0], axes.corner[1] - 6.0], 12.5, Anchor::Start, Color::INK, &line.name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_clips_have_a_field_each() {
        let track =
            |clips: usize| WeightTrack::new(vec![(0.0, vec![1.0; clips]), (1.0, vec![1.0; clips])]).unwrap();
        let names = ["a", "b", "c", "d", "e"];
        let axes_named = |clips: usize| {
            let svg = weights_plot(&track(clips), &names[..clips]).to_svg();
            svg.matches(">time, s<").count()
        };
        assert_eq!(axes_named(4), 1);
        assert_eq!(axes_named(5), 3, "those at the bottom of each column");
    }
}
