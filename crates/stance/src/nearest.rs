//! When nothing does what is wanted: the nearest that something does, and what is in the way.

use crate::attempt::can;
use crate::find::{FindSettings, StanceMatch};
use crate::library::StanceLibrary;
use crate::params::SCALES;
use crate::plan::Link;
use crate::{Params, StanceError};

/// A request near the wanted one that is answered.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The request.
    pub params: Params,
    /// Its answer.
    pub found: StanceMatch,
    /// The parameters that had to change, by their place in [`Params::NAMES`], the one in the way most first.
    pub changed: Vec<usize>,
}

impl Link {
    /// A stance that stands in for what was wanted, as the nearest to that.
    pub(crate) fn nearest(&self, wanted: Params) -> Nearest {
        let params = self.found.warped.stance.params();
        Nearest { params, found: self.found.clone(), changed: changed(wanted, params) }
    }
}

/// Stances whose regions are tried, nearest first.
const TRIED: usize = 24;

/// Halvings along a line; the last is a thousandth of it.
const HALVINGS: usize = 10;

/// Rounds in which parameters are given back one by one.
const ROUNDS: usize = 4;

/// A parameter that changed by less than this share of its scale counts as kept.
const KEPT: f64 = 0.02;

impl StanceLibrary {
    /// The nearest request that single stances answer, and which parameters are in the way of the wanted one. `None`
    /// when no stance of the wanted kind answers anything.
    ///
    /// # Errors
    /// When a wanted parameter cannot be asked for.
    pub fn nearest(&self, wanted: Params, settings: &FindSettings) -> Result<Option<Nearest>, StanceError> {
        self.nearest_keeping(wanted, &[], settings)
    }

    /// [`StanceLibrary::nearest`] among requests that keep some parameters, by their place in [`Params::NAMES`]: those that
    /// a neighbour has fixed.
    ///
    /// # Errors
    /// As [`StanceLibrary::nearest`].
    pub fn nearest_keeping(
        &self,
        wanted: Params,
        kept: &[usize],
        settings: &FindSettings,
    ) -> Result<Option<Nearest>, StanceError> {
        let wanted = wanted.checked()?;
        let keeping = |params: Params| {
            let (mut all, wanted) = (params.to_array(), wanted.to_array());
            for &i in kept {
                all[i] = wanted[i];
            }
            Params::from_array(all)
        };
        let mut near: Vec<(f64, usize)> = (0..self.stances.len())
            .filter(|&i| self.stances[i].kind() == settings.kind)
            .filter(|&i| settings.footing.is_none_or(|feet| feet == self.stances[i].footing))
            .filter_map(|i| Some((self.coverage[i].as_ref()?.outside(wanted), i)))
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0));
        let reached = near.iter().take(TRIED).filter_map(|&(_, i)| {
            let edge = self.approach(i, wanted, &keeping, settings)?;
            Some((edge, keeping(self.stances[i].params())))
        });
        let mut reached: Vec<(Params, Params)> = reached.collect();
        reached.sort_by(|a, b| a.0.distance(wanted).total_cmp(&b.0.distance(wanted)));
        // At the very edge of a region a limit may be broken between the moments of the tables: a little inside none is.
        for (edge, inside) in reached {
            for back in [0.0, 0.05, 0.2, 0.5] {
                // With what a neighbour has fixed, the middle of a region may be nothing that can be asked for.
                let Ok(params) = edge.toward(inside, back).checked() else { continue };
                if let Some(found) = self.find(params, settings)? {
                    return Ok(Some(Nearest { params, found, changed: changed(wanted, params) }));
                }
            }
        }
        Ok(None)
    }

    /// From the point of a region nearest to the request as far towards it as one can go, then parameter by parameter.
    fn approach(
        &self,
        stance: usize,
        wanted: Params,
        keeping: &impl Fn(Params) -> Params,
        settings: &FindSettings,
    ) -> Option<Params> {
        let (core, region) = (&self.stances[stance].core, self.coverage[stance].as_ref()?);
        let summary = &self.summaries[stance];
        let is_good = |at: Params| at.checked().is_ok() && can(core, summary, at, &settings.tries).is_some();
        let mut starts: Vec<Params> = region.points().iter().copied().map(keeping).collect();
        starts.sort_by(|a, b| a.distance(wanted).total_cmp(&b.distance(wanted)));
        let start = starts.into_iter().find(|&start| is_good(start))?;
        let mut at = farthest(start, wanted, is_good)?;
        for _ in 0..ROUNDS {
            for i in 0..6 {
                let mut to = at.to_array();
                to[i] = wanted.to_array()[i];
                at = farthest(at, Params::from_array(to), is_good)?;
            }
        }
        Some(at)
    }
}

/// The farthest good point of a line that begins with one; `None` when it does not.
fn farthest(from: Params, to: Params, is_good: impl Fn(Params) -> bool) -> Option<Params> {
    if is_good(to) {
        return Some(to);
    }
    if !is_good(from) {
        return None;
    }
    let (mut good, mut bad) = (0.0, 1.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(good, bad);
        if is_good(from.toward(to, middle)) { good = middle } else { bad = middle }
    }
    Some(from.toward(to, good))
}

fn changed(wanted: Params, found: Params) -> Vec<usize> {
    let (a, b) = (wanted.to_array(), found.to_array());
    let by = |i: usize| (a[i] - b[i]).abs() / SCALES[i];
    let mut list: Vec<usize> = (0..6).filter(|&i| by(i) > KEPT).collect();
    list.sort_by(|&i, &j| by(j).total_cmp(&by(i)));
    list
}
