//! The work of an index in pieces, for many machines.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::Path;

use segue_library::Library;
use segue_motion::ClipId;
use segue_search::BuildProgress;

use super::{IndexRequest, Progress, VerbError, Watch};
use crate::find::{FindError, IndexChoices, LibraryIndex};

/// Pairs of clips, by name, whose webs are built together.
pub type TilePairs = Vec<[String; 2]>;

impl IndexRequest {
    /// The pairs of clips whose webs the library lacks, in tiles: those between two groups of clips of about `frames` frames each,
    /// so that who builds one reads few clips. The settings of the index are stored, so that all build with the same.
    ///
    /// # Errors
    /// As [`Verb::run`](super::Verb::run).
    pub fn tiles(&self, frames: usize, watch: &dyn Watch) -> Result<Vec<TilePairs>, VerbError> {
        let mut open = self.open(watch)?;
        open.index.load(&open.library, |clip| open.wanted.contains(&clip))?;
        let missing = open.index.missing(|clip| open.wanted.contains(&clip));
        let groups = groups(&open.index, &open.wanted, frames);
        let mut tiles: BTreeMap<[usize; 2], TilePairs> = BTreeMap::new();
        for pair in missing {
            let names = pair.map(|clip| open.index.index().name(clip).to_owned());
            tiles.entry(pair.map(|clip| groups[&clip])).or_default().push(names);
        }
        Ok(tiles.into_values().collect())
    }
}

/// The group of each clip: clips one after the other until they have so many frames.
fn groups(index: &LibraryIndex, clips: &BTreeSet<ClipId>, frames: usize) -> BTreeMap<ClipId, usize> {
    let (mut group, mut filled) = (0, 0);
    let mut groups = BTreeMap::new();
    for &clip in clips {
        let own = index.index().frames_of(clip);
        if filled > 0 && filled + own > frames {
            (group, filled) = (group + 1, 0);
        }
        filled += own;
        groups.insert(clip, group);
    }
    groups
}

/// Builds the webs of a tile from a library, which is only read, and packs them for [`merge_tile`].
///
/// # Errors
/// When the library has no such clips or was never indexed, or the watch cancels.
pub fn build_tile(library: &Path, pairs: &[[String; 2]], watch: &dyn Watch) -> Result<Vec<u8>, VerbError> {
    let library = Library::open(library)?;
    let choices = IndexChoices::load(&library)?.unwrap_or_default();
    let mut index = LibraryIndex::open(&library, &choices)?;
    let numbers: BTreeMap<&str, ClipId> =
        index.index().ids().map(|clip| (index.index().name(clip), clip)).collect();
    let number = |name: &String| {
        let gone = || VerbError::Unfit(format!("no clip is called `{name}`: {}", library.path().display()));
        numbers.get(name.as_str()).copied().ok_or_else(gone)
    };
    let pair = |[first, second]: &[String; 2]| Ok([number(first)?, number(second)?]);
    let pairs = pairs.iter().map(pair).collect::<Result<Vec<_>, VerbError>>()?;
    let what = format!("{} pairs", pairs.len());
    let flow = |progress: BuildProgress| {
        watch.progress(Progress::share(&what, progress.done, progress.total));
        if watch.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = index.build_tile(&library, &pairs, &flow)?;
    watch.go_on()?;
    Ok(bytes)
}

/// Stores a tile in a library, in one change; says how many webs it has. To merge a tile twice changes nothing.
///
/// # Errors
/// When the tile is damaged or the library cannot be changed; then nothing of it is stored.
pub fn merge_tile(library: &Path, bytes: &[u8]) -> Result<usize, VerbError> {
    let mut library = Library::open_to_write(library)?;
    crate::find::merge_tile(&mut library, bytes).map_err(|error: FindError| error.into())
}
