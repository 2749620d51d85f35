//! Many stances, and what each of them covers.

use rayon::prelude::*;
use segue_motion::{Clip, ContentHash, Mirror};

use crate::attempt::{Recipe, TrySettings};
use crate::core::Summary;
use crate::coverage::Coverage;
use crate::extract::{ExtractSettings, extract};
use crate::{Params, Refusal, SketchFigure, Stance, StanceError, Support, blend};

/// Stances to choose from, with the regions they cover.
#[derive(Clone, Debug)]
pub struct StanceLibrary {
    pub(crate) stances: Vec<Stance>,
    pub(crate) coverage: Vec<Option<Coverage>>,
    pub(crate) summaries: Vec<Summary>,
}

/// What came of clips that were looked through for stances.
#[derive(Clone, Debug, Default)]
pub struct Gathered {
    /// The stances in order of clips and time.
    pub stances: Vec<Stance>,
    /// Contacts that make none, with the clip's name.
    pub refusals: Vec<(String, Refusal)>,
    /// Clips that have none.
    pub without: Vec<StanceError>,
}

/// The stances of many clips; with `mirrored` also those of their mirror images, so that either foot can be next.
pub fn gather(clips: &[Clip], settings: &ExtractSettings, mirrored: bool) -> Gathered {
    let found: Vec<_> = clips.par_iter().map(|clip| (clip, extract(clip, settings))).collect();
    let mut gathered = Gathered::default();
    for (clip, found) in found {
        match found {
            Ok(found) => {
                gathered.stances.extend(found.stances.into_iter().map(|found| found.stance));
                gathered
                    .refusals
                    .extend(found.refusals.into_iter().map(|refusal| (clip.name().to_owned(), refusal)));
            }
            Err(error) => gathered.without.push(error),
        }
    }
    if mirrored {
        gathered
            .stances
            .extend(clips.par_iter().flat_map(|clip| mirrored_stances(clip, settings)).collect::<Vec<_>>());
    }
    gathered
}

fn mirrored_stances(clip: &Clip, settings: &ExtractSettings) -> Vec<Stance> {
    let Ok(mirror) = Mirror::of(clip.skeleton()).clip(clip) else { return Vec::new() };
    let Ok(found) = extract(&mirror, settings) else { return Vec::new() };
    let hash = ContentHash::of(clip);
    let renamed = |mut stance: Stance| {
        stance.name = format!("{} mirrored", stance.name);
        stance.origins.iter_mut().for_each(|origin| {
            origin.mirrored = true;
            origin.hash = hash;
            clip.name().clone_into(&mut origin.clip);
        });
        stance
    };
    found.stances.into_iter().map(|found| renamed(found.stance)).collect()
}

impl StanceLibrary {
    /// Explores what each stance covers.
    pub fn new(stances: Vec<Stance>, settings: &TrySettings) -> Self {
        Self::with_known(stances, Vec::new(), settings)
    }

    /// Explores what those stances cover of which it is not known yet. `known` has an entry for each of the first stances:
    /// none where it was not explored, or its region, which may be none as well.
    pub fn with_known(
        stances: Vec<Stance>,
        mut known: Vec<Option<Option<Coverage>>>,
        settings: &TrySettings,
    ) -> Self {
        known.resize(stances.len(), None);
        let places: Vec<Params> = stances.iter().map(Stance::params).collect();
        let explored = stances.par_iter().zip(known).enumerate().map(|(i, (stance, known))| {
            if let Some(known) = known {
                return known;
            }
            let mut near: Vec<Params> = places.clone();
            near.sort_by(|a, b| a.distance(stance.params()).total_cmp(&b.distance(stance.params())));
            Coverage::explore(&stance.core, &near, settings, i as u64)
        });
        let coverage = explored.collect();
        let summaries = stances.iter().map(|stance| stance.core.summary()).collect();
        Self { stances, coverage, summaries }
    }

    /// The figure that the stances are of: the means of their legs and masses.
    pub fn figure(&self) -> SketchFigure {
        let count = self.stances.len().max(1) as f64;
        let mean = |of: fn(&Stance) -> f64| self.stances.iter().map(of).sum::<f64>() / count;
        let (usual, leg) = (SketchFigure::default(), mean(Stance::leg_length));
        if self.stances.is_empty() {
            return usual;
        }
        SketchFigure { leg, com_height: usual.com_height * leg / usual.leg, mass: mean(Stance::mass) }
    }

    /// The stances, by number.
    pub fn stances(&self) -> &[Stance] {
        &self.stances
    }

    /// What a stance covers; `None` when none of its warps is plausible.
    pub fn coverage(&self, stance: usize) -> Option<&Coverage> {
        self.coverage[stance].as_ref()
    }

    /// The stance or blend of a recipe.
    ///
    /// # Panics
    /// When the recipe names stances that are not in the library.
    pub fn made(&self, recipe: Recipe) -> Stance {
        let [first, second] = [recipe.first, recipe.second].map(|i| &self.stances[i]);
        if recipe.first == recipe.second {
            return first.clone();
        }
        blend(first, second, recipe.share, Support::default()).expect("recipes blend stances of one kind")
    }
}
