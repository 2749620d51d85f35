//! A hand or the head put elsewhere by small turns of the joints that carry it.

use std::ops::RangeInclusive;

use glam::{DMat3, DVec3, Quat};
use segue_motion::{Anatomy, Arm, Clip, ClipError, JointId, Pose, Rigid, Role, Side, Skeleton};

/// How much the spine turns against the arm: it carries the rest of the body.
const SPINE: f64 = 0.1;

/// Turns are found in rounds, each from where the last has led.
const ROUNDS: usize = 6;

/// How much is added to the levers, as a share of them: where the joints lie on a line that points at the target, no turn helps.
const RIDGE: f64 = 1e-3;

/// Nearer than this, in metres, is there.
const THERE_METRES: f64 = 1e-6;

/// An arm that is bent less than this, in degrees, has no plane to bend in.
const STRAIGHT_DEGREES: f64 = 4.0;

/// Elbows may bend this much further than in the examples, in degrees: the noise of capture.
const BEND_DEGREES: f64 = 1.0;

/// The joints between the pelvis and a joint above it.
pub(super) struct Chain {
    joint: JointId,
    /// From the pelvis upwards, and how much each turns.
    links: Vec<(JointId, f64)>,
    arm: Option<Elbow>,
}

/// The elbow of the arm that carries the joint.
struct Elbow {
    arm: Arm,
    /// How far it bends in the examples, in degrees.
    range: RangeInclusive<f64>,
}

impl Chain {
    pub(super) fn of<'a>(
        skeleton: &Skeleton,
        joint: JointId,
        examples: impl Iterator<Item = &'a Clip>,
    ) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let mut above: Vec<JointId> =
            std::iter::successors(skeleton.parent(joint), |&joint| skeleton.parent(joint))
                .take_while(|&joint| joint != JointId::ROOT && anatomy.role_of(joint) != Some(Role::Hips))
                .collect();
        above.reverse();
        let arms = Side::BOTH.into_iter().filter_map(|side| anatomy.arm(side));
        let arm = arms.into_iter().find(|arm| above.contains(&arm.shoulder));
        let spine = arm.map_or(1.0, |_| SPINE);
        let is_arm = |joint: JointId| {
            matches!(anatomy.role_of(joint), Some(Role::Clavicle(_) | Role::Shoulder(_) | Role::Elbow(_)))
        };
        let first = above.iter().position(|&joint| is_arm(joint)).unwrap_or(above.len());
        let turns = |(n, joint): (usize, JointId)| match n {
            n if n < first => Some((joint, spine)),
            _ => is_arm(joint).then_some((joint, 1.0)),
        };
        let links = above.into_iter().enumerate().filter_map(turns).collect();
        let elbow = |arm: Arm| Elbow { range: bends(arm, examples), arm };
        Self { joint, links, arm: arm.filter(|arm| joint != arm.elbow).map(elbow) }
    }

    /// The clip with the joint moved in every frame, and all else as it was but for what its joints carry.
    pub(super) fn moved(&self, clip: &Clip, shifts: &[DVec3]) -> Result<Clip, ClipError> {
        let moved = self.turned(clip, shifts, true)?;
        let Some(elbow) = &self.arm else { return Ok(moved) };
        let furthest = |clip: &Clip| {
            let range = bends(elbow.arm, std::iter::once(clip));
            (elbow.range.start() - range.start()).max(range.end() - elbow.range.end())
        };
        let is_natural = furthest(&moved) <= furthest(clip).max(BEND_DEGREES);
        if is_natural { Ok(moved) } else { self.turned(clip, shifts, false) }
    }

    fn turned(&self, clip: &Clip, shifts: &[DVec3], elbow: bool) -> Result<Clip, ClipError> {
        let mut world = Vec::new();
        clip.map_poses(|frame, pose| {
            if shifts[frame] == DVec3::ZERO {
                return;
            }
            pose.world_from_joints(clip.skeleton(), &mut world);
            let target = at(&world, self.joint) + shifts[frame];
            for _ in 0..ROUNDS {
                pose.world_from_joints(clip.skeleton(), &mut world);
                let left = target - at(&world, self.joint);
                if left.length() < THERE_METRES {
                    break;
                }
                self.step(clip.skeleton(), pose, &world, left, elbow);
            }
        })
    }

    /// Turns all joints by the least that moves the last by `left`: ω = P (r × y), for r from a joint to the last, P what it may turn,
    /// and y of Σ [r]ᵀ P [r] y = left.
    fn step(&self, skeleton: &Skeleton, pose: &mut Pose, world: &[Rigid], left: DVec3, elbow: bool) {
        let end = at(world, self.joint);
        let frees: Vec<DMat3> =
            self.links.iter().map(|&(joint, share)| share * self.free(world, joint, elbow)).collect();
        let arms = self.links.iter().map(|&(joint, _)| end - at(world, joint));
        let lever = |(free, r): (&DMat3, DVec3)| cross(r).transpose() * *free * cross(r);
        let matrix: DMat3 = frees.iter().zip(arms.clone()).map(lever).fold(DMat3::ZERO, |sum, one| sum + one);
        let ridge = RIDGE * (matrix.x_axis.x + matrix.y_axis.y + matrix.z_axis.z);
        if ridge <= 0.0 {
            return;
        }
        let y = (matrix + ridge * DMat3::IDENTITY).inverse() * left;
        for ((&(joint, _), free), r) in self.links.iter().zip(&frees).zip(arms) {
            let turn = Quat::from_scaled_axis((*free * r.cross(y)).as_vec3());
            let parent =
                skeleton.parent(joint).map_or(Quat::IDENTITY, |parent| world[parent.index()].rotation);
            let own = &mut pose.rotations[joint.index()];
            *own = (parent.conjugate() * turn * parent * *own).normalize();
        }
    }

    /// The turns that a joint may make: all, but of an elbow those that bend it.
    fn free(&self, world: &[Rigid], joint: JointId, elbow: bool) -> DMat3 {
        let Some(Elbow { arm, .. }) = self.arm.as_ref().filter(|elbow| elbow.arm.elbow == joint) else {
            return DMat3::IDENTITY;
        };
        let [upper, lower] = bones(world, *arm);
        let bends = upper.angle_between(lower).to_degrees() > STRAIGHT_DEGREES;
        let axis = upper.cross(lower).normalize_or_zero();
        if elbow && bends {
            DMat3::from_cols(axis * axis.x, axis * axis.y, axis * axis.z)
        } else {
            DMat3::ZERO
        }
    }
}

