//! A sketch with what came of it, in the view in which it was drawn.

use glam::{DVec2, DVec3};
use segue_motion::{Anatomy, ConstraintKind, PointTable, Side};
use segue_stance::{Camera, Drawing, Scene, Sketch};

use super::path::MadePath;
use crate::plots::{Anchor, Canvas, Color, Dash};

/// Width of the drawing, in pixels.
const WIDTH: f64 = 1100.0;
/// Room for the title and what the lines mean.
const TITLE: f64 = 64.0;
/// Bodies are drawn at every so many seconds.
const BODY_EVERY: f64 = 0.25;

/// The part of a camera's picture that is drawn, at some scale.
struct Paper<'a> {
    camera: &'a Camera,
    least: DVec2,
    scale: f64,
    height: f64,
}

/// Pixels of the camera around what is drawn.
const AROUND: f64 = 40.0;

impl<'a> Paper<'a> {
    /// As much of the picture as strokes, blocks and figures take.
    fn around(camera: &'a Camera, scene: &Scene, drawn: &[(&Drawing, &MadePath)]) -> Self {
        let size = DVec2::from(camera.size());
        let strokes = drawn.iter().flat_map(|(drawing, _)| drawing.path.iter().chain(&drawing.shadow));
        let corners = scene.blocks.iter().flat_map(|block| {
            let heights = [block.least[1], block.greatest[1]];
            let outline = block.outline();
            heights.map(|y| outline.map(|corner| DVec3::new(corner.x, y, corner.y))).concat()
        });
        let bodies = drawn.iter().flat_map(|(_, made)| {
            let table = PointTable::new(&made.clip);
            (0..made.clip.len())
                .step_by(5)
                .flat_map(|frame| table.row(frame).iter().map(|point| point.as_dvec3()).collect::<Vec<_>>())
                .collect::<Vec<_>>()
        });
        let seen = corners.chain(bodies).filter_map(|point| camera.project(point));
        let all = strokes.map(|&pixel| DVec2::from(pixel)).chain(seen);
        let (least, most) = all.fold((size, DVec2::ZERO), |(a, b), pixel| (a.min(pixel), b.max(pixel)));
        let (least, most) = ((least - AROUND).max(DVec2::ZERO), (most + AROUND).min(size));
        let scale = WIDTH / (most.x - least.x).max(1.0);
        Self { camera, least, scale, height: (most.y - least.y).max(1.0) * scale }
    }

    fn at(&self, point: DVec3) -> Option<[f64; 2]> {
        self.camera.project(point).map(|pixel| self.pixel(pixel.to_array()))
    }

    fn pixel(&self, pixel: [f64; 2]) -> [f64; 2] {
        let [x, y] = ((DVec2::from(pixel) - self.least) * self.scale).to_array();
        [x, TITLE + y]
    }

    fn line(&self, canvas: &mut Canvas, points: &[DVec3], width: f64, color: Color) {
        let seen: Vec<[f64; 2]> = points.iter().filter_map(|&point| self.at(point)).collect();
        if seen.len() > 1 {
            canvas.polyline(&seen, width, color, Dash::None);
        }
    }
}

/// Scene, strokes, arcs, contacts and feet of a sketch; a drawing for each view.
pub(super) fn sketch_plot(sketch: &Sketch, paths: &[MadePath]) -> Canvas {
    let mut views: Vec<Option<&String>> = Vec::new();
    for drawing in &sketch.paths {
        if !views.contains(&drawing.view.as_ref()) {
            views.push(drawing.view.as_ref());
        }
    }
    let drawings: Vec<Canvas> = views.into_iter().filter_map(|view| view_plot(sketch, paths, view)).collect();
    Canvas::column(&drawings)
}

fn view_plot(sketch: &Sketch, paths: &[MadePath], view: Option<&String>) -> Option<Canvas> {
    let of_view = || sketch.paths.iter().zip(paths).filter(move |(drawing, _)| drawing.view.as_ref() == view);
    let camera = sketch.camera_of(of_view().next()?.0).ok()?;
    let drawn: Vec<(&Drawing, &MadePath)> = of_view().collect();
    let paper = Paper::around(camera, &sketch.scene, &drawn);
    let mut canvas = Canvas::new(WIDTH, TITLE + paper.height);
    canvas.text([16.0, 24.0], 17.0, Anchor::Start, Color::INK, "The sketch and the motion that was found");
    let key = "grey: drawn path and shadow; purple: planned arcs, discs: planned contacts; blue and orange: where left and right feet are planted";
    canvas.text([16.0, 46.0], 12.0, Anchor::Start, Color::GREY, key);
    scenery(&mut canvas, &paper, &sketch.scene, paths);
    for (drawing, made) in drawn {
        strokes(&mut canvas, &paper, drawing);
        bodies(&mut canvas, &paper, made);
        planned(&mut canvas, &paper, made);
        feet(&mut canvas, &paper, made);
    }
    Some(canvas)
}

fn strokes(canvas: &mut Canvas, paper: &Paper<'_>, drawing: &Drawing) {
    for stroke in [&drawing.path, &drawing.shadow] {
        let points: Vec<[f64; 2]> = stroke.iter().map(|&pixel| paper.pixel(pixel)).collect();
        canvas.polyline(&points, 1.0, Color::GREY, Dash::None);
    }
}

