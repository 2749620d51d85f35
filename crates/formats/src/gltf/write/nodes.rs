//! The motion of a clip as tracks of the nodes of a file.
//!
//! The reader folds every node above and between the joints into the clip. Here that is undone: a joint's node gets the
//! transform on its parent's node that puts the joint where the clip has it.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DQuat};
use segue_motion::{Clip, PoseRef};

use super::super::curve::Curve;
use super::super::file::GltfFile;
use super::tracks::Clock;
use crate::scene::size::rest_box;
use crate::scene::tree::{Local, Trs, World, half_turn};

/// How far a joint may be from where the clip has it before its node gets a translation, as a share of the figure's extent:
/// three hundredths of a millimetre on a person.
const STRAY: f64 = 2e-5;

/// Volume of a unit cube below a node that is too little to undo: a scale of a millionth.
const SINGULAR: f64 = 1e-18;

/// How a joint's node stands on its parent in all frames.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeTrack {
    pub(super) rotations: Vec<[f32; 4]>,
    pub(super) translations: Vec<[f32; 3]>,
}

/// Turns clips on the figure of a file into tracks of its nodes.
pub(super) struct Placer<'a> {
    source: &'a GltfFile,
    /// The joint of each node.
    joint: BTreeMap<usize, usize>,
    /// The nodes that get translations.
    pub(super) translated: BTreeSet<usize>,
    tolerance: f64,
}

/// The sizes of nodes that keep the scale of the animation they come from.
pub(super) type Scales = BTreeMap<usize, Curve>;

impl<'a> Placer<'a> {
    pub(super) fn new(source: &'a GltfFile) -> Self {
        let joint = source.joints.nodes.iter().enumerate().map(|(joint, &node)| (node, joint)).collect();
        let moved = source.moved().into_iter().filter(|&(_, path)| path == "translation");
        let extent = rest_box(&source.joints.skeleton).max_element();
        let mut placer = Self {
            source,
            joint,
            translated: BTreeSet::new(),
            tolerance: STRAY * f64::from(extent) + f64::EPSILON,
        };
        let translated = moved.map(|(node, _)| node).filter(|node| placer.joint.contains_key(node)).collect();
        placer.translated = translated;
        placer
    }

    /// Finds the joints that a clip moves on their parents, beyond those found before.
    pub(super) fn look(&mut self, clip: &Clip, scales: &Scales, clock: Clock) {
        let mut frame = Frame::new(self.source);
        for (index, pose) in clip.frames().enumerate() {
            frame.want(clip, pose);
            for &node in &self.source.joints.needed {
                let Some(&joint) = self.joint.get(&node) else {
                    frame.hold(node);
                    continue;
                };
                let mut local = frame.local(node, joint, scales, clock.time(index));
                let stays = Trs { translation: self.source.standing(node).translation, ..local };
                let strays = frame.place(node, &stays).position().distance(frame.wanted[joint].position());
                if strays <= self.tolerance && !self.translated.contains(&node) {
                    local = stays;
                } else {
                    self.translated.insert(node);
                }
                frame.world[node] = frame.place(node, &local);
            }
        }
    }

    /// The tracks of a clip, by node, with translations where [`look`](Self::look) found that joints need them.
    pub(super) fn tracks(&self, clip: &Clip, scales: &Scales, clock: Clock) -> BTreeMap<usize, NodeTrack> {
        let mut tracks: BTreeMap<usize, NodeTrack> =
            self.joint.keys().map(|&node| (node, NodeTrack::default())).collect();
        let mut frame = Frame::new(self.source);
        for (index, pose) in clip.frames().enumerate() {
            frame.want(clip, pose);
            for &node in &self.source.joints.needed {
                let Some(track) = tracks.get_mut(&node) else {
                    frame.hold(node);
                    continue;
                };
                let mut local = frame.local(node, self.joint[&node], scales, clock.time(index));
                if self.translated.contains(&node) {
                    track.translations.push(local.translation.as_vec3().to_array());
                } else {
                    local.translation = self.source.standing(node).translation;
                }
                track.rotations.push(local.rotation.as_quat().to_array());
                frame.world[node] = frame.place(node, &local);
            }
        }
        tracks
    }
}

/// One frame: where the clip wants the joints, and where the nodes are.
struct Frame<'a> {
    source: &'a GltfFile,
    wanted: Vec<World>,
    world: Vec<World>,
}

impl<'a> Frame<'a> {
    fn new(source: &'a GltfFile) -> Self {
        Self { source, wanted: Vec::new(), world: vec![World::IDENTITY; source.tree.len()] }
    }

    /// Where a pose has the joints.
    fn want(&mut self, clip: &Clip, pose: PoseRef<'_>) {
        self.wanted.clear();
        let mut moving = pose.translations().peekable();
        for (id, joint) in clip.skeleton().ids().zip(clip.skeleton().joints()) {
            let at = match moving.next_if(|(moved, _)| *moved == id) {
                Some((_, position)) => position,
                None => joint.offset,
            };
            let turn = pose.rotations[id.index()].as_dquat().normalize();
            let rigid = |rotation: DQuat, at| World {
                affine: DAffine3::from_rotation_translation(rotation, at),
                rotation,
            };
            self.wanted.push(match joint.parent {
                None => rigid(turn, pose.root.as_dvec3()),
                Some(parent) => {
                    let parent = self.wanted[parent.index()];
                    rigid((parent.rotation * turn).normalize(), parent.affine.transform_point3(at.as_dvec3()))
                }
            });
        }
    }

    fn parent(&self, node: usize) -> World {
        self.source.tree.parent(node).map_or(self.source.world_from_scene, |parent| self.world[parent])
    }

    /// Where a node is with a transform on its parent.
    fn place(&self, node: usize, local: &Trs) -> World {
        self.parent(node).then(&Local::Trs(*local))
    }

    /// A node that is no joint stays on its parent as it stands.
    fn hold(&mut self, node: usize) {
        self.world[node] = self.parent(node).then(&self.source.tree.node(node).rest);
    }

    /// The transform on its parent that puts a node where its joint is wanted.
    fn local(&self, node: usize, joint: usize, scales: &Scales, time: f64) -> Trs {
        let (parent, wanted) = (self.parent(node), &self.wanted[joint]);
        let standing = self.source.standing(node);
        let scale = scales.get(&node).map_or(standing.scale, |curve| curve.vector(time));
        let turn = parent.rotation.inverse() * wanted.rotation * half_turn(scale).inverse();
        let invertible = parent.affine.matrix3.determinant().abs() > SINGULAR;
        let translation = if invertible {
            parent.affine.inverse().transform_point3(wanted.position())
        } else {
            standing.translation
        };
        Trs { translation, rotation: turn.normalize(), scale }
    }
}
