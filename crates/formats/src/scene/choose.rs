//! Which nodes of a file are joints.

use std::collections::BTreeMap;

use super::tree::Tree;
use crate::Note;
use crate::error::Problem;

/// The share of all joints that one tree must hold for the others to hang from its root.
const MAIN_TREE_SHARE: f64 = 2.0 / 3.0;

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

/// Whether each node may be a joint: those that the file calls so, else what animations move with the meshes below and what
/// lies between, else all nodes.
pub(super) fn candidates(
    tree: &Tree,
    cast: &Cast,
    animated: &[bool],
    notes: &mut Vec<Note>,
) -> Result<Vec<bool>, Problem> {
    let mut joints = vec![false; tree.len()];
    if !cast.joints.is_empty() {
        cast.joints.iter().for_each(|&joint| joints[joint] = true);
    } else if animated.contains(&true) {
        joints = moved_and_between(tree, animated);
        notes.push(Note::info(
            "there is no skeleton; the nodes that animations move are taken for the joints",
        ));
    } else if tree.len() < 2 {
        let text = "the file has neither a skeleton nor an animation nor a tree of nodes, so there is no figure to read";
        return Err(Problem::Unsupported(text.to_owned()));
    } else {
        joints.fill(true);
        let text =
            "the file has neither a skeleton nor an animation of nodes; all nodes are taken for the joints";
        notes.push(Note::info(text));
    }
    Ok(joints)
}

/// The nodes that move, the meshes they carry, and all between.
fn moved_and_between(tree: &Tree, animated: &[bool]) -> Vec<bool> {
    let mut below = animated.to_vec();
    for &node in tree.order() {
        below[node] |= tree.parent(node).is_some_and(|parent| below[parent]);
    }
    let ends = (0..tree.len()).map(|node| animated[node] || below[node] && tree.node(node).mesh);
    let mut above: Vec<bool> = ends.collect();
    for &node in tree.order().iter().rev() {
        if let Some(parent) = tree.parent(node) {
            above[parent] |= above[node];
        }
    }
    above.iter().zip(below).map(|(&above, below)| above && below).collect()
}

/// The root of the figure: that of the largest tree, or the common ancestor where no tree is large; it is a joint then.
pub(super) fn main_root(tree: &Tree, cast: &Cast, joints: &mut [bool], notes: &mut Vec<Note>) -> usize {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    for root in roots(tree, joints).into_iter().flatten() {
        *sizes.entry(root).or_default() += 1;
    }
    let total: usize = sizes.values().sum();
    let (&main, &size) = sizes
        .iter()
        .max_by_key(|&(&root, &size)| (size, std::cmp::Reverse(root)))
        .expect("there is at least one candidate for a joint");
    if sizes.len() == 1 {
        return main;
    }
    if !cast.several_skins
        && (size as f64) < MAIN_TREE_SHARE * total as f64
        && let Some(ancestor) = common_ancestor(tree, &sizes)
    {
        joints[ancestor] = true;
        notes.push(Note::info(format!(
            "the joints make {} trees; their common ancestor `{}` is taken for the root",
            sizes.len(),
            tree.label(ancestor)
        )));
        return ancestor;
    }
    notes.push(Note::info(format!(
        "the joints make {} trees; those beside the tree of `{}` hang from it: {} of {total} joints",
        sizes.len(),
        tree.label(main),
        total - size,
    )));
    main
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
