//! The clips of a registration, laid out for playing.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{Clip, ClipId, ClipSet, FrameRange, JointId, Pose, Skeleton};
use segue_register::Registration;

use crate::{Lanes, RotationTable};

/// A registration may reach this much beyond the end of a clip by rounding, in seconds.
const END_SLACK_SECS: f64 = 1e-6;

/// Clips with their registration, ready to be blended: every rotation lies in the hemisphere of the reference
/// clip's at the corresponding moment, in the layout of the averaging kernel.
///
/// The skeleton is that of the set of clips. Joints that move on their parents in any clip do so in blends.
#[derive(Clone, Debug)]
pub struct Ensemble {
    skeleton: Arc<Skeleton>,
    translated: Vec<JointId>,
    registration: Registration,
    sources: Vec<Source>,
}

/// Why clips and a registration do not go together.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EnsembleError {
    /// Another number of clips.
    #[error("the registration is of {expected} clips, but {found} were given")]
    Count {
        /// How many there were.
        found: usize,
        /// How many the registration is of.
        expected: usize,
    },
    /// A clip that is too short for the registration.
    #[error(
        "clip `{clip}` lasts {found:.3} s, but the registration reaches to {expected:.3} s of it; register it again"
    )]
    Duration {
        /// The clip.
        clip: String,
        /// How long it lasts.
        found: f64,
        /// How long the registration says.
        expected: f64,
    },
}

impl Ensemble {
    /// Lays out `clips`, which are those that `registration` was made of.
    ///
    /// # Errors
    /// When they cannot be.
    pub fn new(clips: &ClipSet, registration: Registration) -> Result<Self, EnsembleError> {
        check(clips, &registration)?;
        let mut translated: Vec<JointId> = clips.clips().flat_map(Clip::translated).copied().collect();
        translated.sort_unstable();
        translated.dedup();
        let skeleton = clips.skeleton().clone();
        let source =
            |(id, clip): (ClipId, &Clip)| Source::new(clip, &translated, used(clip, id, &registration));
        let mut sources: Vec<Source> = clips.iter().map(source).collect();
        face_reference(&mut sources, &registration);
        Ok(Self { skeleton, translated, registration, sources })
    }

    /// The skeleton that blends move.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// The joints other than the root that move on their parents in blends.
    pub fn translated(&self) -> &[JointId] {
        &self.translated
    }

    /// Which moments of the clips correspond.
    pub fn registration(&self) -> &Registration {
        &self.registration
    }

    /// Number of clips.
    pub fn clips(&self) -> usize {
        self.sources.len()
    }

    /// The numbers of the clips.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + DoubleEndedIterator + Clone + use<> {
        ClipId::all(self.clips())
    }

    /// Frames per second of a clip.
    pub fn rate(&self, clip: ClipId) -> f64 {
        self.source(clip).rate
    }

    /// A pose of the right size to be played into.
    pub fn rest_pose(&self) -> Pose {
        let offset = |&joint: &JointId| (joint, self.skeleton.joint(joint).offset);
        Pose { translations: self.translated.iter().map(offset).collect(), ..Pose::rest(&self.skeleton) }
    }

    pub(crate) fn source(&self, clip: ClipId) -> &Source {
        &self.sources[clip.index()]
    }
}

fn check(clips: &ClipSet, registration: &Registration) -> Result<(), EnsembleError> {
    if clips.len() != registration.clips() {
        return Err(EnsembleError::Count { found: clips.len(), expected: registration.clips() });
    }
    let [_, end] = registration.range();
    for (id, clip) in clips.iter() {
        let (found, expected) = (clip.duration_secs(), registration.timewarp().at(id, end));
        if expected > found + END_SLACK_SECS {
            return Err(EnsembleError::Duration { clip: clip.name().to_owned(), found, expected });
        }
    }
    Ok(())
}

/// The frames of a clip that a registration reaches: of an hour that goes over into another those around that moment.
fn used(clip: &Clip, id: ClipId, registration: &Registration) -> FrameRange {
    let [first, last] = registration.range().map(|u| registration.timewarp().at(id, u) * clip.rate());
    let last = (last.ceil().max(0.0) as usize).saturating_add(1).min(clip.last_frame());
    FrameRange { first: (first.floor().max(0.0) as usize).saturating_sub(1).min(last), last }
}

