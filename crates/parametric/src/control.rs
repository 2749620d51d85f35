//! Playing a parameterized motion whose parameters change.

use segue_blend::{Player, PlayerSettings, Progress};
use segue_motion::Pose;

use crate::invert::invert;
use crate::{Parametric, ParametricError, Sample};

/// A parameterized motion that is being played: takes time and parameters, gives poses.
///
/// Every step averages the nearest samples for the parameters of that moment and plays on with those weights; it is not
/// refined, which would take longer than a frame.
#[derive(Clone, Debug)]
pub struct Control {
    player: Player,
    samples: Vec<Sample>,
    scales: Vec<f64>,
    names: Vec<String>,
    weights: Vec<f64>,
}

impl Control {
    /// A player at the beginning of the motion.
    ///
    /// # Errors
    /// When it should loop, but the examples' ends do not meet.
    pub fn new(parametric: &Parametric, settings: PlayerSettings) -> Result<Self, ParametricError> {
        Ok(Self {
            player: Player::new(parametric.ensemble().clone(), settings)?,
            samples: parametric.samples.clone(),
            scales: parametric.scales.clone(),
            names: parametric.measures.names(),
            weights: vec![0.0; parametric.examples().len()],
        })
    }

    /// What plays.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The weights of the last step.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Advances by `dt_secs` towards `target` and writes the pose there. Nothing is allocated when `pose` has the size of
    /// the blend.
    ///
    /// # Errors
    /// When there is another number of parameters or one is not finite; the player has not moved then.
    pub fn step(
        &mut self,
        dt_secs: f64,
        target: &[f64],
        pose: &mut Pose,
    ) -> Result<Progress, ParametricError> {
        let (found, expected) = (target.len(), self.scales.len());
        if found != expected {
            return Err(ParametricError::Dimensions { found, expected, names: self.names.clone() });
        }
        if let Some(d) = target.iter().position(|value| !value.is_finite()) {
            let parameter = self.names[d].clone();
            return Err(ParametricError::NotFinite { parameter, found: target[d] });
        }
        invert(&self.samples, target, &self.scales, &mut self.weights);
        let played = self.player.step(dt_secs, &self.weights, pose);
        Ok(played.map_err(segue_blend::BlendError::from)?)
    }
}
