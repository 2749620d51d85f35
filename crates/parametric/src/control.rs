//! Playing a parameterized motion whose parameters change.

use segue_blend::{Player, PlayerSettings, StepEnd};
use segue_motion::{Ground, Pose};

use crate::follow::Follower;
use crate::invert::invert;
use crate::{BlendSample, Parametric, ParametricError};

/// Time in which three quarters of a sudden change of parameters are made up for, in seconds: about as fast as a limb can be
/// sent elsewhere, and no jump is seen.
const FOLLOW_SECS: f64 = 0.15;

/// A parameterized motion that is being played: takes time and parameters, gives poses.
///
/// Every step averages the nearest samples for the parameters of that moment and plays on with those weights; it is not
/// refined, which would take longer than a frame. What a step costs depends on the samples, of which there are a few
/// hundred, not on the number of examples: clips without weight are not visited.
///
/// Parameters may change every frame. A jump is made up for in a fraction of a second ([`Control::following_within`]), so that
/// neither pose nor speed jumps.
///
/// ```
/// use segue_actors::Kick;
/// use segue_blend::PlayerSettings;
/// use segue_motion::ClipSet;
/// use segue_parametric::{BuildSettings, Control, Parametric};
///
/// let kick = |height| Kick { height, ..Kick::default() }.perform().map(|done| done.clip);
/// let kicks = [kick(0.6)?, kick(0.9)?, kick(1.2)?];
/// let examples = ClipSet::of(kicks)?;
/// let parametric = Parametric::build(&examples, &[], "ankle.r.y @apex", &BuildSettings::default())?;
/// let mut control = Control::new(&parametric, PlayerSettings::default())?;
/// let mut pose = parametric.ensemble().rest_pose();
/// let mut height = 0.7;
/// while !control.has_ended() {
///     control.step(1.0 / 60.0, &[height], &mut pose)?;
///     height += 0.005;
/// }
/// let held = pose.clone();
/// assert!(control.step(1.0 / 60.0, &[0.7], &mut pose)?.left_secs > 0.0, "nothing is left to play");
/// assert_eq!(pose, held, "the last pose is held");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Control {
    player: Player,
    samples: Vec<BlendSample>,
    scales: Vec<f64>,
    names: Vec<String>,
    follower: Follower,
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
            follower: Follower::new(parametric.scales.len(), FOLLOW_SECS),
            weights: vec![0.0; parametric.examples().len()],
        })
    }

    /// Makes up for three quarters of a jump of the parameters in this time; at once when it is 0, as suits parameters that are
    /// smooth themselves.
    ///
    /// # Errors
    /// When it is negative or not finite.
    pub fn following_within(self, secs: f64) -> Result<Self, ParametricError> {
        if !(secs.is_finite() && secs >= 0.0) {
            let (name, allowed) = ("following_within", "0 or more seconds");
            return Err(ParametricError::Setting { name, found: secs, allowed });
        }
        Ok(Self { follower: Follower::new(self.scales.len(), secs), ..self })
    }

    /// What plays.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The weights of the last step.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Whether the motion has come to its end; what loops never does.
    pub fn has_ended(&self) -> bool {
        self.player.has_ended()
    }

    /// Goes back to the beginning, where the motion stands as the reference does, carried by `world_from_aligned`. The next
    /// request is met at once.
    pub fn restart(&mut self, world_from_aligned: Ground) {
        self.player.place(self.player.ensemble().registration().range()[0], world_from_aligned);
        self.follower.reset();
    }

    /// Advances by `dt_secs` (backwards when negative) towards `target` and writes the pose there. Nothing is allocated when
    /// `pose` has the size of the blend.
    ///
    /// After the end the last pose is held, whatever is asked for, and all time is left in the answer.
    ///
    /// # Errors
    /// When there is another number of parameters, or a number is not finite; the player has not moved then.
    pub fn step(
        &mut self,
        dt_secs: f64,
        target: &[f64],
        pose: &mut Pose,
    ) -> Result<StepEnd, ParametricError> {
        self.check(dt_secs, target)?;
        if !self.has_ended() || dt_secs < 0.0 {
            self.follower.follow(target, dt_secs);
            invert(&self.samples, self.follower.at(), &self.scales, &mut self.weights);
        }
        let played = self.player.step(dt_secs, &self.weights, pose);
        Ok(played.map_err(segue_blend::BlendError::from)?)
    }

    fn check(&self, dt_secs: f64, target: &[f64]) -> Result<(), ParametricError> {
        let (found, expected) = (target.len(), self.scales.len());
        if found != expected {
            return Err(ParametricError::Dimensions { found, expected, names: self.names.clone() });
        }
        if let Some(d) = target.iter().position(|value| !value.is_finite()) {
            let parameter = self.names[d].clone();
            return Err(ParametricError::NotFinite { parameter, found: target[d] });
        }
        if !dt_secs.is_finite() {
            let (name, allowed) = ("dt_secs", "finite");
            return Err(ParametricError::Setting { name, found: dt_secs, allowed });
        }
        Ok(())
    }
}
