//! Match webs in a library: which are there, and building those that are not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use segue_library::{Library, LibraryError};
use segue_motion::ClipId;
use segue_search::poses::Screen;
use segue_search::{BuildProgress, Web};

use super::rows::Rows;
use super::shadows::{SCREEN, SHADOW, Shaded, check};
use super::store::{Mark, NOTHING, Shelf, Shelved, WEB, mark, nothing_alike, store, unpack, web_name};
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

/// Searches add webs to a library that has no more bytes of them than this: a day of captures at 30 Hz has about as many.
const MOST_KEPT: usize = 256 << 20;

/// Where the web of two clips is in a library.
struct Place {
    pair: [ClipId; 2],
    name: String,
}

impl LibraryIndex {
    /// Takes over the webs that the library has of some clips, chosen by their numbers: as the clips are, built with these
    /// settings. Each is checked, and none is unpacked.
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
        for place in sound {
            self.index.set_stored(place.pair);
        }
        Ok(stored)
    }

    /// Lets searches draw on the library for some clips, as far as it has their shadows: the webs that they need are fetched, or
    /// made of the clips.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub fn draw_on(&mut self, library: &Library, wanted: &BTreeSet<ClipId>) -> Result<(), LibraryError> {
        let Shaded { screens, mut clips, .. } = self.shaded(library)?;
        clips.retain(|clip| wanted.contains(clip));
        let hashes: Vec<Option<[u8; 32]>> =
            screens.iter().map(|screen| screen.as_ref().map(Screen::hash)).collect();
        let row = |clip: ClipId| (self.index.name(clip).to_owned(), hashes[self.index.family_of(clip)]);
        let names = self.index.ids().map(row).collect();
        let rows = Rows::new(library.path(), names, self.index.fingerprints(), self.made.clone());
        self.index.draw_on(clips, screens, rows);
        Ok(())
    }

    /// Stores the webs that searches have made, so that the next need not make them; says how many. Once a library has so many bytes
    /// of webs that more would only make it larger, it stays as it is.
    ///
    /// # Errors
    /// When the library cannot be changed; nothing is lost by that.
    pub fn keep_made(&self, library: &mut Library) -> Result<usize, LibraryError> {
        let webs = self.made.take();
        let there: usize = library.artifacts(WEB)?.iter().map(|entry| entry.length).sum();
        if webs.is_empty() || there > MOST_KEPT {
            return Ok(0);
        }
        let count = webs.len();
        store(library, webs)?;
        Ok(count)
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
        Shelved::of(self.names_of(pair), self.index.fingerprint(pair), web)
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

/// A sentence for each web, shadow and screen of a library that cannot be read.
///
/// # Errors
/// When the library cannot be read.
pub fn web_faults(library: &Library) -> Result<Vec<String>, LibraryError> {
    let mut faults = Vec::new();
    for kind in [WEB, NOTHING, SHADOW, SCREEN] {
        for entry in library.artifacts(kind)? {
            let Some(thing) = library.artifact(&entry.kind, &entry.name)? else { continue };
            let sound = match kind {
                WEB => Web::check(&thing.bytes),
                NOTHING => unpack(&thing.bytes).map(|_| ()),
                _ => check(&thing),
            };
            if let Err(error) = sound {
                faults.push(format!("{error}: {}", entry.name.replace('\t', " and ")));
            }
        }
    }
    Ok(faults)
}
