//! From wanted parameters, one set after the other, to a chain of stances.

use crate::find::{FindSettings, Found};
use crate::library::StanceLibrary;
use crate::{Footing, Params, Stance, StanceError};

/// One stance of a chain: as it was found, and as it was before it was warped.
#[derive(Clone, Debug)]
pub struct Link {
    /// The stance or blend before warping.
    pub base: Stance,
    /// What was found.
    pub found: Found,
    /// What had been wanted, where the nearest that works was taken instead.
    pub instead_of: Option<Params>,
}

/// How speeds and heights of two neighbours may differ, in m/s and m.
const SAME: f64 = 0.02;

/// Finds a stance for each set of parameters. Feet take turns where one stance uses one foot; a request that nothing
/// does is replaced by the nearest that works, and what follows begins where that ends.
///
/// # Errors
/// When there is no request, neighbours do not fit each other, or nothing near a request works: the error names its
/// number.
pub fn plan(
    library: &StanceLibrary,
    requests: &[Params],
    settings: &FindSettings,
) -> Result<Vec<Link>, StanceError> {
    check(requests)?;
    let mut links: Vec<Link> = Vec::new();
    for (number, request) in requests.iter().enumerate() {
        let mut wanted = *request;
        if let Some(last) = links.last() {
            let end = last.found.warped.stance.params();
            // Heights are counted from another ground; what was given up before is carried on.
            let rise = end.ze - requests[number - 1].ze;
            (wanted.vs, wanted.zs) = (end.ve.hypot(end.vp), wanted.zs + rise);
        }
        let before = links.last().map(|link| link.base.footing());
        links.push(link(library, wanted, before, settings, number + 1)?);
    }
    Ok(links)
}

fn check(requests: &[Params]) -> Result<(), StanceError> {
    if requests.is_empty() {
        let why = "a path has at least one stance, which takes two arcs of flight";
        return Err(StanceError::BadParameter { name: "the number of stances", value: 0.0, why });
    }
    for pair in requests.windows(2) {
        let speed = pair[0].ve.hypot(pair[0].vp);
        if (speed - pair[1].vs).abs() > SAME {
            let why = "a stance begins with the speed with which the one before ends, hypot(VE, VP)";
            return Err(StanceError::BadParameter { name: "VS", value: pair[1].vs, why });
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
    before: Option<Footing>,
    settings: &FindSettings,
    number: usize,
) -> Result<Link, StanceError> {
    for footing in next_feet(before) {
        let settings = FindSettings { footing, ..settings.clone() };
        if let Some(found) = library.find(wanted, &settings)? {
            return Ok(Link { base: library.made(found.recipe), found, instead_of: None });
        }
    }
    let settings = FindSettings { footing: next_feet(before)[0], ..settings.clone() };
    let nearest = library
        .nearest(wanted, &settings)?
        .ok_or_else(|| StanceError::NoAnswer { number, wanted: wanted.to_string() })?;
    Ok(Link { base: library.made(nearest.found.recipe), found: nearest.found, instead_of: Some(wanted) })
}
