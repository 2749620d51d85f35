//! [`Document`] to [`Clip`].

use std::sync::Arc;

use glam::{DQuat, DVec3, Quat, Vec3};
use segue_motion::{Clip, EndSite, Joint, JointId, Pose, Skeleton};

use super::columns::Columns;
use super::document::Document;
use crate::error::{Fault, Problem};
use crate::{Conversion, Inferred, Note, Up, names};

/// Reads poses off the rows of a document.
///
/// Only the root feels the up axis: it is turned and moved as a whole, the other joints hang on it.
pub(super) struct Converter<'a> {
    document: &'a Document,
    pub(super) columns: Vec<Columns>,
    pub(super) scale: f64,
    pub(super) clip_from_file: DQuat,
    /// Added to the root's position channels, in file units.
    pub(super) root_base: DVec3,
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) translated: Vec<JointId>,
}

impl<'a> Converter<'a> {
    /// The converter to metres and Y up. When the first frame was dropped, it is the skeleton's rest pose.
    pub(super) fn new(document: &'a Document, conversion: &Conversion) -> Result<Self, Fault> {
        let raw = Self::raw(document)?;
        let sample = raw.sample(conversion.rest_frame_dropped)?;
        let scale = conversion.scale.value;
        let root_base = root_base(document, &sample, conversion.up.value);
        let mut converter =
            Self { scale, clip_from_file: conversion.up.value.clip_from_file(), root_base, ..raw };
        converter.skeleton = Arc::new(converter.make_skeleton(conversion.rest_frame_dropped)?);
        Ok(converter)
    }

    /// The converter that leaves units and axes as they are in the file.
    pub(super) fn raw(document: &'a Document) -> Result<Self, Fault> {
        let columns = Columns::of(document);
        let translated = translated(document, &columns);
        let mut raw = Self {
            document,
            columns,
            scale: 1.0,
            clip_from_file: DQuat::IDENTITY,
            root_base: DVec3::ZERO,
            skeleton: Arc::new(placeholder()),
            translated,
        };
        raw.skeleton = Arc::new(raw.make_skeleton(false)?);
        Ok(raw)
    }

    /// Frames from all over the motion, without a dropped first one.
    pub(super) fn sample(&self, without_first: bool) -> Result<Clip, Fault> {
        /// Enough to meet every posture of a clip; reading more would only cost time.
        const SAMPLES: usize = 64;
        let (first, frames) = (usize::from(without_first), self.document.frames());
        let step = (frames / SAMPLES).max(1);
        self.clip("sample", 1.0, (first.min(frames - 1)..frames).step_by(step))
    }

