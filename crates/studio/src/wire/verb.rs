//! What comes with the answers of verbs.

use segue::formats::NoteLevel;
use segue::verbs::{QualityFacts, VerdictFacts};
use serde::{Deserialize, Serialize};

use crate::shown::Wanted;

/// A sentence about what was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NoteFacts {
    /// How much it matters.
    pub(crate) level: NoteLevel,
    /// The sentence.
    pub(crate) text: String,
    /// The clip or file that it is about.
    pub(crate) about: Option<String>,
    /// The same as the verbs name it; it stays on this machine.
    #[serde(skip)]
    pub(crate) input: Option<String>,
}

/// What else is asked of a verb.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerbQuery {
    /// `linear`: the linear blend beside the registered one.
    pub(crate) extra: Option<String>,
    /// Keep the motion in the library under this name.
    pub(crate) save: Option<String>,
}

impl VerbQuery {
    pub(crate) fn wanted(&self) -> Wanted {
        Wanted { window: None, linear: self.extra.as_deref() == Some("linear") }
    }
}

/// A clip, or some frames of it, in a container.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClipFrames {
    /// Its name.
    pub(crate) name: String,
    /// What it is in the answer: `result`, `raw`, `linear` or `clip`.
    pub(crate) role: String,
    /// The fingerprint of its skeleton.
    pub(crate) skeleton: String,
    /// Frames per second.
    pub(crate) rate: f64,
    /// When its first frame is, in seconds of the whole clip.
    pub(crate) start_secs: f64,
    /// How many frames there are here.
    pub(crate) frames: usize,
    /// How many frames the whole clip has.
    pub(crate) all_frames: usize,
    /// How many joints it moves.
    pub(crate) joints: usize,
    /// The joints that move relative to their parents.
    pub(crate) translated: Vec<usize>,
}

/// What is said about the linear blend.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct LinearFacts {
    /// How it compares with the clips.
    #[serde(flatten)]
    pub(crate) verdict: VerdictFacts,
    /// Its numbers.
    pub(crate) quality: QualityFacts,
}

/// What is said about a grid of distances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GridFacts {
    /// The reference, by its place among the clips.
    pub(crate) reference: usize,
    /// The other clip, by its place among the clips.
    pub(crate) clip: usize,
    /// Compared frames for each row and each column.
    pub(crate) stride: [usize; 2],
    /// From one compared frame to the next, in the reference and in the other clip.
    pub(crate) spacing_secs: [f64; 2],
    /// The distance of the palest cells.
    pub(crate) farthest_cm: f64,
    /// The best path through the distances: moments of the reference and of the other clip, in seconds.
    pub(crate) path: Vec<[f64; 2]>,
    /// The timewarp curve, which passes the pins: moments as of the path.
    pub(crate) curve: Vec<[f64; 2]>,
}
