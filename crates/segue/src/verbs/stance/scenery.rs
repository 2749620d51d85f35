//! The blocks and planes of a scene as meshes in a `.glb` file.

use std::fs;
use std::path::Path;

use glam::{DVec2, DVec3};
use segue_stance::{Block, Plane, Scene};
use serde_json::{Value, json};

use crate::files::{SaveError, save};

/// How far beyond the blocks a drawn floor reaches, in metres.
const FLOOR_MARGIN: f64 = 4.0;

/// What glTF calls a buffer view of vertices.
const VERTICES: u32 = 34_962;

/// A triangle mesh with a normal for each corner.
struct Mesh {
    name: String,
    corners: Vec<[DVec3; 2]>,
}

/// Adds the scene to a `.glb` file that was just written; other formats hold no meshes and stay as they are.
pub(super) fn add(path: &Path, scene: &Scene) -> Result<(), SaveError> {
    if path.extension().is_none_or(|kind| kind != "glb") {
        return Ok(());
    }
    let failed = |source| SaveError { path: path.to_owned(), source };
    let bytes = fs::read(path).map_err(failed)?;
    match with_scene(&bytes, scene) {
        Some(bytes) => save(path, &bytes),
        None => Err(failed(std::io::Error::other("it is not the binary glTF that was written"))),
    }
}

/// A binary glTF file with the scene in it; `None` when it is none.
pub(super) fn with_scene(bytes: &[u8], scene: &Scene) -> Option<Vec<u8>> {
    with_meshes(bytes, &meshes(scene))
}

fn meshes(scene: &Scene) -> Vec<Mesh> {
    let blocks = scene.blocks.iter().enumerate().map(|(i, block)| box_mesh(block, i));
    let planes = scene.planes.iter().enumerate().map(|(i, plane)| plane_mesh(plane, i));
    let mut all: Vec<Mesh> = blocks.chain(planes).collect();
    if let (Some(height), false) = (scene.ground, all.is_empty()) {
        all.push(floor_mesh(height, &all));
    }
    all
}

/// A flat convex polygon as triangles around its first corner.
fn fan(corners: &[DVec3]) -> Vec<[DVec3; 2]> {
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or(DVec3::Y);
    let triangles = (1..corners.len() - 1).flat_map(|i| [corners[0], corners[i], corners[i + 1]]);
    triangles.map(|corner| [corner, normal]).collect()
}

/// Corners of a polygon so that it is seen from above.
fn upward(mut corners: Vec<DVec3>) -> Vec<DVec3> {
    if (corners[1] - corners[0]).cross(corners[2] - corners[0]).y < 0.0 {
        corners.reverse();
    }
    corners
}

fn box_mesh(block: &Block, number: usize) -> Mesh {
    let (low, high) = (block.least[1], block.greatest[1]);
    let at = |corner: DVec2, height: f64| DVec3::new(corner.x, height, corner.y);
    let outline = block.outline();
    let top = upward(outline.iter().map(|&corner| at(corner, high)).collect());
    let mut corners = fan(&top);
    let mut bottom: Vec<DVec3> = top.iter().map(|corner| corner.with_y(low)).collect();
    for i in 0..4 {
        let (a, b) = (top[i], top[(i + 1) % 4]);
        corners.extend(fan(&[a, a.with_y(low), b.with_y(low), b]));
    }
    bottom.reverse();
    corners.extend(fan(&bottom));
    Mesh { name: block.name.clone().unwrap_or_else(|| format!("block {}", number + 1)), corners }
}

fn plane_mesh(plane: &Plane, number: usize) -> Mesh {
    let corners = upward(plane.corners.iter().copied().map(DVec3::from).collect());
    let name = plane.name.clone().unwrap_or_else(|| format!("plane {}", number + 1));
    Mesh { name, corners: fan(&corners) }
}

fn floor_mesh(height: f64, others: &[Mesh]) -> Mesh {
    let points = || others.iter().flat_map(|mesh| mesh.corners.iter().map(|[at, _]| *at));
    let (low, high) = points().fold((DVec3::MAX, DVec3::MIN), |(a, b), p| (a.min(p), b.max(p)));
    let (low, high) = (low - FLOOR_MARGIN, high + FLOOR_MARGIN);
    let at = |x: f64, z: f64| DVec3::new(x, height, z);
    let corners = upward(vec![at(low.x, low.z), at(high.x, low.z), at(high.x, high.z), at(low.x, high.z)]);
    Mesh { name: "floor".to_owned(), corners: fan(&corners) }
}

