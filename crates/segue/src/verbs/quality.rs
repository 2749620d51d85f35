//! The numbers of a motion for programs.

use segue_blend::quality::Quality;
use serde::{Deserialize, Serialize};

/// The numbers by which a motion is judged, with their units in their names.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct QualityFacts {
    /// How fast planted points slide, on average; `None` when nothing is planted.
    pub skate_cm_per_sec: Option<f64>,
    /// How far planted points slide in one plant, on average.
    pub skate_cm_per_plant: Option<f64>,
    /// The farthest that a planted point gets from where it was.
    pub worst_drift_mm: Option<f64>,
    /// How many plants there are.
    pub plants: usize,
    /// The deepest that a foot is below the floor.
    pub penetration_cm: f64,
    /// The share of frames in which a foot is below the floor.
    pub penetration_share: f64,
    /// The length of the root trajectory on the floor.
    pub path_metres: f64,
    /// The distance from start to end of the root trajectory by its length.
    pub straightness: f64,
    /// How far the root trajectory turns.
    pub path_turn_degrees: f64,
    /// How far the figure turns.
    pub facing_turn_degrees: f64,
    /// Sideways acceleration of the root, in m/s².
    pub path_roughness: f64,
    /// The largest third difference of the joints over 1/30 s, root-mean-square.
    pub jerk_mm: f64,
    /// The largest second difference of a knee's angle over 1/30 s; `None` without knees.
    pub knee_pop_degrees: Option<f64>,
}

impl From<&Quality> for QualityFacts {
    fn from(quality: &Quality) -> Self {
        Self {
            skate_cm_per_sec: quality.skate.map(|skate| skate.cm_per_sec),
            skate_cm_per_plant: quality.skate.map(|skate| skate.cm_per_plant),
            worst_drift_mm: quality.skate.map(|skate| skate.worst_drift_mm),
            plants: quality.skate.map_or(0, |skate| skate.plants),
            penetration_cm: quality.penetration.worst_cm,
            penetration_share: quality.penetration.share,
            path_metres: quality.root.metres,
            straightness: quality.root.straightness,
            path_turn_degrees: quality.root.turn_degrees,
            facing_turn_degrees: quality.root.facing_degrees,
            path_roughness: quality.root.roughness,
            jerk_mm: quality.jerk_mm,
            knee_pop_degrees: quality.knee_pop_degrees,
        }
    }
}
