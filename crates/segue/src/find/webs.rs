//! Match webs in a library: which are there, and building those that are not.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use segue_library::{Artifact, Library, LibraryError};
use segue_motion::ClipId;
use segue_search::{BuildProgress, Web};

use super::FindError;
use super::LibraryIndex;

/// What webs are called among the things of a library.
pub(super) const WEB: &str = "web";

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

/// A web as the library keeps it.
struct Shelved {
    pair: [ClipId; 2],
    name: String,
    /// The fingerprint of what it was made of.
    hash: Vec<u8>,
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
        let mut stored = Stored::default();
        let mut sound = Vec::new();
        for shelved in self.stored(library, is_wanted)? {
            let thing = library.artifact(WEB, &shelved.name)?;
            match thing.filter(|thing| Web::check(&thing.bytes).is_ok()) {
                Some(thing) => {
                    stored.used += 1;
                    stored.bytes += thing.bytes.len();
                    sound.push(shelved);
                }
                None => stored.damaged += 1,
            }
        }
        self.shelve(library, sound);
        Ok(stored)
    }

    /// [`LibraryIndex::load`] without a look at the webs: one that is damaged is found out when a search needs it.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn load_later(
        &mut self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<(), LibraryError> {
        let stored = self.stored(library, is_wanted)?;
        self.shelve(library, stored);
        Ok(())
    }

    /// The webs of some clips that the library has as the clips are, built with these settings.
    fn stored(
        &self,
        library: &Library,
        is_wanted: impl Fn(ClipId) -> bool,
    ) -> Result<Vec<Shelved>, LibraryError> {
        let entries = library.artifacts(WEB)?;
        let hashes: BTreeMap<&str, &[u8]> =
            entries.iter().map(|entry| (entry.name.as_str(), entry.hash.as_slice())).collect();
        let shelved = |pair: [ClipId; 2]| {
            let (name, hash) = (self.web_name(pair), self.index.fingerprint(pair).to_vec());
            (hashes.get(name.as_str()) == Some(&hash.as_slice())).then_some(Shelved { pair, name, hash })
        };
        Ok(self.missing(is_wanted).into_iter().filter_map(shelved).collect())
    }

    fn shelve(&mut self, library: &Library, webs: Vec<Shelved>) {
        let pairs: Vec<[ClipId; 2]> = webs.iter().map(|web| web.pair).collect();
        let webs: BTreeMap<[ClipId; 2], Shelved> = webs.into_iter().map(|web| (web.pair, web)).collect();
        let (path, mut opened) = (library.path().to_owned(), None);
        self.index.shelve(&pairs, move |pair| {
            let Shelved { name, hash, .. } = webs.get(&pair)?;
            if opened.is_none() {
                opened = Library::open(&path).ok();
            }
            let thing = opened.as_ref()?.artifact(WEB, name).ok()??;
            Web::decode(&thing.bytes).ok().filter(|_| thing.hash == *hash)
        });
    }

    /// The pairs of some clips whose webs are missing.
    pub fn missing(&self, is_wanted: impl Fn(ClipId) -> bool) -> Vec<[ClipId; 2]> {
        let mut missing = self.index.missing();
        missing.retain(|pair| pair.iter().all(|&clip| is_wanted(clip)));
        missing
    }

    /// Reads the clips of some pairs as far as they are not there yet, builds their webs and stores each as soon as it is done, so that only those in work are lost when the
    /// program is ended; they are not kept in memory. `watch` hears how far it has come and may stop it. Returns how many
    /// bytes were stored.
    ///
    /// # Errors
    /// When a clip is damaged or the library cannot be changed; what was stored until then stays.
    pub fn build(
        &mut self,
        library: &mut Library,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
    ) -> Result<usize, FindError> {
        self.read(library, pairs.iter().flatten().copied(), |_| ())?;
        let things: BTreeMap<[ClipId; 2], (String, Vec<u8>, Vec<String>)> = pairs
            .iter()
            .map(|&pair| {
                (pair, (self.web_name(pair), self.index.fingerprint(pair).to_vec(), self.names_of(pair)))
            })
            .collect();
        let (mut bytes, mut failure, failed) = (0, None, AtomicBool::new(false));
        let stop = |progress| {
            if failed.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { watch(progress) }
        };
        // Whoever stops it knows.
        let _ = self.index.build_each(pairs, &stop, |pair, web| {
            let (name, hash, clips) = &things[&pair];
            let thing = Artifact {
                kind: WEB.to_owned(),
                name: name.clone(),
                hash: hash.clone(),
                bytes: web.encode(),
            };
            bytes += thing.bytes.len();
            if failure.is_none()
                && let Err(error) = library.put_artifacts([(&thing, clips.as_slice())])
            {
                failed.store(true, Ordering::Relaxed);
                failure = Some(error);
            }
        });
        failure.map_or(Ok(bytes), |error| Err(error.into()))
    }

    /// Builds the webs of one clip with itself and with some others, without storing them.
    pub(super) fn build_with(&mut self, clip: ClipId, is_wanted: impl Fn(ClipId) -> bool) {
        let mut pairs = self.missing(|other| other == clip || is_wanted(other));
        pairs.retain(|pair| pair.contains(&clip));
        // Nobody can stop it, so nothing is left undone.
        let _ = self.index.build(&pairs, &|_| ControlFlow::Continue(()));
    }

    /// Cells of the distance grids of some pairs: the work that building their webs takes.
    pub fn work(&self, pairs: &[[ClipId; 2]]) -> usize {
        let frames = |clip: ClipId| self.index.frames_of(clip);
        pairs.iter().map(|&[first, second]| frames(first) * frames(second)).sum()
    }

    pub(super) fn names_of(&self, pair: [ClipId; 2]) -> Vec<String> {
        pair.iter().map(|&clip| self.index.name(clip).to_owned()).collect()
    }

    /// A tab stands in no file name that people give.
    pub(super) fn web_name(&self, pair: [ClipId; 2]) -> String {
        self.names_of(pair).join("\t")
    }
}

/// A sentence for each web of a library that cannot be read.
///
/// # Errors
/// When the library cannot be read.
pub fn web_faults(library: &Library) -> Result<Vec<String>, LibraryError> {
    let mut faults = Vec::new();
    for entry in library.artifacts(WEB)? {
        let Some(thing) = library.artifact(WEB, &entry.name)? else { continue };
        if let Err(error) = Web::check(&thing.bytes) {
            faults.push(format!("{error}: {}", entry.name.replace('\t', " and ")));
        }
    }
    Ok(faults)
}
