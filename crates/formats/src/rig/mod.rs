//! A tree of joints with a table of channel values: what BVH and Acclaim have in common.

mod aligned;
mod clip;
mod infer;
mod rows;
mod turns;

use glam::{DQuat, DVec3};
use segue_motion::euler::EulerOrder;

pub(crate) use aligned::{Aligned, moves};
pub(crate) use clip::Converter;
pub(crate) use infer::{infer, place_root};
pub(crate) use rows::{Rows, inexpressible, same_joints, same_position, unsaid_position};

use crate::number::NumberStyle;
use crate::table::Table;

/// Joints in file order and file units, and one row of values per frame.
#[derive(Clone, Debug)]
pub(crate) struct Rig<'a> {
    /// Parents before children, the root first.
    pub(crate) joints: Vec<RigJoint>,
    /// One row for each frame, at least one.
    pub(crate) rows: &'a Table,
    pub(crate) style: NumberStyle,
}

/// A joint and the columns it is moved by.
#[derive(Clone, Debug)]
pub(crate) struct RigJoint {
    /// Unique in the rig.
    pub(crate) name: String,
    pub(crate) parent: Option<usize>,
    pub(crate) offset: DVec3,
    pub(crate) tips: Vec<DVec3>,
    pub(crate) order: EulerOrder,
    /// Column of each rotation, in the order of `order`; only as many as it has axes count.
    pub(crate) rotation: [usize; 3],
    /// 1 for angles in radians, π/180 for degrees.
    pub(crate) radians_per_unit: f64,
    /// The joint's rotation is `before` · Euler angles · `after`.
    pub(crate) before: DQuat,
    pub(crate) after: DQuat,
    /// Column of the position along X, Y and Z.
    pub(crate) position: [Option<usize>; 3],
    /// The position columns count from the offset, along the axes of `before`; otherwise they replace it.
    pub(crate) added: bool,
    /// Columns that do not move the joint; what they say is only carried along.
    pub(crate) carried: Vec<usize>,
}

impl Rig<'_> {
    pub(crate) fn frames(&self) -> usize {
        self.rows.rows()
    }

    pub(crate) fn row(&self, frame: usize) -> Vec<f64> {
        self.rows.row(frame)
    }
}

impl RigJoint {
    pub(crate) fn has_position(&self) -> bool {
        self.position.iter().any(Option::is_some)
    }

    /// The columns that turn the joint.
    pub(crate) fn rotation_columns(&self) -> &[usize] {
        &self.rotation[..self.order.axes().len()]
    }

    /// The angles of a row in radians, 0 where there is no column.
    pub(crate) fn angles(&self, row: &[f64]) -> [f64; 3] {
        let mut angles = [0.0; 3];
        for (angle, &column) in angles.iter_mut().zip(self.rotation_columns()) {
            *angle = row[column] * self.radians_per_unit;
        }
        angles
    }

    /// The joint's rotation on its parent in a row.
    pub(crate) fn rotation_in(&self, row: &[f64]) -> DQuat {
        self.placed(self.order.rotation(&self.angles(row)))
    }

    /// The rotation on the parent of a turn by the joint's Euler angles.
    pub(crate) fn placed(&self, turned: DQuat) -> DQuat {
        if self.is_bare() { turned } else { self.before * turned * self.after }
    }

    /// Nothing stands before or after the Euler angles.
    fn is_bare(&self) -> bool {
        self.before == DQuat::IDENTITY && self.after == DQuat::IDENTITY
    }

    /// The Euler angles nearest to `hint`, in file units, that give a rotation on the parent.
    pub(crate) fn angles_of(&self, rotation: DQuat, hint: &[f64; 3]) -> [f64; 3] {
        let turned = self.before.inverse() * rotation * self.after.inverse();
        self.order.angles_near(turned, hint).map(|angle| angle / self.radians_per_unit)
    }

    /// The joint's position on its parent in a row.
    pub(crate) fn position_in(&self, row: &[f64]) -> DVec3 {
        let absent = if self.added { [0.0; 3] } else { self.offset.to_array() };
        let value = |axis: usize| self.position[axis].map_or(absent[axis], |column| row[column]);
        self.position_from(DVec3::new(value(0), value(1), value(2)))
    }

    /// The position on the parent that the position columns mean.
    pub(crate) fn position_from(&self, written: DVec3) -> DVec3 {
        if self.added { self.offset + self.before * written } else { written }
    }

    /// What the position columns say for a position on the parent.
    pub(crate) fn written_position(&self, position: DVec3) -> [f64; 3] {
        let written = if self.added { self.before.inverse() * (position - self.offset) } else { position };
        written.to_array()
    }
}
