//! Picking something up, and putting it back.

use super::reach::{Errand, Reach};
use super::stage::Stage;
use crate::actor::Actor;
use crate::error::ActorError;
use crate::figure::Figure;
use crate::truth::Performance;
use segue_motion::Side;

/// Bends to something, takes it and lifts it before the belly; or puts back what it holds there.
///
/// ```
/// use segue_actors::PickUp;
///
/// let pick = PickUp { target: [-0.15, 0.3, 0.4], ..PickUp::default() }.perform()?;
/// assert_eq!(pick.truth.segments[0].action, "pick up");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PickUp {
    /// Who picks up.
    pub figure: Figure,
    /// Puts back instead.
    pub back: bool,
    /// The hand that does it.
    pub side: Side,
    /// Where the wrist goes in metres: left, up and forward of the point between the feet at the beginning.
    pub target: [f64; 3],
    /// 0 bends the knees, 1 mostly the back.
    pub stoop: f64,
    /// Speed relative to an unhurried person.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible ways.
    pub seed: u64,
}

impl Default for PickUp {
    fn default() -> Self {
        let figure = Figure::default();
        Self {
            side: figure.handed,
            figure,
            back: false,
            target: [-0.15, 0.3, 0.4],
            stoop: 0.5,
            pace: 1.0,
            rate: 60.0,
            seed: 1,
        }
    }
}

impl PickUp {
    /// Makes the motion.
    ///
    /// # Errors
    /// When the target is out of reach or a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage)?;
        stage.perform(self.errand().name(), self.rate)
    }

    fn errand(&self) -> Errand {
        if self.back { Errand::PutBack } else { Errand::PickUp }
    }

    /// From at ease to at ease.
    pub(crate) fn play(&self, stage: &mut Stage<'_>) -> Result<(), ActorError> {
        let reach = Reach {
            figure: self.figure.clone(),
            side: self.side,
            target: self.target,
            hold: 0.28,
            stoop: self.stoop,
            pace: self.pace,
            rate: self.rate,
            seed: self.seed,
        };
        reach.check()?;
        reach.play(stage, self.errand())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{lawful_for_all, rate, refuses};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn picking_up_is_lawful(aside in -0.2..0.2f64, y in 0.13..0.7f64, ahead in 0.25..0.5f64, stoop in 0.0..1.0f64, pace in 0.6..1.3f64, rate in rate(), back: bool, seed: u64) {
            lawful_for_all(|figure| {
                let (side, h) = (figure.handed, figure.height);
                PickUp { figure, back, side, target: [aside, y * h, ahead * h], stoop, pace, rate, seed }.perform()
            });
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        let at = |target| PickUp { target, ..PickUp::default() }.perform();
        refuses(at([0.0, 0.0, 0.4]), "target height in m is 0");
        refuses(at([0.0, 0.4, 9.0]), "target distance in m is 9");
        refuses(PickUp { stoop: -1.0, ..PickUp::default() }.perform(), "stoop is -1");
        refuses(PickUp { pace: 7.0, ..PickUp::default() }.perform(), "pace is 7");
    }
}
