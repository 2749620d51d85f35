//! Root motion: where a figure goes, apart from how it moves.

use glam::{Quat, Vec3};

use crate::{Clip, ClipError, Ground, JointId};

/// Below this length the upright part of a rotation is undefined (the root is upside down) and the heading stays.
const NO_HEADING: f64 = 1e-4;

/// The path of a clip's root on the floor: a placement per frame that puts a figure standing at the origin, facing as
/// in the rest pose, where the clip has it. Headings are unwrapped: they never jump by more than half a turn.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Clip, Joint, Pose, RootMotion, Skeleton};
///
/// let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
/// let skeleton = Arc::new(Skeleton::new(vec![root], vec![])?);
/// let mut frames = Clip::builder("spin", skeleton.clone(), 30.0, &[]);
/// let mut pose = Pose::rest(&skeleton);
/// for _ in 0..61 {
///     frames.push(&pose)?;
///     pose.root.x += 0.1;
///     pose.rotations[0] = Quat::from_rotation_y(0.2) * pose.rotations[0];
/// }
/// let clip = frames.finish()?;
/// let motion = RootMotion::of(&clip);
/// assert!((motion.at(60.0).angle - 12.0).abs() < 1e-4, "nearly two turns");
/// let in_place = motion.removed_from(&clip)?;
/// assert!(in_place.frame(60).root.x.abs() < 1e-5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RootMotion {
    placements: Vec<Ground>,
}

impl RootMotion {
    /// The root motion of a clip.
    pub fn of(clip: &Clip) -> Self {
        let rest = clip.skeleton().joint(JointId::ROOT).rest;
        let mut placements: Vec<Ground> = Vec::with_capacity(clip.len());
        for pose in clip.frames() {
            let before = placements.last().map_or(0.0, |ground| ground.angle);
            let angle = heading(pose.rotations[0] * rest.conjugate(), before);
            placements.push(Ground::new(angle, pose.root.x.into(), pose.root.z.into()));
        }
        Self { placements }
    }

    /// The placement at any frame time; times outside give the ends.
    pub fn at(&self, frame: f64) -> Ground {
        let last = self.placements.len() - 1;
        let frame = frame.clamp(0.0, last as f64);
        let before = frame as usize;
        let (a, b) = (self.placements[before], self.placements[(before + 1).min(last)]);
        let mix = |a: f64, b: f64| a + (b - a) * (frame - before as f64);
        Ground::new(mix(a.angle, b.angle), mix(a.x, b.x), mix(a.z, b.z))
    }

    /// One placement per frame.
    pub fn placements(&self) -> &[Ground] {
        &self.placements
    }

    /// How the figure has moved from the first frame to the last, relative to its start.
    pub fn total(&self) -> Ground {
        self.placements[0].inverse() * self.placements[self.placements.len() - 1]
    }

    /// Length of the path on the floor, in metres.
    pub fn path_length(&self) -> f64 {
        self.placements.windows(2).map(|pair| (pair[1].x - pair[0].x).hypot(pair[1].z - pair[0].z)).sum()
    }

    /// The clip without its root motion: it moves in place. [`RootMotion::added_to`] undoes this.
    ///
    /// # Errors
    /// Never for the clip that the motion is of.
    pub fn removed_from(&self, clip: &Clip) -> Result<Clip, ClipError> {
        self.applied(clip, Ground::inverse)
    }

    /// A clip that moves in place, sent along this path.
    ///
    /// # Errors
    /// Never for a clip of as many frames.
    pub fn added_to(&self, clip: &Clip) -> Result<Clip, ClipError> {
        self.applied(clip, |ground| ground)
    }

    fn applied(&self, clip: &Clip, placement: impl Fn(Ground) -> Ground) -> Result<Clip, ClipError> {
        assert_eq!(
            clip.len(),
            self.placements.len(),
            "a root motion has one placement per frame of its clip"
        );
        clip.map_poses(|frame, pose| placement(self.placements[frame]).move_pose(pose))
    }
}

/// The turn about the vertical axis in a rotation, in the unwrapping nearest to `before`: the twist of its swing-twist
/// decomposition.
pub(crate) fn heading(rotation: Quat, before: f64) -> f64 {
    let (y, w) = (f64::from(rotation.y), f64::from(rotation.w));
    if y.hypot(w) < NO_HEADING {
        return before;
    }
    let angle = 2.0 * y.atan2(w);
    let turn = std::f64::consts::TAU;
    angle + turn * ((before - angle) / turn).round()
}

/// The horizontal direction that a figure with this root rotation faces, given the one of its rest pose.
pub fn facing(root: Quat, rest: Quat, rest_facing: Vec3) -> Vec3 {
    Quat::from_rotation_y(heading(root * rest.conjugate(), 0.0) as f32) * rest_facing
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PointTable;
    use crate::testing::{moving, walk};
    use proptest::prelude::*;

    fn furthest(a: &Clip, b: &Clip) -> f32 {
        let (a, b) = (PointTable::new(a), PointTable::new(b));
        a.iter().flatten().zip(b.iter().flatten()).map(|(x, y)| x.distance(*y)).fold(0.0, f32::max)
    }

    #[test]
    fn taken_out_and_put_back_it_reproduces_the_clip() {
        for clip in [walk(30.0, 3.0), moving(30.0)] {
            let motion = RootMotion::of(&clip);
            let in_place = motion.removed_from(&clip).unwrap();
            for pose in in_place.frames() {
                assert!(pose.root.x.abs() < 1e-5 && pose.root.z.abs() < 1e-5);
                assert!(heading(pose.rotations[0], 0.0).abs() < 1e-5);
            }
            assert!(furthest(&clip, &motion.added_to(&in_place).unwrap()) < 1e-5);
        }
    }

    #[test]
    fn a_walk_goes_straight_ahead() {
        let motion = RootMotion::of(&walk(30.0, 3.0));
        let total = motion.total();
        assert!(
            total.angle.abs() < 1e-6 && total.x.abs() < 1e-6 && (total.z - 3.6).abs() < 1e-4,
            "{total:?}"
        );
        assert!((motion.path_length() - 3.6).abs() < 1e-4);
        assert!((motion.at(15.0).z - 0.6).abs() < 1e-5);
    }

    #[test]
    fn an_upside_down_root_keeps_its_heading() {
        let over = Quat::from_rotation_x(std::f32::consts::PI);
        assert!((heading(over, 1.5) - 1.5).abs() < 1e-9);
    }

    proptest! {
        #[test]
        fn a_turned_clip_has_a_turned_motion(angle in -3.0..3.0f64, x in -5.0..5.0f64, z in -5.0..5.0f64) {
            let clip = walk(30.0, 1.0);
            let ground = Ground::new(angle, x, z);
            let (before, after) = (RootMotion::of(&clip), RootMotion::of(&ground.move_clip(&clip)));
            prop_assert!((before.total().z - after.total().z).abs() < 1e-4);
            prop_assert!((after.at(10.0).angle - before.at(10.0).angle - angle).abs() < 1e-5);
        }

        #[test]
        fn headings_are_unwrapped(turns in -20.0..20.0f64) {
            let rotation = Quat::from_rotation_y(turns as f32) * Quat::from_rotation_x(0.3);
            let found = heading(rotation, turns + 1.0);
            prop_assert!((found - turns).abs() < 1e-4);
        }
    }
}
