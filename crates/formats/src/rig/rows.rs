//! [`Clip`] to the rows of a [`Rig`], in the footsteps of the rows it came from.

use glam::{DQuat, Quat, Vec3};
use segue_motion::{Clip, JointId, PoseRef, Skeleton};

use super::{Converter, Rig, RigJoint};

/// Rotations and positions that differ by no more than single precision rounds are the same, and the model's own
/// numbers stand for them.
const SAME: f32 = 4e-7;

/// A rotation further than this from what a joint's columns can say needs more columns, in radians.
const INEXPRESSIBLE: f64 = 1e-4;

/// The rows of `clip` for `target`, whose joints are those of the clip and whose own rows are not looked at.
///
/// Values that the clip has not changed are those of the `model`, the rig that it was read from; angles that it has
/// changed stay on the branch of the model's, so that unwrapped angles stay unwrapped. A `dropped` rest frame of the
/// model is put back before the motion it was taken from, and before no other: a blend would start with a stray pose.
pub(crate) struct Rows<'a> {
    writer: Writer<'a>,
    first: usize,
    with_rest: bool,
}

impl<'a> Rows<'a> {
    pub(crate) fn new(clip: &'a Clip, target: &'a Rig<'a>, model: &'a Converter<'a>, dropped: bool) -> Self {
        let writer = Writer { clip, target, model };
        let first = writer.first_row(usize::from(dropped));
        let with_rest = dropped && writer.is_unchanged();
        Self { writer, first, with_rest }
    }

    pub(crate) fn count(&self) -> usize {
        self.writer.clip.len() + usize::from(self.with_rest)
    }

    /// Hands over one row after the other: all rows of an hour are as large as its text.
    pub(crate) fn each<E>(&self, take: &mut dyn FnMut(&[f64]) -> Result<(), E>) -> Result<(), E> {
        let Self { writer, first, with_rest } = self;
        if *with_rest {
            take(&writer.rest_row())?;
        }
        let mut row = vec![0.0; writer.target.rows.columns()];
        let mut before = None;
        for (frame, pose) in writer.clip.frames().enumerate() {
            let model_row = writer.model_row(first + frame);
            writer.follow(model_row.as_deref(), before.as_deref(), &mut row);
            writer.write_row(pose, model_row.as_deref(), &mut row);
            before = model_row;
            take(&row)?;
        }
        Ok(())
    }
}

struct Writer<'a> {
    clip: &'a Clip,
    target: &'a Rig<'a>,
    model: &'a Converter<'a>,
}

impl Writer<'_> {
    fn model_row(&self, row: usize) -> Option<Vec<f64>> {
        (row < self.model.rig.frames()).then(|| self.model.rig.row(row))
    }

    /// The row of the model that is the clip's first frame: the first that was read, unless the clip was cut.
    fn first_row(&self, usual: usize) -> usize {
        let usual = usual.min(self.model.rig.frames() - 1);
        let mut rows = std::iter::once(usual).chain(0..self.model.rig.frames());
        rows.find(|&row| self.starts_as(row)).unwrap_or(usual)
    }

    /// Whether the clip's first frame is this row of the model.
    fn starts_as(&self, row: usize) -> bool {
        self.is_row(self.clip.frame(0), row)
    }

    /// Whether the clip is all that the model has after its rest frame, as it was read.
    fn is_unchanged(&self) -> bool {
        self.clip.len() + 1 == self.model.rig.frames()
            && self.clip.frames().enumerate().all(|(frame, pose)| self.is_row(pose, frame + 1))
    }

    /// Whether a pose has the root and the rotations of a row of the model.
    fn is_row(&self, pose: PoseRef<'_>, row: usize) -> bool {
        let model = self.model.rig.row(row);
        let mut rotations = pose.rotations.iter().enumerate();
        same_position(pose.root, self.model.position(&model, 0))
            && rotations.all(|(joint, &rotation)| same_rotation(rotation, self.model.rotation(&model, joint)))
    }

    /// The model's first row in the columns of the target.
    fn rest_row(&self) -> Vec<f64> {
        let mut row = vec![0.0; self.target.rows.columns()];
        let model = &self.model.rig.row(0)[..];
        self.follow(Some(model), None, &mut row);
        for (joint, (ours, theirs)) in self.pairs().enumerate() {
            self.write_rotation(joint, self.model.rotation(model, joint), Some(model), &mut row);
            let position = ours.written_position(theirs.position_in(model));
            write_position(ours, theirs, &position, Some(model), &mut row);
            carry(ours, theirs, Some(model), &mut row);
        }
        row
    }

    fn pairs(&self) -> impl Iterator<Item = (&RigJoint, &RigJoint)> {
        self.target.joints.iter().zip(&self.model.rig.joints)
    }

    /// Moves the angles of `row` as the model's moved since the frame `before`: the hint for the next frame. So a clip
    /// that was edited changes branch where its model does, and nowhere else.
    fn follow(&self, model: Option<&[f64]>, before: Option<&[f64]>, row: &mut [f64]) {
        let Some(model) = model else { return };
        for (ours, theirs) in self.pairs().filter(|(ours, theirs)| ours.order == theirs.order) {
            for (&to, &from) in ours.rotation_columns().iter().zip(&theirs.rotation) {
                row[to] += model[from] - before.map_or(0.0, |before| before[from]);
            }
        }
    }

    /// Turns `row`, which holds angles near those of `pose`, into the row of `pose`.
    fn write_row(&self, pose: PoseRef<'_>, model: Option<&[f64]>, row: &mut [f64]) {
        for (joint, (ours, theirs)) in self.pairs().enumerate() {
            self.write_rotation(joint, pose.rotations[joint], model, row);
            let position = ours.written_position(self.position_in_file(joint, pose));
            let position = position.map(|value| self.target.style.round(value));
            let unchanged = model.filter(|model| self.is_position(joint, pose, model));
            write_position(ours, theirs, &position, unchanged, row);
            carry(ours, theirs, model, row);
        }
    }

    fn write_rotation(&self, joint: usize, rotation: Quat, model: Option<&[f64]>, row: &mut [f64]) {
        let (ours, theirs) = (&self.target.joints[joint], &self.model.rig.joints[joint]);
        let same = |model: &&[f64]| same_rotation(rotation, self.model.rotation(model, joint));
        if let Some(model) = model.filter(|_| ours.order == theirs.order).filter(same) {
            for (&to, &from) in ours.rotation_columns().iter().zip(&theirs.rotation) {
                row[to] = model[from];
            }
            return;
        }
        let in_file = self.model.clip_from_parent(joint).inverse() * rotation.as_dquat();
        let angles = ours.angles_of(in_file, &ours.angles(row));
        for (&to, angle) in ours.rotation_columns().iter().zip(angles) {
            row[to] = self.target.style.round(angle);
        }
    }

    /// Where the pose has a joint on its parent, in file units.
    fn position_in_file(&self, joint: usize, pose: PoseRef<'_>) -> glam::DVec3 {
        let moved =
            pose.translations().find(|(moved, _)| moved.index() == joint).map(|(_, position)| position);
        match if joint == 0 { Some(pose.root) } else { moved } {
            Some(position) => {
                self.model.clip_from_parent(joint).inverse() * position.as_dvec3() / self.model.scale
            }
            None => self.target.joints[joint].offset,
        }
    }

    /// Whether the model's row has the joint where the pose has it.
    fn is_position(&self, joint: usize, pose: PoseRef<'_>, model: &[f64]) -> bool {
        if joint == 0 {
            return same_position(pose.root, self.model.position(model, 0));
        }
        let id = JointId::new(joint);
        match pose.translations().find(|&(moved, _)| moved == id) {
            Some((_, position)) => same_position(position, self.model.position(model, joint)),
            // Not moved then, not moved now.
            None => !self.model.translated.contains(&id),
        }
    }
}

