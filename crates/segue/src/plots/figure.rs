//! A body drawn with tapered limbs.

use glam::Vec3;
use segue_motion::{Anatomy, JointId, Pose, Role, Side, Skeleton};

use super::canvas::Canvas;
use super::paint::Color;
use super::view::View;

/// The shapes that make up the drawing of one skeleton in any pose.
pub(super) struct Figure {
    parts: Vec<Part>,
    height: f32,
}

struct Part {
    shape: Shape,
    side: Option<Side>,
    /// Drawn as if this much nearer, in metres: the neck comes out from behind the trunk on every side.
    nearer: f32,
}

enum Shape {
    /// A tapered limb between two discs.
    Limb([(Spot, f32); 2]),
    /// Everything within a radius of the hull of some points; the first four go round it.
    Trunk(Vec<usize>, f32),
}

/// A place on the line between two points of the body: 0 at the first, 1 at the second.
#[derive(Clone, Copy)]
struct Spot {
    from: usize,
    to: usize,
    share: f32,
}

impl Spot {
    fn point(index: usize) -> Self {
        Self { from: index, to: index, share: 0.0 }
    }

    fn at(self, points: &[Vec3]) -> Vec3 {
        points[self.from].lerp(points[self.to], self.share)
    }
}

/// Where world points come to lie on the paper.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) view: View,
    /// Pixels per metre.
    pub(super) scale: f64,
    /// On the paper, where the point `center` of the floor lies.
    pub(super) origin: [f64; 2],
    /// In metres across the view.
    pub(super) center: f32,
    /// Height of the floor in metres.
    pub(super) floor: f32,
}

impl Frame {
    pub(super) fn place(&self, point: Vec3) -> [f64; 2] {
        let across = f64::from(self.view.across(point) - self.center);
        [self.origin[0] + self.scale * across, self.origin[1] - self.scale * f64::from(point.y - self.floor)]
    }
}

/// The head is as wide as this share of the body's height.
const HEAD_RADIUS: f32 = 0.052;
/// Half the thickness of the trunk, as a share of the body's height.
const TRUNK_RADIUS: f32 = 0.042;
/// Fingers and toes are no thinner than this share of the body's height, or they would vanish on the paper.
const MIN_RADIUS: f32 = 0.007;

impl Figure {
    pub(super) fn of(skeleton: &Skeleton, anatomy: &Anatomy) -> Self {
        let height = body_height(skeleton, anatomy);
        let mut parts: Vec<Part> = trunk(skeleton, anatomy, height).into_iter().collect();
        let has_trunk = !parts.is_empty();
        parts.extend(head(skeleton, anatomy, height));
        parts.extend(limbs(skeleton, anatomy, height, has_trunk));
        if parts.is_empty() {
            let dot = (Spot::point(0), MIN_RADIUS * height);
            parts.push(Part { shape: Shape::Limb([dot, dot]), side: None, nearer: 0.0 });
        }
        Self { parts, height }
    }

    /// The points of the body that the drawing uses, at least one; rigs have others, such as handles for the animator.
    pub(super) fn points(&self) -> Vec<usize> {
        let of_part = |part: &Part| match &part.shape {
            Shape::Limb(ends) => ends.iter().flat_map(|(spot, _)| [spot.from, spot.to]).collect(),
            Shape::Trunk(corners, _) => corners.clone(),
        };
        let mut points: Vec<usize> = self.parts.iter().flat_map(of_part).collect();
        points.sort_unstable();
        points.dedup();
        points
    }

    /// Height of the standing body in metres.
    pub(super) fn height(&self) -> f32 {
        self.height
    }

    /// Draws the body whose points are at `points`, far parts first and paler.
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame, points: &[Vec3]) {
        let mut parts: Vec<(f32, &Part)> =
            self.parts.iter().map(|part| (part.nearness(frame.view, points), part)).collect();
        parts.sort_by(|(a, part_a), (b, part_b)| (a + part_a.nearer).total_cmp(&(b + part_b.nearer)));
        let middle = parts.iter().map(|part| part.0).sum::<f32>() / parts.len().max(1) as f32;
        for (nearness, part) in parts {
            let behind = 0.5 - (nearness - middle) / (0.35 * self.height);
            part.draw(canvas, frame, points, 0.45 * f64::from(behind.clamp(0.0, 1.0)));
        }
    }
}

