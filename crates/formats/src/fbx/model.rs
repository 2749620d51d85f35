//! What an FBX scene shows.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use glam::{DAffine3, DMat3, DVec3};
use ufbx::{Material, Mesh, Node, Scene, SkinDeformer, Texture};

use super::scene::{affine, trs};
use crate::Note;
use crate::gltf::{Beside, is_image};
use crate::scene::model::{Model, ModelMaterial, ModelMesh, ModelNode, ModelPart, ModelSkin};
use crate::scene::tree::{Local, Trs, World};

/// The model of a scene in metres, Y up: the root carries the conversion. Nodes have the numbers of ufbx.
pub(super) fn model(scene: &Scene, world_from_scene: &World, folder: &Path, notes: &mut Vec<Note>) -> Model {
    let mut painter =
        Painter { beside: Beside::new(folder), model: Model::default(), seen: HashMap::new(), notes };
    let materials: Vec<ModelMaterial> =
        scene.materials.iter().map(|material| painter.material(material)).collect();
    let mut model = painter.model;
    model.materials = materials;
    model.nodes = scene.nodes.iter().map(|node| model_node(node, world_from_scene)).collect();
    let meshes = scene.nodes.iter().filter_map(|node| Some((node, node.mesh.as_ref()?)));
    model.meshes = meshes.filter_map(|(node, mesh)| model_mesh(node, mesh)).collect();
    if scene.nodes.iter().any(|node| node.mesh.as_ref().is_some_and(|mesh| !mesh.blend_deformers.is_empty()))
    {
        notes.push(Note::info("blend shapes of the meshes are not taken over"));
    }
    if scene.nodes.iter().any(|node| node.camera.is_some() || node.light.is_some()) {
        notes.push(Note::info("cameras and lights are not taken over"));
    }
    model
}

fn model_node(node: &Node, world_from_scene: &World) -> ModelNode {
    let mut rest = trs(&node.local_transform);
    if node.is_root {
        let place = world_from_scene.affine * Local::Trs(rest).affine();
        let (scale, rotation, translation) = place.to_scale_rotation_translation();
        rest = Trs { translation, rotation, scale };
    }
    ModelNode {
        name: (!node.is_root).then(|| node.element.name.to_string()),
        children: node.children.iter().map(|child| child.element.typed_id as usize).collect(),
        rest,
    }
}

/// The mesh at a node, without what has no face.
fn model_mesh(node: &Node, mesh: &Mesh) -> Option<ModelMesh> {
    let deformer = mesh.skin_deformers.iter().next().filter(|deformer| !deformer.clusters.is_empty());
    let skin = deformer.and_then(|deformer| model_skin(deformer));
    let corners = Corners {
        mesh,
        deformer: deformer.filter(|_| skin.is_some()).map(|deformer| &**deformer),
        // Skins are bound to the geometry itself; a rigid mesh stands where its node has it.
        place: if skin.is_some() { DAffine3::IDENTITY } else { affine(&node.geometry_to_node) },
        materials: node.materials.iter().map(|material| material.element.typed_id as usize).collect(),
    };
    let parts: Vec<ModelPart> =
        corners.parts().into_iter().filter(|part| !part.triangles.is_empty()).collect();
    let name = node.element.name.to_string();
    (!parts.is_empty()).then_some(ModelMesh { name, node: node.element.typed_id as usize, skin, parts })
}

/// The joints of a skin, then the tips of its last bones, so that other programs see bones of their full length; `None` where
/// a cluster has no bone.
fn model_skin(deformer: &SkinDeformer) -> Option<ModelSkin> {
    let clusters: Option<Vec<(&Node, DAffine3)>> = deformer
        .clusters
        .iter()
        .map(|cluster| Some((&**cluster.bone_node.as_ref()?, affine(&cluster.geometry_to_bone))))
        .collect();
    let clusters = clusters?;
    let tips = clusters.iter().flat_map(|&(bone, from_geometry)| {
        let last = bone.children.iter().filter(|child| child.bone.is_some() && child.children.is_empty());
        last.map(move |tip| (&**tip, affine(&tip.node_to_parent).inverse() * from_geometry))
    });
    let bound: BTreeSet<usize> = clusters.iter().map(|(bone, _)| bone.element.typed_id as usize).collect();
    let tips: Vec<_> = tips.filter(|(tip, _)| !bound.contains(&(tip.element.typed_id as usize))).collect();
    let places = || clusters.iter().chain(&tips);
    let inverse_bind: Vec<[f32; 16]> = places().map(|(_, place)| columns(*place)).collect();
    let is_finite = inverse_bind.iter().flatten().all(|number| number.is_finite());
    let joints = places().map(|(node, _)| node.element.typed_id as usize).collect();
    Some(ModelSkin { joints, inverse_bind }).filter(|_| is_finite)
}

