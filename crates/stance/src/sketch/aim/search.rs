//! Which captured stances lead along a plan: a search that follows several chains at once.

use super::super::flat;
use super::apex::{Apex, right};
use super::polish::{Stretch, Way};
use super::taste::{Taste, strangeness};
use super::{Aimer, Outcome, Pick};
use crate::attempt::Recipe;
use crate::find::FindSettings;
use crate::{Footing, Params, Stance, StanceError, StanceKind};

/// A chain on its way.
#[derive(Clone, Debug)]
struct Beam {
    apex: Apex,
    cost: f64,
    foot: Option<Footing>,
    picks: Vec<Pick>,
    /// The apex before each of them.
    starts: Vec<Apex>,
}

/// A miss that costs as much as a unit, in metres.
const MISS: f64 = 0.04;
/// A contact within this is met.
const MET: f64 = 0.08;
/// What an implausible stance costs, and what its value gives back.
const IMPLAUSIBLE: [f64; 2] = [25.0, 10.0];
/// How much a stance is preferred that does nearly what is asked for, and what counts as a step in each parameter.
const LIKENESS: (f64, [f64; 6]) = (0.3, [0.1, 0.1, 0.5, 0.5, 0.5, 0.25]);
/// What the same foot twice, and a stance seen in the last few steps, cost.
const SAME_FOOT: f64 = 6.0;
const SEEN_BEFORE: f64 = 0.25;
/// How much each neighbour of a stance in its clip counts, beside the stance itself.
const CONTEXT: f64 = 0.5;
/// What a stance of the wanted style is better by.
const STYLE: f64 = 3.0;

/// Stances at the end of a chain that are settled before it goes on, and the rounds for that.
const SETTLED: usize = 4;
const SETTLING: usize = 3;
/// How much farther from the plan a chain on its way may be than a stretch from where it has to lead.
const LOOSELY: f64 = 5.0;

