//! Takes: one action after another, as a person does them in front of cameras.

use super::guard::Guard;
use super::kick::Kick;
use super::punch::Punch;
use super::reach::{Errand, Reach};
use super::side_kick::SideKick;
use super::stage::Stage;
use crate::synth::actor::Actor;
use crate::synth::error::{SynthError, within};
use crate::synth::figure::Figure;
use crate::synth::truth::Performance;

/// One action of a take. Figure, rate and seed of the take count, not those of the action.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// A front kick from the stance.
    Kick(Kick),
    /// A jab or cross from the stance.
    Punch(Punch),
    /// A side kick from standing.
    SideKick(SideKick),
    /// A reach; its target is seen from where the actor stands when it begins.
    Reach(Reach),
    /// Standing for some seconds.
    Pause(f64),
}

/// A script of actions with natural transitions: the stance is kept between kicks and punches that share it, with a step
/// back after each; otherwise the actor stands at ease in between. Every action has its segment in the truth.
///
/// ```
/// use segue_motion::synth::{Act, Kick, Take};
///
/// let kick = |height| Act::Kick(Kick { height, ..Kick::default() });
/// let take = Take { script: vec![kick(0.7), kick(1.2)], ..Take::default() }.perform()?;
/// assert_eq!(take.truth.segments.len(), 2);
/// # Ok::<(), segue_motion::synth::SynthError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Take {
    /// Who acts.
    pub figure: Figure,
    /// What is done, in order.
    pub script: Vec<Act>,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible takes.
    pub seed: u64,
}

impl Default for Take {
    fn default() -> Self {
        Self { figure: Figure::default(), script: Vec::new(), rate: 60.0, seed: 1 }
    }
}

impl Take {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the script is empty or longer than 200 actions, or an action of it is refused.
    pub fn perform(&self) -> Result<Performance, SynthError> {
        within("actions in the script", self.script.len() as f64, (1.0, 200.0), "longer fills memory")?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        let mut stance = None;
        for act in &self.script {
            self.play(act, &mut stage, &mut stance)?;
        }
        change_stance(&mut stage, &mut stance, None);
        stage.perform("take", self.rate)
    }

    fn play(&self, act: &Act, stage: &mut Stage<'_>, stance: &mut Option<Guard>) -> Result<(), SynthError> {
        let figure = self.figure.clone();
        match act {
            Act::Kick(kick) => {
                let kick = Kick { figure, ..kick.clone() };
                kick.check()?;
                change_stance(stage, stance, Some(Guard { rear: kick.side }));
                kick.strike(stage);
            }
            Act::Punch(punch) => {
                let punch = Punch { figure, ..punch.clone() };
                punch.check()?;
                change_stance(stage, stance, Some(punch.guard()));
                punch.strike(stage);
            }
            Act::SideKick(kick) => {
                let kick = SideKick { figure, ..kick.clone() };
                kick.check()?;
                change_stance(stage, stance, None);
                kick.play(stage);
            }
            Act::Reach(reach) => {
                // The small differences between reaches come from their seeds.
                let seed = self.seed ^ stage.random.bits();
                let reach = Reach { figure, seed, ..reach.clone() };
                reach.check()?;
                change_stance(stage, stance, None);
                reach.play(stage, Errand::Reach)?;
            }
            Act::Pause(secs) => {
                within("pause in s", *secs, (0.0, 60.0), "a take goes on")?;
                stage.now += secs;
                stage.hold(stage.now);
            }
        }
        breathe(stage);
        Ok(())
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
mod tests {
    use super::*;
    use crate::Side;
    use crate::synth::action::Blow;
    use crate::synth::laws::assert_lawful;

    fn script() -> Vec<Act> {
        let kick = |height| Act::Kick(Kick { height, ..Kick::default() });
        let punch = |blow, side| Act::Punch(Punch { blow, side, ..Punch::default() });
        vec![
            kick(0.7),
            kick(1.2),
            punch(Blow::Jab, Side::Left),
            punch(Blow::Cross, Side::Right),
            Act::Reach(Reach::default()),
            Act::Pause(0.3),
            Act::SideKick(SideKick::default()),
        ]
    }

    #[test]
    fn a_take_is_lawful_and_names_its_actions_in_order() {
        for seed in [1, 2] {
            let take = Take { script: script(), seed, ..Take::default() }.perform().unwrap();
            assert_lawful(&take);
            let actions: Vec<&str> =
                take.truth.segments.iter().map(|segment| segment.action.as_str()).collect();
            assert_eq!(actions, ["kick", "kick", "jab", "punch", "reach", "side kick"]);
            assert!(take.truth.segments.is_sorted_by(|a, b| a.frames.last <= b.frames.first));
        }
    }

    #[test]
    fn bad_scripts_are_refused_by_name() {
        let refused = |script| Take { script, ..Take::default() }.perform().unwrap_err().to_string();
        assert!(refused(vec![]).starts_with("actions in the script is 0, but must lie"));
        assert!(refused(vec![Act::Pause(-1.0)]).starts_with("pause in s is -1"));
        let kick = Kick { height: 9.0, ..Kick::default() };
        assert!(refused(vec![Act::Kick(kick)]).starts_with("height in m is 9"));
    }
}
