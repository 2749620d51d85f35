//! The weighted mean of a few poses.

use glam::Vec3;
use segue_motion::{Pose, Skeleton};

use crate::{Lanes, average};

/// The weighted mean of poses that are added one by one. Their order does not matter, up to rounding, except that rotations are
/// turned to the hemisphere of the first pose's.
///
/// Joints do not move on their parents in the mean.
///
/// ```
/// use glam::Quat;
/// use segue_actors::sample;
/// use segue_blend::PoseMean;
/// use segue_motion::Pose;
///
/// let walk = sample("walk")?.clip;
/// let mut mean = PoseMean::new(walk.skeleton());
/// for (weight, angle) in [(0.5, 0.2), (0.25, 0.4), (0.25, 0.0)] {
///     let mut pose = Pose::rest(walk.skeleton());
///     pose.rotations[3] = Quat::from_rotation_x(angle);
///     mean.add(weight, &pose);
/// }
/// assert!(mean.finish().rotations[3].angle_between(Quat::from_rotation_x(0.2)) < 1e-3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PoseMean {
    rows: Vec<Lanes>,
    weights: Vec<f32>,
    root: Vec3,
    groups: usize,
    pose: Pose,
}

impl PoseMean {
    /// Of poses of this skeleton.
    pub fn new(skeleton: &Skeleton) -> Self {
        let groups = Lanes::groups(skeleton.len());
        Self { rows: Vec::new(), weights: Vec::new(), root: Vec3::ZERO, groups, pose: Pose::rest(skeleton) }
    }

    /// Adds a pose. The weights of all poses sum to 1.
    pub fn add(&mut self, weight: f64, pose: &Pose) {
        let end = self.rows.len();
        self.rows.resize(end + self.groups, Lanes::IDENTITY);
        Lanes::load(&pose.rotations, &mut self.rows[end..]);
        if end > 0 {
            let (first, rest) = self.rows.split_at_mut(self.groups);
            let own = &mut rest[end - self.groups..];
            for (lanes, partner) in own.iter_mut().zip(first) {
                lanes.face(partner);
            }
        }
        self.root += weight as f32 * pose.root;
        self.weights.push(weight as f32);
    }

    /// The mean of what was added since the last one.
    ///
    /// # Panics
    /// When nothing was.
    pub fn finish(&mut self) -> Pose {
        let mut mean = vec![Lanes::IDENTITY; self.groups];
        average(&self.rows, &self.weights, &mut mean);
        Lanes::store(&mean, &mut self.pose.rotations);
        self.pose.root = self.root;
        self.root = Vec3::ZERO;
        self.rows.clear();
        self.weights.clear();
        self.pose.clone()
    }
}
