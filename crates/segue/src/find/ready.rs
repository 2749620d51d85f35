//! The clips of a library, ready to be compared.

use segue_library::{Entry, Library};
use segue_motion::{Clip, ClipId};
use segue_search::{Index, Outline, SearchError};

use super::rows::Made;
use super::{FindError, IndexChoices, kin};

/// All clips of a library in one [`Index`], each with its frames only where they are needed.
///
/// Clips whose skeletons have the same joints are a family, and only those are compared with each other.
#[derive(Debug)]
pub struct LibraryIndex {
    pub(super) index: Index,
    left_out: Vec<LeftOut>,
    /// Webs that searches have made.
    pub(super) made: Made,
}

/// A clip that cannot be compared, and why.
#[derive(Debug)]
pub struct LeftOut {
    /// The clip.
    pub clip: String,
    /// Why.
    pub reason: SearchError,
}

impl LibraryIndex {
    /// Knows all clips of a library, without their frames: those are [read](LibraryIndex::read) where they are needed. Their
    /// webs are missing until they are loaded or built.
    ///
    /// All are known even when few are searched: the figure on which clips are compared must not depend on that.
    ///
    /// # Errors
    /// When a skeleton is damaged, or a number makes no sense.
    pub fn open(library: &Library, choices: &IndexChoices) -> Result<Self, FindError> {
        Self::of(library, library.entries()?, choices)
    }

    /// [`LibraryIndex::open`] with entries that were read before.
    pub(super) fn of(
        library: &Library,
        entries: Vec<Entry>,
        choices: &IndexChoices,
    ) -> Result<Self, FindError> {
        let mut ready =
            Self { index: Index::new(choices.settings()?)?, left_out: Vec::new(), made: Made::default() };
        for figure in choices.figures().unwrap_or_default() {
            ready.index.add_figure(&figure)?;
        }
        ready.index.know(kin::known(library, choices)?);
        let clips = entries.into_iter().zip(library.skeletons()?);
        for (Entry { name, rate, frames, hash, .. }, skeleton) in clips {
            match ready.index.add_outline(&Outline { name: name.clone(), skeleton, rate, frames, hash }) {
                Err(reason @ SearchError::TooShort(_)) => ready.left_out.push(LeftOut { clip: name, reason }),
                other => other.map(|_| ())?,
            }
        }
        Ok(ready)
    }

    /// Reads the frames of some clips, by their numbers, as far as they are not there yet; `told` gets the name of each.
    ///
    /// # Errors
    /// When a clip is damaged, or changed since the library was opened.
    pub fn read(
        &mut self,
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
        mut told: impl FnMut(&str),
    ) -> Result<(), FindError> {
        for clip in clips {
            if !self.index.is_read(clip) {
                let name = self.index.name(clip);
                told(name);
                let motion = library.clip(name)?;
                self.index.read(clip, &motion)?;
            }
        }
        Ok(())
    }

    /// Reads the poses of some clips, by their numbers, as far as they are not there yet: enough to build webs.
    ///
    /// # Errors
    /// When a clip is damaged, or changed since the library was opened.
    pub fn read_poses(
        &mut self,
        library: &Library,
        clips: impl IntoIterator<Item = ClipId>,
    ) -> Result<(), FindError> {
        for clip in clips {
            if !self.index.has_poses(clip) {
                let motion = library.clip(self.index.name(clip))?;
                self.index.read_poses(clip, &motion)?;
            }
        }
        Ok(())
    }

    /// The figure of each family, on which its clips are compared, as a clip of one frame.
    pub fn figures(&self) -> impl Iterator<Item = &Clip> {
        self.index.figures()
    }

    pub(super) fn add(&mut self, clip: &Clip) -> Result<ClipId, SearchError> {
        self.index.add(clip)
    }

    /// The clips and the webs between them.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Clips that cannot be compared with anything.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// What was done to clips so that they can be compared, a sentence each.
    pub fn notes(&self) -> impl Iterator<Item = &str> {
        self.index.ids().filter_map(|clip| self.index.note(clip))
    }

    /// The number of a clip in the index.
    pub fn number_of(&self, clip: &str) -> Option<ClipId> {
        self.index.ids().find(|&id| self.index.name(id) == clip)
    }
}
