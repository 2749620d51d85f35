//! What an index knows of a clip without its frames.

use std::sync::Arc;

use segue_motion::{Clip, ContentHash, Pose, Skeleton};

/// A clip without its frames: enough to search its webs, not to build them.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Its name.
    pub name: String,
    /// Its skeleton.
    pub skeleton: Arc<Skeleton>,
    /// Frames per second.
    pub rate: f64,
    /// Number of frames.
    pub frames: usize,
    /// The fingerprint of the clip without plants.
    pub hash: ContentHash,
}

impl Outline {
    /// The outline of a clip that is there; its fingerprint has to be known.
    pub(crate) fn of(clip: &Clip, hash: ContentHash) -> Self {
        let (name, skeleton) = (clip.name().to_owned(), clip.skeleton().clone());
        Self { name, skeleton, rate: clip.rate(), frames: clip.len(), hash }
    }

    /// A clip of one frame that stands for the skeleton.
    pub(crate) fn figure(&self) -> Clip {
        let mut figure = Clip::builder(self.name.clone(), self.skeleton.clone(), self.rate, &[]);
        figure.push(&Pose::rest(&self.skeleton)).expect("a rest pose has every joint");
        figure.finish().expect("one frame is a clip")
    }
}
