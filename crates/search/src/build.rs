//! Building the webs of many clips.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use rayon::prelude::*;
use segue_motion::ClipId;

use crate::prune::{Basis, Blocks, Prepared};
use crate::sweep::Sweep;
use crate::{Index, Web, WebSettings};

/// How far the building of webs has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// Cells of the distance grids that are done.
    pub done: usize,
    /// Cells of all of them.
    pub total: usize,
}

impl Index {
    /// Builds every web that is missing.
    pub fn build_missing(&mut self) {
        let missing = self.missing();
        // Nobody can stop it, so nothing is left undone.
        let _ = self.build(&missing, &|_| ControlFlow::Continue(()));
    }

    /// Builds the webs of these pairs (the first clip not after the second) on all cores and takes them over.
    ///
    /// `watch` hears how far it has come and may stop it; what was finished until then is there and the rest is still
    /// missing. The webs do not depend on the number of threads.
    ///
    /// # Panics
    /// When a pair names a clip that is not there, the second clip comes before the first, or they are of two families.
    pub fn build(
        &mut self,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
    ) -> ControlFlow<()> {
        let mut webs = Vec::new();
        let flow = self.build_each(pairs, watch, |pair, web| webs.push((pair, web)));
        for (pair, web) in webs {
            self.put(pair, web);
        }
        flow
    }

    /// Builds the webs of these pairs as [`Index::build`] does, but hands each over as soon as it is finished instead of
    /// taking it over. The largest pairs come first, and webs in the order in which they are finished.
    ///
    /// # Panics
    /// When a pair names a clip that is not there, the second clip comes before the first, or they are of two families.
    pub fn build_each(
        &self,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
        mut take: impl FnMut([ClipId; 2], Web),
    ) -> ControlFlow<()> {
        let mut pairs = pairs.to_vec();
        pairs.sort_by_key(|&pair| std::cmp::Reverse(self.size(pair)));
        let total = pairs.iter().map(|&pair| self.size(pair)).sum();
        let (blocks, next, stopped) = (self.prepare(&pairs), 0.into(), false.into());
        let crew = Crew { index: self, pairs, blocks, next, stopped };
        // Threads of their own: one that waited inside a pool could be given a second pair meanwhile, with its memory.
        std::thread::scope(|scope| {
            let (sender, webs) = channel();
            for _ in 0..rayon::current_num_threads().min(crew.pairs.len()) {
                let (crew, sender) = (&crew, sender.clone());
                scope.spawn(move || crew.work(&sender));
            }
            drop(sender);
            let mut done = 0;
            for (pair, web) in webs {
                take(pair, web);
                done += self.size(pair);
                if watch(BuildProgress { done, total }).is_break() {
                    crew.stopped.store(true, Ordering::Relaxed);
                }
            }
        });
        if crew.stopped.into_inner() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// What it takes to leave out cells, of all clips in some pairs.
    fn prepare(&self, pairs: &[[ClipId; 2]]) -> BTreeMap<ClipId, Blocks> {
        if self.settings().coarse_hz.is_some() {
            return BTreeMap::new();
        }
        let used: BTreeSet<ClipId> = pairs.iter().flatten().copied().collect();
        let mut blocks = BTreeMap::new();
        for family in self.families() {
            let clips: Vec<ClipId> = family.into_iter().filter(|clip| used.contains(clip)).collect();
            if clips.is_empty() {
                continue;
            }
            let basis = Basis::new(&clips.iter().map(|&clip| self.cloud(clip)).collect::<Vec<_>>());
            let of_clip = |&clip: &ClipId| (clip, Blocks::new(self.cloud(clip), &basis));
            blocks.extend(clips.par_iter().map(of_clip).collect::<Vec<_>>());
        }
        blocks
    }

    fn size(&self, [first, second]: [ClipId; 2]) -> usize {
        self.frames_of(first) * self.frames_of(second)
    }
}

/// Threads that build webs, each taking the next pair when it is done with one.
struct Crew<'a> {
    index: &'a Index,
    pairs: Vec<[ClipId; 2]>,
    blocks: BTreeMap<ClipId, Blocks>,
    next: AtomicUsize,
    stopped: AtomicBool,
}

impl Crew<'_> {
    fn work(&self, webs: &Sender<([ClipId; 2], Web)>) {
        let mut sweep = Sweep::default();
        while let Some(&pair) = self.pairs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.stopped.load(Ordering::Relaxed) || webs.send((pair, self.web(pair, &mut sweep))).is_err()
            {
                return;
            }
        }
    }

    fn web(&self, [first, second]: [ClipId; 2], sweep: &mut Sweep) -> Web {
        assert!(first <= second, "pairs are named with the earlier clip first");
        assert!(self.index.check_family(first, second).is_ok(), "clips of one family are compared");
        let settings = self.index.settings();
        if let Some(coarse) = settings.coarse() {
            return self.coarse_to_fine([first, second], &coarse);
        }
        let prepared = |clip: ClipId| Prepared { cloud: self.index.cloud(clip), blocks: &self.blocks[&clip] };
        Web::prepared([first, second].map(prepared), first == second, settings, sweep)
    }

    fn coarse_to_fine(&self, pair: [ClipId; 2], settings: &WebSettings) -> Web {
        let clouds = pair.map(|clip| self.index.coarse(clip).expect("clips are read at both rates"));
        let coarse = if pair[0] == pair[1] {
            Web::within(clouds[0], settings)
        } else {
            Web::between(clouds[0], clouds[1], settings)
        };
        Web::near(&coarse, pair.map(|clip| self.index.cloud(clip)), self.index.settings())
    }
}
