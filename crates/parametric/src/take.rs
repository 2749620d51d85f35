//! A blend as it is seen by what measures it.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{Clip, Ground, JointId, PointId, Pose, Skeleton};

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
    skeleton: &'a Arc<Skeleton>,
}

/// A joint that is farther than this from where its parent holds it moves by itself, in metres.
const SLIDES_METRES: f32 = 1e-4;

impl<'a> MeasuredBlend<'a> {
    pub(crate) fn new(frames: &'a [Frame], skeleton: &'a Arc<Skeleton>) -> Self {
        Self { frames, skeleton }
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

    /// The motion as a clip that starts above the origin and faces z. Its frames are evenly apart in time, as many as there are
    /// moments. It is for measures that look at the whole of it: all joints must be there at every moment.
    ///
    /// # Panics
    /// When joints are missing at a moment, which they never are when a [`Function`](crate::Function) is called.
    pub fn clip(&self) -> Clip {
        let poses: Vec<Pose> = self.frames.iter().map(|frame| self.pose(frame)).collect();
        let slides = |joint: &JointId| poses.iter().any(|pose| self.slides(pose, *joint));
        let sliding: Vec<JointId> = self.skeleton.ids().skip(1).filter(slides).collect();
        let last = self.frames.len() - 1;
        let secs = self.frames[last].secs - self.frames[0].secs;
        let rate = if secs > 0.0 { last as f64 / secs } else { 1.0 };
        let mut builder = Clip::builder("blend", self.skeleton.clone(), rate, &sliding);
        for n in 0..=last {
            let mut pose = self.between(&poses, self.frames[0].secs + n as f64 / rate);
            pose.translations.retain(|(joint, _)| sliding.contains(joint));
            builder.push(&pose).expect("a pose of a blend fits its skeleton");
        }
        builder.finish().expect("there is a frame")
    }

    /// The pose of a moment, each joint with its place on its parent, seen from the start.
    fn pose(&self, frame: &Frame) -> Pose {
        let from_world = self.start_from_world();
        let mut pose = Pose::rest(self.skeleton);
        pose.root = from_world * frame.points[0];
        pose.translations.clear();
        for joint in self.skeleton.ids() {
            let turned = frame.rotations[joint.index()];
            pose.rotations[joint.index()] = match self.skeleton.joint(joint).parent {
                None => from_world.rotation() * turned,
                Some(parent) => {
                    let back = frame.rotations[parent.index()].conjugate();
                    let apart = frame.points[joint.index()] - frame.points[parent.index()];
                    pose.translations.push((joint, back * apart));
                    back * turned
                }
            };
        }
        pose
    }

    fn slides(&self, pose: &Pose, joint: JointId) -> bool {
        let (_, place) = pose.translations[joint.index() - 1];
        place.distance(self.skeleton.joint(joint).offset) > SLIDES_METRES
    }

    /// The pose at a time, between those of two moments.
    fn between(&self, poses: &[Pose], secs: f64) -> Pose {
        let after = self.frames.partition_point(|frame| frame.secs < secs).clamp(1, poses.len().max(2) - 1);
        let (Some(to), from) = (poses.get(after), &poses[after - 1]) else { return poses[after - 1].clone() };
        let [start, end] = [after - 1, after].map(|n: usize| self.frames[n].secs);
        let share = if end > start { ((secs - start) / (end - start)).clamp(0.0, 1.0) as f32 } else { 0.0 };
        let mut pose = from.clone();
        pose.root = from.root.lerp(to.root, share);
        for (own, other) in pose.rotations.iter_mut().zip(&to.rotations) {
            *own = own.slerp(*other, share);
        }
        for ((_, own), (_, other)) in pose.translations.iter_mut().zip(&to.translations) {
            *own = own.lerp(*other, share);
        }
        pose
    }

    /// From the world to where the root stands at the start, z being forward.
    pub(crate) fn start_from_world(&self) -> Ground {
        let start = &self.frames[0];
        Ground::new(start.heading, start.root.x.into(), start.root.z.into()).inverse()
    }
}
