//! One blend and what was found of it.

use std::sync::Arc;

use segue_blend::quality::{Quality, Verdict};
use segue_blend::{Ensemble, GentleCleanUp, InterpolateSettings, clean_gently, interpolate_traced};
use segue_motion::{Anatomy, Clip, ClipSet};
use segue_register::{RegisterSettings, level_floors, register};

use crate::captures::{Capture, Half};

/// A blend of two clips.
pub(crate) struct Case {
    pub(crate) names: [String; 2],
    pub(crate) half: Half,
    pub(crate) outcome: Result<Outcome, String>,
}

/// A blend that was made.
pub(crate) struct Outcome {
    pub(crate) verdict: Verdict,
    /// What a person was warned of before the blend was made.
    pub(crate) warnings: Vec<String>,
    /// Duration ÷ that of the shorter clip.
    pub(crate) share: f64,
    /// The worst drift of a planted point, in mm.
    pub(crate) drift_mm: f64,
    /// Plants that stand still.
    pub(crate) held: usize,
    /// All plants.
    pub(crate) plants: usize,
}

impl Outcome {
    /// Whether a person was warned before the blend was made. Afterwards every bad one is: the verdict says so.
    pub(crate) fn warned(&self) -> bool {
        !self.warnings.is_empty()
    }
}

impl Case {
    /// Blends two clips halfway.
    pub(crate) fn halfway(first: &Capture, second: &Capture) -> Self {
        let names = [&first.clip, &second.clip].map(|clip| clip.name().to_owned());
        let outcome = outcome([&first.clip, &second.clip], &[1.0, 1.0]).map(|(outcome, _)| outcome);
        Self { names, half: first.half.with(second.half), outcome }
    }

    pub(crate) fn made(&self) -> Option<&Outcome> {
        self.outcome.as_ref().ok()
    }
}

/// The blend with default settings, judged, and the motion itself.
pub(crate) fn outcome(clips: [&Clip; 2], weights: &[f64]) -> Result<(Outcome, Clip), String> {
    let said = |error: &dyn std::error::Error| error.to_string();
    let set = level_floors(&ClipSet::of(clips.map(Clip::clone)).map_err(|e| said(&e))?);
    let registration = register(&set, &RegisterSettings::default()).map_err(|e| said(&e))?;
    let warnings = registration.warnings().to_vec();
    let ensemble = Arc::new(Ensemble::new(&set, registration).map_err(|e| said(&e))?);
    let traced = interpolate_traced(&ensemble, weights, &InterpolateSettings::default());
    let (blend, trace) = traced.map_err(|e| said(&e))?;
    let anatomy = Anatomy::of(blend.skeleton());
    let sources = (&set, ensemble.registration());
    let cleaned = clean_gently(&blend, &trace, sources, &GentleCleanUp::default()).map_err(|e| said(&e))?;
    let (made, held) = (cleaned.clip, cleaned.report.plants);
    let verdict = Verdict::of(&made, &clips);
    let shorter = clips[0].duration_secs().min(clips[1].duration_secs());
    let skate = Quality::of(&made, &anatomy).skate;
    let (drift_mm, plants) = skate.map_or((0.0, 0), |skate| (skate.worst_drift_mm, skate.plants));
    let share = made.duration_secs() / shorter;
    Ok((Outcome { verdict, warnings, share, drift_mm, held, plants }, made))
}
