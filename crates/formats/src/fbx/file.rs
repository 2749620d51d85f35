//! An FBX file kept with its bytes, so that its meshes can be written as glTF.

use std::path::PathBuf;
use std::sync::Arc;

use super::document::Document;
use super::load::load_whole;
use super::model::model;
use crate::gltf::{self, GltfFile};
use crate::scene::joints::Joints;
use crate::scene::tree::World;
use crate::{Note, Problem};

/// An FBX file: what it says about itself, and its content.
///
/// There is no FBX writer. A clip on its figure that is written as glTF takes meshes, skins, materials and textures along.
#[derive(Debug)]
pub struct FbxFile {
    pub(super) document: Document,
    pub(super) bytes: Arc<[u8]>,
    /// Where textures are looked for.
    pub(super) folder: PathBuf,
    /// The scene was loaded with Y up; otherwise as in the file.
    pub(super) turned: bool,
    pub(super) joints: Joints,
    pub(super) world_from_scene: World,
}

impl FbxFile {
    /// What the file says about itself.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The file as glTF, with what could not be taken over; `None` when it shows nothing.
    pub(crate) fn to_gltf(&self) -> Result<Option<(GltfFile, Vec<Note>)>, Problem> {
        let scene = load_whole(&self.bytes, self.turned)?;
        let mut notes = Vec::new();
        let model = model(&scene, &self.world_from_scene, &self.folder, &mut notes);
        if model.meshes.is_empty() {
            return Ok(None);
        }
        let (model, joints) = model.without_empty_nodes(self.joints.clone());
        Ok(gltf::file_of(&model, joints).map(|file| (file, notes)))
    }
}
