//! Clips prepared for a library.

use segue_motion::{Clip, Constraints, ContentHash};

use crate::{Label, LabelOrigin, pose_code, skeleton_code};

/// A clip as it goes into a library: packed, with its fingerprint. Making one takes most of the work of adding a clip, and
/// many can be made at once.
#[derive(Clone, Debug)]
pub struct Packed {
    pub(crate) own_name: String,
    pub(crate) rate: f64,
    pub(crate) frames: usize,
    pub(crate) joints: usize,
    /// Whether a program that reads it can work with it.
    pub(crate) is_within_bounds: bool,
    pub(crate) skeleton: Vec<u8>,
    pub(crate) hash: ContentHash,
    pub(crate) poses: Vec<u8>,
    pub(crate) plants: Constraints,
    pub(crate) labels: Vec<Label>,
}

impl Packed {
    /// Packs a clip, with its constraints as detected plants and its labels as those that its file gave it.
    pub fn of(clip: &Clip) -> Self {
        let labels = clip.labels.iter().map(|word| Label { word: word.clone(), origin: LabelOrigin::File });
        Self {
            own_name: clip.name().to_owned(),
            rate: clip.rate(),
            frames: clip.len(),
            joints: clip.skeleton().len(),
            is_within_bounds: clip.is_within_bounds() && clip.skeleton().is_within_bounds(),
            skeleton: skeleton_code::encode(clip.skeleton()),
            hash: ContentHash::of_motion(clip),
            poses: pose_code::encode(clip),
            plants: clip.constraints().clone(),
            labels: labels.collect(),
        }
    }

    /// What its file calls it.
    pub fn own_name(&self) -> &str {
        &self.own_name
    }

    /// The fingerprint of skeleton, rate and poses.
    pub fn hash(&self) -> ContentHash {
        self.hash
    }

    /// Bytes that its skeleton and poses take.
    pub fn bytes(&self) -> usize {
        self.skeleton.len() + self.poses.len()
    }

    /// The same with further labels.
    #[must_use]
    pub fn with_labels(mut self, labels: impl IntoIterator<Item = Label>) -> Self {
        self.labels.extend(labels);
        self
    }
}

/// Where clips come from, and the fingerprint of all that was read there and how: when it is the same again, so are the
/// clips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClipSource {
    /// A path, or the name of a sample.
    pub path: String,
    /// The fingerprint.
    pub fingerprint: Vec<u8>,
}

impl ClipSource {
    /// A source with its fingerprint.
    pub fn new(path: impl Into<String>, fingerprint: &[u8]) -> Self {
        Self { path: path.into(), fingerprint: fingerprint.to_vec() }
    }
}
