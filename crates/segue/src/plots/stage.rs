//! Motions that cross a floor, seen from the side.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, FrameRange, PointId, PointTable, Side};

use super::axes::title;
use super::canvas::{Anchor, Canvas};
use super::figure::{Figure, Frame, side_color};
use super::paint::Color;
use super::sheet::side;
use super::trace::DrawnMotion;
use super::view::{self, View};

/// A motion with what its drawing needs.
pub(super) struct Stage<'a> {
    name: &'a str,
    pub(super) clip: &'a Clip,
    pub(super) figure: Figure,
    pub(super) table: PointTable,
    pub(super) slides: Vec<Slide>,
    view: View,
    floor: f32,
    /// Where the root begins, across the view.
    start: f32,
}

/// Motions below each other in one scale, each over a floor of its own.
pub(super) struct Rows<'a> {
    stages: Vec<Stage<'a>>,
    /// Pixels per metre.
    scale: f64,
    /// How far bodies get behind and before their start and above the floor, in pixels.
    reach: [f64; 3],
}

const MARGIN: f64 = 16.0;
/// Room for the title.
const TITLE: f64 = 56.0;
/// Room above the bodies of a row, for its name.
const NAME: f64 = 26.0;
/// Room below the floor of a row, for footprints.
const BELOW: f64 = 46.0;

impl<'a> Rows<'a> {
    pub(super) fn new(traces: &'a [DrawnMotion<'a>], body_height: f64) -> Self {
        let stages: Vec<Stage<'_>> = traces.iter().map(Stage::new).collect();
        let tallest = stages.iter().map(|stage| stage.figure.height()).fold(0.1, f32::max);
        let scale = body_height / f64::from(tallest);
        let farthest = |all: [f32; 3], [back, ahead, up]: [f32; 3]| {
            [all[0].min(back), all[1].max(ahead), all[2].max(up)]
        };
        let reach = stages.iter().map(Stage::reach).fold([0.0; 3], farthest);
        Self { stages, scale, reach: reach.map(|metres| scale * f64::from(metres)) }
    }

    /// The paper with a title, floors and names.
    pub(super) fn paper(&self, heading: &str, about: &str) -> Canvas {
        let [back, ahead, _] = self.reach;
        let height = TITLE + self.row() * self.stages.len() as f64 + 4.0;
        let mut canvas = Canvas::new(2.0 * MARGIN + ahead - back, height);
        title(&mut canvas, heading, about);
        for (stage, frame) in self.iter() {
            let place = [MARGIN, frame.origin[1] - self.reach[2] - NAME + 14.0];
            canvas.text(place, 14.0, Anchor::Start, Color::INK, stage.name);
            let right = canvas.width() - MARGIN;
            floor(&mut canvas, &frame, [MARGIN, right]);
        }
        canvas
    }

    /// The motions with where the world of each lies on the paper.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&Stage<'a>, Frame)> {
        let [back, _, up] = self.reach;
        let bottom = move |n: usize| TITLE + self.row() * n as f64 + NAME + up;
        let place = move |n| [MARGIN - back, bottom(n)];
        self.stages.iter().enumerate().map(move |(n, stage)| (stage, stage.frame(place(n), self.scale)))
    }

    /// The longest motion, in seconds.
    pub(super) fn longest_secs(&self) -> f64 {
        self.stages.iter().map(|stage| stage.clip.duration_secs()).fold(0.1, f64::max)
    }

    fn row(&self) -> f64 {
        NAME + self.reach[2] + BELOW
    }
}

/// A floor with a mark at every half metre.
fn floor(canvas: &mut Canvas, frame: &Frame, [left, right]: [f64; 2]) {
    let y = frame.origin[1];
    canvas.line([left, y], [right, y], 1.5, Color::GREY);
    let step = 0.5 * frame.scale;
    let first = ((left - frame.origin[0]) / step).ceil();
    let marks = (0..).map(|n| frame.origin[0] + (first + f64::from(n)) * step);
    for x in marks.take_while(|x| *x <= right) {
        canvas.line([x, y], [x, y + 4.0], 1.0, Color::RULE);
    }
}

/// A plant of a toe, and how far the toe gets from where it was set down.
pub(super) struct Slide {
    kind: ConstraintKind,
    pub(super) frames: FrameRange,
    point: PointId,
    metres: f32,
}

/// Toes that are planted higher than this are in the air, whatever a plain blend says of them; in metres.
const TOUCHES: f32 = 0.06;
/// Less than this is not seen to slide at the size of such drawings, in metres.
const SEEN: f32 = 0.05;

impl<'a> Stage<'a> {
    fn new(trace: &'a DrawnMotion<'a>) -> Self {
        let clip = trace.clip;
        let anatomy = Anatomy::of(clip.skeleton());
        let figure = Figure::of(clip.skeleton(), &anatomy);
        let table = PointTable::new(clip);
        let view = View::side(view::facing(clip, &anatomy, &table));
        let floor = view::floor(&table, &figure.points());
        let slides = slides(clip, &anatomy, &table);
        let start = view.across(clip.frame(0).root);
        Self { name: &trace.name, clip, figure, table, slides, view, floor, start }
    }

