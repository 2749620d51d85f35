//! Clips that a program has in memory.

use segue_formats::Origin;
use segue_motion::Clip;

use super::{ClipsRequest, Found};
use crate::files::Input;

/// A clip that a program hands over as it is, in place of the name of a file.
#[derive(Clone, Debug)]
pub struct HeldClip {
    /// The clip.
    pub clip: Clip,
    /// What it is called in messages, and where it was read from if it was.
    pub input: Input,
    /// How its file was written, as a template for writing.
    pub origin: Option<Origin>,
}

/// Two are the same when their motion is: the rest says where it comes from.
impl PartialEq for HeldClip {
    fn eq(&self, other: &Self) -> bool {
        self.clip == other.clip
    }
}

impl ClipsRequest {
    /// A request for clips that a program has in memory.
    pub fn holding(held: Vec<HeldClip>) -> Self {
        Self { held, ..Self::default() }
    }
}

impl Found {
    /// Adds a clip that need not be read.
    pub(super) fn take(&mut self, held: &HeldClip) {
        self.clips.push(held.clip.clone());
        self.inputs.push(held.input.clone());
        self.origins.push(held.origin.clone());
    }
}
