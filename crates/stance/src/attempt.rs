//! One try to do what is wanted: a stance or a blend, warped with several times on the ground, judged.

use serde::Serialize;

use crate::Params;
use crate::core::Core;
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
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
pub(crate) fn can(core: &Core, wanted: Params, settings: &TrySettings) -> Option<Judgement> {
    settings.ground_factors.iter().find_map(|&ground_factor| {
        let warp = WarpSettings { mode: settings.mode, ground_factor };
        let (warped, change) = core.warped(wanted, &warp)?;
        Some(warped.judged(&settings.limits, &change)).filter(Judgement::is_plausible)
    })
}
