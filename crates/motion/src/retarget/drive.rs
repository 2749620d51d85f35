//! What turns a joint of the target.

use glam::{Quat, Vec3};

use super::figures::{Figure, Figures};
use crate::{JointId, Rigid, Role, Side};

/// How a joint's turn since the rest pose follows the source.
#[derive(Clone, Copy, Debug)]
pub(super) enum Drive {
    /// As a joint of the source turns, or somewhere between two of them.
    Follow {
        source: JointId,
        /// The next joint upwards and how far towards it, for joints that share a bend.
        towards: Option<(JointId, f32)>,
        /// Lays the limb along the source's first, so that a T-pose drives an A-pose.
        laid: Quat,
    },
    /// A limb of one joint points where the source's whole limb points: from its first joint to its last.
    Aim {
        from: JointId,
        to: JointId,
        /// Where its upper bone points in the source's rest pose.
        bone: Vec3,
        /// Lays the limb along that bone.
        laid: Quat,
    },
}

/// Where a joint of the source is, and how it is turned since its rest pose.
pub(super) struct SourceFrame<'a> {
    pub(super) world: &'a [Rigid],
    pub(super) rest: &'a [Quat],
}

impl SourceFrame<'_> {
    pub(super) fn turn(&self, joint: JointId) -> Quat {
        self.world[joint.index()].rotation * self.rest[joint.index()].conjugate()
    }

    pub(super) fn at(&self, joint: JointId) -> Vec3 {
        self.world[joint.index()].translation
    }
}

impl Drive {
    /// The turn since the rest pose.
    pub(super) fn turn(&self, source: &SourceFrame<'_>) -> Quat {
        match *self {
            Self::Follow { source: joint, towards, laid } => {
                let turn = source.turn(joint);
                let turn = towards.map_or(turn, |(next, share)| turn.slerp(source.turn(next), share));
                (turn * laid).normalize()
            }
            // It turns as the upper bone does, and from there by the angle at which that stands to the limb: never by half a turn, where
            // the smallest turn would be any.
            Self::Aim { from, to, bone, laid } => {
                let turn = source.turn(from);
                let upper = turn * bone;
                let points = (source.at(to) - source.at(from)).try_normalize().unwrap_or(upper);
                (Quat::from_rotation_arc(upper, points) * turn * laid).normalize()
            }
        }
    }
}

