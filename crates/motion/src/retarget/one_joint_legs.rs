//! Legs of one joint.

use glam::Vec3;

use super::drive::SourceFrame;
use super::feet::Feet;
use super::figures::Figures;
use super::stage::Frame;
use crate::{JointId, Role, Side};

/// Legs that cannot bend: the hips rise and sink so that the lower one stands.
pub(super) struct OneJointLegs {
    /// The joint of each leg, from there to its end, and how high that stands.
    legs: Vec<(JointId, Vec3, f32)>,
}

impl OneJointLegs {
    pub(super) fn of(figures: &Figures<'_>) -> Option<Self> {
        let target = &figures.target;
        let leg = |side| {
            let hip = target.joint(Role::Hip(side)).filter(|_| target.joint(Role::Knee(side)).is_none())?;
            let end = target.leg_end(side)?;
            Some((hip, end - target.at(hip), end.y - target.floor))
        };
        let legs: Vec<_> = Side::BOTH.into_iter().filter_map(leg).collect();
        (legs.len() == 2).then_some(Self { legs })
    }

    /// How far the figure has to rise.
    pub(super) fn rise(&self, feet: &Feet, source: &SourceFrame<'_>, frame: &Frame) -> f32 {
        let risen = |&(hip, end, stands): &(JointId, Vec3, f32)| {
            (frame.places[hip.index()] + frame.turns[hip.index()] * end).y - stands
        };
        feet.lowest(source) - self.legs.iter().map(risen).fold(f32::MAX, f32::min)
    }
}
