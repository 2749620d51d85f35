//! Match webs that are built elsewhere: pairs of clips go out, packed webs come back to the one who writes.

use std::ops::ControlFlow;

use segue_library::Library;
use segue_motion::ClipId;
use segue_search::{BuildProgress, Web};
use segue_store::{ContainerError, FileKind, Reader, Writer};

use super::store::{Shelved, store};
use super::{FindError, LibraryIndex};

const KIND: FileKind = FileKind {
    tag: *b"TIL",
    name: "a tile of match webs",
    version: 2,
    largest: 1 << 32,
    remedy: "build the tile again",
};

impl LibraryIndex {
    /// Builds the webs of some pairs and packs them, for [`merge_tile`] to store. Nothing is written. The same pairs give the same
    /// bytes, whoever builds them.
    ///
    /// # Errors
    /// When a clip is damaged.
    pub fn build_tile(
        &mut self,
        library: &Library,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
    ) -> Result<Vec<u8>, FindError> {
        self.read_poses(library, pairs.iter().flatten().copied())?;
        let mut webs = Vec::new();
        // Whoever stops it knows.
        let _ =
            self.index.build_each(pairs, watch, |pair, web| webs.push((pair, self.shelved(pair, &web))))?;
        webs.sort_by_key(|(pair, _)| *pair);
        let mut out = Writer::default();
        out.count(webs.len());
        for (_, Shelved { clips, hash, bytes }) in webs {
            for name in &clips {
                out.word(name);
            }
            out.block(&hash);
            // A web has a front at least.
            out.block(&bytes.unwrap_or_default());
        }
        Ok(KIND.pack(&out.0))
    }
}

/// Stores the webs of a tile in one change, and says how many there are. To merge a tile twice changes nothing.
///
/// # Errors
/// When the tile is damaged, a clip of it is gone, or the library cannot be changed; then nothing of it is stored.
pub fn merge_tile(library: &mut Library, bytes: &[u8]) -> Result<usize, FindError> {
    let body = KIND.unpack(bytes).map_err(FindError::Tile)?;
    let webs = unpacked(&body).ok_or_else(|| FindError::Tile(KIND.damaged("it ends early")))?;
    for bytes in webs.iter().filter_map(|web| web.bytes.as_ref()) {
        Web::check(bytes).map_err(|error| FindError::Tile(damaged(error)))?;
    }
    let count = webs.len();
    store(library, webs)?;
    Ok(count)
}

fn damaged(error: impl std::fmt::Display) -> ContainerError {
    KIND.damaged(error.to_string())
}

/// The webs of a tile.
fn unpacked(body: &[u8]) -> Option<Vec<Shelved>> {
    let mut reader = Reader(body);
    let count = reader.length(4)?;
    let mut webs = Vec::new();
    for _ in 0..count {
        let clips = [reader.word()?, reader.word()?];
        let (hash, bytes) = (reader.block()?.to_vec(), reader.block()?.to_vec());
        webs.push(Shelved { clips, hash, bytes: Some(bytes).filter(|bytes| !bytes.is_empty()) });
    }
    Some(webs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::find::IndexChoices;
    use crate::find::store::{NOTHING, WEB};
    use segue_actors::Sample;
    use segue_library::{Artifact, ClipSource, Packed};
    use std::path::Path;

    fn library(path: &Path) -> Library {
        let mut library = Library::create(path).unwrap();
        for name in ["walk", "walk-left", "cartwheel"] {
            let clip = Sample::find(name).unwrap().clip();
            library.put(&ClipSource::new(name, b"1"), &[Packed::of(&clip)]).unwrap();
        }
        library
    }

    fn webs(library: &Library) -> Vec<Artifact> {
        let entries = [WEB, NOTHING].map(|kind| library.artifacts(kind).unwrap()).into_iter().flatten();
        entries.map(|entry| library.artifact(&entry.kind, &entry.name).unwrap().unwrap()).collect()
    }

    #[test]
    fn tiles_make_the_index_that_one_machine_makes() {
        let folder = tempfile::tempdir().unwrap();
        let (mut whole, mut tiled) =
            (library(&folder.path().join("a.segue")), library(&folder.path().join("b.segue")));
        let on = |_: BuildProgress| ControlFlow::Continue(());
        let mut index = LibraryIndex::open(&whole, &IndexChoices::default()).unwrap();
        let pairs = index.missing(|_| true);
        index.build(&mut whole, &pairs, &on).unwrap();
        for tile in pairs.chunks(2) {
            let mut index = LibraryIndex::open(&tiled, &IndexChoices::default()).unwrap();
            let bytes = index.build_tile(&tiled, tile, &on).unwrap();
            assert_eq!(merge_tile(&mut tiled, &bytes).unwrap(), tile.len());
            assert_eq!(merge_tile(&mut tiled, &bytes).unwrap(), tile.len(), "twice is once");
        }
        assert_eq!(webs(&whole), webs(&tiled));
        let mut index = LibraryIndex::open(&tiled, &IndexChoices::default()).unwrap();
        assert_eq!(index.load(&tiled, |_| true).unwrap().used, 6);
    }

    #[test]
    fn a_damaged_tile_stores_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut library = library(&folder.path().join("a.segue"));
        let mut index = LibraryIndex::open(&library, &IndexChoices::default()).unwrap();
        let pairs = index.missing(|_| true);
        let mut bytes = index.build_tile(&library, &pairs[..2], &|_| ControlFlow::Continue(())).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        assert!(matches!(merge_tile(&mut library, &bytes), Err(FindError::Tile(_))));
        assert!(merge_tile(&mut library, &bytes[..middle]).is_err());
        assert!(webs(&library).is_empty());
    }
}
