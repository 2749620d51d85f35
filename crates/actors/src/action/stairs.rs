//! Stepping up on a box, and down from it.

use glam::DVec3;

use super::guard::support;
use super::posture::Posture;
use super::stage::{Stage, Step};
use crate::actor::Actor;
use crate::body::facing;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::side::Sided;
use crate::stand::{Spot, standing_print};
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// Steps up on a box in front, or down from one, with one foot after the other.
///
/// ```
/// use segue_actors::BoxStep;
///
/// let up = BoxStep { height: 0.3, ..BoxStep::default() }.perform()?;
/// assert_eq!(up.truth.segments[0].action, "step up");
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BoxStep {
    /// Who steps.
    pub figure: Figure,
    /// Down from the box instead of up.
    pub down: bool,
    /// Height of the box in metres.
    pub height: f64,
    /// The foot that goes first.
    pub first: Side,
    /// Speed relative to an unhurried step.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible steps.
    pub seed: u64,
}

impl Default for BoxStep {
    fn default() -> Self {
        let figure = Figure::default();
        Self { first: figure.handed, figure, down: false, height: 0.24, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

/// How far a foot goes forward, as a share of body height: over the edge with room for the heel.
const STRIDE: f64 = 0.28;

impl BoxStep {
    /// Makes the motion.
    ///
    /// # Errors
    /// When a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let floor = if self.down { self.height } else { 0.0 };
        let mut stage = Stage::standing_on(&actor, self.seed, Spot { at: DVec3::Y * floor, yaw: 0.0 });
        self.play(&mut stage);
        stage.perform(self.name(), self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        within("height in m", self.height, self.heights(), "lower is a floor, higher needs the hands")?;
        within("pace", self.pace, (0.5, 1.05), "slower loses balance, faster is a leap")
    }

    /// From at ease to at ease.
    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        if self.down {
            self.step_down(stage);
        } else {
            self.step_up(stage);
        }
    }

    /// The ankle left above gives way less far than a knee lifts.
    fn heights(&self) -> (f64, f64) {
        (0.05, if self.down { 0.14 } else { 0.2 } * self.figure.height)
    }

    fn name(&self) -> &'static str {
        if self.down { "step down" } else { "step up" }
    }

    fn next_spot(&self, stage: &Stage<'_>) -> Spot {
        let rise = if self.down { -self.height } else { self.height };
        let Spot { at, yaw } = stage.spot;
        Spot { at: at + facing(yaw) * (STRIDE * self.figure.height) + DVec3::Y * rise, yaw }
    }

    /// Lifts the foot on the box, leans over it, pushes up and brings the other foot after.
    fn step_up(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.03);
        let start = stage.now;
        let at = |moment: f64| start + moment / pace;
        let (first, second) = (self.first, self.first.other());
        let (ease, next) = (stage.ease(), self.next_spot(stage));
        let stand = support(stage, second);
        stage.hold(start + 0.02);
        stage.key(at(0.30), looking_down(ease.lowered(0.02).over(ease.balance.lerp(stand, 0.75))));
        let print = standing_print(&self.figure, first, next);
        stage.step(first, print, Step { arch: 0.10, landing: 0.0, ..Step::small(at(0.30), at(0.86)) });
        let mut leaning = ease.lowered(0.035).over(stand.lerp(support(stage, first), 0.22));
        self.lean(&mut leaning, 0.12);
        stage.key(at(0.86), leaning);
        let mut pushing = ease.over(stand.lerp(support(stage, first), 0.80));
        pushing.height += 0.28 * self.height - 0.035;
        self.lean(&mut pushing, 0.26);
        stage.key(at(1.22), pushing);
        stage.spot = next;
        let print = standing_print(&self.figure, second, next);
        let step =
            Step { leaving: 0.55, roll: 0.36, arch: 0.06, landing: 0.0, ..Step::small(at(1.26), at(1.86)) };
        stage.step(second, print, step);
        let mut up = stage.ease().lowered(0.03).over(support(stage, first));
        self.lean(&mut up, 0.10);
        stage.key(at(1.62), up);
        self.finish(stage, start, at(1.90), pace);
    }

