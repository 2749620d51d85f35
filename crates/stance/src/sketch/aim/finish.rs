//! The links of a chain that was chosen.

use glam::{DQuat, DVec2, DVec3};

use super::super::segment::StrokeEnd;
use super::apex::Apex;
use super::polish::{Linked, Stretch, Way};
use super::{AimedPath, Aimer, Pick};
use crate::find::{FindSettings, Stage, StanceMatch};
use crate::judge::judge_on;
use crate::params::START;
use crate::plan::{Link, LinkPlace, Request};
use crate::warp::{WarpSettings, warp};
use crate::{Params, StanceError};

/// A way to standing ends: its last apex, what is missing from the feet at either end to their contacts, and by how much a foot
/// misses at worst.
struct Landed {
    way: Way,
    end: Apex,
    missing: [DVec2; 2],
    worst: f64,
}

impl Aimer<'_> {
    /// The links of the chosen stances, with standing ends where they are wanted.
    pub(super) fn finished(&self, way: &Way) -> Result<AimedPath, StanceError> {
        let (mut links, mut misses) = (Vec::new(), Vec::new());
        let mut apex = way.start;
        if self.plan.ends[0] == StrokeEnd::Stand {
            let link = self.stand(&apex, 0)?;
            misses.push((0, self.missed(&link, 0)));
            links.push(link);
        }
        for (n, link) in self.linked(0, way).unwrap_or_default().into_iter().enumerate() {
            let contact = self.inner[n];
            misses.push((contact, self.link_miss(n, &link)));
            links.push(self.link(&link.apex, contact, &link.pick)?);
            apex = link.outcome.end;
        }
        if self.plan.ends[1] == StrokeEnd::Stand {
            let last = self.plan.chain.touches.len() - 1;
            let link = self.stand(&apex, last)?;
            misses.push((last, self.missed(&link, last)));
            links.push(link);
        }
        Ok(AimedPath { links, misses })
    }

    /// The chain with its first and last flight altered so that a body that stands there stands on its contacts: where it does
    /// depends on those flights alone, so the stances between are asked for it. The last flight is moved, and drawn in or out
    /// where that does better.
    pub(super) fn landed(&self, way: Way) -> Result<Way, StanceError> {
        if !self.plan.ends.contains(&StrokeEnd::Stand) || way.picks.is_empty() {
            return Ok(way);
        }
        let moved = self.landing(way.clone(), |end, off| Apex { place: end.place + off, ..end })?;
        if moved.0 < STAND_MET {
            return Ok(moved.1);
        }
        let drawn = self.landing(way, |end, off| self.drawn_in(end, off))?;
        Ok(if drawn.0 < moved.0 { drawn.1 } else { moved.1 })
    }

    /// The best of some rounds that ask for another last apex, told what is missing from the foot after it to its contact; and
    /// by how much a foot of it misses at worst. A round that does no better is followed by one that asks for less.
    fn landing(&self, way: Way, goal: impl Fn(Apex, DVec2) -> Apex) -> Result<(f64, Way), StanceError> {
        let (mut best, mut next): (Option<Landed>, Way) = (None, way.clone());
        let mut share = 1.0;
        for _ in 0..LAND_ROUNDS {
            let Some(landed) = self.stood_after(next)? else { break };
            let is_better = best.as_ref().is_none_or(|best| landed.worst < best.worst);
            share = if is_better { 1.0 } else { 0.5 * share };
            let best = if is_better { best.insert(landed) } else { best.get_or_insert(landed) };
            if best.worst < STAND_MET {
                break;
            }
            let [first, last] = best.missing.map(|off| off * share);
            next = best.way.clone();
            next.start.place += first;
            let stretch = Stretch { aimer: self, first: 0, goal: Some((goal(best.end, last), 1.0)) };
            next = stretch.improved(next, self.settings.rounds);
        }
        Ok(best.map_or((f64::INFINITY, way), |best| (best.worst, best.way)))
    }

    /// Where the standing ends of a way are; `None` where no time of flight leads along it.
    fn stood_after(&self, way: Way) -> Result<Option<Landed>, StanceError> {
        let Some(links) = self.linked(0, &way) else { return Ok(None) };
        let end = links.last().map_or(way.start, |link| link.outcome.end);
        let missing = self.stands_off(&way.start, &end)?;
        let misses = links.iter().enumerate().map(|(n, link)| self.link_miss(n, link));
        let worst = misses.fold(missing[0].length().max(missing[1].length()), f64::max);
        Ok(Some(Landed { way, end, missing, worst }))
    }

    /// The last apex of a flight that leads as far as it should, seen from the contact that it begins at: a body that comes
    /// too far is slower, too. `off` is what is missing to its end.
    fn drawn_in(&self, end: Apex, off: DVec2) -> Apex {
        let touches = &self.plan.chain.touches;
        let (from, to) = (touches[touches.len() - 2].place, touches[touches.len() - 1].place);
        let (is, wanted) = (to - off - from, to - from);
        if is.length() < SHORT {
            return Apex { place: end.place + off, ..end };
        }
        // As numbers of the plane, where a quotient turns and stretches.
        let by = DVec2::new(is.dot(wanted), is.perp_dot(wanted)) / is.length_squared();
        let drawn = |way: DVec2| by.rotate(way);
        Apex { place: from + drawn(end.place - from), velocity: drawn(end.velocity), ..end }
    }

    /// How far the foot of a stance is from its contact.
    pub(super) fn link_miss(&self, n: usize, link: &Linked) -> f64 {
        link.apex.seen(self.plan.chain.touches[self.inner[n]].place).distance(link.outcome.contact)
    }

    /// From where a body stands at either end to the contact there; nothing where it does not stand.
    fn stands_off(&self, start: &Apex, end: &Apex) -> Result<[DVec2; 2], StanceError> {
        let last = self.plan.chain.touches.len() - 1;
        let mut offs = [DVec2::ZERO; 2];
        for (n, (apex, contact)) in [(start, 0), (end, last)].into_iter().enumerate() {
            if self.plan.ends[n] == StrokeEnd::Stand {
                offs[n] = self.off(&self.stand(apex, contact)?, contact);
            }
        }
        Ok(offs)
    }

    fn place(&self, apex: &Apex, contact: usize) -> LinkPlace {
        let along = apex.heading();
        LinkPlace {
            place: apex.place,
            ground: self.ground(contact),
            heading: (-along.y).atan2(along.x),
            normal: self.surface(contact).normal,
        }
    }

    fn link(&self, apex: &Apex, contact: usize, pick: &Pick) -> Result<Link, StanceError> {
        let mut base = self.library.made(pick.recipe);
        base.core.side_speed = apex.speeds().y;
        let settings =
            WarpSettings { mode: self.settings.find.tries.mode, ground_factor: pick.ground_factor };
        let warped = warp(&base, pick.wanted.in_place(), &settings)?;
        let up = self.up(apex, contact);
        let judgement = judge_on(&warped.stance, &self.limits(contact), &warped.change, up);
        let stage = if pick.recipe.first == pick.recipe.second { Stage::Warp } else { Stage::AllPairs };
        let found = StanceMatch { warped, recipe: pick.recipe, stage, judgement };
        let planned = self.wanted(apex, contact);
        let instead_of = (!judgement.is_plausible()).then_some(planned);
        Ok(Link { base, found, instead_of, place: self.place(apex, contact) })
    }

    /// A stance from standing to the first apex, or from the last to standing: of those that keep that apex, the one whose
    /// foot is nearest to the contact. The library proposes the rest, so nothing that was drawn is replaced.
    fn stand(&self, apex: &Apex, contact: usize) -> Result<Link, StanceError> {
        let ground = self.ground(contact);
        let (speed, height) = (apex.velocity.length(), apex.height - ground);
        let path = Params { zs: height, ze: height, vs: speed, ve: speed, vp: 0.0, x: 1.0 };
        let Request { kind, mut params } =
            if contact == 0 { self.library.from_stand(path)? } else { self.library.to_stand(path)? };
        let settings = FindSettings { kind, ..self.settings.find.clone() };
        let mut best: Option<(f64, Link)> = None;
        for _ in 0..STAND_ROUNDS {
            let Some(found) = self.stood(contact, params, &settings)? else { break };
            let link = self.standing(apex, contact, found);
            let off = self.along(&link, contact);
            let miss = self.missed(&link, contact);
            if best.as_ref().is_none_or(|(least, _)| miss < *least) {
                best = Some((miss, link));
            }
            params.x += if contact == 0 { -off } else { off };
            if miss < STAND_MET || params.checked().is_err() {
                break;
            }
        }
        let missing = || StanceError::NoAnswer { number: contact, wanted: params.to_string() };
        best.map(|(_, link)| link).ok_or_else(missing)
    }

    /// A standing stance that does what is asked for, or the nearest that keeps the apex of the path: ZE, VE and VP of a
    /// start, ZS and VS of an end.
    fn stood(
        &self,
        contact: usize,
        params: Params,
        settings: &FindSettings,
    ) -> Result<Option<StanceMatch>, StanceError> {
        if let Some(found) = self.library.find(params, settings)? {
            return Ok(Some(found));
        }
        let kept = if contact == 0 { &[1, 3, 4][..] } else { &START };
        Ok(self.library.nearest_keeping(params, kept, settings)?.map(|nearest| nearest.found))
    }

    fn standing(&self, apex: &Apex, contact: usize, found: StanceMatch) -> Link {
        let mut place = self.place(apex, contact);
        if contact == 0 {
            let end = found.warped.stance.core.end().position;
            place.place -= apex.turned(DVec2::new(end.x, end.z));
        }
        Link { base: self.library.made(found.recipe), found, instead_of: None, place }
    }

    /// From where the foot of a stance is to its contact, in the scene.
    fn off(&self, link: &Link, contact: usize) -> DVec2 {
        let core = &link.found.warped.stance.core;
        let foot = core.contact(&core.path());
        let turned = DQuat::from_rotation_y(link.place.heading) * DVec3::new(foot.x, 0.0, foot.z);
        self.plan.chain.touches[contact].place - link.place.place - DVec2::new(turned.x, turned.z)
    }

    fn missed(&self, link: &Link, contact: usize) -> f64 {
        self.off(link, contact).length()
    }

    /// The part of that along the heading.
    fn along(&self, link: &Link, contact: usize) -> f64 {
        let heading = DQuat::from_rotation_y(link.place.heading) * DVec3::X;
        self.off(link, contact).dot(DVec2::new(heading.x, heading.z))
    }
}

/// Standing stances that are tried for one end, and when one meets its contact, in metres.
const STAND_ROUNDS: usize = 4;
const STAND_MET: f64 = 0.01;
/// Rounds in which the last flight is altered.
const LAND_ROUNDS: usize = 10;
/// A flight that leads less far, in metres, is moved as it is.
const SHORT: f64 = 0.2;