/// Writes a position, or the model's own numbers for it where there are any.
fn write_position(
    ours: &RigJoint,
    theirs: &RigJoint,
    position: &[f64; 3],
    model: Option<&[f64]>,
    row: &mut [f64],
) {
    for (&value, (to, from)) in position.iter().zip(ours.position.iter().zip(&theirs.position)) {
        if let Some(to) = *to {
            row[to] = model.zip(*from).map_or(value, |(model, from)| model[from]);
        }
    }
}

/// Carries along what the model's row says in columns that do not move the joint.
fn carry(ours: &RigJoint, theirs: &RigJoint, model: Option<&[f64]>, row: &mut [f64]) {
    for (&to, &from) in ours.carried.iter().zip(&theirs.carried) {
        row[to] = model.map_or(0.0, |model| model[from]);
    }
}

fn same_rotation(a: Quat, b: Quat) -> bool {
    // q and −q are the same turn.
    a.abs_diff_eq(b, SAME) || a.abs_diff_eq(-b, SAME)
}

/// Whether two positions differ by no more than single precision rounds.
pub(crate) fn same_position(a: Vec3, b: Vec3) -> bool {
    a.abs_diff_eq(b, SAME * (1.0 + b.abs().max_element()))
}

/// Whether the clip turns a joint as the columns of the rig's joint cannot say.
pub(crate) fn inexpressible(clip: &Clip, joint: usize, rig: &RigJoint, clip_from_parent: DQuat) -> bool {
    let expressible = |pose: PoseRef<'_>| {
        let rotation = clip_from_parent.inverse() * pose.rotations[joint].as_dquat();
        let angles = rig.angles_of(rotation, &[0.0; 3]).map(|angle| angle * rig.radians_per_unit);
        let nearest = rig.before * rig.order.rotation(&angles) * rig.after;
        // By the sine: the arc cosine of a dot product cannot tell small angles from rounding.
        2.0 * (nearest * rotation.inverse()).xyz().length() < INEXPRESSIBLE
    };
    rig.order.axes().len() < 3 && !clip.frames().all(expressible)
}

/// Whether the clip moves a joint along an axis for which the model's joint has no column.
pub(crate) fn unsaid_position(clip: &Clip, joint: usize, model: &Converter<'_>) -> bool {
    let theirs = &model.rig.joints[joint];
    let (id, clip_from_parent) = (JointId::new(joint), model.clip_from_parent(joint));
    // Where the joint is as far as the columns can say.
    let said = |position: Vec3| {
        let in_file = clip_from_parent.inverse() * position.as_dvec3() / model.scale;
        let mut written = theirs.written_position(in_file);
        let absent = theirs.written_position(theirs.offset);
        for (value, (column, absent)) in written.iter_mut().zip(theirs.position.iter().zip(absent)) {
            *value = if column.is_some() { *value } else { absent };
        }
        (clip_from_parent * (theirs.position_from(written.into()) * model.scale)).as_vec3()
    };
    let moved = |pose: PoseRef<'_>| match pose.translations().find(|&(moved, _)| moved == id) {
        Some((_, position)) => Some(position),
        None => (id == JointId::ROOT).then_some(pose.root),
    };
    theirs.position.contains(&None)
        && clip.frames().filter_map(moved).any(|position| !same_position(position, said(position)))
}

/// Whether two skeletons have the same joints in the same places of the tree.
pub(crate) fn same_joints(a: &Skeleton, b: &Skeleton) -> bool {
    let joints = |skeleton: &Skeleton| -> Vec<_> {
        skeleton.joints().iter().map(|joint| (joint.name.clone(), joint.parent)).collect()
    };
    joints(a) == joints(b)
}
