//! What a file shows, whatever its format: nodes, meshes, skins, materials, images.

use super::tree::Trs;

/// All that a scene shows. Indices refer to the lists of the same model.
#[derive(Clone, Debug, Default)]
pub(crate) struct Model {
    pub(crate) nodes: Vec<ModelNode>,
    pub(crate) meshes: Vec<ModelMesh>,
    pub(crate) materials: Vec<ModelMaterial>,
    /// PNG or JPEG files.
    pub(crate) images: Vec<Vec<u8>>,
}

/// A node: a transform on its parent.
#[derive(Clone, Debug)]
pub(crate) struct ModelNode {
    pub(crate) name: Option<String>,
    pub(crate) children: Vec<usize>,
    pub(crate) rest: Trs,
}

/// A mesh at a node.
#[derive(Clone, Debug)]
pub(crate) struct ModelMesh {
    pub(crate) name: String,
    /// The node that carries it.
    pub(crate) node: usize,
    pub(crate) skin: Option<ModelSkin>,
    /// One for each material.
    pub(crate) parts: Vec<ModelPart>,
}

/// The joints that move a mesh, with the matrix from mesh to joint in the bind pose.
#[derive(Clone, Debug)]
pub(crate) struct ModelSkin {
    pub(crate) joints: Vec<usize>,
    pub(crate) inverse_bind: Vec<[f32; 16]>,
}

/// Triangles of one material. Lists of what vertices have are empty or one for each vertex.
#[derive(Clone, Debug, Default)]
pub(crate) struct ModelPart {
    pub(crate) material: Option<usize>,
    pub(crate) positions: Vec<[f32; 3]>,
    pub(crate) normals: Vec<[f32; 3]>,
    pub(crate) uvs: Vec<[f32; 2]>,
    pub(crate) joints: Vec<[u16; 4]>,
    /// They sum to 1.
    pub(crate) weights: Vec<[f32; 4]>,
    pub(crate) triangles: Vec<u32>,
}

/// How a surface looks.
#[derive(Clone, Debug)]
pub(crate) struct ModelMaterial {
    pub(crate) name: String,
    /// Linear red, green, blue and opacity.
    pub(crate) color: [f32; 4],
    /// The image that the colour is multiplied by.
    pub(crate) image: Option<usize>,
    pub(crate) metallic: f32,
    pub(crate) roughness: f32,
}
