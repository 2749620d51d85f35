//! The stances of clips.

use std::path::Path;

use segue_formats::Note;
use segue_motion::{Clip, RateVerdict};
use segue_stance::{Extracted, Extraction, Limits, StanceLibrary, TrySettings, extract, gather, judge};
use serde::{Deserialize, Serialize};

use super::named::{MASS_KG, settings};
use super::pictures::extraction_plot;
use super::{JudgementFacts, StanceFacts};
use crate::files::write_stances;
use crate::plots::Canvas;
use crate::verbs::{ClipsRequest, Done, FilesKept, Picture, Verb, VerbError, Watch};

/// Extract the stances of clips.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceExtractRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// What the figure weighs.
    pub mass_kg: f64,
}

impl Default for StanceExtractRequest {
    fn default() -> Self {
        Self { clips: ClipsRequest::default(), mass_kg: MASS_KG }
    }
}

/// What came of [`StanceExtractRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceExtractAnswer {
    /// The clips that have stances.
    pub clips: Vec<ClipStances>,
    /// Why other clips have none, a sentence for each.
    pub without: Vec<String>,
}

/// The stances of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClipStances {
    /// The clip.
    pub clip: String,
    /// Its stances, in order of time.
    pub stances: Vec<ExtractedFacts>,
    /// Contacts that make no stance.
    pub refused: Vec<RefusedContact>,
    /// Whether the flights show that the frame rate, or the scale, is wrong.
    pub rate_contradicted: bool,
    /// The frame rate that the flights tell, in frames per second; `None` without flights.
    pub likely_rate_hz: Option<f64>,
}

/// A stance and how well it follows its capture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ExtractedFacts {
    /// The stance.
    pub stance: StanceFacts,
    /// Root mean square distance of the simulated centre of mass from the captured one.
    pub com_rms_metres: f64,
    /// Root mean square angle between the simulated and the captured orientation.
    pub orientation_rms_degrees: f64,
    /// The gravity that the flights before and after would choose, in m/s².
    pub free_gravity: Vec<f64>,
    /// Whether the force keeps within friction.
    pub within_friction: bool,
    /// Whether a body can do it.
    pub judgement: JudgementFacts,
}

/// A contact that makes no stance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedContact {
    /// First and last frame, both included.
    pub range: [usize; 2],
    /// Why, with the numbers at fault.
    pub reason: String,
}

/// Stances that were extracted.
#[derive(Clone, Debug)]
pub struct ExtractedStances {
    /// The clips.
    pub clips: Vec<Clip>,
    /// The names of those that have stances, with what was extracted.
    pub found: Vec<(String, Extraction)>,
    mass_kg: f64,
}

impl Verb for StanceExtractRequest {
    const NAME: &'static str = "stance extract";
    type Answer = StanceExtractAnswer;
    type Work = ExtractedStances;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let clips = self.clips.read_keeping(FilesKept::None, watch)?.clips;
        let (mut found, mut without) = (Vec::new(), Vec::new());
        for (n, clip) in clips.iter().enumerate() {
            watch.step(clip.name(), n + 1, clips.len())?;
            match extract(clip, &settings(self.mass_kg)) {
                Ok(extraction) => found.push((clip.name().to_owned(), extraction)),
                Err(error) => {
                    watch.note(&Note::warning(error.to_string()), None);
                    without.push(error.to_string());
                }
            }
        }
        for (clip, extraction) in &found {
            report_refusals(clip, extraction, watch);
        }
        let facts = found.iter().map(|(clip, extraction)| ClipStances::of(clip, extraction)).collect();
        let work = ExtractedStances { clips, found, mass_kg: self.mass_kg };
        Ok(Done { answer: StanceExtractAnswer { clips: facts, without }, work })
    }
}

fn report_refusals(clip: &str, extraction: &Extraction, watch: &dyn Watch) {
    if extraction.stances.is_empty() {
        let count = extraction.refusals.len();
        let text = format!("no stance; {count} stretches make none, for the reasons given");
        watch.note(&Note::warning(text), Some(clip));
    }
    for refusal in &extraction.refusals {
        let text = format!("frames {} make no stance: {}", refusal.frames, refusal.reason);
        watch.note(&Note::info(text), Some(clip));
    }
}

impl ClipStances {
    fn of(clip: &str, extraction: &Extraction) -> Self {
        let refused = |refusal: &segue_stance::Refusal| RefusedContact {
            range: [refusal.frames.first, refusal.frames.last],
            reason: refusal.reason.clone(),
        };
        Self {
            clip: clip.to_owned(),
            stances: extraction.stances.iter().map(ExtractedFacts::from).collect(),
            refused: extraction.refusals.iter().map(refused).collect(),
            rate_contradicted: extraction.rate.verdict() == RateVerdict::Contradicts,
            likely_rate_hz: extraction.rate.likely_rate(),
        }
    }
}

impl From<&Extracted> for ExtractedFacts {
    fn from(one: &Extracted) -> Self {
        Self {
            stance: (&one.stance).into(),
            com_rms_metres: one.com_rms,
            orientation_rms_degrees: one.orientation_rms.to_degrees(),
            free_gravity: one.free_gravity.clone(),
            within_friction: one.within_friction,
            judgement: (&judge(&one.stance, &Limits::default())).into(),
        }
    }
}

impl ExtractedStances {
    /// Writes the stances of the clips and of their mirror images, with the clips: a `.segue-stances` file. Returns how
    /// many stances it has.
    ///
    /// # Errors
    /// When there is none, or the file cannot be written.
    pub fn store(&self, path: &Path) -> Result<usize, VerbError> {
        let stances = gather(&self.clips, &settings(self.mass_kg), true).stances;
        if stances.is_empty() {
            return Err(VerbError::Request(format!(
                "none of the {} clips has a stance, so nothing is saved: {}",
                self.clips.len(),
                path.display()
            )));
        }
        let tries = TrySettings::default();
        let library = StanceLibrary::new(stances, &tries);
        write_stances(path, &self.clips, &library, &tries)?;
        Ok(library.stances().len())
    }
}

impl Picture for ExtractedStances {
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(extraction_plot(&self.found))
    }
}
