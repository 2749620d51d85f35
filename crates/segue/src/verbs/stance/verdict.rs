//! The verdict on a path, the same in every front end.

use segue_formats::Note;
use segue_stance::{Link, Nearest, Params, SketchEdit, StepVerdict, summary};
use serde::{Deserialize, Serialize};

use super::StanceFacts;
use crate::verbs::Watch;

/// Whether a body can do a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathVerdict {
    /// Whether nothing is wrong.
    pub good: bool,
    /// One line for a person: that a body can do it, or what is wrong, and what works.
    pub summary: String,
    /// The steps, in order.
    pub steps: Vec<StepFacts>,
}

/// Whether a body can do one step of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepFacts {
    /// The contact of the sketch, from 0; `None` without a sketch.
    pub contact: Option<usize>,
    /// The stance.
    pub stance: StanceFacts,
    /// Whether nothing is wrong.
    pub good: bool,
    /// The verdict in words: that a body can do it, or why not and what works.
    pub said: String,
    /// How far its foot is from the planned contact; only for sketches.
    pub miss_metres: Option<f64>,
    /// The nearest parameters that a body can do, where it cannot do this.
    pub nearest: Option<Params>,
    /// The parameters in the way, the one most in it first.
    pub in_the_way: Vec<String>,
    /// Edits of the sketch that ask for the nearest.
    pub mend: Vec<SketchEdit>,
}

/// Where the steps of a path are in their sketch.
pub(super) struct InSketch<'a> {
    /// The number of the path.
    pub(super) path: usize,
    /// For each step the contact, and by how much its foot misses it, in metres.
    pub(super) misses: &'a [(usize, f64)],
}

impl PathVerdict {
    pub(super) fn of(links: &[Link], verdicts: &[StepVerdict], sketch: Option<&InSketch<'_>>) -> Self {
        let step = |(n, (link, verdict))| {
            StepFacts::of(link, verdict, sketch.map(|sketch| (sketch.path, sketch.misses[n])))
        };
        Self {
            good: verdicts.iter().all(StepVerdict::is_good),
            summary: summary(verdicts),
            steps: links.iter().zip(verdicts).enumerate().map(step).collect(),
        }
    }

    /// Warns of every step that is not good.
    pub(super) fn tell(&self, watch: &dyn Watch) {
        for (number, step) in (1..).zip(&self.steps).filter(|(_, step)| !step.good) {
            watch.note(&Note::warning(format!("step {number}: {}", step.said)), None);
        }
    }
}

impl StepFacts {
    fn of(link: &Link, verdict: &StepVerdict, sketch: Option<(usize, (usize, f64))>) -> Self {
        let nearest = verdict.nearest.as_ref();
        let mend = |(path, (contact, _)): (usize, (usize, f64))| {
            nearest.map_or_else(Vec::new, |nearest| mend(path, contact, link.place.ground, nearest))
        };
        Self {
            contact: sketch.map(|(_, (contact, _))| contact),
            stance: (&link.found.warped.stance).into(),
            good: verdict.is_good(),
            said: verdict.said(),
            miss_metres: sketch.map(|(_, (_, miss))| miss),
            nearest: nearest.map(|nearest| nearest.params),
            in_the_way: nearest
                .iter()
                .flat_map(|nearest| nearest.changed.iter().map(|&i| Params::NAMES[i].to_owned()))
                .collect(),
            mend: sketch.map_or_else(Vec::new, mend),
        }
    }
}

/// Edits that ask for the nearest: height and speed of the arc after a contact.
fn mend(path: usize, contact: usize, ground: f64, nearest: &Nearest) -> Vec<SketchEdit> {
    let Params { ze, ve, vp, .. } = nearest.params;
    let changes = |names: &[&str]| nearest.changed.iter().any(|&i| names.contains(&Params::NAMES[i]));
    let apex = changes(&["ZE"]).then_some(SketchEdit::Apex { path, arc: contact, height: ground + ze });
    let speed =
        changes(&["VE", "VP"]).then_some(SketchEdit::Speed { path, arc: contact, speed: ve.hypot(vp) });
    apex.into_iter().chain(speed).collect()
}
