//! The contact sheet: a clip at a glance.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, PointTable, Side};

use super::canvas::{Anchor, Canvas};
use super::figure::{Figure, Frame, side_color};
use super::paint::Color;
use super::view::{self, View};

/// How a contact sheet is laid out.
#[derive(Clone, Debug, PartialEq)]
pub struct ContactSheet {
    /// At most this many frames are drawn. Twelve fill a screen and show a step of a walk in about six.
    pub columns: usize,
    /// Height of a standing body in pixels. At 150 hands and feet can still be made out.
    pub body_height: f64,
}

impl Default for ContactSheet {
    fn default() -> Self {
        Self { columns: 12, body_height: 150.0 }
    }
}

/// Draws every n-th frame of a clip from the front and from the side, in one scale and on one floor, planted points
/// marked; below, when each foot is planted.
pub fn contact_sheet(clip: &Clip, settings: &ContactSheet) -> Canvas {
    let scene = Scene::new(clip, settings);
    let mut canvas = Canvas::new(scene.layout.width(), scene.layout.height());
    scene.title(&mut canvas);
    for (row, (name, view)) in scene.views.into_iter().enumerate() {
        scene.row(&mut canvas, row, name, view);
    }
    scene.frame_numbers(&mut canvas);
    scene.plants(&mut canvas);
    canvas
}

const MARGIN: f64 = 24.0;
const TITLE: f64 = 52.0;
/// Room for the names of rows.
const NAMES: f64 = 64.0;
/// Between the floor of one row and the highest point of the next.
const GAP: f64 = 22.0;
const NUMBERS: f64 = 40.0;
const TRACK: f64 = 15.0;

/// Sizes on the paper, in pixels.
struct Layout {
    columns: usize,
    cell: f64,
    row: f64,
    /// Frames after the last shown one, in columns.
    tail: f64,
    tracks: usize,
}

impl Layout {
    fn width(&self) -> f64 {
        // The title needs some room even over a single figure.
        (2.0 * MARGIN + NAMES + (self.columns as f64 + self.tail) * self.cell).max(420.0)
    }

    fn height(&self) -> f64 {
        let tracks = if self.tracks == 0 { 0.0 } else { self.tracks as f64 * TRACK + GAP };
        MARGIN + TITLE + 2.0 * (self.row + GAP) + NUMBERS + tracks + MARGIN / 2.0
    }

    /// Where the figures of a row stand.
    fn floor(&self, row: usize) -> f64 {
        MARGIN + TITLE + (row + 1) as f64 * (self.row + GAP)
    }

    /// The middle of a column, counted in columns and fractions of one.
    fn column(&self, column: f64) -> f64 {
        MARGIN + NAMES + (column + 0.5) * self.cell
    }
}

