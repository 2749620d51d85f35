//! The takes: every action of the repertoire once in each, every time done another way.

use segue_actors::{Act, Figure, Locomotion, Performance, PickUp, Take, TurnInPlace, WalkAndTurn};

/// Standard deviation of the joints in degrees: about what is left in cleaned captures.
const NOISE_DEGREES: f64 = 0.5;

/// Turns on the spot, in radians: a quarter turn and what one would still call one. All take three steps; more or fewer would
/// be another movement.
const QUARTER: [f64; 2] = [1.3, 1.84];

/// Turns on the way, in radians: about, in five steps.
const ABOUT: [f64; 2] = [2.52, 3.08];

/// Heights of what is picked up and put back, in body heights, and how much the back rather than the knees may bend: near
/// the floor, where a foot is set back first; on a table it would be another movement.
const NEAR_THE_FLOOR: [f64; 2] = [0.15, 0.25];
const STOOP: f64 = 0.5;

/// Cycles of a gait at its full speed: enough that some have others before and after them.
const STEADY_CYCLES: usize = 4;

/// One take of a person.
pub(crate) fn perform(figure: &Figure, seed: u64) -> Performance {
    let mut acts = Act::repertoire();
    // One for each way.
    acts.extend([TurnInPlace::default().into(), WalkAndTurn::default().into()]);
    let variants = Take::of_variants(&acts, 1, seed);
    let take = Take { figure: figure.clone(), noise: NOISE_DEGREES, ..variants };
    let (mut turns, mut walks) = ([1.0, -1.0].into_iter(), [1.0, -1.0].into_iter());
    let script = take.script.into_iter().map(|act| match act {
        Act::TurnInPlace(turn) => {
            let angle = turns.next().unwrap() * between(QUARTER, seed, turn.angle);
            TurnInPlace { angle, ..turn }.into()
        }
        Act::WalkAndTurn(walk) => {
            let angle = walks.next().unwrap() * between(ABOUT, seed, walk.angle);
            WalkAndTurn { angle, ..walk }.into()
        }
        Act::Locomotion(going) => Locomotion { cycles: STEADY_CYCLES, ..going }.into(),
        Act::PickUp(pick) => {
            let [x, y, z] = pick.target;
            let y = pick.figure.height * between(NEAR_THE_FLOOR, seed, y);
            PickUp { target: [x, y, z], stoop: STOOP * pick.stoop, ..pick }.into()
        }
        act => act,
    });
    Take { script: script.collect(), ..take }.perform().unwrap()
}

/// A number between two that depends on the take and on a number that was drawn.
fn between([low, high]: [f64; 2], seed: u64, drawn: f64) -> f64 {
    let golden = 0.618_033_988_749_895;
    low + (high - low) * ((seed as f64 + drawn.abs()) * golden).fract()
}
