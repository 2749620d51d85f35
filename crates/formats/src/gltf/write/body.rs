//! The figure that a written file shows: a mannequin where the skeleton is a person's, tapered bones elsewhere.

use glam::Vec3;
use segue_motion::{Anatomy, JointId, Pose, Rigid, Role, Side, Skeleton};

use super::surface::{Axis, Grain, Limb, Surface};
use crate::scene::size::rest_box;

/// The stature that the measures below are for, in metres; they are scaled to the figure.
const STATURE: f32 = 1.75;

/// Bones shorter than this share of the stature are joints on top of each other and show nothing.
const SHORTEST: f32 = 0.004;

/// Beyond this many joints a skeleton is no figure to look at, and its file should stay small.
const MANY_JOINTS: usize = 1000;

/// Materials of the figure. Balls at the joints tell left from right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Paint {
    /// Limbs, torso and head.
    Body,
    /// Balls of the left limbs.
    Left,
    /// Balls of the right limbs.
    Right,
    /// The face.
    Face,
}

impl Paint {
    pub(super) const ALL: [Self; 4] = [Self::Body, Self::Left, Self::Right, Self::Face];

    fn of(side: Side) -> Self {
        match side {
            Side::Left => Self::Left,
            Side::Right => Self::Right,
        }
    }
}

/// What part of a body a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// Above the hips in the tree, or beside the body: not shown.
    Hidden,
    Pelvis,
    Spine,
    Neck,
    Head,
    Clavicle,
    UpperArm,
    Forearm,
    Hand,
    Thigh,
    Shin,
    Foot,
    /// No known part.
    Other,
}

/// The surfaces of the figure of `skeleton` in its rest pose, by material.
pub(super) fn surfaces(skeleton: &Skeleton) -> Vec<(Paint, Surface)> {
    let mut sculptor = Sculptor::new(skeleton);
    sculptor.draw();
    sculptor.painted.into_iter().filter(|(_, surface)| !surface.triangles.is_empty()).collect()
}

struct Sculptor<'a> {
    skeleton: &'a Skeleton,
    anatomy: Anatomy,
    parts: Vec<Part>,
    world: Vec<Rigid>,
    /// Metres per metre of the measures.
    size: f32,
    /// To the figure's left, level.
    side: Vec3,
    facing: Vec3,
    /// For each joint, where its bones end and the part that each leads to.
    ends: Vec<Vec<(Vec3, Part)>>,
    painted: Vec<(Paint, Surface)>,
}

