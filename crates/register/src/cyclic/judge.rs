//! Whether loops belong together, and what a person should know.

use segue_motion::{ClipId, ClipSet};

use super::Circle;
use super::align::Aligned;
use crate::RegisterError;

/// Loops further than this from each other, in legs, are not the same kind of motion; from this on it is doubtful.
const HIGHEST_MEAN_LEGS: f64 = 0.9;
const HIGH_MEAN_LEGS: f64 = 0.45;

/// Strikes further than this from the curve, as part of a step's cycle, do not meet.
const MISSED: f64 = 0.12;

impl Circle<'_> {
    /// What is reported about two loops.
    pub(super) fn told(&self, clips: &ClipSet, reference: ClipId, id: ClipId, aligned: &Aligned) -> String {
        let [first, second] = [reference, id].map(|id| clips[id].name());
        let [laps, others] = [reference, id].map(|id| self.laps[id.index()]);
        let ahead = (aligned.wave.at(0.0) * others as f64).rem_euclid(1.0);
        format!(
            "`{first}` and `{second}` are loops, played {laps} and {others} times; the second goes with the first from {ahead:.2} of its \
             lap on"
        )
    }

    /// Refuses loops that have nothing in common; says what is doubtful.
    pub(super) fn judge(
        &self,
        clips: &ClipSet,
        reference: ClipId,
        aligned: &[Option<Aligned>],
        force: bool,
    ) -> Result<Vec<String>, RegisterError> {
        let mut warnings = Vec::new();
        for (id, one) in clips.ids().zip(aligned) {
            let Some(one) = one else { continue };
            let [first, second] = [reference, id].map(|id| clips[id].name().to_owned());
            let (legs, mean_cm) = (one.mean_metres / self.leg, 100.0 * one.mean_metres);
            if legs > HIGHEST_MEAN_LEGS && !force {
                let contrast = one.mean_metres / self.median_metres([reference, id]).max(f64::EPSILON);
                return Err(RegisterError::Unlike { first, second, mean_cm, contrast });
            }
            if legs > HIGH_MEAN_LEGS {
                warnings.push(format!(
                    "`{first}` and `{second}` are {legs:.2} of a leg apart on average: they may not be the same kind of motion"
                ));
            }
            if one.worst > MISSED {
                let percent = 100.0 * one.worst;
                warnings.push(format!(
                    "`{first}` and `{second}` step at different rhythms: a step is {percent:.0} % of a cycle off; their feet may slide"
                ));
            }
        }
        Ok(warnings)
    }
}
