//! Bodies of motions where they were, at several moments.

use super::canvas::{Canvas, Dash};
use super::paint::Color;
use super::stage::{Rows, SKID_WIDTH, Stage};
use super::trace::DrawnMotion;

/// How motions are laid out over their floors.
#[derive(Clone, Debug, PartialEq)]
pub struct Strobe {
    /// What the drawing shows.
    pub title: String,
    /// A line that explains it.
    pub about: String,
    /// Height of a standing body in pixels. At 110 feet can be made out and four motions fit on a page.
    pub body_height: f64,
    /// Distance of neighbouring bodies as a share of their height. At 0.45 the legs of a walk hardly touch.
    pub apart: f64,
}

impl Default for Strobe {
    fn default() -> Self {
        Self { title: String::new(), about: String::new(), body_height: 110.0, apart: 0.45 }
    }
}

/// Draws motions below each other, each as bodies along its floor, seen from the side in one scale, with a footprint
/// where a toe is set down and a red bar as far as it slides from there.
pub fn strobe_plot(traces: &[DrawnMotion<'_>], settings: &Strobe) -> Canvas {
    let rows = Rows::new(traces, settings.body_height);
    let mut canvas = rows.paper(&settings.title, &settings.about);
    for (stage, frame) in rows.iter() {
        for slide in &stage.slides {
            if slide.slides() {
                let skid = stage.skid(slide, slide.frames.last, &frame);
                canvas.polyline(&skid, SKID_WIDTH, Color::SLIDES, Dash::None);
                stage.label(&mut canvas, slide, &frame);
            }
            stage.print(&mut canvas, slide, &frame);
        }
        for at in moments(stage, settings.apart) {
            stage.figure.draw(&mut canvas, &frame, stage.table.row(at));
        }
    }
    canvas
}

/// Frames at equal times, the first and the last among them, as many as fit along the floor.
fn moments(stage: &Stage<'_>, apart: f64) -> Vec<usize> {
    let clip = stage.clip;
    let way = clip.frame(clip.last_frame()).root.distance(clip.frame(0).root);
    let bodies = (f64::from(way / stage.figure.height()) / apart).floor().max(1.0) as usize;
    (0..=bodies).map(|n| clip.last_frame() * n / bodies).collect()
}