impl<'a> Sculptor<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let mut world = Vec::new();
        Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
        let extent = rest_box(skeleton).max_element();
        let size = if extent > 0.0 { extent / STATURE } else { 1.0 };
        let facing = anatomy.rest_facing(skeleton);
        let painted = Paint::ALL.map(|paint| (paint, Surface::default())).into();
        let parts = parts(skeleton, &anatomy);
        let ends = ends(skeleton, &parts, &world);
        Self { skeleton, anatomy, parts, world, size, side: Vec3::Y.cross(facing), facing, ends, painted }
    }

    fn draw(&mut self) {
        if self.parts.iter().all(|&part| part == Part::Other) {
            return self.draw_bones();
        }
        self.draw_pelvis();
        self.draw_ribcage();
        self.draw_head();
        for joint in self.skeleton.ids() {
            self.draw_joint(joint);
        }
        for side in Side::BOTH {
            self.draw_balls(side);
            self.draw_heel(side);
        }
    }

    /// A skeleton of no known kind: tapered bones with a ball at every joint.
    fn draw_bones(&mut self) {
        let grain = if self.skeleton.len() > MANY_JOINTS { Grain::ROUGH } else { Grain::COARSE };
        for joint in self.skeleton.ids() {
            let mut thickest: f32 = 0.012 * self.size;
            for (end, _) in self.ends[joint.index()].clone() {
                let radius = (0.1 * self.at(joint).distance(end)).clamp(0.006 * self.size, 0.045 * self.size);
                let limb = Limb { start: radius, end: 0.45 * radius, swell: 0.35, peak: 0.2, flat: 1.0 };
                thickest = thickest.max(radius);
                self.limb(joint, end, &limb, grain);
            }
            let (centre, radius) = (self.at(joint), 1.15 * thickest);
            self.surface(Paint::Left).ball(joint, centre, radius, grain);
        }
    }

    fn draw_joint(&mut self, joint: JointId) {
        let part = self.parts[joint.index()];
        let ends = self.ends[joint.index()].clone();
        for &(end, towards) in &ends {
            if let Some(limb) = self.limb_of(joint, part, towards, end) {
                self.limb(joint, end, &limb, if part == Part::Hand { Grain::COARSE } else { Grain::FINE });
            }
        }
        if ends.is_empty() {
            self.draw_stub(joint, part);
        }
    }

    /// The shape of the bone from a joint to a point that belongs to the part `towards`; `None` where other shapes
    /// cover it.
    fn limb_of(&self, joint: JointId, part: Part, towards: Part, end: Vec3) -> Option<Limb> {
        let shape = |start: f32, end: f32, swell, peak, flat| {
            Some(Limb { start: start * self.size, end: end * self.size, swell, peak, flat })
        };
        match (part, towards) {
            (Part::Hidden | Part::Head, _) | (Part::Pelvis, Part::Pelvis | Part::Thigh) => None,
            (Part::Pelvis | Part::Spine, Part::Spine | Part::Pelvis) => shape(0.088, 0.088, 0.0, 0.5, 1.3),
            (Part::Spine, Part::Neck | Part::Head) => shape(0.062, 0.05, 0.0, 0.5, 1.15),
            (Part::Spine | Part::Pelvis, Part::Clavicle | Part::UpperArm) | (Part::Clavicle, _) => {
                shape(0.05, 0.047, 0.0, 0.5, 1.0)
            }
            (Part::Neck, _) => shape(0.05, 0.046, 0.0, 0.5, 1.0),
            (Part::UpperArm, _) => shape(0.044, 0.034, 0.2, 0.35, 1.0),
            (Part::Forearm, _) => shape(0.034, 0.024, 0.25, 0.25, 1.12),
            (Part::Thigh, _) => shape(0.074, 0.047, 0.12, 0.25, 1.0),
            (Part::Shin, _) => shape(0.046, 0.032, 0.3, 0.27, 1.0),
            (Part::Foot, _) => shape(0.036, 0.029, 0.1, 0.4, 1.25),
            _ => {
                let radius =
                    (0.22 * self.at(joint).distance(end)).clamp(0.007 * self.size, 0.022 * self.size);
                Some(Limb { start: radius, end: 0.8 * radius, swell: 0.1, peak: 0.4, flat: 1.2 })
            }
        }
    }

    /// Hands and feet of skeletons that end at the wrist or ankle.
    fn draw_stub(&mut self, joint: JointId, part: Part) {
        let at = self.at(joint);
        let above = self.skeleton.parent(joint).map_or(at, |parent| self.at(parent));
        let along = (at - above).normalize_or_zero();
        match (self.anatomy.role_of(joint), part) {
            (Some(Role::Wrist(_)), _) => {
                let limb = Limb { start: 0.026, end: 0.014, swell: 0.35, peak: 0.45, flat: 1.7 };
                self.limb(joint, at + 0.14 * self.size * along, &limb.scaled(self.size), Grain::FINE);
            }
            (Some(Role::Ankle(_)), _) => {
                let limb = Limb { start: 0.038, end: 0.024, swell: 0.1, peak: 0.5, flat: 1.3 };
                let toes = at + self.size * (0.17 * self.facing - 0.05 * Vec3::Y);
                self.limb(joint, toes, &limb.scaled(self.size), Grain::FINE);
            }
            (_, Part::Foot) => {
                let limb = Limb { start: 0.028, end: 0.02, swell: 0.0, peak: 0.5, flat: 1.5 };
                self.limb(joint, at + 0.06 * self.size * self.facing, &limb.scaled(self.size), Grain::FINE);
            }
            _ => {}
        }
    }

    fn draw_pelvis(&mut self) {
        let hips = self.anatomy.hips();
        let (Some(left), Some(right)) = (self.role(Role::Hip(Side::Left)), self.role(Role::Hip(Side::Right)))
        else {
            return;
        };
        let centre = 0.5 * self.at(hips) + 0.25 * (left + right);
        let up = self.torso_direction();
        let half_height = 0.115 * self.size;
        let wide = 0.5 * left.distance(right) + 0.062 * self.size;
        if let Some(axis) = Axis::new(centre - half_height * up, centre, left - right) {
            let deep = 0.098 * self.size;
            self.surface(Paint::Body).ellipsoid(hips, &axis, 2.0 * half_height, [wide, deep], Grain::FINE);
        }
    }

    /// The ribcage hangs below the shoulders and moves with the spine joint below its middle, so that bending the
    /// spine does not pull it out of the body.
    fn draw_ribcage(&mut self) {
        let Some((left, right)) = self.shoulders() else { return };
        let (hips, top) = (self.at(self.anatomy.hips()), 0.5 * (left + right));
        let up = self.torso_direction();
        let torso = (top - hips).dot(up);
        if torso <= 0.0 {
            return;
        }
        let low = hips + 0.27 * torso * up;
        let middle = 0.7 * torso;
        let below = |joint: &&JointId| (self.at(**joint) - hips).dot(up) < middle;
        let carrier = self.anatomy.spine().iter().rev().find(below).copied().unwrap_or(self.anatomy.hips());
        let wide = (0.43 * left.distance(right)).clamp(0.1 * self.size, 0.19 * self.size);
        if let Some(axis) = Axis::new(low, low + up, left - right) {
            let (length, deep) = (0.82 * torso, 0.102 * self.size);
            self.surface(Paint::Body).ellipsoid(carrier, &axis, length, [wide, deep], Grain::FINE);
        }
    }

    fn draw_head(&mut self) {
        let Some(head) = self.anatomy.joint(Role::Head) else { return };
        let base = self.at(head);
        let above = self.skeleton.parent(head).map_or(base, |parent| self.at(parent));
        let tip = self.ends[head.index()]
            .first()
            .map(|&(tip, _)| tip)
            .filter(|tip| tip.distance(base) > 0.05 * self.size);
        let up = tip.map_or(base - above, |tip| tip - base).try_normalize().unwrap_or(Vec3::Y);
        let length =
            tip.map_or(0.0, |tip| 1.1 * tip.distance(base)).clamp(0.235 * self.size, 0.3 * self.size);
        let low = base - 0.025 * self.size * up + 0.012 * self.size * self.facing;
        let Some(axis) = Axis::new(low, low + up, self.side) else { return };
        let half = [0.074 * self.size, 0.094 * self.size];
        self.surface(Paint::Body).ellipsoid(head, &axis, length, half, Grain::FINE);
        let front = (self.facing - up * self.facing.dot(up)).normalize_or_zero();
        let face = low + 0.52 * length * up + 0.07 * self.size * front;
        if let Some(axis) = Axis::new(face - 0.045 * self.size * self.side, face, front) {
            let (width, half) = (0.09 * self.size, [0.032 * self.size, 0.026 * self.size]);
            self.surface(Paint::Face).ellipsoid(head, &axis, width, half, Grain::COARSE);
        }
    }

    fn draw_balls(&mut self, side: Side) {
        let balls = [
            (Role::Shoulder(side), 0.05),
            (Role::Elbow(side), 0.037),
            (Role::Wrist(side), 0.027),
            (Role::Hip(side), 0.07),
            (Role::Knee(side), 0.051),
            (Role::Ankle(side), 0.037),
        ];
        for (role, radius) in balls {
            if let Some(joint) = self.anatomy.joint(role) {
                let (centre, radius) = (self.at(joint), radius * self.size);
                self.surface(Paint::of(side)).ball(joint, centre, radius, Grain::COARSE);
            }
        }
    }

    fn draw_heel(&mut self, side: Side) {
        let Some(ankle) = self.anatomy.joint(Role::Ankle(side)) else { return };
        let centre = self.at(ankle) - self.size * (0.04 * Vec3::Y + 0.012 * self.facing);
        let radius = 0.033 * self.size;
        self.surface(Paint::Body).ball(ankle, centre, radius, Grain::COARSE);
    }

    fn limb(&mut self, joint: JointId, end: Vec3, limb: &Limb, grain: Grain) {
        let length = self.at(joint).distance(end);
        if length < SHORTEST * self.size * STATURE {
            return;
        }
        // A round end must not be thicker than the bone is long.
        let fit = (0.7 * length / limb.start.max(limb.end)).min(1.0);
        let side = if self.along_side(joint, end) { self.facing } else { self.side };
        if let Some(axis) = Axis::new(self.at(joint), end, side) {
            self.surface(Paint::Body).limb(joint, &axis, length, &limb.scaled(fit), grain);
        }
    }

    /// Whether a bone points sideways, as arms do in a T-pose: its width is then measured front to back.
    fn along_side(&self, joint: JointId, end: Vec3) -> bool {
        let along = (end - self.at(joint)).normalize_or_zero();
        along.dot(self.side).abs() > 0.5
    }

    fn shoulders(&self) -> Option<(Vec3, Vec3)> {
        self.role(Role::Shoulder(Side::Left)).zip(self.role(Role::Shoulder(Side::Right)))
    }

    /// From the hips to between the shoulders, or straight up.
    fn torso_direction(&self) -> Vec3 {
        let top = self.shoulders().map(|(left, right)| 0.5 * (left + right));
        let hips = self.at(self.anatomy.hips());
        top.and_then(|top| (top - hips).try_normalize()).unwrap_or(Vec3::Y)
    }

    fn at(&self, joint: JointId) -> Vec3 {
        self.world[joint.index()].translation
    }

    fn role(&self, role: Role) -> Option<Vec3> {
        self.anatomy.joint(role).map(|joint| self.at(joint))
    }

    fn surface(&mut self, paint: Paint) -> &mut Surface {
        &mut self.painted[paint as usize].1
    }
}

