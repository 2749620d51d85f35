//! [`Clip`] to a [`Document`] of our own: centimetres, Y up, ZXY.

use glam::DVec3;
use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId};

use super::document::{Channel, Document, Joint};
use crate::number::NumberStyle;
use crate::rig::{Aligned, moves};

/// File units per metre: BVH files are in centimetres where nothing else is said.
const UNITS_PER_METRE: f64 = 100.0;

const STYLE: NumberStyle = NumberStyle::FRESH;

/// The document of a clip from elsewhere. All rotations zero is the skeleton's rest pose, so that programs which take
/// the hierarchy for the rest pose show the figure as it should stand.
pub(super) fn document_of(clip: &Clip) -> Document {
    let aligned = Aligned::of(clip.skeleton());
    let order = clip.skeleton().depth_first();
    let joints = joints(clip, &aligned, &order);
    let channels = joints.iter().map(|joint| joint.channels.len()).sum();
    Document {
        joints,
        channels,
        frame_time: frame_time(clip.rate()),
        frame_time_decimals: None,
        declared_frames: clip.len() as u64,
        values: values(clip, &aligned, &order, channels),
        style: STYLE,
    }
}

/// Seconds per frame to ten decimals: enough to give back every rate.
pub(super) fn frame_time(rate: f64) -> f64 {
    NumberStyle { decimals: 10, padded: false }.round(1.0 / rate)
}

fn joints(clip: &Clip, aligned: &Aligned<'_>, order: &[JointId]) -> Vec<Joint> {
    let skeleton = clip.skeleton();
    let place = |id: JointId| order.iter().position(|&other| other == id);
    let joint = |&id: &JointId| Joint {
        // Other readers take a name to end at a space.
        name: skeleton.name(id).split_whitespace().collect::<Vec<_>>().join("_"),
        parent: skeleton.parent(id).and_then(place),
        offset: in_file(aligned.offset(id)),
        channels: channels(moves(clip, id)),
        end_sites: aligned.tips(id).map(in_file).collect(),
    };
    order.iter().map(joint).collect()
}

fn channels(with_position: bool) -> Vec<Channel> {
    let positions = Axis::ALL.map(Channel::Position);
    let rotations = EulerOrder::ZXY.axes().iter().map(|&axis| Channel::Rotation(axis));
    positions.into_iter().filter(|_| with_position).chain(rotations).collect()
}

fn values(clip: &Clip, aligned: &Aligned<'_>, order: &[JointId], channels: usize) -> Vec<f64> {
    let mut values = Vec::with_capacity(clip.len() * channels);
    let mut angles = vec![[0.0; 3]; order.len()];
    for pose in clip.frames() {
        for (&id, angles) in order.iter().zip(&mut angles) {
            values.extend(aligned.position(pose, id).map(in_file).into_iter().flatten());
            *angles = EulerOrder::ZXY.angles_near(aligned.rotation(pose, id), angles);
            values.extend(angles.map(|angle| STYLE.round(angle.to_degrees())));
        }
    }
    values
}

fn in_file(position: DVec3) -> [f64; 3] {
    (position * UNITS_PER_METRE).to_array().map(|value| STYLE.round(value))
}
