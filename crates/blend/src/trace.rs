//! How each frame of a blend was made.

use segue_motion::{ClipId, Ground};
use segue_register::Registration;

use crate::Player;

/// Where on the registration curve each frame of a blend is, with which weights, and where it stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    moments: Vec<Moment>,
}

/// One frame of a blend.
#[derive(Clone, Debug, PartialEq)]
pub struct Moment {
    /// Place on the registration curve.
    pub u: f64,
    /// Transform from the reference clip's place to where the blend stands.
    pub world_from_aligned: Ground,
    /// One weight per clip; they sum to 1.
    pub weights: Vec<f64>,
}

impl Trace {
    /// Adds the frame that a player has just made with these weights.
    pub(crate) fn push(&mut self, player: &Player, weights: &[f64]) {
        let sum: f64 = weights.iter().sum();
        let weights = weights.iter().map(|weight| weight / sum).collect();
        self.moments.push(Moment { u: player.u(), world_from_aligned: player.world_from_aligned(), weights });
    }

    /// The frames in order.
    pub fn moments(&self) -> &[Moment] {
        &self.moments
    }
}

impl Moment {
    /// Clips with weight, and the weight.
    pub(crate) fn parts(&self) -> impl Iterator<Item = (ClipId, f64)> + '_ {
        ClipId::all(self.weights.len()).zip(self.weights.iter().copied()).filter(|(_, weight)| *weight != 0.0)
    }

    /// Carries a clip at this moment to where the blend stands.
    pub(crate) fn world_from_clip(&self, clip: ClipId, registration: &Registration) -> Ground {
        self.world_from_aligned * registration.reference_from_clip(clip, self.u)
    }

    /// How mixed the clips are: 0 for one alone, 1 for two halfway.
    pub(crate) fn mixed(&self) -> f64 {
        let squares: f64 = self.weights.iter().map(|weight| weight * weight).sum();
        (2.0 * (1.0 - squares)).clamp(0.0, 1.0)
    }
}
