//! Which nodes of a glTF file are joints, and the skeleton they make.

use std::collections::{HashMap, HashSet};

use glam::{DVec3, Quat, Vec3};
use segue_motion::{EndSite, Joint, JointId, Skeleton};

use super::document::Document;
use super::tree::{Tree, World};
use crate::error::{Fault, Place, Problem};
use crate::{Note, names};

/// The share of all joints that one tree must hold for the others to be taken for helpers (control bones, props).
const MAIN_TREE_SHARE: f64 = 2.0 / 3.0;

/// The joints of a file: nodes that make one tree, and their skeleton.
#[derive(Debug)]
pub(super) struct Figure {
    /// The skeleton, in its rest pose as the nodes stand.
    pub(super) skeleton: Skeleton,
    /// The node of each joint.
    pub(super) nodes: Vec<usize>,
    /// The joints' nodes and all their ancestors, parents first: all that moves a joint.
    pub(super) needed: Vec<usize>,
}

impl Figure {
    /// The figure of `document`; `animated` says which nodes have curves.
    pub(super) fn find(
        document: &Document,
        tree: &Tree,
        animated: &[bool],
        world_from_scene: &World,
        notes: &mut Vec<Note>,
    ) -> Result<Self, Fault> {
        let mut joints = candidates(document, tree, animated, notes)?;
        keep_one_tree(document, tree, &mut joints, notes);
        let tips = tips(document, tree, animated, &mut joints);
        let nodes = in_order(document, tree, &joints);
        let world = tree.rest_world(world_from_scene);
        let skeleton = skeleton(document, tree, &nodes, &tips, &world, notes)?;
        let needed = needed(tree, &nodes);
        Ok(Self { skeleton, nodes, needed })
    }
}

