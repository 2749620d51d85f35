//! The node trees of a file and where their nodes are.

use glam::{DAffine3, DMat3, DQuat, DVec3};

use crate::error::{Fault, Place, Problem};

/// One node of a file.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    /// What it is called; need not be unique.
    pub(crate) name: Option<String>,
    /// Child nodes.
    pub(crate) children: Vec<usize>,
    /// The transform on its parent where no animation moves it.
    pub(crate) rest: Local,
    /// Where it is in the scene in the bind pose, for files that have one; regular.
    pub(crate) bind: Option<DAffine3>,
    /// It carries no mesh, camera or the like.
    pub(crate) bare: bool,
    /// It carries a mesh that no skin moves.
    pub(crate) mesh: bool,
    /// The file says that it is the tip of a last bone and no joint.
    pub(crate) tip: bool,
}

/// The nodes of a file as a forest: every node has at most one parent and none is its own ancestor.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    parents: Vec<Option<usize>>,
    /// All nodes, parents before children.
    order: Vec<usize>,
}

/// The transform of a node on its parent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Local {
    /// Translation, rotation and scale, which an animation can change one by one.
    Trs(Trs),
    /// A matrix, which cannot be animated, and the rotation in it.
    Matrix(DAffine3, DQuat),
}

/// Translation, rotation and scale of a node, applied from last to first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Trs {
    pub(crate) translation: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
}

/// Where a node is in the world: exactly, with scale and shear, and its rotation alone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World {
    pub(crate) affine: DAffine3,
    pub(crate) rotation: DQuat,
}

impl World {
    pub(crate) const IDENTITY: Self = Self { affine: DAffine3::IDENTITY, rotation: DQuat::IDENTITY };

    pub(crate) fn position(&self) -> DVec3 {
        self.affine.translation
    }

    /// The world transform of a child of this node.
    pub(crate) fn then(&self, local: &Local) -> Self {
        Self { affine: self.affine * local.affine(), rotation: self.rotation * local.rotation() }
    }
}

impl Local {
    pub(crate) fn affine(&self) -> DAffine3 {
        match self {
            Self::Trs(trs) => {
                DAffine3::from_scale_rotation_translation(trs.scale, trs.rotation, trs.translation)
            }
            Self::Matrix(affine, _) => *affine,
        }
    }

    /// The rotation without scale. A mirroring scale is a half turn and a point reflection; the reflection commutes
    /// with every rotation, so bones below a mirrored node keep constant offsets.
    fn rotation(&self) -> DQuat {
        match self {
            Self::Trs(trs) => trs.rotation * half_turn(trs.scale),
            Self::Matrix(_, rotation) => *rotation,
        }
    }
}

/// The rotation part of a scale that turns some axes round.
pub(crate) fn half_turn(scale: DVec3) -> DQuat {
    let negative = scale.cmplt(DVec3::ZERO).bitmask();
    // Signs that multiply to −1 are the point reflection times the signs of the other axes.
    let turned = if negative.count_ones() % 2 == 1 { !negative & 0b111 } else { negative };
    match turned {
        0b110 => DQuat::from_xyzw(1.0, 0.0, 0.0, 0.0),
        0b101 => DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0),
        0b011 => DQuat::from_xyzw(0.0, 0.0, 1.0, 0.0),
        _ => DQuat::IDENTITY,
    }
}

impl Tree {
    pub(crate) fn new(nodes: Vec<Node>) -> Result<Self, Fault> {
        let parents = parents(&nodes)?;
        let order = order(&nodes, &parents)?;
        Ok(Self { nodes, parents, order })
    }

    /// Number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, node: usize) -> &Node {
        &self.nodes[node]
    }

    /// The name of a node, made up where it has none.
    pub(crate) fn label(&self, node: usize) -> String {
        match &self.nodes[node].name {
            Some(name) if !name.is_empty() => name.clone(),
            _ => format!("node_{node}"),
        }
    }

    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        self.parents[node]
    }

    /// The node, its parent, … up to the root of its tree.
    pub(crate) fn ancestors(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(Some(node), |&node| self.parents[node])
    }

    /// All nodes, parents before children.
    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    /// World transforms of all nodes in the rest pose, below `world_from_scene`: the bind pose, and for nodes that are
    /// not in it where no animation moves them.
    pub(crate) fn rest_world(&self, world_from_scene: &World) -> Vec<World> {
        self.world(world_from_scene, |node| self.nodes[node].bind)
    }

    /// World transforms of all nodes where no animation moves them.
    pub(crate) fn standing_world(&self, world_from_scene: &World) -> Vec<World> {
        self.world(world_from_scene, |_| None)
    }

    /// Whether the file says where a node is in the bind pose.
    pub(crate) fn has_bind_pose(&self) -> bool {
        self.nodes.iter().any(|node| node.bind.is_some())
    }

    /// Sets where nodes are in the bind pose, in the scene; regular.
    pub(crate) fn set_bind_pose(&mut self, places: impl IntoIterator<Item = (usize, DAffine3)>) {
        for (node, place) in places {
            self.nodes[node].bind = Some(place);
        }
    }

    fn world(&self, world_from_scene: &World, bind: impl Fn(usize) -> Option<DAffine3>) -> Vec<World> {
        let mut world = vec![World::IDENTITY; self.parents.len()];
        for &node in &self.order {
            let parent = self.parents[node].map_or(*world_from_scene, |parent| world[parent]);
            world[node] = match bind(node) {
                Some(bind) => world_from_scene.then(&Local::Matrix(bind, rotation_in(bind.matrix3))),
                None => parent.then(&self.nodes[node].rest),
            };
        }
        world
    }
}

