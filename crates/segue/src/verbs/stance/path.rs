//! Motion of the whole body along a path of stances.

use std::fs;
use std::path::{Path, PathBuf};

use segue_formats::Note;
use segue_motion::Clip;
use segue_stance::{ComposeSettings, Composed, Link, Params, Request, Sketch, compose};
use serde::{Deserialize, Serialize};

use super::plan::Planner;
use super::{JudgementFacts, StanceFacts, StanceSource};
use crate::files::{StoreError, write_with_plants};
use crate::plots::{Canvas, ContactSheet, contact_sheet};
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Make motion of the whole body along a path: a stance is found for each part of it, and the clips they come from are
/// played along the simulated path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StancePathRequest {
    /// What the path is.
    pub path: WantedPath,
    /// What the result is called; without it `path`.
    pub name: Option<String>,
    /// Frames per second of the result.
    pub rate_hz: f64,
    /// Begin standing still.
    pub from_stand: bool,
    /// End standing still.
    pub to_stand: bool,
    /// The stances to choose from.
    pub source: StanceSource,
}

impl Default for StancePathRequest {
    fn default() -> Self {
        Self {
            path: WantedPath::default(),
            name: None,
            rate_hz: ComposeSettings::default().rate,
            from_stand: false,
            to_stand: false,
            source: StanceSource::default(),
        }
    }
}

/// A path: what each stance does, or how it was drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum WantedPath {
    /// A list of parameter sets.
    Stances {
        /// What each stance does. The first may have the kind `from_stand`, the last `to_stand`.
        stances: Vec<Request>,
    },
    /// A recorded sketch: camera, scene, path and shadow in pixels.
    Sketch(Box<Sketch>),
}

impl Default for WantedPath {
    fn default() -> Self {
        Self::Stances { stances: Vec::new() }
    }
}

/// Reads a path from a JSON file.
///
/// # Errors
/// When it cannot be opened, or holds neither stances nor a sketch.
pub fn read_path(path: &Path) -> Result<WantedPath, VerbError> {
    let name = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| VerbError::Request(format!("cannot read the file ({error}): {name}")))?;
    serde_json::from_str(&text).map_err(|_| {
        VerbError::Request(format!(
            "neither {{\"stances\": […]}} nor a sketch with camera, scene, path and shadow: {name}"
        ))
    })
}

/// What came of [`StancePathRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StancePathAnswer {
    /// The stances of the path.
    pub stances: Vec<PathStance>,
    /// The name of the motion.
    pub clip: String,
    /// How many frames it has.
    pub frames: usize,
    /// How long it lasts.
    pub duration_secs: f64,
    /// When each apex is reached; standing counts as one where the path begins or ends with it.
    pub apex_secs: Vec<f64>,
    /// When the contact of each stance begins and ends.
    pub contact_secs: Vec<[f64; 2]>,
    /// The farthest that the centre of mass is from the simulated path.
    pub centre_off_metres: f64,
    /// The farthest that an ankle is from where it should be.
    pub ankle_off_metres: f64,
    /// The files that the front end wrote it to.
    pub written: Vec<PathBuf>,
}

/// A stance of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathStance {
    /// The stance.
    pub stance: StanceFacts,
    /// How far it is from what a body cannot do.
    pub judgement: JudgementFacts,
    /// What was wanted in its place, where nothing does that.
    pub instead_of: Option<Params>,
}

impl From<&Link> for PathStance {
    fn from(link: &Link) -> Self {
        Self {
            stance: (&link.found.warped.stance).into(),
            judgement: (&link.found.judgement).into(),
            instead_of: link.instead_of,
        }
    }
}

/// A motion along a path.
#[derive(Clone, Debug)]
pub struct StancePathWork {
    /// The motion, with its plants.
    pub clip: Clip,
    /// The stances that it is made of.
    pub links: Vec<Link>,
}

impl Verb for StancePathRequest {
    const NAME: &'static str = "stance path";
    type Answer = StancePathAnswer;
    type Work = StancePathWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let stock = self.source.read(watch)?;
        let settings = self.source.find_settings();
        let (from_stand, to_stand) = (self.from_stand, self.to_stand);
        let planner = Planner { library: &stock.library, settings, from_stand, to_stand };
        watch.go_on()?;
        let links = match &self.path {
            WantedPath::Stances { stances } => planner.plan(stances.clone())?,
            WantedPath::Sketch(sketch) => planner.sketched(sketch, watch)?,
        };
        warn_of_misses(&links, watch);
        watch.go_on()?;
        let settings = ComposeSettings { rate: self.rate_hz, ..ComposeSettings::default() };
        let composed = compose(&links, &stock.clips, &settings)?;
        composed.notes.iter().for_each(|note| watch.note(&Note::info(note), None));
        let clip = composed.clip.clone().renamed(self.name.as_deref().unwrap_or("path"));
        let answer = answer(&links, &composed, &clip);
        Ok(Done { answer, work: StancePathWork { clip, links } })
    }
}

fn warn_of_misses(links: &[Link], watch: &dyn Watch) {
    for (number, link) in (1..).zip(links) {
        if let Some(wanted) = link.instead_of {
            let got = link.found.warped.stance.params();
            let text = format!("nothing does stance {number}, {wanted}; instead {got}");
            watch.note(&Note::warning(text), None);
        }
    }
}

fn answer(links: &[Link], composed: &Composed, clip: &Clip) -> StancePathAnswer {
    StancePathAnswer {
        stances: links.iter().map(PathStance::from).collect(),
        clip: clip.name().to_owned(),
        frames: clip.len(),
        duration_secs: clip.duration_secs(),
        apex_secs: composed.apex_secs.clone(),
        contact_secs: composed.contact_secs.clone(),
        centre_off_metres: composed.centre_off,
        ankle_off_metres: composed.ankle_off,
        written: Vec::new(),
    }
}

impl StancePathWork {
    /// Writes the motion, and its plants beside it; names the files.
    ///
    /// # Errors
    /// As [`crate::files::write`].
    pub fn write(&self, path: &Path) -> Result<Vec<PathBuf>, StoreError> {
        write_with_plants(path, &self.clip, None)
    }
}

impl Picture for StancePathWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(contact_sheet(&self.clip, &ContactSheet::default()))
    }
}
