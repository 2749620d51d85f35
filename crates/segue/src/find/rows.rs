//! What a search gets from a library when it needs it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use segue_library::Library;
use segue_motion::{Clip, ClipId};
use segue_search::poses::Shadow;
use segue_search::{Fingerprints, Supply, Web};

use super::shadows::{SHADOW, shadow_hash};
use super::store::{Shelved, WEB, web_name};

/// Where the clips of an index are in a library, which is opened when the first is read.
pub(super) struct Rows {
    path: PathBuf,
    library: Option<Library>,
    /// The names of the clips by their numbers, with the fingerprints of their screens.
    clips: Vec<(String, Option<[u8; 32]>)>,
    prints: Fingerprints,
    made: Made,
}

/// Webs that searches have made and the library does not have.
#[derive(Clone, Debug, Default)]
pub(super) struct Made(Arc<Mutex<Vec<Shelved>>>);

/// So many bytes of webs are kept for the library at most.
const MOST_BYTES: usize = 32 << 20;

impl Made {
    /// All of them; they are not kept any longer.
    pub(super) fn take(&self) -> Vec<Shelved> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn put(&self, web: Shelved) {
        let mut webs = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = |web: &Shelved| web.bytes.as_ref().map_or(0, Vec::len);
        if webs.iter().map(bytes).sum::<usize>() < MOST_BYTES {
            webs.push(web);
        }
    }
}

impl Rows {
    pub(super) fn new(
        path: &Path,
        clips: Vec<(String, Option<[u8; 32]>)>,
        prints: Fingerprints,
        made: Made,
    ) -> Self {
        Self { path: path.to_owned(), library: None, clips, prints, made }
    }

    /// The names of two clips, if both are of the library.
    fn names(&self, pair: [ClipId; 2]) -> Option<[String; 2]> {
        let [first, second] = pair.map(|clip| self.clips.get(clip.index()));
        Some([first?.0.clone(), second?.0.clone()])
    }

    fn library(&mut self) -> Option<&Library> {
        if self.library.is_none() {
            self.library = Library::open(&self.path).ok();
        }
        self.library.as_ref()
    }
}

impl Supply for Rows {
    fn shadow(&mut self, clip: ClipId) -> Option<Shadow> {
        let (name, screen) = self.clips.get(clip.index())?.clone();
        let expected = shadow_hash(&self.prints.of([clip; 2]), &screen?);
        let row = self.library()?.artifact(SHADOW, &name).ok()??;
        Shadow::decode(&row.bytes).ok().filter(|_| row.hash == expected)
    }

    fn clip(&mut self, clip: ClipId) -> Option<Clip> {
        let (name, _) = self.clips.get(clip.index())?.clone();
        self.library()?.clip(&name).ok()
    }

    fn web(&mut self, pair: [ClipId; 2]) -> Option<Web> {
        let name = web_name(&self.names(pair)?);
        let row = self.library()?.artifact(WEB, &name).ok()??;
        Web::decode(&row.bytes).ok().filter(|_| row.hash == self.prints.of(pair))
    }

    fn made(&mut self, pair: [ClipId; 2], web: &Web) {
        // What has nothing in it is made sooner than it is read.
        if let Some(clips) = self.names(pair).filter(|_| !web.is_empty()) {
            self.made.put(Shelved::of(clips, self.prints.of(pair), web));
        }
    }
}
