//! Hips that are wider than the source's.

use glam::{Quat, Vec3};

use super::drive::SourceFrame;
use super::even::{even, smooth};
use super::figures::Figures;
use crate::root_motion::heading;
use crate::{Clip, JointId, Role, Side};

/// Cosine of the tilt down to which a pelvis is held level, and from which on it tilts as the source's does: one that lies on its side
/// or turns over does so entirely.
const LEVEL: f32 = 0.9;
const STEEP: f32 = 0.5;

/// How a pelvis shakes about the vertical is what is left of its heading after averaging under a bell of this width, in seconds.
const SHAKE_SECS: f64 = 0.15;

/// A pelvis that is wider than the source's, in its scale. If it tilted as the source's does, its hip joints would rise and sink by
/// more than the source's, and legs that are nearly straight would jerk.
pub(super) struct Pelvis {
    /// The joint of the source that drives it, and its hip joints, left and right.
    driver: JointId,
    hips: [JointId; 2],
    /// From the right hip joint of the target to the left one, in the rest pose.
    line: Vec3,
    scale: f32,
    /// Per frame, the turn about the vertical by which it shakes less than the source's.
    steadied: Vec<f32>,
}

impl Pelvis {
    pub(super) fn of(figures: &Figures<'_>, clip: &Clip, rest: &[Quat]) -> Option<Self> {
        let [left, right] = Side::BOTH.map(|side| figures.source.joint(Role::Hip(side)));
        let hips = [left?, right?];
        let between = |[left, right]: [Vec3; 2]| left - right;
        let [own_left, own_right] = Side::BOTH.map(|side| figures.target.place(Role::Hip(side)));
        let line = between([own_left?, own_right?]);
        let theirs = between(hips.map(|joint| figures.source.at(joint)));
        let driver = figures.source.joint(Role::Hips)?;
        let share = figures.scale * theirs.length() / line.length();
        let steadied = || shake(clip, driver, rest).into_iter().map(|shake| (share - 1.0) * shake).collect();
        (share < 1.0).then(|| Self { driver, hips, line, scale: figures.scale, steadied: steadied() })
    }

    /// What is turned as the pelvis of the source, so that its hip joints rise, sink and shake as the source's do.
    pub(super) fn leveled(
        &self,
        number: usize,
        driver: JointId,
        turn: Quat,
        source: &SourceFrame<'_>,
    ) -> Quat {
        if driver != self.driver {
            return turn;
        }
        let turn = Quat::from_rotation_y(self.steadied[number]) * turn;
        let line = turn * self.line;
        let (length, flat) = (line.length(), line.with_y(0.0).normalize_or_zero());
        let rise = self.scale * (source.at(self.hips[0]) - source.at(self.hips[1])).y;
        let level = flat * (length * length - rise * rise).max(0.0).sqrt() + Vec3::Y * rise;
        let Some((from, to)) = line.try_normalize().zip(level.try_normalize()) else { return turn };
        let share = smooth((from.with_y(0.0).length() - STEEP) / (LEVEL - STEEP));
        (Quat::IDENTITY.slerp(Quat::from_rotation_arc(from, to), share) * turn).normalize()
    }
}

/// How far the heading of a joint is from its mean around each frame.
fn shake(clip: &Clip, joint: JointId, rest: &[Quat]) -> Vec<f32> {
    let (mut world, mut last) = (Vec::new(), 0.0);
    let headings = clip.frames().map(|pose| {
        pose.world_from_joints(clip.skeleton(), &mut world);
        last = heading(SourceFrame { world: &world, rest }.turn(joint), last);
        last as f32
    });
    let headings: Vec<f32> = headings.collect();
    let means = even(&headings, SHAKE_SECS * clip.rate());
    headings.iter().zip(means).map(|(heading, mean)| heading - mean).collect()
}