    /// How far the body gets behind and before its start and above the floor, in metres.
    fn reach(&self) -> [f32; 3] {
        let (body, thickness) = (self.figure.points(), 0.04 * self.figure.height());
        let points = || self.table.iter().flat_map(|points| body.iter().map(|&point| points[point]));
        let across = || points().map(|point| self.view.across(point) - self.start);
        [
            across().fold(0.0, f32::min) - thickness,
            across().fold(0.0, f32::max) + thickness,
            points().map(|point| point.y - self.floor).fold(self.figure.height(), f32::max) + thickness,
        ]
    }

    /// Where the world lies on the paper when the motion begins at `origin` on the floor.
    fn frame(&self, origin: [f64; 2], scale: f64) -> Frame {
        Frame { view: self.view, scale, origin, center: self.start, floor: self.floor }
    }

    /// The line along which a toe slides from where it was set down, up to a frame.
    pub(super) fn skid(&self, slide: &Slide, at: usize, frame: &Frame) -> [[f64; 2]; 2] {
        let at = at.clamp(slide.frames.first, slide.frames.last);
        [slide.frames.first, at].map(|at| self.below(slide, at, frame))
    }

    /// A footprint where a toe is set down.
    pub(super) fn print(&self, canvas: &mut Canvas, slide: &Slide, frame: &Frame) {
        let place = self.below(slide, slide.frames.first, frame);
        canvas.disc(place, PRINT, side_color(Some(side(slide.kind))), Color::WHITE);
    }

    /// How far a toe slid: on the line along which it did, or beside a short one, on the side where there is room.
    pub(super) fn label(&self, canvas: &mut Canvas, slide: &Slide, frame: &Frame) {
        let [[from, y], [to, _]] = self.skid(slide, slide.frames.last, frame);
        let y = y + 0.36 * LABEL;
        let text = format!("{:.0} cm", 100.0 * slide.metres);
        let (left, right) = (from.min(to) - 8.0, from.max(to) + 8.0);
        if right - left > FITS {
            canvas.text([f64::midpoint(from, to), y], LABEL, Anchor::Middle, Color::WHITE, &text);
        } else if self.has_room(slide, [right, right + FITS], frame) {
            canvas.text([right, y], LABEL, Anchor::Start, Color::SLIDES, &text);
        } else if self.has_room(slide, [left - FITS, left], frame) {
            canvas.text([left, y], LABEL, Anchor::End, Color::SLIDES, &text);
        }
    }

    /// Whether no other slide of this foot lies in that stretch of its lane.
    fn has_room(&self, slide: &Slide, [left, right]: [f64; 2], frame: &Frame) -> bool {
        let others =
            self.slides.iter().filter(|other| other.kind == slide.kind && other.frames != slide.frames);
        others
            .map(|other| self.skid(other, other.frames.last, frame))
            .all(|[[from, _], [to, _]]| from.min(to) > right || from.max(to) < left)
    }

    /// Below a toe, in the lane of its side under the floor.
    fn below(&self, slide: &Slide, at: usize, frame: &Frame) -> [f64; 2] {
        let lane = match side(slide.kind) {
            Side::Left => LANES[0],
            Side::Right => LANES[1],
        };
        [frame.place(self.table.at(at, slide.point))[0], frame.origin[1] + lane]
    }
}

/// How far below the floor the footprints of the left and of the right foot are drawn, in pixels.
const LANES: [f64; 2] = [12.0, 27.0];
/// Width of the trace of a sliding foot, in pixels.
pub(super) const SKID_WIDTH: f64 = 12.0;
/// Radius of a footprint, in pixels.
const PRINT: f64 = 4.5;
/// Height of the letters that say how far a foot slid, in pixels.
const LABEL: f64 = 11.0;
/// Length of a trace on which they have room, in pixels.
const FITS: f64 = 46.0;

impl Slide {
    /// Whether it is seen to slide.
    pub(super) fn slides(&self) -> bool {
        self.metres > SEEN
    }
}

fn slides(clip: &Clip, anatomy: &Anatomy, table: &PointTable) -> Vec<Slide> {
    let mut slides = Vec::new();
    for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
        let Some(point) = anatomy.point(kind) else { continue };
        let lowest = table.path(point).map(|place| place.y).fold(f32::INFINITY, f32::min);
        let touches = |frame: &usize| table.at(*frame, point).y < lowest + TOUCHES;
        for range in clip.constraints().of(kind) {
            let mut frames = (range.first..=range.last).filter(touches);
            let Some(first) = frames.next() else { continue };
            let last = frames.next_back().unwrap_or(first);
            let from = table.at(first, point);
            let away = |frame| horizontal(table.at(frame, point) - from);
            let metres = (first..=last).map(away).fold(0.0, f32::max);
            slides.push(Slide { kind, frames: FrameRange { first, last }, point, metres });
        }
    }
    slides
}

fn horizontal(way: Vec3) -> f32 {
    way.x.hypot(way.z)
}