impl Figures<'_> {
    /// What drives each joint of the target.
    pub(super) fn drives(&self) -> Vec<Option<Drive>> {
        let laid = self.laid();
        let follow = |(id, source): (JointId, &Option<JointId>)| {
            self.aim(id).or(source.map(|source| Drive::Follow {
                source,
                towards: None,
                laid: laid[id.index()],
            }))
        };
        let mut drives: Vec<Option<Drive>> =
            self.target.skeleton.ids().zip(&self.pairs).map(follow).collect();
        self.share_bends(&mut drives);
        drives
    }

    /// A spine joint that nothing drives, between two that are driven, shares their bend: at rest it would be a kink.
    fn share_bends(&self, drives: &mut [Option<Drive>]) {
        let hips = self.target.joint(Role::Hips);
        let column: Vec<JointId> =
            hips.into_iter().chain(self.target.anatomy.spine().iter().copied()).collect();
        let source = |joint: JointId, drives: &[Option<Drive>]| match drives[joint.index()] {
            Some(Drive::Follow { source, towards: None, laid }) => Some((source, laid)),
            _ => None,
        };
        for (place, &joint) in column.iter().enumerate() {
            if drives[joint.index()].is_some() {
                continue;
            }
            let below = (0..place).rev().find_map(|at| Some((at, source(column[at], drives)?)));
            let above = (place + 1..column.len()).find_map(|at| Some((at, source(column[at], drives)?)));
            if let (Some((low, (from, laid))), Some((high, (to, _)))) = (below, above) {
                let share = (place - low) as f32 / (high - low) as f32;
                drives[joint.index()] =
                    Some(Drive::Follow { source: from, towards: Some((to, share)), laid });
            }
        }
    }

    /// Legs and arms without knee or elbow, where the source's have them.
    fn aim(&self, id: JointId) -> Option<Drive> {
        let (start, rest) = Side::BOTH.into_iter().find_map(|side| {
            let legs = (Role::Hip(side), [Role::Knee(side), Role::Ankle(side)]);
            let arms = (Role::Shoulder(side), [Role::Elbow(side), Role::Wrist(side)]);
            [legs, arms].into_iter().find(|&(start, _)| self.target.joint(start) == Some(id))
        })?;
        if self.target.joint(rest[0]).is_some() {
            return None;
        }
        let (from, to) = (self.source.joint(start)?, self.source.joint(rest[1])?);
        let bone = (self.source.place(rest[0])? - self.source.at(from)).try_normalize()?;
        let (end, canonical) = match start {
            Role::Hip(side) => (self.target.leg_end(side), Vec3::NEG_Y),
            Role::Shoulder(side) => {
                (self.target.place(rest[1]).or_else(|| self.target.tip_below(id)), self.outward(side))
            }
            _ => return None,
        };
        let along = end.map_or(Vec3::NEG_Y, |end| end - self.target.at(id));
        Some(Drive::Aim { from, to, bone, laid: Self::along(bone, along, canonical)? })
    }

    /// Per joint of the target, the turn that lays it along the source's.
    fn laid(&self) -> Vec<Quat> {
        let mut laid: Vec<Quat> = Vec::with_capacity(self.target.skeleton.len());
        for id in self.target.skeleton.ids() {
            let inherited =
                self.target.skeleton.parent(id).map_or(Quat::IDENTITY, |parent| laid[parent.index()]);
            laid.push(self.laid_along(id, inherited));
        }
        for side in Side::BOTH {
            // A hand that does not hang on its arm is laid as the forearm is.
            let joints = self.target.joint(Role::Elbow(side)).zip(self.target.joint(Role::Wrist(side)));
            if let Some((elbow, wrist)) = joints {
                laid[wrist.index()] = laid[elbow.index()];
            }
        }
        laid
    }

    /// Limbs are laid along the source's. Hands and fingers go with the forearm; feet stay as they stand and the trunk keeps
    /// its own shape, unless a rest pose is a frame of some motion.
    fn laid_along(&self, id: JointId, inherited: Quat) -> Quat {
        let role = self.target.roles.iter().find(|&(_, &joint)| joint == id).map(|(&role, _)| role);
        let is_chest = self.target.anatomy.spine().last() == Some(&id);
        match role {
            Some(Role::Hip(side)) => self.bone([Role::Hip(side), Role::Knee(side)], Vec3::NEG_Y),
            Some(Role::Knee(side)) => self.bone([Role::Knee(side), Role::Ankle(side)], Vec3::NEG_Y),
            Some(Role::Shoulder(side)) => {
                self.bone([Role::Shoulder(side), Role::Elbow(side)], self.outward(side))
            }
            Some(Role::Elbow(side)) => self.bone([Role::Elbow(side), Role::Wrist(side)], self.outward(side)),
            Some(Role::Ankle(side)) if self.posed => self.foot(side),
            Some(Role::Hips) if self.posed => self.trunk(Role::Hip),
            Some(Role::Clavicle(_) | Role::Toe(_) | Role::Head) if self.posed => None,
            None if self.posed && is_chest => self.trunk(Role::Shoulder),
            None if self.posed && self.target.anatomy.neck().first() == Some(&id) => self.neck(),
            Some(Role::Wrist(_)) | None => None,
            Some(_) => Some(Quat::IDENTITY),
        }
        .unwrap_or(inherited)
    }

    fn outward(&self, side: Side) -> Vec3 {
        if side == Side::Left { self.source.left } else { -self.source.left }
    }

    /// The turn that lays a bone of the target along the source's. Both are reached by the smallest turn from one canonical
    /// direction, so that hinges of the rest poses agree.
    fn bone(&self, [start, end]: [Role; 2], canonical: Vec3) -> Option<Quat> {
        let source = self.source.place(end)? - self.source.place(start)?;
        let target = self.target_end(start, end)? - self.target.place(start)?;
        Self::along(source, target, canonical)
    }

    /// The same from the ankle to the ball of the foot.
    fn foot(&self, side: Side) -> Option<Quat> {
        let (source, target) = (self.source.foot(side)?.ball?, self.target.foot(side)?.ball?);
        Self::along(source, target, self.target.forward())
    }

    /// The same from the first joint of the neck to the head.
    fn neck(&self) -> Option<Quat> {
        let bone = |figure: &Figure<'_>| {
            let first = *figure.anatomy.neck().first()?;
            Some(figure.place(Role::Head)? - figure.at(first))
        };
        Self::along(bone(&self.source)?, bone(&self.target)?, Vec3::Y)
    }

    fn along(source: Vec3, target: Vec3, canonical: Vec3) -> Option<Quat> {
        let (source, target) = (source.try_normalize()?, target.try_normalize()?);
        if source.distance(target) < 1e-5 {
            return Some(Quat::IDENTITY);
        }
        let arc = |to: Vec3| Quat::from_rotation_arc(canonical, to);
        Some((arc(source) * arc(target).conjugate()).normalize())
    }

    /// Where a bone of the target ends, also for limbs that end early.
    fn target_end(&self, start: Role, end: Role) -> Option<Vec3> {
        let figure: &Figure<'_> = &self.target;
        if let Role::Ankle(side) = end {
            return figure.leg_end(side);
        }
        figure.place(end).or_else(|| {
            let joint = figure.joint(start)?;
            figure.tip_below(joint).or_else(|| {
                // It goes on as the bone before.
                let parent = figure.skeleton.parent(joint)?;
                Some(2.0 * figure.at(joint) - figure.at(parent))
            })
        })
    }
}
