//! The clips that a motion with controls is made of.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use segue_library::{Library, LibraryError};
use segue_motion::{Clip, ClipId, ClipSet};
use segue_parametric::{BuildSettings, Measures, Parametric, ParametricError};

use super::Controls;
use crate::files::{ParamPlace, ParamSize, store_parametric, write_parametric};
use crate::find::SavedSearch;
use crate::verbs::clips::tell_retargeted;
use crate::verbs::{VerbError, Watch};

/// Clips and which of them are alike.
#[derive(Clone, Debug)]
pub struct Examples {
    /// The clips.
    pub clips: Vec<Clip>,
    /// Pairs that are known to be alike, by their places; none stands for all pairs.
    pub links: Vec<[ClipId; 2]>,
    /// The library that they are from, and the names of its clips.
    source: Option<(PathBuf, BTreeSet<String>)>,
}

impl Examples {
    /// Clips that are all alike.
    pub fn of(clips: Vec<Clip>) -> Self {
        Self { clips, links: Vec::new(), source: None }
    }

    /// Those of a search in a library.
    ///
    /// # Errors
    /// When a clip is not there or damaged.
    pub fn found(search: &SavedSearch, library: &Library) -> Result<Self, LibraryError> {
        let (clips, links) = search.examples(library)?;
        let names = search.segments.iter().map(|segment| segment.clip.clone()).collect();
        Ok(Self { clips, links, source: Some((library.path().to_owned(), names)) })
    }

    /// Builds a motion of those with the numbers in `kept`; the watch hears which had to be retargeted.
    pub(super) fn build(
        &self,
        controls: &Controls,
        kept: &[ClipId],
        watch: &dyn Watch,
    ) -> Result<Parametric, VerbError> {
        let settings =
            BuildSettings { tries: controls.tries, seed: controls.seed, ..BuildSettings::default() };
        let measures = self.measures(controls, kept)?;
        let clips = ClipSet::of(kept.iter().map(|&n| self.clips[n.index()].clone()))?;
        tell_retargeted(&clips, None, watch);
        let place = |n: ClipId| kept.iter().position(|&kept| kept == n).map(ClipId::new);
        let links = self.links.iter().filter_map(|&[from, to]| Some([place(from)?, place(to)?]));
        Ok(Parametric::build_measuring(&clips, &links.collect::<Vec<_>>(), measures, &settings)?)
    }

    /// The measure, with its functions and what is given for the examples that are kept.
    fn measures(&self, controls: &Controls, kept: &[ClipId]) -> Result<Measures, ParametricError> {
        let measures = Measures::parse(&controls.measure)?;
        let mut measures = controls.functions.iter().cloned().try_fold(measures, Measures::with_function)?;
        for (name, values) in &controls.given {
            let values = if values.len() == self.clips.len() {
                kept.iter().map(|&n| values[n.index()]).collect()
            } else {
                values.clone()
            };
            measures = measures.with_given(name, values)?;
        }
        Ok(measures)
    }

    /// Keeps a motion that was made of them in a file or a library. In the library of its clips it goes when one of
    /// them does.
    pub(super) fn store(&self, parametric: &Parametric, place: &ParamPlace) -> Result<ParamSize, VerbError> {
        match place {
            ParamPlace::File(path) => Ok(write_parametric(path, parametric)?),
            ParamPlace::Library { library: path, name } => {
                let mut library = Library::open_to_write(path)?;
                Ok(store_parametric(&mut library, name, parametric, &self.made_of(path))?)
            }
        }
    }

    /// The clips of the library at `path` that they are cut from.
    fn made_of(&self, path: &Path) -> Vec<String> {
        let same = |source: &Path| source.canonicalize().ok() == path.canonicalize().ok();
        let names = self.source.iter().filter(|(source, _)| same(source)).flat_map(|(_, names)| names);
        names.cloned().collect()
    }
}
