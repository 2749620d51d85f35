//! Clips and skeletons.

use std::collections::BTreeMap;

use segue::verbs::library::ClipLabel;
use serde::{Deserialize, Serialize};

use super::NoteFacts;

/// The clips of the library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ClipsFacts {
    /// Counts changes of the library.
    pub(crate) revision: u64,
    /// The clips, in order of name.
    pub(crate) clips: Vec<StudioClip>,
    /// The names of its motions with controls, in order.
    pub(crate) controls: Vec<String>,
}

/// A clip of the library as the page lists it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StudioClip {
    /// Its name, unique in the library.
    pub(crate) name: String,
    /// The fingerprint of its motion.
    pub(crate) hash: String,
    /// The fingerprint of its skeleton.
    pub(crate) skeleton: String,
    /// How many frames it has.
    pub(crate) frames: usize,
    /// Frames per second.
    pub(crate) rate_hz: f64,
    /// How long it lasts.
    pub(crate) duration_secs: f64,
    /// How many joints it moves.
    pub(crate) joints: usize,
    /// Its labels.
    pub(crate) labels: Vec<ClipLabel>,
    /// The name of the file that it was read from.
    pub(crate) source: String,
    /// What the reader said about that file.
    pub(crate) notes: Vec<NoteFacts>,
    /// Whether the file has a mesh that can be drawn.
    pub(crate) mesh: bool,
    /// The kinds of plants that were found.
    pub(crate) feet: Vec<String>,
}

/// The plants of a clip.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PlantedFacts {
    /// Those that hold, by kind: first and last frame, both included.
    pub(crate) plants: BTreeMap<String, Vec<[usize; 2]>>,
    /// Those that were detected.
    pub(crate) detected: BTreeMap<String, Vec<[usize; 2]>>,
    /// The kinds that were corrected by hand.
    pub(crate) corrected: Vec<String>,
}

/// Which frames of a clip are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FramesQuery {
    /// The first.
    pub(crate) first: Option<usize>,
    /// The last.
    pub(crate) last: Option<usize>,
}

/// A skeleton.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SkeletonShape {
    /// Its fingerprint.
    pub(crate) hash: String,
    /// Its joints, each after its parent.
    pub(crate) joints: Vec<JointShape>,
    /// Ends of bones beyond the joints.
    pub(crate) ends: Vec<EndShape>,
}

/// A joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct JointShape {
    /// Its name.
    pub(crate) name: String,
    /// The joint it hangs on, by number; `None` for the root.
    pub(crate) parent: Option<usize>,
    /// Its place on its parent in metres.
    pub(crate) offset: [f32; 3],
    /// The part of the body that it is, where that is known.
    pub(crate) part: Option<String>,
    /// `left` or `right`, where it is on one side of the body.
    pub(crate) side: Option<String>,
}

/// The end of a bone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EndShape {
    /// The joint it hangs on, by number.
    pub(crate) joint: usize,
    /// Its place on the joint in metres.
    pub(crate) offset: [f32; 3],
}
