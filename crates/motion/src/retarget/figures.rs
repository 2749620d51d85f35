//! Source and target in their rest poses, side by side.

use std::collections::BTreeMap;

use glam::{Quat, Vec3};

use crate::anatomy::{carries, rest_points};
use crate::mirror::is_posed;
use crate::{Anatomy, ConstraintKind, JointId, PointId, Pose, Rigid, Role, Side, Skeleton, fit_rotation};

/// A rest pose whose lowest point is within this share of its height of y = 0 stands on y = 0.
const FLOOR_SLACK: f32 = 0.1;

/// One of the two figures.
pub(super) struct Figure<'a> {
    pub(super) skeleton: &'a Skeleton,
    pub(super) anatomy: Anatomy,
    /// Parts of the body, agreed on with the other figure by the map.
    pub(super) roles: BTreeMap<Role, JointId>,
    /// The rest pose. That of the target is turned to face the way of the source's.
    pub(super) world: Vec<Rigid>,
    /// Places of joints and end sites in that pose.
    pub(super) points: Vec<Vec3>,
    /// From right to left and up to down, in that pose.
    pub(super) left: Vec3,
    /// The height that the figure stands on.
    pub(super) floor: f32,
    /// Range in height.
    pub(super) height: f32,
}

/// What a foot stands on, in the rest pose.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    /// Heights of the ankle and of the ball above the floor.
    pub(super) ankle_height: f32,
    pub(super) ball_height: f32,
    /// From the ankle to the ball.
    pub(super) ball: Option<Vec3>,
}

impl<'a> Figure<'a> {
    fn new(skeleton: &'a Skeleton) -> Self {
        let mut world = Vec::new();
        Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
        let points = rest_points(skeleton);
        let heights = points.iter().map(|point| point.y);
        let (low, high) = heights.fold((f32::MAX, f32::MIN), |(l, h), y| (l.min(y), h.max(y)));
        let height = (high - low).max(f32::MIN_POSITIVE);
        let floor = if low.abs() < FLOOR_SLACK * height { 0.0 } else { low };
        let anatomy = Anatomy::of(skeleton);
        let roles = anatomy.roles().collect();
        Self { skeleton, anatomy, roles, world, points, left: Vec3::X, floor, height }
    }

    pub(super) fn joint(&self, role: Role) -> Option<JointId> {
        self.roles.get(&role).copied()
    }

    pub(super) fn at(&self, joint: JointId) -> Vec3 {
        self.world[joint.index()].translation
    }

    pub(super) fn place(&self, role: Role) -> Option<Vec3> {
        self.joint(role).map(|joint| self.at(joint))
    }

    pub(super) fn middle(&self, role: fn(Side) -> Role) -> Option<Vec3> {
        Some((self.place(role(Side::Left))? + self.place(role(Side::Right))?) / 2.0)
    }

    pub(super) fn forward(&self) -> Vec3 {
        self.left.cross(Vec3::Y)
    }

    fn find_left(&mut self) {
        let across = |role: fn(Side) -> Role| {
            (self.place(role(Side::Left))? - self.place(role(Side::Right))?).with_y(0.0).try_normalize()
        };
        let by_anatomy = || Vec3::Y.cross(self.anatomy.rest_facing(self.skeleton));
        self.left = across(Role::Hip).or_else(|| across(Role::Shoulder)).unwrap_or_else(by_anatomy);
    }

    fn turn(&mut self, turn: Quat) {
        for joint in &mut self.world {
            *joint = Rigid::new((turn * joint.rotation).normalize(), turn * joint.translation);
        }
        self.points.iter_mut().for_each(|point| *point = turn * *point);
        self.left = turn * self.left;
    }

    /// Where a leg ends: at the ankle; where a leg has none, where its line meets the floor.
    pub(super) fn leg_end(&self, side: Side) -> Option<Vec3> {
        if let Some(ankle) = self.place(Role::Ankle(side)) {
            return Some(ankle);
        }
        let hip = self.place(Role::Hip(side))?;
        let knee = self.place(Role::Knee(side)).unwrap_or(hip);
        let down = (knee - hip).try_normalize().filter(|line| line.y < -0.5).unwrap_or(Vec3::NEG_Y);
        Some(knee + down * ((knee.y - self.floor) / -down.y).max(0.0))
    }

