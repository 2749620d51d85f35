//! The causal clean-up: holds feet in a motion that is being made, without knowing what comes.

mod limb;
mod reach;
mod stretch;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use glam::{DQuat, DVec3};
use segue_motion::{Anatomy, ConstraintKind, IkSettings, JointId, Pose, Rigid, Skeleton};

use limb::{Limb, legs, world};
use reach::{Ball, nearest};

/// Holds planted points of one pose after the other, as a player makes them. Nothing is allocated per frame, once the
/// first has been corrected.
///
/// A point is held where it is when its plant begins; when the plant ends, the correction dies away smoothly. The root
/// gives way so that all legs reach; legs may also lengthen ([`FootLock::lengthening`]). Unlike
/// [`clean_up`](crate::clean_up) it cannot choose the middle of a plant nor begin before it.
#[derive(Clone, Debug)]
pub struct FootLock {
    skeleton: Arc<Skeleton>,
    legs: Vec<Leg>,
    root: Fading,
    settle_secs: f64,
    longest_stretch: f64,
}

#[derive(Clone, Debug)]
struct Leg {
    limb: Limb,
    /// Where each point is held, in the order of the limb's points.
    held: Vec<Option<DVec3>>,
    turn: Fading,
    shift: Fading,
}

/// A correction that is demanded at times and dies away when it is not.
#[derive(Clone, Copy, Debug, Default)]
struct Fading {
    value: DVec3,
    /// Per second.
    speed: DVec3,
    /// What remains of the time before, on top of what is demanded.
    rest: DVec3,
    rest_speed: DVec3,
    demanded: DVec3,
}

impl Fading {
    /// The correction after `dt_secs`, when `demand` must hold exactly from here on, `None` when nothing must.
    fn step(&mut self, demand: Option<DVec3>, exactly: bool, dt_secs: f64, settle_secs: f64) -> DVec3 {
        let wanted = demand.unwrap_or(DVec3::ZERO);
        if exactly {
            self.rest = DVec3::ZERO;
            self.rest_speed = DVec3::ZERO;
        } else {
            self.settle(dt_secs, settle_secs);
        }
        let value = wanted + self.rest;
        self.speed = if dt_secs > 0.0 { (value - self.value) / dt_secs } else { DVec3::ZERO };
        self.demanded = wanted;
        self.value = value;
        value
    }

    /// Takes over what was shown as something that dies away, so that a change of demand is not seen.
    fn hand_over(&mut self, demand: DVec3) {
        self.rest = self.value - demand;
        self.rest_speed = self.speed;
    }

    /// A critically damped spring, solved exactly.
    fn settle(&mut self, dt_secs: f64, settle_secs: f64) {
        // After `settle_secs` about 2 % are left.
        let stiffness = 6.0 / settle_secs;
        let fall = (-stiffness * dt_secs).exp();
        let drive = self.rest_speed + stiffness * self.rest;
        self.rest = (self.rest + drive * dt_secs) * fall;
        self.rest_speed = (drive - stiffness * (self.rest / fall)) * fall;
    }
}

impl FootLock {
    /// A lock for figures of this skeleton. `settle_secs`: time after a plant until its correction is gone; 0.3 is
    /// about a swing.
    pub fn new(skeleton: Arc<Skeleton>, anatomy: &Anatomy, settle_secs: f64) -> Self {
        let leg = |limb: Limb| Leg {
            held: vec![None; limb.points.len()],
            limb,
            turn: Fading::default(),
            shift: Fading::default(),
        };
        Self {
            legs: legs(&skeleton, anatomy).into_iter().map(leg).collect(),
            skeleton,
            root: Fading::default(),
            settle_secs: settle_secs.max(1e-3),
            longest_stretch: 0.0,
        }
    }

    /// Lets legs lengthen by up to `most` (0.04 being 4 %) rather than snap straight. Every pose gets tracks for
    /// [`FootLock::translated`] then.
    #[must_use]
    pub fn lengthening(mut self, most: f64) -> Self {
        self.longest_stretch = most.max(0.0);
        self
    }

    /// The joints of the legs, which move on their parents when legs may lengthen; in order.
    pub fn translated(&self) -> Vec<JointId> {
        let mut joints: Vec<JointId> = self
            .legs
            .iter()
            .flat_map(|leg| &leg.limb.bones)
            .copied()
            .filter(|_| self.longest_stretch > 0.0)
            .collect();
        joints.sort_unstable();
        joints
    }

    /// Corrects the next pose, `dt_secs` after the one before; `holds` says what is planted in it
    /// ([`Player::holds`](crate::Player::holds)).
    pub fn apply(&mut self, dt_secs: f64, holds: impl Fn(ConstraintKind) -> bool, pose: &mut Pose) {
        let source_root = pose.root;
        if self.longest_stretch > 0.0 {
            for leg in &self.legs {
                stretch::add_tracks(pose, &self.skeleton, &leg.limb.bones);
            }
        }
        for leg in &mut self.legs {
            leg.plan(&self.skeleton, pose, &holds, dt_secs, self.settle_secs);
        }
        pose.root += self.root_shift(pose, dt_secs).as_vec3();
        for leg in &self.legs {
            leg.solve(&self.skeleton, pose, source_root, self.longest_stretch);
        }
    }

