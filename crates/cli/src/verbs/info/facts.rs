//! What `segue info` knows about a file.

use segue::Reading;
use segue::formats::{Conversion, Inferred, Note, NoteLevel};
use segue::motion::{Clip, Skeleton};
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
}

#[derive(Debug, Serialize)]
pub(super) struct ClipFacts {
    pub(super) name: String,
    pub(super) frames: usize,
    pub(super) rate: f64,
    pub(super) duration_secs: f64,
    /// Intervals `[first, last]` by point of the body.
    pub(super) plants: Value,
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
        }
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

impl NoteFacts {
    fn of(note: &Note) -> Self {
        let level = match note.level {
            NoteLevel::Info => "info",
            NoteLevel::Warning => "warning",
        };
        Self { level, text: note.text.clone() }
    }
}