/// Blocks, planes, and a grid of metres on the floor.
fn scenery(canvas: &mut Canvas, paper: &Paper<'_>, scene: &Scene, paths: &[MadePath]) {
    if let Some(height) = scene.ground {
        grid(canvas, paper, height, paths);
    }
    let mut faces: Vec<(f64, Vec<DVec3>, f64)> = Vec::new();
    for block in &scene.blocks {
        let outline = block.outline();
        let at = |corner: DVec2, height: f64| DVec3::new(corner.x, height, corner.y);
        let [low, high] = [block.least[1], block.greatest[1]];
        for i in 0..4 {
            let (a, b) = (outline[i], outline[(i + 1) % 4]);
            faces.push((0.35, vec![at(a, low), at(b, low), at(b, high), at(a, high)], 0.0));
        }
        faces.push((0.15, outline.iter().map(|&corner| at(corner, high)).collect(), 0.0));
    }
    for plane in &scene.planes {
        faces.push((0.2, plane.corners.iter().copied().map(DVec3::from).collect(), 0.0));
    }
    for (_, corners, depth) in &mut faces {
        let middle = corners.iter().sum::<DVec3>() / corners.len() as f64;
        *depth = paper.camera.depth(middle);
    }
    faces.sort_by(|a, b| b.2.total_cmp(&a.2));
    for (shade, corners, _) in faces {
        let seen: Vec<[f64; 2]> = corners.iter().filter_map(|&corner| paper.at(corner)).collect();
        if seen.len() == corners.len() {
            canvas.area(&seen, Color::WHITE.mixed(Color::GREY, shade), 0.9);
            let closed: Vec<[f64; 2]> = seen.iter().chain(&seen[..1]).copied().collect();
            canvas.polyline(&closed, 1.0, Color::GREY, Dash::None);
        }
    }
}

/// A line at each metre around the paths.
fn grid(canvas: &mut Canvas, paper: &Paper<'_>, height: f64, paths: &[MadePath]) {
    let places = paths.iter().flat_map(|made| made.plan.iter()).flat_map(|plan| &plan.contacts);
    let (low, high) = places.fold((DVec3::splat(0.0), DVec3::splat(1.0)), |(low, high), contact| {
        (low.min(contact.place), high.max(contact.place))
    });
    let [x, z] = [[low.x, high.x], [low.z, high.z]].map(|[a, b]| [a.floor() - 1.0, b.ceil() + 1.0]);
    let steps = |[a, b]: [f64; 2]| (0..=(b - a) as usize).map(move |i| a + i as f64);
    let mut line = |a: DVec3, b: DVec3| paper.line(canvas, &[a, b], 0.6, Color::RULE);
    steps(x).for_each(|at| line(DVec3::new(at, height, z[0]), DVec3::new(at, height, z[1])));
    steps(z).for_each(|at| line(DVec3::new(x[0], height, at), DVec3::new(x[1], height, at)));
}

fn planned(canvas: &mut Canvas, paper: &Paper<'_>, made: &MadePath) {
    let Some(plan) = &made.plan else { return };
    for arc in &plan.arcs {
        paper.line(canvas, &arc.points, 1.6, Color::PLAIN);
    }
    for contact in &plan.contacts {
        if let Some(at) = paper.at(contact.place) {
            canvas.disc(at, 5.0, Color::WHITE, Color::PLAIN);
        }
    }
}

/// Stick figures along the motion.
fn bodies(canvas: &mut Canvas, paper: &Paper<'_>, made: &MadePath) {
    let (table, skeleton) = (PointTable::new(&made.clip), made.clip.skeleton());
    let every = (BODY_EVERY * made.clip.rate()).max(1.0) as usize;
    for frame in (0..made.clip.len()).step_by(every) {
        let points = table.row(frame);
        for joint in skeleton.ids() {
            if let Some(parent) = skeleton.parent(joint).filter(|_| !is_finger(skeleton.name(joint))) {
                let ends = [parent, joint].map(|joint| points[joint.index()].as_dvec3());
                paper.line(canvas, &ends, 1.4, Color::MIDDLE);
            }
        }
    }
}

/// Where feet are planted.
fn feet(canvas: &mut Canvas, paper: &Paper<'_>, made: &MadePath) {
    let (table, anatomy) = (PointTable::new(&made.clip), Anatomy::of(made.clip.skeleton()));
    let kinds = [
        (ConstraintKind::LeftHeel, Side::Left),
        (ConstraintKind::LeftToe, Side::Left),
        (ConstraintKind::RightHeel, Side::Right),
        (ConstraintKind::RightToe, Side::Right),
    ];
    for (kind, side) in kinds {
        let Some(point) = anatomy.point(kind) else { continue };
        let color = if side == Side::Left { Color::LEFT } else { Color::RIGHT };
        for range in made.clip.constraints().of(kind) {
            if let Some(at) = paper.at(table.at(range.first, point).as_dvec3()) {
                canvas.disc(at, 3.0, color, Color::WHITE);
            }
        }
    }
}

/// Fingers are too small to be seen.
pub(super) fn is_finger(name: &str) -> bool {
    ["Thumb", "Index", "Finger"].iter().any(|part| name.contains(part))
}
