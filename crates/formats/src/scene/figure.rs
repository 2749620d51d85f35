//! Which nodes of a file are joints, and the skeleton they make.

use std::collections::{BTreeMap, HashMap, HashSet};

use glam::{DVec3, Quat, Vec3};
use segue_motion::{EndSite, Joint, JointId, Skeleton};

use super::tree::{Tree, World};
use crate::error::{Fault, Problem};
use crate::{Note, names};

/// The share of all joints that one tree must hold for the others to be taken for helpers (control bones, props).
const MAIN_TREE_SHARE: f64 = 2.0 / 3.0;

/// The joints of a file: nodes that make one tree, and their skeleton.
#[derive(Debug)]
pub(crate) struct Figure {
    /// The skeleton; its rest pose is the bind pose of the file, or else how the nodes stand.
    pub(crate) skeleton: Skeleton,
    /// The node of each joint.
    pub(crate) nodes: Vec<usize>,
    /// The joints' nodes and all their ancestors, parents first: all that moves a joint.
    pub(crate) needed: Vec<usize>,
    is_needed: Vec<bool>,
}

/// What a file says about its joints.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cast {
    /// The nodes that it calls joints; empty when it calls none so.
    pub(crate) joints: Vec<usize>,
    /// Joints belong to different figures when there are several skins.
    pub(crate) several_skins: bool,
    /// Joints in the order to number them in, where parents come first in it; otherwise they are numbered depth first.
    pub(crate) order: Vec<usize>,
}

impl Figure {
    /// The figure of a file; `animated` says which nodes have curves.
    pub(crate) fn find(
        tree: &Tree,
        cast: &Cast,
        animated: &[bool],
        world_from_scene: &World,
        notes: &mut Vec<Note>,
    ) -> Result<Self, Fault> {
        let mut joints = candidates(tree, cast, animated, notes)?;
        keep_one_tree(tree, cast, &mut joints, notes);
        let tips = tips(tree, animated, &mut joints);
        let above = joints_above(tree, &joints);
        let nodes = in_order(tree, &cast.order, &joints, &above);
        let world = tree.rest_world(world_from_scene);
        let skeleton = skeleton(tree, &nodes, &tips, &above, &world, notes)?;
        let is_needed = needed(tree, &nodes);
        let needed = tree.order().iter().copied().filter(|&node| is_needed[node]).collect();
        Ok(Self { skeleton, nodes, needed, is_needed })
    }

    /// Whether a node is a joint or above one.
    pub(crate) fn needs(&self, node: usize) -> bool {
        self.is_needed[node]
    }
}

/// Whether each node may be a joint: those that the file calls so, else what animations move and what lies between.
fn candidates(
    tree: &Tree,
    cast: &Cast,
    animated: &[bool],
    notes: &mut Vec<Note>,
) -> Result<Vec<bool>, Problem> {
    if !cast.joints.is_empty() {
        let mut joints = vec![false; tree.len()];
        cast.joints.iter().for_each(|&joint| joints[joint] = true);
        return Ok(joints);
    }
    let joints = moved_and_between(tree, animated);
    if !joints.contains(&true) {
        let text = "the file has neither a skeleton nor an animation of nodes, so there is no motion to read";
        return Err(Problem::Unsupported(text.to_owned()));
    }
    notes.push(Note::info("there is no skeleton; the nodes that animations move are taken for the joints"));
    Ok(joints)
}

fn moved_and_between(tree: &Tree, animated: &[bool]) -> Vec<bool> {
    let mut above = animated.to_vec();
    for &node in tree.order().iter().rev() {
        if let Some(parent) = tree.parent(node) {
            above[parent] |= above[node];
        }
    }
    let mut below = animated.to_vec();
    for &node in tree.order() {
        below[node] |= tree.parent(node).is_some_and(|parent| below[parent]);
    }
    above.iter().zip(below).map(|(&above, below)| above && below).collect()
}