impl Aimer<'_> {
    /// The best chains, contact by contact, the best first.
    pub(super) fn searched(&self) -> Result<Vec<Vec<Pick>>, StanceError> {
        let mut beams =
            vec![Beam { apex: self.start(), cost: 0.0, foot: None, picks: Vec::new(), starts: Vec::new() }];
        for &contact in &self.inner {
            let mut next: Vec<Beam> = beams.iter().flat_map(|beam| self.continued(beam, contact)).collect();
            next.sort_by(|a, b| a.cost.total_cmp(&b.cost));
            let mut kept: Vec<Beam> = Vec::new();
            for beam in next {
                let alike = |other: &Beam| {
                    let ([.., a], [.., b]) = (&other.picks[..], &beam.picks[..]) else { return false };
                    a.recipe == b.recipe && (a.wanted.ze - b.wanted.ze).abs() < 1e-6
                };
                if kept.len() < self.settings.beam && !kept.iter().any(alike) {
                    kept.push(beam);
                }
            }
            if kept.is_empty() {
                let wanted = self.plan.params(contact).map_or_else(String::new, |params| params.to_string());
                return Err(StanceError::NoAnswer { number: contact, wanted });
            }
            beams = kept.into_iter().map(|beam| self.settled(beam)).collect();
        }
        Ok(beams.into_iter().map(|beam| beam.picks).collect())
    }

    /// A chain whose last stances are moved so that they meet their contacts and lead on along the plan.
    fn settled(&self, mut beam: Beam) -> Beam {
        let first = beam.picks.len().saturating_sub(SETTLED).max(1);
        let (Some(&start), Some(&contact)) = (beam.starts.get(first), self.inner.get(beam.picks.len() - 1))
        else {
            return beam;
        };
        let goal = Apex::planned(&self.plan.chain, contact);
        let stretch = Stretch { aimer: self, first, goal: Some((goal, LOOSELY)) };
        let way = stretch.improved(Way { start, picks: beam.picks[first..].to_vec() }, SETTLING);
        if let Some(links) = self.linked(first, &way) {
            for (i, link) in links.iter().enumerate() {
                (beam.picks[first + i], beam.starts[first + i]) = (link.pick, link.apex);
                beam.apex = link.outcome.end;
            }
        }
        beam
    }

    /// All ways to go on from a state.
    fn continued(&self, beam: &Beam, contact: usize) -> Vec<Beam> {
        let wanted = self.wanted(&beam.apex, contact);
        let none = Taste::default();
        let taste = self.tastes.get(&contact).unwrap_or(&none);
        let mut near: Vec<(f64, usize)> = (0..self.library.stances.len())
            .filter(|&i| self.library.stances[i].kind() == StanceKind::Whole)
            .filter(|&i| taste.allows(&self.library.stances[i], beam.foot))
            .map(|i| {
                let stance = &self.library.stances[i];
                let before = beam.picks.last().map(|pick| &self.library.stances[pick.recipe.first]);
                let liked = if taste.likes(stance, before) { STYLE } else { 0.0 };
                let strange = before.map_or(0.0, |before| strangeness(before, stance));
                let other = beam.picks.first().map_or(0.0, |pick| {
                    let leg = self.library.stances[pick.recipe.first].leg_length();
                    OTHER_FIGURE * (stance.leg_length() / leg).ln().abs() / 0.05
                });
                let own = strange + other + repeated(beam, i, stance) + self.out_of_place(i, contact) - liked;
                (unlike(stance.params(), wanted) + own, i)
            })
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        near.truncate(self.settings.candidates);
        let mut tries = Vec::new();
        for factor in [1.0, 0.8, 1.2] {
            for &(own, stance) in &near {
                self.tried(beam, contact, Recipe::alone(stance), (factor, own), &mut tries);
            }
            if tries.iter().any(|(good, _)| *good) {
                break;
            }
        }
        if !tries.iter().any(|(good, _)| *good) {
            self.blended(beam, contact, wanted, taste, &mut tries);
        }
        tries.into_iter().map(|(_, beam)| beam).collect()
    }

    /// How unlike the neighbours of a stance in its clip are what is planned around a contact: a step in the middle of a run
    /// is one that was captured in the middle of a run, not the first of a stop that happens to have its numbers.
    fn out_of_place(&self, stance: usize, contact: usize) -> f64 {
        let around = [contact.checked_sub(1), contact.checked_add(1)];
        let pairs = self.neighbours[stance].iter().zip(around);
        let unlikeness = |(neighbour, contact): (&Option<usize>, Option<usize>)| {
            let planned = self.plan.params(contact?)?;
            Some(unlike(self.library.stances[(*neighbour)?].params(), planned))
        };
        let own = self
            .plan
            .params(contact)
            .map_or(0.0, |planned| unlike(self.library.stances[stance].params(), planned));
        pairs.map(|pair| CONTEXT * unlikeness(pair).unwrap_or(own)).sum()
    }

    /// The parameters that lead from a state to the planned apex after a contact.
    pub(super) fn wanted(&self, apex: &Apex, contact: usize) -> Params {
        let (arc, ground) = (self.plan.chain.arc(contact), self.ground(contact));
        let along = apex.heading();
        let to = apex.seen(flat(arc.apex()));
        Params {
            zs: apex.height - ground,
            ze: arc.height - ground,
            vs: apex.speeds().x,
            ve: arc.velocity().dot(along),
            vp: arc.velocity().dot(right(along)),
            x: to.x,
        }
    }

    /// Aims a stance in three ways and keeps what leads anywhere.
    fn tried(
        &self,
        beam: &Beam,
        contact: usize,
        recipe: Recipe,
        (ground_factor, own): (f64, f64),
        out: &mut Vec<(bool, Beam)>,
    ) {
        let planned = self.wanted(&beam.apex, contact);
        for (rise, faster) in [(0.0, 1.0), (0.06, 1.0), (-0.06, 1.0), (0.0, 0.9), (0.0, 1.1)] {
            let wanted =
                Params { ze: planned.ze + rise, ve: planned.ve * faster, vp: planned.vp * faster, ..planned };
            let mut good = false;
            for rounds in [5, 0] {
                let pick = Pick { recipe, wanted, ground_factor };
                let Some((pick, outcome)) = self.aimed(&beam.apex, contact, pick, rounds) else { continue };
                let (cost, met) = self.cost(beam, contact, &pick, &outcome, own);
                let changed = (rise / 0.06).powi(2) + (f64::ln(faster) / 0.08).powi(2);
                let mut next = beam.clone();
                next.picks.push(pick);
                next.starts.push(beam.apex);
                next.cost += cost + changed + (f64::ln(ground_factor) / 0.2).powi(2);
                (next.apex, next.foot) = (outcome.end, Some(self.library.stances[recipe.first].footing()));
                out.push((met, next));
                good |= met;
            }
            if good {
                return;
            }
        }
    }

    /// Moves distance and direction of a stance until its foot and the way to the next contact are right.
    fn aimed(&self, apex: &Apex, contact: usize, mut pick: Pick, rounds: usize) -> Option<(Pick, Outcome)> {
        let target = apex.seen(self.plan.chain.touches[contact].place);
        let next = apex.seen(self.plan.chain.touches[contact + 1].place);
        let speed = pick.wanted.ve.hypot(pick.wanted.vp);
        // The next foot is on the other side of the centre of mass.
        let aside = self.core(pick.recipe).offset.z;
        let planned = pick.wanted.vp.atan2(pick.wanted.ve);
        let mut outcome = self.outcome(contact, apex, &pick);
        for _ in 0..rounds {
            let Some(now) = outcome else { break };
            let end = apex.seen(now.end.place);
            let turn = (next.y + aside - end.y).atan2((next.x - end.x).max(0.05));
            let turn = turn.clamp(planned - ASTRAY, planned + ASTRAY);
            pick.wanted.x += AIM_STEP * (target.x - now.contact.x);
            (pick.wanted.ve, pick.wanted.vp) = (speed * turn.cos(), speed * turn.sin());
            outcome = self.outcome(contact, apex, &pick);
        }
        outcome.map(|outcome| (pick, outcome))
    }

    /// What a try costs, and whether it meets its contact plausibly.
    fn cost(&self, beam: &Beam, contact: usize, pick: &Pick, outcome: &Outcome, own: f64) -> (f64, bool) {
        let target = beam.apex.seen(self.plan.chain.touches[contact].place);
        let miss = target.distance(outcome.contact);
        let value = outcome.judgement.value;
        let plausible = outcome.judgement.is_plausible();
        let quality = if plausible {
            -0.3 * value.max(1e-3).ln().min(6.0)
        } else {
            IMPLAUSIBLE[0] - IMPLAUSIBLE[1] * value.max(-3.0)
        };
        let planned = self.plan.chain.arc(contact);
        let off = outcome.end.place.distance(flat(planned.apex())) / 0.3;
        let astray = outcome.end.velocity.distance(planned.velocity()) / 0.5;
        let unlike = unlike(self.core(pick.recipe).params, pick.wanted);
        // `own` holds the likeness to the plan and what style, feet and variety are worth.
        let cost = (miss / MISS).powi(2) + quality + off * off + astray * astray + 0.5 * unlike + 0.5 * own;
        (cost, plausible && miss < MET)
    }

    /// Blends, where no single stance will do.
    fn blended(
        &self,
        beam: &Beam,
        contact: usize,
        wanted: Params,
        taste: &Taste,
        out: &mut Vec<(bool, Beam)>,
    ) {
        for footing in [Footing::Left, Footing::Right, Footing::Both] {
            let settings = FindSettings { footing: Some(footing), ..self.settings.find.clone() };
            let Ok(Some(found)) = self.library.find(wanted, &settings) else { continue };
            let stances = [found.recipe.first, found.recipe.second].map(|i| &self.library.stances[i]);
            if stances.iter().all(|stance| taste.allows(stance, beam.foot)) {
                let own = repeated(beam, found.recipe.first, stances[0]);
                let factor = found.warped.change.ground_factor;
                self.tried(beam, contact, found.recipe, (factor, own), out);
            }
        }
    }
}

