//! [`Document`] to a [`Rig`].

use std::f64::consts::PI;

use glam::DQuat;
use segue_motion::euler::EulerOrder;

use super::document::{Channel, Document, Joint};
use crate::error::{Fault, Place, Problem};
use crate::rig::{Rig, RigJoint};
use crate::{Inferred, Note, ReadOptions, names, rate};

/// The joints and rows of a document, with the root's positions as they stand.
pub(super) fn rig(document: &Document) -> Rig<'_> {
    let (names, _) = names::unique(document.joints.iter().map(|joint| joint.name.as_str()));
    let mut column = 0;
    let joints =
        document.joints.iter().zip(names).map(|(joint, name)| rig_joint(joint, name, &mut column)).collect();
    let rows = if document.frames() == 0 { &document.rest } else { &document.rows };
    Rig { joints, rows, style: document.style }
}

fn rig_joint(joint: &Joint, name: String, column: &mut usize) -> RigJoint {
    let (mut axes, mut rotation, mut position) = (Vec::new(), [0; 3], [None; 3]);
    for channel in &joint.channels {
        match *channel {
            Channel::Position(axis) => position[axis as usize] = Some(*column),
            Channel::Rotation(axis) => {
                rotation[axes.len()] = *column;
                axes.push(axis);
            }
        }
        *column += 1;
    }
    RigJoint {
        name,
        parent: joint.parent,
        offset: joint.offset.into(),
        tips: joint.end_sites.iter().map(|&tip| tip.into()).collect(),
        order: EulerOrder::new(&axes).expect("the parser checks the order of rotations"),
        rotation,
        radians_per_unit: PI / 180.0,
        before: DQuat::IDENTITY,
        after: DQuat::IDENTITY,
        position,
        added: false,
        carried: Vec::new(),
    }
}

/// What the document leaves to be said after its conversion.
pub(super) fn notes(document: &Document, rig: &Rig<'_>) -> Vec<Note> {
    let (_, mut notes) = names::unique(document.joints.iter().map(|joint| joint.name.as_str()));
    let (declared, found) = (document.declared_frames, document.frames());
    if declared != found as u64 {
        notes.push(Note::warning(format!(
            "the header declares {declared} frames, the file has {found}; they are read"
        )));
    }
    if rig.joints[0].added {
        notes.push(Note::info(
            "positions of the root count from its OFFSET: so the figure stands on the ground",
        ));
    }
    notes
}

/// The rate written in the document; `None` when its frame time is no time.
pub(super) fn written_rate(document: &Document) -> Option<f64> {
    rate::from_frame_time(document.frame_time, document.frame_time_decimals)
}

/// The rate asked for, or else the one written in the document.
pub(super) fn rate(document: &Document, options: &ReadOptions) -> Result<Inferred<f64>, Fault> {
    if let Some(fps) = options.fps {
        return Ok(Inferred::certain(fps, "as asked"));
    }
    let written = written_rate(document).map(|rate| Inferred::certain(rate, "as written"));
    let still = (document.frames() == 0).then(|| Inferred::guess(30.0, "there is no frame; 30 is usual"));
    written.or(still).ok_or_else(|| {
        let (what, range) =
            ("Frame Time".to_owned(), "a positive number of seconds, or --fps given".to_owned());
        Problem::OutOfRange { what, range, found: document.frame_time.to_string() }.at(Place::File)
    })
}
