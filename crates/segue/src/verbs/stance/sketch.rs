//! A sketch while it is drawn.

use glam::DVec3;
use segue_formats::Note;
use segue_stance::{AimSettings, AimedPath, EditOutcome, Playback, RigidMoment, Session, Sketch, SketchEdit};
use serde::{Deserialize, Serialize};

use super::verdict::InSketch;
use super::{PathFacts, PathVerdict, StanceSource, Stock};
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Edit a sketch, and report what is read and planned of it and whether a body can do it. Nothing is composed, so it is
/// fast enough to be asked at every stroke.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceSketchRequest {
    /// What is drawn so far; a last path without a shadow waits for it.
    pub sketch: Sketch,
    /// Changes, in order.
    pub edits: Vec<SketchEdit>,
    /// Find captured stances and judge them; without it paths are only read and planned.
    pub stances: bool,
    /// Moments per second of the rigid body to report; 0 for none.
    pub playback_hz: f64,
    /// The stances to choose from.
    pub source: StanceSource,
}

impl Default for StanceSketchRequest {
    fn default() -> Self {
        Self {
            sketch: Sketch::default(),
            edits: Vec::new(),
            stances: true,
            playback_hz: 0.0,
            source: StanceSource::default(),
        }
    }
}

/// What came of [`StanceSketchRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StanceSketchAnswer {
    /// The sketch with the changes made: what the next request begins with.
    pub sketch: Sketch,
    /// Whether the shadow of the last path is to be drawn next.
    pub shadow_next: bool,
    /// What each change did.
    pub outcomes: Vec<EditOutcome>,
    /// What is known of each path that has a shadow.
    pub paths: Vec<SketchedPath>,
}

/// What is known of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SketchedPath {
    /// As it was drawn.
    pub reading: PathFacts,
    /// As a body can do it.
    pub plan: PathFacts,
    /// Limits that no path near the drawing keeps, in words; with stances the verdict says so.
    pub broken: Vec<String>,
    /// Whether a body can do it; only with stances.
    pub verdict: Option<PathVerdict>,
    /// The rigid body, moment by moment.
    pub playback: Vec<RigidFacts>,
}

/// The rigid body at a time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RigidFacts {
    /// From the first apex.
    pub secs: f64,
    /// Of the centre of mass, in metres.
    pub position: [f64; 3],
    /// Of the ellipsoid, x, y, z, w.
    pub orientation: [f64; 4],
    /// Of the ellipsoid with the body's inertia, in metres.
    pub half_axes: [f64; 3],
    /// Of the ground; none in flight.
    pub force_newtons: [f64; 3],
    /// Where it acts, in metres.
    pub contact: [f64; 3],
    /// Corners of the polygon within which the feet push; none in flight.
    pub support: Vec<[f64; 3]>,
}

impl RigidFacts {
    fn of(secs: f64, moment: &RigidMoment) -> Self {
        Self {
            secs,
            position: moment.position.to_array(),
            orientation: moment.orientation.to_array(),
            half_axes: moment.half_axes.to_array(),
            force_newtons: moment.force.to_array(),
            contact: moment.contact.to_array(),
            support: moment.support.iter().map(DVec3::to_array).collect(),
        }
    }
}

impl Verb for StanceSketchRequest {
    const NAME: &'static str = "stance sketch";
    type Answer = StanceSketchAnswer;
    type Work = Session;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if !(0.0..=1000.0).contains(&self.playback_hz) {
            let text = format!("playback_hz is {}; it must be 0 to 1000", self.playback_hz);
            return Err(VerbError::Request(text));
        }
        // A path is read for the figure that will do it, as `stance path` does.
        let stock = self.source.read(watch)?;
        watch.go_on()?;
        let mut session = Session::open_for(self.sketch.clone(), stock.library.figure())?;
        watch.go_on()?;
        let outcomes = self.edits.iter().map(|edit| session.edit(edit)).collect::<Result<_, _>>()?;
        watch.go_on()?;
        let answer = StanceSketchAnswer {
            sketch: session.sketch(),
            shadow_next: session.is_shadow_next(),
            outcomes,
            paths: self.paths(&session, &stock, watch)?,
        };
        Ok(Done { answer, work: session })
    }
}

impl StanceSketchRequest {
    fn paths(
        &self,
        session: &Session,
        stock: &Stock,
        watch: &dyn Watch,
    ) -> Result<Vec<SketchedPath>, VerbError> {
        let settings = AimSettings { find: self.source.find_settings(), ..AimSettings::default() };
        let mut paths = Vec::new();
        for path in 0..session.len() {
            let (Some(reading), Some(plan)) = (session.reading(path), session.plan(path)) else { continue };
            let mut facts = SketchedPath {
                reading: PathFacts::of(&reading.contacts, &reading.arcs, &reading.warnings),
                plan: PathFacts::of(&plan.contacts, &plan.arcs, &plan.moved),
                broken: plan.broken.iter().map(ToString::to_string).collect(),
                verdict: None,
                playback: Vec::new(),
            };
            if self.stances {
                watch.go_on()?;
                let aimed = session.stances(path, &stock.library, &settings)?;
                for wish in aimed.unmet(reading, &session.sketch().paths[path].wishes)? {
                    watch.note(&Note::warning(wish), None);
                }
                facts.broken.clear();
                let verdicts = aimed.verdicts(plan, &stock.library, &settings.find)?;
                let place = InSketch { path, misses: &aimed.misses };
                facts.verdict = Some(PathVerdict::of(&aimed.links, &verdicts, Some(&place)));
                facts.playback = self.playback(&aimed);
            }
            paths.push(facts);
        }
        Ok(paths)
    }

    fn playback(&self, aimed: &AimedPath) -> Vec<RigidFacts> {
        if self.playback_hz <= 0.0 {
            return Vec::new();
        }
        let playback = Playback::new(&aimed.links);
        let count = (playback.duration_secs() * self.playback_hz).floor() as usize;
        let moment = |i: usize| {
            let secs = i as f64 / self.playback_hz;
            playback.at(secs).map(|moment| RigidFacts::of(secs, &moment))
        };
        (0..=count).filter_map(moment).collect()
    }
}
