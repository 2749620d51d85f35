//! How webs lie in a library: those with something in them a row each, and for each clip one row that names the clips it has
//! nothing in common with.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use segue_library::{Artifact, Library, LibraryError};
use segue_search::Web;
use segue_store::{ContainerError, FileKind, Reader, Writer};

/// What webs are called among the things of a library.
pub(super) const WEB: &str = "web";

/// What the lists of pairs without a web are called.
pub(super) const NOTHING: &str = "nothing alike";

const KIND: FileKind = FileKind {
    tag: *b"NIL",
    name: "a list of clips that have nothing in common",
    version: 1,
    largest: 1 << 28,
    remedy: "index the library again",
};

/// Webs are stored together when the first of them has waited for so long: storing one takes as long as building a small one.
const WAIT: Duration = Duration::from_millis(300);

/// So many bytes wait for each other at most.
const MOST_BYTES: usize = 8 << 20;

/// The beginning of a fingerprint: enough to tell the pairs of a clip apart.
pub(super) type Mark = [u8; 8];

pub(super) fn mark(fingerprint: &[u8]) -> Mark {
    let mut mark = Mark::default();
    mark.iter_mut().zip(fingerprint).for_each(|(to, from)| *to = *from);
    mark
}

/// The web of two clips as a library keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shelved {
    /// The names of the clips.
    pub(super) clips: [String; 2],
    /// The fingerprint of what it was made of.
    pub(super) hash: Vec<u8>,
    /// `None` when nothing in the clips is alike.
    pub(super) bytes: Option<Vec<u8>>,
}

impl Shelved {
    pub(super) fn of(clips: [String; 2], fingerprint: [u8; 32], web: &Web) -> Self {
        let bytes = (!web.is_empty()).then(|| web.encode());
        Self { clips, hash: fingerprint.to_vec(), bytes }
    }
}

/// What the web of two clips is called. A tab stands in no file name that people give.
pub(super) fn web_name(clips: &[String; 2]) -> String {
    clips.join("\t")
}

/// Webs on their way into a library.
#[derive(Default)]
pub(super) struct Shelf {
    waiting: Vec<Shelved>,
    bytes: usize,
    since: Option<Instant>,
}

impl Shelf {
    /// Takes a web, and stores all that wait when that is due.
    pub(super) fn put(&mut self, library: &mut Library, web: Shelved) -> Result<(), LibraryError> {
        self.bytes += web.bytes.as_ref().map_or(0, Vec::len);
        self.waiting.push(web);
        let since = *self.since.get_or_insert_with(Instant::now);
        if self.bytes > MOST_BYTES || since.elapsed() > WAIT { self.flush(library) } else { Ok(()) }
    }

    /// Stores all that wait, in one change.
    pub(super) fn flush(&mut self, library: &mut Library) -> Result<(), LibraryError> {
        let Self { waiting, .. } = std::mem::take(self);
        store(library, waiting)
    }
}

/// Stores webs, all or none. To store one again changes nothing.
pub(super) fn store(library: &mut Library, webs: Vec<Shelved>) -> Result<(), LibraryError> {
    let mut things: Vec<(Artifact, Vec<String>)> = Vec::new();
    let mut alone: BTreeMap<String, BTreeSet<Mark>> = BTreeMap::new();
    for Shelved { clips, hash, bytes } in webs {
        if let Some(bytes) = bytes {
            let thing = Artifact { kind: WEB.to_owned(), name: web_name(&clips), hash, bytes };
            things.push((thing, clips.into()));
        } else {
            let [first, _] = clips;
            alone.entry(first).or_default().insert(mark(&hash));
        }
    }
    for (clip, mut marks) in alone {
        marks.extend(nothing_alike(library, &clip)?.unwrap_or_default());
        let list =
            Artifact { kind: NOTHING.to_owned(), name: clip.clone(), hash: Vec::new(), bytes: pack(&marks) };
        things.push((list, vec![clip]));
    }
    library.put_artifacts(things.iter().map(|(thing, clips)| (thing, clips.as_slice())))
}

/// The pairs of a clip with later ones in which nothing is alike; `Ok(None)` where that is not known.
pub(super) fn nothing_alike(library: &Library, clip: &str) -> Result<Option<BTreeSet<Mark>>, LibraryError> {
    let list = library.artifact(NOTHING, clip)?;
    Ok(list.and_then(|list| unpack(&list.bytes).ok()))
}

fn pack(marks: &BTreeSet<Mark>) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(marks.len());
    out.0.extend(marks.iter().flatten());
    KIND.pack(&out.0)
}

/// Reads what [`pack`] wrote.
pub(super) fn unpack(bytes: &[u8]) -> Result<BTreeSet<Mark>, ContainerError> {
    let body = KIND.unpack(bytes)?;
    let mut reader = Reader(&body);
    let damaged = || KIND.damaged("it ends early");
    let count = reader.length(size_of::<Mark>()).ok_or_else(damaged)?;
    (0..count).map(|_| reader.take(size_of::<Mark>()).map(mark).ok_or_else(damaged)).collect()
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use segue_actors::Sample;
    use segue_library::{ClipSource, Packed};
    use segue_motion::ClipId;

    use super::*;
    use crate::find::{IndexChoices, LibraryIndex, web_faults};

    fn put(library: &mut Library, source: &str, sample: &str) {
        let clip = Sample::find(sample).unwrap().clip().renamed(source);
        library.put(&ClipSource::new(source, sample.as_bytes()), &[Packed::of(&clip)]).unwrap();
    }

    /// Builds what is missing and says which pairs that was.
    fn index(library: &mut Library) -> Vec<[ClipId; 2]> {
        let mut index = LibraryIndex::open(library, &IndexChoices::default()).unwrap();
        index.load(library, |_| true).unwrap();
        let missing = index.missing(|_| true);
        index.build(library, &missing, &|_| ControlFlow::Continue(())).unwrap();
        missing
    }

    fn names(library: &Library, kind: &str) -> Vec<String> {
        library.artifacts(kind).unwrap().into_iter().map(|entry| entry.name).collect()
    }

    #[test]
    fn clips_with_nothing_in_common_have_no_row_and_are_not_compared_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        put(&mut library, "a", "walk");
        put(&mut library, "b", "cartwheel");
        assert_eq!(index(&mut library).len(), 3);
        assert_eq!(names(&library, NOTHING), ["a"], "`a` and `b` have nothing in common");
        assert!(!names(&library, WEB).contains(&"a\tb".to_owned()));
        assert!(index(&mut library).is_empty());
        assert!(web_faults(&library).unwrap().is_empty());
        put(&mut library, "b", "walk-left");
        assert_eq!(index(&mut library).len(), 2, "`b` is another clip: with `a` and with itself");
        assert!(names(&library, WEB).contains(&"a\tb".to_owned()));
        assert!(index(&mut library).is_empty());
    }

    #[test]
    fn a_damaged_list_is_told_and_its_pairs_are_compared_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        put(&mut library, "a", "walk");
        put(&mut library, "b", "cartwheel");
        index(&mut library);
        let mut list = library.artifact(NOTHING, "a").unwrap().unwrap();
        *list.bytes.last_mut().unwrap() ^= 1;
        library.put_artifacts([(&list, ["a".to_owned()].as_slice())]).unwrap();
        assert_eq!(web_faults(&library).unwrap().len(), 1);
        assert_eq!(index(&mut library).len(), 1);
        assert!(web_faults(&library).unwrap().is_empty());
    }
}
