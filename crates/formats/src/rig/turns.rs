//! Rotations read off several rows at once.
#![expect(
    clippy::inline_always,
    reason = "else the code would not be compiled for the vectors it is dispatched to"
)]

use glam::{DQuat, Quat};
use pulp::{Simd, WithSimd};
use segue_motion::Pose;

use super::{Converter, RigJoint};

/// Rows that are read together: one AVX-512 register of angles, two of AVX2, four of SSE2 or NEON.
pub(super) const LANES: usize = 8;

impl Converter<'_> {
    /// Turns the joints of each pose as the row of its lane says; the same bits as [`Converter::rotation`] joint by joint.
    pub(super) fn turn_into(&self, rows: &[Vec<f64>; LANES], poses: &mut [Pose; LANES]) {
        pulp::Arch::new().dispatch(Turn { converter: self, rows, poses });
    }

    /// A turn by a joint's Euler angles as it is in the clip.
    fn placed(&self, index: usize, turned: DQuat) -> Quat {
        let rotation = self.rig.joints[index].placed(turned);
        if index == 0 { (self.clip_from_file * rotation).as_quat() } else { rotation.as_quat() }
    }
}

struct Turn<'a> {
    converter: &'a Converter<'a>,
    rows: &'a [Vec<f64>; LANES],
    poses: &'a mut [Pose; LANES],
}

impl WithSimd for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        for (index, joint) in self.converter.rig.joints.iter().enumerate() {
            let [x, y, z, w] = joint.order.rotations(&joint.angle_lanes(self.rows));
            let bare = index > 0 && joint.is_bare();
            for (lane, pose) in self.poses.iter_mut().enumerate() {
                let turned = DQuat::from_xyzw(x[lane], y[lane], z[lane], w[lane]);
                pose.rotations[index] =
                    if bare { turned.as_quat() } else { self.converter.placed(index, turned) };
            }
        }
    }
}

impl RigJoint {
    /// [`RigJoint::angles`] of each row.
    #[inline(always)]
    fn angle_lanes(&self, rows: &[Vec<f64>; LANES]) -> [[f64; LANES]; 3] {
        let mut angles = [[0.0; LANES]; 3];
        for (lanes, &column) in angles.iter_mut().zip(self.rotation_columns()) {
            for (angle, row) in lanes.iter_mut().zip(rows) {
                *angle = row[column] * self.radians_per_unit;
            }
        }
        angles
    }
}
