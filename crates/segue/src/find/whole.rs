//! Clips of which all pairs are indexed.
//!
//! Thousands of clips have millions of pairs, and a search looks at few of them. So an index that is complete notes that with
//! each of its clips, and a search need not look pair by pair whether it is.

use std::collections::BTreeSet;

use segue_library::{Artifact, Library, LibraryError};
use segue_motion::ClipId;

use super::LibraryIndex;

/// What the notes are called among the things of a library. They have a clip's name and go with it.
const WHOLE: &str = "compared";

impl LibraryIndex {
    /// Whether the library notes that all pairs of these clips, as they are, were compared with these settings.
    ///
    /// # Errors
    /// When the library cannot be read.
    pub(super) fn is_whole(&self, library: &Library, clips: &BTreeSet<ClipId>) -> Result<bool, LibraryError> {
        let mut noted = library.artifacts(WHOLE)?;
        noted.sort_by(|a, b| a.name.cmp(&b.name));
        let groups: BTreeSet<Option<&[u8]>> = clips
            .iter()
            .map(|&clip| {
                let name = self.index.name(clip);
                let place = noted.binary_search_by(|note| note.name.as_str().cmp(name)).ok()?;
                noted[place].hash.strip_prefix(self.own(clip).as_slice())
            })
            .collect();
        Ok(groups.len() == 1 && !groups.contains(&None))
    }

    /// Notes that all pairs of these clips were compared.
    ///
    /// # Errors
    /// When the library cannot be changed.
    pub fn note_whole(&self, library: &mut Library, clips: &BTreeSet<ClipId>) -> Result<(), LibraryError> {
        if clips.is_empty() || self.is_whole(library, clips)? {
            return Ok(());
        }
        // Two groups that were completed apart were not compared with each other.
        let mut group = blake3::Hasher::new();
        for &clip in clips {
            group.update(&self.own(clip));
        }
        let group = group.finalize();
        let note = |&clip: &ClipId| {
            let name = self.index.name(clip).to_owned();
            let hash = [self.own(clip), *group.as_bytes()].concat();
            (Artifact { kind: WHOLE.to_owned(), name: name.clone(), hash, bytes: Vec::new() }, vec![name])
        };
        let notes: Vec<(Artifact, Vec<String>)> = clips.iter().map(note).collect();
        library.put_artifacts(notes.iter().map(|(note, clips)| (note, clips.as_slice())))
    }

    /// The fingerprint of a clip with itself: that of a pair follows from those of its clips.
    fn own(&self, clip: ClipId) -> [u8; 32] {
        self.index.fingerprint([clip; 2])
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::path::Path;

    use segue_actors::Sample;
    use segue_library::{ClipSource, Packed};
    use segue_search::SearchSettings;

    use super::*;
    use crate::find::{Finder, IndexChoices, Query};

    fn put(library: &mut Library, sample: &str) {
        let clip = Sample::find(sample).unwrap().clip();
        library.put(&ClipSource::new(sample, b"1"), &[Packed::of(&clip)]).unwrap();
    }

    fn library(path: &Path) -> Library {
        let mut library = Library::create(path).unwrap();
        for sample in ["walk", "walk-left", "cartwheel"] {
            put(&mut library, sample);
        }
        library
    }

    fn opened(library: &Library) -> (LibraryIndex, BTreeSet<ClipId>) {
        let index = LibraryIndex::open(library, &IndexChoices::default()).unwrap();
        let clips = index.index.ids().collect();
        (index, clips)
    }

    fn is_whole(library: &Library) -> bool {
        let (index, clips) = opened(library);
        index.is_whole(library, &clips).unwrap()
    }

    /// Indexes some clips, by their numbers, and notes that.
    fn index(library: &mut Library, is_wanted: impl Fn(ClipId) -> bool) {
        let (mut index, mut clips) = opened(library);
        clips.retain(|&clip| is_wanted(clip));
        index.load(library, |clip| clips.contains(&clip)).unwrap();
        let missing = index.missing(|clip| clips.contains(&clip));
        index.build(library, &missing, &|_| ControlFlow::Continue(())).unwrap();
        index.note_whole(library, &clips).unwrap();
    }

    #[test]
    fn only_what_was_compared_as_it_is_counts() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        assert!(!is_whole(&library));
        index(&mut library, |_| true);
        assert!(is_whole(&library));
        let (index_of_all, mut clips) = opened(&library);
        clips.pop_first();
        assert!(index_of_all.is_whole(&library, &clips).unwrap(), "some of them are whole as well");
        let finer = IndexChoices { rate_hz: 60.0, ..IndexChoices::default() };
        let finer = LibraryIndex::open(&library, &finer).unwrap();
        assert!(!finer.is_whole(&library, &clips).unwrap(), "another rate makes another index");
        library.remove(&["walk".to_owned()]).unwrap();
        assert!(is_whole(&library), "what is left was compared");
        put(&mut library, "walk");
        assert!(!is_whole(&library), "its webs went with it");
    }

    #[test]
    fn two_halves_that_were_indexed_apart_are_not_whole() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        index(&mut library, |clip| clip == ClipId::FIRST);
        index(&mut library, |clip| clip != ClipId::FIRST);
        assert!(!is_whole(&library));
        let query = Query { text: "cartwheel@20-60".to_owned(), ..Query::default() };
        let finder = Finder::open(&library, &query, &IndexChoices::default(), |_| ()).unwrap();
        assert_eq!(finder.missing(), 2);
    }

    /// Pair by pair or at one look, a search finds the same.
    #[test]
    fn a_whole_index_is_searched_as_one_that_is_looked_through() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        index(&mut library, |_| true);
        let look = SearchSettings::default();
        let search = |library: &Library, text: &str| {
            let query = Query { text: text.to_owned(), ..Query::default() };
            let finder = Finder::open(library, &query, &IndexChoices::default(), |_| ()).unwrap();
            let found = finder.search(&look).unwrap();
            assert_eq!((finder.missing(), finder.index().damaged()), (0, 0));
            (found.graph, finder.slider(&look).unwrap())
        };
        let queries = ["walk@60-120", "walk-left@60-120", "cartwheel@20-60", "sample:reach@10-60"];
        let at_one_look = queries.map(|query| search(&library, query));
        for name in ["walk", "walk-left", "cartwheel"] {
            assert!(library.remove_thing(WHOLE, name).unwrap());
        }
        assert!(!is_whole(&library));
        assert!(at_one_look[0].0.nodes().len() > 1);
        assert_eq!(queries.map(|query| search(&library, query)), at_one_look);
    }

    #[test]
    fn a_web_that_is_damaged_or_gone_is_counted_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        index(&mut library, |_| true);
        let mut web = library.artifact("web", "walk\twalk-left").unwrap().unwrap();
        let middle = web.bytes.len() / 2;
        web.bytes[middle] ^= 1;
        let clips = ["walk".to_owned(), "walk-left".to_owned()];
        library.put_artifacts([(&web, clips.as_slice())]).unwrap();
        let query = Query { text: "walk@60-120".to_owned(), ..Query::default() };
        let finder = Finder::open(&library, &query, &IndexChoices::default(), |_| ()).unwrap();
        finder.search(&SearchSettings::default()).unwrap();
        assert_eq!(finder.index().damaged(), 1);
    }
}
