//! Archives of AMASS: rotations of the SMPL body as rotation vectors.
//!
//! The body model is licensed and not at hand, so bone lengths are those of a figure of usual proportions, 1.7 m tall, and the
//! shape (`betas`) is not used.

use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};
use segue_motion::{Clip, Joint, JointId, Pose, Skeleton};

use super::npy::{Archive, Values};
use crate::Note;
use crate::error::{Fault, Problem};

/// The 22 joints of the body that all versions of SMPL share, each with its parent and its position on it in metres, in the rest
/// pose: arms sideways, Y up, facing +Z.
const BODY: [(&str, usize, [f32; 3]); 22] = [
    ("pelvis", 0, [0.0, 0.93, 0.0]),
    ("left_hip", 0, [0.07, -0.09, -0.01]),
    ("right_hip", 0, [-0.07, -0.09, -0.01]),
    ("spine1", 0, [0.0, 0.11, -0.02]),
    ("left_knee", 1, [0.04, -0.38, 0.0]),
    ("right_knee", 2, [-0.04, -0.38, 0.0]),
    ("spine2", 3, [0.0, 0.135, 0.02]),
    ("left_ankle", 4, [-0.015, -0.40, -0.035]),
    ("right_ankle", 5, [0.015, -0.40, -0.035]),
    ("spine3", 6, [0.0, 0.055, 0.025]),
    ("left_foot", 7, [0.04, -0.06, 0.12]),
    ("right_foot", 8, [-0.04, -0.06, 0.12]),
    ("neck", 9, [0.0, 0.21, -0.045]),
    ("left_collar", 9, [0.08, 0.115, -0.03]),
    ("right_collar", 9, [-0.08, 0.115, -0.03]),
    ("head", 12, [0.0, 0.09, 0.05]),
    ("left_shoulder", 13, [0.11, 0.045, -0.015]),
    ("right_shoulder", 14, [-0.11, 0.045, -0.015]),
    ("left_elbow", 16, [0.255, -0.015, -0.025]),
    ("right_elbow", 17, [-0.255, -0.015, -0.025]),
    ("left_wrist", 18, [0.265, 0.01, -0.005]),
    ("right_wrist", 19, [-0.265, 0.01, -0.005]),
];

/// Where the model has its pelvis before it is moved, in the axes of the file; the model's origin lies in the chest.
const PELVIS: DVec3 = DVec3::new(0.0, -0.23, 0.03);

/// The figure that AMASS motions are read on.
fn skeleton() -> Result<Skeleton, Fault> {
    let joint = |(index, &(name, parent, offset)): (usize, &(&str, usize, [f32; 3]))| Joint {
        name: name.to_owned(),
        parent: (index > 0).then(|| JointId::new(parent)),
        offset: Vec3::from_array(offset),
        rest: Quat::IDENTITY,
    };
    Ok(Skeleton::new(BODY.iter().enumerate().map(joint).collect(), Vec::new())?)
}

/// Whether a clip on a skeleton can be written in this layout.
pub(super) fn fits(skeleton: &Skeleton) -> bool {
    let joints = skeleton.joints().iter();
    skeleton.len() == BODY.len() && joints.zip(BODY).all(|(joint, (name, ..))| joint.name == name)
}

/// AMASS has Z up; clips have Y up.
fn clip_from_file() -> DQuat {
    DQuat::from_rotation_x(-std::f64::consts::FRAC_PI_2)
}

/// The clip of an archive, and what it leaves out.
pub(super) fn clip(archive: &Archive, name: &str) -> Result<(Clip, Vec<Note>), Fault> {
    let (poses, shape) = archive.numbers("poses", 2)?;
    let (places, _) = archive.numbers("trans", 2)?;
    let (frames, width) = (shape[0], shape[1]);
    if width < 3 * BODY.len() || places.len() != 3 * frames {
        let expected = format!("{} or more angles and 3 coordinates for each frame", 3 * BODY.len());
        return Err(
            Problem::unexpected(expected, format!("{width} angles, {} coordinates", places.len())).into()
        );
    }
    let rate =
        ["mocap_framerate", "mocap_frame_rate"].into_iter().find_map(|key| archive.numbers(key, 0).ok());
    let rate = rate.and_then(|(rate, _)| rate.first().copied());
    let mut notes = vec![Note::info(
        "the body model of AMASS is not at hand: bones have usual lengths, and the shape (`betas`) is not used",
    )];
    if rate.is_none() {
        notes.push(Note::warning(
            "the archive does not say its rate; 120 frames per second are usual (--fps)",
        ));
    }
    if width > 3 * BODY.len() {
        notes.push(Note::info("rotations of hands and face are not read"));
    }
    let skeleton = Arc::new(skeleton()?);
    let mut builder = Clip::builder(name, skeleton.clone(), rate.unwrap_or(120.0), &[]);
    for (row, at) in poses.chunks_exact(width).zip(places.chunks_exact(3)) {
        let turn = |joint: usize| DQuat::from_scaled_axis(DVec3::from_slice(&row[3 * joint..3 * joint + 3]));
        let mut pose = Pose::rest(&skeleton);
        for (joint, rotation) in pose.rotations.iter_mut().enumerate() {
            let turn = if joint == 0 { clip_from_file() * turn(0) } else { turn(joint) };
            *rotation = turn.as_quat();
        }
        pose.root = (clip_from_file() * (DVec3::from_slice(at) + PELVIS)).as_vec3();
        builder.push(&pose)?;
    }
    Ok((builder.finish()?, notes))
}

/// The archive of a clip on the figure of [`skeleton`].
pub(super) fn archive(clip: &Clip) -> Archive {
    let file_from_clip = clip_from_file().inverse();
    let mut poses = Vec::new();
    let mut places = Vec::new();
    for pose in clip.frames() {
        for (joint, rotation) in pose.rotations.iter().enumerate() {
            let turn = rotation.as_dquat().normalize();
            let turn = if joint == 0 { file_from_clip * turn } else { turn };
            poses.extend(turn.to_scaled_axis().to_array());
        }
        places.extend((file_from_clip * pose.root.as_dvec3() - PELVIS).to_array());
    }
    let mut archive = Archive::default();
    archive.insert("poses", &[clip.len(), 3 * BODY.len()], Values::Double(poses));
    archive.insert("trans", &[clip.len(), 3], Values::Double(places));
    archive.insert("betas", &[16], Values::Double(vec![0.0; 16]));
    archive.insert("mocap_framerate", &[], Values::Double(vec![clip.rate()]));
    archive.insert("gender", &[], Values::Text(vec!["neutral".to_owned()]));
    archive
}
