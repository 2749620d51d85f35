//! Whether a motion is as good as what it was made of, for people and programs.

use segue_blend::quality::{FaultKind, QualityFault, Verdict};
use segue_formats::Note;
use serde::{Deserialize, Serialize};

use super::Watch;

/// A motion judged by its sources.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictFacts {
    /// Whether nothing is wrong.
    pub good: bool,
    /// One line for a person: that it is good, or what is wrong, where, and what to try.
    pub summary: String,
    /// What is wrong, the most conspicuous first.
    pub faults: Vec<FaultFacts>,
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

impl From<&Verdict> for VerdictFacts {
    fn from(verdict: &Verdict) -> Self {
        let faults = verdict.faults.iter().map(FaultFacts::from).collect();
        Self { good: verdict.is_good(), summary: verdict.to_string(), faults }
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

/// Says what is wrong with a motion, as a warning, or that it is good.
pub(super) fn tell_verdict(verdict: &Verdict, watch: &dyn Watch) {
    let text = verdict.to_string();
    watch.note(&if verdict.is_good() { Note::info(text) } else { Note::warning(text) }, None);
}
