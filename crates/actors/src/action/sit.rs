//! Sitting down and standing up.

use glam::DVec3;

use super::posture::Posture;
use super::stage::Stage;
use crate::actor::Actor;
use crate::body::facing;
use crate::error::{ActorError, within};
use crate::figure::Figure;
use crate::side::Sided;
use crate::truth::{Performance, Span};
use segue_motion::Side;

/// What is done with the chair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// From standing to sitting.
    SitDown,
    /// From sitting to standing.
    StandUp,
    /// Sits down, stays a while and stands up.
    Both,
}

/// Sits down on a chair behind, stands up from it, or both.
///
/// ```
/// use segue_actors::{Seating, Sit};
///
/// let both = Sit { seating: Seating::Both, ..Sit::default() }.perform()?;
/// let actions: Vec<&str> = both.truth.segments.iter().map(|segment| segment.action.as_str()).collect();
/// assert_eq!(actions, ["sit", "stand up"]);
/// # Ok::<(), segue_actors::ActorError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Sit {
    /// Who sits.
    pub figure: Figure,
    /// Down, up or both.
    pub seating: Seating,
    /// Height of the seat in metres.
    pub seat: f64,
    /// How long the actor stays seated, in seconds.
    pub stay: f64,
    /// Speed relative to an unhurried person.
    pub pace: f64,
    /// Frames per second.
    pub rate: f64,
    /// Which of all possible sittings.
    pub seed: u64,
}

impl Default for Sit {
    fn default() -> Self {
        let figure = Figure::default();
        Self { figure, seating: Seating::SitDown, seat: 0.45, stay: 0.8, pace: 1.0, rate: 60.0, seed: 1 }
    }
}

impl Sit {
    /// Makes the motion.
    ///
    /// # Errors
    /// When a parameter is outside its range.
    pub fn perform(&self) -> Result<Performance, ActorError> {
        self.check()?;
        let actor = Actor::new(&self.figure)?;
        let mut stage = Stage::new(&actor, self.seed);
        self.play(&mut stage);
        stage.perform(if self.seating == Seating::StandUp { "stand up" } else { "sit" }, self.rate)
    }

    pub(crate) fn check(&self) -> Result<(), ActorError> {
        let h = self.figure.height;
        within("seat in m", self.seat, (0.19 * h, 0.36 * h), "lower is a squat, higher is a bar stool")?;
        within("stay in s", self.stay, (0.0, 600.0), "no one sits for ever")?;
        within("pace", self.pace, (0.5, 1.5), "slower is a pose, faster is a fall")
    }

    pub(crate) fn play(&self, stage: &mut Stage<'_>) {
        if self.seating == Seating::StandUp {
            let seated = self.seated(stage);
            stage.begin_in(seated);
        } else {
            self.sit_down(stage);
        }
        stage.now += self.stay;
        stage.hold(stage.now);
        if self.seating != Seating::SitDown {
            self.stand_up(stage);
        }
    }

    /// Upright on the seat, hands on the thighs.
    fn seated(&self, stage: &Stage<'_>) -> Posture {
        let mut seated = self.over_seat(stage, 1.0);
        seated.chest.pitch = 0.04;
        seated.head.pitch = 0.08;
        for side in Side::BOTH {
            rest_arm(&mut seated, side, (0.42, 0.95));
        }
        self.pelvis_at(stage, seated, 1.0)
    }

    /// The pelvis above the seat, `down` of the way from standing to sitting.
    fn over_seat(&self, stage: &Stage<'_>, down: f64) -> Posture {
        let ease = stage.ease();
        // The hip joints of a seated person are a hand's breadth above the seat.
        let lowest = self.seat + 0.095 * self.figure.height;
        let mut posture = ease.lowered(down * (ease.height - lowest));
        posture.pelvis.pitch = -0.12 * down;
        // One knee a little more than the other.
        posture.knees = Side::BOTH.map(|side| down * if side == self.figure.handed { 0.27 } else { 0.21 });
        posture
    }

