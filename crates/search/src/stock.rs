//! What searches have fetched and made, as far as there is room for it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use segue_motion::ClipId;
use segue_store::OverBudget;

use crate::build::Bench;
use crate::indexed::Entry;
use crate::poses::Screen;
use crate::sieve::Sieve;
use crate::{Supply, Web};

/// Webs in memory take at most about so many bytes; those that have been there longest give way.
const MOST_BYTES: usize = 64 << 20;

/// Clips that an index draws on, with the webs that were needed last.
pub(crate) struct Stock {
    /// The clips whose shadows the source has.
    pub(crate) clips: BTreeSet<ClipId>,
    /// The screen of each family that has one.
    pub(crate) screens: Vec<Option<Screen>>,
    /// The shadows of each family, fetched when a search needs the first of them.
    pub(crate) sieves: Vec<OnceLock<Sieve>>,
    held: Mutex<Held>,
    /// For parts of webs, one at a time.
    bench: Mutex<Bench>,
}

/// What changes while searches are under way.
pub(crate) struct Held {
    pub(crate) source: Box<dyn Supply>,
    /// Each with the memory it took when it was last needed.
    entries: BTreeMap<[ClipId; 2], (Arc<Entry>, usize)>,
    /// The pairs of the entries, the oldest first.
    order: VecDeque<[ClipId; 2]>,
    bytes: usize,
    most_bytes: usize,
    /// Clips that cannot be read.
    pub(crate) damaged: BTreeSet<ClipId>,
    /// Pairs whose webs are too large as a whole.
    pub(crate) in_parts: BTreeSet<[ClipId; 2]>,
    /// Pairs of which so much is alike that there is no memory for a part of their web either.
    pub(crate) refused: BTreeMap<[ClipId; 2], OverBudget>,
}

impl Stock {
    pub(crate) fn new(
        clips: BTreeSet<ClipId>,
        screens: Vec<Option<Screen>>,
        source: Box<dyn Supply>,
    ) -> Self {
        let sieves = screens.iter().map(|_| OnceLock::new()).collect();
        Self {
            clips,
            screens,
            sieves,
            held: Mutex::new(Held::within(MOST_BYTES, source)),
            bench: Mutex::default(),
        }
    }

    pub(crate) fn bench(&self) -> MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn held(&self) -> MutexGuard<'_, Held> {
        // Whoever panicked while fetching left nothing half done here.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn within(most_bytes: usize, source: Box<dyn Supply>) -> Self {
        Self {
            source,
            entries: BTreeMap::new(),
            order: VecDeque::new(),
            bytes: 0,
            most_bytes,
            damaged: BTreeSet::new(),
            in_parts: BTreeSet::new(),
            refused: BTreeMap::new(),
        }
    }

    /// The web of a pair if it is in memory.
    pub(crate) fn find(&mut self, pair: [ClipId; 2]) -> Option<Arc<Entry>> {
        let (entry, bytes) = self.entries.get_mut(&pair)?;
        self.bytes += entry.bytes();
        self.bytes -= std::mem::replace(bytes, entry.bytes());
        Some(entry.clone())
    }

    /// Whether the web of a pair is to be fetched or made.
    pub(crate) fn is_wanting(&self, pair: [ClipId; 2]) -> bool {
        !self.entries.contains_key(&pair) && !self.in_parts.contains(&pair)
    }

    /// The clips whose webs with a clip are in memory.
    pub(crate) fn partners(&self, clip: ClipId) -> BTreeSet<ClipId> {
        let pairs = self.entries.keys().filter(|pair| pair.contains(&clip));
        pairs.map(|&[first, second]| if first == clip { second } else { first }).collect()
    }

    /// Takes a web into memory.
    pub(crate) fn keep(&mut self, pair: [ClipId; 2], web: Web) -> Arc<Entry> {
        let entry = Arc::new(Entry::new(web));
        let bytes = entry.bytes();
        self.bytes += bytes;
        self.order.push_back(pair);
        if let Some((_, before)) = self.entries.insert(pair, (entry.clone(), bytes)) {
            // Two searches made it at the same time.
            self.bytes -= before;
            self.order.pop_back();
        }
        while self.bytes > self.most_bytes && self.order.len() > 1 {
            let oldest = self.order.pop_front().and_then(|pair| self.entries.remove(&pair));
            self.bytes -= oldest.map_or(0, |(_, bytes)| bytes);
        }
        entry
    }

    /// How many webs are in memory.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }
}

impl fmt::Debug for Stock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stock").field("clips", &self.clips.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;
    use segue_motion::Clip;

    use super::*;
    use crate::WebSettings;
    use crate::poses::Shadow;

    struct Nothing;

    impl Supply for Nothing {
        fn shadow(&mut self, _: ClipId) -> Option<Shadow> {
            None
        }

        fn clip(&mut self, _: ClipId) -> Option<Clip> {
            None
        }

        fn web(&mut self, _: [ClipId; 2]) -> Option<Web> {
            None
        }

        fn made(&mut self, _: [ClipId; 2], _: &Web) {}
    }

    #[test]
    fn webs_give_way_when_there_are_too_many() {
        let settings = WebSettings::default();
        let web = Web::within(&settings.cloud(&sample("walk").unwrap().clip).unwrap(), &settings);
        let bytes = Entry::new(web.clone()).bytes();
        assert!(bytes > web.cells());
        let mut held = Held::within(2 * bytes, Box::new(Nothing));
        let pair = |n: usize| [ClipId::FIRST, ClipId::new(n)];
        for n in [1, 2, 2, 3] {
            held.keep(pair(n), web.clone());
            assert!(held.len() <= 2 && held.bytes <= 2 * bytes);
        }
        let there = [1, 2, 3].map(|n| held.find(pair(n)).is_some());
        assert_eq!(there, [false, true, true], "the third sends the first away");
    }
}
