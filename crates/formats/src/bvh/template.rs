//! [`Clip`] to [`Document`] in the shape of the file it came from.

use glam::{DQuat, DVec3, Quat, Vec3};
use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId, PoseRef, Skeleton};

use super::columns::Columns;
use super::convert::{Converter, written_rate};
use super::document::{Channel, Document, Joint};
use crate::Conversion;

/// Rotations and positions that differ by no more than single precision rounds are the same, and the template's own
/// numbers stand for them.
const SAME: f32 = 4e-7;

/// A rotation further than this from what a joint's channels can say needs more channels, in radians.
const INEXPRESSIBLE: f64 = 1e-4;

/// The document of `clip` in the shape of `template`; `None` when the clip has other joints.
pub(super) fn document_of(clip: &Clip, template: &Document, conversion: &Conversion) -> Option<Document> {
    let converter = Converter::new(template, conversion).ok()?;
    same_joints(clip.skeleton(), &converter.skeleton)
        .then(|| Writer::new(clip, template, converter).write(conversion))
}

fn same_joints(a: &Skeleton, b: &Skeleton) -> bool {
    let joints = |skeleton: &Skeleton| -> Vec<_> {
        skeleton.joints().iter().map(|joint| (joint.name.clone(), joint.parent)).collect()
    };
    joints(a) == joints(b)
}

struct Writer<'a> {
    clip: &'a Clip,
    template: &'a Document,
    converter: Converter<'a>,
    joints: Vec<Joint>,
    columns: Vec<Columns>,
}

impl<'a> Writer<'a> {
    fn new(clip: &'a Clip, template: &'a Document, converter: Converter<'a>) -> Self {
        let mut joints = template.joints.clone();
        for (index, joint) in joints.iter_mut().enumerate() {
            let file_from_parent =
                if index == 0 { converter.clip_from_file.inverse() } else { DQuat::IDENTITY };
            add_missing_channels(joint, index, clip, file_from_parent);
        }
        let mut writer = Self { clip, template, converter, joints, columns: Vec::new() };
        writer.update_hierarchy();
        writer.columns = Columns::of(&writer.empty());
        writer
    }

    fn write(self, conversion: &Conversion) -> Document {
        let first = self.first_row(usize::from(conversion.rest_frame_dropped));
        let mut document = self.empty();
        document.values.reserve_exact((self.clip.len() + 1) * document.channels);
        let whole = self.clip.len() + 1 == self.template.frames();
        if conversion.rest_frame_dropped && whole && self.keeps_channels() {
            document.values.extend_from_slice(self.template.frame(0));
        }
        let mut row = vec![0.0; document.channels];
        for (frame, pose) in self.clip.frames().enumerate() {
            let before = frame.checked_sub(1).and_then(|before| self.model(first + before));
            let model = self.model(first + frame);
            self.follow(model, before, &mut row);
            self.write_row(pose, model, &mut row);
            document.values.extend_from_slice(&row);
        }
        document.declared_frames = document.frames() as u64;
        if (self.clip.rate() - written_rate(self.template).unwrap_or(0.0)).abs() > 1e-9 * self.clip.rate() {
            document.frame_time = super::fresh::frame_time(self.clip.rate());
            document.frame_time_decimals = None;
        }
        document
    }

    /// The document without its rows.
    fn empty(&self) -> Document {
        let channels = self.joints.iter().map(|joint| joint.channels.len()).sum();
        Document {
            joints: self.joints.clone(),
            channels,
            frame_time: self.template.frame_time,
            frame_time_decimals: self.template.frame_time_decimals,
            declared_frames: 0,
            values: Vec::new(),
            style: self.template.style,
        }
    }

    fn keeps_channels(&self) -> bool {
        self.joints.iter().zip(&self.template.joints).all(|(ours, theirs)| ours.channels == theirs.channels)
    }

    /// Offsets and end sites of a skeleton that was changed.
    fn update_hierarchy(&mut self) {
        let (ours, theirs) = (self.clip.skeleton(), &self.converter.skeleton);
        let file_from_metres = 1.0 / self.converter.scale;
        for (id, joint) in ours.ids().zip(&mut self.joints) {
            let file_from_parent =
                if id == JointId::ROOT { self.converter.clip_from_file.inverse() } else { DQuat::IDENTITY };
            let (offset, model) = (ours.joint(id).offset, theirs.joint(id).offset);
            if !same_position(offset, model) {
                joint.offset = (file_from_parent * offset.as_dvec3() * file_from_metres).to_array();
            }
        }
        if ours.end_sites() != theirs.end_sites() {
            self.joints.iter_mut().for_each(|joint| joint.end_sites.clear());
            for site in ours.end_sites() {
                let tip = site.offset.as_dvec3() * file_from_metres;
                self.joints[site.parent.index()].end_sites.push(tip.to_array());
            }
        }
    }

    /// The row of the template that is the clip's first frame: the first that was read, unless the clip was cut.
    fn first_row(&self, usual: usize) -> usize {
        let pose = self.clip.frame(0);
        let is_it = |&row: &usize| {
            let row = self.template.frame(row);
            same_position(pose.root, self.converter.root_position(row))
                && (0..self.joints.len())
                    .all(|joint| same_rotation(pose.rotations[joint], self.converter.rotation(row, joint)))
        };
        std::iter::once(usual).chain(0..self.template.frames()).find(is_it).unwrap_or(usual)
    }

    fn model(&self, row: usize) -> Option<&[f64]> {
        (row < self.template.frames()).then(|| self.template.frame(row))
    }

