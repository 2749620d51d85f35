//! A plan over the whole path: what a body can do that is nearest to what was drawn.

use std::fmt;

use glam::{DVec2, DVec3};
use segue_motion::GRAVITY;

use super::chain::{Chain, IN_PLACE, Touch};
use super::document::{SketchFigure, Which, Wish};
use super::fit::Doubts;
use super::read::{PathReading, ReadArc, ReadContact, described};
use super::segment::StrokeEnd;
use super::solve::{Wanted, improve};
use super::surface::{Surface, overhang};
use super::{flat, said};
use crate::{Params, StanceError};

/// A path that a body can follow.
#[derive(Clone, Debug)]
pub struct PathPlan {
    /// The contacts, in order, as in the reading.
    pub contacts: Vec<ReadContact>,
    /// The arcs between them.
    pub arcs: Vec<ReadArc>,
    /// What differs from the drawing, and why, in words.
    pub moved: Vec<String>,
    /// Limits that no path near the drawing keeps.
    pub broken: Vec<BrokenLimit>,
    pub(super) chain: Chain,
    pub(super) surfaces: Vec<Surface>,
    pub(super) ends: [StrokeEnd; 2],
}

/// A limit that a plan breaks.
#[derive(Clone, Debug, PartialEq)]
pub struct BrokenLimit {
    /// The contact, from 0.
    pub contact: usize,
    /// Which limit, in words.
    pub what: &'static str,
    /// By how many of its tolerances.
    pub by: f64,
}

impl fmt::Display for BrokenLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "contact {}: no path near the drawing keeps to {}", self.contact, self.what)
    }
}

/// Rounds of the optimisation.
const ROUNDS: usize = 60;
/// Time of a contact that is planned unless something else is wanted, in seconds.
const GROUND_SECS: f64 = 0.2;
/// Limits are kept with a tenth to spare, so that captured stances have room.
const SPARE: f64 = 0.9;
/// Largest normal force, in weights, before the spare.
const NORMAL: f64 = 4.5;
/// Least and greatest distance from contact to centre of mass, in leg lengths.
const EXTENSION: [f64; 2] = [0.78, 1.24];
/// Moments of a contact at which limits are looked at.
const MOMENTS: usize = 9;
/// Least and greatest time of a contact, in seconds.
const CONTACT_SECS: [f64; 2] = [0.10, 0.45];
/// How much more than an ordinary wish what is locked is wanted: nothing moves it by a millimetre.
const LOCKED: f64 = 200.0;
/// How far inside its surface a contact lies, in metres: half a foot, and what a captured stance may miss it by.
pub(super) const INSIDE: f64 = 0.17;

/// What one contact and the arc after it should be.
#[derive(Clone, Copy, Debug)]
struct Aim {
    place: DVec2,
    place_sigma: f64,
    height: f64,
    height_sigma: f64,
    ln_speed: f64,
    /// Of a jump in place the time counts instead of the speed.
    ln_secs: Option<f64>,
    speed_sigma: f64,
    secs: f64,
    secs_sigma: f64,
}

struct Plan<'a> {
    aims: Vec<Aim>,
    surfaces: &'a [Surface],
    figure: SketchFigure,
    /// The contacts at which a body has to do something: not the mirror images at the ends.
    inner: std::ops::Range<usize>,
}

impl PathReading {
    /// Plans the whole path at once: hinges of what a body can do are steep against the drawing, so what cannot be done
    /// moves it by the least that helps, spread over neighbours.
    ///
    /// # Errors
    /// When a wish names a contact that is not there, or a place without ground.
    pub fn plan(&self, wishes: &[Wish]) -> Result<PathPlan, StanceError> {
        let mut chain = self.chain.clone();
        chain.touches.iter_mut().for_each(|touch| touch.secs = GROUND_SECS);
        let mut aims = self.aims();
        for (n, wish) in wishes.iter().enumerate().filter(|(_, wish)| !wish.removed) {
            for contact in self.chosen(wish.which).map_err(|why| self.refused(n, &why))? {
                self.wished(wish, contact, &mut aims[contact], &mut chain.touches[contact])
                    .map_err(|why| self.refused(n, &why))?;
            }
        }
        let inner = self.inner();
        let plan = Plan { aims, surfaces: &self.drawn.surfaces, figure: self.drawn.figure, inner };
        improve(&plan, &mut chain, ROUNDS);
        Ok(self.planned(&plan, chain))
    }

    /// What is wrong with a wish.
    pub(super) fn refused(&self, wish: usize, why: &str) -> StanceError {
        said(format!("paths[{}].wishes[{wish}].{why}", self.number))
    }

    /// The contacts that a body stands on: without the first and last, unless it begins or ends standing.
    fn inner(&self) -> std::ops::Range<usize> {
        1..self.chain.touches.len() - 1
    }

