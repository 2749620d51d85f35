//! The long takes of the sample library: one action after another, no two alike.

use super::{Sample, entry};
use crate::error::ActorError;
use crate::truth::Performance;
use crate::{
    Act, Blow, Cartwheel, Jump, Kick, Locomotion, Pace, PickUp, Punch, Reach, SideKick, Sit, Stand, Take,
    TurnInPlace,
};
use segue_motion::Side;
use segue_numeric::Random;

pub(super) const TAKES: &[Sample] = &[
    entry("take-kicks", "ten kicks at different heights, a step back between", kicks),
    entry("take-punches", "jabs and crosses at different heights", punches),
    entry("take-reaches", "reaches to many places", reaches),
    entry("take-walks", "walks about, turning between", walks),
    entry("take-jumps", "jumps and hops of all kinds, and cartwheels", jumps),
    entry("take-everything", "one thing after another", everything),
];

fn take(script: Vec<Act>, seed: u64) -> Result<Performance, ActorError> {
    Take { script, seed, ..Take::default() }.perform()
}

fn kicks() -> Result<Performance, ActorError> {
    let kick = |height| Kick { height, ..Kick::default() }.into();
    take([0.6, 1.0, 1.3, 0.8, 1.15, 0.62, 1.4, 0.9, 1.25, 0.7].map(kick).to_vec(), 11)
}

fn punches() -> Result<Performance, ActorError> {
    let blows = |height| {
        [(Blow::Jab, Side::Left), (Blow::Cross, Side::Right)]
            .map(|(blow, side)| Act::from(Punch { blow, side, height, ..Punch::default() }))
    };
    take([1.35, 1.15, 0.95, 1.3, 0.9, 1.4].into_iter().flat_map(blows).collect(), 12)
}

fn reaches() -> Result<Performance, ActorError> {
    let mut random = Random::channel(7, "reaches");
    let [left, right] = [Side::Left, Side::Right].map(|side| Act::from(Reach { side, ..Reach::default() }));
    let sides = [right.clone(), right, left];
    take((0..14).map(|i| sides[i % 3].variant(random.bits())).collect(), 13)
}

fn walks() -> Result<Performance, ActorError> {
    let mut random = Random::channel(7, "walks");
    let going = [Locomotion::new(Pace::Walk).into(), Act::from(TurnInPlace::default())];
    take((0..10).map(|i| going[i % 2].variant(random.bits())).collect(), 14)
}

fn jumps() -> Result<Performance, ActorError> {
    let mut random = Random::channel(7, "jumps");
    let springs = [
        Jump::default().into(),
        Jump::hop(Side::Left).into(),
        Act::from(Cartwheel::default()),
        Jump::hop(Side::Right).into(),
    ];
    take((0..10).map(|i| springs[i % 4].variant(random.bits())).collect(), 15)
}

fn everything() -> Result<Performance, ActorError> {
    let walk = |cycles| Act::from(Locomotion { cycles, ..Locomotion::new(Pace::Walk) });
    let script = vec![
        Stand { seconds: 2.5, shifts: 1, ..Stand::default() }.into(),
        walk(2),
        PickUp::default().into(),
        TurnInPlace { angle: 1.9, ..TurnInPlace::default() }.into(),
        Sit::default().into(),
        Kick { height: 0.9, ..Kick::default() }.into(),
        Punch::default().into(),
        PickUp { back: true, ..PickUp::default() }.into(),
        walk(2),
        Jump::default().into(),
        Cartwheel::default().into(),
        Locomotion { cycles: 2, ..Locomotion::new(Pace::Sneak) }.into(),
        SideKick::default().into(),
        Reach::default().into(),
        Locomotion { cycles: 2, ..Locomotion::new(Pace::Jog) }.into(),
    ];
    take(script, 16)
}