/// Makes one tree of several: the largest when the others are small or belong to other skins, else all of them under
/// their common ancestor.
fn keep_one_tree(tree: &Tree, cast: &Cast, joints: &mut [bool], notes: &mut Vec<Note>) {
    let root_of = roots(tree, joints);
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for root in root_of.iter().flatten() {
        *sizes.entry(*root).or_default() += 1;
    }
    if sizes.len() == 1 {
        return;
    }
    let total: usize = sizes.values().sum();
    let (&main, &size) = sizes
        .iter()
        .max_by_key(|&(&root, &size)| (size, std::cmp::Reverse(root)))
        .expect("there is at least one candidate for a joint");
    if !cast.several_skins
        && (size as f64) < MAIN_TREE_SHARE * total as f64
        && let Some(ancestor) = common_ancestor(tree, &sizes)
    {
        joints[ancestor] = true;
        let text = format!(
            "the joints make {} trees; their common ancestor `{}` is taken for the root",
            sizes.len(),
            tree.label(ancestor)
        );
        notes.push(Note::info(text));
        return;
    }
    joints.iter_mut().zip(&root_of).for_each(|(joint, &root)| *joint &= root == Some(main));
    notes.push(Note::info(format!(
        "the joints make {} trees; only that of `{}` with {size} of {total} joints is read",
        sizes.len(),
        tree.label(main)
    )));
}

/// For each joint the topmost joint above it.
fn roots(tree: &Tree, joints: &[bool]) -> Vec<Option<usize>> {
    let mut top: Vec<Option<usize>> = vec![None; joints.len()];
    for &node in tree.order() {
        let above = tree.parent(node).and_then(|parent| top[parent]);
        top[node] = above.or(joints[node].then_some(node));
    }
    top.into_iter().zip(joints).map(|(top, &joint)| top.filter(|_| joint)).collect()
}