    fn aims(&self) -> Vec<Aim> {
        let last = self.chain.hops.len() - 1;
        let aim = |(i, touch): (usize, &Touch)| {
            let (hop, arc) = (&self.chain.hops[i.min(last)], self.chain.arc(i.min(last)));
            Aim {
                place: touch.place,
                place_sigma: self.doubts.places[i].clamp(0.05, 0.25),
                height: hop.height,
                height_sigma: self.doubts.heights[i.min(last)].clamp(0.03, 0.15),
                ln_speed: arc.ln_speed(),
                ln_secs: arc.is_in_place().then_some(hop.ln_secs),
                speed_sigma: self.doubts.ln_speeds[i.min(last)].clamp(0.06, 0.4),
                secs: GROUND_SECS,
                secs_sigma: 0.05,
            }
        };
        self.chain.touches.iter().enumerate().map(aim).collect()
    }

    /// The contacts that a wish is about.
    pub(super) fn chosen(&self, which: Which) -> Result<Vec<usize>, String> {
        let count = self.contacts.len();
        let there = |i: usize, name: &str| {
            if i < count {
                Ok(i)
            } else {
                Err(format!("{name}: there is no contact {i}; the path has {count}"))
            }
        };
        match which {
            Which::Contact(i) => Ok(vec![there(i, "contact")?]),
            Which::Contacts([from, to]) => Ok((from..=there(to, "contacts")?).collect()),
            Which::All(all) => Ok(if all { (0..count).collect() } else { Vec::new() }),
            Which::Near(point) => {
                let away = |i: &usize| flat(self.contacts[*i].place - DVec3::from(point)).length();
                let nearest = (0..count).min_by(|a, b| away(a).total_cmp(&away(b)));
                nearest
                    .filter(|i| away(i) <= 0.5)
                    .map(|i| vec![i])
                    .ok_or_else(|| "near: no contact is within half a metre of it".to_owned())
            }
        }
    }

    fn wished(&self, wish: &Wish, contact: usize, aim: &mut Aim, touch: &mut Touch) -> Result<(), String> {
        let weight = if wish.locked { wish.weight.max(LOCKED) } else { wish.weight };
        if let Some(place) = wish.place {
            let at = DVec2::new(place[0], place[2]);
            let surfaces = &self.drawn.surfaces;
            let level = |i: &usize| (surfaces[*i].height(at) - place[1]).abs();
            let under = (0..surfaces.len()).filter(|&i| surfaces[i].outside(at) <= 0.0);
            let surface = under.min_by(|a, b| level(a).total_cmp(&level(b))).filter(|i| level(i) <= 0.05);
            touch.surface = surface.ok_or("place: there is no ground within 5 cm of it")?;
            touch.place = at;
            (aim.place, aim.place_sigma) = (at, 0.02 / weight);
        }
        if let Some(speed) = wish.speed {
            (aim.ln_speed, aim.ln_secs, aim.speed_sigma) = (speed.ln(), None, 0.03 / weight);
        }
        if let Some(height) = wish.apex_height {
            (aim.height, aim.height_sigma) = (height, 0.02 / weight);
        }
        if let Some(secs) = wish.ground_secs {
            (aim.secs, aim.secs_sigma) = (secs, 0.02 / weight);
        }
        if contact >= self.chain.hops.len() && (wish.speed.is_some() || wish.apex_height.is_some()) {
            return Err("contact: no arc follows the last contact".to_owned());
        }
        Ok(())
    }

    fn planned(&self, plan: &Plan<'_>, chain: Chain) -> PathPlan {
        let broken = plan.inner.clone().flat_map(|i| plan.broken(&chain, i)).collect();
        let moved = plan.differences(&chain);
        let none = Doubts::default();
        let (contacts, arcs) = described(&chain, &none, &self.drawn.surfaces);
        let (surfaces, ends) = (self.drawn.surfaces.clone(), self.drawn.ends);
        PathPlan { contacts, arcs, moved, broken, chain, surfaces, ends }
    }
}

impl PathPlan {
    /// The parameters of the stance at a contact between two arcs.
    pub fn params(&self, contact: usize) -> Option<Params> {
        (contact > 0 && contact < self.chain.hops.len()).then(|| self.chain.params(&self.surfaces, contact))
    }

    /// The time of a contact.
    pub(super) fn ground_secs(&self, contact: usize) -> f64 {
        self.chain.touches[contact].secs
    }

    /// The surface of a contact.
    pub fn surface(&self, contact: usize) -> &Surface {
        &self.surfaces[self.chain.touches[contact].surface]
    }
}