/// A part of the body as everything within a radius of a line through some points.
pub(super) struct Outline {
    pub(super) points: Vec<[f64; 2]>,
    /// In pixels.
    pub(super) radius: f64,
    /// In metres, larger is nearer.
    pub(super) nearness: f32,
    pub(super) side: Option<Side>,
}

impl Figure {
    /// The parts of the body whose points are at `points`: as many, with as many points each, in every pose.
    pub(super) fn outlines<'a>(
        &'a self,
        frame: &'a Frame,
        points: &'a [Vec3],
    ) -> impl Iterator<Item = Outline> + 'a {
        self.parts.iter().map(move |part| part.outline(frame, points))
    }
}

/// Corners of the trunk that go round it: hips and shoulders.
const ROUND: usize = 4;

impl Part {
    fn outline(&self, frame: &Frame, points: &[Vec3]) -> Outline {
        let (places, radius): (Vec<Vec3>, f32) = match &self.shape {
            Shape::Limb(ends) => {
                (ends.map(|(spot, _)| spot.at(points)).to_vec(), f32::midpoint(ends[0].1, ends[1].1))
            }
            Shape::Trunk(corners, radius) => {
                (corners.iter().take(ROUND).map(|&corner| points[corner]).collect(), *radius)
            }
        };
        Outline {
            points: places.into_iter().map(|place| frame.place(place)).collect(),
            radius: frame.scale * f64::from(radius),
            nearness: self.nearness(frame.view, points) + self.nearer,
            side: self.side,
        }
    }

