//! Samples that stand, walk, run, turn, jump and leap.

use std::f64::consts::{FRAC_PI_2, PI};

use super::{Sample, entry};
use crate::error::ActorError;
use crate::truth::Performance;
use crate::{
    Figure, GaitEnds, Jump, Leap, Locomotion, Manner, Pace, Spring, Stand, TurnInPlace, WalkAndTurn,
};
use segue_motion::Side;

/// Turn per metre of the curved samples: circles of 3.5 m for walkers, twice that for runners.
const CORNER: f64 = 0.28;
const WIDE: f64 = 0.14;

fn go(pace: Pace, curvature: f64) -> Locomotion {
    // Every pace has its own seed, so that no two samples share their small irregularities.
    Locomotion { curvature, seed: 11 + pace as u64, ..Locomotion::new(pace) }
}

fn ending(pace: Pace, ends: GaitEnds) -> Result<Performance, ActorError> {
    Locomotion { ends, ..go(pace, 0.0) }.perform()
}

fn at_speed(pace: Pace, speed: f64) -> Result<Performance, ActorError> {
    Locomotion { speed, ..go(pace, 0.0) }.perform()
}

fn by(figure: Figure) -> Result<Performance, ActorError> {
    Locomotion { figure, seed: 29, ..go(Pace::Walk, 0.0) }.perform()
}

fn turn(angle: f64) -> Result<Performance, ActorError> {
    TurnInPlace { angle, ..TurnInPlace::default() }.perform()
}

pub(super) const GOING: &[Sample] = &[
    entry("stand", "stands still", || Stand::default().perform()),
    entry("shift-weight", "shifts its weight from leg to leg", || {
        Stand { seconds: 8.0, shifts: 3, ..Stand::default() }.perform()
    }),
    entry("walk", "walks straight on", || go(Pace::Walk, 0.0).perform()),
    entry("walk-left", "walks round a corner to the left", || go(Pace::Walk, CORNER).perform()),
    entry("walk-right", "walks round a corner to the right", || go(Pace::Walk, -CORNER).perform()),
    entry("walk-slow", "strolls", || at_speed(Pace::Walk, 0.8)),
    entry("walk-fast", "walks in a hurry", || at_speed(Pace::Walk, 1.8)),
    entry("walk-start", "sets out walking", || ending(Pace::Walk, GaitEnds::FromStand)),
    entry("walk-stop", "walks and stops", || ending(Pace::Walk, GaitEnds::ToStand)),
    entry("walk-there", "walks from stand to stand", || ending(Pace::Walk, GaitEnds::StandToStand)),
    entry("walk-there-left", "walks a curve to the left from stand to stand", || {
        Locomotion { ends: GaitEnds::StandToStand, ..go(Pace::Walk, CORNER) }.perform()
    }),
    entry("walk-about-face", "walks, turns sharply about and walks back", || {
        WalkAndTurn::default().perform()
    }),
    entry("walk-about-face-right", "the same turn to the right", || {
        WalkAndTurn { angle: -PI, seed: 2, ..WalkAndTurn::default() }.perform()
    }),
    entry("walk-turn-left", "walks and turns off to the left", || {
        WalkAndTurn { angle: FRAC_PI_2, seed: 3, ..WalkAndTurn::default() }.perform()
    }),
    entry("walk-swagger", "walks with much swing", || {
        let manner = Manner { arms: 1.5, hips: 1.7, lean: 0.3, ..Manner::default() };
        Locomotion { manner, ..go(Pace::Walk, 0.0) }.perform()
    }),
    entry("walk-stiff", "walks with hardly any swing", || {
        let manner = Manner { arms: 0.15, hips: 0.4, ..Manner::default() };
        Locomotion { manner, ..go(Pace::Walk, 0.0) }.perform()
    }),
    entry("walk-short-actor", "a small actor walks", || by(Figure::short())),
    entry("walk-tall-actor", "a tall actor walks", || by(Figure::tall())),
    entry("walk-long-legs", "an actor with long legs walks", || by(Figure::long_legged())),
    entry("sneak", "sneaks straight on", || go(Pace::Sneak, 0.0).perform()),
    entry("sneak-left", "sneaks round a corner to the left", || go(Pace::Sneak, CORNER).perform()),
    entry("sneak-right", "sneaks round a corner to the right", || go(Pace::Sneak, -CORNER).perform()),
    entry("sneak-there", "sneaks from stand to stand", || ending(Pace::Sneak, GaitEnds::StandToStand)),
    entry("jog", "jogs straight on", || go(Pace::Jog, 0.0).perform()),
    entry("jog-left", "jogs round a corner to the left", || go(Pace::Jog, WIDE).perform()),
    entry("jog-right", "jogs round a corner to the right", || go(Pace::Jog, -WIDE).perform()),
    entry("jog-slow", "jogs slowly", || at_speed(Pace::Jog, 2.1)),
    entry("jog-start", "breaks into a jog", || ending(Pace::Jog, GaitEnds::FromStand)),
    entry("jog-stop", "jogs and stops", || ending(Pace::Jog, GaitEnds::ToStand)),
    entry("jog-there", "jogs from stand to stand", || ending(Pace::Jog, GaitEnds::StandToStand)),
    entry("run", "runs straight on", || go(Pace::Run, 0.0).perform()),
    entry("run-left", "runs round a corner to the left", || go(Pace::Run, 0.1).perform()),
    entry("run-right", "runs round a corner to the right", || go(Pace::Run, -0.1).perform()),
    entry("run-fast", "runs as fast as it goes", || at_speed(Pace::Run, 5.2)),
    entry("run-start", "breaks into a run", || ending(Pace::Run, GaitEnds::FromStand)),
    entry("run-stop", "runs and stops", || ending(Pace::Run, GaitEnds::ToStand)),
    entry("turn-left", "turns to the left on the spot", || turn(FRAC_PI_2)),
    entry("turn-right", "turns to the right on the spot", || turn(-FRAC_PI_2)),
    entry("turn-around", "turns about on the spot", || turn(PI)),
    entry("jump", "jumps on the spot", || Jump::default().perform()),
    entry("jump-low", "jumps a little", || Jump { height: 0.12, ..Jump::default() }.perform()),
    entry("jump-high", "jumps high", || Jump { height: 0.38, ..Jump::default() }.perform()),
    entry("jump-far", "jumps forward", || Jump { height: 0.25, distance: 0.85, ..Jump::default() }.perform()),
    entry("jump-half-turn", "jumps half round", || Jump { turn: PI, ..Jump::default() }.perform()),
    entry("jump-again", "jumps three times", || Jump { height: 0.2, count: 3, ..Jump::default() }.perform()),
    entry("hop", "hops forward on the left foot", || Jump::hop(Side::Left).perform()),
    entry("hop-right", "hops forward on the right foot", || Jump::hop(Side::Right).perform()),
    entry("hop-once", "one hop on the spot", || {
        let spring = Spring::OneFoot(Side::Left);
        Jump { spring, height: 0.12, ..Jump::default() }.perform()
    }),
    entry("leap", "runs and leaps off the left foot", || Leap::default().perform()),
    entry("leap-right", "runs and leaps off the right foot", || {
        Leap { foot: Side::Right, seed: 2, ..Leap::default() }.perform()
    }),
    entry("leap-far", "runs fast and leaps far", || {
        Leap { speed: 4.2, air: 0.44, seed: 3, ..Leap::default() }.perform()
    }),
];
