//! Building the webs of many clips.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};

use segue_motion::ClipId;
use segue_register::{Cloud, Columns};
use segue_store::{Budget, OverBudget};

use crate::seeds::Candidates;
use crate::sweep::{Duo, NARROW_STRIP, Needed, Sweep};
use crate::{Index, SearchError, Web, WebSettings};

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
    ///
    /// # Panics
    /// When the program's [`Budget`] does not allow the memory; [`Index::build`] returns that as an error.
    pub fn build_missing(&mut self) {
        let missing = self.missing();
        // Nobody can stop it, so nothing is left undone.
        let built = self.build(&missing, &|_| ControlFlow::Continue(()));
        let _ = built.expect("there is memory for the webs");
    }

    /// Builds the webs of these pairs (the first clip not after the second) on all cores and takes them over.
    ///
    /// `watch` hears how far it has come and may stop it; what was finished until then is there and the rest is still
    /// missing. The webs do not depend on the number of threads.
    ///
    /// # Errors
    /// When so much of two clips is alike that the program's [`Budget`] does not allow the memory.
    ///
    /// # Panics
    /// When a pair names a clip that is not there, the second clip comes before the first, or they are of two families.
    pub fn build(
        &mut self,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
    ) -> Result<ControlFlow<()>, SearchError> {
        let mut webs = Vec::new();
        let flow = self.build_each(pairs, watch, |pair, web| webs.push((pair, web)));
        for (pair, web) in webs {
            self.put(pair, web);
        }
        flow
    }

    /// Builds the webs of these pairs as [`Index::build`] does, but hands each over as soon as it is finished instead of
    /// taking it over. Long clips come first, and webs in the order in which they are finished.
    ///
    /// # Errors
    /// As [`Index::build`]; what was finished until then was handed over.
    ///
    /// # Panics
    /// When a pair names a clip that is not there, the second clip comes before the first, or they are of two families.
    pub fn build_each(
        &self,
        pairs: &[[ClipId; 2]],
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
        take: impl FnMut([ClipId; 2], Web),
    ) -> Result<ControlFlow<()>, SearchError> {
        self.build_some(pairs, 0, watch, take)
    }

    /// [`Index::build_each`], where all cells are looked at when there are fewer than `few`: that can take less time than to find
    /// out where clips are close.
    pub(crate) fn build_some(
        &self,
        pairs: &[[ClipId; 2]],
        few: usize,
        watch: &(dyn Fn(BuildProgress) -> ControlFlow<()> + Sync),
        mut take: impl FnMut([ClipId; 2], Web),
    ) -> Result<ControlFlow<()>, SearchError> {
        let mut pairs = pairs.to_vec();
        let longest = |clip: ClipId| (Reverse(self.frames_of(clip)), clip);
        pairs.sort_by_key(|&[first, second]| (longest(second), longest(first)));
        let total = pairs.iter().map(|&pair| self.size(pair)).sum();
        let is_few = pairs.iter().map(|&pair| self.size(pair)).sum::<usize>() < few;
        let candidates = (!is_few).then(|| self.close_squares(&pairs));
        let (next, stopped) = (0.into(), false.into());
        let threads = rayon::current_num_threads().min(pairs.len());
        // All threads together keep to the budget.
        let most_bytes = Budget::of_program().bytes() / threads.max(1) as u64;
        let crew = Crew { index: self, pairs, candidates, most_bytes, next, stopped };
        let mut refused = None;
        // Threads of their own: one that waited inside a pool could be given a second pair meanwhile, with its memory.
        std::thread::scope(|scope| {
            let (sender, webs) = channel();
            for _ in 0..threads {
                let (crew, sender) = (&crew, sender.clone());
                scope.spawn(move || crew.work(&sender));
            }
            drop(sender);
            let mut done = 0;
            for (pair, web) in webs {
                match web {
                    Ok(web) => take(pair, web),
                    Err(needed) => {
                        crew.stopped.store(true, Ordering::Relaxed);
                        refused.get_or_insert(self.over_budget(pair, needed, most_bytes));
                        continue;
                    }
                }
                done += self.size(pair);
                if watch(BuildProgress { done, total }).is_break() {
                    crew.stopped.store(true, Ordering::Relaxed);
                }
            }
        });
        if let Some(refused) = refused {
            return Err(refused.into());
        }
        let stopped = crew.stopped.into_inner();
        Ok(if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// The error of two clips of which so much is alike that there is no memory for it.
    pub(crate) fn over_budget(
        &self,
        [first, second]: [ClipId; 2],
        Needed(needed): Needed,
        most_bytes: u64,
    ) -> OverBudget {
        let of = |clip: ClipId| format!("`{}`", self.name(clip));
        let with = if first == second { "itself".to_owned() } else { of(second) };
        OverBudget {
            what: format!("comparing {} with {with}, of which much is alike,", of(first)),
            needed: Budget::of_bytes(needed),
            allowed: Budget::of_bytes(most_bytes),
        }
    }

    /// Where the clips of some pairs may be close, family by family; nothing where webs at a lower rate tell that.
    fn close_squares(&self, pairs: &[[ClipId; 2]]) -> Vec<Candidates> {
        if self.settings().coarse_hz.is_some() {
            return Vec::new();
        }
        let mut families = vec![Vec::new(); self.figures().count()];
        for pair in pairs {
            assert!(pair[0] <= pair[1], "pairs are named with the earlier clip first");
            assert!(self.check_family(pair[0], pair[1]).is_ok(), "clips of one family are compared");
            families[self.family_of(pair[0])].push(*pair);
        }
        let rules = self.settings().rules();
        let of_family = |pairs: Vec<[ClipId; 2]>| {
            let Groups { clips, between } = Groups::of(&pairs);
            let cloud = |clip: &ClipId| (*clip, self.cloud(*clip));
            let clouds: Vec<Vec<_>> = clips.iter().map(|group| group.iter().map(cloud).collect()).collect();
            Candidates::find(&clouds, &between, &rules)
        };
        families.into_iter().map(of_family).collect()
    }

    fn size(&self, [first, second]: [ClipId; 2]) -> usize {
        self.frames_of(first) * self.frames_of(second)
    }
}

/// Threads that build webs, each taking the next pair when it is done with one.
struct Crew<'a> {
    index: &'a Index,
    pairs: Vec<[ClipId; 2]>,
    /// Where clips may be close; `None` where all cells are looked at.
    candidates: Option<Vec<Candidates>>,
    /// Bytes that one web may take on its way.
    most_bytes: u64,
    next: AtomicUsize,
    stopped: AtomicBool,
}