    /// The clip of some frames.
    pub(super) fn clip(
        &self,
        name: &str,
        rate: f64,
        frames: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Clip, Fault> {
        let mut builder = Clip::builder(name, self.skeleton.clone(), rate, &self.translated);
        builder.reserve(frames.len());
        let mut pose = Pose::rest(&self.skeleton);
        pose.translations = self.translated.iter().map(|&joint| (joint, Vec3::ZERO)).collect();
        for frame in frames {
            self.pose_into(self.document.frame(frame), &mut pose);
            builder.push(&pose)?;
        }
        Ok(builder.finish()?)
    }

    fn pose_into(&self, row: &[f64], pose: &mut Pose) {
        pose.root = self.root_position(row);
        for (joint, rotation) in pose.rotations.iter_mut().enumerate() {
            *rotation = self.rotation(row, joint);
        }
        for (joint, position) in &mut pose.translations {
            *position = self.translation(row, joint.index());
        }
    }

    /// The root's position in a row, as it is in the clip.
    pub(super) fn root_position(&self, row: &[f64]) -> Vec3 {
        let root = &self.columns[0];
        let absent = if self.root_base == DVec3::ZERO { self.offset(0) } else { DVec3::ZERO };
        (self.clip_from_file * ((root.position(row, absent) + self.root_base) * self.scale)).as_vec3()
    }

    /// A joint's rotation in a row, as it is in the clip.
    pub(super) fn rotation(&self, row: &[f64], joint: usize) -> Quat {
        let rotation = self.columns[joint].rotation(row);
        if joint == 0 { (self.clip_from_file * rotation).as_quat() } else { rotation.as_quat() }
    }

    /// A joint's position on its parent in a row, as it is in the clip.
    pub(super) fn translation(&self, row: &[f64], joint: usize) -> Vec3 {
        (self.columns[joint].position(row, self.offset(joint)) * self.scale).as_vec3()
    }

    fn offset(&self, joint: usize) -> DVec3 {
        self.document.joints[joint].offset.into()
    }

    fn make_skeleton(&self, first_is_rest: bool) -> Result<Skeleton, Fault> {
        let (names, _) = names::unique(self.document.joints.iter().map(|joint| joint.name.as_str()));
        let rest_row = first_is_rest.then(|| self.document.frame(0));
        let joints = self.document.joints.iter().zip(names).enumerate().map(|(index, (joint, name))| {
            let parent = joint.parent.map(JointId::new);
            let clip_from_parent = if index == 0 { self.clip_from_file } else { DQuat::IDENTITY };
            let offset = (clip_from_parent * self.offset(index) * self.scale).as_vec3();
            let unturned = clip_from_parent.as_quat();
            let rest = rest_row.map_or(unturned, |row| self.rotation(row, index)).normalize();
            Joint { name, parent, offset, rest }
        });
        let sites = self.document.joints.iter().enumerate().flat_map(|(index, joint)| {
            let tip = move |tip: &[f64; 3]| EndSite {
                parent: JointId::new(index),
                offset: (DVec3::from(*tip) * self.scale).as_vec3(),
            };
            joint.end_sites.iter().map(tip)
        });
        Ok(Skeleton::new(joints.collect(), sites.collect())?)
    }
}

/// Stands in until the joints are known.
fn placeholder() -> Skeleton {
    let root = Joint { name: "root".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY };
    Skeleton::new(vec![root], vec![]).expect("one joint is a skeleton")
}

/// The joints other than the root whose position channels do anything: many files repeat the offset in every frame.
fn translated(document: &Document, columns: &[Columns]) -> Vec<JointId> {
    let longest = document.joints.iter().map(|joint| DVec3::from(joint.offset).length()).fold(0.0, f64::max);
    // What rounding of offset and channel can make, and what a single-precision clip can hold.
    let still = 1e-6 * longest + libm::pow(10.0, -f64::from(document.style.decimals));
    let moves = |joint: usize| {
        let offset = DVec3::from(document.joints[joint].offset);
        let moved = |row: &[f64]| columns[joint].position(row, offset).distance(offset) > still;
        columns[joint].has_position() && document.values.chunks_exact(document.channels).any(moved)
    };
    (1..document.joints.len()).filter(|&joint| moves(joint)).map(JointId::new).collect()
}

/// What the root's position channels count from: nothing, or its `OFFSET`. Writers disagree, so the reading that puts
/// the figure's lowest point nearer to the ground is taken.
fn root_base(document: &Document, sample: &Clip, up: Up) -> DVec3 {
    let offset = DVec3::from(document.joints[0].offset);
    let along_up = |position: DVec3| (up.clip_from_file() * position).y;
    let lowest = (0..sample.len())
        .flat_map(|frame| crate::figure::positions(sample, frame))
        .map(|position| along_up(position.as_dvec3()))
        .fold(f64::INFINITY, f64::min);
    let has_position = Columns::of(document)[0].has_position();
    if has_position && (lowest + along_up(offset)).abs() < lowest.abs() { offset } else { DVec3::ZERO }
}

/// What the document leaves to be said after its conversion.
pub(super) fn notes(document: &Document, converter: &Converter<'_>) -> Vec<Note> {
    let (_, mut notes) = names::unique(document.joints.iter().map(|joint| joint.name.as_str()));
    let (declared, found) = (document.declared_frames, document.frames());
    if declared != found as u64 {
        notes.push(Note::warning(format!(
            "the header declares {declared} frames, the file has {found}; they are read"
        )));
    }
    if converter.root_base != DVec3::ZERO {
        notes.push(Note::info(
            "positions of the root count from its OFFSET: so the figure stands on the ground",
        ));
    }
    notes
}

/// The rate written in the document.
pub(super) fn written_rate(document: &Document) -> Option<f64> {
    crate::rate::from_frame_time(document.frame_time, document.frame_time_decimals)
}

/// The error for a frame time that is no time.
pub(super) fn bad_frame_time(document: &Document) -> Fault {
    let (what, range) = ("Frame Time".to_owned(), "a positive number of seconds, or --fps given".to_owned());
    Problem::OutOfRange { what, range, found: document.frame_time.to_string() }.at(crate::Place::File)
}

/// How the numbers of the document are to be converted.
pub(super) fn infer(document: &Document, options: &crate::ReadOptions) -> Result<Conversion, Fault> {
    options.check()?;
    let raw = Converter::raw(document)?;
    let head = raw.clip("head", 1.0, 0..document.frames().min(crate::rest_frame::HEAD))?;
    let rest_frame_dropped = !options.keep_first && crate::rest_frame::starts_with_rest_pose(&head);
    let up = crate::up::infer_up(&raw.sample(rest_frame_dropped)?, options);
    let scale = crate::units::infer_scale(&raw.skeleton, options);
    let rate = match (options.fps, written_rate(document)) {
        (Some(fps), _) => Inferred::certain(fps, "as asked"),
        (None, Some(rate)) => Inferred::certain(rate, "as written"),
        (None, None) => return Err(bad_frame_time(document)),
    };
    Ok(Conversion { scale, up, rate, rest_frame_dropped })
}
