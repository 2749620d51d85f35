//! Samples of standing actions, and takes of them.

use segue_motion::Side;
use segue_motion::synth::{
    Act, Blow, BoxStep, Figure, Kick, LeapKick, Performance, PickUp, Punch, Reach, Seating, SideKick, Sit,
    SynthError, Take,
};

use super::Sample;

/// The standing actions.
pub(super) const ACTIONS: &[Sample] = &[
    Sample { name: "kick-low", about: "kicks at knee height", make: || kick(Side::Right, 0.6, 0.0) },
    Sample { name: "kick-mid", about: "kicks at hip height", make: || kick(Side::Right, 1.0, 0.0) },
    Sample { name: "kick-high", about: "kicks at chest height", make: || kick(Side::Right, 1.35, 0.0) },
    Sample { name: "kick-left-leg", about: "kicks with the left leg", make: || kick(Side::Left, 1.05, 0.0) },
    Sample {
        name: "kick-aside",
        about: "kicks to the left of the front",
        make: || kick(Side::Right, 1.1, 18.0),
    },
    Sample { name: "kick-side", about: "kicks to the side", make: || side_kick(Side::Right, 0.85) },
    Sample { name: "kick-side-high", about: "kicks high to the side", make: || side_kick(Side::Right, 1.1) },
    Sample { name: "kick-side-left", about: "kicks to the left side", make: || side_kick(Side::Left, 0.9) },
    Sample {
        name: "kick-leaping",
        about: "kicks to the side in a leap",
        make: || LeapKick::default().perform(),
    },
    Sample {
        name: "kick-leaping-left",
        about: "kicks to the left side in a leap",
        make: || LeapKick { side: Side::Left, height: 1.1, ..LeapKick::default() }.perform(),
    },
    Sample { name: "jab", about: "punches with the front hand", make: || punch(Blow::Jab, Side::Left, 1.32) },
    Sample {
        name: "jab-right",
        about: "jabs with the right hand",
        make: || punch(Blow::Jab, Side::Right, 1.32),
    },
    Sample {
        name: "punch",
        about: "punches with the rear hand",
        make: || punch(Blow::Cross, Side::Right, 1.3),
    },
    Sample { name: "punch-low", about: "punches low", make: || punch(Blow::Cross, Side::Right, 0.85) },
    Sample {
        name: "punch-left",
        about: "punches with the left hand",
        make: || punch(Blow::Cross, Side::Left, 1.3),
    },
    Sample { name: "reach-high", about: "reaches up", make: || reach([-0.15, 1.8, 0.32]) },
    Sample { name: "reach-mid", about: "reaches forward", make: || reach([-0.2, 1.2, 0.55]) },
    Sample {
        name: "reach-low",
        about: "reaches down, bending its knees",
        make: || reach([-0.2, 0.35, 0.42]),
    },
    Sample { name: "reach-knee", about: "reaches to knee height", make: || reach([-0.2, 0.6, 0.45]) },
    Sample { name: "reach-left", about: "reaches across to the left", make: || reach([0.25, 1.15, 0.45]) },
    Sample { name: "reach-right", about: "reaches out to the right", make: || reach([-0.6, 1.15, 0.25]) },
    Sample {
        name: "reach-far",
        about: "steps to something far and reaches",
        make: || reach([-0.2, 1.2, 1.1]),
    },
    Sample { name: "reach-behind", about: "turns round and reaches", make: || reach([-0.5, 1.1, -0.6]) },
    Sample {
        name: "reach-left-hand",
        about: "reaches with the left hand",
        make: || Reach { side: Side::Left, target: [0.25, 1.25, 0.5], ..Reach::default() }.perform(),
    },
    Sample { name: "sit", about: "sits down", make: || sit(Seating::SitDown) },
    Sample { name: "stand-up", about: "stands up from a chair", make: || sit(Seating::StandUp) },
    Sample { name: "sit-and-stand", about: "sits down and stands up", make: || sit(Seating::Both) },
    Sample { name: "pick-up", about: "picks something up", make: || PickUp::default().perform() },
    Sample {
        name: "put-back",
        about: "puts something back",
        make: || PickUp { back: true, ..PickUp::default() }.perform(),
    },
    Sample { name: "step-up", about: "steps up on a box", make: || BoxStep::default().perform() },
    Sample {
        name: "step-down",
        about: "steps down from a box",
        make: || BoxStep { down: true, height: 0.18, ..BoxStep::default() }.perform(),
    },
    Sample {
        name: "kick-tall",
        about: "a tall left-footed actor kicks",
        make: || Kick { figure: Figure::tall(), side: Side::Left, height: 1.2, ..Kick::default() }.perform(),
    },
    Sample {
        name: "reach-short",
        about: "a short actor reaches up",
        make: || Reach { figure: Figure::short(), target: [-0.15, 1.55, 0.35], ..Reach::default() }.perform(),
    },
];

