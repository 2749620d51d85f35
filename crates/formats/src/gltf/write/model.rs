//! A glTF file of what another file shows.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::super::file::GltfFile;
use super::super::{nodes, read};
use super::media::mime;
use super::tables::{Tables, Use};
use crate::scene::joints::Joints;
use crate::scene::model::{Model, ModelMaterial, ModelMesh, ModelPart};
use crate::scene::tree::{Trs, World};

/// The file that shows a model; its nodes have the numbers of the model's, and `joints` are among them. `None` for a model
/// that is no tree.
pub(crate) fn file_of(model: &Model, joints: Joints) -> Option<GltfFile> {
    let mut tables = Tables::default();
    let mut nodes: Vec<Value> = model.nodes.iter().map(node).collect();
    let children: std::collections::BTreeSet<usize> =
        model.nodes.iter().flat_map(|node| node.children.iter().copied()).collect();
    let mut roots: Vec<usize> = (0..nodes.len()).filter(|node| !children.contains(node)).collect();
    let (mut meshes, mut skins) = (Vec::new(), Vec::new());
    for mesh in &model.meshes {
        let primitives: Vec<Value> =
            mesh.parts.iter().map(|part| primitive(part, model, &mut tables)).collect();
        meshes.push(json!({"name": mesh.name, "primitives": primitives}));
        let number = meshes.len() - 1;
        match skin(mesh, &mut tables) {
            Some(skin) => {
                skins.push(skin);
                // A skinned mesh stands at the top: the format ignores the transforms above it.
                roots.push(nodes.len());
                nodes.push(json!({"name": mesh.name, "mesh": number, "skin": skins.len() - 1}));
            }
            None => nodes[mesh.node]["mesh"] = number.into(),
        }
    }
    let images: Vec<Value> = model.images.iter().map(|image| picture(image, &mut tables)).collect();
    let textures: Vec<Value> = (0..images.len()).map(|image| json!({"source": image})).collect();
    let materials: Vec<Value> = model.materials.iter().map(material).collect();
    let mut value = json!({
        "asset": {"version": "2.0", "generator": concat!("Segue ", env!("CARGO_PKG_VERSION"))},
        "scene": 0, "scenes": [{"nodes": roots}],
        "accessors": tables.accessors, "bufferViews": tables.views,
        "buffers": [{"byteLength": tables.bytes.len()}],
    });
    let lists = [("nodes", nodes), ("meshes", meshes), ("skins", skins), ("materials", materials)];
    let lists = lists.into_iter().chain([("images", images), ("textures", textures)]);
    for (key, list) in lists.filter(|(_, list)| !list.is_empty()) {
        value[key] = list.into();
    }
    drop_empty(&mut value);
    finish(&value, tables.bytes, joints)
}

fn finish(value: &Value, bytes: Vec<u8>, joints: Joints) -> Option<GltfFile> {
    let json = value.to_string();
    let document = read::parse(json.as_bytes()).ok()?;
    let tree = nodes::tree(&document).ok()?;
    Some(GltfFile {
        document,
        json,
        buffers: vec![bytes.into()],
        folder: PathBuf::new(),
        tree,
        joints,
        world_from_scene: World::IDENTITY,
        played: Vec::new(),
    })
}

/// Lists without an element must not be there.
fn drop_empty(value: &mut Value) {
    if let Some(members) = value.as_object_mut() {
        members.retain(|_, member| member.as_array().is_none_or(|list| !list.is_empty()));
    }
}

fn node(node: &crate::scene::model::ModelNode) -> Value {
    let Trs { translation, rotation, scale } = node.rest;
    let mut value = json!({
        "translation": translation.as_vec3().to_array(),
        "rotation": rotation.as_quat().normalize().to_array(),
        "scale": scale.as_vec3().to_array(),
    });
    if let Some(name) = &node.name {
        value["name"] = name.as_str().into();
    }
    if !node.children.is_empty() {
        value["children"] = node.children.clone().into();
    }
    value
}

fn skin(mesh: &ModelMesh, tables: &mut Tables) -> Option<Value> {
    let skin = mesh.skin.as_ref()?;
    let matrices = tables.floats(Use::Skin, &skin.inverse_bind, false);
    Some(json!({"joints": skin.joints, "inverseBindMatrices": matrices}))
}

fn primitive(part: &ModelPart, model: &Model, tables: &mut Tables) -> Value {
    let mut attributes = json!({"POSITION": tables.floats(Use::Vertices, &part.positions, true)});
    if !part.normals.is_empty() {
        attributes["NORMAL"] = tables.floats(Use::Vertices, &part.normals, false).into();
    }
    let is_painted = part.material.is_some_and(|material| model.materials[material].image.is_some());
    if is_painted && !part.uvs.is_empty() {
        attributes["TEXCOORD_0"] = tables.floats(Use::Vertices, &part.uvs, false).into();
    }
    if !part.joints.is_empty() {
        attributes["JOINTS_0"] = tables.joints(&part.joints).into();
        attributes["WEIGHTS_0"] = tables.floats(Use::Vertices, &part.weights, false).into();
    }
    let mut value = json!({"attributes": attributes, "indices": tables.indices(&part.triangles)});
    if let Some(material) = part.material {
        value["material"] = material.into();
    }
    value
}

fn material(material: &ModelMaterial) -> Value {
    let mut surface = json!({
        "baseColorFactor": material.color,
        "metallicFactor": material.metallic,
        "roughnessFactor": material.roughness,
    });
    if let Some(image) = material.image {
        surface["baseColorTexture"] = json!({"index": image});
    }
    let mut value = json!({"name": material.name, "pbrMetallicRoughness": surface, "doubleSided": true});
    if material.color[3] < 1.0 {
        value["alphaMode"] = "BLEND".into();
    }
    value
}

fn picture(image: &[u8], tables: &mut Tables) -> Value {
    json!({"bufferView": tables.bytes_view(image), "mimeType": mime(image).unwrap_or("image/png")})
}