/// The foot moves by half of what the distance between the apexes does; more would overshoot.
const AIM_STEP: f64 = 1.6;
/// A stance leads so far from the planned direction at most, in radians, to meet the next contact.
const ASTRAY: f64 = 0.3;

/// How unlike two sets of parameters are.
pub(super) fn unlike(own: Params, wanted: Params) -> f64 {
    let (weight, scales) = LIKENESS;
    let (a, b) = (own.to_array(), wanted.to_array());
    weight * (0..6).map(|i| (a[i] - b[i]).abs() / scales[i]).sum::<f64>()
}

/// What a stance costs for the sake of variety and of the feet.
fn repeated(beam: &Beam, stance: usize, own: &Stance) -> f64 {
    let seen = beam.picks.iter().rev().take(6).filter(|pick| pick.recipe.first == stance).count();
    let feet = match (beam.foot, own.footing()) {
        (Some(before), now) if before == now && now != Footing::Both => SAME_FOOT,
        (Some(Footing::Both), now) if now != Footing::Both => 0.25 * SAME_FOOT,
        (Some(before), Footing::Both) if before != Footing::Both => 0.5 * SAME_FOOT,
        _ => 0.0,
    };
    feet + SEEN_BEFORE * seen as f64
}

/// Stances of another figure cost this for each twentieth by which its legs are longer or shorter.
const OTHER_FIGURE: f64 = 2.0;
