//! What `segue info` knows about a file.

use segue::Reading;
use segue::formats::{Conversion, Finding, Inferred, Note, NoteLevel};
use segue::motion::{
    Anatomy, Certainty, Clip, Flight, FlightSettings, RateVerdict, Skeleton, check_rate, flights_of,
};
use serde::Serialize;
use serde_json::Value;

/// Everything about one file or sample, in the shape of the JSON output.
#[derive(Debug, Serialize)]
pub(super) struct Facts {
    /// As it was named.
    pub(super) input: String,
    pub(super) clips: Vec<ClipFacts>,
    pub(super) skeleton: SkeletonFacts,
    /// Absent for samples.
    pub(super) conversion: Option<ConversionFacts>,
    pub(super) notes: Vec<NoteFacts>,
    /// What in the clips is no motion.
    pub(super) findings: Vec<FindingFacts>,
}

#[derive(Debug, Serialize)]
pub(super) struct FindingFacts {
    clip: String,
    /// pop, bad-start, bad-end, rest-pose, frozen, shifted or jump.
    kind: &'static str,
    /// First and last frame.
    range: [usize; 2],
    joints: Vec<String>,
    certain: bool,
    repaired: bool,
    /// All of it, for people.
    pub(super) text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct ClipFacts {
    pub(super) name: String,
    pub(super) frames: usize,
    pub(super) rate: f64,
    pub(super) duration_secs: f64,
    /// Intervals `[first, last]` by point of the body.
    pub(super) plants: Value,
    /// Absent when the figure's centre of mass is unknown.
    pub(super) gravity: Option<GravityFacts>,
}

#[derive(Debug, Serialize)]
pub(super) struct GravityFacts {
    /// Stretches of free fall.
    pub(super) flights: Vec<FlightFacts>,
    /// What the longer of them say about the frame rate: unknown, agrees, doubtful or contradicts.
    pub(super) verdict: &'static str,
    /// The rate that would fit gravity, where a flight is long and clean enough to tell.
    pub(super) likely_rate: Option<f64>,
    /// Median gravity of those flights at the stated rate, in m/s².
    pub(super) median: Option<f64>,
}

#[derive(Debug, Serialize)]
pub(super) struct FlightFacts {
    /// First and last frame without contact.
    pub(super) range: [usize; 2],
    pub(super) duration_secs: f64,
    /// Horizontal speed in m/s.
    pub(super) speed: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct SkeletonFacts {
    pub(super) joints: Vec<JointFacts>,
    pub(super) end_sites: usize,
    #[serde(skip)]
    pub(super) tree: String,
}

#[derive(Debug, Serialize)]
pub(super) struct JointFacts {
    name: String,
    parent: Option<String>,
    /// From the parent, in metres.
    offset: [f32; 3],
}

#[derive(Debug, Serialize)]
pub(super) struct ConversionFacts {
    pub(super) metres_per_unit: InferredFacts,
    pub(super) up: InferredFacts,
    pub(super) rate: InferredFacts,
    pub(super) rest_frame_dropped: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct InferredFacts {
    pub(super) value: Value,
    pub(super) reason: String,
    pub(super) confidence: String,
}

#[derive(Debug, Serialize)]
pub(super) struct NoteFacts {
    pub(super) level: &'static str,
    pub(super) text: String,
}

impl Facts {
    pub(super) fn of(reading: &Reading) -> Self {
        // Clips of one file share their skeleton.
        let skeleton = reading.clips[0].skeleton();
        Self {
            input: reading.input.to_string(),
            clips: reading.clips.iter().map(ClipFacts::of).collect(),
            skeleton: SkeletonFacts::of(skeleton),
            conversion: reading.origin.as_ref().map(|origin| ConversionFacts::of(&origin.conversion)),
            notes: reading.notes.iter().map(NoteFacts::of).collect(),
            findings: reading.findings.iter().map(|finding| FindingFacts::of(finding, skeleton)).collect(),
        }
    }

    pub(super) fn warnings(&self) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(|note| note.level == "warning").map(|note| note.text.as_str())
    }
}

impl ClipFacts {
    fn of(clip: &Clip) -> Self {
        Self {
            name: clip.name().to_owned(),
            frames: clip.len(),
            rate: clip.rate(),
            duration_secs: clip.duration_secs(),
            plants: segue::plants_to_json(clip.constraints()),
            gravity: GravityFacts::of(clip),
        }
    }
}

impl GravityFacts {
    fn of(clip: &Clip) -> Option<Self> {
        let anatomy = Anatomy::of(clip.skeleton());
        let check = check_rate(clip, &anatomy).ok()?;
        let flights = flights_of(clip, &anatomy, &FlightSettings::default()).ok()?;
        let verdict = match check.verdict() {
            RateVerdict::Unknown => "unknown",
            RateVerdict::Agrees => "agrees",
            RateVerdict::Doubtful => "doubtful",
            RateVerdict::Contradicts => "contradicts",
        };
        let flights = flights.iter().map(|flight| FlightFacts::of(flight, clip.rate())).collect();
        Some(Self { flights, verdict, likely_rate: check.likely_rate(), median: check.gravity })
    }
}

impl FlightFacts {
    fn of(flight: &Flight, rate: f64) -> Self {
        let range = [flight.frames.first, flight.frames.last];
        Self { range, duration_secs: flight.frames.len() as f64 / rate, speed: flight.speed() }
    }
}

impl SkeletonFacts {
    fn of(skeleton: &Skeleton) -> Self {
        let joint = |id| JointFacts {
            name: skeleton.name(id).to_owned(),
            parent: skeleton.parent(id).map(|parent| skeleton.name(parent).to_owned()),
            offset: skeleton.joint(id).offset.to_array(),
        };
        Self {
            joints: skeleton.ids().map(joint).collect(),
            end_sites: skeleton.end_sites().len(),
            tree: skeleton.to_string(),
        }
    }
}

impl ConversionFacts {
    fn of(conversion: &Conversion) -> Self {
        Self {
            metres_per_unit: InferredFacts::of(&conversion.scale, |&scale| scale.into()),
            up: InferredFacts::of(&conversion.up, |up| up.to_string().into()),
            rate: InferredFacts::of(&conversion.rate, |&rate| rate.into()),
            rest_frame_dropped: conversion.rest_frame_dropped,
        }
    }
}

impl InferredFacts {
    fn of<T>(inferred: &Inferred<T>, value: impl Fn(&T) -> Value) -> Self {
        Self {
            value: value(&inferred.value),
            reason: inferred.reason.clone(),
            confidence: inferred.confidence.to_string(),
        }
    }
}

impl FindingFacts {
    fn of(finding: &Finding, skeleton: &Skeleton) -> Self {
        let dirt = &finding.dirt;
        Self {
            clip: finding.clip.clone(),
            kind: dirt.kind.name(),
            range: [dirt.frames.first, dirt.frames.last],
            joints: dirt.joints.iter().map(|&joint| skeleton.name(joint).to_owned()).collect(),
            certain: dirt.certainty == Certainty::Certain,
            repaired: finding.repaired,
            text: finding.to_string(),
        }
    }
}

impl NoteFacts {
    fn of(note: &Note) -> Self {
        let level = match note.level {
            NoteLevel::Info => "info",
            NoteLevel::Warning => "warning",
        };
        Self { level, text: note.text.clone() }
    }
}
