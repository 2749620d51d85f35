//! Weights over time.

use segue_blend::WeightTrack;

use super::canvas::Canvas;
use super::chart::{Chart, ChartLine};
use super::paint::Color;

/// Moments at which weights are drawn: more is not seen.
const MOMENTS: usize = 240;

/// Draws how much each clip counts over time.
///
/// # Panics
/// When there are not as many names as the track has clips.
pub fn weights_plot(track: &WeightTrack, names: &[&str]) -> Canvas {
    assert_eq!(names.len(), track.clips(), "every clip has a name");
    let line = |(clip, name): (usize, &&str)| {
        let mut weights = vec![0.0; track.clips()];
        let mut at = |moment: usize| {
            let secs = track.end_secs() * moment as f64 / MOMENTS as f64;
            track.at(secs, &mut weights);
            [secs, weights[clip]]
        };
        let points = (0..=MOMENTS).map(&mut at).collect();
        ChartLine { name: (*name).to_owned(), color: Color::of_line(clip), points }
    };
    let chart = Chart {
        title: "Weights".to_owned(),
        about: "how much each clip counts".to_owned(),
        x_name: "s".to_owned(),
        y_name: "weight".to_owned(),
        lines: names.iter().enumerate().map(line).collect(),
    };
    chart.draw()
}
