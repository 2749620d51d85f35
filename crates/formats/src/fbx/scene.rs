//! An FBX scene as a tree of nodes with curves.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat3, DQuat, DVec3};
use ufbx::{AnimStack, ElementType, Scene};

use crate::error::{Fault, Problem};
use crate::scene::choose::Cast;
use crate::scene::tree::{Local, Node, Tree, Trs};

/// How last bones that only mark the end of another are called by exporters, in lower case.
const TIP_NAMES: [&str; 6] = ["_end", "nub", "_tip", "_site", "endsite", "_nub"];

/// Volume of a unit cube after a transform that is too little to tell directions: a scale of a millionth.
const SINGULAR: f64 = 1e-18;

/// The tree of all nodes; node numbers are ufbx's typed ids. `animated` says which nodes have curves.
pub(super) fn tree(scene: &Scene, animated: &[bool]) -> Result<Tree, Fault> {
    let bind = bind_pose(scene);
    let node = |node: &ufbx::Node| {
        let index = node.element.typed_id as usize;
        let children: Vec<usize> =
            node.children.iter().map(|child| child.element.typed_id as usize).collect();
        let last_limb = children.is_empty() && is_limb(node);
        Node {
            name: (!node.is_root).then(|| node.element.name.to_string()),
            children,
            rest: Local::Trs(trs(&node.local_transform)),
            bind: bind.get(&index).copied(),
            bare: !node.is_scale_helper
                && matches!(node.attrib_type, ElementType::Unknown | ElementType::Bone | ElementType::Empty),
            mesh: node.mesh.is_some(),
            tip: last_limb && (!animated[index] || is_tip_name(&node.element.name)),
        }
    };
    Tree::new(scene.nodes.iter().map(|found| node(found)).collect())
}

/// Where the bind poses of a scene have its nodes; the first to name a node decides. Places that are not finite or
/// collapsed are left out.
fn bind_pose(scene: &Scene) -> BTreeMap<usize, DAffine3> {
    let mut places = BTreeMap::new();
    let poses = scene.poses.iter().filter(|pose| pose.is_bind_pose);
    for bone in poses.flat_map(|pose| pose.bone_poses.iter()) {
        let place = affine(&bone.bone_to_world);
        if place.is_finite() && place.matrix3.determinant().abs() > SINGULAR {
            places.entry(bone.bone_node.element.typed_id as usize).or_insert(place);
        }
    }
    places
}

pub(super) fn affine(m: &ufbx::Matrix) -> DAffine3 {
    let column = |x, y, z| DVec3::new(x, y, z);
    DAffine3 {
        matrix3: DMat3::from_cols(
            column(m.m00, m.m10, m.m20),
            column(m.m01, m.m11, m.m21),
            column(m.m02, m.m12, m.m22),
        ),
        translation: column(m.m03, m.m13, m.m23),
    }
}

fn is_tip_name(name: &str) -> bool {
    let name = name.to_lowercase();
    TIP_NAMES.iter().any(|tip| name.ends_with(tip))
}

/// Whether a node is a limb. One whose children do not inherit its scale has handed its mark to a helper below it, which
/// carries that scale.
fn is_limb(node: &ufbx::Node) -> bool {
    let helped = node.scale_helper.as_ref().is_some_and(|helper| helper.bone.is_some());
    helped || node.bone.is_some() && !node.is_scale_helper
}

/// The limbs of a scene.
pub(super) fn cast(scene: &Scene) -> Cast {
    let limbs = scene.nodes.iter().filter(|node| is_limb(node));
    Cast { joints: limbs.map(|node| node.element.typed_id as usize).collect(), ..Cast::default() }
}

/// A transform of ufbx.
pub(super) fn trs(transform: &ufbx::Transform) -> Trs {
    let vector = |v: ufbx::Vec3| DVec3::new(v.x, v.y, v.z);
    let ufbx::Quat { x, y, z, w } = transform.rotation;
    let rotation = DQuat::from_xyzw(x, y, z, w);
    Trs {
        translation: vector(transform.translation),
        // A zero rotation comes from numbers that are not finite, which the clip refuses.
        rotation: if rotation.length_squared() > 0.0 { rotation.normalize() } else { rotation },
        scale: vector(transform.scale),
    }
}

/// The curves of one stack that have keys, by node: numbers of curves in the scene, which nodes may share.
pub(super) fn curves_by_node(stack: &AnimStack) -> BTreeMap<usize, Vec<usize>> {
    let mut nodes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for layer in &stack.layers {
        for prop in layer.anim_props.iter().filter(|prop| prop.element.type_ == ElementType::Node) {
            let curves = prop.anim_value.curves.iter().flatten().filter(|curve| !curve.keyframes.is_empty());
            let mut curves = curves.map(|curve| curve.element.typed_id as usize).peekable();
            if curves.peek().is_some() {
                nodes.entry(prop.element.typed_id as usize).or_default().extend(curves);
            }
        }
    }
    nodes
}

/// All key times of some curves, in seconds.
pub(super) fn key_times(scene: &Scene, curves: impl Iterator<Item = usize>) -> Result<Vec<f64>, Problem> {
    let curves: BTreeSet<usize> = curves.collect();
    let curves = curves.into_iter().map(|curve| &scene.anim_curves[curve]);
    let times: Vec<f64> = curves.flat_map(|curve| curve.keyframes.iter().map(|key| key.time)).collect();
    match times.iter().find(|time| !time.is_finite()) {
        Some(time) => {
            let (what, range) = ("a key time".to_owned(), "finite".to_owned());
            Err(Problem::OutOfRange { what, range, found: time.to_string() })
        }
        None => Ok(times),
    }
}

/// Number of curves that move nodes in a stack.
pub(super) fn count_curves(stack: &AnimStack) -> usize {
    let props = stack.layers.iter().flat_map(|layer| layer.anim_props.iter());
    let nodes = props.filter(|prop| prop.element.type_ == ElementType::Node);
    nodes.map(|prop| prop.anim_value.curves.iter().flatten().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tips_are_known_by_name() {
        for name in ["Head_end", "Bip01HeadNub", "LeftToe_End", "thumb_TIP"] {
            assert!(is_tip_name(name), "{name}");
        }
        for name in ["Head", "LeftHandIndex3", "bender", "Endeavour"] {
            assert!(!is_tip_name(name), "{name}");
        }
    }
}
