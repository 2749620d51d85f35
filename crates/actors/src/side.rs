//! What a side means to a figure.

use segue_motion::Side;

/// Numbers that belong to a side.
pub(crate) trait Sided {
    /// +1 for left, −1 for right: the sign of x in the body's own frame.
    fn sign(self) -> f64;
    /// 0 for left, 1 for right, to index pairs.
    fn index(self) -> usize;
}

impl Sided for Side {
    fn sign(self) -> f64 {
        match self {
            Self::Left => 1.0,
            Self::Right => -1.0,
        }
    }

    fn index(self) -> usize {
        match self {
            Self::Left => 0,
            Self::Right => 1,
        }
    }
}
