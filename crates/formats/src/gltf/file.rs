//! A glTF file kept whole, so that new animations can be put into it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_motion::{Clip, ContentHash, Skeleton};

use super::document::Document;
use crate::scene::joints::Joints;
use crate::scene::tree::{Local, Tree, Trs, World};

/// A glTF file kept whole: meshes, skins, materials, textures, nodes beside the skeleton and everything else that motion does
/// not need, as it was written.
///
/// [`encode`](crate::encode) puts clips on its figure into it, as animations of its own nodes, and leaves all other content
/// as it was.
#[derive(Debug)]
pub struct GltfFile {
    pub(super) document: Document,
    /// The JSON part, as written.
    pub(super) json: String,
    pub(super) buffers: Vec<Arc<[u8]>>,
    /// Where images are looked for.
    pub(super) folder: PathBuf,
    pub(super) tree: Tree,
    pub(super) joints: Joints,
    pub(super) world_from_scene: World,
    pub(super) played: Vec<Played>,
}

/// An animation of the file that was read as a clip.
#[derive(Clone, Debug)]
pub(super) struct Played {
    pub(super) animation: usize,
    /// The name of the clip.
    pub(super) clip: String,
    /// The clip as it was read.
    pub(super) motion: ContentHash,
    pub(super) frames: usize,
    pub(super) rate: f64,
    /// Its first frame in the file, in seconds.
    pub(super) start: f64,
}

impl Played {
    /// A clip that was read from an animation of the file.
    pub(super) fn new(animation: usize, clip: &Clip, start: f64) -> Self {
        Self {
            animation,
            clip: clip.name().to_owned(),
            motion: ContentHash::of_motion(clip),
            frames: clip.len(),
            rate: clip.rate(),
            start,
        }
    }

    /// Whether a clip has the frames of this animation, however its poses were changed.
    pub(super) fn keeps_time(&self, clip: &Clip) -> bool {
        self.frames == clip.len() && (self.rate - clip.rate()).abs() <= 1e-9 * self.rate
    }
}

impl GltfFile {
    /// What the JSON of the file says about motion.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The folder that the file was read from, where its images lie.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether a skeleton has the joints of the figure in this file, whatever its rest pose.
    pub fn fits(&self, skeleton: &Skeleton) -> bool {
        let own = self.joints.skeleton.joints();
        own.len() == skeleton.len()
            && own.iter().zip(skeleton.joints()).all(|(a, b)| a.name == b.name && a.parent == b.parent)
    }

    /// What the animation that became a clip is called in the file.
    pub fn animation_name(&self, clip: &str) -> Option<&str> {
        let played = self.played.iter().find(|played| played.clip == clip)?;
        self.document.animations[played.animation].name.as_deref()
    }

    /// That the file keeps its own units and axes, where the caller gave others for reading.
    pub(super) fn unit_note(&self) -> Option<crate::Note> {
        let is_own = self.world_from_scene.affine.abs_diff_eq(glam::DAffine3::IDENTITY, 1e-9);
        let text = "the file keeps its own units and axes; those asked for were used for reading only";
        (!is_own).then(|| crate::Note::info(text))
    }

    /// The properties of nodes that some animation of the file moves.
    pub(super) fn moved(&self) -> BTreeSet<(usize, &str)> {
        let channels = self.document.animations.iter().flat_map(|animation| &animation.channels);
        channels.filter_map(|channel| Some((channel.target.node?, channel.target.path.as_str()))).collect()
    }

    /// How a node stands, as translation, rotation and scale.
    pub(super) fn standing(&self, node: usize) -> Trs {
        match &self.tree.node(node).rest {
            Local::Trs(trs) => *trs,
            Local::Matrix(affine, _) => {
                let (scale, rotation, translation) = affine.to_scale_rotation_translation();
                Trs { translation, rotation, scale }
            }
        }
    }
}
