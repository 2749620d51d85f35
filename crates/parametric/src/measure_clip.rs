//! What a finished motion measures.

use segue_motion::{Anatomy, Clip, JointId, PointTable, Rigid, facing};

use crate::rehearsal::{secs_between, unwound};
use crate::sample::distance;
use crate::{Frame, MeasureError, MeasuredBlend, Parametric, ReadAt};

/// What a motion measures by itself: its own apex counts, not the one that its examples had.
#[derive(Clone, Debug, PartialEq)]
pub struct ClipMeasures {
    /// The parameters.
    pub values: Vec<f64>,
    /// When each is read, where that is one moment.
    pub moments: Vec<Option<ReadAt>>,
}

impl Parametric {
    /// Measures a finished motion, such as a blend with these weights whose feet were held, at its own frames; the moments are
    /// found again in it.
    ///
    /// # Errors
    /// When it lacks a moment, such as a takeoff.
    ///
    /// # Panics
    /// When it is on another skeleton than the examples.
    pub fn measure_clip(&self, clip: &Clip, weights: &[f64]) -> Result<ClipMeasures, MeasureError> {
        assert_eq!(clip.skeleton().len(), self.ensemble.skeleton().len(), "it is on the examples' skeleton");
        let frame_secs = |frame: usize| self.secs_of_frame(frame, weights);
        let (resolved, moments) = self.measures.resolve_in(clip, self.clips.len(), &frame_secs)?;
        let mut values = Vec::new();
        resolved.measure(&MeasuredBlend::new(&frames(clip), clip.skeleton()), weights, &mut values);
        Ok(ClipMeasures { values, moments })
    }

    /// When a blend shows what a frame of the query shows, in seconds.
    pub(crate) fn secs_of_frame(&self, frame: usize, weights: &[f64]) -> f64 {
        let registration = self.ensemble.registration();
        let (reference, timewarp) = (registration.reference(), registration.timewarp());
        let secs = frame as f64 / self.clips[reference].rate();
        let start = registration.range()[0];
        secs_between(&self.ensemble, weights, [start, timewarp.u_at(reference, secs)])
    }

    /// How far values are from a target, in metres (angles, speeds and times count as
    /// [`Unit::metres`](crate::Unit::metres) says).
    pub fn off_metres(&self, values: &[f64], target: &[f64]) -> f64 {
        distance(values, target, &self.scales)
    }
}

/// The frames of a clip as what measures them sees them; their places on the registration curve are seconds.
fn frames(clip: &Clip) -> Vec<Frame> {
    let skeleton = clip.skeleton();
    let (rest, rest_facing) =
        (skeleton.joint(JointId::ROOT).rest, Anatomy::of(skeleton).rest_facing(skeleton));
    let table = PointTable::new(clip);
    let (mut heading, mut world) = (0.0, Vec::<Rigid>::new());
    let frame = |(n, pose): (usize, segue_motion::PoseRef<'_>)| {
        pose.world_from_joints(skeleton, &mut world);
        heading = unwound(facing(world[0].rotation, rest, rest_facing), heading);
        let secs = n as f64 / clip.rate();
        Frame {
            u: secs,
            secs,
            root: world[0].translation,
            heading,
            points: table.row(n).to_vec(),
            rotations: world.iter().map(|joint| joint.rotation).collect(),
        }
    };
    clip.frames().enumerate().map(frame).collect()
}
