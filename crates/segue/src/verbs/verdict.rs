//! Whether a motion is as good as what it was made of, for people and programs.

use std::fmt;

use segue_blend::quality::{FaultKind, QualityFault, Skate, Verdict};
use segue_formats::Note;
use segue_motion::{Anatomy, Clip};
use serde::{Deserialize, Serialize};

use super::Watch;

/// A planted point that drifts farther than this, in mm, is not held.
const HELD_MM: f64 = 10.0;

/// A motion judged by its sources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictFacts {
    /// Whether nothing is wrong.
    pub good: bool,
    /// One line for a person: that it is good, or what is wrong, where, and what to try.
    pub summary: String,
    /// What is wrong, the most conspicuous first.
    pub faults: Vec<FaultFacts>,
    /// How far planted feet drift, where they are not held.
    pub drift: Option<DriftFacts>,
}

/// Planted feet that are not held: nothing that is seen at once, and often the same in the sources.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DriftFacts {
    /// The farthest that a planted point gets from where it was.
    pub found_mm: f64,
    /// The same number of the worse source; `None` where nothing is planted in them.
    pub source_mm: Option<f64>,
}

impl DriftFacts {
    /// How far planted feet of a motion drift, beside its sources; `None` where they are held, or nothing is planted.
    pub fn of(skate: Option<&Skate>, sources: &[&Clip]) -> Option<Self> {
        let found_mm = skate?.worst_drift_mm;
        let skate = |clip: &Clip| Skate::of(clip, &Anatomy::of(clip.skeleton()));
        let drift = |clip: &&Clip| skate(clip).map(|skate| skate.worst_drift_mm);
        let worst = || sources.iter().filter_map(drift).reduce(f64::max);
        (found_mm > HELD_MM).then(|| Self { found_mm, source_mm: worst() })
    }
}

impl fmt::Display for DriftFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a planted foot drifts by {:.0} mm", self.found_mm)?;
        self.source_mm.map_or(Ok(()), |mm| write!(f, " (sources {mm:.0})"))
    }
}

/// One thing that is wrong with a motion.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FaultFacts {
    /// `drag`, `spin`, `knee`, `bob`, `jolt`, `sink` or `float`.
    pub kind: String,
    /// When it is worst, in seconds; `None` for what concerns the whole motion.
    pub secs: Option<f64>,
    /// The joint or point.
    pub joint: String,
    /// How bad it is: metres, degrees, or degrees a second.
    pub found: f64,
    /// The same number of the worse source.
    pub source: f64,
}

impl VerdictFacts {
    /// A verdict in words that agree with how far planted feet drift.
    pub fn of(verdict: &Verdict, drift: Option<DriftFacts>) -> Self {
        let summary = match &drift {
            Some(drift) if verdict.is_good() => {
                format!("good: knees and hips move as in the sources; {drift}")
            }
            _ => verdict.to_string(),
        };
        let faults = verdict.faults.iter().map(FaultFacts::from).collect();
        Self { good: verdict.is_good(), summary, faults, drift }
    }

    /// What is wrong, as a warning, or that it is good.
    pub(super) fn tell(&self, watch: &dyn Watch) {
        let text = self.summary.clone();
        watch.note(&if self.good { Note::info(text) } else { Note::warning(text) }, None);
    }
}

impl From<&QualityFault> for FaultFacts {
    fn from(fault: &QualityFault) -> Self {
        let kind = match fault.kind {
            FaultKind::Drag => "drag",
            FaultKind::Spin => "spin",
            FaultKind::Knee => "knee",
            FaultKind::Bob => "bob",
            FaultKind::Jolt => "jolt",
            FaultKind::Sink => "sink",
            FaultKind::Float => "float",
        };
        let QualityFault { found, source, secs, joint, .. } = fault.clone();
        Self { kind: kind.to_owned(), secs, joint, found, source }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn a_good_motion_whose_feet_drift_is_not_said_to_hold_them() {
        let walk = Sample::find("walk").unwrap().clip();
        let verdict = Verdict::of(&walk, &[&walk]);
        assert_eq!(
            VerdictFacts::of(&verdict, None).summary,
            "good: feet, knees and hips move as in the sources"
        );
        let drift = DriftFacts { found_mm: 65.8, source_mm: Some(71.2) };
        assert_eq!(
            VerdictFacts::of(&verdict, Some(drift)).summary,
            "good: knees and hips move as in the sources; a planted foot drifts by 66 mm (sources 71)"
        );
    }

    /// The number is that of the motion, and the sources are the worse of them; a foot that is held is not mentioned.
    #[test]
    fn drift_is_told_beside_that_of_the_worse_source() {
        let walk = Sample::find("walk").unwrap().clip();
        let own = |clip: &Clip| Skate::of(clip, &Anatomy::of(clip.skeleton())).unwrap();
        let mut slid = walk.map_poses(|frame, pose| pose.root.x += 0.004 * frame as f32).unwrap();
        slid = slid.with_constraints(walk.constraints().clone()).unwrap();
        let (held, slides) = (own(&walk), own(&slid));
        assert!(held.worst_drift_mm < HELD_MM && slides.worst_drift_mm > HELD_MM, "{held} {slides}");
        assert_eq!(DriftFacts::of(Some(&held), &[&slid]), None);
        assert_eq!(DriftFacts::of(None, &[&walk]), None);
        let found = DriftFacts::of(Some(&slides), &[&walk, &slid, &walk]).unwrap();
        assert_eq!((found.found_mm, found.source_mm), (slides.worst_drift_mm, Some(slides.worst_drift_mm)));
    }
}
