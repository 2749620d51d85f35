//! Match webs in a library: which are there, and building those that are not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use segue_library::{Library, LibraryError};
use segue_motion::ClipId;
use segue_search::{BuildProgress, Web};

use super::rows::Rows;
use super::store::{Mark, NOTHING, Shelf, Shelved, WEB, mark, nothing_alike, unpack, web_name};
use super::{FindError, LibraryIndex};

/// What a library has of an index's webs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stored {
    /// Webs that could be used.
    pub used: usize,
    /// Webs that are damaged; they count as missing.
    pub damaged: usize,
    /// Bytes of those that could be used.
    pub bytes: usize,
}

/// Where the web of two clips is in a library.
struct Place {
    pair: [ClipId; 2],
    name: String,
}

impl LibraryIndex {
    /// Takes over the webs that the library has of some clips, chosen by their numbers: as the clips are, built with these
    /// settings. Each is checked, but unpacked only when a search needs it.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn load(
        &mut self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<Stored, LibraryError> {
        let mut stored = Stored { used: self.load_unlike(library, &is_wanted)?, ..Stored::default() };
        let mut sound = Vec::new();
        for place in self.stored(library, is_wanted)? {
            let thing = library.artifact(WEB, &place.name)?;
            match thing.filter(|thing| Web::check(&thing.bytes).is_ok()) {
                Some(thing) => {
                    stored.used += 1;
                    stored.bytes += thing.bytes.len();
                    sound.push(place);
                }
                None => stored.damaged += 1,
            }
        }
        self.shelve(library, &sound);
        Ok(stored)
    }

