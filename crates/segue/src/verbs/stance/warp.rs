//! A stance with other parameters.

use segue_stance::{Mode, Stance, WarpSettings, Warped, warp};
use serde::{Deserialize, Serialize};

use super::pictures::{force_plot, path_plot};
use super::{NamedStance, StanceWarpAnswer, WantedParams};
use crate::plots::Canvas;
use crate::verbs::{Done, Picture, Verb, VerbError, Watch};

/// Change the parameters of a stance exactly, by changing the force and shifting the contact in time; then judge whether a
/// body can do it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StanceWarpRequest {
    /// The stance.
    pub stance: NamedStance,
    /// What it should do.
    pub wanted: WantedParams,
    /// How the horizontal force changes.
    pub mode: Mode,
    /// Factor of the time on the ground.
    pub ground_factor: f64,
}

impl Default for StanceWarpRequest {
    fn default() -> Self {
        let WarpSettings { mode, ground_factor } = WarpSettings::default();
        Self { stance: NamedStance::default(), wanted: WantedParams::default(), mode, ground_factor }
    }
}

/// A stance that was warped.
#[derive(Clone, Debug)]
pub struct WarpedStance {
    /// The stance as it was.
    pub before: Stance,
    /// The stance as it is now.
    pub warped: Warped,
}

impl Verb for StanceWarpRequest {
    const NAME: &'static str = "stance warp";
    type Answer = StanceWarpAnswer;
    type Work = WarpedStance;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let before = self.stance.find(watch)?;
        let settings = WarpSettings { mode: self.mode, ground_factor: self.ground_factor };
        let warped = warp(&before, self.wanted.over(before.params()), &settings)?;
        Ok(Done { answer: (&warped).into(), work: WarpedStance { before, warped } })
    }
}

impl Picture for WarpedStance {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let both = [&self.before, &self.warped.stance];
        Ok(Canvas::column(&[path_plot(&both), force_plot(&both)]))
    }
}
