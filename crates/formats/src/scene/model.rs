//! What a file shows, whatever its format: nodes, meshes, skins, materials, images.

use super::joints::Joints;
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

impl Model {
    /// Leaves out the nodes beside the figure that show nothing.
    pub(crate) fn without_empty_nodes(mut self, joints: Joints) -> (Self, Joints) {
        let stays = self.staying(&joints);
        let mut next = 0;
        let mut number = |&stays: &bool| {
            next += usize::from(stays);
            stays.then(|| next - 1)
        };
        let numbers: Vec<Option<usize>> = stays.iter().map(&mut number).collect();
        let moved = |nodes: &[usize]| nodes.iter().filter_map(|&node| numbers[node]).collect();
        let mut stays = stays.iter();
        self.nodes.retain(|_| stays.next().is_some_and(|&stays| stays));
        for node in &mut self.nodes {
            node.children = moved(&node.children);
        }
        for mesh in &mut self.meshes {
            // A skinned mesh stands at the top, wherever its node was.
            mesh.node = numbers[mesh.node].unwrap_or_default();
            if let Some(skin) = &mut mesh.skin {
                skin.joints = moved(&skin.joints);
            }
        }
        (self, joints.renumbered(&numbers))
    }

    /// The nodes that belong to the figure or a skin, those that carry a mesh, those above and below them.
    fn staying(&self, joints: &Joints) -> Vec<bool> {
        let mut stays: Vec<bool> = (0..self.nodes.len()).map(|node| joints.needs(node)).collect();
        for mesh in &self.meshes {
            match &mesh.skin {
                Some(skin) => skin.joints.iter().for_each(|&joint| stays[joint] = true),
                None => stays[mesh.node] = true,
            }
        }
        let mut waiting = joints.nodes.clone();
        while let Some(node) = waiting.pop() {
            stays[node] = true;
            waiting.extend(&self.nodes[node].children);
        }
        // Nodes above those that stay, whatever the order of the list.
        let mut parent = vec![None; self.nodes.len()];
        for (node, one) in self.nodes.iter().enumerate() {
            one.children.iter().for_each(|&child| parent[child] = Some(node));
        }
        for node in 0..self.nodes.len() {
            let mut above = parent[node].filter(|_| stays[node]);
            while let Some(node) = above.filter(|&node| !stays[node]) {
                stays[node] = true;
                above = parent[node];
            }
        }
        stays
    }
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