    /// The mean length of the legs along their bones.
    pub(super) fn leg_length(&self) -> Option<f32> {
        let length = |side| {
            let (hip, end) = (self.place(Role::Hip(side))?, self.leg_end(side)?);
            let knee = self.place(Role::Knee(side)).unwrap_or(hip);
            Some(hip.distance(knee) + knee.distance(end))
        };
        let lengths: Vec<f32> = Side::BOTH.into_iter().filter_map(length).collect();
        let mean = lengths.iter().sum::<f32>() / lengths.len().max(1) as f32;
        (mean > 0.0).then_some(mean)
    }

    /// The point that stands for the ball of the foot, if it moves with the ankle.
    pub(super) fn ball_point(&self, side: Side) -> Option<PointId> {
        let ankle = self.joint(Role::Ankle(side))?;
        let point = match self.joint(Role::Toe(side)) {
            Some(toe) => PointId::joint(toe),
            None => self
                .anatomy
                .point(ConstraintKind::toe(side))
                .filter(|point| point.index() >= self.skeleton.len())?,
        };
        let carrier = point.carrier(self.skeleton);
        let rigid = if point.index() < self.skeleton.len() {
            self.skeleton.parent(carrier) == Some(ankle)
        } else {
            carrier == ankle
        };
        let apart = self.points[point.index()].distance(self.at(ankle)) > 1e-3 * self.height;
        (rigid && apart).then_some(point)
    }

    pub(super) fn foot(&self, side: Side) -> Option<Foot> {
        let end = self.leg_end(side)?;
        let ball = self.ball_point(side).map(|point| self.points[point.index()]);
        Some(Foot {
            ankle_height: end.y - self.floor,
            ball_height: ball.map_or(0.0, |ball| ball.y - self.floor),
            ball: ball.map(|ball| ball - end),
        })
    }

    /// The furthest point below a joint that plays no part, for limbs that end early.
    pub(super) fn tip_below(&self, joint: JointId) -> Option<Vec3> {
        let sites = self.skeleton.end_sites().iter().map(|site| site.parent);
        let carriers = self.skeleton.ids().chain(sites).zip(&self.points);
        let below = carriers.filter(|&(carrier, _)| carries(self.skeleton, joint, carrier));
        let start = self.at(joint);
        let furthest =
            below.map(|(_, &point)| point).max_by(|a, b| a.distance(start).total_cmp(&b.distance(start)))?;
        (furthest.distance(start) > 1e-3 * self.height).then_some(furthest)
    }
}

/// Both figures, the target turned to face the way of the source.
pub(super) struct Figures<'a> {
    pub(super) source: Figure<'a>,
    pub(super) target: Figure<'a>,
    /// The source's joint for each joint of the target.
    pub(super) pairs: Vec<Option<JointId>>,
    /// Whether a rest pose is not a standing figure but a frame of some motion.
    pub(super) posed: bool,
    /// How much larger the target is.
    pub(super) scale: f32,
}

impl<'a> Figures<'a> {
    pub(super) fn new(source: &'a Skeleton, target: &'a Skeleton, pairs: Vec<Option<JointId>>) -> Self {
        let (mut source, mut target) = (Figure::new(source), Figure::new(target));
        agree_on_roles(&mut source, &mut target, &pairs);
        source.find_left();
        target.find_left();
        let turn = turn_about_up(target.forward(), source.forward());
        target.turn(turn);
        let posed = is_posed(source.skeleton) || is_posed(target.skeleton);
        let mut figures = Self { source, target, pairs, posed, scale: 1.0 };
        figures.scale = figures.ratio();
        figures.leave_limbs_whole();
        figures
    }

