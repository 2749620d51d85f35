//! Two stances, blended.

use segue_stance::{Mode, Stance, Support, WarpSettings, Warped, blend, warp};
use serde::{Deserialize, Serialize};

use super::pictures::{force_plot, path_plot, value_plot};
use super::{NamedStance, StanceWarpAnswer, WantedParams};
use crate::plots::Canvas;
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Blend two stances, warp the blend to the blended parameters, or to those wanted, and judge it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceBlendRequest {
    /// The first stance.
    pub first: NamedStance,
    /// The second stance.
    pub second: NamedStance,
    /// The share of the first; below 0 and above 1 it extrapolates.
    pub share: f64,
    /// What the blend should do.
    pub wanted: WantedParams,
    /// How the horizontal force changes.
    pub mode: Mode,
    /// Use the support polygons of the stance with the larger share instead of blending them.
    pub majority_support: bool,
}

impl Default for StanceBlendRequest {
    fn default() -> Self {
        Self {
            first: NamedStance::default(),
            second: NamedStance::default(),
            share: 0.5,
            wanted: WantedParams::default(),
            mode: Mode::default(),
            majority_support: false,
        }
    }
}

/// Stances that were blended.
#[derive(Clone, Debug)]
pub struct BlendedStances {
    /// The first.
    pub first: Stance,
    /// The second.
    pub second: Stance,
    /// The result.
    pub warped: Warped,
}

impl Verb for StanceBlendRequest {
    const NAME: &'static str = "stance blend";
    type Answer = StanceWarpAnswer;
    type Work = BlendedStances;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let (first, second) = (self.first.find(watch)?, self.second.find(watch)?);
        let support = if self.majority_support { Support::Majority } else { Support::Blended };
        let blended = blend(&first, &second, self.share, support)?;
        let settings = WarpSettings { mode: self.mode, ..WarpSettings::default() };
        let warped = warp(&blended, self.wanted.over(blended.params()), &settings)?;
        Ok(Done { answer: (&warped).into(), work: BlendedStances { first, second, warped } })
    }
}

impl Picture for BlendedStances {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let Self { first, second, warped } = self;
        let all = [first, second, &warped.stance];
        let value = value_plot(first, second, warped.change.mode);
        Ok(Canvas::column(&[path_plot(&all), force_plot(&all), value]))
    }
}
