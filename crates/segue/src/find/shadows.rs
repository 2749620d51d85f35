//! The shadows of the clips of a library: what searches look at first, and all that an index needs.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;
use segue_library::{Artifact, Library, LibraryError};
use segue_motion::{Clip, ClipId, ContentHash};
use segue_search::poses::{Screen, Shadow};

use super::{FindError, LibraryIndex};

/// What shadows are called among the things of a library. Each has the name of its clip and goes with it.
pub(super) const SHADOW: &str = "shadow";

/// What screens are called. They stay when clips go, and while they fit those that come: shadows on another screen all have to be
/// made again.
pub(super) const SCREEN: &str = "screen";

/// Clips of which a screen is made at most, spread over those of its family: more would hardly give other directions.
const MOST_OF_SCREEN: usize = 64;

/// Clips whose shadows are made and stored together.
const AT_ONCE: usize = 32;

/// The shadows that a library has of some clips.
#[derive(Clone, Debug, Default)]
pub(super) struct Shaded {
    /// The screens of the families, as far as there are any.
    pub(super) screens: Vec<Option<Screen>>,
    pub(super) clips: BTreeSet<ClipId>,
    pub(super) bytes: usize,
}

/// What an index made of a library's clips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexedClips {
    /// Clips that can be searched.
    pub clips: usize,
    /// How many of them were made ready now.
    pub made: usize,
    /// Bytes that the library keeps of all of them.
    pub bytes: usize,
}

impl LibraryIndex {
    /// The shadows that the library has of clips as they are.
    pub(super) fn shaded(&self, library: &Library) -> Result<Shaded, LibraryError> {
        let families = 0..self.index.figures().count();
        let screens = families.map(|family| self.screen(library, family)).collect::<Result<Vec<_>, _>>()?;
        let hashes: Vec<Option<[u8; 32]>> =
            screens.iter().map(|screen| screen.as_ref().map(Screen::hash)).collect();
        let entries = library.artifacts(SHADOW)?;
        let known: BTreeMap<&str, (&[u8], usize)> = entries
            .iter()
            .map(|entry| (entry.name.as_str(), (entry.hash.as_slice(), entry.length)))
            .collect();
        let mut shaded = Shaded { screens, ..Shaded::default() };
        for clip in self.index.ids() {
            let Some(screen) = hashes[self.index.family_of(clip)] else { continue };
            let Some((hash, bytes)) = known.get(self.index.name(clip)) else { continue };
            if *hash == shadow_hash(&self.index.fingerprint([clip; 2]), &screen) {
                shaded.clips.insert(clip);
                shaded.bytes += bytes;
            }
        }
        Ok(shaded)
    }

    /// The screen of a family; none where it was never made, is damaged or was made with other settings.
    fn screen(&self, library: &Library, family: usize) -> Result<Option<Screen>, LibraryError> {
        let Some(name) = self.screen_name(family) else { return Ok(None) };
        let thing = library.artifact(SCREEN, &name)?;
        let thing = thing.filter(|thing| thing.hash == self.index.family_fingerprint(family));
        Ok(thing.and_then(|thing| Screen::decode(&thing.bytes).ok()))
    }

    fn screen_name(&self, family: usize) -> Option<String> {
        let figure = self.index.figures().nth(family)?;
        Some(ContentHash::of_skeleton(figure.skeleton()).into())
    }

    /// Makes the shadows of some clips that the library lacks, and stores them as it goes: a program that is ended loses those of
    /// a few clips. `told` hears the name of each, and how many there are, and may end it with an error.
    ///
    /// # Errors
    /// When a clip is damaged, the library cannot be changed, or `told` returns one.
    pub fn cast<E: From<FindError>>(
        &self,
        library: &mut Library,
        wanted: &BTreeSet<ClipId>,
        mut told: impl FnMut(&str, usize, usize) -> Result<(), E>,
    ) -> Result<IndexedClips, E> {
        let failed = |error: LibraryError| E::from(FindError::from(error));
        let mut made = self.cast_missing(library, wanted, &mut told)?;
        let outgrown = self.outgrown(library).map_err(failed)?;
        if !outgrown.is_empty() {
            for (family, clips) in &outgrown {
                self.make_screen(library, *family, clips)?;
            }
            let all = wanted.iter().chain(outgrown.values().flatten()).copied().collect();
            made = self.cast_missing(library, &all, &mut told)?;
        }
        let Shaded { clips, bytes, .. } = self.shaded(library).map_err(failed)?;
        Ok(IndexedClips { clips: clips.intersection(wanted).count(), made, bytes })
    }

