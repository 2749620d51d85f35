//! From the curves of a glTF animation to the frames of a clip.

use std::collections::{BTreeMap, HashSet};

use glam::{DQuat, Quat, Vec3};

use super::accessor::Accessors;
use super::curve::{Curve, Property};
use super::document::{Animation, Document};
use crate::error::{Fault, Place, Problem};
use crate::scene::joints::{Joints, local};
use crate::scene::rate::Timing;
use crate::scene::sampled::Sampled;
use crate::scene::tree::{Local, Tree, Trs, World};

/// Curves that move nodes in one animation.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeCurves {
    translation: Option<Curve>,
    rotation: Option<Curve>,
    scale: Option<Curve>,
}

impl NodeCurves {
    fn all(&self) -> impl Iterator<Item = &Curve> {
        self.translation.iter().chain(&self.rotation).chain(&self.scale)
    }

    /// The node's transform on its parent; `None` where the keys make the rotation zero.
    fn at(&self, time: f64, rest: &Local) -> Option<Local> {
        // A matrix cannot be animated; the format forbids curves on such a node.
        let Local::Trs(rest) = rest else { return Some(*rest) };
        let vector = |curve: &Option<Curve>| curve.as_ref().map(|curve| curve.vector(time));
        let rotation: Option<DQuat> = match &self.rotation {
            Some(curve) => Some(curve.rotation(time)?),
            None => None,
        };
        Some(Local::Trs(Trs {
            translation: vector(&self.translation).unwrap_or(rest.translation),
            rotation: rotation.unwrap_or(rest.rotation),
            scale: vector(&self.scale).unwrap_or(rest.scale),
        }))
    }

    fn scale_varies(&self, times: impl Iterator<Item = f64>) -> bool {
        let Some(curve) = &self.scale else { return false };
        let first = curve.vector(f64::MIN);
        times.into_iter().any(|time| (curve.vector(time) - first).abs().max_element() > 1e-3)
    }
}

/// The curves of one animation, by node.
#[derive(Debug)]
pub(super) struct Curves {
    /// Only nodes with curves: files may have many nodes and many animations.
    nodes: BTreeMap<usize, NodeCurves>,
    declared_rate: Option<f64>,
    /// Whether its keys could be read.
    pub(super) is_read: bool,
    /// Channels that are not read: morph weights and what extensions move.
    pub(super) ignored: Vec<String>,
}

impl Curves {
    /// Reads the curves of animation `index`.
    pub(super) fn read(
        document: &Document,
        index: usize,
        accessors: &mut Accessors<'_>,
    ) -> Result<Self, Fault> {
        let animation = &document.animations[index];
        let declared_rate = animation.extras.and_then(|extras| extras.fps);
        let mut curves = Self { declared_rate, is_read: true, ..Self::unread() };
        for (number, channel) in animation.channels.iter().enumerate() {
            let place = || Place::Item(format!("animation {}, channel {number}", label(index, animation)));
            let at = |problem: Problem| problem.at(place());
            let Some((node, property)) = curves.target(channel, document).map_err(at)? else { continue };
            let sampler = animation.samplers.get(channel.sampler).ok_or_else(|| {
                let expected = format!("one of {} samplers", animation.samplers.len());
                at(Problem::unexpected(expected, format!("sampler {}", channel.sampler)))
            })?;
            let curve =
                Curve::read(sampler, property, accessors).map_err(|fault| fault_in(fault, place()))?;
            *curves.slot(node, property) = Some(curve);
        }
        Ok(curves)
    }

    /// Those of an animation that cannot be read.
    pub(super) fn unread() -> Self {
        Self { nodes: BTreeMap::new(), declared_rate: None, is_read: false, ignored: Vec::new() }
    }

    fn target(
        &mut self,
        channel: &super::document::Channel,
        document: &Document,
    ) -> Result<Option<(usize, Property)>, Problem> {
        let property = match channel.target.path.as_str() {
            "translation" => Property::Translation,
            "rotation" => Property::Rotation,
            "scale" => Property::Scale,
            other => {
                self.ignored.push(other.to_owned());
                return Ok(None);
            }
        };
        match channel.target.node {
            Some(node) if node < document.nodes.len() => Ok(Some((node, property))),
            Some(node) => {
                let expected = format!("one of {} nodes as target", document.nodes.len());
                Err(Problem::unexpected(expected, format!("node {node}")))
            }
            // As the format says: a channel without a node is to be ignored.
            None => Ok(None),
        }
    }

    fn slot(&mut self, node: usize, property: Property) -> &mut Option<Curve> {
        let curves = self.nodes.entry(node).or_default();
        match property {
            Property::Translation => &mut curves.translation,
            Property::Rotation => &mut curves.rotation,
            Property::Scale => &mut curves.scale,
        }
    }

