//! What a library is indexed with.

use segue_library::{Artifact, Library, read_clip, write_clip};
use segue_motion::Clip;
use segue_search::WebSettings;
use segue_store::{ContainerError, FileKind, Reader, Writer};
use serde::{Deserialize, Serialize};

use super::FindError;

const KIND: FileKind = FileKind {
    tag: *b"IDX",
    name: "the settings of an index",
    version: 1,
    largest: 1 << 24,
    remedy: "index the library again",
};

/// What these choices are called among the things of a library.
const ARTIFACT: &str = "index";
const NAME: &str = "settings";

/// Frames to either side that the distance kernel takes at most.
const WIDEST_WINDOW: f64 = 4.0;

/// What can be chosen about the index of a library; all else is as [`WebSettings::default`] has it. A library has one index:
/// other choices rebuild it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct IndexChoices {
    /// Frames per second at which clips are compared.
    pub rate_hz: f64,
    /// Where set, a lower rate at which webs are built first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coarse_hz: Option<f64>,
    /// The largest ε that searches will ask for, in metres.
    pub largest_epsilon_metres: f64,
    /// Figures on which clips with the same joints are compared, each a clip of one frame as [`write_clip`] has it. They are
    /// chosen once and stay when the clips that they are from go, since another figure would rebuild every web.
    #[serde(default)]
    pub skeletons: Vec<Vec<u8>>,
}

impl Default for IndexChoices {
    fn default() -> Self {
        let WebSettings { rate_hz, largest_epsilon_metres, .. } = WebSettings::default();
        Self { rate_hz, coarse_hz: None, largest_epsilon_metres, skeletons: Vec::new() }
    }
}

impl IndexChoices {
    /// All settings. At high rates the window around a frame is as wide as can be computed.
    ///
    /// # Errors
    /// When a number makes no sense.
    pub fn settings(&self) -> Result<WebSettings, FindError> {
        let &Self { rate_hz, coarse_hz, largest_epsilon_metres, .. } = self;
        let default = WebSettings::default();
        let half_window_secs = default.half_window_secs.min(WIDEST_WINDOW / rate_hz);
        let settings =
            WebSettings { rate_hz, coarse_hz, largest_epsilon_metres, half_window_secs, ..default };
        settings.check()?;
        Ok(settings)
    }

    /// The figures that were chosen.
    pub(super) fn figures(&self) -> Option<Vec<Clip>> {
        self.skeletons.iter().map(|bytes| read_clip(&mut Reader(bytes))).collect()
    }

    /// These choices with figures.
    #[must_use]
    pub fn with_figures<'c>(self, figures: impl Iterator<Item = &'c Clip>) -> Self {
        let bytes = |figure: &Clip| {
            let mut out = Writer::default();
            write_clip(figure, &mut out);
            out.0
        };
        Self { skeletons: figures.map(bytes).collect(), ..self }
    }

    /// What a library was indexed with last; `None` when it never was.
    ///
    /// # Errors
    /// When the library cannot be read, or the choices are of another version or damaged.
    pub fn load(library: &Library) -> Result<Option<Self>, FindError> {
        let Some(thing) = library.artifact(ARTIFACT, NAME)? else { return Ok(None) };
        let problem = |problem| FindError::Choices { problem, library: library.path().to_owned() };
        Self::decode(&thing.bytes).map(Some).map_err(problem)
    }

    fn decode(bytes: &[u8]) -> Result<Self, ContainerError> {
        let choices: Self =
            serde_json::from_slice(&KIND.unpack(bytes)?).map_err(|error| KIND.damaged(error.to_string()))?;
        if choices.figures().is_some() { Ok(choices) } else { Err(KIND.damaged("a figure is none")) }
    }

    /// Writes down what a library is indexed with, before webs are built.
    ///
    /// # Errors
    /// When a number makes no sense, or the library cannot be changed.
    pub fn store(&self, library: &mut Library) -> Result<(), FindError> {
        self.settings()?;
        let bytes = KIND.pack(&serde_json::to_vec(self).expect("numbers and names can be written"));
        let thing = Artifact { kind: ARTIFACT.to_owned(), name: NAME.to_owned(), hash: Vec::new(), bytes };
        Ok(library.put_artifacts([(&thing, [].as_slice())])?)
    }
}
