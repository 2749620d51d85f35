//! `sync`: how clips correspond, for game engines.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::{ClipsRequest, Done, FilesKept, Picture, RegisterRequest, Verb, VerbError, Watch};
use crate::Cast;
use crate::plots::{Canvas, curves_plot, plants_plot};
use crate::sync::{SyncFormat, SyncSheet};

/// Write sync markers for a game engine: markers where feet are set down and lifted, and timelines of
/// corresponding moments.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SyncRequest {
    /// The clips.
    pub clips: ClipsRequest,
    /// The engine that the text is for: `json` (any program), `bevy`, `godot` or `unreal`.
    pub format: SyncFormat,
    /// How many times each timeline has, 2 to 100 000.
    pub points: usize,
    /// A file with the registration of the clips; `register` is then ignored.
    pub registration: Option<PathBuf>,
    /// How the clips are registered.
    pub register: RegisterRequest,
}

/// The most moments of a timeline: more than any engine keeps.
const MOST_POINTS: usize = 100_000;

impl Default for SyncRequest {
    fn default() -> Self {
        Self {
            clips: ClipsRequest::default(),
            format: SyncFormat::Json,
            points: 33,
            registration: None,
            register: RegisterRequest::default(),
        }
    }
}

/// Markers and timelines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SyncAnswer {
    /// The markers and timelines of all clips.
    pub sheet: SyncSheet,
    /// The same as text for the engine.
    pub text: String,
}

/// Registered clips, to be drawn.
#[derive(Clone, Debug)]
pub struct SyncWork {
    /// The clips with their registration.
    pub cast: Cast,
}

impl Verb for SyncRequest {
    const NAME: &'static str = "sync";
    type Answer = SyncAnswer;
    type Work = SyncWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if !(2..=MOST_POINTS).contains(&self.points) {
            return Err(VerbError::Request(format!(
                "a timeline has 2 to {MOST_POINTS} moments, not {}",
                self.points
            )));
        }
        let found = self.clips.read_keeping(FilesKept::None, watch)?;
        let cast = self.register.cast(&found, self.registration.as_deref(), watch)?;
        let sheet = SyncSheet::of(&cast, self.points);
        let text = sheet.print(self.format);
        Ok(Done { answer: SyncAnswer { sheet, text }, work: SyncWork { cast } })
    }
}

impl Picture for SyncWork {
    /// The curves and the matched plants.
    fn picture(&self) -> Result<Canvas, VerbError> {
        Ok(Canvas::row(&[curves_plot(&self.cast), plants_plot(&self.cast)]))
    }
}
