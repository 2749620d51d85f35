//! Finding a stance that does what is wanted.

use glam::DVec3;
use serde::{Deserialize, Serialize};

use crate::attempt::{Attempt, Recipe, TrySettings, attempt, in_time, plausible_attempt};
use crate::core::{Core, Summary};
use crate::coverage::Coverage;
use crate::judge::{Judgement, judge_on};
use crate::library::StanceLibrary;
use crate::params::SCALES;
use crate::warp::{WarpSettings, Warped, warp};
use crate::{Footing, Params, StanceError, StanceKind};

/// How stances are sought.
#[derive(Clone, Debug, PartialEq)]
pub struct FindSettings {
    /// What each try is allowed.
    pub tries: TrySettings,
    /// What the stance begins and ends with.
    pub kind: StanceKind,
    /// Only stances on these feet.
    pub footing: Option<Footing>,
    /// How many of the best stances are blended with many shares.
    pub few: usize,
    /// The step between many shares. 0.05: nineteen blends of a pair.
    pub share_step: f64,
    /// The few shares with which every pair is blended.
    pub shares: Vec<f64>,
    /// How much a stance is preferred that already does nearly what is wanted, per unit of [`Params::distance`]: the
    /// value alone would let a run answer a hop.
    pub style: f64,
    /// Blends that are tried when no single stance will do, nearest first. Those that pass a first look are nearly all
    /// plausible.
    pub most_blends: usize,
}

impl Default for FindSettings {
    fn default() -> Self {
        Self {
            tries: TrySettings::default(),
            kind: StanceKind::Whole,
            footing: None,
            few: 4,
            share_step: 0.05,
            shares: vec![1.0 / 3.0, 2.0 / 3.0],
            style: 0.3,
            most_blends: 24,
        }
    }
}

/// How a stance was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// A stance was warped.
    Warp,
    /// One of many blends of the few best stances.
    FewStances,
    /// One of few blends of all pairs.
    AllPairs,
}

/// A stance that does what is wanted.
#[derive(Clone, Debug)]
pub struct StanceMatch {
    /// The stance, warped.
    pub warped: Warped,
    /// What it is made of.
    pub recipe: Recipe,
    /// How it was found.
    pub stage: Stage,
    /// How good it is.
    pub judgement: Judgement,
}

/// A candidate with its mark: the logarithm of its value, less for being unlike the request.
type Marked = (f64, Recipe, Attempt);

impl StanceLibrary {
    /// The search of the source \[BPBM\] §5.3: warp every stance; else blend the few best with many shares; else blend
    /// every pair with few shares. `None` when nothing plausible was met.
    ///
    /// # Errors
    /// When a wanted parameter cannot be asked for.
    pub fn find_exhaustively(
        &self,
        wanted: Params,
        settings: &FindSettings,
    ) -> Result<Option<StanceMatch>, StanceError> {
        let wanted = wanted.checked()?;
        let search = Search { library: self, wanted, settings, before: &[] };
        let all: Vec<usize> = search.candidates().collect();
        let mut single: Vec<Marked> = all.iter().filter_map(|&i| search.try_alone(i)).collect();
        if let Some(found) = search.first_found(plausible(&single), Stage::Warp) {
            return Ok(Some(found));
        }
        single.sort_by(|a, b| b.2.judgement.value.total_cmp(&a.2.judgement.value));
        let few: Vec<usize> = single.iter().take(settings.few).map(|(_, recipe, _)| recipe.first).collect();
        let steps = (1.0 / settings.share_step).round() as usize;
        let many: Vec<f64> = (1..steps).map(|i| i as f64 * settings.share_step).collect();
        for (stances, shares, stage) in
            [(&few, &many, Stage::FewStances), (&all, &settings.shares, Stage::AllPairs)]
        {
            let tried: Vec<Marked> =
                search.pairs(stances).flat_map(|pair| search.try_pair(pair, shares)).collect();
            if let Some(found) = search.first_found(plausible(&tried), stage) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// The search by coverage: warps only stances whose regions hold the request; else blends that pass a first look,
    /// in the order of how near the segment between the two regions passes to the request.
    ///
    /// # Errors
    /// When a wanted parameter cannot be asked for.
    pub fn find(&self, wanted: Params, settings: &FindSettings) -> Result<Option<StanceMatch>, StanceError> {
        self.find_after(wanted, &[], settings)
    }

    /// [`StanceLibrary::find`] after other stances of a path, which it rather does not repeat.
    pub(crate) fn find_after(
        &self,
        wanted: Params,
        before: &[Recipe],
        settings: &FindSettings,
    ) -> Result<Option<StanceMatch>, StanceError> {
        let wanted = wanted.checked()?;
        let search = Search { library: self, wanted, settings, before };
        Ok(search.first_found(search.by_warp(), Stage::Warp).or_else(|| search.by_blend()))
    }

    /// Whether two stances show the same step, one of them mirrored or not.
    fn is_same_step(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|i| &self.stances[i].origins[0]);
        a.hash == b.hash && (a.landing - b.landing).abs() < 2.0
    }
}

/// What each use among the last few stances of a path takes from the mark of a step: equal steps of people differ.
const REPEATED: f64 = 0.6;
const LAST_FEW: usize = 6;

/// Regions are sampled, so a request this far outside may still be met, as a share of their width.
const MARGIN: f64 = 0.5;

struct Search<'a> {
    library: &'a StanceLibrary,
    wanted: Params,
    settings: &'a FindSettings,
    /// What the path is made of so far.
    before: &'a [Recipe],
}

