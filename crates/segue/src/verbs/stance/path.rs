//! Motion of the whole body along a path of stances.

use std::path::{Path, PathBuf};

use segue_formats::Note;
use segue_motion::Clip;
use segue_stance::{
    ComposeSettings, Composed, Link, Params, PathPlan, PathReading, Scene, Sketch, StepVerdict, compose,
    compose_in, verdicts,
};
use serde::{Deserialize, Serialize};

use super::elevation::elevations;
use super::plan::{Planner, Sketched};
use super::scenery;
use super::sketched::sketch_plot;
use super::verdict::{InSketch, PathVerdict};
use super::{JudgementFacts, PathFacts, StanceFacts, StanceSource, Stock, WantedPath};
use crate::files::{OutputOptions, StoreError, write_with_plants};
use crate::plots::{Canvas, ContactSheet, contact_sheet};
use crate::verbs::clips::tell_doubts;
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

/// What came of [`StancePathRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StancePathAnswer {
    /// A motion for each path of a sketch; one for a list of stances.
    pub paths: Vec<PathMotion>,
    /// The files that the front end wrote them to.
    pub written: Vec<PathBuf>,
}

/// The motion along one path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathMotion {
    /// Whether a body can do it.
    pub verdict: PathVerdict,
    /// The stances of the path.
    pub stances: Vec<PathStance>,
    /// What was drawn, as it was read; only for sketches.
    pub reading: Option<PathFacts>,
    /// What was planned; only for sketches.
    pub plan: Option<PathFacts>,
    /// The name of the motion.
    pub clip: String,
    /// When it begins in the scene.
    pub start_secs: f64,
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
    /// How deep a foot is under the ground at worst.
    pub sunk_metres: f64,
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

/// Motions along paths.
#[derive(Clone, Debug)]
pub struct StancePathWork {
    /// The motions with their plants and the stances that they are made of.
    pub paths: Vec<MadePath>,
    /// The scene and what was drawn, for sketches.
    pub sketch: Option<Sketch>,
}

/// A motion along a path.
#[derive(Clone, Debug)]
pub struct MadePath {
    /// The motion, with its plants.
    pub clip: Clip,
    /// The stances that it is made of.
    pub links: Vec<Link>,
    /// What was read, for sketches.
    pub reading: Option<PathReading>,
    /// What was planned, for sketches.
    pub plan: Option<PathPlan>,
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
        match &self.path {
            WantedPath::Stances { stances } => {
                let links = planner.plan(stances.clone())?;
                let verdicts = verdicts(&links, &stock.library, &planner.settings)?;
                let name = self.name.as_deref().unwrap_or("path");
                let made = self.composed((links, verdicts), &stock, None, name, watch)?;
                Ok(Done {
                    answer: StancePathAnswer::of(vec![made.0]),
                    work: StancePathWork { paths: vec![made.1], sketch: None },
                })
            }
            WantedPath::Sketch(sketch) => self.sketched(&planner.prepared(sketch), &planner, &stock, watch),
        }
    }
}

impl StancePathAnswer {
    fn of(paths: Vec<PathMotion>) -> Self {
        Self { paths, written: Vec::new() }
    }
}

impl StancePathRequest {
    fn sketched(
        &self,
        sketch: &Sketch,
        planner: &Planner<'_>,
        stock: &Stock,
        watch: &dyn Watch,
    ) -> Result<Done<Self>, VerbError> {
        if sketch.paths.is_empty() {
            return Err(VerbError::Request("paths: it is empty; draw at least one path".to_owned()));
        }
        let (mut motions, mut paths) = (Vec::new(), Vec::new());
        for (number, drawing) in sketch.paths.iter().enumerate() {
            let Sketched { reading, plan, links, misses, verdicts } =
                planner.sketched(sketch, number, watch)?;
            let own = drawing.name.clone().unwrap_or_else(|| format!("path {}", number + 1));
            let name = if number == 0 { self.name.clone().unwrap_or(own) } else { own };
            let place = InSketch { path: number, misses: &misses };
            let (mut motion, mut made) =
                self.composed((links, verdicts), stock, Some((&sketch.scene, &place)), &name, watch)?;
            motion.start_secs = drawing.start_secs;
            motion.reading = Some(PathFacts::of(&reading.contacts, &reading.arcs, &reading.warnings));
            motion.plan = Some(PathFacts::of(&plan.contacts, &plan.arcs, &plan.moved));
            (made.reading, made.plan) = (Some(reading), Some(plan));
            motions.push(motion);
            paths.push(made);
        }
        let work = StancePathWork { paths, sketch: Some(sketch.clone()) };
        Ok(Done { answer: StancePathAnswer::of(motions), work })
    }