    /// The same posture with its pelvis `back` of the way from above the feet to the middle of the seat.
    fn pelvis_at(&self, stage: &Stage<'_>, posture: Posture, back: f64) -> Posture {
        let mut plan = stage.trial(&posture, [0.0; 2]);
        let pelvis = stage.spot.at - facing(stage.spot.yaw) * (back * (0.93 * self.figure.thigh() - 0.02));
        plan.pelvis = DVec3::new(pelvis.x, posture.height, pelvis.z);
        posture.over(stage.centre(&plan))
    }

    /// Bent forward on the way, `down` of the way down and `back` of the way back.
    fn bent(&self, stage: &Stage<'_>, (down, back): (f64, f64), (pelvis, chest): (f64, f64)) -> Posture {
        let mut posture = self.over_seat(stage, down);
        posture.pelvis.pitch = pelvis;
        posture.chest.pitch = chest;
        posture.head.pitch = 0.4 * chest;
        for side in Side::BOTH {
            rest_arm(&mut posture, side, (0.25 + 0.35 * chest, 0.85 + 0.4 * chest));
        }
        self.pelvis_at(stage, posture, back)
    }

    /// Looking for the seat over a shoulder.
    fn glancing_back(&self, mut posture: Posture) -> Posture {
        let out = self.figure.handed.sign();
        posture.chest.yaw += 0.16 * out;
        posture.head.yaw += 0.62 * out;
        posture.head.pitch += 0.12;
        posture
    }

    fn sit_down(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.03);
        let start = stage.now;
        let at = |moment: f64| start + moment / pace;
        stage.hold(start + 0.02);
        let keys = [
            (0.45, self.glancing_back(self.bent(stage, (0.20, 0.26), (0.36, 0.56)))),
            (0.90, self.bent(stage, (0.70, 0.76), (0.68, 1.16))),
            (1.25, self.bent(stage, (0.985, 0.99), (0.44, 0.96))),
        ];
        for (moment, posture) in keys {
            stage.key(at(moment), posture);
        }
        stage.exact_key(at(1.85), self.seated(stage));
        stage.now = at(1.9);
        stage.span(self.span("sit", start, stage.now));
    }

    fn stand_up(&self, stage: &mut Stage<'_>) {
        let pace = self.pace * stage.about(0.03);
        let start = stage.now;
        let at = |moment: f64| start + moment / pace;
        let keys = [
            (0.55, self.bent(stage, (1.0, 0.97), (0.44, 1.02))),
            (0.85, self.bent(stage, (0.90, 0.73), (0.70, 1.20))),
            (1.20, self.bent(stage, (0.42, 0.34), (0.42, 0.62))),
        ];
        for (moment, posture) in keys {
            stage.key(at(moment), posture);
        }
        stage.exact_key(at(1.85), stage.ease());
        stage.now = at(1.9);
        stage.span(self.span("stand up", start, stage.now));
    }

    fn span(&self, action: &'static str, start: f64, end: f64) -> Span {
        Span { action, start, end, goal: None, parameters: vec![("height", self.seat)] }
    }
}

/// An arm whose hand lies on the thigh or near it.
fn rest_arm(posture: &mut Posture, side: Side, (flex, elbow): (f64, f64)) {
    let arm = &mut posture.arms[side.index()];
    (arm.flex, arm.elbow, arm.twist, arm.pronate) = (flex, elbow, 0.16, 0.75);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::check::{lawful_for_all, rate, refuses};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn sitting_is_lawful(seat in 0.2..0.35f64, stay in 0.0..1.5f64, pace in 0.6..1.4f64, rate in rate(), seed: u64) {
            for seating in [Seating::SitDown, Seating::StandUp, Seating::Both] {
                lawful_for_all(|figure| {
                    let seat = seat * figure.height;
                    Sit { figure, seating, seat, stay, pace, rate, seed }.perform()
                });
            }
        }
    }

    #[test]
    fn bad_parameters_are_refused_by_name() {
        refuses(Sit { seat: 1.5, ..Sit::default() }.perform(), "seat in m is 1.5");
        refuses(Sit { stay: -1.0, ..Sit::default() }.perform(), "stay in s is -1");
        refuses(Sit { pace: 0.0, ..Sit::default() }.perform(), "pace is 0");
        refuses(Sit { rate: 0.0, ..Sit::default() }.perform(), "rate in frames per second is 0");
    }
}
