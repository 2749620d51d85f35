//! A blend as it is seen by what measures it.

use glam::{Quat, Vec3};
use segue_motion::{Ground, JointId, PointId};

/// A moment of a blend.
#[derive(Clone, Debug)]
pub struct Frame {
    pub(crate) u: f64,
    pub(crate) secs: f64,
    pub(crate) root: Vec3,
    pub(crate) heading: f64,
    /// Where joints and end sites are; of no use at moments at which nothing is measured.
    pub(crate) points: Vec<Vec3>,
    /// How joints are turned in the world, likewise.
    pub(crate) rotations: Vec<Quat>,
}

impl Frame {
    /// Where on the registration curve it is.
    pub fn u(&self) -> f64 {
        self.u
    }

    /// Time since the start.
    pub fn secs(&self) -> f64 {
        self.secs
    }

    /// Where the figure faces, as an angle about the vertical from z; it never jumps by more than half a turn.
    pub fn heading(&self) -> f64 {
        self.heading
    }
}

/// A blend that is measured, moment by moment; there is at least one.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredBlend<'a> {
    frames: &'a [Frame],
}

impl<'a> MeasuredBlend<'a> {
    pub(crate) fn new(frames: &'a [Frame]) -> Self {
        Self { frames }
    }

    /// The moments in order, thirty for each second of the reference.
    pub fn frames(&self) -> &'a [Frame] {
        self.frames
    }

    /// Where a joint or an end site is, seen from where the root stands at the start: x to the left, y up, z forward.
    ///
    /// # Panics
    /// When the skeleton has no such point.
    pub fn place(&self, frame: &Frame, point: PointId) -> Vec3 {
        self.start_from_world() * frame.points[point.index()]
    }

    /// By how much a joint has turned in the world since the start: the axis, seen as [`MeasuredBlend::place`] sees places, times the angle
    /// in degrees, at most 180.
    ///
    /// # Panics
    /// When the skeleton has no such joint.
    pub fn turn(&self, frame: &Frame, joint: JointId) -> Vec3 {
        let turned = frame.rotations[joint.index()] * self.frames[0].rotations[joint.index()].conjugate();
        // The shorter way round.
        let turned = if turned.w < 0.0 { -turned } else { turned };
        self.start_from_world().rotation() * (turned.to_scaled_axis() * 1f32.to_degrees())
    }

    /// From the world to where the root stands at the start, z being forward.
    pub(crate) fn start_from_world(&self) -> Ground {
        let start = &self.frames[0];
        Ground::new(start.heading, start.root.x.into(), start.root.z.into()).inverse()
    }
}
