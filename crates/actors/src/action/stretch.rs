//! Going for a point and back: when the body, the hand and the heels set out and return.

use super::hand::{HandMove, arm_ends};
use super::posture::{Posture, Score};
use super::reach::{ELBOW, Errand, Reach};
use super::stage::Stage;
use crate::body::{ArmAngles, facing};
use crate::curve::ease;
use crate::footwork::Tiptoe;
use crate::side::Sided;
use crate::stand::standing;
use glam::DVec3;
use segue_motion::Side;

/// Heels that are raised at all are raised by this pitch at least.
const LEAST_PITCH: f64 = 0.03;

/// A heel has been on the floor for this many seconds before it rises.
const HAIR: f64 = 0.01;

/// When a hand sets out, is at its goal, leaves it and is back; in order.
#[derive(Clone, Copy, Debug)]
struct Moments {
    start: f64,
    goal: f64,
    leave: f64,
    end: f64,
}

impl Reach {
    /// Goes to the posture and back; returns when the hand arrived.
    pub(super) fn stretch(
        &self,
        stage: &mut Stage<'_>,
        target: DVec3,
        posture: Posture,
        errand: Errand,
    ) -> f64 {
        let pace = self.pace * stage.about(0.03);
        let moments = self.moments(stage, (target, &posture), pace);
        let Moments { start, goal, leave, end } = moments;
        let there = self.gripping(posture, errand == Errand::PutBack);
        let taken = self.gripping(posture, errand == Errand::PickUp);
        let after = if errand == Errand::PickUp { self.carrying(stage) } else { stage.ease() };
        let heels = self.heels_up(stage, moments);
        self.bear(stage, heels.0, (start + 0.02, stage.posture()), (goal - 0.12 / pace, there));
        stage.exact_key(goal - 0.12 / pace, there);
        stage.exact_key(leave + 0.06, taken);
        self.bear(stage, heels.1, (end + 0.12, after), (leave + 0.06, taken));
        let (side, start, arrive, elbow) = (self.side, start + 0.04, goal, ELBOW);
        stage.hand(HandMove { side, start, arrive, leave, end, wrist: target, elbow, palm: None });
        self.lift_heels(stage, &posture, moments);
        stage.now = end + 0.12;
        if self.crouch().is_taken(stage) {
            self.rise(stage, (&posture, after), moments, pace);
        }
        if errand == Errand::PickUp {
            stage.key(stage.now, self.carrying(stage));
            stage.now += 0.35 / pace;
            stage.hold(stage.now);
            stage.now += 0.75 / pace;
        }
        stage.exact_key(stage.now, stage.ease());
        stage.now += 0.08;
        goal
    }

    fn moments(&self, stage: &Stage<'_>, (target, posture): (DVec3, &Posture), pace: f64) -> Moments {
        let at_ease = stage.actor.solve(&standing(stage.actor, stage.spot));
        let (_, hanging) = arm_ends(stage.actor, &at_ease, self.side);
        // The whole body goes a long way down.
        let down = if self.crouch().is_taken(stage) { 0.08 } else { 0.0 };
        let out = (0.48 + 0.5 * hanging.distance(target) + down) / pace;
        // A foot that is still to land takes its time, and where heels rise the body waits for them.
        let (start, landing) = (stage.now, stage.flat_since() - stage.now);
        let waits = if self.heels(stage, posture).contains(&0.0) { landing + 0.3 } else { 2.1 * landing };
        let goal = start + out.max(waits);
        let leave = goal + self.hold.max(0.04);
        Moments { start, goal, leave, end: leave + 1.08 * out }
    }

    /// The free hand rests on its thigh while the body is low, and the rear foot comes home after.
    fn rise(
        &self,
        stage: &mut Stage<'_>,
        (low, after): (&Posture, Posture),
        Moments { start, goal, leave, end }: Moments,
        pace: f64,
    ) {
        let plan = stage.trial(low, self.heels(stage, low));
        let back = end - 0.1 * (goal - start);
        stage.hand(self.crouch().rest_hand(stage, &plan, (start + 0.1, goal - 0.02, leave, back)));
        stage.now += 0.06;
        self.crouch().leave(stage, after, pace);
    }