    /// [`LibraryIndex::load`] without a look at the webs: one that is damaged is found out when a search needs it. Where the
    /// library notes that all pairs of the clips were compared, there is no look at these either.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn load_later(
        &mut self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool + Copy,
    ) -> Result<(), LibraryError> {
        let wanted: BTreeSet<ClipId> = self.index.ids().filter(|&clip| is_wanted(clip)).collect();
        if self.is_whole(library, &wanted)? {
            let [mut listed, mut rows] = [(), ()].map(|()| self.rows(library));
            self.index.shelve_whole(wanted, move |clip| listed.partners(clip), move |pair| rows.web(pair));
            return Ok(());
        }
        self.load_unlike(library, is_wanted)?;
        let stored = self.stored(library, is_wanted)?;
        self.shelve(library, &stored);
        Ok(())
    }

    /// Takes over which clips have nothing in common, and says how many pairs that are.
    fn load_unlike(
        &mut self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<usize, LibraryError> {
        let mut lists: BTreeMap<ClipId, BTreeSet<Mark>> = BTreeMap::new();
        for clip in self.index.ids().filter(|&clip| is_wanted(clip)) {
            if let Some(list) = nothing_alike(library, self.index.name(clip))? {
                lists.insert(clip, list);
            }
        }
        let mut unlike = self.missing(is_wanted);
        let is_listed = |pair: &[ClipId; 2]| {
            lists.get(&pair[0]).is_some_and(|list| list.contains(&mark(&self.index.fingerprint(*pair))))
        };
        unlike.retain(is_listed);
        for &pair in &unlike {
            self.index.set_unlike(pair);
        }
        Ok(unlike.len())
    }

    /// The webs of some clips that the library has as the clips are, built with these settings.
    fn stored(
        &self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<Vec<Place>, LibraryError> {
        let entries = library.artifacts(WEB)?;
        let hashes: BTreeMap<&str, &[u8]> =
            entries.iter().map(|entry| (entry.name.as_str(), entry.hash.as_slice())).collect();
        let place = |pair: [ClipId; 2]| {
            let (name, hash) = (web_name(&self.names_of(pair)), self.index.fingerprint(pair).to_vec());
            (hashes.get(name.as_str()) == Some(&hash.as_slice())).then_some(Place { pair, name })
        };
        Ok(self.missing(is_wanted).into_iter().filter_map(place).collect())
    }

    fn shelve(&mut self, library: &Library, webs: &[Place]) {
        let pairs: Vec<[ClipId; 2]> = webs.iter().map(|web| web.pair).collect();
        let mut rows = self.rows(library);
        self.index.shelve(&pairs, move |pair| rows.web(pair));
    }

    /// The webs of the library as a search fetches them.
    fn rows(&self, library: &Library) -> Rows {
        let names: Vec<String> = self.index.ids().map(|clip| self.index.name(clip).to_owned()).collect();
        Rows::new(library.path(), names, self.index.fingerprints())
    }

    /// The pairs of some clips whose webs are missing.
    pub fn missing(&self, is_wanted: impl Fn(ClipId) -> bool) -> Vec<[ClipId; 2]> {
        let mut missing = self.index.missing();
        missing.retain(|pair| pair.iter().all(|&clip| is_wanted(clip)));
        missing
    }

    /// Reads the clips of some pairs as far as they are not there yet, builds their webs and stores them soon after each is
    /// done, so that a program that is ended loses less than a second of work; they are not kept in memory. `watch` hears how
    /// far it has come and may stop it. Returns how many bytes were stored.
    ///
    /// # Errors
    /// When a clip is damaged or the library cannot be changed; what was stored until then stays.
    pub fn build(
        &mut self,
        library: &mut Library,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
    ) -> Result<usize, FindError> {
        self.read_poses(library, pairs.iter().flatten().copied())?;
        let (mut bytes, mut stored, failed) = (0, Ok(()), AtomicBool::new(false));
        let stop = |progress| {
            if failed.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { watch(progress) }
        };
        let mut shelf = Shelf::default();
        let built = self.index.build_each(pairs, &stop, |pair, web| {
            let web = self.shelved(pair, &web);
            bytes += web.bytes.as_ref().map_or(0, Vec::len);
            if stored.is_ok() {
                stored = shelf.put(library, web);
                failed.store(stored.is_err(), Ordering::Relaxed);
            }
        });
        stored.and_then(|()| shelf.flush(library))?;
        // Whoever stops it knows.
        let _ = built?;
        Ok(bytes)
    }

    /// A web as the library keeps it.
    pub(super) fn shelved(&self, pair: [ClipId; 2], web: &Web) -> Shelved {
        let bytes = (!web.is_empty()).then(|| web.encode());
        Shelved { clips: self.names_of(pair), hash: self.index.fingerprint(pair).to_vec(), bytes }
    }

    /// Builds the webs of one clip with itself and with some others, without storing them.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub(super) fn build_with(
        &mut self,
        clip: ClipId,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<(), FindError> {
        let mut pairs = self.missing(|other| other == clip || is_wanted(other));
        pairs.retain(|pair| pair.contains(&clip));
        // Nobody can stop it, so nothing is left undone.
        let _ = self.index.build(&pairs, &|_| ControlFlow::Continue(()))?;
        Ok(())
    }

    /// Cells of the distance grids of some pairs: the work that building their webs takes.
    pub fn work(&self, pairs: &[[ClipId; 2]]) -> usize {
        let frames = |clip: ClipId| self.index.frames_of(clip);
        pairs.iter().map(|&[first, second]| frames(first) * frames(second)).sum()
    }

    fn names_of(&self, pair: [ClipId; 2]) -> [String; 2] {
        pair.map(|clip| self.index.name(clip).to_owned())
    }
}

/// A sentence for each web of a library that cannot be read.
///
/// # Errors
/// When the library cannot be read.
pub fn web_faults(library: &Library) -> Result<Vec<String>, LibraryError> {
    let mut faults = Vec::new();
    for entry in library.artifacts(WEB)?.into_iter().chain(library.artifacts(NOTHING)?) {
        let Some(thing) = library.artifact(&entry.kind, &entry.name)? else { continue };
        let sound =
            if thing.kind == WEB { Web::check(&thing.bytes) } else { unpack(&thing.bytes).map(|_| ()) };
        if let Err(error) = sound {
            faults.push(format!("{error}: {}", entry.name.replace('\t', " and ")));
        }
    }
    Ok(faults)
}
