//! The long takes of the sample library: one action after another, with pauses, no two alike.

use super::error::SynthError;
use super::noise::Random;
use super::take::join;
use super::truth::Performance;
use super::{
    Blow, Ends, Jump, Kick, Locomotion, Pace, PickUp, Punch, Reach, Seating, SideKick, Sit, Stand,
    TurnInPlace,
};
use crate::Side;

/// Stands for a breath or two between actions.
fn pause(random: &mut Random) -> Result<Performance, SynthError> {
    let seconds = random.between(0.6, 1.6);
    Stand { seconds, seed: seed(random), ..Stand::default() }.perform()
}

fn seed(random: &mut Random) -> u64 {
    (random.unit() * 1e9) as u64
}

fn either(random: &mut Random) -> Side {
    if random.unit() < 0.5 { Side::Left } else { Side::Right }
}

/// `count` actions with pauses between; `act` gets the number of each.
fn repeated(
    name: &str,
    count: usize,
    mut act: impl FnMut(usize, &mut Random) -> Result<Performance, SynthError>,
) -> Result<Performance, SynthError> {
    let mut random = Random::new(7, name);
    let mut parts = Vec::with_capacity(2 * count + 1);
    parts.push(pause(&mut random)?);
    for i in 0..count {
        parts.push(act(i, &mut random)?);
        parts.push(pause(&mut random)?);
    }
    join(name, &parts)
}

pub(crate) fn kicks() -> Result<Performance, SynthError> {
    repeated("take-kicks", 10, |i, random| {
        let height = 0.55 + 0.08 * ((i * 7) % 10) as f64 + random.between(-0.03, 0.03);
        let (pace, seed) = (random.between(0.92, 1.1), seed(random));
        Kick { height, pace, seed, ..Kick::default() }.perform()
    })
}

pub(crate) fn punches() -> Result<Performance, SynthError> {
    repeated("take-punches", 12, |i, random| {
        let (blow, side) =
            if i.is_multiple_of(2) { (Blow::Jab, Side::Left) } else { (Blow::Cross, Side::Right) };
        let height = random.between(1.05, 1.5);
        let (pace, seed) = (random.between(0.92, 1.1), seed(random));
        Punch { blow, side, height, pace, seed, ..Punch::default() }.perform()
    })
}

pub(crate) fn reaches() -> Result<Performance, SynthError> {
    repeated("take-reaches", 14, |_, random| {
        let side = either(random);
        let out = if side == Side::Left { 1.0 } else { -1.0 };
        let target = [out * random.between(0.05, 0.4), random.between(0.5, 1.6), random.between(0.35, 0.6)];
        let (hold, seed) = (random.between(0.1, 0.4), seed(random));
        Reach { side, target, hold, seed, ..Reach::default() }.perform()
    })
}

pub(crate) fn walks() -> Result<Performance, SynthError> {
    repeated("take-walks", 10, |i, random| {
        if i % 2 == 1 {
            let angle = random.between(0.6, 2.8) * if random.unit() < 0.5 { 1.0 } else { -1.0 };
            return TurnInPlace { angle, seed: seed(random), ..TurnInPlace::default() }.perform();
        }
        let speed = random.between(0.9, 1.6);
        let curvature = random.between(-0.25, 0.25);
        let walk =
            Locomotion { speed, curvature, cycles: 2, seed: seed(random), ..Locomotion::new(Pace::Walk) };
        Locomotion { ends: Ends::StandToStand, ..walk }.perform()
    })
}

pub(crate) fn jumps() -> Result<Performance, SynthError> {
    repeated("take-jumps", 9, |i, random| {
        let seed = seed(random);
        match i % 3 {
            0 => Jump { height: random.between(0.12, 0.36), seed, ..Jump::default() }.perform(),
            1 => {
                let (height, distance) = (random.between(0.18, 0.26), random.between(0.2, 0.7));
                Jump { height, distance, seed, ..Jump::default() }.perform()
            }
            _ => Jump { count: 3, seed, ..Jump::hop(either(random)) }.perform(),
        }
    })
}

pub(crate) fn everything() -> Result<Performance, SynthError> {
    repeated("take-everything", 12, |i, random| {
        let seed = seed(random);
        match i {
            0 | 6 => {
                let walk = Locomotion { cycles: 2, seed, ..Locomotion::new(Pace::Walk) };
                Locomotion { ends: Ends::StandToStand, ..walk }.perform()
            }
            1 => PickUp { seed, ..PickUp::default() }.perform(),
            2 => TurnInPlace { angle: 1.9, seed, ..TurnInPlace::default() }.perform(),
            3 => Sit { seating: Seating::Both, seed, ..Sit::default() }.perform(),
            4 => Kick { height: 0.9, seed, ..Kick::default() }.perform(),
            5 => PickUp { back: true, seed, ..PickUp::default() }.perform(),
            7 => Jump { seed, ..Jump::default() }.perform(),
            8 => Punch { seed, ..Punch::default() }.perform(),
            9 => Locomotion { ends: Ends::StandToStand, cycles: 2, seed, ..Locomotion::new(Pace::Sneak) }
                .perform(),
            10 => SideKick { seed, ..SideKick::default() }.perform(),
            _ => Reach { seed, ..Reach::default() }.perform(),
        }
    })
}
