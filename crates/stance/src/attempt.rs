//! One try to do what is wanted: a stance or a blend, warped with several times on the ground, judged.

use serde::{Deserialize, Serialize};

use crate::Params;
use crate::core::{Core, Impulse, Summary};
use crate::judge::{Judgement, Limits};
use crate::warp::{Change, Mode, WarpSettings};

/// What tries are allowed.
#[derive(Clone, Debug, PartialEq)]
pub struct TrySettings {
    /// How forces are altered.
    pub mode: Mode,
    /// What a body can do.
    pub limits: Limits,
    /// By what the time on the ground may be multiplied, the preferred first. A body that jumps higher stays longer or
    /// shorter on the ground: 0.7 to 1.4 raise the share of plausible warps from 57 to 74 %.
    pub ground_factors: Vec<f64>,
}

impl Default for TrySettings {
    fn default() -> Self {
        Self { mode: Mode::Lean, limits: Limits::default(), ground_factors: vec![1.0, 0.85, 1.18, 0.7, 1.4] }
    }
}

/// How a try went.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    pub(crate) judgement: Judgement,
    pub(crate) change: Change,
}

/// Which stances a result is made of.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// The number of the first stance.
    pub first: usize,
    /// The number of the second, the same for a stance alone.
    pub second: usize,
    /// The share of the first.
    pub share: f64,
}

impl Recipe {
    pub(crate) fn alone(stance: usize) -> Self {
        Self { first: stance, second: stance, share: 1.0 }
    }
}

/// Warps to what is wanted with each time on the ground and takes the best; `None` when none leads there.
pub(crate) fn attempt(core: &Core, wanted: Params, settings: &TrySettings) -> Option<Attempt> {
    let tries = settings.ground_factors.iter().filter_map(|&ground_factor| {
        let warp = WarpSettings { mode: settings.mode, ground_factor };
        let (warped, change) = core.warped(wanted, &warp)?;
        Some(Attempt { judgement: warped.judged(&settings.limits, &change), change })
    });
    tries.max_by(|a, b| a.judgement.value.total_cmp(&b.judgement.value))
}

/// Whether any of the tries is plausible; stops at the first.
pub(crate) fn can(
    core: &Core,
    summary: &Summary,
    wanted: Params,
    settings: &TrySettings,
) -> Option<Judgement> {
    promising(summary, wanted, settings).find_map(|warp| {
        let (warped, change) = core.warped(wanted, &warp)?;
        Some(warped.judged(&settings.limits, &change)).filter(Judgement::is_plausible)
    })
}

/// The best plausible try; tries that cannot be are not made.
pub(crate) fn plausible_attempt(
    core: &Core,
    summary: &Summary,
    wanted: Params,
    settings: &TrySettings,
) -> Option<Attempt> {
    let tries = promising(summary, wanted, settings).filter_map(|warp| {
        let (warped, change) = core.warped(wanted, &warp)?;
        Some(Attempt { judgement: warped.judged(&settings.limits, &change), change })
    });
    let plausible = tries.filter(|attempt| attempt.judgement.is_plausible());
    plausible.max_by(|a, b| a.judgement.value.total_cmp(&b.judgement.value))
}

/// The warps that may be plausible, by what can be told in a few operations.
pub(crate) fn promising<'a>(
    summary: &'a Summary,
    wanted: Params,
    settings: &'a TrySettings,
) -> impl Iterator<Item = WarpSettings> + 'a {
    in_time(&summary.impulse, wanted, settings)
        .filter(move |warp| summary.may_do(wanted, warp, &settings.limits))
}

/// The warps that arrive with their contact between the apexes.
pub(crate) fn in_time<'a>(
    impulse: &'a Impulse,
    wanted: Params,
    settings: &'a TrySettings,
) -> impl Iterator<Item = WarpSettings> + 'a {
    let factors = settings.ground_factors.iter();
    let warps = factors.map(|&ground_factor| WarpSettings { mode: settings.mode, ground_factor });
    warps.filter(move |warp| impulse.is_in_time(wanted, warp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::extract::{ExtractSettings, extract};
    use segue_actors::Sample;

    #[test]
    fn what_is_plausible_is_promising() {
        let stances: Vec<Core> = ["run", "jump-again", "hop", "leap"]
            .into_iter()
            .flat_map(|name| {
                extract(&Sample::find(name).unwrap().clip(), &ExtractSettings::default()).unwrap().stances
            })
            .map(|found| found.stance.core)
            .collect();
        let settings = TrySettings::default();
        let mut random = segue_numeric::Random::new(5);
        let mut plausible = 0;
        for _ in 0..4000 {
            let [i, j] = [0, 1].map(|_| (random.unit() * stances.len() as f64) as usize);
            let (a, b, k) = (&stances[i], &stances[j], random.unit());
            if a.kind != b.kind || a.legs[1].is_some() != b.legs[1].is_some() {
                continue;
            }
            let off: [f64; 6] = std::array::from_fn(|i| 0.5 * random.signed() * crate::params::SCALES[i]);
            let core = a.blended(b, k);
            let own = core.params.to_array();
            let wanted = Params::from_array(std::array::from_fn(|i| own[i] + off[i]));
            let best = attempt(&core, wanted, &settings).filter(|attempt| attempt.judgement.is_plausible());
            let blended = a.summary().blended(&b.summary(), k);
            plausible += usize::from(best.is_some());
            if best.is_some() {
                assert!(promising(&core.summary(), wanted, &settings).next().is_some(), "{wanted}");
                assert!(promising(&blended, wanted, &settings).next().is_some(), "a blend to {wanted}");
            }
        }
        assert!(plausible > 500, "{plausible}");
    }
}
