//! Which way a figure faces, and with it which side is left.

use std::ops::RangeInclusive;

use glam::Vec3;

use super::names::Word;
use super::resolve::{Finder, LEG};
use super::shape::Shape;
use super::{Role, Side};
use crate::JointId;

/// How far both feet together reach ahead of the ankles, as a share of the height: less says nothing, more is a control's handle.
const FEET: RangeInclusive<f32> = 0.02..=0.4;

/// How far both feet reach backwards where they alone outvote names: further than heels do.
const FEET_ALONE: f32 = 0.07;

/// How far both knees together stand out from the legs, as a share of the height: less is a straight leg.
const BENT: f32 = 0.006;

/// What says which way the figure faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Front {
    /// Names of left and right.
    #[default]
    Sides,
    /// Names of left and right, though toes point the other way.
    SidesAgainstToes,
    /// The same, though toes point the other way and knees do not contradict them: names that are to be read again.
    SidesAgainstBody,
    /// Toes, against the names of left and right.
    BodyAgainstSides,
    Toes,
    Knees,
    /// Nothing; +Z is assumed.
    Assumed,
}

impl Finder<'_> {
    /// Without named sides, the toes say which side is left, else the knees; left and right are exchanged where they
    /// contradict what was assumed.
    pub(super) fn settle_sides(&mut self, shape: &mut Shape<'_>) -> Front {
        if shape.named_pairs > 0 {
            return Front::Sides;
        }
        let ahead = shape.forward();
        let (front, along) = match (self.toes_ahead(shape), self.knees_ahead(shape)) {
            (Some(toes), _) => (Front::Toes, toes),
            (None, Some(knees)) => (Front::Knees, knees),
            (None, None) => (Front::Assumed, ahead.x + ahead.z),
        };
        if along < 0.0 {
            shape.turn_round();
            self.exchange_sides();
        }
        front
    }

    /// What shows the front where sides have names: toes may contradict them, and outvote them unless the knees do not.
    pub(super) fn front_of_sides(&self, shape: &Shape<'_>) -> Front {
        let Some(toes) = self.toes_ahead(shape).filter(|&toes| toes < 0.0) else { return Front::Sides };
        let is_whole_foot = -toes > FEET_ALONE * shape.height;
        let agreed = self.knees_ahead(shape).map_or(is_whole_foot, |knees| knees < 0.0);
        if agreed { Front::SidesAgainstBody } else { Front::SidesAgainstToes }
    }

    /// How far the feet reach forwards from the ankles, where they say something.
    fn toes_ahead(&self, shape: &Shape<'_>) -> Option<f32> {
        self.toes_along(shape, shape.forward()).filter(|toes| FEET.contains(&(toes.abs() / shape.height)))
    }

    /// How far the knees stand before the legs, where they say something.
    fn knees_ahead(&self, shape: &Shape<'_>) -> Option<f32> {
        self.knees_along(shape.forward()).filter(|knees| knees.abs() > BENT * shape.height)
    }

    fn exchange_sides(&mut self) {
        let exchanged = self.roles.iter().map(|(&role, &joint)| (role.mirrored().unwrap_or(role), joint));
        self.roles = exchanged.collect();
    }

    /// How far the feet reach forwards from the ankles.
    fn toes_along(&self, shape: &Shape<'_>, ahead: Vec3) -> Option<f32> {
        let reach = |side| {
            let ankle = *self.roles.get(&Role::Ankle(side))?;
            let sites = self.sites_of(ankle).into_iter().map(|site| self.rest[site.index()]);
            let is_heel = |joint: &JointId| self.meanings[joint.index()].word == Some(Word::Heel);
            let joints = shape.below(ankle).filter(|joint| !is_heel(joint));
            let points = joints.map(|joint| self.at(joint)).chain(sites);
            let along = points.map(|point| (point - self.at(ankle)).dot(ahead));
            along.max_by(|a, b| a.abs().total_cmp(&b.abs()))
        };
        Some(reach(Side::Left)? + reach(Side::Right)?)
    }

    /// How far the knees stand before the lines from hips to ankles.
    fn knees_along(&self, ahead: Vec3) -> Option<f32> {
        let bend = |side| {
            let [hip, knee, ankle] = LEG.map(|role| self.roles.get(&role(side)).map(|&joint| self.at(joint)));
            let (hip, knee, ankle) = (hip?, knee?, ankle?);
            let line = (ankle - hip).try_normalize()?;
            Some((knee - hip - line * (knee - hip).dot(line)).dot(ahead))
        };
        Some(bend(Side::Left)? + bend(Side::Right)?)
    }
}
