//! A motion in its scene from the side and from above.

use glam::{DVec2, DVec3};
use segue_motion::{Anatomy, ConstraintKind, JointId, PointTable, Side};
use segue_stance::Scene;

use super::path::MadePath;
use super::sketched::is_finger;
use crate::plots::{Anchor, Canvas, Color, Dash};

/// Width of the drawing and room at its edges, in pixels.
const WIDTH: f64 = 1100.0;
const MARGIN: f64 = 24.0;
const TITLE: f64 = 40.0;
/// Scenery farther below the lowest contact than this, in metres, is cut off.
const BELOW: f64 = 0.3;

/// Two axes of the world on paper.
struct Sheet {
    across: DVec3,
    up: DVec3,
    least: DVec2,
    most: DVec2,
    scale: f64,
}

impl Sheet {
    fn new(across: DVec3, up: DVec3, points: &[DVec3]) -> Self {
        let flat = |point: &DVec3| DVec2::new(point.dot(across), point.dot(up));
        let bounds = (DVec2::MAX, DVec2::MIN);
        let (least, most) = points.iter().map(flat).fold(bounds, |(a, b), at| (a.min(at), b.max(at)));
        let scale = (WIDTH - 2.0 * MARGIN) / (most.x - least.x).max(1.0);
        Self { across, up, least, most, scale }
    }

    fn height(&self) -> f64 {
        TITLE + 2.0 * MARGIN + (self.most.y - self.least.y) * self.scale
    }

    fn at(&self, point: DVec3) -> [f64; 2] {
        let at = DVec2::new(point.dot(self.across), point.dot(self.up));
        let at = at.clamp(self.least - 0.1, self.most + 0.1);
        [MARGIN + (at.x - self.least.x) * self.scale, TITLE + MARGIN + (self.most.y - at.y) * self.scale]
    }
}

/// A motion from the side and from above; the side is that on which its way is longest.
pub(super) fn elevations(scene: &Scene, made: &MadePath) -> Canvas {
    let table = PointTable::new(&made.clip);
    let frames = shown_frames(made);
    let points: Vec<DVec3> = frames
        .iter()
        .flat_map(|&frame| table.row(frame).iter().map(|point| point.as_dvec3()).collect::<Vec<_>>())
        .chain(made.plan.iter().flat_map(|plan| plan.contacts.iter().map(|contact| contact.place)))
        .collect();
    let (low, high) = points.iter().fold((DVec3::MAX, DVec3::MIN), |(a, b), p| (a.min(*p), b.max(*p)));
    let along = if high.x - low.x > high.z - low.z { DVec3::X } else { DVec3::Z };
    let down = if along == DVec3::X { DVec3::NEG_Z } else { DVec3::X };
    let views = [("from the side", DVec3::Y), ("from above", down)];
    let drawings = views.map(|(title, up)| {
        let sheet = Sheet::new(along, up, &points);
        let mut canvas = Canvas::new(WIDTH, sheet.height());
        let text = format!("{} {title}", made.clip.name());
        canvas.text([16.0, 24.0], 15.0, Anchor::Start, Color::INK, &text);
        scenery(&mut canvas, &sheet, scene, low.y - BELOW);
        for &frame in &frames {
            figure(&mut canvas, &sheet, made, (&table, frame));
        }
        way(&mut canvas, &sheet, made);
        canvas
    });
    Canvas::column(&drawings)
}

/// The middle of every plant of a toe.
fn shown_frames(made: &MadePath) -> Vec<usize> {
    let plants = made.clip.constraints();
    let kinds = [ConstraintKind::LeftToe, ConstraintKind::RightToe];
    let ranges = kinds.iter().flat_map(|&kind| plants.of(kind));
    let mut frames: Vec<usize> = ranges.map(|range| range.first.midpoint(range.last)).collect();
    frames.sort_unstable();
    frames.dedup();
    frames
}

fn scenery(canvas: &mut Canvas, sheet: &Sheet, scene: &Scene, lowest: f64) {
    let shade = Color::WHITE.mixed(Color::GREY, 0.2);
    let mut shape = |corners: &[DVec3]| {
        let drawn: Vec<[f64; 2]> = corners.iter().map(|&corner| sheet.at(corner)).collect();
        canvas.area(&drawn, shade, 0.8);
        let closed: Vec<[f64; 2]> = drawn.iter().chain(&drawn[..1]).copied().collect();
        canvas.polyline(&closed, 0.8, Color::GREY, Dash::None);
    };
    for block in &scene.blocks {
        let outline = block.outline().map(|corner| DVec3::new(corner.x, block.greatest[1], corner.y));
        if sheet.up == DVec3::Y {
            let along = |a: &DVec3, b: &DVec3| a.dot(sheet.across).total_cmp(&b.dot(sheet.across));
            let ends = [outline.iter().copied().min_by(along), outline.iter().copied().max_by(along)];
            let [Some(a), Some(b)] = ends else { continue };
            let low = block.least[1].max(lowest);
            shape(&[a, b, b.with_y(low), a.with_y(low)]);
        } else {
            shape(&outline);
        }
    }
    for plane in &scene.planes {
        shape(&plane.corners.iter().copied().map(DVec3::from).collect::<Vec<_>>());
    }
    if let (Some(height), true) = (scene.ground, sheet.up == DVec3::Y) {
        let line = [0.0, WIDTH].map(|x| [x, sheet.at(DVec3::Y * height)[1]]);
        canvas.polyline(&line, 0.8, Color::GREY, Dash::None);
    }
}

fn figure(canvas: &mut Canvas, sheet: &Sheet, made: &MadePath, (table, frame): (&PointTable, usize)) {
    let (skeleton, anatomy) = (made.clip.skeleton(), Anatomy::of(made.clip.skeleton()));
    let hips = Side::BOTH.map(|side| anatomy.leg(side).map(|leg| leg.hip));
    let color = |joint: JointId| {
        let under =
            |hip: Option<JointId>| hip.is_some_and(|hip| skeleton.ancestors(joint).any(|one| one == hip));
        if under(hips[0]) {
            Color::LEFT
        } else if under(hips[1]) {
            Color::RIGHT
        } else {
            Color::MIDDLE
        }
    };
    let points = table.row(frame);
    for joint in skeleton.ids().filter(|&joint| !is_finger(skeleton.name(joint))) {
        if let Some(parent) = skeleton.parent(joint) {
            let ends = [parent, joint].map(|joint| sheet.at(points[joint.index()].as_dvec3()));
            canvas.polyline(&ends, 1.6, color(joint), Dash::None);
        }
    }
}

/// The planned way of the centre of mass, and the planned contacts.
fn way(canvas: &mut Canvas, sheet: &Sheet, made: &MadePath) {
    let Some(plan) = &made.plan else { return };
    for arc in &plan.arcs {
        let points: Vec<[f64; 2]> = arc.points.iter().map(|&point| sheet.at(point)).collect();
        canvas.polyline(&points, 1.2, Color::PLAIN, Dash::None);
    }
    for contact in &plan.contacts {
        canvas.disc(sheet.at(contact.place), 4.0, Color::WHITE, Color::PLAIN);
    }
}