/// What a thread keeps from pair to pair.
#[derive(Default)]
pub(crate) struct Bench {
    pub(crate) sweep: Sweep,
    /// The second clip of the last pair as columns: pairs with the same follow each other.
    columns: Option<(ClipId, Columns)>,
}

impl Bench {
    /// What finds valid regions, and a clip as columns.
    pub(crate) fn with(&mut self, clip: ClipId, cloud: &Cloud) -> (&mut Sweep, &Columns) {
        if self.columns.as_ref().is_none_or(|(known, _)| *known != clip) {
            self.columns = None;
        }
        let (_, columns) = self.columns.get_or_insert_with(|| (clip, Columns::new(cloud, NARROW_STRIP)));
        (&mut self.sweep, columns)
    }
}

impl Crew<'_> {
    fn work(&self, webs: &Sender<([ClipId; 2], Result<Web, Needed>)>) {
        let mut bench = Bench::default();
        bench.sweep.most_bytes = Some(self.most_bytes);
        while let Some(&pair) = self.pairs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            if self.stopped.load(Ordering::Relaxed) {
                return;
            }
            let web = self.web(pair, &mut bench);
            let is_refused = web.is_err();
            if webs.send((pair, web)).is_err() || is_refused {
                return;
            }
        }
    }

    fn web(&self, [first, second]: [ClipId; 2], bench: &mut Bench) -> Result<Web, Needed> {
        let settings = self.index.settings();
        if let Some(coarse) = settings.coarse() {
            return self.coarse_to_fine([first, second], &coarse, &mut bench.sweep);
        }
        let clouds = [first, second].map(|clip| self.index.cloud(clip));
        let duo = Duo { clouds, nearest: (first == second).then_some(settings.rules().diagonal) };
        let Some(candidates) = &self.candidates else { return Web::whole(&mut bench.sweep, duo, settings) };
        let Some(seeds) = candidates[self.index.family_of(first)].of([first, second]) else {
            return Ok(Web::empty(duo, settings));
        };
        let (sweep, columns) = bench.with(second, clouds[1]);
        Web::among(&seeds, columns, duo, settings, sweep)
    }

    fn coarse_to_fine(
        &self,
        pair: [ClipId; 2],
        settings: &WebSettings,
        sweep: &mut Sweep,
    ) -> Result<Web, Needed> {
        let clouds = pair.map(|clip| self.index.coarse(clip).expect("clips are read at both rates"));
        let duo = if pair[0] == pair[1] {
            Duo::within(clouds[0], &settings.rules())
        } else {
            Duo::between(clouds[0], clouds[1])
        };
        let coarse = Web::whole(sweep, duo, settings)?;
        let clouds = pair.map(|clip| self.index.cloud(clip));
        Web::near_within(sweep, &coarse, clouds, self.index.settings())
    }
}

/// Clips of some pairs in few groups.
struct Groups {
    clips: Vec<Vec<ClipId>>,
    /// The groups whose clips are compared, by number: all pairs are between them.
    between: Vec<[usize; 2]>,
}

/// Clips in more groups than this are put in one: it costs less to compare some for nothing.
const MOST_GROUPS: usize = 4;

impl Groups {
    /// Clips that are compared with the same others are a group: new ones are, and those that they come to.
    fn of(pairs: &[[ClipId; 2]]) -> Self {
        let mut partners: BTreeMap<ClipId, BTreeSet<ClipId>> = BTreeMap::new();
        for &[first, second] in pairs {
            partners.entry(first).or_default().insert(second);
            partners.entry(second).or_default().insert(first);
        }
        let mut groups: BTreeMap<&BTreeSet<ClipId>, Vec<ClipId>> = BTreeMap::new();
        for (clip, others) in &partners {
            groups.entry(others).or_default().push(*clip);
        }
        if groups.len() > MOST_GROUPS {
            return Self { clips: vec![partners.into_keys().collect()], between: vec![[0, 0]] };
        }
        let (others, clips): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
        let pairs = (0..clips.len()).flat_map(|a| (a..clips.len()).map(move |b| [a, b]));
        let between = pairs.filter(|&[a, b]| clips[b].iter().any(|clip| others[a].contains(clip))).collect();
        Self { clips, between }
    }
}