    fn nearness(&self, view: View, points: &[Vec3]) -> f32 {
        match &self.shape {
            Shape::Limb(ends) => {
                ends.iter().map(|(spot, _)| view.nearness(spot.at(points))).sum::<f32>() / 2.0
            }
            Shape::Trunk(corners, _) => {
                corners.iter().map(|&corner| view.nearness(points[corner])).sum::<f32>()
                    / corners.len() as f32
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas, frame: &Frame, points: &[Vec3], paleness: f64) {
        let fill = side_color(self.side).mixed(Color::WHITE, paleness);
        match &self.shape {
            Shape::Limb(ends) => {
                let [a, b] = ends
                    .map(|(spot, radius)| (frame.place(spot.at(points)), frame.scale * f64::from(radius)));
                canvas.limb(a, b, fill, Color::WHITE);
            }
            Shape::Trunk(corners, radius) => {
                let corners: Vec<_> = corners.iter().map(|&corner| frame.place(points[corner])).collect();
                canvas.blob(&hull(corners), frame.scale * f64::from(*radius), fill, Color::WHITE);
            }
        }
    }
}

/// The colour of a side of the body.
pub(super) fn side_color(side: Option<Side>) -> Color {
    match side {
        Some(Side::Left) => Color::LEFT,
        Some(Side::Right) => Color::RIGHT,
        None => Color::MIDDLE,
    }
}

/// A standing body is about twice as tall as its legs are long; a figure without legs as its longest chain twice.
fn body_height(skeleton: &Skeleton, anatomy: &Anatomy) -> f32 {
    let reach = |joint| skeleton.ancestors(joint).map(|joint| bone_length(skeleton, joint)).sum::<f32>();
    let longest = || skeleton.ids().map(reach).fold(0.0, f32::max);
    let height = anatomy.leg_length(skeleton).map_or_else(|| 2.0 * longest(), |leg| 2.05 * leg);
    // A lone joint has no size; any will do to draw a dot.
    if height > 1e-6 { height } else { 1.0 }
}

/// Distance from the parent; the root's offset is a place in the world, not a bone.
fn bone_length(skeleton: &Skeleton, joint: JointId) -> f32 {
    skeleton.parent(joint).map_or(0.0, |_| skeleton.joint(joint).offset.length())
}

/// Shoulders, hips and the spine between them as one shape, where all four corners are known.
fn trunk(skeleton: &Skeleton, anatomy: &Anatomy, height: f32) -> Option<Part> {
    let corner = |role| anatomy.joint(role).map(JointId::index);
    let mut corners = vec![
        corner(Role::Hip(Side::Left))?,
        corner(Role::Hip(Side::Right))?,
        corner(Role::Shoulder(Side::Right))?,
        corner(Role::Shoulder(Side::Left))?,
    ];
    corners.extend(anatomy.spine().iter().map(|joint| joint.index()));
    corners.retain(|&corner| corner < skeleton.len());
    Some(Part { shape: Shape::Trunk(corners, TRUNK_RADIUS * height), side: None, nearer: 0.0 })
}

/// A rounded shape along the line from the head joint to the highest point that it carries.
fn head(skeleton: &Skeleton, anatomy: &Anatomy, height: f32) -> Option<Part> {
    let head = anatomy.joint(Role::Head)?;
    let rest = rest_points(skeleton);
    let carried =
        |point: &usize| carrier(skeleton, *point).is_some_and(|joint| is_below(skeleton, joint, head));
    let top = (0..rest.len()).filter(carried).max_by(|&a, &b| rest[a].y.total_cmp(&rest[b].y));
    let top = top.unwrap_or(head.index());
    let spot = |share| Spot { from: head.index(), to: top, share };
    let radius = HEAD_RADIUS * height;
    Some(Part {
        shape: Shape::Limb([(spot(0.35), 0.9 * radius), (spot(0.65), radius)]),
        side: None,
        nearer: 0.0,
    })
}

/// One limb per bone and end site, except inside the trunk and the head.
fn limbs(skeleton: &Skeleton, anatomy: &Anatomy, height: f32, has_trunk: bool) -> Vec<Part> {
    let radii = radii(skeleton, anatomy, height);
    let head = anatomy.joint(Role::Head);
    let in_head = |joint: JointId| head.is_some_and(|head| is_below(skeleton, joint, head));
    let leads_to_head = |joint: JointId| head.is_some_and(|head| is_below(skeleton, head, joint));
    let in_trunk = |joint: JointId| has_trunk && belongs_to_trunk(skeleton, anatomy, joint);
    let limb = |from: JointId, to: usize, radius: f32| Part {
        shape: Shape::Limb([(Spot::point(from.index()), radii[from.index()]), (Spot::point(to), radius)]),
        side: side_of(skeleton, anatomy, carrier(skeleton, to).unwrap_or(from)),
        nearer: if has_trunk && leads_to_head(carrier(skeleton, to).unwrap_or(from)) { -1.0 } else { 0.0 },
    };
    let bones = skeleton.ids().filter_map(|joint| Some((skeleton.parent(joint)?, joint)));
    // Some rigs have joints at the same place; a bone without length would be a stray dot.
    let has_length = |joint| bone_length(skeleton, joint) > 0.5 * MIN_RADIUS * height;
    // Rigs carry handles for the animator that are no part of the body.
    let in_body = |joint| !has_trunk || is_body(skeleton, anatomy, joint);
    let bones = bones.filter(|&(_, joint)| has_length(joint) && in_body(joint));
    let bones = bones.filter(|&(parent, joint)| !in_head(parent) && !in_trunk(joint));
    let sites = skeleton
        .end_sites()
        .iter()
        .enumerate()
        .filter(|(_, site)| !in_head(site.parent) && in_body(site.parent));
    let bones = bones.map(|(parent, joint)| limb(parent, joint.index(), radii[joint.index()]));
    let sites = sites
        .map(|(index, site)| limb(site.parent, skeleton.len() + index, 0.7 * radii[site.parent.index()]));
    bones.chain(sites).collect()
}

/// Whether the bone that ends at this joint lies inside the trunk: it leads to a hip or a shoulder, or is spine.
fn belongs_to_trunk(skeleton: &Skeleton, anatomy: &Anatomy, joint: JointId) -> bool {
    let leads_to = |role| anatomy.joint(role).is_some_and(|end| is_below(skeleton, end, joint));
    Side::BOTH.into_iter().any(|side| leads_to(Role::Hip(side)) || leads_to(Role::Shoulder(side)))
}

/// Whether a joint belongs to a limb, the neck or the head: it carries a joint with a role or is carried by one.
fn is_body(skeleton: &Skeleton, anatomy: &Anatomy, joint: JointId) -> bool {
    let parts = || anatomy.roles().filter(|&(role, _)| role != Role::Hips);
    parts().any(|(_, part)| is_below(skeleton, joint, part) || is_below(skeleton, part, joint))
}

/// Half the thickness of the body at each joint, in metres.
fn radii(skeleton: &Skeleton, anatomy: &Anatomy, height: f32) -> Vec<f32> {
    let mut radii: Vec<f32> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.ids() {
        let inherited =
            skeleton.parent(joint).map_or(TRUNK_RADIUS, |parent| 0.6 * radii[parent.index()] / height);
        let share = anatomy.role_of(joint).map_or(inherited, role_radius);
        let share = if anatomy.neck().contains(&joint) { 0.027 } else { share };
        radii.push(share.max(MIN_RADIUS) * height);
    }
    radii
}

/// Half the thickness at a joint of the body, as a share of its height.
fn role_radius(role: Role) -> f32 {
    match role {
        Role::Hips => TRUNK_RADIUS,
        Role::Head => HEAD_RADIUS / 2.0,
        Role::Clavicle(_) | Role::Shoulder(_) => 0.03,
        Role::Elbow(_) => 0.023,
        Role::Wrist(_) => 0.016,
        Role::Hip(_) => 0.045,
        Role::Knee(_) => 0.031,
        Role::Ankle(_) => 0.021,
        Role::Toe(_) => 0.017,
    }
}

/// The side that a joint, or the nearest joint above it, is on.
fn side_of(skeleton: &Skeleton, anatomy: &Anatomy, joint: JointId) -> Option<Side> {
    skeleton.ancestors(joint).find_map(|joint| match anatomy.role_of(joint)? {
        Role::Hips | Role::Head => None,
        Role::Clavicle(side)
        | Role::Shoulder(side)
        | Role::Elbow(side)
        | Role::Wrist(side)
        | Role::Hip(side)
        | Role::Knee(side)
        | Role::Ankle(side)
        | Role::Toe(side) => Some(side),
    })
}

fn is_below(skeleton: &Skeleton, joint: JointId, upper: JointId) -> bool {
    skeleton.ancestors(joint).any(|ancestor| ancestor == upper)
}

/// The joint that carries a point: itself, or the parent of an end site.
fn carrier(skeleton: &Skeleton, point: usize) -> Option<JointId> {
    match point.checked_sub(skeleton.len()) {
        None => Some(JointId::new(point)),
        Some(site) => skeleton.end_sites().get(site).map(|site| site.parent),
    }
}

fn rest_points(skeleton: &Skeleton) -> Vec<Vec3> {
    let mut world = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let sites = skeleton.end_sites().iter().map(|site| world[site.parent.index()] * site.offset);
    world.iter().map(|joint| joint.translation).chain(sites).collect()
}

/// The corners of the convex hull, in order round it (Andrew's monotone chain).
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while chain.len() >= 2 && turn(chain[chain.len() - 2], chain[chain.len() - 1], point) <= 0.0 {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let (lower, upper) = (half(&mut points.iter().copied()), half(&mut points.iter().rev().copied()));
    if lower.is_empty() { points } else { lower.into_iter().chain(upper).collect() }
}

/// Positive when `a`, `b`, `c` turn counter-clockwise.
fn turn(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_hull_is_convex_and_holds_every_point(points in prop::collection::vec([-9.0..9.0f64, -9.0..9.0], 1..12)) {
            let hull = hull(points.clone());
            for (index, &corner) in hull.iter().enumerate() {
                let next = hull[(index + 1) % hull.len()];
                prop_assert!(points.iter().all(|&point| turn(corner, next, point) >= -1e-9));
            }
        }
    }
}