    /// The curves that change the size of nodes.
    pub(super) fn scales(&self) -> impl Iterator<Item = (usize, &Curve)> {
        self.nodes.iter().filter_map(|(&node, curves)| Some((node, curves.scale.as_ref()?)))
    }

    /// The nodes that the animation moves.
    pub(super) fn moved(&self) -> impl Iterator<Item = usize> + '_ {
        self.nodes.keys().copied()
    }

    /// The curves of joints and of nodes above them.
    fn needed<'a>(&'a self, joints: &'a Joints) -> impl Iterator<Item = &'a NodeCurves> {
        self.nodes.iter().filter(|&(&node, _)| joints.needs(node)).map(|(_, curves)| curves)
    }

    /// When the curves that move `joints` start and end, and their rate; `None` when nothing moves it.
    ///
    /// `preferred` is the rate to take where the file states none and the keys allow it.
    pub(super) fn timing(&self, joints: &Joints, preferred: Option<f64>) -> Option<Timing> {
        let mut seen = HashSet::new();
        // Many curves share one list of times.
        let curves =
            self.needed(joints).flat_map(NodeCurves::all).filter(|curve| seen.insert(curve.times().as_ptr()));
        let keys: Vec<f64> =
            curves.flat_map(|curve| curve.times().iter().map(|&time| f64::from(time))).collect();
        (!keys.is_empty()).then(|| Timing::of(keys, self.declared_rate, preferred))
    }

    /// Whether a joint or a node above one changes its size over time.
    pub(super) fn scale_varies(&self, joints: &Joints, timing: &Timing) -> bool {
        let frames = timing.frames() as usize;
        let times = || (0..frames).map(|frame| timing.start + frame as f64 / timing.rate);
        self.needed(joints).any(|curves| curves.scale_varies(times()))
    }
}

/// How an animation is called in messages.
pub(super) fn label(index: usize, animation: &Animation) -> String {
    match &animation.name {
        Some(name) => format!("{index} `{name}`"),
        None => index.to_string(),
    }
}

/// A fault inside another item, both named.
fn fault_in(fault: Fault, place: Place) -> Fault {
    match (fault.place, place) {
        (Place::Item(inner), Place::Item(outer)) => {
            fault.problem.at(Place::Item(format!("{outer}, {inner}")))
        }
        (_, place) => fault.problem.at(place),
    }
}

/// Everything that stays the same for all animations of a file.
pub(super) struct Stage<'a> {
    pub(super) tree: &'a Tree,
    pub(super) joints: &'a Joints,
    pub(super) world_from_scene: World,
}

impl Stage<'_> {
    /// An animation, sampled frame by frame.
    pub(super) fn sample(&self, name: String, curves: &Curves, timing: &Timing) -> Result<Sampled, Fault> {
        let frames = timing.frames() as usize;
        let mut locals = Vec::with_capacity(frames * self.joints.nodes.len());
        let mut world = vec![World::IDENTITY; self.tree.len()];
        for frame in 0..frames {
            // The last frame may lie beyond the last key, where every curve stays.
            let time = timing.start + frame as f64 / timing.rate;
            self.place_nodes(curves, time, &mut world)?;
            locals.extend(self.joint_locals(&world));
        }
        Ok(Sampled { name, rate: timing.rate, locals })
    }

    fn place_nodes(&self, curves: &Curves, time: f64, world: &mut [World]) -> Result<(), Fault> {
        for &node in &self.joints.needed {
            let rest = &self.tree.node(node).rest;
            let local = curves
                .nodes
                .get(&node)
                .map_or(Some(*rest), |curves| curves.at(time, rest))
                .ok_or_else(|| {
                    let (what, range) = (format!("the rotation at {time} s"), "of unit length".to_owned());
                    Problem::OutOfRange { what, range, found: "zero".to_owned() }
                        .at(Place::Item(format!("node {node}")))
                })?;
            let parent = self.tree.parent(node).map_or(self.world_from_scene, |parent| world[parent]);
            world[node] = parent.then(&local);
        }
        Ok(())
    }

    fn joint_locals<'a>(&'a self, world: &'a [World]) -> impl Iterator<Item = (Quat, Vec3)> + 'a {
        let nodes = &self.joints.nodes;
        self.joints.skeleton.joints().iter().zip(nodes).map(move |(joint, &node)| {
            let above = joint.parent.map_or(World::IDENTITY, |parent| world[nodes[parent.index()]]);
            local(&above, &world[node])
        })
    }
}