/// How a node is called in messages.
pub(crate) fn place(index: usize, name: Option<&str>) -> Place {
    Place::Item(match name {
        Some(name) => format!("node {index} `{name}`"),
        None => format!("node {index}"),
    })
}

fn place_of(index: usize, nodes: &[Node]) -> Place {
    place(index, nodes[index].name.as_deref())
}

fn parents(nodes: &[Node]) -> Result<Vec<Option<usize>>, Fault> {
    let mut parents = vec![None; nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for &child in &node.children {
            let slot: &mut Option<usize> = parents.get_mut(child).ok_or_else(|| {
                let expected = format!("one of {} nodes as child", nodes.len());
                Problem::unexpected(expected, format!("node {child}")).at(place_of(index, nodes))
            })?;
            if let Some(first) = *slot {
                let found = format!("nodes {first} and {index} above it");
                return Err(Problem::unexpected("one parent", found).at(place_of(child, nodes)));
            }
            *slot = Some(index);
        }
    }
    Ok(parents)
}

fn order(nodes: &[Node], parents: &[Option<usize>]) -> Result<Vec<usize>, Fault> {
    let mut order: Vec<usize> = (0..nodes.len()).filter(|&node| parents[node].is_none()).collect();
    let mut reached = vec![false; nodes.len()];
    let mut next = 0;
    while let Some(&node) = order.get(next) {
        reached[node] = true;
        order.extend(&nodes[node].children);
        next += 1;
    }
    // With one parent each, nodes that no root reaches lie on or below a circle.
    match reached.iter().position(|&reached| !reached) {
        Some(lost) => Err(Problem::unexpected("a tree of nodes", "a node that is its own ancestor")
            .at(place_of(lost, nodes))),
        None => Ok(order),
    }
}

/// The rotation of a matrix without scale and shear; of a mirroring matrix that of its point reflection.
pub(crate) fn rotation_in(matrix: DMat3) -> DQuat {
    let matrix = if matrix.determinant() < 0.0 { -matrix } else { matrix };
    let x = matrix.x_axis.try_normalize();
    let y = x.and_then(|x| (matrix.y_axis - x * x.dot(matrix.y_axis)).try_normalize());
    match x.zip(y) {
        Some((x, y)) => DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y))).normalize(),
        // A collapsed node has no direction of its own.
        None => DQuat::IDENTITY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(children: &[usize]) -> Node {
        let rest = Local::Trs(Trs { translation: DVec3::Y, rotation: DQuat::IDENTITY, scale: DVec3::ONE });
        Node {
            name: None,
            children: children.to_vec(),
            rest,
            bind: None,
            bare: true,
            mesh: false,
            tip: false,
        }
    }

    fn error(nodes: Vec<Node>) -> String {
        Tree::new(nodes).unwrap_err().to_string()
    }

    #[test]
    fn every_way_not_to_be_a_forest_is_named() {
        let named = Node { name: Some("Hips".into()), ..node(&[7]) };
        assert_eq!(error(vec![named]), "expected one of 1 nodes as child, found node 7, node 0 `Hips`");
        assert_eq!(
            error(vec![node(&[2]), node(&[2]), node(&[])]),
            "expected one parent, found nodes 0 and 1 above it, node 2"
        );
        assert!(error(vec![node(&[0])]).contains("its own ancestor"));
        assert!(error(vec![node(&[]), node(&[2]), node(&[1])]).contains("its own ancestor"));
    }

    #[test]
    fn a_very_deep_tree_is_walked_without_recursion() {
        let mut nodes: Vec<Node> = (1..=200_000).map(|child| node(&[child])).collect();
        nodes.push(node(&[]));
        let tree = Tree::new(nodes).unwrap();
        assert_eq!(tree.ancestors(200_000).count(), 200_001);
        assert_eq!(tree.rest_world(&World::IDENTITY).len(), 200_001);
    }

    /// Bones below a mirrored node keep constant offsets: `p_child = p + R·(±t)` with one sign for the whole tree.
    #[test]
    fn rotations_below_any_mirror_agree_with_positions() {
        for signs in 0..8u32 {
            let sign = |axis: u32| if signs >> axis & 1 == 1 { -2.0 } else { 2.0 };
            let scale = DVec3::new(sign(0), sign(1), sign(2));
            let mirrored = if signs.count_ones() % 2 == 1 { -1.0 } else { 1.0 };
            let turn = DQuat::from_xyzw(0.1, -0.4, 0.2, 0.9).normalize();
            let parent = World::IDENTITY
                .then(&Local::Trs(Trs { translation: DVec3::X, rotation: turn, scale }))
                .then(&Local::Trs(Trs { translation: DVec3::Y, rotation: turn, scale: DVec3::ONE }));
            let offset = DVec3::new(0.3, 0.2, -0.1);
            let child =
                parent.then(&Local::Trs(Trs { translation: offset, rotation: turn, scale: DVec3::ONE }));
            let found = parent.rotation.inverse() * (child.position() - parent.position());
            assert!((found - 2.0 * mirrored * offset).length() < 1e-12, "{scale}: {found}");
            let matrix = DMat3::from_quat(turn) * DMat3::from_diagonal(scale);
            let same = rotation_in(matrix).dot(turn * half_turn(scale)).abs();
            assert!((same - 1.0).abs() < 1e-12, "{scale}");
        }
    }
}
