//! Building the webs of many clips.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::{Index, Web};

/// How far the building of webs has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Cells of the distance grids that are done.
    pub done: usize,
    /// Cells of all of them.
    pub total: usize,
}

/// Pairs built before their webs are taken over and may be kept: enough to occupy all cores, few enough to lose little.
const BATCH: usize = 16;

impl Index {
    /// Builds every web that is missing.
    pub fn build_missing(&mut self) {
        let missing = self.missing();
        // Nobody can stop it, so nothing is left undone.
        let _ = self.build(&missing, &|_| ControlFlow::Continue(()), |_, _| {});
    }

    /// Builds the webs of these pairs (the first clip not after the second) on all cores.
    ///
    /// `watch` is told how far it has come and may stop it; `keep` gets every web that is finished, in the order of
    /// the pairs. Stopped, what was kept is there and the rest is still missing. The webs do not depend on the number
    /// of threads.
    ///
    /// # Panics
    /// When a pair names a clip that is not there, the second clip comes before the first, or they are of two families.
    pub fn build(
        &mut self,
        pairs: &[[usize; 2]],
        watch: &(dyn Fn(Progress) -> ControlFlow<()> + Sync),
        mut keep: impl FnMut([usize; 2], &Web),
    ) -> ControlFlow<()> {
        let (done, stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
        let total = pairs.iter().map(|&pair| self.size(pair)).sum();
        for batch in pairs.chunks(BATCH) {
            let build = |&pair: &[usize; 2]| {
                if stopped.load(Ordering::Relaxed) {
                    return None;
                }
                let web = self.build_pair(pair);
                let done = done.fetch_add(self.size(pair), Ordering::Relaxed) + self.size(pair);
                if watch(Progress { done, total }).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
                Some(web)
            };
            let webs: Vec<Option<Web>> = batch.par_iter().map(build).collect();
            for (&pair, web) in batch.iter().zip(webs) {
                if let Some(web) = web {
                    keep(pair, &web);
                    self.put(pair, web);
                }
            }
            if stopped.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// The web of one pair, without keeping it.
    fn build_pair(&self, [first, second]: [usize; 2]) -> Web {
        assert!(first <= second, "pairs are named with the earlier clip first");
        if first == second {
            Web::within(self.cloud(first), self.settings())
        } else {
            Web::between(self.cloud(first), self.cloud(second), self.settings())
        }
    }

    fn size(&self, [first, second]: [usize; 2]) -> usize {
        self.cloud(first).len() * self.cloud(second).len()
    }
}
