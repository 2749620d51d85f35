//! What is known about a file.

use segue_formats::{Conversion, Finding, Inferred, Note, NoteLevel, Up};
use segue_motion::{
    Anatomy, Certainty, Clip, Flight, FlightSettings, RateVerdict, Skeleton, check_rate, flights_of,
};
use serde::{Deserialize, Serialize};

use super::super::PlantsFacts;
use crate::files::Reading;

/// Everything about one file or sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FileFacts {
    /// As it was named.
    pub input: String,
    /// Its clips.
    pub clips: Vec<ClipFacts>,
    /// Their skeleton.
    pub skeleton: SkeletonFacts,
    /// How the numbers of the file were converted; `None` for samples and clips of a library.
    pub conversion: Option<ConversionFacts>,
    /// What was inferred or mended, and what looks wrong.
    pub notes: Vec<Note>,
    /// What in the clips is no motion.
    pub findings: Vec<FindingFacts>,
}

/// Frames that are no motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FindingFacts {
    /// The clip.
    pub clip: String,
    /// `pop`, `bad-start`, `bad-end`, `rest-pose`, `frozen`, `shifted` or `jump`.
    pub kind: String,
    /// First and last frame.
    pub frames: [usize; 2],
    /// The joints.
    pub joints: Vec<String>,
    /// Whether there is no doubt about it.
    pub is_certain: bool,
    /// Whether reading mended it.
    pub is_repaired: bool,
    /// All of it, for people.
    pub text: String,
}

/// One clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClipFacts {
    /// Its name.
    pub name: String,
    /// How many frames it has.
    pub frames: usize,
    /// Frames per second.
    pub rate_hz: f64,
    /// How long it lasts.
    pub duration_secs: f64,
    /// When points of the body are planted.
    pub plants: PlantsFacts,
    /// What gravity says about it; `None` when the figure's centre of mass is unknown.
    pub gravity: Option<GravityFacts>,
}

/// What gravity says about a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GravityFacts {
    /// Stretches of free fall.
    pub flights: Vec<FlightFacts>,
    /// What the longer of them say about the frame rate.
    pub verdict: RateVerdictName,
    /// The rate that would fit gravity, where a flight is long and clean enough to say.
    pub likely_rate_hz: Option<f64>,
    /// Median gravity of those flights at the stated rate.
    pub median_metres_per_sec2: Option<f64>,
}

/// What gravity says about a frame rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RateVerdictName {
    /// No flight is long and clean enough.
    Unknown,
    /// The rate is right.
    Agrees,
    /// The rate may be wrong.
    Doubtful,
    /// The rate is wrong.
    Contradicts,
}

/// A stretch of free fall.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FlightFacts {
    /// First and last frame without contact.
    pub frames: [usize; 2],
    /// How long it lasts.
    pub duration_secs: f64,
    /// Horizontal speed.
    pub speed_metres_per_sec: f64,
}

/// A skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkeletonFacts {
    /// Its joints, each after its parent.
    pub joints: Vec<JointFacts>,
    /// How many ends of bones it has beyond the joints.
    pub end_sites: usize,
}

/// A joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointFacts {
    /// Its name.
    pub name: String,
    /// The joint it hangs on; `None` for the root.
    pub parent: Option<String>,
    /// Its place on its parent.
    pub offset_metres: [f32; 3],
}

/// How the numbers of a file were converted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConversionFacts {
    /// How long a unit of the file is.
    pub metres_per_unit: InferredFacts<f64>,
    /// The axis of the file that points up.
    pub up: InferredFacts<Up>,
    /// Frames per second.
    pub rate_hz: InferredFacts<f64>,
    /// Whether a rest pose that was inserted as first frame was dropped.
    pub rest_frame_dropped: bool,
}

/// A value with its reason.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct InferredFacts<T> {
    /// The value.
    pub value: T,
    /// Why it is that.
    pub reason: String,
    /// How sure that is.
    pub confidence: String,
}