    /// Makes the shadows that are missing, and says how many.
    fn cast_missing<E: From<FindError>>(
        &self,
        library: &mut Library,
        wanted: &BTreeSet<ClipId>,
        told: &mut impl FnMut(&str, usize, usize) -> Result<(), E>,
    ) -> Result<usize, E> {
        let failed = |error: LibraryError| E::from(FindError::from(error));
        let Shaded { mut screens, clips, .. } = self.shaded(library).map_err(failed)?;
        let mut missing = Vec::new();
        for &clip in wanted {
            if !clips.contains(&clip) || !is_sound(library, self.index.name(clip)).map_err(failed)? {
                missing.push(clip);
            }
        }
        for (family, screen) in screens.iter_mut().enumerate() {
            let of_family = || missing.iter().copied().filter(|&clip| self.index.family_of(clip) == family);
            if screen.is_none() && of_family().next().is_some() {
                *screen = Some(self.make_screen(library, family, &of_family().collect::<Vec<_>>())?);
            }
        }
        let total = missing.len();
        for (n, some) in missing.chunks(AT_ONCE).enumerate() {
            for (place, &clip) in (n * AT_ONCE..).zip(some) {
                told(self.index.name(clip), place + 1, total)?;
            }
            self.cast_some(library, some, &screens)?;
        }
        Ok(total)
    }

    /// The families whose screens fit their clips no longer, with all clips that have shadows.
    fn outgrown(&self, library: &Library) -> Result<BTreeMap<usize, Vec<ClipId>>, LibraryError> {
        let Shaded { screens, clips, .. } = self.shaded(library)?;
        let mut outgrown = BTreeMap::new();
        for (family, screen) in screens.iter().enumerate() {
            let Some(screen) = screen else { continue };
            let of_family: Vec<ClipId> =
                clips.iter().copied().filter(|&clip| self.index.family_of(clip) == family).collect();
            if screen.is_for(of_family.len()) {
                continue;
            }
            let mut shadows = Vec::new();
            for &clip in spread(&of_family) {
                let row = library.artifact(SHADOW, self.index.name(clip))?;
                shadows.extend(row.and_then(|row| Shadow::decode(&row.bytes).ok()));
            }
            if screen.is_outgrown(&shadows) {
                outgrown.insert(family, of_family);
            }
        }
        Ok(outgrown)
    }

    fn make_screen(
        &self,
        library: &mut Library,
        family: usize,
        clips: &[ClipId],
    ) -> Result<Screen, FindError> {
        let some = self.read_some(library, spread(clips).copied())?;
        let screen = self.index.screen(&some)?.made_for(clips.len());
        let name = self.screen_name(family).expect("families have figures");
        let hash = self.index.family_fingerprint(family).to_vec();
        let thing = Artifact { kind: SCREEN.to_owned(), name, hash, bytes: screen.encode() };
        library.put_artifacts([(&thing, [].as_slice())])?;
        Ok(screen)
    }

    /// Makes some shadows and stores them in one change.
    fn cast_some(
        &self,
        library: &mut Library,
        clips: &[ClipId],
        screens: &[Option<Screen>],
    ) -> Result<(), FindError> {
        let clips = self.read_some(library, clips.iter().copied())?;
        let shadow = |(id, clip): &(ClipId, Clip)| {
            let screen =
                screens[self.index.family_of(*id)].as_ref().expect("each family has a screen by now");
            let hash = shadow_hash(&self.index.fingerprint([*id; 2]), &screen.hash()).to_vec();
            let bytes = self.index.shadow(*id, clip, screen)?.encode();
            let name = clip.name().to_owned();
            Ok((Artifact { kind: SHADOW.to_owned(), name: name.clone(), hash, bytes }, vec![name]))
        };
        let things = clips.par_iter().map(shadow).collect::<Result<Vec<_>, FindError>>()?;
        Ok(library.put_artifacts(things.iter().map(|(thing, clips)| (thing, clips.as_slice())))?)
    }

