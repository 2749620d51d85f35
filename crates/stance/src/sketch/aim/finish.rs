//! The links of a chain that was chosen.

use glam::DVec2;

use super::super::segment::StrokeEnd;
use super::apex::Apex;
use super::polish::Way;
use super::{AimedPath, Aimer, Pick};
use crate::find::{FindSettings, Stage, StanceMatch};
use crate::judge::judge_on;
use crate::params::START;
use crate::plan::{Link, LinkPlace, Request};
use crate::warp::{WarpSettings, warp};
use crate::{Params, StanceError};

impl Aimer<'_> {
    /// The links of the chosen stances, with standing ends where they are wanted.
    pub(super) fn finished(&self, way: &Way) -> Result<AimedPath, StanceError> {
        let (mut links, mut misses) = (Vec::new(), Vec::new());
        let mut apex = way.start;
        if self.plan.ends[0] == StrokeEnd::Stand {
            links.push(self.stand(&apex, 0)?);
            misses.push((0, 0.0));
        }
        for (&contact, link) in self.inner.iter().zip(self.linked(0, way).unwrap_or_default()) {
            let target = link.apex.seen(self.plan.chain.touches[contact].place);
            misses.push((contact, target.distance(link.outcome.contact)));
            links.push(self.link(&link.apex, contact, &link.pick)?);
            apex = link.outcome.end;
        }
        if self.plan.ends[1] == StrokeEnd::Stand {
            let last = self.plan.chain.touches.len() - 1;
            links.push(self.stand(&apex, last)?);
            misses.push((last, 0.0));
        }
        Ok(AimedPath { links, misses })
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
        let base = self.library.made(pick.recipe);
        let settings =
            WarpSettings { mode: self.settings.find.tries.mode, ground_factor: pick.ground_factor };
        let warped = warp(&base, pick.wanted, &settings)?;
        let up = self.up(apex, contact);
        let judgement = judge_on(&warped.stance, &self.limits(contact), &warped.change, up);
        let stage = if pick.recipe.first == pick.recipe.second { Stage::Warp } else { Stage::AllPairs };
        let found = StanceMatch { warped, recipe: pick.recipe, stage, judgement };
        let planned = self.wanted(apex, contact);
        let instead_of = (!judgement.is_plausible()).then_some(planned);
        Ok(Link { base, found, instead_of, place: self.place(apex, contact) })
    }

    /// A stance from standing to the first apex, or from the last to standing.
    fn stand(&self, apex: &Apex, contact: usize) -> Result<Link, StanceError> {
        let ground = self.ground(contact);
        let (speed, height) = (apex.velocity.length(), apex.height - ground);
        let path = Params { zs: height, ze: height, vs: speed, ve: speed, vp: 0.0, x: 1.0 };
        let Request { kind, params } =
            if contact == 0 { self.library.from_stand(path)? } else { self.library.to_stand(path)? };
        let settings = FindSettings { kind, ..self.settings.find.clone() };
        let (found, instead_of) = if let Some(found) = self.library.find(params, &settings)? {
            (found, None)
        } else {
            let missing = || StanceError::NoAnswer { number: contact, wanted: params.to_string() };
            // The apex is that of the path: ZE, VE and VP of a start, ZS and VS of an end.
            let kept = if contact == 0 { &[1, 3, 4][..] } else { &START };
            let nearest = self.library.nearest_keeping(params, kept, &settings)?;
            (nearest.ok_or_else(missing)?.found, Some(params))
        };
        let mut place = self.place(apex, contact);
        if contact == 0 {
            let end = found.warped.stance.core.end().position;
            place.place -= apex.turned(DVec2::new(end.x, end.z));
        }
        Ok(Link { base: self.library.made(found.recipe), found, instead_of, place })
    }
}
