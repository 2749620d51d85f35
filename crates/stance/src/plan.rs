//! From wanted parameters, one set after the other, to a chain of stances.

use glam::{DQuat, DVec2, DVec3};
use serde::{Deserialize, Serialize};

use crate::attempt::Recipe;
use crate::find::{FindSettings, StanceMatch};
use crate::library::StanceLibrary;
use crate::params::{SLOW, START};
use crate::{Footing, Params, Stance, StanceError, StanceKind};

/// One stance of a chain: as it was found, and as it was before it was warped.
#[derive(Clone, Debug)]
pub struct Link {
    /// The stance or blend before warping.
    pub base: Stance,
    /// What was found.
    pub found: StanceMatch,
    /// What had been wanted, where the nearest that works was taken instead.
    pub instead_of: Option<Params>,
    /// Where it takes place.
    pub place: LinkPlace,
}

/// Where a stance takes place in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkPlace {
    /// Its first apex: x and z.
    pub place: DVec2,
    /// Height of the ground under its contact.
    pub ground: f64,
    /// The turn about the vertical from its axes to the world, in radians.
    pub heading: f64,
    /// The upward unit normal of the ground.
    pub normal: DVec3,
}

impl Default for LinkPlace {
    /// Over the origin, heading along +Z: the heading is x in the axes of a stance, a quarter turn makes it +Z.
    fn default() -> Self {
        let heading = -std::f64::consts::FRAC_PI_2;
        Self { place: DVec2::ZERO, ground: 0.0, heading, normal: DVec3::Y }
    }
}

impl LinkPlace {
    /// Where the stance after one takes place, whose first apex is `height` above its own ground.
    fn next(&self, stance: &Stance, height: f64) -> Self {
        let (end, turn) = (stance.core.end(), DQuat::from_rotation_y(self.heading));
        let along = turn * end.velocity;
        let slow = along.length() < SLOW;
        let heading = if slow { self.heading } else { (-along.z).atan2(along.x) };
        let at = turn * end.position;
        let ground = self.ground + end.position.y - height;
        Self { place: self.place + DVec2::new(at.x, at.z), ground, heading, normal: DVec3::Y }
    }
}

/// What is wanted of one stance of a path.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// What it begins and ends with; from apex to apex where nothing is said.
    #[serde(default = "whole")]
    pub kind: StanceKind,
    /// What it does.
    #[serde(flatten)]
    pub params: Params,
}

fn whole() -> StanceKind {
    StanceKind::Whole
}

impl From<Params> for Request {
    fn from(params: Params) -> Self {
        Self { kind: StanceKind::Whole, params }
    }
}

impl StanceLibrary {
    /// The request that leads from standing to where a path begins, on the ground of its first contact. The figure
    /// stands as high as in the stances of the library that begin so.
    ///
    /// # Errors
    /// When none does.
    pub fn from_stand(&self, path: Params) -> Result<Request, StanceError> {
        let own = self.mean(StanceKind::FromStand, "begin")?;
        let params = Params { zs: own.zs, ze: path.zs, vs: 0.0, ve: path.vs, vp: 0.0, x: own.x };
        Ok(Request { kind: StanceKind::FromStand, params })
    }

    /// The request that leads from where a path ends to standing, on the ground of its last contact.
    ///
    /// # Errors
    /// When no stance of the library ends so.
    pub fn to_stand(&self, path: Params) -> Result<Request, StanceError> {
        let own = self.mean(StanceKind::ToStand, "end")?;
        let vs = path.next_vs();
        Ok(Request {
            kind: StanceKind::ToStand,
            params: Params { zs: path.ze, ze: own.ze, vs, ve: 0.0, vp: 0.0, x: own.x },
        })
    }

    fn mean(&self, kind: StanceKind, what: &'static str) -> Result<Params, StanceError> {
        let all: Vec<Params> =
            self.stances.iter().filter(|stance| stance.kind() == kind).map(Stance::params).collect();
        let mean = |i: usize| all.iter().map(|params| params.to_array()[i]).sum::<f64>() / all.len() as f64;
        let none = StanceError::NoStand { what, stances: self.stances.len() };
        if all.is_empty() { Err(none) } else { Ok(Params::from_array(std::array::from_fn(mean))) }
    }
}

