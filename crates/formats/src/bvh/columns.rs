//! Which columns of a row belong to which joint.

use glam::{DQuat, DVec3};
use segue_motion::euler::EulerOrder;

use super::document::{Channel, Document};

/// The columns of one joint.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    pub(super) order: EulerOrder,
    /// Column of each rotation, in the order of `order`; only as many as it has axes count.
    pub(super) rotation: [usize; 3],
    /// Column of the position along X, Y and Z.
    pub(super) position: [Option<usize>; 3],
}

impl Columns {
    /// The columns of every joint of a document.
    pub(super) fn of(document: &Document) -> Vec<Self> {
        let mut column = 0;
        document.joints.iter().map(|joint| Self::of_channels(&joint.channels, &mut column)).collect()
    }

    fn of_channels(channels: &[Channel], column: &mut usize) -> Self {
        let (mut axes, mut rotation, mut position) = (Vec::new(), [0; 3], [None; 3]);
        for channel in channels {
            match *channel {
                Channel::Position(axis) => position[axis as usize] = Some(*column),
                Channel::Rotation(axis) => {
                    rotation[axes.len()] = *column;
                    axes.push(axis);
                }
            }
            *column += 1;
        }
        let order = EulerOrder::new(&axes).expect("the parser checks the order of rotations");
        Self { order, rotation, position }
    }

    pub(super) fn has_position(&self) -> bool {
        self.position.iter().any(Option::is_some)
    }

    /// The angles of a row in radians, 0 where there is no column.
    pub(super) fn angles(&self, row: &[f64]) -> [f64; 3] {
        let mut angles = [0.0; 3];
        for (angle, &column) in angles.iter_mut().zip(&self.rotation).take(self.order.axes().len()) {
            *angle = row[column].to_radians();
        }
        angles
    }

    /// The joint's rotation in a row.
    pub(super) fn rotation(&self, row: &[f64]) -> DQuat {
        self.order.rotation(&self.angles(row))
    }

    /// The joint's position in a row, with `offset` where there is no column.
    pub(super) fn position(&self, row: &[f64], offset: DVec3) -> DVec3 {
        let mut position = offset.to_array();
        for (value, column) in position.iter_mut().zip(self.position) {
            *value = column.map_or(*value, |column| row[column]);
        }
        position.into()
    }
}