/// Whether each node may be a joint: the joints of all skins, or without a skin what animations move and what lies
/// between.
fn candidates(
    document: &Document,
    tree: &Tree,
    animated: &[bool],
    notes: &mut Vec<Note>,
) -> Result<Vec<bool>, Fault> {
    let mut joints = vec![false; document.nodes.len()];
    for (index, skin) in document.skins.iter().enumerate() {
        for &joint in &skin.joints {
            *joints.get_mut(joint).ok_or_else(|| {
                let expected = format!("one of {} nodes as joint", document.nodes.len());
                Problem::unexpected(expected, format!("node {joint}"))
                    .at(Place::Item(format!("skin {index}")))
            })? = true;
        }
    }
    if joints.contains(&true) {
        return Ok(joints);
    }
    joints = moved_and_between(tree, animated);
    if !joints.contains(&true) {
        let text = "the file has neither a skin nor an animation of nodes, so there is no motion to read";
        return Err(Problem::Unsupported(text.to_owned()).into());
    }
    notes.push(Note::info("there is no skin; the nodes that animations move are taken for the joints"));
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
fn keep_one_tree(document: &Document, tree: &Tree, joints: &mut [bool], notes: &mut Vec<Note>) {
    let root_of = roots(tree, joints);
    let mut sizes: HashMap<usize, usize> = HashMap::new();
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
    let one_skin = document.skins.len() <= 1;
    if one_skin
        && (size as f64) < MAIN_TREE_SHARE * total as f64
        && let Some(ancestor) = common_ancestor(tree, &sizes)
    {
        joints[ancestor] = true;
        let text = format!(
            "the joints make {} trees; their common ancestor `{}` is taken for the root",
            sizes.len(),
            label(document, ancestor)
        );
        notes.push(Note::info(text));
        return;
    }
    joints.iter_mut().zip(&root_of).for_each(|(joint, &root)| *joint &= root == Some(main));
    notes.push(Note::info(format!(
        "the joints make {} trees; only that of `{}` with {size} of {total} joints is read",
        sizes.len(),
        label(document, main)
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
fn common_ancestor(tree: &Tree, roots: &HashMap<usize, usize>) -> Option<usize> {
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
fn tips(document: &Document, tree: &Tree, animated: &[bool], joints: &mut [bool]) -> Vec<usize> {
    let is_tip = |index: usize, joints: &[bool]| {
        let node = &document.nodes[index];
        let declared = node.extras.is_some_and(|extras| extras.end_site);
        let bare = node.mesh.is_none() && node.camera.is_none() && node.skin.is_none();
        node.children.is_empty()
            && (declared || bare && !joints[index] && !animated[index])
            && tree.parent(index).is_some_and(|parent| joints[parent])
    };
    let tips: Vec<usize> = (0..joints.len()).filter(|&index| is_tip(index, joints)).collect();
    for &tip in &tips {
        joints[tip] = false;
    }
    tips
}

/// The joints with parents first: in the order of the first skin where that does it, else depth first.
fn in_order(document: &Document, tree: &Tree, joints: &[bool]) -> Vec<usize> {
    let total = joints.iter().filter(|&&joint| joint).count();
    let listed = document.skins.first().map_or(&[][..], |skin| &skin.joints);
    let mut seen = HashSet::new();
    let listed: Vec<usize> =
        listed.iter().copied().filter(|&joint| joints[joint] && seen.insert(joint)).collect();
    let place: HashMap<usize, usize> =
        listed.iter().enumerate().map(|(place, &joint)| (joint, place)).collect();
    let parents_first = listed.iter().enumerate().all(|(index, &joint)| {
        joint_above(tree, joints, joint)
            .is_none_or(|parent| place.get(&parent).is_some_and(|&place| place < index))
    });
    if listed.len() == total && parents_first { listed } else { depth_first(document, tree, joints) }
}

fn depth_first(document: &Document, tree: &Tree, joints: &[bool]) -> Vec<usize> {
    let mut stack: Vec<usize> = (0..joints.len()).filter(|&node| tree.parent(node).is_none()).rev().collect();
    let mut order = Vec::new();
    while let Some(node) = stack.pop() {
        if joints[node] {
            order.push(node);
        }
        stack.extend(document.nodes[node].children.iter().rev());
    }
    order
}

fn joint_above(tree: &Tree, joints: &[bool], node: usize) -> Option<usize> {
    tree.ancestors(node).skip(1).find(|&above| joints[above])
}

fn needed(tree: &Tree, nodes: &[usize]) -> Vec<usize> {
    let mut needed = vec![false; tree.order().len()];
    for &node in nodes {
        for above in tree.ancestors(node) {
            if std::mem::replace(&mut needed[above], true) {
                break;
            }
        }
    }
    tree.order().iter().copied().filter(|&node| needed[node]).collect()
}

fn skeleton(
    document: &Document,
    tree: &Tree,
    nodes: &[usize],
    tips: &[usize],
    world: &[World],
    notes: &mut Vec<Note>,
) -> Result<Skeleton, Fault> {
    if nodes.len() > Skeleton::MAX_JOINTS {
        return Err(segue_motion::SkeletonError::TooMany { found: nodes.len() }.into());
    }
    let number: HashMap<usize, JointId> =
        nodes.iter().enumerate().map(|(index, &node)| (node, JointId::new(index))).collect();
    let above =
        |node| tree.ancestors(node).skip(1).find_map(|above| number.get(&above).map(|&id| (id, above)));
    let labels: Vec<String> = nodes.iter().map(|&node| label(document, node)).collect();
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
pub(super) fn local(above: &World, joint: &World) -> (Quat, Vec3) {
    let to_above = above.rotation.conjugate();
    let offset: DVec3 = to_above * (joint.position() - above.position());
    ((to_above * joint.rotation).as_quat().normalize(), offset.as_vec3())
}

fn label(document: &Document, node: usize) -> String {
    match &document.nodes[node].name {
        Some(name) if !name.is_empty() => name.clone(),
        _ => format!("node_{node}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::document::{Node, Skin};
    use super::*;

    /// Nodes from `(name, children)`.
    fn document(nodes: &[(&str, &[usize])], skins: &[&[usize]]) -> Document {
        let node = |&(name, children): &(&str, &[usize])| Node {
            name: Some(name.to_owned()),
            children: children.to_vec(),
            translation: Some([0.0, 1.0, 0.0]),
            ..Node::default()
        };
        let skin = |joints: &&[usize]| Skin { joints: joints.to_vec(), ..Skin::default() };
        Document {
            nodes: nodes.iter().map(node).collect(),
            skins: skins.iter().map(skin).collect(),
            ..Document::default()
        }
    }

    fn find(document: &Document, animated: &[usize]) -> (Result<Figure, String>, Vec<String>) {
        let tree = Tree::new(document).unwrap();
        let animated: Vec<bool> = (0..document.nodes.len()).map(|node| animated.contains(&node)).collect();
        let mut notes = Vec::new();
        let figure = Figure::find(document, &tree, &animated, &World::IDENTITY, &mut notes);
        (figure.map_err(|fault| fault.to_string()), notes.into_iter().map(|note| note.text).collect())
    }

    fn tree(document: &Document, animated: &[usize]) -> String {
        find(document, animated).0.unwrap().skeleton.to_string()
    }

    #[test]
    fn ancestors_and_nodes_between_are_folded_in() {
        let file = document(&[("scene", &[1]), ("hips", &[2]), ("twist", &[3]), ("knee", &[])], &[&[1, 3]]);
        let figure = find(&file, &[]).0.unwrap();
        assert_eq!(figure.skeleton.to_string(), "hips\n  knee\n");
        assert_eq!(figure.skeleton.joints()[0].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(figure.skeleton.joints()[1].offset, Vec3::new(0.0, 2.0, 0.0));
        assert_eq!(figure.needed, [0, 1, 2, 3]);
    }

    #[test]
    fn bare_last_nodes_are_end_sites() {
        let file = document(&[("hips", &[1]), ("head", &[2]), ("head_end", &[])], &[&[0, 1]]);
        assert_eq!(tree(&file, &[]), "hips\n  head *\n");
        assert_eq!(tree(&file, &[2]), "hips\n  head\n");
    }

    #[test]
    fn without_a_skin_the_moved_nodes_are_joints() {
        let file = document(
            &[("world", &[1]), ("hips", &[2, 4]), ("fixed", &[3]), ("knee", &[]), ("tip", &[])],
            &[],
        );
        let (figure, notes) = find(&file, &[1, 3]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "hips *\n  fixed\n    knee\n");
        assert!(notes[0].contains("no skin"), "{notes:?}");
        assert!(find(&file, &[]).0.unwrap_err().contains("neither a skin nor an animation"));
    }

    #[test]
    fn several_trees_become_one() {
        let nodes: &[(&str, &[usize])] =
            &[("rig", &[1, 4]), ("hips", &[2]), ("spine", &[3]), ("head", &[]), ("pole", &[])];
        let (figure, notes) = find(&document(nodes, &[&[1, 2, 3, 4]]), &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "hips\n  spine\n    head\n");
        assert_eq!(notes, ["the joints make 2 trees; only that of `hips` with 3 of 4 joints is read"]);

        let halves: &[(&str, &[usize])] =
            &[("rig", &[1, 3]), ("leg", &[2]), ("foot", &[]), ("arm", &[4]), ("hand", &[])];
        let (figure, notes) = find(&document(halves, &[&[1, 2, 3, 4]]), &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "rig\n  leg\n    foot\n  arm\n    hand\n");
        assert!(notes[0].contains("common ancestor `rig`"), "{notes:?}");
        let (figure, _) = find(&document(halves, &[&[1, 2], &[3, 4]]), &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "leg\n  foot\n");
    }

    #[test]
    fn joints_keep_the_order_of_the_skin() {
        let nodes: &[(&str, &[usize])] = &[("c", &[]), ("a", &[0, 2]), ("b", &[])];
        let order = |skin: &[usize]| find(&document(nodes, &[skin]), &[]).0.unwrap().nodes;
        assert_eq!(order(&[1, 2, 0]), [1, 2, 0]);
        assert_eq!(order(&[0, 1, 2]), [1, 0, 2]);
    }

    #[test]
    fn joints_get_unique_names() {
        let nodes: &[(&str, &[usize])] = &[("bone", &[1]), ("bone", &[2]), ("", &[])];
        let (figure, notes) = find(&document(nodes, &[&[0, 1, 2]]), &[]);
        assert_eq!(figure.unwrap().skeleton.to_string(), "bone\n  bone_2\n    node_2\n");
        assert!(notes[0].contains("`bone_2`"), "{notes:?}");
        let bad = find(&document(nodes, &[&[0, 9]]), &[]).0.unwrap_err();
        assert_eq!(bad, "expected one of 3 nodes as joint, found node 9, skin 0");
    }
}
