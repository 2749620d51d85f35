//! Which family each skeleton of a library belongs to, as an index found out once.

use segue_library::{Artifact, Library, LibraryError};
use segue_motion::ContentHash;
use segue_search::Kinship;
use segue_store::{FileKind, Reader, Writer};

use super::{FindError, IndexChoices, LibraryIndex};

/// What the list of skeletons is called among the things of a library.
const KIN: &str = "kin";
const NAME: &str = "skeletons";

const KIND: FileKind = FileKind {
    tag: *b"KIN",
    name: "a list of skeletons",
    version: 1,
    // Half a million skeletons.
    largest: 1 << 26,
    remedy: "index the library again",
};

/// Changes whenever figures are carried over otherwise.
const METHOD: u64 = 1;

impl LibraryIndex {
    /// Stores what the index was made with, and returns it: the choices with the figures of all families. With them it stores which
    /// skeletons belong to each.
    ///
    /// # Errors
    /// When a number makes no sense, or the library cannot be changed.
    pub fn settle(&self, library: &mut Library, choices: &IndexChoices) -> Result<IndexChoices, FindError> {
        let now = choices.clone().with_figures(self.figures());
        if IndexChoices::load(library)?.is_none_or(|before| before != now) {
            now.store(library)?;
        }
        let kin: Vec<Kinship> = self.index.kinships().collect();
        let list =
            Artifact { kind: KIN.to_owned(), name: NAME.to_owned(), hash: hash(&now), bytes: pack(&kin) };
        if library.artifact(KIN, NAME)?.as_ref() != Some(&list) {
            library.put_artifacts([(&list, [].as_slice())])?;
        }
        Ok(now)
    }
}

/// What an index with the same figures found out about skeletons; what cannot be read is found out again.
pub(super) fn known(library: &Library, choices: &IndexChoices) -> Result<Vec<Kinship>, LibraryError> {
    let list = library.artifact(KIN, NAME)?.filter(|list| list.hash == hash(choices));
    Ok(list.and_then(|list| unpack(&list.bytes)).unwrap_or_default())
}

/// The fingerprint of the figures that skeletons were compared with.
fn hash(choices: &IndexChoices) -> Vec<u8> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&METHOD.to_le_bytes());
    for figure in &choices.skeletons {
        hasher.update(&(figure.len() as u64).to_le_bytes());
        hasher.update(figure);
    }
    hasher.finalize().as_bytes().to_vec()
}

fn pack(kin: &[Kinship]) -> Vec<u8> {
    let mut out = Writer::default();
    out.count(kin.len());
    for Kinship { skeleton, family, note } in kin {
        out.0.extend(skeleton.as_bytes());
        out.count(*family);
        out.byte(note.is_some().into());
        out.word(note.as_deref().unwrap_or_default());
    }
    KIND.pack(&out.0)
}

/// Reads what [`pack`] wrote.
fn unpack(bytes: &[u8]) -> Option<Vec<Kinship>> {
    let body = KIND.unpack(bytes).ok()?;
    let mut reader = Reader(&body);
    let count = reader.length(1)?;
    let kinship = |_| {
        let skeleton = ContentHash::from_bytes(reader.take(32)?.try_into().ok()?);
        let (family, has_note, note) = (reader.count()?, reader.byte()? == 1, reader.word()?);
        Some(Kinship { skeleton, family, note: has_note.then_some(note) })
    };
    (0..count).map(kinship).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use segue_actors::Sample;
    use segue_actors::rigs::scaled;
    use segue_library::{ClipSource, Packed};
    use segue_motion::{Clip, ClipId};

    use super::*;

    /// A walk by someone who is so many times as large.
    fn walk(name: &str, scale: f32) -> Clip {
        let clip = Sample::find("walk").unwrap().clip();
        let skeleton = Arc::new(scaled(clip.skeleton(), scale));
        let mut walk = Clip::builder(name, skeleton, clip.rate(), &[]);
        for frame in clip.frames() {
            let mut pose = frame.to_pose();
            pose.root *= scale;
            walk.push(&pose).unwrap();
        }
        walk.finish().unwrap()
    }

    fn put(library: &mut Library, name: &str, scale: f32) {
        let source = ClipSource::new(name, name.as_bytes());
        library.put(&source, &[Packed::of(&walk(name, scale))]).unwrap();
    }

    fn opened(library: &Library) -> LibraryIndex {
        let choices = IndexChoices::load(library).unwrap().unwrap_or_default();
        LibraryIndex::open(library, &choices).unwrap()
    }

    #[test]
    fn what_is_known_of_skeletons_is_kept_until_the_figures_change() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        put(&mut library, "a", 1.0);
        put(&mut library, "b", 1.2);
        assert!(known(&library, &IndexChoices::default()).unwrap().is_empty());
        let first = opened(&library);
        let choices = first.settle(&mut library, &IndexChoices::default()).unwrap();
        assert_eq!(known(&library, &choices).unwrap(), first.index.kinships().collect::<Vec<_>>());
        let again = opened(&library);
        let notes = |index: &LibraryIndex| index.notes().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(notes(&again), notes(&first));
        assert!(notes(&again)[0].starts_with("`b` was retargeted"), "{:?}", notes(&again));
        let families = |index: &LibraryIndex| [0, 1].map(|clip| index.index.family_of(ClipId::new(clip)));
        assert_eq!([families(&first), families(&again)], [[0, 0]; 2]);
        let other = IndexChoices { skeletons: Vec::new(), ..choices };
        assert!(known(&library, &other).unwrap().is_empty(), "other figures");
    }

    #[test]
    fn a_list_that_is_damaged_is_found_out_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = Library::create(folder.path().join("a.segue")).unwrap();
        put(&mut library, "a", 1.0);
        put(&mut library, "b", 1.2);
        let first = opened(&library);
        let choices = first.settle(&mut library, &IndexChoices::default()).unwrap();
        let mut list = library.artifact(KIN, NAME).unwrap().unwrap();
        *list.bytes.last_mut().unwrap() ^= 1;
        library.put_artifacts([(&list, [].as_slice())]).unwrap();
        assert!(known(&library, &choices).unwrap().is_empty());
        let again = opened(&library);
        assert!(again.notes().eq(first.notes()));
        again.settle(&mut library, &choices).unwrap();
        assert_eq!(known(&library, &choices).unwrap().len(), 2);
    }
}
