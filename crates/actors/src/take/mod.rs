//! Takes: one action after another, as a person does them in front of cameras.

mod act;
mod grain;
mod join;
mod variant;

pub use act::Act;

use crate::action::guard::Guard;
use crate::action::stage::Stage;
use crate::actor::Actor;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::stand::Spot;
use crate::truth::Performance;
use glam::DVec3;
use join::join;
use segue_numeric::Random;

/// A script of actions with natural transitions: the stance is kept between kicks and punches that share it, with a
/// step back after each; otherwise the actor stands at ease for a moment. Every action has its segment in the truth.
///
/// ```
/// use segue_actors::{Act, Kick, Locomotion, Pace, Take};
///
/// let kick = |height| Act::from(Kick { height, ..Kick::default() });
/// let script = vec![Locomotion::new(Pace::Walk).into(), kick(0.7), kick(1.2)];
/// let take = Take { script, ..Take::default() }.perform()?;
/// let actions: Vec<&str> = take.truth.segments.iter().map(|segment| segment.action.as_str()).collect();
/// assert_eq!(actions, ["walk", "kick", "kick"]);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
///
/// A synthetic library for search is a few lines: every action of the repertoire, each time done another way.
///
/// ```
/// use segue_actors::{Act, Take};
///
/// let takes: Vec<Take> = (0..20).map(|seed| Take::of_variants(&Act::repertoire(), 1, seed)).collect();
/// assert_eq!(takes.len(), 20);
/// assert_ne!(takes[0].script, takes[1].script);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// Who acts.
    pub figure: Figure,
    /// What is done, in order.
    pub script: Vec<Act>,
    /// How far joints are off what was done, as capture never is exact: standard deviation in degrees. The truth is
    /// that of the exact motion; planted points tremble with it by about 3 mm per degree.
    pub noise: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible takes.
    pub seed: u64,
}

impl Default for Take {
    fn default() -> Self {
        Self { figure: Figure::default(), script: Vec::new(), noise: 0.0, rate: 60.0, seed: 1 }
    }
}

impl Take {
    /// Every act `count` times in random order, no two alike: see [`Act::variant`].
    pub fn of_variants(acts: &[Act], count: usize, seed: u64) -> Self {
        let mut random = Random::channel(seed, "variants");
        let mut script: Vec<Act> = std::iter::repeat_n(acts, count).flatten().cloned().collect();
        for i in (1..script.len()).rev() {
            script.swap(i, (random.unit() * (i + 1) as f64) as usize);
        }
        let script = script.iter().flat_map(|act| act.variant(random.bits()).and_back()).collect();
        Self { script, seed, ..Self::default() }
    }

    /// Makes the motion.
    ///
    /// # Errors
    /// When the script is empty or longer than 500 actions, the noise is out of range, an action is refused, or one
    /// steps down where there is no box.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        within("actions in the script", self.script.len() as f64, (1.0, 500.0), "longer fills memory")?;
        within("noise in degrees", self.noise, (0.0, 5.0), "more is no capture of a motion")?;
        let mut random = Random::channel(self.seed, "take");
        let mut floor = 0.0;
        let mut parts = Vec::new();
        for run in self.script.chunk_by(|a, b| a.is_staged() && b.is_staged()) {
            let seed = random.bits();
            if run[0].is_staged() {
                parts.push(self.on_stage(run, &mut floor, seed)?);
            } else {
                parts.push(run[0].by(&self.figure, self.rate, seed).alone()?);
            }
        }
        let take = join("take", &parts)?;
        if self.noise > 0.0 { grain::grained(take, self.noise, self.seed) } else { Ok(take) }
    }

    /// Actions that follow one another without the actor coming to rest. The stage rises and sinks with the boxes.
    fn on_stage(&self, run: &[Act], floor: &mut f64, seed: u64) -> Result<Performance, ActorError> {
        let actor = Actor::new(&self.figure)?;
        let spot = Spot { at: DVec3::Y * *floor, ..Spot::ORIGIN };
        let mut stage = Stage::standing_on(&actor, seed, spot);
        let mut stance = None;
        for (i, act) in run.iter().enumerate() {
            let act = act.by(&self.figure, self.rate, seed ^ stage.random.bits());
            change_stance(&mut stage, &mut stance, act.stance());
            act.play(&mut stage)?;
            if i + 1 < run.len() {
                breathe(&mut stage);
            }
        }
        change_stance(&mut stage, &mut stance, None);
        *floor = stage.spot.at.y;
        stage.perform("take", self.rate)
    }
}

/// From one stance to another; in the same one, a step back.
fn change_stance(stage: &mut Stage<'_>, stance: &mut Option<Guard>, wanted: Option<Guard>) {
    match (*stance, wanted) {
        (Some(now), Some(next)) if now == next => now.step_back(stage),
        (now, next) => {
            if let Some(guard) = now {
                guard.leave(stage);
            }
            if let Some(guard) = next {
                guard.enter(stage);
            }
        }
    }
    *stance = wanted;
}

/// A moment of rest, different every time.
fn breathe(stage: &mut Stage<'_>) {
    stage.now += 0.12 + 0.3 * stage.random.unit();
    stage.hold(stage.now);
}

#[cfg(test)]
mod tests;