/// How speeds and heights of two neighbours may differ, in m/s and m.
const SAME: f64 = 0.02;

/// Finds a stance for each request. Feet take turns where one stance uses one foot, and equal requests are answered by
/// different steps. A request that nothing does is replaced by the nearest that works from where the one before ends, and
/// what follows begins where that ends.
///
/// # Errors
/// When there is no request, neighbours do not fit each other, one stands in the middle, or nothing near a request works:
/// the error names its number.
pub fn plan(
    library: &StanceLibrary,
    requests: &[Request],
    settings: &FindSettings,
) -> Result<Vec<Link>, StanceError> {
    check(requests)?;
    let mut links: Vec<Link> = Vec::new();
    for (number, request) in requests.iter().enumerate() {
        let mut wanted = request.params;
        if let Some(last) = links.last() {
            let end = last.found.warped.stance.params();
            // Heights are counted from another ground; what was given up before is carried on.
            let rise = end.ze - requests[number - 1].params.ze;
            (wanted.vs, wanted.zs) = (end.next_vs(), wanted.zs + rise);
        }
        let settings = FindSettings { kind: request.kind, ..settings.clone() };
        let mut found = link(library, wanted, &links, &settings)?;
        if let Some(last) = links.last() {
            let stance = &last.found.warped.stance;
            found.place = last.place.next(stance, found.found.warped.stance.params().zs);
        }
        links.push(found);
    }
    Ok(links)
}

fn check(requests: &[Request]) -> Result<(), StanceError> {
    if requests.is_empty() {
        let why = "a path has at least one stance, which takes two arcs of flight";
        return Err(StanceError::BadParameter { name: "the number of stances", value: 0.0, why });
    }
    for (i, request) in requests.iter().enumerate() {
        let fits = match request.kind {
            StanceKind::Whole => true,
            StanceKind::FromStand => i == 0,
            StanceKind::ToStand => i + 1 == requests.len(),
        };
        if !fits {
            return Err(StanceError::NotAtAnEnd { number: i + 1, kind: request.kind.name() });
        }
    }
    for pair in requests.windows(2) {
        let speed = pair[0].params.ve.hypot(pair[0].params.vp);
        let vs = pair[1].params.vs;
        // In place nothing is said of the direction, and VS may be against it.
        let in_place = speed.max(vs.abs()) < SLOW;
        if !in_place && (speed - vs).abs() > SAME {
            let why = "a stance begins with the speed with which the one before ends, hypot(VE, VP)";
            return Err(StanceError::BadParameter { name: "VS", value: vs, why });
        }
    }
    Ok(())
}

/// The feet that may be next, those that look best first.
fn next_feet(before: Option<Footing>) -> [Option<Footing>; 3] {
    use Footing::{Both, Left, Right};
    match before {
        None => [None; 3],
        Some(Left) => [Right, Both, Left].map(Some),
        Some(Right) => [Left, Both, Right].map(Some),
        Some(Both) => [Both, Left, Right].map(Some),
    }
}

fn link(
    library: &StanceLibrary,
    wanted: Params,
    before: &[Link],
    settings: &FindSettings,
) -> Result<Link, StanceError> {
    let feet = next_feet(before.last().map(|link| link.base.footing()));
    let on = |footing: Option<Footing>| FindSettings { footing, ..settings.clone() };
    let made = |found: StanceMatch, instead_of: Option<Params>| Link {
        base: library.made(found.recipe),
        found,
        instead_of,
        place: LinkPlace::default(),
    };
    let recipes: Vec<Recipe> = before.iter().map(|link| link.found.recipe).collect();
    for footing in feet {
        if let Some(found) = library.find_after(wanted, &recipes, &on(footing))? {
            return Ok(made(found, None));
        }
    }
    let kept = if before.is_empty() { &[][..] } else { &START };
    for footing in feet {
        if let Some(nearest) = library.nearest_keeping(wanted, kept, &on(footing))? {
            return Ok(made(nearest.found, Some(wanted)));
        }
    }
    Err(StanceError::NoAnswer { number: before.len() + 1, wanted: wanted.to_string() })
}
