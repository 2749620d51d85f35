//! The repertoire, and other ways to do the same thing.

use std::f64::consts::PI;

use super::Act;
use crate::side::Sided;
use crate::{
    Blow, BoxStep, Cartwheel, Jump, Kick, LeapKick, Locomotion, Pace, PickUp, Punch, Reach, SideKick, Sit,
    Spring, TurnInPlace, WalkAndTurn,
};
use segue_motion::Side;
use segue_numeric::Random;

impl Act {
    /// Twenty actions, one of each kind; [`Act::variant`] makes more of them.
    pub fn repertoire() -> Vec<Self> {
        let jab = Punch { blow: Blow::Jab, side: Side::Left, ..Punch::default() };
        vec![
            Locomotion::new(Pace::Walk).into(),
            Locomotion::new(Pace::Jog).into(),
            Locomotion::new(Pace::Run).into(),
            Locomotion::new(Pace::Sneak).into(),
            TurnInPlace::default().into(),
            WalkAndTurn::default().into(),
            Jump::default().into(),
            Jump::hop(Side::Left).into(),
            Kick::default().into(),
            Kick { side: Side::Left, ..Kick::default() }.into(),
            SideKick::default().into(),
            LeapKick::default().into(),
            jab.into(),
            Punch::default().into(),
            Reach::default().into(),
            PickUp::default().into(),
            PickUp { back: true, ..PickUp::default() }.into(),
            Sit::default().into(),
            BoxStep::default().into(),
            Cartwheel::default().into(),
        ]
    }

    /// The same action of the same side done another way: other heights, targets, directions, speeds, drawn from what
    /// people ordinarily do.
    #[must_use]
    pub fn variant(&self, seed: u64) -> Self {
        let random = &mut Random::channel(seed, "variant");
        match self.clone() {
            Self::Stand(mut act) => {
                act.seconds = random.between(1.5, 6.0);
                act.shifts = (act.seconds / 2.5) as usize;
                act.into()
            }
            Self::Locomotion(act) => going(act, random).into(),
            Self::TurnInPlace(act) => TurnInPlace { angle: either_way(random, 0.5, 3.1), ..act }.into(),
            Self::WalkAndTurn(act) => {
                WalkAndTurn { speed: random.between(1.0, 1.5), angle: either_way(random, 1.2, PI), ..act }
                    .into()
            }
            Self::Jump(act) => jumping(act, random).into(),
            Self::Kick(act) => {
                let height = random.between(0.36, 0.76) * act.figure.height;
                Kick { height, aside: random.between(-12.0, 12.0), pace: pace(random), ..act }.into()
            }
            Self::SideKick(act) => {
                let height = random.between(0.36, 0.60) * act.figure.height;
                SideKick { height, pace: pace(random), ..act }.into()
            }
            Self::LeapKick(act) => {
                let height = random.between(0.62, 0.74) * act.figure.height;
                LeapKick { height, distance: random.between(0.3, 0.6), ..act }.into()
            }
            Self::Punch(act) => {
                let height = random.between(0.60, 0.84) * act.figure.height;
                Punch { height, aside: random.between(-15.0, 15.0), pace: pace(random), ..act }.into()
            }
            Self::Reach(act) => {
                let target = place(random, act.side, act.figure.height, (0.3, 1.0));
                Reach { target, hold: random.between(0.1, 0.5), ..act }.into()
            }
            Self::PickUp(act) => {
                let target = place(random, act.side, act.figure.height, (0.15, 0.5));
                PickUp { target, stoop: random.unit(), pace: pace(random), ..act }.into()
            }
            Self::Sit(act) => {
                let seat = random.between(0.23, 0.31) * act.figure.height;
                Sit { seat, stay: random.between(0.4, 1.6), pace: pace(random), ..act }.into()
            }
            Self::BoxStep(act) => {
                let height = random.between(0.07, 0.12) * act.figure.height;
                BoxStep { height, pace: random.between(0.85, 1.05), ..act }.into()
            }
            Self::Cartwheel(act) => {
                Cartwheel { length: random.between(0.94, 1.06), pace: pace(random), ..act }.into()
            }
        }
    }
}

fn pace(random: &mut Random) -> f64 {
    random.between(0.88, 1.1)
}

fn either_way(random: &mut Random, least: f64, most: f64) -> f64 {
    random.between(least, most) * if random.unit() < 0.5 { 1.0 } else { -1.0 }
}

/// A point before the actor, rather on the side of the hand, at a height between two shares of the actor's.
fn place(random: &mut Random, side: Side, height: f64, (low, high): (f64, f64)) -> [f64; 3] {
    let aside = side.sign() * random.between(-0.05, 0.22);
    [aside, random.between(low, high), random.between(0.21, 0.33)].map(|share| share * height)
}

fn going(act: Locomotion, random: &mut Random) -> Locomotion {
    let (low, high) = act.pace.speeds();
    let usual = act.pace.usual_speed();
    let speed = (usual * random.between(0.88, 1.12)).clamp(low, high);
    let tightest = if matches!(act.pace, Pace::Walk | Pace::Sneak) { 0.22 } else { 0.06 };
    Locomotion { speed, curvature: random.between(-tightest, tightest), cycles: 2, ..act }
}

fn jumping(act: Jump, random: &mut Random) -> Jump {
    match act.spring {
        Spring::BothFeet => {
            Jump { height: random.between(0.14, 0.34), distance: random.between(0.0, 0.5), ..act }
        }
        Spring::OneFoot(_) => Jump {
            height: random.between(0.07, 0.12),
            distance: random.between(0.1, 0.35),
            count: 2 + (3.0 * random.unit()) as usize,
            ..act
        },
    }
}
