//! Whether a motion looks like what it was made of.

use segue_blend::quality::{Skate, Verdict, knee_pop_degrees, largest_jerk};
use segue_motion::{Anatomy, Clip};
use segue_parametric::Parametric;

use super::meet::Met;

/// A motion is as smooth as its examples up to this many times their jerk, or that of their knees.
const SMOOTH: f64 = 1.1;

/// Knees that pop by less than this, in degrees, are smooth whatever those of the examples do.
const POP_DEGREES: f64 = 5.0;

/// Planted feet that drift less than this, in mm, stand.
pub(super) const STANDS_MM: f64 = 2.0;

/// A body that is moved further than this beside its blend, in metres, may look a little different.
pub(super) const MOVED_METRES: f64 = 0.01;

/// What can be seen of a motion beside its examples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Looks {
    /// Whether it does what was asked of it, or its answer said that this cannot be done.
    pub(super) is_met: bool,
    faults: usize,
    /// How far parts of the body were moved beside the blend, in metres.
    moved: f64,
    /// How far planted feet drift.
    drift_mm: f64,
    /// How rough it is ÷ the roughest of the examples that it was made of.
    rough: f64,
}

impl Looks {
    pub(super) fn of(met: &Met, is_met: bool, parametric: &Parametric) -> Self {
        let (answer, made) = (&met.plan.answer, met.held.body());
        let used: Vec<&Clip> = parametric
            .examples()
            .clips()
            .zip(&answer.weights)
            .filter_map(|(clip, weight)| (*weight != 0.0).then_some(clip))
            .collect();
        let anatomy = Anatomy::of(made.skeleton());
        let jerk = |clip: &Clip| largest_jerk(clip, 0.0, clip.duration_secs());
        let pop = |clip: &Clip| knee_pop_degrees(clip, &anatomy).unwrap_or(0.0).max(POP_DEGREES);
        let beside = |number: &dyn Fn(&Clip) -> f64| {
            number(made) / used.iter().map(|clip| number(clip)).fold(f64::EPSILON, f64::max)
        };
        // One example alone is that capture: its feet do what they did.
        let skate = if used.len() == 1 { None } else { Skate::of(made, &anatomy) };
        Self {
            is_met,
            faults: Verdict::of(made, &used).faults.len(),
            moved: met.plan.correction.metres(),
            drift_mm: skate.map_or(0.0, |skate| skate.worst_drift_mm),
            rough: beside(&jerk).max(beside(&pop)),
        }
    }

    /// Whether there is nothing to look for in another motion.
    pub(super) fn is_fine(&self) -> bool {
        self.is_met && self.faults == 0 && !self.is_moved() && !self.slides() && self.rough <= SMOOTH
    }

    /// Whether it is to be preferred to another.
    pub(super) fn is_better(&self, other: &Self) -> bool {
        let order = (other.is_met.cmp(&self.is_met))
            .then(self.faults.cmp(&other.faults))
            .then(self.slides().cmp(&other.slides()))
            .then(self.is_moved().cmp(&other.is_moved()))
            .then(self.rough.total_cmp(&other.rough));
        order.is_lt()
    }

    fn slides(&self) -> bool {
        self.drift_mm > STANDS_MM
    }

    fn is_moved(&self) -> bool {
        self.moved > MOVED_METRES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FINE: Looks = Looks { is_met: true, faults: 0, moved: 0.004, drift_mm: 1.0, rough: 1.05 };

    #[test]
    fn what_needs_no_warning_and_is_smooth_is_fine() {
        assert!(FINE.is_fine());
        let others = [
            Looks { is_met: false, ..FINE },
            Looks { faults: 1, ..FINE },
            Looks { moved: 0.02, ..FINE },
            Looks { drift_mm: 3.0, ..FINE },
            Looks { rough: 1.2, ..FINE },
        ];
        assert!(
            others.iter().all(|other| !other.is_fine() && FINE.is_better(other) && !other.is_better(&FINE))
        );
    }

    #[test]
    fn meeting_the_target_counts_most_and_smoothness_least() {
        let lost = Looks { is_met: false, rough: 0.5, ..FINE };
        let snaps = Looks { faults: 1, ..FINE };
        let slides = Looks { drift_mm: 9.0, ..FINE };
        let moved = Looks { moved: 0.03, ..FINE };
        let rough = Looks { rough: 2.0, ..FINE };
        let order = [rough, moved, slides, snaps, lost];
        assert!(order.windows(2).all(|pair| pair[0].is_better(&pair[1]) && !pair[1].is_better(&pair[0])));
    }
}