impl Limb {
    fn scaled(self, factor: f32) -> Self {
        Self { start: factor * self.start, end: factor * self.end, ..self }
    }
}

fn ends(skeleton: &Skeleton, parts: &[Part], world: &[Rigid]) -> Vec<Vec<(Vec3, Part)>> {
    let mut ends = vec![Vec::new(); skeleton.len()];
    for joint in skeleton.ids() {
        if let Some(parent) = skeleton.parent(joint) {
            ends[parent.index()].push((world[joint.index()].translation, parts[joint.index()]));
        }
    }
    for site in skeleton.end_sites() {
        let parent = site.parent.index();
        ends[parent].push((world[parent] * site.offset, parts[parent]));
    }
    ends
}

/// The part of every joint; all [`Part::Other`] unless the skeleton has two legs.
fn parts(skeleton: &Skeleton, anatomy: &Anatomy) -> Vec<Part> {
    let mut parts = vec![Part::Other; skeleton.len()];
    if Side::BOTH.iter().any(|&side| anatomy.leg(side).is_none()) {
        return parts;
    }
    for joint in skeleton.ids() {
        let inherited = skeleton.parent(joint).map_or(Part::Hidden, |parent| parts[parent.index()]);
        parts[joint.index()] = own_part(anatomy, joint).unwrap_or(inherited);
    }
    parts
}

fn own_part(anatomy: &Anatomy, joint: JointId) -> Option<Part> {
    if anatomy.hips() == joint {
        return Some(Part::Pelvis);
    }
    if anatomy.spine().contains(&joint) {
        return Some(Part::Spine);
    }
    if anatomy.neck().contains(&joint) {
        return Some(Part::Neck);
    }
    Some(match anatomy.role_of(joint)? {
        Role::Hips => Part::Pelvis,
        Role::Head => Part::Head,
        Role::Clavicle(_) => Part::Clavicle,
        Role::Shoulder(_) => Part::UpperArm,
        Role::Elbow(_) => Part::Forearm,
        Role::Wrist(_) => Part::Hand,
        Role::Hip(_) => Part::Thigh,
        Role::Knee(_) => Part::Shin,
        Role::Ankle(_) | Role::Toe(_) => Part::Foot,
    })
}