impl Plan<'_> {
    /// Every limit of contact `i` as name and hinge, in tolerances; above zero it is broken.
    fn hinges(&self, chain: &Chain, i: usize, mut tell: impl FnMut(&'static str, f64)) {
        let passage = chain.passage(i);
        let touch = &chain.touches[i];
        let surface = &self.surfaces[touch.surface];
        let foot = DVec3::new(touch.place.x, surface.height(touch.place), touch.place.y);
        for k in 0..MOMENTS {
            let tau = k as f64 / (MOMENTS - 1) as f64;
            let force = passage.force(tau);
            let normal = force.dot(surface.normal);
            let aside = (force - surface.normal * normal).length() / normal.max(0.5 * GRAVITY);
            tell("friction", (aside - SPARE * surface.friction) / 0.04);
            tell("the hardest push", (normal - SPARE * NORMAL * GRAVITY) / (0.15 * GRAVITY));
            if k > 0 && k + 1 < MOMENTS {
                tell("ground that cannot pull", (0.02 * GRAVITY - normal) / (0.03 * GRAVITY));
            }
            let legs = passage.at(tau).distance(foot);
            tell("the reach of the legs", (legs - EXTENSION[1] * self.figure.leg) / 0.01);
            tell("legs that fold no further", (EXTENSION[0] * self.figure.leg - legs) / 0.01);
        }
        tell("the shortest contact", (CONTACT_SECS[0] - touch.secs) / 0.02);
        tell("the longest contact", (touch.secs - CONTACT_SECS[1]) / 0.02);
        tell("the edge of the surface", self.edge(touch) / 0.02);
    }

    /// How far a contact is too near to an edge, in metres; far from all it is not at all.
    fn edge(&self, touch: &Touch) -> f64 {
        let over = overhang(self.surfaces, touch.surface, touch.place, INSIDE);
        if over > 0.0 { over } else { -INSIDE }
    }

    /// The apex lies inside the flight.
    fn timing(chain: &Chain, i: usize, mut tell: impl FnMut(f64)) {
        let arc = chain.arc(i);
        let (half, speed) =
            (|touch: usize| 0.5 * chain.touches[touch].secs + 0.02, arc.speed().max(IN_PLACE));
        tell(speed * (half(i) - arc.rise_secs) / 0.01);
        tell(speed * (half(i + 1) - (arc.secs - arc.rise_secs)) / 0.01);
    }

    /// What a plan changes in the drawing by so much that a person sees it.
    fn differences(&self, chain: &Chain) -> Vec<String> {
        let mut all = Vec::new();
        for (i, hop) in chain.hops.iter().enumerate() {
            let aim = &self.aims[i];
            let ln_speed = chain.arc(i).ln_speed();
            let (rise, faster) = (hop.height - aim.height, (ln_speed - aim.ln_speed).exp());
            let mut parts = Vec::new();
            if rise.abs() > 0.03 {
                parts.push(format!("apex {:+.0} cm", 100.0 * rise));
            }
            if (faster - 1.0).abs() > 0.08 {
                parts.push(format!("speed {:.1} instead of {:.1} m/s", ln_speed.exp(), aim.ln_speed.exp()));
            }
            let shift = chain.touches[i].place.distance(aim.place);
            if shift > 0.05 {
                parts.push(format!("contact {i} moved by {:.0} cm", 100.0 * shift));
            }
            if !parts.is_empty() {
                let near = [i, i + 1].into_iter().filter(|k| self.inner.contains(k));
                let mut why: Vec<&str> = Vec::new();
                for name in near.flat_map(|k| self.active(chain, k)) {
                    if !why.contains(&name) {
                        why.push(name);
                    }
                }
                let why = if why.is_empty() { "its neighbours" } else { &why.join(" and ") };
                all.push(format!("arc {i}: {} (because of {why})", parts.join(", ")));
            }
        }
        all
    }

    fn broken(&self, chain: &Chain, i: usize) -> Vec<BrokenLimit> {
        let mut all: Vec<BrokenLimit> = Vec::new();
        self.hinges(chain, i, |what, by| {
            if by > 1.0 {
                match all.iter_mut().find(|known| known.what == what) {
                    Some(known) => known.by = known.by.max(by),
                    None => all.push(BrokenLimit { contact: i, what, by }),
                }
            }
        });
        all
    }

    /// The limits that hold a contact where it is.
    fn active(&self, chain: &Chain, i: usize) -> Vec<&'static str> {
        let mut all = Vec::new();
        self.hinges(chain, i, |what, by| {
            if by > -0.05 && !all.contains(&what) {
                all.push(what);
            }
        });
        all
    }
}

impl Wanted for Plan<'_> {
    fn residuals_beyond(&self, chain: &Chain, i: usize, _known: &[f64], out: &mut Vec<f64>) {
        self.residuals(chain, i, out);
    }

    fn residuals(&self, chain: &Chain, i: usize, out: &mut Vec<f64>) {
        let last = i + 1 == chain.hops.len();
        for contact in std::iter::once(i).chain(last.then_some(i + 1)) {
            let (aim, touch) = (&self.aims[contact], &chain.touches[contact]);
            let off = (touch.place - aim.place) / aim.place_sigma;
            out.extend([off.x, off.y, (touch.secs - aim.secs) / aim.secs_sigma]);
            if self.inner.contains(&contact) {
                let passage = chain.passage(contact);
                out.push(passage.push[1] / (passage.push[0] + 5.0) / 0.15);
                self.hinges(chain, contact, |_, by| out.push(by.max(0.0)));
            }
        }
        let (aim, hop) = (&self.aims[i], &chain.hops[i]);
        out.push((hop.height - aim.height) / aim.height_sigma);
        out.push(match aim.ln_secs {
            Some(ln_secs) => (hop.ln_secs - ln_secs) / aim.speed_sigma,
            None => (chain.arc(i).ln_speed() - aim.ln_speed) / aim.speed_sigma,
        });
        Self::timing(chain, i, |by| out.push(by.max(0.0)));
    }
}
