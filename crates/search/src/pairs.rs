//! Which pairs of clips were compared, and their webs.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use segue_motion::ClipId;

use crate::indexed::{Compared, Entry};
use crate::shelf::Shelf;
use crate::{Index, SearchError, Web};

/// What an index knows of pairs of clips, the first not after the second.
#[derive(Debug, Default)]
pub(crate) struct Pairs {
    /// Pairs one by one.
    known: BTreeMap<[ClipId; 2], Compared>,
    /// Clips of which all pairs were compared, as far as they are not known one by one: there may be millions.
    whole: BTreeSet<ClipId>,
    shelf: Option<Shelf>,
}

impl Pairs {
    fn is_whole(&self, pair: [ClipId; 2]) -> bool {
        pair.iter().all(|clip| self.whole.contains(clip))
    }
}

impl Index {
    /// The web of two clips, the first not after the second, if it is there.
    pub fn web(&self, pair: [ClipId; 2]) -> Option<Arc<Web>> {
        self.entry(pair).map(|entry| entry.web.clone())
    }

    /// Whether two clips were compared, the first not after the second; where nothing in them is alike they have no web.
    pub fn is_compared(&self, pair: [ClipId; 2]) -> bool {
        self.pairs.known.contains_key(&pair) || self.pairs.is_whole(pair)
    }

    /// Notes that nothing in two clips is alike, so that they need no web; a pair that has one keeps it.
    pub fn set_unlike(&mut self, pair: [ClipId; 2]) {
        self.pairs.known.entry(pair).or_insert(Compared::Unlike);
    }

    /// The pairs of clips of one family that were not compared, the first not after the second.
    pub fn missing(&self) -> Vec<[ClipId; 2]> {
        let open: Vec<ClipId> = self.ids().filter(|clip| !self.pairs.whole.contains(clip)).collect();
        // Pairs of two clips that are whole need no look.
        let from = |first: ClipId| {
            let (open, is_whole) = (&open, self.pairs.whole.contains(&first));
            let after = open.iter().copied().filter(move |&second| is_whole && second >= first);
            after.chain(self.ids().skip(first.index()).filter(move |_| !is_whole))
        };
        let pairs = self.ids().flat_map(|first| from(first).map(move |second| [first, second]));
        let akin = |&[first, second]: &[ClipId; 2]| self.family_of(first) == self.family_of(second);
        pairs.filter(akin).filter(|pair| !self.pairs.known.contains_key(pair)).collect()
    }

    /// Takes over a web that was built before.
    ///
    /// # Errors
    /// When there are no such clips or they are of two families, or the web is of others or was built with other settings.
    pub fn insert(&mut self, pair: [ClipId; 2], web: Web) -> Result<(), SearchError> {
        self.check_web(pair, &web)?;
        self.put(pair, web);
        Ok(())
    }

    /// Names webs that can be fetched when a search needs them; a pair that has a web keeps it. Those that were needed last stay
    /// in memory, as far as they take no more than 128 MB. A web that `fetch`
    /// does not give, or that is of other clips or settings, counts as [damaged](Index::damaged), and nothing is found in
    /// it.
    pub fn shelve(
        &mut self,
        pairs: &[[ClipId; 2]],
        fetch: impl FnMut([ClipId; 2]) -> Option<Web> + Send + 'static,
    ) {
        for &pair in pairs {
            self.pairs.known.entry(pair).or_insert(Compared::Shelved);
        }
        self.pairs.shelf = Some(Shelf::new(|_| Vec::new(), fetch));
    }

    /// Names clips of which all pairs were compared, without naming these: `partners` says with which clips one has a web, and is
    /// asked only for clips that are looked for. The rest is as with [`Index::shelve`].
    pub fn shelve_whole(
        &mut self,
        clips: BTreeSet<ClipId>,
        partners: impl FnMut(ClipId) -> Vec<ClipId> + Send + 'static,
        fetch: impl FnMut([ClipId; 2]) -> Option<Web> + Send + 'static,
    ) {
        self.pairs.whole = clips;
        self.pairs.shelf = Some(Shelf::new(partners, fetch));
    }

    /// How many webs were fetched and could not be used.
    pub fn damaged(&self) -> usize {
        self.pairs.shelf.as_ref().map_or(0, Shelf::damaged)
    }

    /// How many webs are in memory.
    pub fn loaded(&self) -> usize {
        let here = self.pairs.known.values().filter(|pair| matches!(pair, Compared::Here(_))).count();
        here + self.pairs.shelf.as_ref().map_or(0, Shelf::len)
    }

    fn check_web(&self, [first, second]: [ClipId; 2], web: &Web) -> Result<(), SearchError> {
        self.check_clip(second)?;
        if first > second || web.is_with_itself() != (first == second) {
            return Err(SearchError::Pair { first, second });
        }
        self.check_family(first, second)?;
        let expected = [first, second].map(|clip| self.frames_of(clip));
        if web.frames() != expected {
            return Err(SearchError::OtherClips { found: web.frames(), expected });
        }
        web.check_settings(self.settings())
    }

    pub(crate) fn put(&mut self, pair: [ClipId; 2], web: Web) {
        self.pairs.known.insert(pair, Compared::Here(Arc::new(Entry::new(web))));
    }

    pub(crate) fn entry(&self, pair: [ClipId; 2]) -> Option<Arc<Entry>> {
        let Pairs { known, shelf, .. } = &self.pairs;
        let fetched = || shelf.as_ref()?.fetch(pair, |web| self.check_web(pair, web).is_ok());
        match known.get(&pair) {
            Some(Compared::Here(entry)) => Some(entry.clone()),
            Some(Compared::Shelved) => fetched(),
            None if self.pairs.is_whole(pair) && shelf.as_ref()?.has(pair) => fetched(),
            Some(Compared::Unlike) | None => None,
        }
    }

    /// The clips that a clip may have a web with, in order; others it has none with.
    pub(crate) fn partners(&self, clip: ClipId) -> Vec<ClipId> {
        let Pairs { whole, shelf, .. } = &self.pairs;
        let Some(shelf) = shelf.as_ref().filter(|_| whole.contains(&clip)) else {
            return self.ids().collect();
        };
        let mut partners = shelf.partners(clip);
        // Clips that were added since are known pair by pair.
        partners.extend(self.ids().filter(|other| !whole.contains(other)));
        partners.sort_unstable();
        partners.dedup();
        partners
    }
}
