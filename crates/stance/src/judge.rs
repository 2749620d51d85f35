//! Can a body do this?

use std::fmt;

use glam::DVec3;
use segue_motion::GRAVITY;
use serde::{Deserialize, Serialize};

use crate::Stance;
use crate::core::Core;
use crate::extremes::{distances, greatest_push, greatest_slip, hardest};
use crate::told::told_apart;
use crate::warp::{Change, Warped};

/// What a body can do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Largest horizontal force in proportion to the vertical one (at least half the weight, else the quotient grows
    /// without limit at both ends of a contact). 0.8: shoes on a floor.
    pub friction: f64,
    /// Least and greatest distance from the contact point to the centre of mass, in leg lengths.
    pub extension: [f64; 2],
    /// Largest vertical force, in body weights. 4.5: hard landings are 4.
    pub normal: f64,
    /// By how much hip and ankle may be farther apart than in the capture, in leg lengths: captured legs are straight
    /// already, the ankle gives a little.
    pub reach_slack: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { friction: 0.8, extension: [0.75, 1.30], normal: 4.5, reach_slack: 0.02 }
    }
}

/// What was measured on a stance and what follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Above zero and larger the farther all limits are, if plausible; else below zero. It says nothing about style.
    pub value: f64,
    /// Largest horizontal force by vertical one.
    pub friction: f64,
    /// Least and greatest distance from contact to centre of mass, in leg lengths.
    pub extension: [f64; 2],
    /// Largest vertical force, in body weights.
    pub normal: f64,
    /// Least vertical force, in body weights.
    pub least: f64,
    /// Greatest distance from hip to ankle, in leg lengths.
    pub reach: f64,
    /// The greatest distance from hip to ankle that is allowed.
    reach_limit: f64,
    limits: Limits,
    change: Change,
    ground_secs: f64,
}

/// A limit that a stance does not keep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Violation {
    /// What is violated.
    pub what: Limit,
    /// What the stance has.
    pub value: f64,
    /// What a body can do.
    pub limit: f64,
}

/// The limits by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The foot would slip.
    Friction,
    /// The leg would have to be longer.
    Far,
    /// The body would be too low.
    Near,
    /// The push is too hard.
    Normal,
    /// The ground would have to pull.
    Pull,
    /// The ankle would be out of the hip's reach.
    LimbReach,
    /// The contact reaches beyond an apex.
    Timing,
    /// The force is turned round.
    Reversed,
}

/// Judges a stance as it is.
pub fn judge(stance: &Stance, limits: &Limits) -> Judgement {
    judge_on(stance, limits, &Change::NONE, DVec3::Y)
}

/// Judges a stance that was warped, with what the warp did to it.
pub fn judge_warped(warped: &Warped, limits: &Limits) -> Judgement {
    judge_on(&warped.stance, limits, &warped.change, DVec3::Y)
}

/// Judges a stance on ground with a unit normal, in the axes of the stance. Forces and distances are series, so their
/// extremes are found between the moments of the tables that searches look at.
pub(crate) fn judge_on(stance: &Stance, limits: &Limits, change: &Change, up: DVec3) -> Judgement {
    let core = &stance.core;
    let mut judgement = core.judged_on(limits, change, up);
    let weight = core.mass * GRAVITY;
    let contact = core.contact(&core.path());
    let at = |tau: f64| stance.centre_at(core.landing_secs + tau * core.ground_secs);
    let bend = hardest(&stance.force, core.mass) * core.ground_secs.powi(2);
    let [near, far] = distances(at, contact, bend).map(|metres| metres / core.leg);
    judgement.friction = judgement.friction.max(greatest_slip(&stance.force, LEAST_LOAD * weight, up));
    judgement.normal = judgement.normal.max(greatest_push(&stance.force, up) / weight);
    judgement.least = judgement.least.min(-greatest_push(&stance.force, -up) / weight);
    judgement.extension = [judgement.extension[0].min(near), judgement.extension[1].max(far)];
    judgement.value = judgement.valued();
    judgement
}

/// Pulls below this, in body weights, are ripples of the series between the moments at which it was fitted without any: less
/// than a force plate tells.
const NO_PULL: f64 = 0.03;

/// Friction is counted against at least this share of the weight.
pub(crate) const LEAST_LOAD: f64 = 0.5;

impl Core {
    /// Judges it on level ground.
    pub(crate) fn judged(&self, limits: &Limits, change: &Change) -> Judgement {
        self.judged_on(limits, change, DVec3::Y)
    }

