//! The joints of a file and the skeleton they make.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use glam::{DVec3, Quat, Vec3};
use segue_motion::{EndSite, Joint, JointId, Skeleton};

use super::choose::{self, Cast};
use super::tree::{Tree, World};
use crate::error::Fault;
use crate::{ImportedFigure, Note, RestPose, RestSource, names};

/// The joints of a file: nodes that make one tree, and their skeleton.
#[derive(Clone, Debug)]
pub(crate) struct Joints {
    /// The skeleton; its rest pose is the bind pose of the file, or else how the nodes stand.
    pub(crate) skeleton: Skeleton,
    /// The skeleton with the rest pose in which the nodes stand, where the file has a bind pose.
    pub(crate) standing: Option<Skeleton>,
    /// The node of each joint.
    pub(crate) nodes: Vec<usize>,
    /// The joints' nodes and all their ancestors, parents first: all that moves a joint.
    pub(crate) needed: Vec<usize>,
    is_needed: Vec<bool>,
}

impl Joints {
    /// The joints of a file; `animated` says which nodes have curves.
    pub(crate) fn find(
        tree: &Tree,
        cast: &Cast,
        animated: &[bool],
        world_from_scene: &World,
        notes: &mut Vec<Note>,
    ) -> Result<Self, Fault> {
        let mut joints = choose::candidates(tree, cast, animated, notes)?;
        let main = choose::main_root(tree, cast, &mut joints, notes);
        let tips = tips(tree, animated, &mut joints);
        let above = joints_above(tree, &joints, main);
        let nodes = in_order(tree, &cast.order, &joints, &above);
        let build = Build { tree, nodes: &nodes, tips: &tips, above: &above };
        let skeleton = build.skeleton(&tree.rest_world(world_from_scene), notes)?;
        let standing = if tree.has_bind_pose() {
            Some(build.skeleton(&tree.standing_world(world_from_scene), &mut Vec::new())?)
        } else {
            None
        };
        let is_needed = needed(tree, &nodes);
        let needed = tree.order().iter().copied().filter(|&node| is_needed[node]).collect();
        Ok(Self { skeleton, standing, nodes, needed, is_needed })
    }

    /// The figure whose clips are on `skeleton`: that of the joints, with mended offsets.
    pub(crate) fn figure(&self, skeleton: Arc<Skeleton>) -> ImportedFigure {
        let source = if self.standing.is_some() { RestSource::Bind } else { RestSource::Nodes };
        let mut figure = ImportedFigure::of(skeleton, source);
        figure.rests.extend(
            self.standing
                .iter()
                .map(|standing| RestPose { source: RestSource::Nodes, skeleton: Arc::new(standing.clone()) }),
        );
        figure
    }

    /// The joints when each node has the number in its place; a node without one must not be needed.
    pub(crate) fn renumbered(self, numbers: &[Option<usize>]) -> Self {
        let moved = |nodes: &[usize]| nodes.iter().filter_map(|&node| numbers[node]).collect();
        let is_needed = self.is_needed.iter().zip(numbers).filter(|(_, number)| number.is_some());
        Self {
            nodes: moved(&self.nodes),
            needed: moved(&self.needed),
            is_needed: is_needed.map(|(&needed, _)| needed).collect(),
            ..self
        }
    }

    /// Whether a node is a joint or above one.
    pub(crate) fn needs(&self, node: usize) -> bool {
        self.is_needed.get(node).copied().unwrap_or(false)
    }
}

/// Takes end sites out of the joints and finds further ones: bare last nodes on joints that nothing animates.
fn tips(tree: &Tree, animated: &[bool], joints: &mut [bool]) -> Vec<usize> {
    let is_tip = |index: usize, joints: &[bool]| {
        let node = tree.node(index);
        node.children.is_empty()
            && (node.tip || node.bare && !joints[index] && !animated[index])
            && tree.parent(index).is_some_and(|parent| joints[parent])
    };
    let tips: Vec<usize> = (0..joints.len()).filter(|&index| is_tip(index, joints)).collect();
    for &tip in &tips {
        joints[tip] = false;
    }
    tips
}

/// For each node the nearest joint strictly above it. Joints beside the main tree hang from its root.
fn joints_above(tree: &Tree, joints: &[bool], main: usize) -> Vec<Option<usize>> {
    let mut above = vec![None; tree.len()];
    for &node in tree.order() {
        if let Some(parent) = tree.parent(node) {
            above[node] = if joints[parent] { Some(parent) } else { above[parent] };
        }
    }
    for (node, above) in above.iter_mut().enumerate() {
        if joints[node] && node != main && above.is_none() {
            *above = Some(main);
        }
    }
    above
}

