//! Weights over time.

use segue_blend::WeightTrack;

use super::axes::{ABOVE, Axes, BELOW, LEFT, RIGHT, Span, title};
use super::canvas::{Anchor, Canvas, Dash};
use super::paint::Color;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 130.0;

/// Draws how much each clip counts over time.
///
/// # Panics
/// When there are not as many names as the track has clips.
pub fn weights_plot(track: &WeightTrack, names: &[&str]) -> Canvas {
    assert_eq!(names.len(), track.clips(), "every clip has a name");
    let steps = 240;
    let end = track.end_secs().max(1e-3);
    let at = |step: usize| {
        let mut weights = vec![0.0; track.clips()];
        let secs = end * step as f64 / f64::from(steps);
        track.at(secs, &mut weights);
        (secs, weights)
    };
    let rows: Vec<(f64, Vec<f64>)> = (0..=steps as usize).map(at).collect();
    let values = || rows.iter().flat_map(|(_, weights)| weights.iter().copied()).chain([0.0, 1.0]);
    let y = Span::of(values(), 1.0).padded(0.05);
    let axes = Axes { corner: [LEFT, ABOVE], size: [WIDTH, HEIGHT], x: Span { from: 0.0, to: end }, y };
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, axes.bottom() + BELOW + 26.0);
    title(&mut canvas, "Weights", "how much each clip counts");
    axes.rules(&mut canvas);
    for clip in 0..names.len() {
        let line: Vec<[f64; 2]> =
            rows.iter().map(|(secs, weights)| axes.at([*secs, weights[clip]])).collect();
        canvas.polyline(&line, 2.0, Color::of_line(clip), Dash::None);
    }
    axes.draw_x(&mut canvas, "s");
    axes.draw_y(&mut canvas, "weight");
    let mut x = LEFT;
    for (clip, name) in names.iter().enumerate() {
        let y = axes.bottom() + BELOW + 8.0;
        canvas.polyline(&[[x, y], [x + 16.0, y]], 2.0, Color::of_line(clip), Dash::None);
        canvas.text([x + 20.0, y + 4.0], 11.0, Anchor::Start, Color::GREY, name);
        x += 34.0 + 5.9 * name.chars().count() as f64;
    }
    canvas
}