    fn root_shift(&mut self, pose: &Pose, dt_secs: f64) -> DVec3 {
        let mut balls = [Ball { centre: DVec3::ZERO, radius: f64::INFINITY }; 2];
        for (ball, leg) in balls.iter_mut().zip(&self.legs) {
            *ball = leg.reach(&self.skeleton, pose, self.longest_stretch);
        }
        let needed = nearest(&balls, DVec3::ZERO);
        // What is demanded is met at once, else a leg would not reach; what is let go is let go slowly, and a root
        // that stays low for a while only bends the knees.
        if needed.length() < self.root.demanded.length() - LET_GO_PER_SEC * dt_secs {
            self.root.hand_over(needed);
        }
        self.root.step(Some(needed), false, dt_secs, self.settle_secs)
    }
}

/// A demand on the root that shrinks faster than this, in m/s, was let go.
const LET_GO_PER_SEC: f64 = 0.1;

impl Leg {
    /// Decides how the foot has to move in this frame.
    fn plan(
        &mut self,
        skeleton: &Skeleton,
        pose: &Pose,
        holds: impl Fn(ConstraintKind) -> bool,
        dt_secs: f64,
        settle_secs: f64,
    ) {
        let end = world(skeleton, pose, self.limb.chain.end());
        let was = self.held.iter().flatten().count();
        for (held, &kind) in self.held.iter_mut().zip(&self.limb.kinds) {
            *held = held.filter(|_| holds(kind));
        }
        let turn = self.wanted_turn(skeleton, pose);
        if was == 2 && turn.is_none() {
            self.turn.hand_over(DVec3::ZERO);
        }
        let turn = self.turn.step(turn, turn.is_some(), dt_secs, settle_secs);
        let turn = DQuat::from_scaled_axis(turn);
        let shift = self.wanted_shift(skeleton, pose, end, turn);
        if was > 0 && shift.is_none() {
            self.shift.hand_over(DVec3::ZERO);
        }
        let shift = self.shift.step(shift, shift.is_some(), dt_secs, settle_secs);
        self.hold_where_shown(skeleton, pose, &holds, |point| {
            let centre = end.translation.as_dvec3();
            centre + shift + turn * (point - centre)
        });
    }

    /// Holds what has become planted where it is shown in this frame.
    fn hold_where_shown(
        &mut self,
        skeleton: &Skeleton,
        pose: &Pose,
        holds: impl Fn(ConstraintKind) -> bool,
        shown: impl Fn(DVec3) -> DVec3,
    ) {
        for n in 0..self.held.len() {
            if self.held[n].is_none() && holds(self.limb.kinds[n]) {
                self.held[n] = Some(shown(self.point(skeleton, pose, n)));
            }
        }
    }

    fn wanted_turn(&self, skeleton: &Skeleton, pose: &Pose) -> Option<DVec3> {
        let [Some(heel_place), Some(toe_place)] = self.held[..] else { return None };
        let from = (self.point(skeleton, pose, 1) - self.point(skeleton, pose, 0)).try_normalize()?;
        let to = (toe_place - heel_place).try_normalize()?;
        Some(DQuat::from_rotation_arc(from, to).to_scaled_axis())
    }

    fn wanted_shift(&self, skeleton: &Skeleton, pose: &Pose, end: Rigid, turn: DQuat) -> Option<DVec3> {
        let centre = end.translation.as_dvec3();
        let (mut sum, mut count) = (DVec3::ZERO, 0);
        for (n, place) in self.held.iter().enumerate() {
            if let Some(place) = place {
                sum += *place - (centre + turn * (self.point(skeleton, pose, n) - centre));
                count += 1;
            }
        }
        (count > 0).then(|| sum / f64::from(count))
    }

    fn point(&self, skeleton: &Skeleton, pose: &Pose, n: usize) -> DVec3 {
        let id = self.limb.points[n];
        let carrier = id.carrier(skeleton);
        let world = world(skeleton, pose, carrier);
        match id.index().checked_sub(skeleton.len()) {
            None => world.translation.as_dvec3(),
            Some(site) => (world * skeleton.end_sites()[site].offset).as_dvec3(),
        }
    }

    fn reach(&self, skeleton: &Skeleton, pose: &Pose, longest_stretch: f64) -> Ball {
        let [start, end] = [self.limb.chain.start(), self.limb.chain.end()]
            .map(|joint| world(skeleton, pose, joint).translation.as_dvec3());
        let length = self.limb.bone_lengths(pose.translations.iter().copied(), skeleton);
        let radius = stretch::span(start.distance(end), length, longest_stretch);
        Ball { centre: end + self.shift.value - start, radius }
    }

    /// Puts the foot where it was planned, in a pose whose root has moved from `source_root`.
    fn solve(&self, skeleton: &Skeleton, pose: &mut Pose, source_root: glam::Vec3, longest_stretch: f64) {
        let moved = pose.root - source_root;
        if moved == glam::Vec3::ZERO && self.shift.value == DVec3::ZERO && self.turn.value == DVec3::ZERO {
            return;
        }
        let joint = self.limb.chain.end();
        let end = world(skeleton, pose, joint);
        let target = end.translation - moved + self.shift.value.as_vec3();
        let turned = DQuat::from_scaled_axis(self.turn.value).as_quat() * end.rotation;
        let parent =
            skeleton.parent(joint).map_or(glam::Quat::IDENTITY, |id| world(skeleton, pose, id).rotation);
        pose.rotations[joint.index()] = (parent.conjugate() * turned).normalize();
        let start = world(skeleton, pose, self.limb.chain.start()).translation.as_dvec3();
        let length = self.limb.bone_lengths(pose.translations.iter().copied(), skeleton);
        let was = start.distance(end.translation.as_dvec3());
        let stretch = stretch::needed(was, start.distance(target.as_dvec3()), length).min(longest_stretch);
        stretch::lengthen(pose, skeleton, &self.limb.bones, 1.0 + stretch);
        self.limb.chain.solve(skeleton, pose, target, &IkSettings::default());
    }
}