/// The joints with parents first: as `listed` where that does it, else depth first.
fn in_order(tree: &Tree, listed: &[usize], joints: &[bool], above: &[Option<usize>]) -> Vec<usize> {
    let total = joints.iter().filter(|&&joint| joint).count();
    let mut seen = HashSet::new();
    let mut parents_first = true;
    let mut order = Vec::new();
    for &joint in listed {
        if joints[joint] && seen.insert(joint) {
            parents_first &= above[joint].is_none_or(|parent| seen.contains(&parent));
            order.push(joint);
        }
    }
    if order.len() == total && parents_first { order } else { depth_first(tree, joints, above) }
}

/// The main tree first: the others hang from its root.
fn depth_first(tree: &Tree, joints: &[bool], above: &[Option<usize>]) -> Vec<usize> {
    let mut stack: Vec<usize> = (0..joints.len()).filter(|&node| tree.parent(node).is_none()).rev().collect();
    let mut order = Vec::new();
    while let Some(node) = stack.pop() {
        if joints[node] {
            order.push(node);
        }
        stack.extend(tree.node(node).children.iter().rev());
    }
    let main = order.iter().position(|&node| above[node].is_none()).unwrap_or(0);
    let beside: Vec<usize> = order.drain(..main).collect();
    order.extend(beside);
    order
}

fn needed(tree: &Tree, nodes: &[usize]) -> Vec<bool> {
    let mut needed = vec![false; tree.order().len()];
    for &node in nodes {
        for above in tree.ancestors(node) {
            if std::mem::replace(&mut needed[above], true) {
                break;
            }
        }
    }
    needed
}

/// What a skeleton is made of, whatever its rest pose.
struct Build<'a> {
    tree: &'a Tree,
    nodes: &'a [usize],
    tips: &'a [usize],
    above: &'a [Option<usize>],
}

impl Build<'_> {
    /// The skeleton whose rest pose has the nodes at these places.
    fn skeleton(&self, world: &[World], notes: &mut Vec<Note>) -> Result<Skeleton, Fault> {
        let nodes = self.nodes;
        if nodes.len() > Skeleton::MAX_JOINTS {
            return Err(segue_motion::SkeletonError::TooMany { found: nodes.len() }.into());
        }
        let number: HashMap<usize, JointId> =
            nodes.iter().enumerate().map(|(index, &node)| (node, JointId::new(index))).collect();
        let above = |node: usize| self.above[node].and_then(|above| Some((*number.get(&above)?, above)));
        let labels: Vec<String> = nodes.iter().map(|&node| self.tree.label(node)).collect();
        let (names, renamed) = names::unique(labels.iter().map(String::as_str));
        notes.extend(renamed);
        let joints = nodes.iter().zip(names).map(|(&node, name)| {
            let parent = above(node);
            let on = parent.map_or(World::IDENTITY, |(_, parent)| world[parent]);
            let (rest, offset) = local(&on, &world[node]);
            Joint { name, parent: parent.map(|(id, _)| id), offset, rest }
        });
        let joints = joints.collect();
        let sites = self.tips.iter().filter_map(|&tip| {
            let (parent, node) = above(tip)?;
            Some(EndSite { parent, offset: local(&world[node], &world[tip]).1 })
        });
        let sites = sites.collect();
        Ok(Skeleton::new(joints, sites)?)
    }
}

/// Rotation and position of a joint in the frame of the joint above it.
pub(crate) fn local(above: &World, joint: &World) -> (Quat, Vec3) {
    let to_above = above.rotation.conjugate();
    let offset: DVec3 = to_above * (joint.position() - above.position());
    ((to_above * joint.rotation).as_quat().normalize(), offset.as_vec3())
}

#[cfg(test)]
mod tests {
    use super::super::tree::{Local, Node, Trs};
    use super::*;

    type Nodes<'a> = &'a [(&'a str, &'a [usize])];

    /// Nodes from `(name, children)`, each one metre above its parent.
    fn tree(nodes: Nodes<'_>) -> Tree {
        let trs = Trs { translation: DVec3::Y, rotation: glam::DQuat::IDENTITY, scale: DVec3::ONE };
        let node = |&(name, children): &(&str, &[usize])| Node {
            name: Some(name.to_owned()),
            children: children.to_vec(),
            rest: Local::Trs(trs),
            bind: None,
            bare: true,
            mesh: false,
            tip: false,
        };
        Tree::new(nodes.iter().map(node).collect()).unwrap()
    }

