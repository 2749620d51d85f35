//! The clips of a library, ready to be compared.

use segue_library::Library;
use segue_motion::Clip;
use segue_search::{Index, SearchError};

use super::IndexChoices;
use crate::FindError;

/// All clips of a library in one [`Index`].
///
/// Clips whose skeletons have the same joints are a family, and only those are compared with each other.
#[derive(Debug)]
pub struct LibraryIndex {
    pub(super) index: Index,
    left_out: Vec<LeftOut>,
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
    /// Reads all clips of a library, one after the other; `told` gets the name of each. Their webs are missing until they
    /// are loaded or built.
    ///
    /// All are read even when few are searched: the figure on which clips are compared must not depend on that.
    ///
    /// # Errors
    /// When a clip is damaged, or a number makes no sense.
    pub fn read(
        library: &Library,
        choices: &IndexChoices,
        mut told: impl FnMut(&str),
    ) -> Result<Self, FindError> {
        let mut ready = Self { index: Index::new(choices.settings()?)?, left_out: Vec::new() };
        let mut names: Vec<String> = library.entries()?.into_iter().map(|entry| entry.name).collect();
        // Stable: figures come first in the order in which they were chosen, the others by name.
        let place = |name: &String| choices.figures.iter().position(|figure| figure == name);
        names.sort_by_key(|name| place(name).unwrap_or(choices.figures.len()));
        for name in names {
            told(&name);
            match ready.add(&library.clip(&name)?) {
                Err(reason @ SearchError::TooShort(_)) => ready.left_out.push(LeftOut { clip: name, reason }),
                other => other.map(|_| ())?,
            }
        }
        Ok(ready)
    }

    /// The first clip of each family: its figure is the one that the others are compared on.
    pub fn figures(&self) -> Vec<String> {
        let first = |family: &Vec<usize>| self.index.name(family[0]).to_owned();
        self.index.families().iter().filter(|family| !family.is_empty()).map(first).collect()
    }

    pub(super) fn add(&mut self, clip: &Clip) -> Result<usize, SearchError> {
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
        (0..self.index.len()).filter_map(|clip| self.index.note(clip))
    }

    /// The number of a clip in the index.
    pub fn number_of(&self, clip: &str) -> Option<usize> {
        (0..self.index.len()).find(|&number| self.index.name(number) == clip)
    }
}
