//! A motion that was asked for, and what a person is told of it.

use std::sync::Mutex;

use segue::blend::quality::Skate;
use segue::formats::{Note, NoteLevel};
use segue::motion::{Anatomy, Clip, Constraints};
use segue::parametric::Parametric;
use segue::verbs::parametric::AskedMotion;
use segue::verbs::{ParametricAtRequest, Warm as _, Watch};

/// A motion that was made.
pub(crate) struct Asked {
    pub(crate) motion: AskedMotion,
    pub(crate) clip: Clip,
    /// What a person was warned of.
    warnings: Vec<String>,
}

/// A planted foot that drifts farther than this, in mm, is seen to.
const STILL_MM: f64 = 2.0;

/// Hears what a person would be warned of.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Watch for Heard {
    fn note(&self, note: &Note, _: Option<&str>) {
        if note.level == NoteLevel::Warning {
            self.0.lock().unwrap().push(note.text.clone());
        }
    }
}

impl Asked {
    pub(crate) fn of(parametric: &Parametric, target: Vec<f64>) -> Self {
        let request = ParametricAtRequest { target, ..ParametricAtRequest::default() };
        let heard = Heard::default();
        let mut done = request.run_on(parametric, &heard).unwrap();
        let (motion, clip) = (done.answer.motions.swap_remove(0), done.work.swap_remove(0).clip);
        Self { motion, clip, warnings: heard.0.into_inner().unwrap() }
    }

    /// The examples that it was made of.
    pub(crate) fn used(&self) -> Vec<usize> {
        (0..self.motion.weights.len()).filter(|&n| self.motion.weights[n].abs() > 1e-6).collect()
    }

    pub(crate) fn jerk(&self) -> f64 {
        self.motion.made.quality.jerk_mm
    }

    pub(crate) fn knee(&self) -> f64 {
        self.motion.made.quality.knee_pop_degrees.unwrap_or(0.0)
    }

    pub(crate) fn drift_mm(&self) -> f64 {
        self.motion.made.quality.worst_drift_mm.unwrap_or(0.0)
    }

    /// Whether a foot drifts and nobody is told.
    pub(crate) fn drifts_silently(&self) -> bool {
        self.drift_mm() > STILL_MM && self.warnings.is_empty()
    }

    pub(crate) fn is_faulty(&self) -> bool {
        !self.motion.made.verdict.as_ref().unwrap().good
    }

    /// The target, the weights, the plant that drifts farthest, and what is said, for those who look for causes.
    pub(crate) fn text(&self) -> String {
        let numbers = |values: &[f64]| values.iter().map(|v| format!("{v:.4}")).collect::<Vec<_>>().join(",");
        let weights: Vec<f64> = self.used().into_iter().map(|n| self.motion.weights[n]).collect();
        let said = &self.motion.made.verdict.as_ref().unwrap().summary;
        format!(
            "{}: examples {:?} by {}; {}; {said}",
            numbers(&self.motion.asked),
            self.used(),
            numbers(&weights),
            self.worst_plant()
        )
    }

    /// The plant that drifts farthest.
    fn worst_plant(&self) -> String {
        let anatomy = Anatomy::of(self.clip.skeleton());
        let drift = |kind, range| {
            let mut alone = Constraints::default();
            alone.set(kind, vec![range]).unwrap();
            Skate::of(&self.clip.clone().with_constraints(alone).unwrap(), &anatomy)
                .map_or(0.0, |skate| skate.worst_drift_mm)
        };
        let plants = self.clip.constraints().iter();
        let all = plants.flat_map(|(kind, ranges)| ranges.iter().map(move |range| (kind, *range)));
        let worst = all.max_by(|a, b| drift(a.0, a.1).total_cmp(&drift(b.0, b.1)));
        worst.map_or("no plants".to_owned(), |(kind, range)| {
            format!("{} @{range} of {} drifts {:.1} mm", kind.name(), self.clip.len(), drift(kind, range))
        })
    }
}
