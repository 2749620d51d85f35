//! What comes out of a file.

use std::fmt;
use std::sync::Arc;

use segue_motion::{Clip, Skeleton};

use crate::{Finding, Note, Up, acclaim, arrays, bvh, fbx, gltf};

/// The figure and the clips of one file, how they were converted, and the file as it was written.
#[derive(Clone, Debug)]
pub struct Import {
    /// The clips, in the order of the file; none where the file holds a figure only. One clip is called by the file's stem;
    /// of several each is called `STEM/ANIMATION`.
    pub clips: Vec<Clip>,
    /// The figure that the clips move.
    pub figure: ImportedFigure,
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

/// The figure of a file, also where nothing moves it.
///
/// ```
/// use segue_formats::{ReadOptions, bvh};
///
/// let text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 1 Zrotation\nEnd Site\n{\nOFFSET 0 9 0\n}\n}\n\
///     MOTION\nFrames: 0\nFrame Time: .04\n";
/// let import = bvh::import(bvh::Document::parse(text.as_bytes())?, "rig", &ReadOptions::default())?;
/// assert!(import.clips.is_empty());
/// assert_eq!(import.figure.skeleton.joints()[0].name, "Hips");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ImportedFigure {
    /// The skeleton that the clips of the file are on.
    pub skeleton: Arc<Skeleton>,
    /// The rest poses that the file offers, at least one: each a skeleton with the same joints. The first is that of
    /// `skeleton`.
    pub rests: Vec<RestPose>,
}

/// A rest pose that a file offers.
#[derive(Clone, Debug)]
pub struct RestPose {
    /// Where the file has it from.
    pub source: RestSource,
    /// The joints of the figure, with this rest pose and the bone lengths in it.
    pub skeleton: Arc<Skeleton>,
}

/// Where a file has a rest pose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestSource {
    /// The pose in which the mesh was bound to the joints.
    Bind,
    /// How the nodes stand where no animation moves them.
    Nodes,
    /// The pose without rotation, or a rest pose that was inserted as first frame (BVH, Acclaim).
    File,
}

impl ImportedFigure {
    /// A figure with one rest pose.
    pub fn of(skeleton: Arc<Skeleton>, source: RestSource) -> Self {
        Self { rests: vec![RestPose { source, skeleton: skeleton.clone() }], skeleton }
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
    Bvh(Arc<bvh::Document>),
    /// An ASF file with an AMC file.
    Acclaim(Arc<acclaim::Document>),
    /// A glTF or GLB file, whole.
    Gltf(Arc<gltf::GltfFile>),
    /// Arrays of `NumPy`.
    Arrays(Box<arrays::Archive>),
    /// An FBX file, whole.
    Fbx(Arc<fbx::FbxFile>),
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