impl Search<'_> {
    fn core(&self, stance: usize) -> &Core {
        &self.library.stances[stance].core
    }

    /// The stances that begin and end as wanted, on the wanted feet.
    fn candidates(&self) -> impl Iterator<Item = usize> + '_ {
        let fits = |i: &usize| {
            let stance = &self.library.stances[*i];
            stance.kind() == self.settings.kind
                && self.settings.footing.is_none_or(|feet| feet == stance.footing)
        };
        (0..self.library.stances.len()).filter(fits)
    }

    /// Pairs on the same feet: others have no whole body to go with them.
    fn pairs<'s>(&'s self, stances: &'s [usize]) -> impl Iterator<Item = [usize; 2]> + 's {
        let footing = |i: usize| self.library.stances[i].footing;
        let with = move |(n, &i): (usize, &usize)| stances[n + 1..].iter().map(move |&j| [i, j]);
        stances.iter().enumerate().flat_map(with).filter(move |&[i, j]| footing(i) == footing(j))
    }

    fn marked(&self, recipe: Recipe, core: &Core) -> Option<Marked> {
        let attempt = attempt(core, self.wanted, &self.settings.tries)?;
        let unlike = core.params.distance(self.wanted);
        let mark = attempt.judgement.value.max(f64::MIN_POSITIVE).ln() - self.settings.style * unlike;
        Some((mark, recipe, attempt))
    }

    fn try_alone(&self, stance: usize) -> Option<Marked> {
        self.marked(Recipe::alone(stance), self.core(stance))
    }

    fn try_pair(&self, [first, second]: [usize; 2], shares: &[f64]) -> Vec<Marked> {
        let blend = |&share: &f64| {
            let core = self.core(first).blended(self.core(second), share);
            self.marked(Recipe { first, second, share }, &core)
        };
        shares.iter().filter_map(blend).collect()
    }

    /// [`Search::marked`], where it is plausible.
    fn plausible(&self, recipe: Recipe, core: &Core, summary: &Summary) -> Option<Marked> {
        let attempt = plausible_attempt(core, summary, self.wanted, &self.settings.tries)?;
        let unlike = core.params.distance(self.wanted);
        let seen = self.before.iter().rev().take(LAST_FEW);
        let repeated = seen.filter(|used| self.library.is_same_step(used.first, recipe.first)).count();
        let mark = attempt.judgement.value.ln() - self.settings.style * unlike - REPEATED * repeated as f64;
        Some((mark, recipe, attempt))
    }

    /// Warps that are plausible at the moments of the tables.
    fn by_warp(&self) -> Vec<Marked> {
        let outside = |i: usize| self.library.coverage[i].as_ref().map(|region| region.outside(self.wanted));
        // A stance whose region is unknown may do anything.
        let near = self.candidates().filter(|&i| outside(i).is_none_or(|out| out < MARGIN));
        near.filter_map(|i| self.plausible(Recipe::alone(i), self.core(i), &self.library.summaries[i]))
            .collect()
    }

    /// Blends in order of promise, until one is plausible.
    fn by_blend(&self) -> Option<StanceMatch> {
        let mut blends = self.promising_blends();
        blends.sort_by(|a, b| a.0.total_cmp(&b.0));
        blends.into_iter().take(self.settings.most_blends).find_map(|(_, recipe)| {
            let core = self.core(recipe.first).blended(self.core(recipe.second), recipe.share);
            let marked = self.plausible(recipe, &core, &core.summary())?;
            self.found(&marked, Stage::AllPairs)
        })
    }

    /// Blends that could be plausible, with how near the segment between the two stances' regions passes to the request.
    fn promising_blends(&self) -> Vec<(f64, Recipe)> {
        let all: Vec<usize> = self.candidates().collect();
        let away: Vec<[f64; 6]> = all.iter().map(|&i| self.away(i)).collect();
        let footing = |i: usize| self.library.stances[i].footing;
        let mut blends = Vec::new();
        for (m, &first) in all.iter().enumerate() {
            for (n, &second) in all.iter().enumerate().skip(m + 1) {
                if footing(first) != footing(second) {
                    continue;
                }
                let ends = [first, second].map(|i| &self.library.summaries[i]);
                let shares = self.settings.shares.iter().filter(|&&share| self.is_promising(ends, share));
                let near = passes(&away[m], &away[n]);
                blends.extend(shares.map(|&share| (near, Recipe { first, second, share })));
            }
        }
        blends
    }

    /// The way from the request to the middle of what a stance covers, in units of [`SCALES`].
    fn away(&self, stance: usize) -> [f64; 6] {
        let region = self.library.coverage[stance].as_ref();
        let middle = region.map_or(self.core(stance).params, Coverage::middle).to_array();
        let wanted = self.wanted.to_array();
        std::array::from_fn(|i| (middle[i] - wanted[i]) / SCALES[i])
    }

    fn is_promising(&self, [one, two]: [&Summary; 2], share: f64) -> bool {
        let (wanted, tries) = (self.wanted, &self.settings.tries);
        let impulse = one.impulse.blended(&two.impulse, share);
        let mut warps = in_time(&impulse, wanted, tries).peekable();
        if warps.peek().is_none() {
            return false;
        }
        let summary = one.blended(two, share);
        warps.any(|warp| summary.may_do(wanted, &warp, &tries.limits))
    }

    /// The best of some candidates that is plausible at every moment, not only at those of the tables.
    fn first_found(&self, mut marked: Vec<Marked>, stage: Stage) -> Option<StanceMatch> {
        marked.sort_by(|a, b| b.0.total_cmp(&a.0));
        marked.iter().find_map(|one| self.found(one, stage))
    }

    fn found(&self, &(_, recipe, attempt): &Marked, stage: Stage) -> Option<StanceMatch> {
        let stance = self.library.made(recipe);
        let settings =
            WarpSettings { mode: self.settings.tries.mode, ground_factor: attempt.change.ground_factor };
        let warped = warp(&stance, self.wanted, &settings).ok()?;
        let judgement = judge_on(&warped.stance, &self.settings.tries.limits, &warped.change, DVec3::Y);
        judgement.is_plausible().then_some(StanceMatch { warped, recipe, stage, judgement })
    }
}

fn plausible(tried: &[Marked]) -> Vec<Marked> {
    tried.iter().filter(|(.., attempt)| attempt.judgement.is_plausible()).copied().collect()
}

/// The squared distance at which the segment between two places passes, given the way to each.
fn passes(a: &[f64; 6], b: &[f64; 6]) -> f64 {
    let dot = |x: &[f64; 6], y: &[f64; 6]| (0..6).map(|i| x[i] * y[i]).sum::<f64>();
    let (aa, ab, bb) = (dot(a, a), dot(a, b), dot(b, b));
    let way = aa - 2.0 * ab + bb;
    let share = if way > 0.0 { ((aa - ab) / way).clamp(0.0, 1.0) } else { 0.0 };
    aa - 2.0 * share * (aa - ab) + share * share * way
}