    /// The motion of the whole body along some stances.
    fn composed(
        &self,
        (links, verdicts): (Vec<Link>, Vec<StepVerdict>),
        stock: &Stock,
        scene: Option<(&Scene, &InSketch<'_>)>,
        name: &str,
        watch: &dyn Watch,
    ) -> Result<(PathMotion, MadePath), VerbError> {
        watch.go_on()?;
        let clips = stock.clips_of(&links)?;
        let settings = ComposeSettings { rate: self.rate_hz, ..ComposeSettings::default() };
        let composed = match scene {
            Some((scene, _)) => compose_in(&links, &clips, scene, &settings)?,
            None => compose(&links, &clips, &settings)?,
        };
        composed.notes.iter().for_each(|note| watch.note(&Note::info(note), None));
        tell_doubts(&clips, None, watch);
        let clip = composed.clip.clone().renamed(name);
        let verdicts: Vec<StepVerdict> = verdicts
            .into_iter()
            .zip(&composed.sunk_by)
            .map(|(verdict, sunk)| verdict.with_sunk(*sunk))
            .collect();
        let verdict = PathVerdict::of(&links, &verdicts, scene.map(|(_, place)| place));
        verdict.tell(watch);
        let motion = motion(&links, &composed, &clip, verdict);
        Ok((motion, MadePath { clip, links, reading: None, plan: None }))
    }
}

fn motion(links: &[Link], composed: &Composed, clip: &Clip, verdict: PathVerdict) -> PathMotion {
    PathMotion {
        verdict,
        stances: links.iter().map(PathStance::from).collect(),
        reading: None,
        plan: None,
        clip: clip.name().to_owned(),
        start_secs: 0.0,
        frames: clip.len(),
        duration_secs: clip.duration_secs(),
        apex_secs: composed.apex_secs.clone(),
        contact_secs: composed.contact_secs.clone(),
        centre_off_metres: composed.centre_off,
        ankle_off_metres: composed.ankle_off,
        sunk_metres: composed.sunk,
    }
}

impl StancePathWork {
    /// A binary glTF file of the motions with the blocks and planes of the sketch in it, as [`Self::write`] leaves it.
    #[must_use]
    pub fn with_scene(&self, glb: Vec<u8>) -> Vec<u8> {
        let furnished = self.sketch.as_ref().and_then(|sketch| scenery::with_scene(&glb, &sketch.scene));
        furnished.unwrap_or(glb)
    }

    /// Writes the motions, and the plants of each beside it; names the files. The first path goes to `path`, others beside
    /// it, with their names added. A `.glb` file holds the blocks and planes of the scene too.
    ///
    /// # Errors
    /// As [`crate::files::write`].
    pub fn write(&self, path: &Path) -> Result<Vec<PathBuf>, StoreError> {
        let mut written = Vec::new();
        for (number, made) in self.paths.iter().enumerate() {
            let path = if number == 0 { path.to_owned() } else { beside(path, made.clip.name()) };
            written.extend(write_with_plants(&path, &made.clip, None, &OutputOptions::default())?.files);
            if let Some(sketch) = &self.sketch {
                scenery::add(&path, &sketch.scene)?;
            }
        }
        Ok(written)
    }
}

/// `run.glb` and `path 2` make `run-path-2.glb`.
fn beside(path: &Path, name: &str) -> PathBuf {
    let safe: String = name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let kind = path.extension().map(|kind| format!(".{}", kind.to_string_lossy())).unwrap_or_default();
    path.with_file_name(format!("{stem}-{safe}{kind}"))
}

impl Picture for StancePathWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let sheets = self.paths.iter().map(|made| contact_sheet(&made.clip, &ContactSheet::default()));
        let Some(sketch) = &self.sketch else { return Ok(Canvas::column(&sheets.collect::<Vec<_>>())) };
        let scenes = self.paths.iter().map(|made| elevations(&sketch.scene, made));
        let drawing = std::iter::once(sketch_plot(sketch, &self.paths));
        Ok(Canvas::column(&drawing.chain(scenes).chain(sheets).collect::<Vec<_>>()))
    }
}
