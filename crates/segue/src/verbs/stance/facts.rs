//! What is reported about stances.

use segue_stance::{
    Footing, Judgement, Limit, Limits, Mode, Params, Polygon, Stance, StanceKind, StanceOrigin, Violation,
    Warped, judge_warped,
};
use serde::{Deserialize, Serialize};

/// What is reported about a stance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceFacts {
    /// The clip it comes from and its number in it, or what was blended.
    pub name: String,
    /// How it starts and ends.
    pub kind: StanceKind,
    /// Which feet are on the ground.
    pub footing: Footing,
    /// What it does: heights `zs`, `ze` and distance `x` in metres, speeds `vs`, `ve`, `vp` in m/s.
    pub parameters: Params,
    /// When the contact begins, from the first apex.
    pub landing_secs: f64,
    /// When the contact ends.
    pub liftoff_secs: f64,
    /// When the second apex is reached.
    pub end_secs: f64,
    /// Where in which clips it comes from, in frames.
    pub origins: Vec<StanceOrigin>,
}

impl From<&Stance> for StanceFacts {
    fn from(stance: &Stance) -> Self {
        Self {
            name: stance.name().to_owned(),
            kind: stance.kind(),
            footing: stance.footing(),
            parameters: stance.params(),
            landing_secs: stance.landing_secs(),
            liftoff_secs: stance.liftoff_secs(),
            end_secs: stance.end_secs(),
            origins: stance.origins().to_vec(),
        }
    }
}

/// Whether a body can do a stance, and why not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JudgementFacts {
    /// Whether a body can do it.
    pub plausible: bool,
    /// Above zero and larger the farther all limits are, if plausible; else below zero.
    pub value: f64,
    /// The largest horizontal force by the vertical one.
    pub friction: f64,
    /// The least and greatest distance from the contact to the centre of mass, in leg lengths.
    pub extension_legs: [f64; 2],
    /// The largest vertical force, in body weights.
    pub normal_weights: f64,
    /// The greatest distance from hip to ankle, in leg lengths.
    pub reach_legs: f64,
    /// The limits that are not kept.
    pub violations: Vec<ViolationFacts>,
}

/// A limit that a stance does not keep.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ViolationFacts {
    /// Which limit.
    pub what: Limit,
    /// What the stance has.
    pub value: f64,
    /// What a body can do.
    pub limit: f64,
    /// The same in words.
    pub text: String,
}

impl From<&Violation> for ViolationFacts {
    fn from(violation: &Violation) -> Self {
        let Violation { what, value, limit } = *violation;
        Self { what, value, limit, text: violation.to_string() }
    }
}

impl From<&Judgement> for JudgementFacts {
    fn from(judgement: &Judgement) -> Self {
        Self {
            plausible: judgement.is_plausible(),
            value: judgement.value,
            friction: judgement.friction,
            extension_legs: judgement.extension,
            normal_weights: judgement.normal,
            reach_legs: judgement.reach,
            violations: judgement.violations().iter().map(ViolationFacts::from).collect(),
        }
    }
}

/// What a warp did to the force: heading, vertical and perpendicular.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChangeFacts {
    /// How the horizontal force changed.
    pub mode: Mode,
    /// Factors of the force.
    pub scale: [f64; 3],
    /// Force that follows the vertical one.
    pub tilt_newtons: [f64; 3],
    /// Factor of the time on the ground.
    pub ground_factor: f64,
    /// By how much the contact begins before the first apex or ends after the second.
    pub late_secs: f64,
    /// Whether the distance is what comes of the other five parameters.
    pub free_distance: bool,
}

impl From<&Warped> for ChangeFacts {
    fn from(warped: &Warped) -> Self {
        let change = warped.change;
        Self {
            mode: change.mode,
            scale: change.scale.to_array(),
            tilt_newtons: change.tilt.to_array(),
            ground_factor: change.ground_factor,
            late_secs: change.late_secs,
            free_distance: change.free_distance,
        }
    }
}

/// What came of warping or blending stances.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceWarpAnswer {
    /// The stance.
    pub stance: StanceFacts,
    /// What was done to its force.
    pub change: ChangeFacts,
    /// Whether a body can do it.
    pub judgement: JudgementFacts,
    /// Where the feet can push, at even moments of the contact.
    pub support_polygons: Vec<SupportPolygon>,
}

/// Where feet can push: a convex polygon on the floor.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SupportPolygon {
    /// Its corners from the contact point, heading and perpendicular in metres, counter-clockwise.
    pub corners: Vec<[f64; 2]>,
}

impl From<&Polygon> for SupportPolygon {
    fn from(polygon: &Polygon) -> Self {
        Self { corners: polygon.corners().to_vec() }
    }
}

impl From<&Warped> for StanceWarpAnswer {
    fn from(warped: &Warped) -> Self {
        Self {
            stance: (&warped.stance).into(),
            change: warped.into(),
            judgement: (&judge_warped(warped, &Limits::default())).into(),
            support_polygons: warped.stance.support().iter().map(SupportPolygon::from).collect(),
        }
    }
}