    /// Moves the angles of `row` as the template's moved since the frame `before`: the hint for the next frame. So a
    /// clip that was edited changes branch where its template does, and nowhere else.
    fn follow(&self, model: Option<&[f64]>, before: Option<&[f64]>, row: &mut [f64]) {
        let Some(model) = model else { return };
        for (ours, theirs) in self.columns.iter().zip(&self.converter.columns) {
            if ours.order == theirs.order {
                for (&to, &from) in ours.rotation.iter().zip(&theirs.rotation).take(ours.order.axes().len()) {
                    row[to] += model[from] - before.map_or(0.0, |before| before[from]);
                }
            }
        }
    }

    /// Turns `row`, which holds angles near those of `pose`, into the row of `pose`.
    fn write_row(&self, pose: PoseRef<'_>, model: Option<&[f64]>, row: &mut [f64]) {
        for joint in 0..self.joints.len() {
            self.write_rotation(joint, pose.rotations[joint], model, row);
            let position =
                if joint == 0 { self.root_in_file(pose.root) } else { self.on_parent(joint, pose) };
            let unchanged = model.filter(|model| self.is_position(joint, pose, model));
            self.write_position(joint, position, unchanged, row);
        }
    }

    fn write_rotation(&self, joint: usize, rotation: Quat, model: Option<&[f64]>, row: &mut [f64]) {
        let (ours, theirs) = (&self.columns[joint], &self.converter.columns[joint]);
        let axes = ours.order.axes().len();
        let same = |model: &&[f64]| same_rotation(rotation, self.converter.rotation(model, joint));
        if let Some(model) = model.filter(|_| ours.order == theirs.order).filter(same) {
            for (&to, &from) in ours.rotation.iter().zip(&theirs.rotation).take(axes) {
                row[to] = model[from];
            }
            return;
        }
        let file_from_parent =
            if joint == 0 { self.converter.clip_from_file.inverse() } else { DQuat::IDENTITY };
        let in_file = file_from_parent * rotation.as_dquat();
        let angles = ours.order.angles_near(in_file, &ours.angles(row));
        for (&to, angle) in ours.rotation.iter().zip(angles).take(axes) {
            row[to] = self.template.style.round(angle.to_degrees());
        }
    }

    fn root_in_file(&self, root: Vec3) -> DVec3 {
        self.converter.clip_from_file.inverse() * root.as_dvec3() / self.converter.scale
            - self.converter.root_base
    }

    fn on_parent(&self, joint: usize, pose: PoseRef<'_>) -> DVec3 {
        let moved = pose.translations().find(|&(moved, _)| moved.index() == joint);
        moved.map_or(self.joints[joint].offset.into(), |(_, position)| {
            position.as_dvec3() / self.converter.scale
        })
    }

    /// Whether the template's row has the joint where the pose has it.
    fn is_position(&self, joint: usize, pose: PoseRef<'_>, model: &[f64]) -> bool {
        if joint == 0 {
            return same_position(pose.root, self.converter.root_position(model));
        }
        let id = JointId::new(joint);
        match pose.translations().find(|&(moved, _)| moved == id) {
            Some((_, position)) => same_position(position, self.converter.translation(model, joint)),
            // Not moved then, not moved now.
            None => !self.converter.translated.contains(&id),
        }
    }

    fn write_position(&self, joint: usize, position: DVec3, unchanged: Option<&[f64]>, row: &mut [f64]) {
        let (ours, theirs) = (self.columns[joint].position, self.converter.columns[joint].position);
        for axis in Axis::ALL.map(|axis| axis as usize) {
            let Some(to) = ours[axis] else { continue };
            let kept = unchanged.zip(theirs[axis]).map(|(model, from)| model[from]);
            row[to] = kept.unwrap_or_else(|| self.template.style.round(position.to_array()[axis]));
        }
    }
}

fn same_rotation(a: Quat, b: Quat) -> bool {
    // q and −q are the same turn.
    a.abs_diff_eq(b, SAME) || a.abs_diff_eq(-b, SAME)
}

fn same_position(a: Vec3, b: Vec3) -> bool {
    a.abs_diff_eq(b, SAME * (1.0 + b.abs().max_element()))
}

/// Gives a joint the channels that its motion in `clip` asks for and the template lacks.
fn add_missing_channels(joint: &mut Joint, index: usize, clip: &Clip, file_from_parent: DQuat) {
    let order = joint.order().unwrap_or(EulerOrder::NONE);
    let expressible = |pose: PoseRef<'_>| {
        let rotation = file_from_parent * pose.rotations[index].as_dquat();
        let nearest = order.rotation(&order.angles_near(rotation, &[0.0; 3]));
        nearest.angle_between(rotation) < INEXPRESSIBLE
    };
    if order.axes().len() < 3 && !clip.frames().all(expressible) {
        joint.channels.retain(|channel| matches!(channel, Channel::Position(_)));
        joint.channels.extend(EulerOrder::ZXY.axes().iter().map(|&axis| Channel::Rotation(axis)));
    }
    let moves = clip.translated().contains(&JointId::new(index)) || (index == 0 && root_moves(clip));
    let positions = Axis::ALL.map(Channel::Position);
    if moves && !positions.iter().all(|channel| joint.channels.contains(channel)) {
        joint.channels.retain(|channel| !positions.contains(channel));
        joint.channels.splice(..0, positions);
    }
}

fn root_moves(clip: &Clip) -> bool {
    let start = clip.skeleton().joint(JointId::ROOT).offset;
    clip.frames().any(|pose| !same_position(pose.root, start))
}