    /// The ratio of the legs, or of the mapped bones for figures without legs.
    fn ratio(&self) -> f32 {
        if let (Some(target), Some(source)) = (self.target.leg_length(), self.source.leg_length()) {
            return target / source;
        }
        let length = |joint: JointId, figure: &Figure<'_>| figure.skeleton.joint(joint).offset.length();
        let mapped =
            || self.target.skeleton.ids().skip(1).filter_map(|id| Some((id, self.pairs[id.index()]?)));
        let target: f32 = mapped().map(|(id, _)| length(id, &self.target)).sum();
        let source: f32 = mapped().map(|(_, id)| length(id, &self.source)).sum();
        if source > 0.0 && target > 0.0 { target / source } else { 1.0 }
    }

    /// Joints between the joints of a limb (twist bones, split thighs) ride along, so that its bones stay straight.
    fn leave_limbs_whole(&mut self) {
        for side in Side::BOTH {
            for (upper, lower) in [
                (Role::Hip(side), Role::Knee(side)),
                (Role::Knee(side), Role::Ankle(side)),
                (Role::Shoulder(side), Role::Elbow(side)),
                (Role::Elbow(side), Role::Wrist(side)),
            ] {
                let Some((upper, lower)) = self.target.joint(upper).zip(self.target.joint(lower)) else {
                    continue;
                };
                if carries(self.target.skeleton, upper, lower) {
                    let between =
                        self.target.skeleton.ancestors(lower).skip(1).take_while(|&joint| joint != upper);
                    between.for_each(|joint| self.pairs[joint.index()] = None);
                }
            }
        }
    }

    /// The turn that lays the target's trunk onto the source's at the hips or at the shoulders: its length and its width
    /// there.
    pub(super) fn trunk(&self, width_at: fn(Side) -> Role) -> Option<Quat> {
        let directions = |figure: &Figure<'_>| {
            let across = (figure.place(width_at(Side::Left))? - figure.place(width_at(Side::Right))?)
                .try_normalize()?;
            let up = (figure.middle(Role::Shoulder)? - figure.middle(Role::Hip)?).try_normalize()?;
            Some([across, up])
        };
        let (target, source) = (directions(&self.target)?, directions(&self.source)?);
        let pairs = target.into_iter().zip(source).map(|(from, to)| (from.as_dvec3(), to.as_dvec3(), 1.0));
        Some(fit_rotation(pairs).as_quat())
    }
}

/// A joint plays the part of the joint that drives it, so that an edited map corrects a wrong guess; what only one figure
/// knows, the other learns from the map. Figures that are both no bodies have no parts.
fn agree_on_roles(source: &mut Figure<'_>, target: &mut Figure<'_>, pairs: &[Option<JointId>]) {
    if source.anatomy.humanoid().is_err() && target.anatomy.humanoid().is_err() {
        source.roles.clear();
        target.roles.clear();
        return;
    }
    let driven_by = |joint: JointId| target.skeleton.ids().find(|id| pairs[id.index()] == Some(joint));
    let by_source = |(&role, &joint): (&Role, &JointId)| {
        let own = target.roles.get(&role).filter(|own| pairs[own.index()] == Some(joint)).copied();
        Some((role, joint, own.or_else(|| driven_by(joint))?))
    };
    let mut agreed: Vec<(Role, JointId, JointId)> = source.roles.iter().filter_map(by_source).collect();
    let known: Vec<Role> = agreed.iter().map(|&(role, ..)| role).collect();
    let by_target = |(&role, &joint): (&Role, &JointId)| {
        let free = !known.contains(&role) && !source.roles.contains_key(&role);
        Some((role, pairs[joint.index()]?, joint)).filter(|_| free)
    };
    agreed.extend(target.roles.iter().filter_map(by_target));
    // A limb of fewer joints in the target still needs the whole limb of the source.
    target.roles = agreed.iter().map(|&(role, _, joint)| (role, joint)).collect();
    source.roles.extend(agreed.iter().map(|&(role, joint, _)| (role, joint)));
}

/// The turn about the vertical axis between two horizontal directions.
fn turn_about_up(from: Vec3, to: Vec3) -> Quat {
    if from.distance(to) < 1e-5 {
        return Quat::IDENTITY;
    }
    Quat::from_rotation_y(to.x.atan2(to.z) - from.x.atan2(from.z))
}