struct Scene<'a> {
    clip: &'a Clip,
    anatomy: Anatomy,
    figure: Figure,
    table: PointTable,
    /// Numbers of the drawn points.
    body: Vec<usize>,
    views: [(&'static str, View); 2],
    step: usize,
    scale: f64,
    floor: f32,
    layout: Layout,
}

impl<'a> Scene<'a> {
    fn new(clip: &'a Clip, settings: &ContactSheet) -> Self {
        let anatomy = Anatomy::of(clip.skeleton());
        let figure = Figure::of(clip.skeleton(), &anatomy);
        let table = PointTable::new(clip);
        let facing = view::facing(clip, &anatomy, &table);
        let views = [("front", View::front(facing)), ("side", View::side(facing))];
        let step = clip.last_frame().div_ceil(settings.columns.max(2) - 1).max(1);
        let scale = settings.body_height / f64::from(figure.height());
        let tracks = clip.constraints().iter().count();
        let columns = clip.last_frame() / step + 1;
        // Half a frame more, to which the bars of plants reach.
        let after = (clip.last_frame() as f64 + 0.5) / step as f64 - (columns - 1) as f64;
        // Half a column is there anyway, from the middle of the last figure to its edge.
        let layout = Layout { columns, cell: 0.0, row: 0.0, tail: (after - 0.5).max(0.0), tracks };
        let body = figure.points();
        let mut scene = Self { clip, anatomy, figure, table, body, views, step, scale, floor: 0.0, layout };
        scene.floor = view::floor(&scene.table, &scene.body);
        scene.layout.cell = scene.widest() * scale + 10.0;
        scene.layout.row = scene.highest() * scale;
        scene
    }

    fn shown(&self) -> impl Iterator<Item = (usize, usize)> + use<> {
        let step = self.step;
        (0..self.layout.columns).map(move |column| (column, column * step))
    }

    /// How far the shown figures reach to each side of their middle, in metres: twice the farther one.
    fn widest(&self) -> f64 {
        let reach = |view: View, frame: usize| {
            let (low, high) = extent(self.body(frame).map(|point| view.across(point)));
            high - low
        };
        let widths = self.shown().flat_map(|(_, frame)| self.views.map(|(_, view)| reach(view, frame)));
        // Limbs have a thickness that the points do not show.
        f64::from(widths.fold(0.0, f32::max) + 0.08 * self.figure.height())
    }

    /// How far the shown figures reach above the floor, in metres.
    fn highest(&self) -> f64 {
        let tops = self.shown().map(|(_, frame)| extent(self.body(frame).map(|point| point.y)).1);
        f64::from(tops.fold(self.floor, f32::max) - self.floor + 0.06 * self.figure.height())
    }

    /// Where the drawn points of the body are in a frame.
    fn body(&self, frame: usize) -> impl Iterator<Item = Vec3> {
        self.body.iter().map(move |&point| self.table.row(frame)[point])
    }

    fn title(&self, canvas: &mut Canvas) {
        let clip = self.clip;
        canvas.text([MARGIN, MARGIN + 16.0], 20.0, Anchor::Start, Color::INK, clip.name());
        let shown =
            if self.step == 1 { "every frame".to_owned() } else { format!("one frame in {}", self.step) };
        let about = format!(
            "{} frames at {} fps, {:.2} s · {shown}",
            clip.len(),
            (clip.rate() * 100.0).round() / 100.0,
            clip.duration_secs()
        );
        canvas.text([MARGIN, MARGIN + 36.0], 13.0, Anchor::Start, Color::GREY, &about);
        legend(canvas);
    }

    fn row(&self, canvas: &mut Canvas, row: usize, name: &str, view: View) {
        let y = self.layout.floor(row);
        let (left, right) = (self.layout.column(-0.5), canvas.width() - MARGIN);
        canvas.line([left, y], [right, y], 1.0, Color::RULE);
        canvas.text([MARGIN, y - 4.0], 13.0, Anchor::Start, Color::GREY, name);
        for (column, frame) in self.shown() {
            let points = self.table.row(frame);
            let (low, high) = extent(self.body(frame).map(|point| view.across(point)));
            let origin = [self.layout.column(column as f64), y];
            let placed = Frame {
                view,
                scale: self.scale,
                origin,
                center: f32::midpoint(low, high),
                floor: self.floor,
            };
            self.figure.draw(canvas, &placed, points);
            self.mark_plants(canvas, &placed, frame);
        }
    }

    /// A dot on every planted point.
    fn mark_plants(&self, canvas: &mut Canvas, placed: &Frame, frame: usize) {
        for (kind, _) in
            self.clip.constraints().iter().filter(|(kind, _)| self.clip.constraints().holds(*kind, frame))
        {
            if let Some(point) = self.anatomy.point(kind) {
                let at = placed.place(self.table.at(frame, point));
                canvas.disc(at, 4.5, side_color(Some(side(kind))), Color::WHITE);
                canvas.disc(at, 1.5, Color::WHITE, Color::WHITE);
            }
        }
    }

    fn frame_numbers(&self, canvas: &mut Canvas) {
        let y = self.layout.floor(1);
        for (column, frame) in self.shown() {
            let x = self.layout.column(column as f64);
            canvas.text([x, y + 17.0], 13.0, Anchor::Middle, Color::INK, &frame.to_string());
            let time = format!("{:.2} s", frame as f64 / self.clip.rate());
            canvas.text([x, y + 32.0], 11.0, Anchor::Middle, Color::GREY, &time);
        }
    }

    /// One bar for every interval in which a point is planted, under the frames it belongs to.
    fn plants(&self, canvas: &mut Canvas) {
        let x = |frame: f64| self.layout.column(frame / self.step as f64);
        let mut y = self.layout.floor(1) + NUMBERS + GAP / 2.0;
        for (kind, intervals) in self.clip.constraints().iter() {
            let name = kind.name().replace('_', " ");
            canvas.text([MARGIN, y + 8.0], 11.0, Anchor::Start, Color::GREY, &name);
            canvas.line([x(0.0), y + 4.5], [x(self.clip.last_frame() as f64), y + 4.5], 1.0, Color::RULE);
            for interval in intervals {
                // Half a frame to each side, so that a plant of one frame shows.
                let (first, last) = (x(interval.first as f64 - 0.5), x(interval.last as f64 + 0.5));
                canvas.rect([first, y], [last - first, 9.0], side_color(Some(side(kind))));
            }
            y += TRACK;
        }
    }
}

/// Which colour is which side.
fn legend(canvas: &mut Canvas) {
    let right_edge = canvas.width() - MARGIN;
    for (name, side, indent) in [("left", Side::Left, 92.0), ("right", Side::Right, 42.0)] {
        let x = right_edge - indent;
        canvas.disc([x, MARGIN + 11.5], 5.0, side_color(Some(side)), Color::WHITE);
        canvas.text([x + 10.0, MARGIN + 16.0], 13.0, Anchor::Start, Color::GREY, name);
    }
}

/// The side of the body that a point belongs to.
pub(super) fn side(kind: ConstraintKind) -> Side {
    match kind {
        ConstraintKind::LeftHeel | ConstraintKind::LeftToe | ConstraintKind::LeftWrist => Side::Left,
        ConstraintKind::RightHeel | ConstraintKind::RightToe | ConstraintKind::RightWrist => Side::Right,
    }
}

fn extent(values: impl Iterator<Item = f32>) -> (f32, f32) {
    values.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Quat;
    use proptest::prelude::*;
    use segue_motion::{EndSite, Joint, JointId, Pose, Skeleton};

    use super::*;

    /// Any tree of joints, which need not be a body.
    fn clip(offsets: &[[f32; 3]], frames: usize) -> Clip {
        let joint = |(index, &offset): (usize, &[f32; 3])| Joint {
            name: format!("joint {index}"),
            parent: index.checked_sub(1).map(|last| JointId::new(last / 2)),
            offset: Vec3::from_array(offset),
            rest: Quat::IDENTITY,
        };
        let tip = EndSite { parent: JointId::new(offsets.len() - 1), offset: Vec3::Y };
        let joints = offsets.iter().enumerate().map(joint).collect();
        let skeleton = Arc::new(Skeleton::new(joints, vec![tip]).unwrap());
        let mut builder = Clip::builder("<any & all>", skeleton.clone(), 30.0, &[]);
        for _ in 0..frames {
            builder.push(&Pose::rest(&skeleton)).unwrap();
        }
        builder.finish().unwrap()
    }

    proptest! {
        #[test]
        fn any_clip_can_be_drawn(offsets in prop::collection::vec([-1.0..1.0f32, -1.0..1.0, -1.0..1.0], 1..12), frames in 1..40usize, columns in 0..9usize) {
            let sheet = contact_sheet(&clip(&offsets, frames), &ContactSheet { columns, body_height: 40.0 });
            prop_assert!(!sheet.to_svg().contains("NaN") && !sheet.to_svg().contains("inf"));
            prop_assert!(sheet.to_png(0.25).is_ok());
        }
    }
}
