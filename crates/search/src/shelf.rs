//! Webs that are kept elsewhere until a search needs them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use segue_motion::ClipId;

use crate::Web;
use crate::indexed::Entry;

/// Fetches the web of a pair of clips; `None` when it cannot be read.
type Fetch = dyn FnMut([ClipId; 2]) -> Option<Web> + Send;

/// Names the clips that a clip has a web with.
type Partners = dyn FnMut(ClipId) -> Vec<ClipId> + Send;

/// Webs in memory take at most about so many bytes; those that have been there longest give way.
const MOST_BYTES: usize = 128 << 20;

/// Where webs are fetched from, with those that were needed last.
pub(crate) struct Shelf(Mutex<Held>);

struct Held {
    fetch: Box<Fetch>,
    name: Box<Partners>,
    /// The partners of the clips that were asked for, in order.
    partners: BTreeMap<ClipId, Arc<[ClipId]>>,
    /// Each with the memory it took when it was last needed.
    entries: BTreeMap<[ClipId; 2], (Arc<Entry>, usize)>,
    /// The pairs of the entries, the oldest first.
    order: VecDeque<[ClipId; 2]>,
    bytes: usize,
    most_bytes: usize,
    /// Pairs whose webs could not be used.
    damaged: BTreeSet<[ClipId; 2]>,
}

impl Shelf {
    pub(crate) fn new(
        partners: impl FnMut(ClipId) -> Vec<ClipId> + Send + 'static,
        fetch: impl FnMut([ClipId; 2]) -> Option<Web> + Send + 'static,
    ) -> Self {
        Self::within(MOST_BYTES, Box::new(partners), Box::new(fetch))
    }

    fn within(most_bytes: usize, name: Box<Partners>, fetch: Box<Fetch>) -> Self {
        Self(Mutex::new(Held {
            fetch,
            name,
            partners: BTreeMap::new(),
            entries: BTreeMap::new(),
            order: VecDeque::new(),
            bytes: 0,
            most_bytes,
            damaged: BTreeSet::new(),
        }))
    }

    /// The web of a pair; `None` where it cannot be read or is not `usable`.
    pub(crate) fn fetch(&self, pair: [ClipId; 2], usable: impl Fn(&Web) -> bool) -> Option<Arc<Entry>> {
        let mut held = self.held();
        if let Some(entry) = held.find(pair) {
            return Some(entry);
        }
        if held.damaged.contains(&pair) {
            return None;
        }
        let Some(web) = (held.fetch)(pair).filter(usable) else {
            held.damaged.insert(pair);
            return None;
        };
        let entry = Arc::new(Entry::new(web));
        held.keep(pair, entry.clone());
        Some(entry)
    }

    /// The clips that a clip has a web with, in order.
    pub(crate) fn partners(&self, clip: ClipId) -> Vec<ClipId> {
        self.held().partners(clip).to_vec()
    }

    /// Whether two clips have a web.
    pub(crate) fn has(&self, [first, second]: [ClipId; 2]) -> bool {
        let mut held = self.held();
        // One of them was looked for: its partners are known.
        let (of, other) = if held.partners.contains_key(&second) { (second, first) } else { (first, second) };
        held.partners(of).binary_search(&other).is_ok()
    }

    /// How many webs could not be used.
    pub(crate) fn damaged(&self) -> usize {
        self.held().damaged.len()
    }

    /// How many webs are in memory.
    pub(crate) fn len(&self) -> usize {
        self.held().entries.len()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Whoever panicked while fetching left nothing half done here.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn partners(&mut self, clip: ClipId) -> Arc<[ClipId]> {
        let Self { partners, name, .. } = self;
        let named = || {
            let mut named = name(clip);
            named.sort_unstable();
            named.into()
        };
        partners.entry(clip).or_insert_with(named).clone()
    }

    fn find(&mut self, pair: [ClipId; 2]) -> Option<Arc<Entry>> {
        let (entry, bytes) = self.entries.get_mut(&pair)?;
        self.bytes += entry.bytes();
        self.bytes -= std::mem::replace(bytes, entry.bytes());
        Some(entry.clone())
    }

    fn keep(&mut self, pair: [ClipId; 2], entry: Arc<Entry>) {
        let bytes = entry.bytes();
        self.bytes += bytes;
        self.order.push_back(pair);
        self.entries.insert(pair, (entry, bytes));
        while self.bytes > self.most_bytes && self.order.len() > 1 {
            let oldest = self.order.pop_front().and_then(|pair| self.entries.remove(&pair));
            self.bytes -= oldest.map_or(0, |(_, bytes)| bytes);
        }
    }
}

impl fmt::Debug for Shelf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shelf")
    }
}

#[cfg(test)]
mod tests {
    use segue_actors::sample;

    use super::*;
    use crate::WebSettings;

    #[test]
    fn webs_give_way_when_there_are_too_many_and_are_fetched_again() {
        let settings = WebSettings::default();
        let web = Web::within(&settings.cloud(&sample("walk").unwrap().clip).unwrap(), &settings);
        let bytes = Entry::new(web.clone()).bytes();
        assert!(bytes > web.cells());
        let fetched = Arc::new(Mutex::new(Vec::new()));
        let told = fetched.clone();
        let fetch = move |pair: [ClipId; 2]| {
            told.lock().unwrap().push(pair[1].index());
            Some(web.clone())
        };
        let shelf = Shelf::within(2 * bytes, Box::new(|_| Vec::new()), Box::new(fetch));
        let pair = |n: usize| [ClipId::FIRST, ClipId::new(n)];
        for n in [1, 2, 1, 3, 2, 1] {
            assert!(shelf.fetch(pair(n), |_| true).is_some());
            assert!(shelf.len() <= 2);
        }
        assert_eq!(*fetched.lock().unwrap(), [1, 2, 3, 1], "the third sends the first away");
    }

    #[test]
    fn a_web_that_cannot_be_used_is_fetched_and_counted_once() {
        let shelf = Shelf::new(|_| Vec::new(), |_| None);
        let pair = [ClipId::FIRST; 2];
        assert!(shelf.fetch(pair, |_| true).is_none() && shelf.fetch(pair, |_| true).is_none());
        assert_eq!(shelf.damaged(), 1);
    }
}
