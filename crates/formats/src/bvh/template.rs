//! [`Clip`] to text in the shape of the file it came from.

use std::io;

use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId, Skeleton};

use super::convert::{rig, written_rate};
use super::document::{Channel, Document, Joint};
use crate::Conversion;
use crate::content::Pieces;
use crate::rig::{self, Converter, Rig};
use crate::table::Table;

/// Whether a clip can be written in the shape of a template: it has the same joints.
pub(super) fn fits(clip: &Clip, template: &Document, conversion: &Conversion) -> bool {
    let model = model(template, conversion);
    let converter = model.as_ref().and_then(|model| Converter::new(model, conversion).ok());
    converter.is_some_and(|model| rig::same_joints(clip.skeleton(), &model.skeleton))
}

/// Writes a clip in the shape of a template that it fits.
pub(super) fn write(
    clip: &Clip,
    template: &Document,
    conversion: &Conversion,
    out: &mut Pieces<'_>,
) -> io::Result<()> {
    let model = model(template, conversion).expect("the clip fits");
    let model = Converter::new(&model, conversion).expect("the clip fits");
    let document = without_rows(clip, template, &model);
    let mut target = rig(&document);
    target.joints[0].added = model.rig.joints[0].added;
    let rows = rig::Rows::new(clip, &target, &model, conversion.rest_frame_dropped);
    out.text.extend(document.front(rows.count()));
    rows.each(&mut |row| {
        document.print_row(row, &mut out.text);
        out.pass_on()
    })
}

/// The rig that the template's motion is on; `None` where it cannot be read as it was.
fn model<'a>(template: &'a Document, conversion: &Conversion) -> Option<Rig<'a>> {
    let mut model = rig(template);
    rig::place_root(&mut model, conversion.up.value, conversion.rest_frame_dropped).ok()?;
    Some(model)
}

/// The template without its rows, with the clip's offsets and rate and enough channels for its motion.
fn without_rows(clip: &Clip, template: &Document, model: &Converter<'_>) -> Document {
    let mut joints = template.joints.clone();
    for (index, joint) in joints.iter_mut().enumerate() {
        add_missing_channels(joint, index, clip, model);
    }
    update_offsets(&mut joints, clip.skeleton(), model);
    let written = written_rate(template).unwrap_or(0.0);
    let same_rate = (clip.rate() - written).abs() <= 1e-9 * written;
    let channels = joints.iter().map(|joint| joint.channels.len()).sum();
    Document {
        joints,
        frame_time: if same_rate { template.frame_time } else { super::fresh::frame_time(clip.rate()) },
        frame_time_decimals: template.frame_time_decimals.filter(|_| same_rate),
        declared_frames: 0,
        rows: Table::new(channels),
        rest: Table::new(channels),
        style: template.style,
    }
}

/// Gives a joint the channels that its motion in `clip` asks for and the template lacks.
fn add_missing_channels(joint: &mut Joint, index: usize, clip: &Clip, model: &Converter<'_>) {
    if rig::inexpressible(clip, index, &model.rig.joints[index], model.clip_from_parent(index)) {
        joint.channels.retain(|channel| matches!(channel, Channel::Position(_)));
        joint.channels.extend(EulerOrder::ZXY.axes().iter().map(|&axis| Channel::Rotation(axis)));
    }
    let positions = Axis::ALL.map(Channel::Position);
    if rig::unsaid_position(clip, index, model) {
        joint.channels.retain(|channel| !positions.contains(channel));
        joint.channels.splice(..0, positions);
    }
}

/// Takes over offsets and end sites of a skeleton that was changed.
fn update_offsets(joints: &mut [Joint], ours: &Skeleton, model: &Converter<'_>) {
    for (index, joint) in joints.iter_mut().enumerate() {
        let id = JointId::new(index);
        let offset = ours.joint(id).offset;
        if !rig::same_position(offset, model.skeleton.joint(id).offset) {
            joint.offset =
                (model.clip_from_parent(index).inverse() * offset.as_dvec3() / model.scale).to_array();
        }
    }
    if ours.end_sites() != model.skeleton.end_sites() {
        for joint in joints.iter_mut() {
            joint.end_sites.clear();
        }
        for site in ours.end_sites() {
            joints[site.parent.index()].end_sites.push((site.offset.as_dvec3() / model.scale).to_array());
        }
    }
}