    /// Reaches down with one foot while the other knee gives way, and brings that one after.
    fn step_down(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.03);
        let start = stage.now;
        let at = |moment: f64| start + moment / pace;
        let (first, second) = (self.first, self.first.other());
        let (ease, next) = (stage.ease(), self.next_spot(stage));
        let stand = support(stage, second);
        stage.hold(start + 0.02);
        stage.key(at(0.30), looking_down(ease.lowered(0.02).over(ease.balance.lerp(stand, 0.8))));
        let print = standing_print(&self.figure, first, next);
        stage.step(first, print, Step { arch: 0.05, landing: 0.4, ..Step::small(at(0.32), at(1.09)) });
        let mut sinking = ease.over(stand.lerp(support(stage, first), 0.04));
        sinking.height -= 0.5 * self.height;
        self.lean(&mut sinking, 0.06);
        stage.key(at(0.90), sinking);
        let mut landed = ease.over(stand.lerp(support(stage, first), 0.66));
        landed.height -= 0.9 * self.height + 0.02;
        self.lean(&mut landed, 0.10);
        stage.key(at(1.22), landed);
        stage.spot = next;
        let print = standing_print(&self.figure, second, next);
        let step = Step {
            leaving: 0.9,
            roll: 0.85 / pace,
            arch: 0.02,
            landing: 0.1,
            ..Step::small(at(1.29), at(1.87))
        };
        stage.step(second, print, step);
        let up = stage.ease().lowered(0.035).over(support(stage, first));
        stage.key(at(1.50), up);
        self.finish(stage, start, at(1.90), pace);
    }

    fn finish(&self, stage: &mut Stage<'_>, start: f64, landed: f64, pace: f64) {
        let between = support(stage, self.first).lerp(support(stage, self.first.other()), 0.35);
        stage.key(landed, stage.ease().lowered(0.02).over(between));
        stage.now = landed;
        stage.relax(0.5 / pace);
        stage.span(Span {
            action: self.name(),
            start,
            end: stage.now,
            goal: None,
            parameters: vec![("side", self.first.sign()), ("height", self.height)],
        });
    }

    /// The trunk tips forward and the arms swing against each other.
    fn lean(&self, posture: &mut Posture, pitch: f64) {
        posture.pelvis.pitch += 0.5 * pitch;
        posture.chest.pitch += pitch;
        posture.head.pitch += 0.25 + 0.5 * pitch;
        let (first, second) = (self.first.index(), self.first.other().index());
        posture.arms[second].flex += 0.30;
        posture.arms[second].elbow += 0.45;
        posture.arms[first].flex -= 0.24;
        posture.arms[first].elbow += 0.35;
        posture.arms[first].spread += 0.08;
        // The shoulders turn with the arms.
        posture.chest.yaw += 0.07 * self.first.sign();
    }
}

/// The eyes are on the edge before the foot is.
fn looking_down(mut posture: Posture) -> Posture {
    posture.head.pitch += 0.34;
    posture.chest.pitch += 0.04;
    posture
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{lawful_for_all, rate, refuses, share, side};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn steps_are_lawful(high in 0.0..1.0f64, pace in 0.6..1.05f64, rate in rate(), first in side(), down: bool, seed: u64) {
            lawful_for_all(|figure| {
                let step = BoxStep { figure, down, height: 0.1, first, pace, rate, seed };
                BoxStep { height: share(step.heights(), high), ..step }.perform()
            });
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(BoxStep { height: 1.0, ..BoxStep::default() }.perform(), "height in m is 1");
        refuses(BoxStep { pace: 0.0, ..BoxStep::default() }.perform(), "pace is 0");
        refuses(BoxStep { rate: 0.0, ..BoxStep::default() }.perform(), "rate in frames per second is 0");
    }
}
