//! The webs of a library, read when a search needs them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use segue_library::Library;
use segue_motion::ClipId;
use segue_search::{Fingerprints, Web};

use super::store::{WEB, web_name};

/// Where the webs of some clips are in a library, which is opened when the first is read.
pub(super) struct Rows {
    path: PathBuf,
    library: Option<Library>,
    /// The names of the clips by their numbers, and the other way round.
    names: Vec<String>,
    numbers: BTreeMap<String, ClipId>,
    prints: Fingerprints,
}

impl Rows {
    pub(super) fn new(path: &Path, names: Vec<String>, prints: Fingerprints) -> Self {
        let numbers = names.iter().enumerate().map(|(n, name)| (name.clone(), ClipId::new(n))).collect();
        Self { path: path.to_owned(), library: None, names, numbers, prints }
    }

    /// The web of two clips as they are; `None` when it cannot be read.
    pub(super) fn web(&mut self, pair: [ClipId; 2]) -> Option<Web> {
        let name = web_name(&pair.map(|clip| self.names[clip.index()].clone()));
        let row = self.library()?.artifact(WEB, &name).ok()??;
        Web::decode(&row.bytes).ok().filter(|_| row.hash == self.prints.of(pair))
    }

    /// The clips that a clip has a web with; all where that cannot be read, so that those it has cannot be either, and count as
    /// damaged.
    pub(super) fn partners(&mut self, clip: ClipId) -> Vec<ClipId> {
        self.listed(clip).unwrap_or_else(|| self.numbers.values().copied().collect())
    }

    fn listed(&mut self, clip: ClipId) -> Option<Vec<ClipId>> {
        let name = self.names[clip.index()].clone();
        let rows = self.library()?.artifacts_of(WEB, &name).ok()?;
        let partner = |row: &segue_library::ArtifactEntry| {
            let (first, second) = row.name.split_once('\t')?;
            let pair = [*self.numbers.get(first)?, *self.numbers.get(second)?];
            let other = pair[usize::from(pair[0] == clip)];
            // One of other settings stays where nothing is alike any more.
            (row.hash == self.prints.of(pair)).then_some(other)
        };
        Some(rows.iter().filter_map(partner).collect())
    }

    fn library(&mut self) -> Option<&Library> {
        if self.library.is_none() {
            self.library = Library::open(&self.path).ok();
        }
        self.library.as_ref()
    }
}
