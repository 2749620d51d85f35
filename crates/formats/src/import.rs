//! What comes out of a file.

use std::fmt;

use segue_motion::Clip;

use crate::{Finding, Note, Up, acclaim, bvh, fbx, gltf};

/// The clips of one file, how they were converted, and the file as it was written.
#[derive(Clone, Debug)]
pub struct Import {
    /// At least one clip, in the order of the file. One clip is called by the file's stem; of several each is called
    /// `STEM/ANIMATION`.
    pub clips: Vec<Clip>,
    /// The file itself, as a template for writing the same format.
    pub origin: Origin,
    /// What the reader inferred or mended.
    pub notes: Vec<Note>,
    /// What in the clips is no motion, in order of clip and frame; only [`read_file`](crate::read_file) looks for it.
    pub findings: Vec<Finding>,
}

impl Import {
    /// How the file's numbers became metres, Y up and frames per second.
    pub fn conversion(&self) -> &Conversion {
        &self.origin.conversion
    }
}

/// A file as written, and how it was converted: enough to write an unmodified clip back as it was.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The file as written.
    pub document: Document,
    /// How its numbers became those of the clips.
    pub conversion: Conversion,
}

/// The document of one of the formats.
#[derive(Clone, Debug)]
pub enum Document {
    /// A BVH file.
    Bvh(Box<bvh::Document>),
    /// An ASF file with an AMC file.
    Acclaim(Box<acclaim::Document>),
    /// A glTF or GLB file.
    Gltf(Box<gltf::Document>),
    /// An FBX file.
    Fbx(Box<fbx::Document>),
}

/// How the numbers of a file became metres, Y up and frames per second.
#[derive(Clone, Debug, PartialEq)]
pub struct Conversion {
    /// Metres per file unit.
    pub scale: Inferred<f64>,
    /// The axis that points up in the file.
    pub up: Inferred<Up>,
    /// Frames per second.
    pub rate: Inferred<f64>,
    /// The first frame of the file was an inserted rest pose and is not in the clip; it is the skeleton's rest pose.
    pub rest_frame_dropped: bool,
}

/// A value that a reader found, with the reason and how sure it is.
#[derive(Clone, Debug, PartialEq)]
pub struct Inferred<T> {
    /// The value.
    pub value: T,
    /// Why this value, in a few words.
    pub reason: String,
    /// How sure.
    pub confidence: Confidence,
}

impl<T> Inferred<T> {
    /// A value that is written in the file, given by the caller or fixed by the format.
    pub fn certain(value: T, reason: impl Into<String>) -> Self {
        Self { value, reason: reason.into(), confidence: Confidence::Certain }
    }

    /// A value that fits well and has no good rival.
    pub fn likely(value: T, reason: impl Into<String>) -> Self {
        Self { value, reason: reason.into(), confidence: Confidence::Likely }
    }

    /// A value chosen for want of a better one.
    pub fn guess(value: T, reason: impl Into<String>) -> Self {
        Self { value, reason: reason.into(), confidence: Confidence::Guess }
    }
}

/// Prints the reason and the confidence, as they follow the value in a note.
impl<T> fmt::Display for Inferred<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.confidence)
    }
}

/// How sure a reader is of an inferred value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// Chosen for want of a better one.
    Guess,
    /// Fits well and has no good rival.
    Likely,
    /// Written in the file, given by the caller, fixed by the format or by a recognised dialect.
    Certain,
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Guess => "guess",
            Self::Likely => "likely",
            Self::Certain => "certain",
        })
    }
}