    /// When the heels leave the floor and when they are back: while the hand is on its way.
    fn heels_up(&self, stage: &Stage<'_>, Moments { start, goal, leave, end }: Moments) -> (f64, f64) {
        if self.crouch().is_taken(stage) {
            // The rear knee goes forward over its toes from the beginning.
            return (stage.flat_since() + HAIR, leave + 0.74 * (end - leave));
        }
        ((start + 0.42 * (goal - start)).max(stage.flat_since() + HAIR), leave + 0.58 * (end - leave))
    }

    /// Has the weight on the balls of the feet at the moment when the heels leave the floor or are back on it, somewhere
    /// between another posture and the one that is borne by the balls.
    fn bear(&self, stage: &mut Stage<'_>, moment: f64, other: (f64, Posture), balls: (f64, Posture)) {
        if self.heels(stage, &balls.1).contains(&0.0) {
            return;
        }
        let mut keys = [other, balls];
        keys.sort_by(|a, b| a.0.total_cmp(&b.0));
        let between = Score::new(&keys).at(moment);
        stage.exact_key(moment, between.over(balls.1.balance));
    }

    /// The same posture with the hand closed or open.
    fn gripping(&self, mut posture: Posture, closed: bool) -> Posture {
        posture.arms[self.side.index()].grip = if closed { 0.75 } else { 0.05 };
        posture
    }

    /// Upright, with something in the hand before the belly.
    pub(super) fn carrying(&self, stage: &Stage<'_>) -> Posture {
        let mut posture = stage.ease();
        posture.head.pitch += 0.25;
        posture.chest.pitch -= 0.03;
        posture.arms[self.side.index()] = ArmAngles {
            flex: 0.15,
            spread: 0.18,
            twist: 0.35,
            elbow: 1.5,
            pronate: 0.2,
            wrist: 0.0,
            grip: 0.75,
        };
        posture
    }

    /// Whoever stands on the balls of both feet has his weight over them.
    pub(super) fn over_balls(&self, stage: &Stage<'_>, posture: Posture) -> Posture {
        /// The weight is this share of the height before the balls: the toes bear too, and behind them nothing does.
        const AHEAD: f64 = 0.009;
        if self.heels(stage, &posture).contains(&0.0) {
            return posture;
        }
        let balls = Side::BOTH.map(|side| {
            let print = stage.print(side);
            print.point() + facing(print.yaw) * self.figure.ankle_to_ball()
        });
        let ahead = facing(stage.spot.yaw);
        let missing =
            (balls[0].lerp(balls[1], 0.5) - posture.balance).dot(ahead) + AHEAD * self.figure.height;
        posture.over(posture.balance + ahead * missing.max(0.0))
    }

    /// Pitch of the feet when stretching high.
    pub(super) fn tiptoe_for(high: f64, effort: f64) -> f64 {
        0.55 * high * ease((effort - 0.45) / 0.5)
    }

    /// How far each heel comes up: both to stand taller, and in a squat, the one below the hand more.
    pub(super) fn heels(&self, stage: &Stage<'_>, posture: &Posture) -> [f64; 2] {
        let drop = stage.ease().height - posture.height;
        let tall = (-drop / (0.6 * self.figure.ankle_to_ball())).clamp(0.0, 0.6);
        let squat = (3.6 * (drop / self.figure.height - 0.10)).clamp(0.0, 0.75);
        let pitches = Side::BOTH.map(|side| tall + squat * if side == self.side { 1.0 } else { 0.72 });
        if self.crouch().is_taken(stage) {
            // The front foot stays flat.
            return Side::BOTH.map(|side| if side == self.side { pitches[side.index()] } else { 0.0 });
        }
        // Heels that would hardly leave the floor stay on it, and bear.
        if pitches[0].min(pitches[1]) < LEAST_PITCH { [0.0; 2] } else { pitches }
    }

    fn lift_heels(&self, stage: &mut Stage<'_>, posture: &Posture, moments: Moments) {
        for (side, pitch) in Side::BOTH.into_iter().zip(self.heels(stage, posture)) {
            if pitch > 0.0 {
                let (first, last) = self.heels_up(stage, moments);
                let early =
                    if self.crouch().is_taken(stage) { 0.35 * (moments.goal - moments.start) } else { 0.08 };
                let (up, down) = (moments.goal - early, moments.leave + 0.04);
                stage.tiptoe(side, Tiptoe { start: first, up, down, end: last, pitch, pivot: 0.0 });
            }
        }
    }
}
