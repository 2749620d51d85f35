//! [`Clip`] to a text of our own: Y up, ZXY, centimetres where nothing else is asked for.

use std::io;

use glam::DVec3;
use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId, PoseRef};

use super::document::{Channel, Document, Joint};
use crate::LengthUnit;
use crate::content::Pieces;
use crate::number::NumberStyle;
use crate::rig::{Aligned, moves};
use crate::table::Table;

const STYLE: NumberStyle = NumberStyle::FRESH;

/// Writes a clip from elsewhere. All rotations zero is the skeleton's rest pose, so that programs which take the hierarchy for the
/// rest pose show the figure as it should stand.
pub(super) fn write(clip: &Clip, unit: LengthUnit, out: &mut Pieces<'_>) -> io::Result<()> {
    let aligned = Aligned::of(clip.skeleton());
    let order = clip.skeleton().depth_first();
    let fresh = Fresh { clip, aligned: &aligned, order: &order, units_per_metre: 1.0 / unit.metres() };
    let document = fresh.front();
    out.text.extend(document.front(clip.len()));
    let mut angles = vec![[0.0; 3]; order.len()];
    let mut row = Vec::with_capacity(document.channels());
    clip.frames().try_for_each(|pose| {
        row.clear();
        fresh.add_row(pose, &mut angles, &mut row);
        document.print_row(&row, &mut out.text);
        out.pass_on()
    })
}

/// Seconds per frame to ten decimals: enough to give back every rate.
pub(super) fn frame_time(rate: f64) -> f64 {
    NumberStyle { decimals: 10, padded: false }.round(1.0 / rate)
}

/// A clip on its way into a document.
struct Fresh<'a> {
    clip: &'a Clip,
    aligned: &'a Aligned<'a>,
    order: &'a [JointId],
    units_per_metre: f64,
}

impl Fresh<'_> {
    /// The document without its rows.
    fn front(&self) -> Document {
        let joints = self.joints();
        let channels = joints.iter().map(|joint| joint.channels.len()).sum();
        Document {
            joints,
            frame_time: frame_time(self.clip.rate()),
            frame_time_decimals: None,
            declared_frames: self.clip.len() as u64,
            rows: Table::new(channels),
            rest: Table::new(channels),
            style: STYLE,
        }
    }

    fn joints(&self) -> Vec<Joint> {
        let skeleton = self.clip.skeleton();
        let place = |id: JointId| self.order.iter().position(|&other| other == id);
        let joint = |&id: &JointId| Joint {
            // Other readers take a name to end at a space.
            name: skeleton.name(id).split_whitespace().collect::<Vec<_>>().join("_"),
            parent: skeleton.parent(id).and_then(place),
            offset: self.in_file(self.aligned.offset(id)),
            channels: channels(moves(self.clip, id)),
            end_sites: self.aligned.tips(id).map(|tip| self.in_file(tip)).collect(),
        };
        self.order.iter().map(joint).collect()
    }

    /// Adds the values of a pose; `angles` are those of the frame before, near which the new ones stay.
    fn add_row(&self, pose: PoseRef<'_>, angles: &mut [[f64; 3]], row: &mut Vec<f64>) {
        for (&id, angles) in self.order.iter().zip(angles) {
            let position = self.aligned.position(pose, id).map(|position| self.in_file(position));
            row.extend(position.into_iter().flatten());
            *angles = EulerOrder::ZXY.angles_near(self.aligned.rotation(pose, id), angles);
            row.extend(angles.map(|angle| STYLE.round(angle.to_degrees())));
        }
    }

    fn in_file(&self, position: DVec3) -> [f64; 3] {
        (position * self.units_per_metre).to_array().map(|value| STYLE.round(value))
    }
}

fn channels(with_position: bool) -> Vec<Channel> {
    let positions = Axis::ALL.map(Channel::Position);
    let rotations = EulerOrder::ZXY.axes().iter().map(|&axis| Channel::Rotation(axis));
    positions.into_iter().filter(|_| with_position).chain(rotations).collect()
}