    /// Judges it on ground with a unit normal, in the axes of the stance: friction, push and pull are those along and
    /// across the normal.
    pub(crate) fn judged_on(&self, limits: &Limits, change: &Change, up: DVec3) -> Judgement {
        let weight = self.mass * GRAVITY;
        let path = self.path();
        let contact = self.contact(&path);
        let (mut slip, mut normal, mut least) = (0.0f64, f64::MIN, f64::MAX);
        let (mut near, mut far) = (f64::MAX, 0.0f64);
        for (force, at) in self.force.iter().zip(&path) {
            let push = force.dot(up);
            let load = push.max(LEAST_LOAD * weight);
            slip = slip.max((*force - up * push).length_squared() / (load * load));
            (normal, least) = (normal.max(push), least.min(push));
            let away = at.distance_squared(contact);
            (near, far) = (near.min(away), far.max(away));
        }
        let mut judgement = Judgement {
            value: 0.0,
            friction: slip.sqrt(),
            extension: [near.sqrt() / self.leg, far.sqrt() / self.leg],
            normal: normal / weight,
            least: least / weight,
            reach: self.farthest_reach(&path, contact),
            reach_limit: self.reach + limits.reach_slack,
            limits: *limits,
            change: *change,
            ground_secs: self.ground_secs,
        };
        judgement.value = judgement.valued();
        judgement
    }
}

impl Judgement {
    /// Whether a body can do it.
    pub fn is_plausible(&self) -> bool {
        self.value > 0.0
    }

    /// How far each limit is, as a share of it; below zero where it is broken.
    pub(crate) fn margins(&self) -> [f64; 7] {
        let Limits { friction, extension: [near, far], normal, .. } = self.limits;
        [
            1.0 - self.friction / friction,
            1.0 - self.extension[1] / far,
            self.extension[0] / near - 1.0,
            1.0 - self.normal / normal,
            1.0 - self.reach / self.reach_limit,
            self.least + 0.02,
            -self.change.late_secs / self.ground_secs + if self.change.late_secs > 0.0 { 0.0 } else { 1.0 },
        ]
    }

    /// The limits that are not kept, and by how much.
    pub fn violations(&self) -> Vec<Violation> {
        let mut list = Vec::new();
        self.each_violation(|violation, _| list.push(violation));
        list
    }

    /// \[BPBM\] §4.3, eq. 4.11–4.14; the last lost its operator in print and is read as a subtraction.
    fn valued(&self) -> f64 {
        let (mut value, mut broken) = (1.0, false);
        self.each_violation(|_, cost| {
            value -= cost;
            broken = true;
        });
        if broken {
            // A limit that is just reached costs exactly 1.
            return value.min(-1e-9);
        }
        let Limits { friction, extension: [near, far], .. } = self.limits;
        let room = (far - self.extension[1]) / far * ((self.extension[0] - near) / near);
        (10_000.0 * (friction - self.friction) / friction * room * room).max(1e-9)
    }

    fn each_violation(&self, mut tell: impl FnMut(Violation, f64)) {
        let Limits { friction, extension: [near, far], normal, .. } = self.limits;
        let mut upper = |what, value: f64, limit: f64| {
            if value > limit {
                tell(Violation { what, value, limit }, value / limit);
            }
        };
        upper(Limit::Friction, self.friction, friction);
        upper(Limit::Far, self.extension[1], far);
        upper(Limit::Normal, self.normal, normal);
        upper(Limit::LimbReach, self.reach, self.reach_limit);
        if self.extension[0] < near {
            let value = self.extension[0];
            tell(Violation { what: Limit::Near, value, limit: near }, near / value.max(1e-3));
        }
        if self.least < -NO_PULL {
            tell(Violation { what: Limit::Pull, value: self.least, limit: 0.0 }, 1.0 - self.least);
        }
        if self.change.late_secs > 0.0 {
            let value = self.change.late_secs;
            tell(Violation { what: Limit::Timing, value, limit: 0.0 }, 1.0 + value / self.ground_secs);
        }
        for value in [self.change.scale.x, self.change.scale.y].into_iter().filter(|&scale| scale < 0.0) {
            tell(Violation { what: Limit::Reversed, value, limit: 0.0 }, 1.0 - value);
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, limit, .. } = *self;
        match self.what {
            Limit::Friction => {
                let [value, limit] = told_apart(value, limit, 2);
                write!(f, "the foot slips: friction {value}, at most {limit}")
            }
            Limit::Far => {
                let [value, limit] = told_apart(value, limit, 2);
                write!(f, "the body is too far from the foot: {value} leg lengths, at most {limit}")
            }
            Limit::Near => {
                let [value, limit] = told_apart(value, limit, 2);
                write!(f, "the body is too near to the foot: {value} leg lengths, at least {limit}")
            }
            Limit::Normal => {
                let [value, limit] = told_apart(value, limit, 1);
                write!(f, "the push is too hard: {value} body weights, at most {limit}")
            }
            Limit::Pull => write!(f, "the ground would have to pull: {value:.2} body weights"),
            Limit::LimbReach => {
                let [value, limit] = told_apart(value, limit, 3);
                write!(f, "the leg is too short: hip to ankle {value} leg lengths, at most {limit}")
            }
            Limit::Timing => write!(f, "the contact reaches {value:.3} s beyond an apex"),
            Limit::Reversed => write!(f, "the force is turned round, times {value:.2}"),
        }
    }
}