/// The deepest node above all the roots.
fn common_ancestor(tree: &Tree, roots: &BTreeMap<usize, usize>) -> Option<usize> {
    let mut below = vec![0; tree.order().len()];
    for &node in tree.order().iter().rev() {
        below[node] += usize::from(roots.contains_key(&node));
        if let Some(parent) = tree.parent(node) {
            below[parent] += below[node];
        }
    }
    tree.order().iter().rev().copied().find(|&node| below[node] == roots.len())
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

/// For each node the nearest joint strictly above it.
fn joints_above(tree: &Tree, joints: &[bool]) -> Vec<Option<usize>> {
    let mut above = vec![None; tree.len()];
    for &node in tree.order() {
        if let Some(parent) = tree.parent(node) {
            above[node] = if joints[parent] { Some(parent) } else { above[parent] };
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
    if order.len() == total && parents_first { order } else { depth_first(tree, joints) }
}

fn depth_first(tree: &Tree, joints: &[bool]) -> Vec<usize> {
    let mut stack: Vec<usize> = (0..joints.len()).filter(|&node| tree.parent(node).is_none()).rev().collect();
    let mut order = Vec::new();
    while let Some(node) = stack.pop() {
        if joints[node] {
            order.push(node);
        }
        stack.extend(tree.node(node).children.iter().rev());
    }
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

fn skeleton(
    tree: &Tree,
    nodes: &[usize],
    tips: &[usize],
    above: &[Option<usize>],
    world: &[World],
    notes: &mut Vec<Note>,
) -> Result<Skeleton, Fault> {
    if nodes.len() > Skeleton::MAX_JOINTS {
        return Err(segue_motion::SkeletonError::TooMany { found: nodes.len() }.into());
    }
    let number: HashMap<usize, JointId> =
        nodes.iter().enumerate().map(|(index, &node)| (node, JointId::new(index))).collect();
    let above = |node: usize| above[node].and_then(|above| Some((*number.get(&above)?, above)));
    let labels: Vec<String> = nodes.iter().map(|&node| tree.label(node)).collect();
    let (names, renamed) = names::unique(labels.iter().map(String::as_str));
    notes.extend(renamed);
    let joints = nodes.iter().zip(names).map(|(&node, name)| {
        let parent = above(node);
        let on = parent.map_or(World::IDENTITY, |(_, parent)| world[parent]);
        let (rest, offset) = local(&on, &world[node]);
        Joint { name, parent: parent.map(|(id, _)| id), offset, rest }
    });
    let joints = joints.collect();
    let sites = tips.iter().filter_map(|&tip| {
        let (parent, node) = above(tip)?;
        Some(EndSite { parent, offset: local(&world[node], &world[tip]).1 })
    });
    let sites = sites.collect();
    Ok(Skeleton::new(joints, sites)?)
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
            tip: false,
        };
        Tree::new(nodes.iter().map(node).collect()).unwrap()
    }

    fn find(
        nodes: Nodes<'_>,
        skins: &[&[usize]],
        animated: &[usize],
    ) -> (Result<Figure, String>, Vec<String>) {
        let tree = tree(nodes);
        let animated: Vec<bool> = (0..nodes.len()).map(|node| animated.contains(&node)).collect();
        let cast = Cast {
            joints: skins.concat(),
            several_skins: skins.len() > 1,
            order: skins.first().map_or(Vec::new(), |skin| skin.to_vec()),
        };
        let mut notes = Vec::new();
        let figure = Figure::find(&tree, &cast, &animated, &World::IDENTITY, &mut notes);
        (figure.map_err(|fault| fault.to_string()), notes.into_iter().map(|note| note.text).collect())
    }

    fn shape(nodes: Nodes<'_>, skins: &[&[usize]], animated: &[usize]) -> String {
        find(nodes, skins, animated).0.unwrap().skeleton.to_string()
    }

    #[test]
    fn ancestors_and_nodes_between_are_folded_in() {
        let nodes: Nodes<'_> = &[("scene", &[1]), ("hips", &[2]), ("twist", &[3]), ("knee", &[])];
        let figure = find(nodes, &[&[1, 3]], &[]).0.unwrap();
        assert_eq!(figure.skeleton.to_string(), "hips\n  knee\n");
        assert_eq!(figure.skeleton.joints()[0].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(figure.skeleton.joints()[1].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(figure.needed, [0, 1, 2, 3]);
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
        let (figure, notes) = find(nodes, &[], &[1, 3]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "hips *\n  fixed\n    knee\n");
        assert!(notes[0].contains("no skeleton"), "{notes:?}");
        assert!(find(nodes, &[], &[]).0.unwrap_err().contains("neither a skeleton nor an animation"));
    }

    #[test]
    fn several_trees_become_one() {
        let nodes: Nodes<'_> =
            &[("rig", &[1, 4]), ("hips", &[2]), ("spine", &[3]), ("head", &[]), ("pole", &[])];
        let (figure, notes) = find(nodes, &[&[1, 2, 3, 4]], &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "hips\n  spine\n    head\n");
        assert_eq!(notes, ["the joints make 2 trees; only that of `hips` with 3 of 4 joints is read"]);

        let halves: Nodes<'_> =
            &[("rig", &[1, 3]), ("leg", &[2]), ("foot", &[]), ("arm", &[4]), ("hand", &[])];
        let (figure, notes) = find(halves, &[&[1, 2, 3, 4]], &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "rig\n  leg\n    foot\n  arm\n    hand\n");
        assert!(notes[0].contains("common ancestor `rig`"), "{notes:?}");
        assert_eq!(shape(halves, &[&[1, 2], &[3, 4]], &[]), "leg\n  foot\n");
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
        let (figure, notes) = find(nodes, &[&[0, 1, 2]], &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "bone\n  bone_2\n    node_2\n");
        assert!(notes[0].contains("`bone_2`"), "{notes:?}");
    }
}
