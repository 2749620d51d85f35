//! [`Clip`] to a [`Document`] of our own: centimetres, Y up, ZXY.

use glam::{DQuat, Quat, Vec3};
use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId, PoseRef, Skeleton};

use super::document::{Channel, Document, Joint};
use crate::number::NumberStyle;

/// File units per metre: BVH files are in centimetres where nothing else is said.
const UNITS_PER_METRE: f64 = 100.0;

const STYLE: NumberStyle = NumberStyle::FRESH;

/// The document of a clip from elsewhere. All rotations zero is the skeleton's rest pose, so that programs which take
/// the hierarchy for the rest pose show the figure as it should stand.
pub(super) fn document_of(clip: &Clip) -> Document {
    let layout = Layout::of(clip);
    let mut values = Vec::with_capacity(clip.len() * layout.channels);
    let mut angles = vec![[0.0; 3]; layout.joints.len()];
    for pose in clip.frames() {
        layout.write_row(pose, &mut angles, &mut values);
    }
    Document {
        channels: layout.channels,
        joints: layout.joints,
        frame_time: frame_time(clip.rate()),
        frame_time_decimals: None,
        declared_frames: clip.len() as u64,
        values,
        style: STYLE,
    }
}

/// Seconds per frame to ten decimals: enough to give back every rate.
pub(super) fn frame_time(rate: f64) -> f64 {
    NumberStyle { decimals: 10, padded: false }.round(1.0 / rate)
}

struct Layout {
    joints: Vec<Joint>,
    channels: usize,
    /// The clip's joint for each joint of the file, in depth-first order.
    sources: Vec<JointId>,
    /// World orientation of each of the clip's joints in the rest pose.
    world_from_rest: Vec<DQuat>,
    parents: Vec<Option<JointId>>,
}

impl Layout {
    fn of(clip: &Clip) -> Self {
        let skeleton = clip.skeleton();
        let sources = depth_first(skeleton);
        let mut file_index = vec![0; skeleton.len()];
        for (index, &id) in sources.iter().enumerate() {
            file_index[id.index()] = index;
        }
        let world_from_rest = world_from_rest(skeleton);
        let joints: Vec<Joint> = sources
            .iter()
            .map(|&id| {
                let turn =
                    skeleton.parent(id).map_or(DQuat::IDENTITY, |parent| world_from_rest[parent.index()]);
                let sites = skeleton.end_sites().iter().filter(|site| site.parent == id);
                Joint {
                    name: skeleton.name(id).split_whitespace().collect::<Vec<_>>().join("_"),
                    parent: skeleton.parent(id).map(|parent| file_index[parent.index()]),
                    offset: in_file(turn, skeleton.joint(id).offset),
                    channels: channels(id == JointId::ROOT || clip.translated().contains(&id)),
                    end_sites: sites.map(|site| in_file(world_from_rest[id.index()], site.offset)).collect(),
                }
            })
            .collect();
        let channels = joints.iter().map(|joint| joint.channels.len()).sum();
        let parents = skeleton.joints().iter().map(|joint| joint.parent).collect();
        Self { joints, channels, sources, world_from_rest, parents }
    }

    fn write_row(&self, pose: PoseRef<'_>, angles: &mut [[f64; 3]], values: &mut Vec<f64>) {
        for (index, &id) in self.sources.iter().enumerate() {
            let turn = self.parents[id.index()]
                .map_or(DQuat::IDENTITY, |parent| self.world_from_rest[parent.index()]);
            let moved = pose.translations().find(|&(joint, _)| joint == id).map(|(_, position)| position);
            if let Some(position) = if id == JointId::ROOT { Some(pose.root) } else { moved } {
                values.extend(in_file(turn, position));
            }
            // Seen from axes that are the world's in the rest pose.
            let rotation: Quat = pose.rotations[id.index()];
            let in_file = turn * rotation.as_dquat() * self.world_from_rest[id.index()].inverse();
            angles[index] = EulerOrder::ZXY.angles_near(in_file, &angles[index]);
            values.extend(angles[index].map(|angle| STYLE.round(angle.to_degrees())));
        }
    }
}

fn in_file(turn: DQuat, position: Vec3) -> [f64; 3] {
    (turn * position.as_dvec3() * UNITS_PER_METRE).to_array().map(|value| STYLE.round(value))
}

fn channels(with_position: bool) -> Vec<Channel> {
    let positions = Axis::ALL.map(Channel::Position);
    let rotations = EulerOrder::ZXY.axes().iter().map(|&axis| Channel::Rotation(axis));
    positions.into_iter().filter(|_| with_position).chain(rotations).collect()
}

fn world_from_rest(skeleton: &Skeleton) -> Vec<DQuat> {
    let mut world: Vec<DQuat> = Vec::with_capacity(skeleton.len());
    for joint in skeleton.joints() {
        let parent = joint.parent.map_or(DQuat::IDENTITY, |parent| world[parent.index()]);
        world.push(parent * joint.rest.as_dquat());
    }
    world
}

/// BVH writes a joint's children inside its braces; a skeleton need not list them so.
fn depth_first(skeleton: &Skeleton) -> Vec<JointId> {
    let mut order = Vec::with_capacity(skeleton.len());
    let mut stack = vec![JointId::ROOT];
    while let Some(id) = stack.pop() {
        order.push(id);
        let below = stack.len();
        stack.extend(skeleton.children(id));
        stack[below..].reverse();
    }
    order
}