    fn find(
        nodes: Nodes<'_>,
        skins: &[&[usize]],
        animated: &[usize],
    ) -> (Result<Joints, String>, Vec<String>) {
        let tree = tree(nodes);
        let animated: Vec<bool> = (0..nodes.len()).map(|node| animated.contains(&node)).collect();
        let cast = Cast {
            joints: skins.concat(),
            several_skins: skins.len() > 1,
            order: skins.first().map_or(Vec::new(), |skin| skin.to_vec()),
        };
        let mut notes = Vec::new();
        let found = Joints::find(&tree, &cast, &animated, &World::IDENTITY, &mut notes);
        (found.map_err(|fault| fault.to_string()), notes.into_iter().map(|note| note.text).collect())
    }

    fn shape(nodes: Nodes<'_>, skins: &[&[usize]], animated: &[usize]) -> String {
        find(nodes, skins, animated).0.unwrap().skeleton.to_string()
    }

    #[test]
    fn ancestors_and_nodes_between_are_folded_in() {
        let nodes: Nodes<'_> = &[("scene", &[1]), ("hips", &[2]), ("twist", &[3]), ("knee", &[])];
        let found = find(nodes, &[&[1, 3]], &[]).0.unwrap();
        assert_eq!(found.skeleton.to_string(), "hips\n  knee\n");
        assert_eq!(found.skeleton.joints()[0].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(found.skeleton.joints()[1].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(found.needed, [0, 1, 2, 3]);
    }

    #[test]
    fn bare_last_nodes_are_end_sites() {
        let nodes: Nodes<'_> = &[("hips", &[1]), ("head", &[2]), ("head_end", &[])];
        assert_eq!(shape(nodes, &[&[0, 1]], &[]), "hips\n  head *\n");
        assert_eq!(shape(nodes, &[&[0, 1]], &[2]), "hips\n  head\n");
    }

    #[test]
    fn without_a_skeleton_the_moved_nodes_are_joints() {
        let nodes: Nodes<'_> =
            &[("world", &[1]), ("hips", &[2, 4]), ("fixed", &[3]), ("knee", &[]), ("tip", &[])];
        let (found, notes) = find(nodes, &[], &[1, 3]);
        assert_eq!(found.unwrap().skeleton.to_string(), "hips *\n  fixed\n    knee\n");
        assert!(notes[0].contains("no skeleton"), "{notes:?}");
        let (found, notes) = find(nodes, &[], &[]);
        assert_eq!(found.unwrap().skeleton.len(), 5);
        assert!(notes[0].contains("neither a skeleton nor an animation"), "{notes:?}");
        assert!(find(&[], &[], &[]).0.unwrap_err().contains("no figure to read"));
    }

    #[test]
    fn several_trees_become_one() {
        let nodes: Nodes<'_> =
            &[("rig", &[1, 4]), ("hips", &[2]), ("spine", &[3]), ("head", &[]), ("pole", &[])];
        let (found, notes) = find(nodes, &[&[1, 2, 3, 4]], &[]);
        assert_eq!(found.unwrap().skeleton.to_string(), "hips\n  spine\n    head\n  pole\n");
        assert_eq!(
            notes,
            ["the joints make 2 trees; those beside the tree of `hips` hang from it: 1 of 4 joints"]
        );

        let halves: Nodes<'_> =
            &[("rig", &[1, 3]), ("leg", &[2]), ("foot", &[]), ("arm", &[4]), ("hand", &[])];
        let (found, notes) = find(halves, &[&[1, 2, 3, 4]], &[]);
        assert_eq!(found.unwrap().skeleton.to_string(), "rig\n  leg\n    foot\n  arm\n    hand\n");
        assert!(notes[0].contains("common ancestor `rig`"), "{notes:?}");
        assert_eq!(shape(halves, &[&[1, 2], &[3, 4]], &[]), "leg\n  foot\n  arm\n    hand\n");
        // A tree that comes first in the file still hangs from the larger one.
        let late: Nodes<'_> = &[("pole", &[]), ("hips", &[2]), ("spine", &[])];
        assert_eq!(shape(late, &[&[0, 1, 2]], &[]), "hips\n  spine\n  pole\n");
    }

    #[test]
    fn joints_keep_the_order_of_the_skin() {
        let nodes: Nodes<'_> = &[("c", &[]), ("a", &[0, 2]), ("b", &[])];
        let order = |skin: &[usize]| find(nodes, &[skin], &[]).0.unwrap().nodes;
        assert_eq!(order(&[1, 2, 0]), [1, 2, 0]);
        assert_eq!(order(&[0, 1, 2]), [1, 0, 2]);
    }

    #[test]
    fn joints_get_unique_names() {
        let nodes: Nodes<'_> = &[("bone", &[1]), ("bone", &[2]), ("", &[])];
        let (found, notes) = find(nodes, &[&[0, 1, 2]], &[]);
        assert_eq!(found.unwrap().skeleton.to_string(), "bone\n  bone_2\n    node_2\n");
        assert!(notes[0].contains("`bone_2`"), "{notes:?}");
    }
}
