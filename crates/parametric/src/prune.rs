//! Leaving out examples that the others make up for.

use segue_blend::BlendError;
use segue_motion::ClipId;

use crate::refine::{Task, refine};
use crate::sample::nearest;
use crate::{Parametric, ParametricError};

/// Examples that take part in standing in for one, by dimension: more than are needed, so that there is room to move.
const STAND_INS: usize = 2;

impl Parametric {
    /// The examples that can be left out because blends of the others reproduce their parameters within a tolerance
    /// (\[KG04\] §4.2), one after the other; never the reference. Build again without them.
    ///
    /// # Errors
    /// Never for a motion that was built.
    pub fn prunable(&self, tolerance_metres: f64) -> Result<Vec<ClipId>, ParametricError> {
        let reference = self.ensemble.registration().reference();
        let mut left_out = Vec::new();
        for example in self.clips.ids().filter(|&example| example != reference) {
            let others: Vec<ClipId> =
                self.clips.ids().filter(|other| *other != example && !left_out.contains(other)).collect();
            if self.off_without(example, &others)?.is_some_and(|off| off <= tolerance_metres) {
                left_out.push(example);
            }
        }
        Ok(left_out)
    }

    /// How near blends of others come to the parameters of an example, in metres; `None` when they are too few.
    fn off_without(&self, example: ClipId, others: &[ClipId]) -> Result<Option<f64>, ParametricError> {
        let needed = self.scales.len() + 1;
        if others.len() < needed {
            return Ok(None);
        }
        let parameters = |n: ClipId| self.samples[n.index()].parameters.clone();
        let (target, own) = (parameters(example), others.iter().map(|&n| parameters(n)).collect::<Vec<_>>());
        let near = nearest(&own, &target, &self.scales, STAND_INS * needed);
        let active: Vec<usize> = near.iter().map(|&n| others[n].index()).collect();
        let mut weights = vec![0.0; self.clips.len()];
        active[..needed].iter().for_each(|&n| weights[n] = 1.0 / needed as f64);
        let task =
            Task { target: &target, scales: &self.scales, valid: self.settings.valid, active: &active };
        let [_, off] = refine(&task, &mut weights, &mut self.rehearsal.clone()).map_err(BlendError::from)?;
        Ok(Some(off))
    }
}
