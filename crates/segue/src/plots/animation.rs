//! Bodies that cross their floors, over and over.

use super::canvas::Canvas;
use super::figure::{Frame, side_color};
use super::moving::{Moving, Timeline};
use super::paint::Color;
use super::stage::{Rows, SKID_WIDTH, Slide, Stage};
use super::trace::DrawnMotion;

/// How an [`Animation`] is made.
#[derive(Clone, Debug, PartialEq)]
pub struct AnimationSettings {
    /// What the drawing shows.
    pub title: String,
    /// A line that explains it.
    pub about: String,
    /// Height of a standing body in pixels. At 170 a foot that slides by a hand's breadth is seen to slide.
    pub body_height: f64,
    /// Moments drawn for each second; viewers move straight from one to the next. At 15 a step is smooth, and a
    /// comparison of two walks takes about 110 kB.
    pub rate_hz: f64,
    /// How long the last pose is held before everything starts again, in seconds: time to read how far feet slid.
    pub hold_secs: f64,
}

impl Default for AnimationSettings {
    fn default() -> Self {
        let text = String::new;
        Self { title: text(), about: text(), body_height: 170.0, rate_hz: 15.0, hold_secs: 1.2 }
    }
}

/// A drawing that moves and repeats itself; a viewer that does not animate shows its last moment.
#[derive(Clone, Debug)]
pub struct Animation {
    paper: Canvas,
    shapes: Vec<Moving>,
    timeline: Timeline,
}

impl Animation {
    /// Motions below each other, each as a body that crosses its floor, seen from the side in one scale. A footprint
    /// appears where a toe is set down, and a red bar follows a toe that slides from there.
    pub fn new(traces: &[DrawnMotion<'_>], settings: &AnimationSettings) -> Self {
        let rows = Rows::new(traces, settings.body_height);
        let timeline = Timeline::new(rows.longest_secs(), settings.hold_secs, settings.rate_hz);
        let mut shapes = Vec::new();
        for (stage, frame) in rows.iter() {
            stage.slides.iter().for_each(|slide| shapes.extend(marks(stage, slide, &frame, &timeline)));
            shapes.extend(body(stage, &frame, &timeline));
        }
        Self { paper: rows.paper(&settings.title, &settings.about), shapes, timeline }
    }

    /// How long it takes until it starts again, in seconds.
    pub fn duration_secs(&self) -> f64 {
        self.timeline.duration_secs()
    }

    /// What it shows at a moment.
    pub fn at(&self, secs: f64) -> Canvas {
        let mut canvas = self.paper.clone();
        self.shapes.iter().for_each(|shape| shape.draw_at(&mut canvas, secs, &self.timeline));
        canvas
    }

    /// The drawing as an SVG document that moves by itself (SMIL).
    pub fn to_svg(&self) -> String {
        let mut canvas = self.paper.clone();
        self.shapes.iter().for_each(|shape| shape.animate(&mut canvas, &self.timeline));
        canvas.to_svg()
    }
}

/// The frame of a clip that is shown at each moment.
fn frames(stage: &Stage<'_>, timeline: &Timeline) -> Vec<usize> {
    let frame = |secs: f64| ((secs * stage.clip.rate()).round() as usize).min(stage.clip.last_frame());
    timeline.moments().map(frame).collect()
}

/// How pale the far side of a body is, so that its legs can be told from the near ones.
const PALEST: f64 = 0.5;

/// The parts of a body, the far ones first and paler.
fn body(stage: &Stage<'_>, frame: &Frame, timeline: &Timeline) -> Vec<Moving> {
    let frames = frames(stage, timeline);
    let mut parts: Vec<(f32, Moving)> = Vec::new();
    for &at in &frames {
        for (n, outline) in stage.figure.outlines(frame, stage.table.row(at)).enumerate() {
            if parts.len() == n {
                parts.push((0.0, Moving::line(2.0 * outline.radius, side_color(outline.side))));
            }
            parts[n].0 += outline.nearness / frames.len() as f32;
            parts[n].1.push(outline.points);
        }
    }
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let middle = parts.iter().map(|part| part.0).sum::<f32>() / parts.len().max(1) as f32;
    let paler = |(nearness, shape): (f32, Moving)| {
        let behind = (middle - nearness) / (0.03 * stage.figure.height());
        shape.paler(PALEST * f64::from(behind.clamp(0.0, 1.0)))
    };
    parts.into_iter().map(paler).collect()
}

/// Where a toe is set down, along which line it slides, and how far that was.
fn marks(stage: &Stage<'_>, slide: &Slide, frame: &Frame, timeline: &Timeline) -> Vec<Moving> {
    let secs = |at: usize| at as f64 / stage.clip.rate();
    let still = |draw: &dyn Fn(&mut Canvas), since_secs: f64| {
        let mut canvas = Canvas::new(0.0, 0.0);
        draw(&mut canvas);
        Moving::still(canvas, since_secs)
    };
    let mut marks = Vec::new();
    if slide.slides() {
        let mut skid = Moving::line(SKID_WIDTH, Color::SLIDES);
        for at in frames(stage, timeline) {
            skid.push(stage.skid(slide, at, frame).to_vec());
        }
        marks.push(skid.since(secs(slide.frames.first)));
        marks.push(still(&|canvas| stage.label(canvas, slide, frame), secs(slide.frames.last)));
    }
    marks.push(still(&|canvas| stage.print(canvas, slide, frame), secs(slide.frames.first)));
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plots::Part;
    use segue_actors::Sample;

    fn animation() -> Animation {
        let walk = Sample::find("walk").unwrap().clip();
        let traces = [DrawnMotion::new(&walk, Part::Made)];
        Animation::new(&traces, &AnimationSettings::default())
    }

    #[test]
    fn a_walk_repeats_itself_in_a_small_document() {
        let svg = animation().to_svg();
        assert!(svg.contains(r#"repeatCount="indefinite""#));
        assert!(svg.len() < 100_000, "{} bytes", svg.len());
        assert!(!svg.contains("NaN") && !svg.contains("inf "));
    }

    #[test]
    fn every_value_of_a_moving_line_has_the_same_steps() {
        let svg = animation().to_svg();
        let steps = |value: &str| value.chars().filter(char::is_ascii_alphabetic).collect::<String>();
        for values in svg.split("values=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let mut values = values.split(';').map(steps);
            let first = values.next().unwrap();
            assert!(values.all(|value| value == first));
        }
    }

    #[test]
    fn footprints_appear_when_feet_are_set_down() {
        let animation = animation();
        let prints = |secs: f64| animation.at(secs).to_svg().matches("<circle").count();
        assert!(prints(0.0) < prints(1.5) && prints(1.5) < prints(animation.duration_secs()));
    }

    #[test]
    fn without_motion_it_shows_its_last_moment() {
        let animation = animation();
        let [moving, last] = [animation.to_svg(), animation.at(animation.duration_secs()).to_svg()];
        let first_limb =
            |svg: &str| svg.split("<path d=\"").last().unwrap().split('"').next().unwrap().to_owned();
        assert_eq!(first_limb(&moving), first_limb(&last));
    }
}