/// The matrix of r ×.
fn cross(r: DVec3) -> DMat3 {
    DMat3::from_cols(DVec3::new(0.0, r.z, -r.y), DVec3::new(-r.z, 0.0, r.x), DVec3::new(r.y, -r.x, 0.0))
}

fn at(world: &[Rigid], joint: JointId) -> DVec3 {
    world[joint.index()].translation.as_dvec3()
}

fn bones(world: &[Rigid], arm: Arm) -> [DVec3; 2] {
    let [shoulder, elbow, wrist] = [arm.shoulder, arm.elbow, arm.wrist].map(|joint| at(world, joint));
    [elbow - shoulder, wrist - elbow]
}

/// How little and how far an elbow bends in some clips, in degrees.
fn bends<'a>(arm: Arm, clips: impl Iterator<Item = &'a Clip>) -> RangeInclusive<f64> {
    let mut world = Vec::new();
    let (mut least, mut most) = (180.0f64, 0.0f64);
    for clip in clips {
        for pose in clip.frames() {
            pose.world_from_joints(clip.skeleton(), &mut world);
            let [upper, lower] = bones(&world, arm);
            let bend = upper.angle_between(lower).to_degrees();
            (least, most) = (least.min(bend), most.max(bend));
        }
    }
    least..=most
}

#[cfg(test)]
mod tests {
    use segue_actors::Reach;

    use super::*;

    #[test]
    fn a_hand_goes_where_it_is_put_and_the_feet_stay() {
        let reach = Reach::default().perform().unwrap().clip;
        let wrist = reach.skeleton().find("RightHand").unwrap();
        let shift = DVec3::new(0.01, -0.015, 0.005);
        let shifts: Vec<DVec3> =
            (0..reach.len()).map(|n| shift * (n as f64 / reach.last_frame() as f64)).collect();
        let chain = Chain::of(reach.skeleton(), wrist, std::iter::once(&reach));
        let moved = chain.moved(&reach, &shifts).unwrap();
        let places = |clip: &Clip, frame: usize| {
            let mut world = Vec::new();
            clip.frame(frame).world_from_joints(clip.skeleton(), &mut world);
            world
        };
        let foot = reach.skeleton().find("LeftFoot").unwrap();
        for (frame, shift) in shifts.iter().enumerate() {
            let (before, after) = (places(&reach, frame), places(&moved, frame));
            let off = (at(&after, wrist) - at(&before, wrist) - *shift).length();
            assert!(off < 2e-4, "frame {frame}: {off}");
            assert!((at(&after, foot) - at(&before, foot)).length() < 1e-6);
        }
    }
}