    fn read_some(
        &self,
        library: &Library,
        clips: impl Iterator<Item = ClipId>,
    ) -> Result<Vec<(ClipId, Clip)>, FindError> {
        clips.map(|clip| Ok((clip, library.clip(self.index.name(clip))?))).collect()
    }
}

/// Some clips for all, at most [`MOST_OF_SCREEN`].
fn spread(clips: &[ClipId]) -> impl Iterator<Item = &ClipId> {
    clips.iter().step_by(clips.len().div_ceil(MOST_OF_SCREEN).max(1))
}

/// The fingerprint of the shadow of a clip on a screen.
pub(super) fn shadow_hash(clip: &[u8; 32], screen: &[u8; 32]) -> [u8; 32] {
    *blake3::Hasher::new().update(clip).update(screen).finalize().as_bytes()
}

/// Whether the shadow of a clip can be read.
fn is_sound(library: &Library, clip: &str) -> Result<bool, LibraryError> {
    Ok(library.artifact(SHADOW, clip)?.is_some_and(|thing| Shadow::check(&thing.bytes).is_ok()))
}

/// Whether the bytes of a thing are whole, if it is a shadow or a screen.
pub(super) fn check(thing: &Artifact) -> Result<(), segue_store::ContainerError> {
    match thing.kind.as_str() {
        SHADOW => Shadow::check(&thing.bytes),
        _ => Screen::decode(&thing.bytes).map(|_| ()),
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::{Path, PathBuf};

    use segue_actors::Sample;
    use segue_library::{ClipSource, Packed};
    use segue_search::{MatchGraph, SearchSettings, Slider};

    use super::*;
    use crate::find::store::WEB;
    use crate::find::{Finder, IndexChoices, Query, web_faults};

    fn put(library: &mut Library, name: &str, sample: &str) {
        let clip = Sample::find(sample).unwrap().clip().renamed(name);
        library.put(&ClipSource::new(name, sample.as_bytes()), &[Packed::of(&clip)]).unwrap();
    }

    const CLIPS: [&str; 4] = ["cartwheel", "jog", "walk", "walk-left"];

    fn library(path: &Path) -> Library {
        let mut library = Library::create(path).unwrap();
        for name in CLIPS {
            put(&mut library, name, name);
        }
        library
    }

    fn opened(library: &Library) -> LibraryIndex {
        LibraryIndex::open(library, &IndexChoices::default()).unwrap()
    }

    /// Makes all clips ready; says how many were not.
    fn index(library: &mut Library) -> usize {
        let index = opened(library);
        let clips = index.index.ids().collect();
        let IndexedClips { clips: ready, made, bytes } =
            index.cast(library, &clips, |_, _, _| Ok::<(), FindError>(())).unwrap();
        assert!(ready == clips.len() && bytes > 0);
        made
    }

    fn finder(library: &Library, text: &str) -> Result<Finder, FindError> {
        let query = Query { text: text.to_owned(), ..Query::default() };
        Finder::open(library, &query, &IndexChoices::default(), |_| ())
    }

    fn search(library: &Library, text: &str) -> (MatchGraph, Slider) {
        let finder = finder(library, text).unwrap();
        let look = SearchSettings::default();
        let found = (finder.search(&look).unwrap().graph, finder.slider(&look).unwrap());
        assert_eq!((finder.missing(), finder.index().damaged()), (0, 0));
        found
    }

    const QUERIES: [&str; 4] = ["walk@60-120", "walk-left@60-120", "cartwheel@20-60", "sample:reach@10-60"];

    #[test]
    fn clips_are_made_ready_once_and_again_when_they_change() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        assert!(matches!(finder(&library, "walk@60-120"), Err(FindError::NotIndexed { .. })));
        assert_eq!([index(&mut library), index(&mut library)], [4, 0]);
        library.remove(&["cartwheel".to_owned()]).unwrap();
        assert_eq!(index(&mut library), 0, "what is left is ready");
        put(&mut library, "cartwheel", "cartwheel");
        put(&mut library, "walk", "reach");
        assert_eq!(index(&mut library), 2, "one is new, one is another");
        put(&mut library, "late", "jog");
        assert_eq!(finder(&library, "walk@60-120").unwrap().missing(), 1);
        assert!(matches!(finder(&library, "late"), Err(FindError::NotIndexed { .. })));
        let finer = IndexChoices { rate_hz: 60.0, ..IndexChoices::default() };
        let finer = LibraryIndex::open(&library, &finer).unwrap();
        assert!(finer.shaded(&library).unwrap().clips.is_empty(), "another rate makes another index");
    }

    #[test]
    fn a_screen_that_no_longer_fits_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        let screen = |library: &Library| opened(library).shaded(library).unwrap().screens.remove(0).unwrap();
        put(&mut library, "walk", "walk");
        assert_eq!(index(&mut library), 1);
        let first = screen(&library);
        put(&mut library, "again", "walk");
        assert_eq!(index(&mut library), 1, "what is like the first");
        assert_eq!(screen(&library).hash(), first.hash());
        for name in ["cartwheel", "reach", "jog"] {
            put(&mut library, name, name);
        }
        // It is ended once the screen is another.
        let index_of = opened(&library);
        let clips = index_of.index.ids().collect();
        let mut told = 0;
        let ended = index_of.cast(&mut library, &clips, |name, _, _| {
            told += 1;
            let ended = FindError::NotIndexed { clip: name.to_owned(), library: PathBuf::new() };
            if told > 3 { Err(ended) } else { Ok(()) }
        });
        assert!(ended.is_err());
        assert!(matches!(finder(&library, "walk@60-120"), Err(FindError::NotIndexed { .. })));
        assert_eq!(index(&mut library), 5, "all are seen on another screen");
        assert_ne!(screen(&library).hash(), first.hash());
        assert_eq!(index(&mut library), 0);
        assert_eq!(finder(&library, "walk@60-120").unwrap().missing(), 0);
    }

    #[test]
    fn searches_find_the_same_with_all_webs_with_some_and_with_none() {
        let folder = tempfile::tempdir().unwrap();
        let [mut lazy, mut eager] = ["a", "b"].map(|name| library(&folder.path().join(name)));
        index(&mut lazy);
        index(&mut eager);
        let mut all = opened(&eager);
        let pairs = all.missing(|_| true);
        all.build(&mut eager, &pairs, &|_| ControlFlow::Continue(())).unwrap();
        let expected = QUERIES.map(|query| search(&eager, query));
        assert!(expected[0].0.nodes().len() > 1);
        assert_eq!(QUERIES.map(|query| search(&lazy, query)), expected);
        let kept = |library: &mut Library| {
            let finder = finder(library, QUERIES[0]).unwrap();
            finder.search(&SearchSettings::default()).unwrap();
            finder.keep_made(library).unwrap()
        };
        assert!(kept(&mut lazy) > 1);
        assert_eq!([kept(&mut lazy), kept(&mut eager)], [0, 0], "they are there by now");
        assert_eq!(QUERIES.map(|query| search(&lazy, query)), expected);
        assert!(lazy.artifacts(WEB).unwrap().len() < eager.artifacts(WEB).unwrap().len());
    }

    #[test]
    fn what_is_damaged_is_told_and_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        index(&mut library);
        let expected = search(&library, QUERIES[0]);
        let made = finder(&library, QUERIES[0]).unwrap();
        made.search(&SearchSettings::default()).unwrap();
        made.keep_made(&mut library).unwrap();
        let names = [[WEB, "walk\twalk-left"], [SHADOW, "walk-left"]];
        for [kind, name] in names {
            let mut thing = library.artifact(kind, name).unwrap().unwrap();
            *thing.bytes.last_mut().unwrap() ^= 1;
            let clips: Vec<String> = name.split('\t').map(str::to_owned).collect();
            library.put_artifacts([(&thing, clips.as_slice())]).unwrap();
        }
        assert_eq!(web_faults(&library).unwrap().len(), 2);
        let finder = finder(&library, QUERIES[0]).unwrap();
        finder.search(&SearchSettings::default()).unwrap();
        assert_eq!(finder.index().damaged(), 1, "nothing is found in a clip whose shadow is damaged");
        assert_eq!(index(&mut library), 1);
        assert_eq!(search(&library, QUERIES[0]), expected, "a damaged web is made again");
    }
}
