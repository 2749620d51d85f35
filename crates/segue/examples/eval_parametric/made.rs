//! Made-up actors.

use segue::actors::{
    BoxStep, Cartwheel, GaitEnds, Jump, Kick, Locomotion, Pace, Performance, Punch, Reach, Sit, Spring,
};
use segue::motion::{Clip, Side};

use crate::row::{Action, Built, print};

pub(crate) fn run() -> Vec<Built> {
    let actions = [
        ("reach, made up", "wrist.r @apex", reaches()),
        ("walk, made up", "root.final", walks()),
        ("kick, made up", "ankle.r @apex", kicks()),
        ("sit, made up", "min(hips.y)", sits()),
        ("step up, made up", "root.y @end", box_steps()),
        ("punch, made up", "wrist.r @apex", punches()),
        ("hop, made up", "max(root.y), root.z @end", hops()),
        ("cartwheel, made up", "root.final", cartwheels()),
    ];
    let one = |(name, measure, clips): (&'static str, &'static str, Vec<Clip>)| {
        print(Action { name, half: "–", measure }, &clips)
    };
    actions.into_iter().filter(|(name, ..)| crate::is_wanted(name)).map(one).collect()
}

/// The clips of performances that are numbered, which makes each a variant of its own.
fn clips<T: Copy>(all: &[T], perform: impl Fn(u64, T) -> Performance) -> Vec<Clip> {
    (1..).zip(all).map(|(seed, &one)| perform(seed, one).clip.renamed(format!("{seed}"))).collect()
}

fn reaches() -> Vec<Clip> {
    let targets = [
        [-0.2, 1.2, 0.55],
        [-0.2, 1.7, 0.4],
        [0.1, 1.2, 0.5],
        [-0.5, 1.1, 0.3],
        [-0.2, 0.8, 0.5],
        [0.0, 1.5, 0.45],
    ];
    clips(&targets, |seed, target| Reach { target, seed, ..Reach::default() }.perform().unwrap())
}

fn walks() -> Vec<Clip> {
    let speeds_and_curvatures: Vec<(f64, f64)> = [1.3, 0.9, 1.1, 1.5]
        .into_iter()
        .flat_map(|speed| [0.0, -0.6, -0.3, 0.3, 0.6].map(|bend| (speed, bend)))
        .collect();
    clips(&speeds_and_curvatures, |seed, (speed, curvature)| {
        let (cycles, ends) = (2, GaitEnds::Cyclic);
        Locomotion { speed, curvature, cycles, ends, seed, ..Locomotion::new(Pace::Walk) }.perform().unwrap()
    })
}

fn kicks() -> Vec<Clip> {
    let places = [(0.9, 0.0), (0.6, -12.0), (0.65, 18.0), (1.2, -15.0), (1.25, 15.0), (1.0, 20.0)];
    clips(&places, |seed, (height, aside)| {
        Kick { height, aside, pace: 0.9 + 0.03 * seed as f64, seed, ..Kick::default() }.perform().unwrap()
    })
}

fn sits() -> Vec<Clip> {
    clips(&[0.4, 0.52], |seed, seat| Sit { seat, seed, ..Sit::default() }.perform().unwrap())
}

fn box_steps() -> Vec<Clip> {
    clips(&[0.2, 0.12, 0.28, 0.34], |seed, height| {
        BoxStep { height, seed, ..BoxStep::default() }.perform().unwrap()
    })
}

fn punches() -> Vec<Clip> {
    let places =
        [(1.3, 0.0), (1.0, -5.0), (1.05, 12.0), (1.5, -10.0), (1.5, 10.0), (1.2, 15.0), (1.4, -12.0)];
    clips(&places, |seed, (height, aside)| {
        Punch { height, aside, seed, ..Punch::default() }.perform().unwrap()
    })
}

fn hops() -> Vec<Clip> {
    let places = [(0.15, 0.4), (0.1, 0.2), (0.2, 0.25), (0.2, 0.6)];
    clips(&places, |seed, (height, distance)| {
        let spring = Spring::OneFoot(Side::Right);
        Jump { spring, height, distance, seed, ..Jump::default() }.perform().unwrap()
    })
}

fn cartwheels() -> Vec<Clip> {
    let lengths = [1.0, 0.92, 0.94, 0.96, 0.98, 1.02, 1.04, 1.06, 1.08, 0.95, 1.05];
    clips(&lengths, |seed, length| Cartwheel { length, seed, ..Cartwheel::default() }.perform().unwrap())
}
