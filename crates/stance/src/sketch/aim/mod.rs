//! Captured stances for a plan, each aimed at its contact.
//!
//! A stance puts its foot where its own push leads, not where a plan says. So a chain is built from the state that is
//! really reached, and every stance is warped so that its foot meets its contact; height and speed at its start are never
//! altered.

mod apex;
mod finish;
mod mend;
mod polish;
mod search;
mod taste;

use std::collections::BTreeMap;

use glam::{DVec2, DVec3};

use super::document::Wish;
use super::plan::PathPlan;
use super::read::PathReading;
use super::surface::Surface;
use crate::attempt::Recipe;
use crate::core::Core;
use crate::find::FindSettings;
use crate::judge::{Judgement, Limits};
use crate::library::StanceLibrary;
use crate::plan::Link;
use crate::warp::{Change, WarpSettings};
use crate::{Params, StanceError};

use apex::{Apex, right};
use polish::{Stretch, Way};
use taste::{Taste, neighbours, tastes};

/// How stances are chosen for a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct AimSettings {
    /// How each try is allowed to alter a stance.
    pub find: FindSettings,
    /// Chains that are followed at once.
    pub beam: usize,
    /// Stances that are tried at each contact, the most alike first.
    pub candidates: usize,
    /// Rounds in which a chain is moved onto its contacts.
    pub rounds: usize,
}

impl Default for AimSettings {
    fn default() -> Self {
        Self { find: FindSettings::default(), beam: 5, candidates: 16, rounds: 8 }
    }
}

/// Stances along a plan.
#[derive(Clone, Debug)]
pub struct AimedPath {
    /// The stances, each with its place in the scene.
    pub links: Vec<Link>,
    /// For each: the number of the contact of the plan, and how far its foot is from it, in metres.
    pub misses: Vec<(usize, f64)>,
}

/// A stance that was tried at a contact.
#[derive(Clone, Copy, Debug)]
struct Pick {
    recipe: Recipe,
    wanted: Params,
    ground_factor: f64,
}

/// What comes of it.
#[derive(Clone, Copy, Debug)]
struct Outcome {
    judgement: Judgement,
    /// The foot, along and to the right of the heading.
    contact: DVec2,
    end: Apex,
}

pub(super) struct Aimer<'a> {
    library: &'a StanceLibrary,
    plan: &'a PathPlan,
    tastes: BTreeMap<usize, Taste>,
    settings: &'a AimSettings,
    /// What comes before and after each stance in its clip.
    neighbours: Vec<[Option<usize>; 2]>,
    /// The contacts that stances are sought for.
    inner: Vec<usize>,
}

/// Finds captured stances along a plan. Wishes for feet, styles and clips are those of the drawing.
///
/// # Errors
/// When the library has no stance that may be used at a contact; the error names it.
pub fn aim(
    library: &StanceLibrary,
    reading: &PathReading,
    plan: &PathPlan,
    wishes: &[Wish],
    settings: &AimSettings,
) -> Result<AimedPath, StanceError> {
    let tastes = tastes(reading, wishes, &library.stances)?;
    let inner: Vec<usize> = (1..plan.chain.touches.len() - 1).collect();
    let neighbours = neighbours(&library.stances);
    let aimer = Aimer { library, plan, tastes, settings, neighbours, inner };
    let way = aimer.best(aimer.searched()?);
    let way = aimer.landed(aimer.mended(way))?;
    aimer.finished(&way)
}

impl Aimer<'_> {
    /// The least strained of some chains, each moved onto its contacts first.
    fn best(&self, chains: Vec<Vec<Pick>>) -> Way {
        let (start, stretch) = (self.start(), Stretch { aimer: self, first: 0, goal: None });
        let ways =
            chains.into_iter().map(|picks| stretch.improved(Way { start, picks }, self.settings.rounds));
        let strained = ways.map(|way| (stretch.strain(start, &way).unwrap_or(f64::INFINITY), way));
        let best = strained.min_by(|a, b| a.0.total_cmp(&b.0));
        best.map_or(Way { start, picks: Vec::new() }, |(_, way)| way)
    }

    fn start(&self) -> Apex {
        Apex::planned(&self.plan.chain, 0)
    }

    fn surface(&self, contact: usize) -> &Surface {
        self.plan.surface(contact)
    }

    fn ground(&self, contact: usize) -> f64 {
        self.plan.chain.ground(&self.plan.surfaces, contact)
    }

    fn core(&self, recipe: Recipe) -> Core {
        let [first, second] = [recipe.first, recipe.second].map(|i| &self.library.stances[i].core);
        if recipe.first == recipe.second { *first } else { first.blended(second, recipe.share) }
    }

    /// The normal of the ground at a contact, in the axes of a stance from an apex on.
    fn up(&self, apex: &Apex, contact: usize) -> DVec3 {
        let (normal, along) = (self.surface(contact).normal, apex.heading());
        let flat = DVec2::new(normal.x, normal.z);
        DVec3::new(flat.dot(along), normal.y, flat.dot(right(along)))
    }

    fn limits(&self, contact: usize) -> Limits {
        Limits { friction: self.surface(contact).friction, ..self.settings.find.tries.limits }
    }

    /// What a stance does at a contact; `None` when no time of flight leads there.
    fn outcome(&self, contact: usize, apex: &Apex, pick: &Pick) -> Option<Outcome> {
        let core = Core { side_speed: apex.speeds().y, ..self.core(pick.recipe) };
        let settings =
            WarpSettings { mode: self.settings.find.tries.mode, ground_factor: pick.ground_factor };
        let (core, change) = core.warped(pick.wanted.in_place().checked().ok()?, &settings)?;
        Some(self.judged(contact, apex, &core, &change))
    }

    fn judged(&self, contact: usize, apex: &Apex, core: &Core, change: &Change) -> Outcome {
        let judgement = core.judged_on(&self.limits(contact), change, self.up(apex, contact));
        let foot = core.contact(&core.path());
        let end = core.end();
        Outcome {
            judgement,
            contact: DVec2::new(foot.x, foot.z),
            end: Apex {
                place: apex.place + apex.turned(DVec2::new(end.position.x, end.position.z)),
                height: self.ground(contact) + core.params.ze,
                velocity: apex.turned(DVec2::new(end.velocity.x, end.velocity.z)),
                facing: apex.heading(),
            },
        }
    }
}