fn columns(place: DAffine3) -> [f32; 16] {
    let mut columns = glam::DMat4::from(place).as_mat4().to_cols_array();
    (columns[3], columns[7], columns[11], columns[15]) = (0.0, 0.0, 0.0, 1.0);
    columns
}

/// The corners of the faces of a mesh.
struct Corners<'a> {
    mesh: &'a Mesh,
    deformer: Option<&'a SkinDeformer>,
    place: DAffine3,
    materials: Vec<usize>,
}

impl Corners<'_> {
    /// One part for each material of the mesh.
    fn parts(&self) -> Vec<ModelPart> {
        let count = self.materials.len().max(1);
        let mut parts = vec![ModelPart::default(); count];
        for (part, &material) in parts.iter_mut().zip(&self.materials) {
            part.material = Some(material);
        }
        let mut seen = vec![HashMap::new(); count];
        let mut corners = vec![0_u32; self.mesh.max_face_triangles * 3];
        for (index, &face) in self.mesh.faces.iter().enumerate().filter(|(_, face)| face.num_indices >= 3) {
            let triangles = self.mesh.triangulate_face(&mut corners, face) as usize;
            let slot = self.mesh.face_material.get(index).map_or(0, |&slot| slot as usize).min(count - 1);
            for &corner in &corners[..3 * triangles] {
                let vertex = self.vertex(corner as usize, &mut parts[slot], &mut seen[slot]);
                parts[slot].triangles.push(vertex);
            }
        }
        parts
    }

    /// The number of a corner among the vertices of a part; equal corners are one vertex.
    fn vertex(&self, corner: usize, part: &mut ModelPart, seen: &mut HashMap<[u32; 9], u32>) -> u32 {
        let mesh = self.mesh;
        let point = |v: &ufbx::Vec3| DVec3::new(v.x, v.y, v.z);
        let position = self.place.transform_point3(point(&mesh.vertex_position[corner])).as_vec3();
        let normal = mesh.vertex_normal.exists.then(|| {
            let turned = normal_matrix(self.place.matrix3) * point(&mesh.vertex_normal[corner]);
            turned.normalize_or(DVec3::Y).as_vec3()
        });
        let uv = mesh.vertex_uv.exists.then(|| {
            let uv = &mesh.vertex_uv[corner];
            // FBX counts from the lower left, glTF from the upper left.
            [uv.x as f32, 1.0 - uv.y as f32]
        });
        let source = mesh.vertex_indices[corner];
        let mut key = [source; 9];
        let numbers = position.to_array().into_iter().chain(normal.unwrap_or_default().to_array());
        let numbers = numbers.chain(uv.unwrap_or_default());
        key.iter_mut().zip(numbers).for_each(|(key, number)| *key = number.to_bits());
        *seen.entry(key).or_insert_with(|| {
            part.positions.push(finite(position.to_array()));
            part.normals.extend(normal.map(|normal| normal.to_array()));
            part.uvs.extend(uv.map(finite));
            if let Some(deformer) = self.deformer {
                let (joints, weights) = influences(deformer, source as usize);
                part.joints.push(joints);
                part.weights.push(weights);
            }
            part.positions.len() as u32 - 1
        })
    }
}

/// Numbers that a file must not hold become zero.
fn finite<const N: usize>(numbers: [f32; N]) -> [f32; N] {
    numbers.map(|number| if number.is_finite() { number } else { 0.0 })
}

