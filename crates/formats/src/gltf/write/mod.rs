//! Writing glTF files: into the file that the figure came from, or with a mannequin that shows the motion in any viewer.

mod body;
mod into;
mod media;
mod model;
mod nodes;
mod references;
mod slots;
mod surface;
mod tables;
mod tracks;

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use glam::{Mat4, Quat, Vec3};
use segue_motion::{Clip, Pose, Rigid, Skeleton};

pub(crate) use self::media::is_image;
pub(crate) use self::model::file_of;

use self::body::Paint;
use self::surface::Surface;
use self::tables::{Tables, Use};
use self::tracks::Recorder;
use super::document::{
    Asset, Buffer, Document, Material, Mesh, Node, NodeExtras, PbrMetallicRoughness, Primitive, Scene, Skin,
};
use super::{GltfFile, container};
use crate::{Encoded, EncodedFile, Format, WriteError, WriteOptions};

/// Offsets of the skeletons of clips in one file may differ by this, in metres: rounding.
const SAME_OFFSET: f32 = 1e-5;

/// The one file that holds all `clips`, which must share a skeleton: `source` with their animations in it where that is their
/// figure, else a new file with a mannequin.
pub(crate) fn encode(
    format: Format,
    clips: &[Clip],
    source: Option<&GltfFile>,
    options: &WriteOptions,
) -> Result<Encoded, WriteError> {
    let first = clips.first().ok_or(WriteError::NoClip)?;
    check_skeletons(first, clips)?;
    let (packed, notes) = match source.filter(|source| source.fits(first.skeleton())) {
        Some(source) => into::put(format, clips, source, options)?,
        None => (fresh(format, clips)?, Vec::new()),
    };
    let too_large = || WriteError::Inexpressible {
        clip: first.name().to_owned(),
        format,
        reason: "a GLB file holds at most 4 GiB; write fewer clips".to_owned(),
    };
    let Packed { json, bin } = packed;
    let length = bin.as_ref().map_or(0, Vec::len);
    if json.len() + length >= u32::MAX as usize - 1024 {
        return Err(too_large());
    }
    let bytes = match format {
        Format::Gltf => json.into_bytes(),
        _ => container::join(json.as_bytes(), bin.as_deref()),
    };
    Ok(Encoded { files: vec![EncodedFile { extension: format.extension(), bytes }], notes })
}

/// The parts of a file: its JSON, and the binary chunk of a GLB.
struct Packed {
    json: String,
    bin: Option<Vec<u8>>,
}

/// Binary data inside JSON.
fn data_uri(mime: &str, data: &[u8]) -> String {
    format!("data:{mime};base64,{}", STANDARD.encode(data))
}

/// A new file: joints become nodes in their order, end sites become last nodes marked as such, and every clip an animation.
fn fresh(format: Format, clips: &[Clip]) -> Result<Packed, WriteError> {
    let (mut document, bin) = document(clips[0].skeleton(), clips)?;
    let uri = (format == Format::Gltf).then(|| data_uri("application/octet-stream", &bin));
    document.buffers.push(Buffer { uri, byte_length: bin.len() as u64, ..Buffer::default() });
    let json = serde_json::to_string(&document).expect("a document has string keys and finite numbers only");
    Ok(Packed { json, bin: (format != Format::Gltf).then_some(bin) })
}

fn check_skeletons(first: &Clip, clips: &[Clip]) -> Result<(), WriteError> {
    match clips.iter().find(|clip| !same(first.skeleton(), clip.skeleton())) {
        None => Ok(()),
        Some(other) => Err(WriteError::SeveralSkeletons {
            first: first.name().to_owned(),
            second: other.name().to_owned(),
        }),
    }
}

fn same(a: &Arc<Skeleton>, b: &Arc<Skeleton>) -> bool {
    let joints = || a.joints().iter().zip(b.joints());
    Arc::ptr_eq(a, b)
        || a.len() == b.len()
            && joints().all(|(a, b)| a.name == b.name && a.parent == b.parent)
            && joints().all(|(a, b)| {
                a.offset.distance(b.offset) <= SAME_OFFSET && a.rest.dot(b.rest).abs() > 1.0 - 1e-6
            })
}

fn document(skeleton: &Skeleton, clips: &[Clip]) -> Result<(Document, Vec<u8>), WriteError> {
    let mut tables = Tables::default();
    let mut nodes = joint_nodes(skeleton);
    let joints: Vec<usize> = (0..nodes.len()).collect();
    let inverse_bind = tables.floats(Use::Skin, &inverse_bind_matrices(skeleton), false);
    let translated = clips.iter().flat_map(|clip| clip.translated().iter().copied()).collect();
    let mut recorder = Recorder::new(&mut tables);
    let names = animation_names(clips);
    let animations = clips.iter().zip(names).map(|(clip, name)| recorder.record(clip, name, &translated));
    let animations = animations.collect::<Result<_, _>>()?;
    let (mesh, materials) = mesh(skeleton, &mut tables);
    let mut roots = vec![0];
    let mut document = Document {
        asset: Asset {
            version: "2.0".to_owned(),
            generator: Some(concat!("Segue ", env!("CARGO_PKG_VERSION")).to_owned()),
        },
        scene: Some(0),
        skins: vec![Skin {
            name: Some("Skeleton".to_owned()),
            joints,
            inverse_bind_matrices: Some(inverse_bind),
        }],
        animations,
        meshes: vec![mesh],
        materials,
        ..Document::default()
    };
    // A skinned mesh stands at the top: the format ignores the transforms above it.
    roots.push(nodes.len());
    nodes.push(Node { name: Some("Figure".to_owned()), mesh: Some(0), skin: Some(0), ..Node::default() });
    document.nodes = nodes;
    document.scenes = vec![Scene { nodes: roots }];
    let bin = tables.finish(&mut document);
    Ok((document, bin))
}

