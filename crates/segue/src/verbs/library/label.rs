//! Labels and plants by hand.

use std::path::PathBuf;

use segue_library::Library;
use segue_motion::ConstraintKind;
use serde::{Deserialize, Serialize};

use crate::files::read_plants;
use crate::verbs::{Done, Verb, VerbError, Watch};

/// Label clips by hand, and correct their foot plants. Both stay when the clip's file changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LibraryLabelRequest {
    /// The library.
    pub library: PathBuf,
    /// The names of the clips.
    pub clips: Vec<String>,
    /// Labels to add.
    pub add: Vec<String>,
    /// Labels to remove.
    pub remove: Vec<String>,
    /// A plants file: the kinds in it replace the detected ones.
    pub plants: Option<PathBuf>,
    /// Return to the detected plants.
    pub detected_plants: bool,
}

/// The answer to [`LibraryLabelRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibraryLabelAnswer {
    /// The clips, in order of name.
    pub clips: Vec<LabelledClip>,
}

/// A clip and all labels that it has now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LabelledClip {
    /// The clip.
    pub name: String,
    /// Its labels, in order.
    pub labels: Vec<String>,
}

impl Verb for LibraryLabelRequest {
    const NAME: &'static str = "library label";
    type Answer = LibraryLabelAnswer;
    type Work = ();

    fn run(&self, _: &dyn Watch) -> Result<Done<Self>, VerbError> {
        if self.add.is_empty() && self.remove.is_empty() && self.plants.is_none() && !self.detected_plants {
            let text = "there is nothing to do; give labels to add or to remove, or plants";
            return Err(VerbError::Request(text.to_owned()));
        }
        let mut library = Library::open_to_write(&self.library)?;
        for clip in &self.clips {
            library.label(clip, &self.add, &self.remove)?;
            self.correct(&mut library, clip)?;
        }
        let entries = library.entries()?.into_iter().filter(|entry| self.clips.contains(&entry.name));
        let clips = entries.map(|entry| LabelledClip {
            name: entry.name,
            labels: entry.labels.into_iter().map(|label| label.word).collect(),
        });
        Ok(Done { answer: LibraryLabelAnswer { clips: clips.collect() }, work: () })
    }
}

impl LibraryLabelRequest {
    fn correct(&self, library: &mut Library, clip: &str) -> Result<(), VerbError> {
        if self.detected_plants {
            ConstraintKind::ALL.into_iter().try_for_each(|kind| library.correct(clip, kind, None))?;
        }
        let Some(path) = &self.plants else { return Ok(()) };
        let Some(plants) = read_plants(path)? else {
            return Err(VerbError::Request(format!("no such file: {}", path.display())));
        };
        for (kind, ranges) in plants.iter() {
            library.correct(clip, kind, Some(ranges))?;
        }
        Ok(())
    }
}