/// A binary glTF file with more meshes in its scene; `None` when it is none.
fn with_meshes(bytes: &[u8], meshes: &[Mesh]) -> Option<Vec<u8>> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let json_length = number(12)?;
    let mut document: Value = serde_json::from_slice(bytes.get(20..20 + json_length)?).ok()?;
    let binary_at = 20 + json_length;
    let mut binary = match number(binary_at) {
        Some(length) => bytes.get(binary_at + 8..binary_at + 8 + length)?.to_vec(),
        None => Vec::new(),
    };
    for mesh in meshes {
        add_mesh(&mut document, &mut binary, mesh)?;
    }
    set_buffer(&mut document, binary.len());
    Some(packed(&document, binary))
}

fn add_mesh(document: &mut Value, binary: &mut Vec<u8>, mesh: &Mesh) -> Option<()> {
    let mut accessors = Vec::new();
    for part in 0..2 {
        while !binary.len().is_multiple_of(4) {
            binary.push(0);
        }
        let start = binary.len();
        let values: Vec<[f32; 3]> =
            mesh.corners.iter().map(|corner| corner[part].as_vec3().to_array()).collect();
        values.as_flattened().iter().for_each(|value| binary.extend(value.to_le_bytes()));
        let view = push(
            document,
            "bufferViews",
            json!({"buffer": 0, "byteOffset": start, "byteLength": binary.len() - start, "target": VERTICES}),
        )?;
        let mut accessor =
            json!({"bufferView": view, "componentType": 5126, "count": values.len(), "type": "VEC3"});
        if part == 0 {
            let bound = |start: f32, pick: fn(f32, f32) -> f32| {
                values.iter().fold([start; 3], |b, v| [pick(b[0], v[0]), pick(b[1], v[1]), pick(b[2], v[2])])
            };
            accessor["min"] = json!(bound(f32::MAX, f32::min));
            accessor["max"] = json!(bound(f32::MIN, f32::max));
        }
        accessors.push(push(document, "accessors", accessor)?);
    }
    let primitive = json!({"attributes": {"POSITION": accessors[0], "NORMAL": accessors[1]}});
    let number = push(document, "meshes", json!({"name": mesh.name, "primitives": [primitive]}))?;
    let node = push(document, "nodes", json!({"name": mesh.name, "mesh": number}))?;
    let scene = document.get("scene").and_then(Value::as_u64).unwrap_or(0) as usize;
    document.get_mut("scenes")?.get_mut(scene)?.get_mut("nodes")?.as_array_mut()?.push(json!(node));
    Some(())
}

/// Adds an entry to a list of the document; gives its number.
fn push(document: &mut Value, list: &str, entry: Value) -> Option<usize> {
    let list = document.as_object_mut()?.entry(list).or_insert_with(|| json!([])).as_array_mut()?;
    list.push(entry);
    Some(list.len() - 1)
}

fn set_buffer(document: &mut Value, length: usize) {
    match document.get_mut("buffers").and_then(|buffers| buffers.get_mut(0)) {
        Some(buffer) => buffer["byteLength"] = json!(length),
        None => document["buffers"] = json!([{"byteLength": length}]),
    }
}

fn packed(document: &Value, mut binary: Vec<u8>) -> Vec<u8> {
    let mut text = document.to_string().into_bytes();
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    while !binary.len().is_multiple_of(4) {
        binary.push(0);
    }
    let mut out = Vec::new();
    let word = |out: &mut Vec<u8>, value: usize| out.extend((value as u32).to_le_bytes());
    out.extend(b"glTF");
    word(&mut out, 2);
    word(&mut out, 28 + text.len() + binary.len());
    word(&mut out, text.len());
    out.extend(b"JSON");
    out.extend(&text);
    word(&mut out, binary.len());
    out.extend(b"BIN\0");
    out.extend(&binary);
    out
}