/// Turns every frame of every clip to the hemisphere of the reference's at the corresponding moment. The first
/// input's would make blends depend on the order of the clips.
fn face_reference(sources: &mut [Source], registration: &Registration) {
    let (reference, timewarp) = (registration.reference(), registration.timewarp());
    let Source { rate, first, last, .. } = sources[reference.index()];
    let partner = sources[reference.index()].rotations.clone();
    for (id, source) in registration.ids().zip(sources) {
        for frame in source.first..=source.last {
            let u = timewarp.u_at(id, frame as f64 / source.rate);
            let nearest =
                (timewarp.at(reference, u) * rate).round().clamp(first as f64, last as f64) as usize;
            source.rotations.face(frame - source.first, partner.row(nearest - first));
        }
    }
}

/// The used frames of one clip in the layout of the averaging kernel.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    rate: f64,
    /// The frames of the clip that are used, first and last.
    first: usize,
    last: usize,
    roots: Vec<Vec3>,
    rotations: RotationTable,
    /// One row per frame, one entry per joint that moves on its parent in any clip.
    translations: Vec<Vec3>,
    moving: usize,
}

impl Source {
    fn new(clip: &Clip, translated: &[JointId], FrameRange { first, last }: FrameRange) -> Self {
        let frames = || (first..=last).map(|frame| clip.frame(frame));
        let mut translations = Vec::with_capacity((last - first + 1) * translated.len());
        for pose in frames() {
            let mut own = pose.translations().peekable();
            for &joint in translated {
                let here = own.next_if(|&(moved, _)| moved == joint);
                translations.push(here.map_or(clip.skeleton().joint(joint).offset, |(_, position)| position));
            }
        }
        Self {
            rate: clip.rate(),
            first,
            last,
            roots: frames().map(|pose| pose.root).collect(),
            rotations: RotationTable::new(frames()),
            translations,
            moving: translated.len(),
        }
    }

    /// The used frame at or before a moment, counted from the first of them, and the fraction to the next; moments outside give the
    /// ends.
    fn locate(&self, secs: f64) -> (usize, f32) {
        let frame = (secs * self.rate).clamp(self.first as f64, self.last as f64);
        // A moment meant to be a whole frame is one, so that its pose is the clip's own.
        let nearest = frame.round();
        if (frame - nearest).abs() < WHOLE_FRAME {
            return (nearest as usize - self.first, 0.0);
        }
        (frame as usize - self.first, frame.fract() as f32)
    }

    /// Position of the root, and the rotations into `row`.
    pub(crate) fn sample(&self, secs: f64, row: &mut [Lanes]) -> (Vec3, Quat) {
        let (frame, fraction) = self.locate(secs);
        self.rotations.sample(frame, fraction, row);
        (self.root(secs), row[0].get(0))
    }

    /// Rotation of the root at the frame nearest to a moment.
    pub(crate) fn nearest_root_rotation(&self, secs: f64) -> Quat {
        let frame = (secs * self.rate).round().clamp(self.first as f64, self.last as f64) as usize;
        self.rotations.row(frame - self.first)[0].get(0)
    }

    /// Position of the root.
    pub(crate) fn root(&self, secs: f64) -> Vec3 {
        let (frame, fraction) = self.locate(secs);
        let before = self.roots[frame];
        if fraction > 0.0 { before.lerp(self.roots[frame + 1], fraction) } else { before }
    }

    /// Local position of one of the joints that move on their parents.
    pub(crate) fn translation(&self, index: usize, secs: f64) -> Vec3 {
        let (frame, fraction) = self.locate(secs);
        let at = |frame: usize| self.translations[frame * self.moving + index];
        if fraction > 0.0 { at(frame).lerp(at(frame + 1), fraction) } else { at(frame) }
    }
}

/// Frame times nearer than this to a whole frame are taken as it: far more than rounding, far less than is seen.
const WHOLE_FRAME: f64 = 1e-6;
