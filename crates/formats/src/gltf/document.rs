//! A glTF 2.0 file as written: the JSON part, as far as motion is concerned.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The JSON of a glTF file.
///
/// Only what carries motion is understood: meshes and materials are written, never read, so a file with exotic materials
/// still gives its clips. [`GltfFile`](super::GltfFile) keeps the rest. Indices are as written and may point nowhere.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Document {
    /// Version and maker.
    pub asset: Asset,
    /// Extensions without which the file cannot be understood.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extensions_required: Vec<String>,
    /// Extensions of the whole file, such as which nodes a VRM figure calls its bones.
    #[serde(skip_serializing)]
    pub extensions: serde_json::Map<String, serde_json::Value>,
    /// The scene to show.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<usize>,
    /// Trees of nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenes: Vec<Scene>,
    /// The nodes of all trees.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Node>,
    /// Which nodes move a mesh.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skins: Vec<Skin>,
    /// Keyed motions of nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub animations: Vec<Animation>,
    /// Meshes; written only.
    #[serde(skip_serializing_if = "Vec::is_empty", skip_deserializing)]
    pub meshes: Vec<Mesh>,
    /// Materials; written only.
    #[serde(skip_serializing_if = "Vec::is_empty", skip_deserializing)]
    pub materials: Vec<Material>,
    /// Typed tables in buffer views.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub accessors: Vec<Accessor>,
    /// Stretches of buffers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffer_views: Vec<BufferView>,
    /// Binary data, in the file or beside it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub buffers: Vec<Buffer>,
}

/// Version and maker of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Asset {
    /// The glTF version, `2.x`.
    pub version: String,
    /// The program that wrote the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generator: Option<String>,
}

/// A list of root nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct Scene {
    /// Root nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<usize>,
}

/// One node: a transform on its parent, as a matrix or as translation, rotation and scale.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Node {
    /// What it is called; need not be unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Child nodes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub children: Vec<usize>,
    /// Column-major transform; excludes the other three.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix: Option<[f32; 16]>,
    /// Position on the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub translation: Option<[f32; 3]>,
    /// Unit quaternion, `xyzw`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotation: Option<[f32; 4]>,
    /// Scale along the node's own axes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<[f32; 3]>,
    /// The mesh it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mesh: Option<usize>,
    /// The skin that moves the mesh.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skin: Option<usize>,
    /// The camera it carries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera: Option<usize>,
    /// What Segue adds.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "lenient")]
    pub extras: Option<NodeExtras>,
}

/// What Segue writes into the `extras` of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default)]
pub struct NodeExtras {
    /// The node is the tip of a last bone and no joint of its own.
    #[serde(rename = "segueEndSite")]
    pub end_site: bool,
}

/// Which nodes move a mesh.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Skin {
    /// What it is called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The nodes, in the order in which vertices refer to them.
    pub joints: Vec<usize>,
    /// For each joint, the matrix from mesh to joint in the bind pose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inverse_bind_matrices: Option<usize>,
}

/// One keyed motion of several nodes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Animation {
    /// What it is called; need not be unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Which sampler moves what.
    pub channels: Vec<Channel>,
    /// Keyed curves.
    pub samplers: Vec<Sampler>,
    /// What Segue adds.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "lenient")]
    pub extras: Option<AnimationExtras>,
}

/// What Segue writes into the `extras` of an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct AnimationExtras {
    /// Frames per second: key times are 32-bit numbers, which do not tell it exactly.
    #[serde(rename = "segueFps")]
    pub fps: Option<f64>,
}

/// A sampler and what it moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Channel {
    /// Index into the animation's samplers.
    pub sampler: usize,
    /// What it moves.
    pub target: Target,
}

/// A property of a node.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Target {
    /// The node; absent where an extension says what moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<usize>,
    /// `translation`, `rotation`, `scale`, `weights`, or a word of an extension.
    pub path: String,
}

