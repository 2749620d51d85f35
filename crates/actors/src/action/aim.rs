//! Targets of kicks, punches and reaches.

use glam::DVec3;

use super::posture::Posture;
use super::stage::Stage;
use crate::body::facing;
use crate::side::Sided;
use crate::truth::Span;
use segue_motion::Side;

/// A kick as its target sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Aim {
    pub(crate) side: Side,
    /// Where the leg goes, in the world.
    pub(crate) heading: f64,
    /// Height of the ankle when the kick hits.
    pub(crate) height: f64,
    /// Hip to ankle when it hits, as a share of the leg.
    pub(crate) extended: f64,
}

impl Aim {
    /// The place of the ankle when the kick hits: nearly a leg's length from where the hip will be.
    pub(crate) fn target(&self, stage: &Stage<'_>, hit: &Posture) -> DVec3 {
        let (leg, towards) = (self.extended * stage.actor.figure.leg(), facing(self.heading));
        let mut target = hit.balance + towards * leg + DVec3::Y * self.height;
        // The weight of the leg moves the hip, and the hip the leg: ten rounds leave less than a millimetre.
        for _ in 0..10 {
            let hip = stage.hip(&stage.trial_raised(hit, self.side, target), self.side);
            target = at_height(hip, towards, leg, self.height);
        }
        target
    }
}

/// The point of this height that is `length` away from `from`, towards a heading.
pub(crate) fn at_height(from: DVec3, towards: DVec3, length: f64, height: f64) -> DVec3 {
    let rise = height - from.y;
    let across = libm::sqrt((length * length - rise * rise).max(0.0));
    DVec3::new(from.x, height, from.z) + towards * across
}

/// The truth about an action of one side that goes for a target.
pub(crate) fn aimed(
    action: &'static str,
    (start, end): (f64, f64),
    (goal, target): (f64, DVec3),
    side: Side,
    more: &[(&'static str, f64)],
) -> Span {
    let mut parameters = vec![
        ("side", side.sign()),
        ("height", target.y),
        ("target_x", target.x),
        ("target_y", target.y),
        ("target_z", target.z),
    ];
    parameters.extend_from_slice(more);
    Span { action, start, end, goal: Some(goal), parameters }
}