impl FileFacts {
    pub(super) fn of(reading: &Reading) -> Self {
        let skeleton = &reading.figure.skeleton;
        Self {
            input: reading.input.to_string(),
            clips: reading.clips.iter().map(ClipFacts::of).collect(),
            skeleton: SkeletonFacts::of(skeleton),
            conversion: reading.origin.as_ref().map(|origin| ConversionFacts::of(&origin.conversion)),
            notes: reading.notes.iter().cloned().chain(reading.correction_notes()).collect(),
            findings: reading.findings.iter().map(|finding| FindingFacts::of(finding, skeleton)).collect(),
        }
    }

    /// What looks wrong.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        let warnings = self.notes.iter().filter(|note| note.level == NoteLevel::Warning);
        warnings.map(|note| note.text.as_str())
    }
}

impl FindingFacts {
    fn of(finding: &Finding, skeleton: &Skeleton) -> Self {
        let dirt = &finding.dirt;
        Self {
            clip: finding.clip.clone(),
            kind: dirt.kind.name().to_owned(),
            frames: [dirt.frames.first, dirt.frames.last],
            joints: dirt.joints.iter().map(|&joint| skeleton.name(joint).to_owned()).collect(),
            is_certain: dirt.certainty == Certainty::Certain,
            is_repaired: finding.repaired,
            text: finding.to_string(),
        }
    }
}

impl ClipFacts {
    fn of(clip: &Clip) -> Self {
        Self {
            name: clip.name().to_owned(),
            frames: clip.len(),
            rate_hz: clip.rate(),
            duration_secs: clip.duration_secs(),
            plants: PlantsFacts::of(clip.constraints()),
            gravity: GravityFacts::of(clip),
        }
    }
}

impl GravityFacts {
    fn of(clip: &Clip) -> Option<Self> {
        let anatomy = Anatomy::of(clip.skeleton());
        let check = check_rate(clip, &anatomy).ok()?;
        let flights = flights_of(clip, &anatomy, &FlightSettings::default()).ok()?;
        Some(Self {
            flights: flights.iter().map(|flight| FlightFacts::of(flight, clip.rate())).collect(),
            verdict: check.verdict().into(),
            likely_rate_hz: check.likely_rate(),
            median_metres_per_sec2: check.gravity,
        })
    }
}

impl From<RateVerdict> for RateVerdictName {
    fn from(verdict: RateVerdict) -> Self {
        match verdict {
            RateVerdict::Unknown => Self::Unknown,
            RateVerdict::Agrees => Self::Agrees,
            RateVerdict::Doubtful => Self::Doubtful,
            RateVerdict::Contradicts => Self::Contradicts,
        }
    }
}

impl FlightFacts {
    fn of(flight: &Flight, rate: f64) -> Self {
        Self {
            frames: [flight.frames.first, flight.frames.last],
            duration_secs: flight.frames.len() as f64 / rate,
            speed_metres_per_sec: flight.speed(),
        }
    }
}

impl SkeletonFacts {
    fn of(skeleton: &Skeleton) -> Self {
        let joint = |id| JointFacts {
            name: skeleton.name(id).to_owned(),
            parent: skeleton.parent(id).map(|parent| skeleton.name(parent).to_owned()),
            offset_metres: skeleton.joint(id).offset.to_array(),
        };
        Self { joints: skeleton.ids().map(joint).collect(), end_sites: skeleton.end_sites().len() }
    }
}

impl ConversionFacts {
    fn of(conversion: &Conversion) -> Self {
        Self {
            metres_per_unit: InferredFacts::of(&conversion.scale),
            up: InferredFacts::of(&conversion.up),
            rate_hz: InferredFacts::of(&conversion.rate),
            rest_frame_dropped: conversion.rest_frame_dropped,
        }
    }
}

impl<T: Clone> InferredFacts<T> {
    fn of(inferred: &Inferred<T>) -> Self {
        Self {
            value: inferred.value.clone(),
            reason: inferred.reason.clone(),
            confidence: inferred.confidence.to_string(),
        }
    }
}