/// Long takes of standing actions.
pub(super) const TAKES: &[Sample] = &[
    Sample { name: "take-kicks", about: "ten kicks at different heights, a step back between", make: kicks },
    Sample { name: "take-punches", about: "jabs and crosses at different heights", make: punches },
    Sample { name: "take-reaches", about: "reaches high, low, left and right", make: reaches },
    Sample { name: "take-mixed", about: "kicks, punches and reaches in turn", make: mixed },
];

fn kick(side: Side, height: f64, aside: f64) -> Result<Performance, SynthError> {
    Kick { side, height, aside, ..Kick::default() }.perform()
}

fn side_kick(side: Side, height: f64) -> Result<Performance, SynthError> {
    SideKick { side, height, ..SideKick::default() }.perform()
}

fn punch(blow: Blow, side: Side, height: f64) -> Result<Performance, SynthError> {
    Punch { blow, side, height, ..Punch::default() }.perform()
}

fn reach(target: [f64; 3]) -> Result<Performance, SynthError> {
    Reach { target, ..Reach::default() }.perform()
}

fn sit(seating: Seating) -> Result<Performance, SynthError> {
    Sit { seating, ..Sit::default() }.perform()
}

fn kick_act(height: f64) -> Act {
    Act::Kick(Kick { height, ..Kick::default() })
}

fn reach_act(target: [f64; 3]) -> Act {
    Act::Reach(Reach { target, ..Reach::default() })
}

fn blows(height: f64) -> [Act; 2] {
    let punch = |blow, side| Act::Punch(Punch { blow, side, height, ..Punch::default() });
    [punch(Blow::Jab, Side::Left), punch(Blow::Cross, Side::Right)]
}

fn take(script: Vec<Act>, seed: u64) -> Result<Performance, SynthError> {
    Take { script, seed, ..Take::default() }.perform()
}

fn kicks() -> Result<Performance, SynthError> {
    take([0.6, 1.0, 1.3, 0.8, 1.15, 0.55, 1.4, 0.9, 1.25, 0.7].map(kick_act).to_vec(), 11)
}

fn punches() -> Result<Performance, SynthError> {
    take([1.35, 1.15, 0.95, 1.3, 0.85, 1.4].into_iter().flat_map(blows).collect(), 12)
}

fn reaches() -> Result<Performance, SynthError> {
    let targets = [
        [-0.2, 1.2, 0.55],
        [-0.15, 1.75, 0.35],
        [-0.2, 0.4, 0.42],
        [0.2, 1.1, 0.45],
        [-0.55, 1.3, 0.25],
        [-0.2, 0.7, 0.5],
        [-0.1, 1.5, 0.45],
        [-0.2, 1.0, 0.55],
    ];
    take(targets.map(reach_act).to_vec(), 13)
}

fn mixed() -> Result<Performance, SynthError> {
    let mut script = vec![kick_act(0.8), reach_act([-0.2, 1.3, 0.5])];
    script.extend(blows(1.25));
    script.extend([kick_act(1.2), Act::Pause(0.6), reach_act([-0.2, 0.45, 0.42])]);
    script.extend([Act::SideKick(SideKick::default()), kick_act(1.0)]);
    script.extend(blows(1.0));
    take(script, 14)
}