fn normal_matrix(matrix: DMat3) -> DMat3 {
    if matrix.determinant().abs() > 1e-18 { matrix.inverse().transpose() } else { DMat3::IDENTITY }
}

/// The four strongest influences on a vertex; their weights sum to 1.
fn influences(deformer: &SkinDeformer, vertex: usize) -> ([u16; 4], [f32; 4]) {
    let Some(found) = deformer.vertices.get(vertex) else { return ([0; 4], [1.0, 0.0, 0.0, 0.0]) };
    let (begin, count) = (found.weight_begin as usize, found.num_weights as usize);
    let weights = deformer.weights.iter().skip(begin).take(count);
    let mut strongest: Vec<(u16, f64)> =
        weights.map(|weight| (weight.cluster_index as u16, weight.weight)).collect();
    strongest.retain(|(_, weight)| weight.is_finite() && *weight > 0.0);
    strongest.sort_by(|a, b| b.1.total_cmp(&a.1));
    strongest.truncate(4);
    let total: f64 = strongest.iter().map(|(_, weight)| weight).sum();
    if total <= 0.0 {
        return ([0; 4], [1.0, 0.0, 0.0, 0.0]);
    }
    let (mut joints, mut shares) = ([0; 4], [0.0; 4]);
    for (slot, (joint, weight)) in strongest.into_iter().enumerate() {
        joints[slot] = joint;
        shares[slot] = (weight / total) as f32;
    }
    (joints, shares)
}

/// Turns materials of ufbx into ours, and finds their images.
struct Painter<'a> {
    beside: Beside,
    model: Model,
    /// Images by the number of their texture.
    seen: HashMap<u32, Option<usize>>,
    notes: &'a mut Vec<Note>,
}

impl Painter<'_> {
    fn material(&mut self, material: &Material) -> ModelMaterial {
        let pbr = &material.pbr;
        let value =
            |map: &ufbx::MaterialMap, usual: f64| if map.has_value { map.value_vec4.x } else { usual };
        let tint = if pbr.base_color.has_value {
            pbr.base_color.value_vec4
        } else {
            ufbx::Vec4 { x: 0.8, y: 0.8, z: 0.8, w: 1.0 }
        };
        let factor = value(&pbr.base_factor, 1.0);
        let opacity = value(&pbr.opacity, 1.0);
        let image = pbr.base_color.texture.as_ref().and_then(|texture| self.image(texture));
        // An image is the colour; exporters leave the tint at grey beside it.
        let tint =
            if image.is_some() { [1.0; 3] } else { [tint.x * factor, tint.y * factor, tint.z * factor] };
        let share = |number: f64| if number.is_finite() { number.clamp(0.0, 1.0) as f32 } else { 1.0 };
        ModelMaterial {
            name: material.element.name.to_string(),
            color: [share(tint[0]), share(tint[1]), share(tint[2]), share(opacity)],
            image,
            metallic: share(value(&pbr.metalness, 0.0)),
            roughness: share(value(&pbr.roughness, 0.9)),
        }
    }

    /// The image of a texture: in the file, or beside it under its name.
    fn image(&mut self, texture: &Texture) -> Option<usize> {
        let id = texture.element.typed_id;
        if let Some(found) = self.seen.get(&id) {
            return *found;
        }
        let found = self.find(texture);
        self.seen.insert(id, found);
        found
    }

    fn find(&mut self, texture: &Texture) -> Option<usize> {
        let name = texture.relative_filename.replace('\\', "/");
        let data: Vec<u8> = if texture.content.is_empty() {
            let last = name.rsplit('/').next().unwrap_or_default();
            let found = [name.as_str(), last].into_iter().find_map(|name| self.beside.read(name).ok());
            found.map(|data| data.to_vec()).unwrap_or_default()
        } else {
            texture.content.to_vec()
        };
        if is_image(&data) {
            self.model.images.push(data);
            return Some(self.model.images.len() - 1);
        }
        self.notes.push(Note::warning(format!(
            "the texture `{name}` is neither in the file nor beside it as PNG or JPEG; its material has no image"
        )));
        None
    }
}
