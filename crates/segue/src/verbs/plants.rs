//! `plants`: when feet are planted.

use std::path::{Path, PathBuf};

use segue_motion::Clip;
use segue_store::read_regular_text;
use serde::{Deserialize, Serialize};

use super::{Advice, ClipsRequest, Done, FilesKept, Found, Picture, PlantsFacts, Verb, VerbError, Watch};
use crate::files::{Input, Source, detect_plants, plants_path, plants_text, save};
use crate::plots::{Canvas, feet_plot};

/// Find out when heels and toes stand still on the floor, and write it down.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlantsRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// Write the plants to `FILE.plants.json` beside the motion file; from then on that file is what counts. Samples
    /// have no file, so nothing is written for them.
    pub write: bool,
    /// Replace a plants file that says something else.
    pub force: bool,
}

/// When points of bodies are planted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlantsAnswer {
    /// The clips.
    pub clips: Vec<PlantedClip>,
    /// The plants files that were written; one that is there already as it would be written is none of them.
    pub written: Vec<PathBuf>,
}

/// When points of one body are planted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlantedClip {
    /// The name of the clip.
    pub name: String,
    /// How many frames it has.
    pub frames: usize,
    /// Its plants.
    pub plants: PlantsFacts,
}

/// Clips with the plants that were found.
#[derive(Clone, Debug)]
pub struct PlantsWork {
    /// The clips.
    pub clips: Vec<Clip>,
}

impl Verb for PlantsRequest {
    const NAME: &'static str = "plants";
    type Answer = PlantsAnswer;
    type Work = PlantsWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let Found { clips, inputs, .. } = self.clips.read_keeping(FilesKept::None, watch)?;
        let detect = |clip: Clip| {
            let plants = detect_plants(&clip);
            clip.with_constraints(plants)
        };
        let clips = clips.into_iter().map(detect).collect::<Result<Vec<Clip>, _>>()?;
        let mut written = Vec::new();
        for (clip, input) in clips.iter().zip(&inputs) {
            if let Some(file) = self.file(input)? {
                written.extend(self.store(file, clip)?);
            }
        }
        let answer = PlantsAnswer { clips: clips.iter().map(PlantedClip::of).collect(), written };
        Ok(Done { answer, work: PlantsWork { clips } })
    }
}

impl PlantsRequest {
    /// The motion file whose plants are written; none for samples and when nothing is to be written.
    fn file<'a>(&self, input: &'a Input) -> Result<Option<&'a Path>, VerbError> {
        let (Source::Path(file) | Source::Clip { file, .. }) = &input.source else { return Ok(None) };
        if !self.write {
            return Ok(None);
        }
        if input.range.is_some() {
            let reason = format!("plants are written down for whole clips; leave out the frames: {input}");
            return Err(VerbError::Refused { reason, advice: Advice::DoNotWrite });
        }
        Ok(Some(file))
    }

    /// Writes the plants of a clip unless they are written already; says where it wrote.
    fn store(&self, file: &Path, clip: &Clip) -> Result<Option<PathBuf>, VerbError> {
        let path = plants_path(file, clip.name());
        let text = plants_text(clip.constraints());
        match read_regular_text(&path) {
            Ok(old) if old == text => return Ok(None),
            Ok(_) if !self.force => {
                let reason = format!("it is there already and says something else: {}", path.display());
                return Err(VerbError::Refused { reason, advice: Advice::Replace });
            }
            _ => save(&path, text.as_bytes())?,
        }
        Ok(Some(path))
    }
}

impl PlantedClip {
    fn of(clip: &Clip) -> Self {
        Self { name: clip.name().to_owned(), frames: clip.len(), plants: PlantsFacts::of(clip.constraints()) }
    }
}

impl Picture for PlantsWork {
    /// Heights of heels and toes with their plants.
    fn picture(&self) -> Result<Canvas, VerbError> {
        match &self.clips[..] {
            [clip] => Ok(feet_plot(clip)),
            clips => {
                Err(VerbError::Request(format!("a drawing shows one clip, but there are {}", clips.len())))
            }
        }
    }
}
