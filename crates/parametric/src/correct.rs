//! What blends miss by millimetres, made up for by moving the body a little.

mod stand;
mod upper;

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};
use segue_blend::Shifts;
use segue_motion::{Anatomy, Clip, ClipError, ClipSet, Ground, JointId, Side, facing};

use crate::measure::{Handle, Moved};
use crate::{MeasureError, Parametric};

/// By how much parts of the body are put elsewhere, frame by frame, so that a motion measures what was asked for.
///
/// Pelvis and feet are moved by [`clean_up_shifted`](segue_blend::clean_up_shifted), which keeps knees and stances in order; what is above
/// the pelvis by [`Correction::bend`] afterwards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Correction {
    /// Those of pelvis and feet.
    pub shifts: Shifts,
    upper: BTreeMap<JointId, Vec<DVec3>>,
}

impl Parametric {
    /// A correction that also makes up for `missed`, by how much more each parameter of `clip` is than was asked for; the clip is
    /// what the blend with these weights became with `correction`. Turns, speeds and times cannot be made up for.
    ///
    /// # Errors
    /// When the clip lacks a moment.
    pub fn corrected(
        &self,
        correction: &Correction,
        clip: &Clip,
        weights: &[f64],
        missed: &[f64],
    ) -> Result<Correction, MeasureError> {
        let frame_secs = |frame: usize| self.secs_of_frame(frame, weights);
        let world_from_start = world_from_start(clip);
        let mut corrected = correction.clone();
        for handle in self.measures.handles_in(clip, self.clips.len(), &frame_secs)? {
            corrected.add(&handle, wish(&handle, missed, world_from_start), clip);
        }
        Ok(corrected)
    }
}

/// Where the root stands at the start of a clip, seen from the world.
fn world_from_start(clip: &Clip) -> Ground {
    let (skeleton, pose) = (clip.skeleton(), clip.frame(0));
    let rest_facing = Anatomy::of(skeleton).rest_facing(skeleton);
    let forward = facing(pose.rotations[0], skeleton.joint(JointId::ROOT).rest, rest_facing);
    Ground::new(f64::from(forward.x).atan2(forward.z.into()), pose.root.x.into(), pose.root.z.into())
}

/// By how much what a handle moves has to move in the frame that is measured.
fn wish(handle: &Handle, missed: &[f64], world_from_start: Ground) -> DVec3 {
    let mut wish = Vec3::ZERO;
    for &(number, axis) in &handle.axes {
        wish[axis as usize] = -missed[number] as f32;
    }
    (world_from_start.rotation() * wish).as_dvec3()
}

impl Correction {
    /// How far anything is moved, in metres.
    pub fn metres(&self) -> f64 {
        let all = self.shifts.feet.iter().chain([&self.shifts.pelvis]).chain(self.upper.values());
        all.flatten().map(|shift| shift.length()).fold(0.0, f64::max)
    }

    /// Whether nothing is moved.
    pub fn is_none(&self) -> bool {
        self.metres() <= 0.0
    }

    fn add(&mut self, handle: &Handle, wish: DVec3, clip: &Clip) {
        let shifts: Vec<DVec3> = match handle.moved {
            Moved::Foot(side) => stand::shifts(handle, wish, clip, side),
            Moved::Pelvis | Moved::Upper(_) => handle.profile.iter().map(|share| *share * wish).collect(),
        };
        let is_walked = handle.is_travel;
        for side in Side::BOTH.into_iter().filter(|_| is_walked) {
            sum(&mut self.shifts.feet[side as usize], &stand::shifts(handle, wish, clip, side));
        }
        match handle.moved {
            Moved::Pelvis => sum(&mut self.shifts.pelvis, &shifts),
            Moved::Foot(side) => sum(&mut self.shifts.feet[side as usize], &shifts),
            Moved::Upper(joint) => sum(self.upper.entry(joint).or_default(), &shifts),
        }
    }

    /// The clip with what is above the pelvis moved. Elbows bend as far as in `examples` and no further.
    ///
    /// # Errors
    /// When the poses do not make a clip, which would be a bug.
    pub fn bend(&self, clip: &Clip, examples: &ClipSet) -> Result<Clip, ClipError> {
        let mut bent = clip.clone();
        for (&joint, shifts) in &self.upper {
            bent = upper::Chain::of(clip.skeleton(), joint, examples.clips()).moved(&bent, shifts)?;
        }
        Ok(bent)
    }
}

/// Adds shifts to those that are there.
fn sum(all: &mut Vec<DVec3>, more: &[DVec3]) {
    all.resize(more.len(), DVec3::ZERO);
    all.iter_mut().zip(more).for_each(|(all, more)| *all += *more);
}