/// Nodes of all joints in their order, then of all end sites.
fn joint_nodes(skeleton: &Skeleton) -> Vec<Node> {
    let node = |name: String, offset: Vec3, rest: Quat| Node {
        name: Some(name),
        translation: (offset != Vec3::ZERO).then(|| offset.to_array()),
        rotation: (rest != Quat::IDENTITY).then(|| rest.to_array()),
        ..Node::default()
    };
    let mut nodes: Vec<Node> =
        skeleton.joints().iter().map(|joint| node(joint.name.clone(), joint.offset, joint.rest)).collect();
    for joint in skeleton.ids() {
        if let Some(parent) = skeleton.parent(joint) {
            nodes[parent.index()].children.push(joint.index());
        }
    }
    let mut names: HashSet<String> = skeleton.joints().iter().map(|joint| joint.name.clone()).collect();
    for site in skeleton.end_sites() {
        let tip = nodes.len();
        nodes[site.parent.index()].children.push(tip);
        let name = tip_name(skeleton.name(site.parent), &mut names);
        nodes.push(Node {
            extras: Some(NodeExtras { end_site: true }),
            ..node(name, site.offset, Quat::IDENTITY)
        });
    }
    nodes
}

fn tip_name(joint: &str, names: &mut HashSet<String>) -> String {
    let counted = (2..).map(|count| format!("{joint}_end{count}"));
    let mut candidates = std::iter::once(format!("{joint}_end")).chain(counted);
    candidates.find(|name| names.insert(name.clone())).expect("endless candidates")
}

fn inverse_bind_matrices(skeleton: &Skeleton) -> Vec<[f32; 16]> {
    let mut world = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let tips = skeleton.end_sites().iter();
    let tips: Vec<Rigid> =
        tips.map(|site| world[site.parent.index()] * Rigid::new(Quat::IDENTITY, site.offset)).collect();
    let inverse = |world_from_joint: &Rigid| {
        let joint_from_world = world_from_joint.inverse();
        let mut columns =
            Mat4::from_rotation_translation(joint_from_world.rotation, joint_from_world.translation)
                .to_cols_array();
        // The format asks for exactly this last row; rounding may have left a negative zero.
        (columns[3], columns[7], columns[11], columns[15]) = (0.0, 0.0, 0.0, 1.0);
        columns
    };
    world.iter().chain(&tips).map(inverse).collect()
}

/// Clips of one file are called `STEM/ANIMATION`; the animation's own name is the last part.
fn animation_names(clips: &[Clip]) -> Vec<&str> {
    let short: Vec<&str> =
        clips.iter().map(|clip| clip.name().rsplit_once('/').map_or(clip.name(), |(_, name)| name)).collect();
    let unique = short.iter().collect::<HashSet<_>>().len() == short.len();
    if unique { short } else { clips.iter().map(Clip::name).collect() }
}

fn mesh(skeleton: &Skeleton, tables: &mut Tables) -> (Mesh, Vec<Material>) {
    let surfaces = body::surfaces(skeleton);
    let primitives = surfaces
        .iter()
        .enumerate()
        .map(|(material, (_, surface))| primitive(surface, material, tables))
        .collect();
    let materials = surfaces.iter().map(|&(paint, _)| material(paint)).collect();
    (Mesh { name: "Figure".to_owned(), primitives }, materials)
}

fn primitive(surface: &Surface, material: usize, tables: &mut Tables) -> Primitive {
    let joints: Vec<[u16; 4]> = surface.joints.iter().map(|joint| [joint.index() as u16, 0, 0, 0]).collect();
    let weights = vec![[u8::MAX, 0, 0, 0]; joints.len()];
    let attributes = BTreeMap::from([
        ("POSITION", tables.floats(Use::Vertices, &surface.positions, true)),
        ("NORMAL", tables.floats(Use::Vertices, &surface.normals, false)),
        ("JOINTS_0", tables.joints(&joints)),
        ("WEIGHTS_0", tables.weights(&weights)),
    ]);
    Primitive { attributes, indices: tables.indices(&surface.triangles), material }
}

fn material(paint: Paint) -> Material {
    let (name, [red, green, blue], roughness_factor) = match paint {
        Paint::Body => ("Body", [0.62, 0.60, 0.57], 0.65),
        Paint::Left => ("Left", [0.03, 0.20, 0.42], 0.45),
        Paint::Right => ("Right", [0.55, 0.13, 0.03], 0.45),
        Paint::Face => ("Face", [0.045, 0.05, 0.06], 0.25),
    };
    let base_color_factor = [red, green, blue, 1.0];
    let pbr_metallic_roughness =
        PbrMetallicRoughness { base_color_factor, metallic_factor: 0.0, roughness_factor };
    Material { name, pbr_metallic_roughness }
}
