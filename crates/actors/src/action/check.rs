//! What the property tests of all actions share.

use glam::DVec3;
use proptest::prelude::*;

use crate::actor::joint;
use crate::error::ActorError;
use crate::figure::Figure;
use crate::laws::assert_lawful;
use crate::truth::Performance;
use segue_motion::{PointTable, Side};

pub(crate) fn side() -> impl Strategy<Value = Side> {
    prop_oneof![Just(Side::Left), Just(Side::Right)]
}

pub(crate) fn rate() -> impl Strategy<Value = f64> {
    60.0..120.0f64
}

/// Asserts the laws for every preset figure.
pub(crate) fn lawful_for_all(perform: impl Fn(Figure) -> Result<Performance, ActorError>) {
    for figure in [Figure::short(), Figure::tall(), Figure::long_legged()] {
        assert_lawful(&perform(figure).unwrap());
    }
}

/// The value at share `u` of a range.
pub(crate) fn share((low, high): (f64, f64), u: f64) -> f64 {
    low + u * (high - low)
}

/// Asserts that a refusal begins with these words: the parameter and what was found.
pub(crate) fn refuses(made: Result<Performance, ActorError>, beginning: &str) {
    let error = made.unwrap_err().to_string();
    assert!(error.starts_with(beginning) && error.contains(", but must lie between "), "{error}");
}

/// How far a joint is from the target of the first action when it is there.
pub(crate) fn miss(performance: &Performance, joint: usize) -> f64 {
    let segment = &performance.truth.segments[0];
    let target = ["target_x", "target_y", "target_z"].map(|name| segment.parameters[name]);
    let (goal, table) = (segment.goal.unwrap(), PointTable::new(&performance.clip));
    let at = |frame: usize| table.row(frame)[joint].as_dvec3();
    let frame = goal.floor() as usize;
    at(frame).lerp(at(frame + 1), goal.fract()).distance(DVec3::from_array(target))
}

pub(crate) fn ankle(side: Side) -> usize {
    joint::leg(side)[3]
}

pub(crate) fn wrist(side: Side) -> usize {
    joint::arm(side)[3]
}