/// A keyed curve: times in one accessor, values in another.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Sampler {
    /// Accessor of key times in seconds.
    pub input: usize,
    /// `LINEAR`, `STEP` or `CUBICSPLINE`; absent means `LINEAR`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interpolation: Option<String>,
    /// Accessor of values, three to a key for `CUBICSPLINE`.
    pub output: usize,
}

/// A typed table in a buffer view.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Accessor {
    /// The view; absent means zeros.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffer_view: Option<usize>,
    /// First byte in the view.
    #[serde(skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    /// 5120 `i8`, 5121 `u8`, 5122 `i16`, 5123 `u16`, 5125 `u32`, 5126 `f32`.
    pub component_type: u32,
    /// Integers stand for fractions of their range.
    #[serde(skip_serializing_if = "is_false")]
    pub normalized: bool,
    /// Number of elements.
    pub count: u64,
    /// `SCALAR`, `VEC3`, `VEC4`, `MAT4`, …
    #[serde(rename = "type")]
    pub shape: String,
    /// Smallest value of each component; written only.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub min: Option<Vec<f32>>,
    /// Largest value of each component; written only.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub max: Option<Vec<f32>>,
    /// Elements that differ from the view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sparse: Option<Sparse>,
}

/// Elements of an accessor that differ from its view.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Sparse {
    /// How many.
    pub count: u64,
    /// Which.
    pub indices: SparsePart,
    /// Their values.
    pub values: SparsePart,
}

/// Where the indices or values of a [`Sparse`] lie.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SparsePart {
    /// The view.
    pub buffer_view: usize,
    /// First byte in the view.
    #[serde(default)]
    pub byte_offset: u64,
    /// For indices: 5121 `u8`, 5123 `u16` or 5125 `u32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub component_type: Option<u32>,
}

/// A stretch of a buffer.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BufferView {
    /// The buffer.
    pub buffer: usize,
    /// First byte.
    #[serde(skip_serializing_if = "is_zero")]
    pub byte_offset: u64,
    /// Number of bytes.
    pub byte_length: u64,
    /// Bytes from one element to the next; absent means that they touch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte_stride: Option<u64>,
    /// 34962 for vertices, 34963 for indices; written only.
    #[serde(skip_serializing_if = "Option::is_none", skip_deserializing)]
    pub target: Option<u32>,
    /// Extensions that say how the bytes are compressed.
    #[serde(skip_serializing)]
    pub extensions: serde_json::Map<String, serde_json::Value>,
}

/// Binary data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Buffer {
    /// A file beside, or the data itself; absent for the binary chunk of a GLB file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uri: Option<String>,
    /// Number of bytes.
    pub byte_length: u64,
    /// Extensions that say what fills it.
    #[serde(skip_serializing)]
    pub extensions: serde_json::Map<String, serde_json::Value>,
}

/// A mesh, as far as it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mesh {
    /// What it is called.
    pub name: String,
    /// Its parts, one material each.
    pub primitives: Vec<Primitive>,
}

/// Triangles of one material.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Primitive {
    /// Accessors of `POSITION`, `NORMAL`, `JOINTS_0`, `WEIGHTS_0`.
    pub attributes: BTreeMap<&'static str, usize>,
    /// Accessor of vertex numbers.
    pub indices: usize,
    /// The material.
    pub material: usize,
}

/// A material, as far as it is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Material {
    /// What it is called.
    pub name: &'static str,
    /// How it looks.
    pub pbr_metallic_roughness: PbrMetallicRoughness,
}

/// Colour and gloss of a material.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PbrMetallicRoughness {
    /// Linear red, green, blue and opacity.
    pub base_color_factor: [f32; 4],
    /// 0 for cloth or plastic, 1 for metal.
    pub metallic_factor: f32,
    /// 0 for a mirror, 1 for chalk.
    pub roughness_factor: f32,
}

/// `extras` may hold anything; what is not ours counts as absent.
fn lenient<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: serde::de::DeserializeOwned,
{
    let value = serde_json::Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).ok())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
