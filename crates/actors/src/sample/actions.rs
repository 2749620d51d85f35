//! Samples of kicks, punches, reaches and other actions on the spot.

use super::{Sample, entry};
use crate::error::ActorError;
use crate::truth::Performance;
use crate::{Blow, BoxStep, Cartwheel, Figure, Kick, LeapKick, PickUp, Punch, Reach, Seating, SideKick, Sit};
use segue_motion::Side;

fn kick(side: Side, height: f64, aside: f64) -> Result<Performance, ActorError> {
    Kick { side, height, aside, ..Kick::default() }.perform()
}

fn side_kick(side: Side, height: f64) -> Result<Performance, ActorError> {
    SideKick { side, height, ..SideKick::default() }.perform()
}

fn leap_kick(side: Side, height: f64) -> Result<Performance, ActorError> {
    LeapKick { side, height, ..LeapKick::default() }.perform()
}

fn punch(blow: Blow, side: Side, height: f64) -> Result<Performance, ActorError> {
    Punch { blow, side, height, ..Punch::default() }.perform()
}

fn reach(side: Side, target: [f64; 3]) -> Result<Performance, ActorError> {
    Reach { side, target, ..Reach::default() }.perform()
}

fn pick(back: bool, target: [f64; 3], stoop: f64) -> Result<Performance, ActorError> {
    PickUp { back, target, stoop, ..PickUp::default() }.perform()
}

fn sit(seating: Seating, seat: f64) -> Result<Performance, ActorError> {
    Sit { seating, seat, ..Sit::default() }.perform()
}

fn box_step(down: bool, height: f64) -> Result<Performance, ActorError> {
    BoxStep { down, height, ..BoxStep::default() }.perform()
}

pub(super) const ACTIONS: &[Sample] = &[
    entry("kick", "a front kick at hip height", || kick(Side::Right, 1.0, 0.0)),
    entry("kick-low", "a front kick at knee height", || kick(Side::Right, 0.6, 0.0)),
    entry("kick-high", "a front kick at chest height", || kick(Side::Right, 1.35, 0.0)),
    entry("kick-left", "a front kick with the left foot", || kick(Side::Left, 1.05, 0.0)),
    entry("kick-aside", "a front kick to the left of straight ahead", || kick(Side::Right, 1.1, 18.0)),
    entry("kick-tall-actor", "a tall, left-footed actor kicks", || {
        Kick { figure: Figure::tall(), side: Side::Left, height: 1.2, ..Kick::default() }.perform()
    }),
    entry("side-kick", "a side kick", || side_kick(Side::Right, 0.85)),
    entry("side-kick-high", "a high side kick", || side_kick(Side::Right, 1.1)),
    entry("side-kick-left", "a side kick with the left foot", || side_kick(Side::Left, 0.9)),
    entry("leap-kick", "a side kick in a leap", || leap_kick(Side::Right, 1.2)),
    entry("leap-kick-left", "a side kick in a leap to the left", || leap_kick(Side::Left, 1.1)),
    entry("jab", "a jab with the leading hand", || punch(Blow::Jab, Side::Left, 1.35)),
    entry("jab-right", "a jab with the right hand", || punch(Blow::Jab, Side::Right, 1.32)),
    entry("punch", "a cross punch", || punch(Blow::Cross, Side::Right, 1.35)),
    entry("punch-low", "a cross punch to the belly", || punch(Blow::Cross, Side::Right, 0.95)),
    entry("punch-high", "a cross punch to the head", || punch(Blow::Cross, Side::Right, 1.55)),
    entry("punch-left", "a cross punch with the left hand", || punch(Blow::Cross, Side::Left, 1.3)),
    entry("reach", "reaches forward", || Reach::default().perform()),
    entry("reach-high", "reaches up", || reach(Side::Right, [-0.15, 1.88, 0.57])),
    entry("reach-low", "reaches down, bending its knees", || reach(Side::Right, [-0.2, 0.35, 0.42])),
    entry("reach-knee", "reaches to knee height", || reach(Side::Right, [-0.2, 0.6, 0.45])),
    entry("reach-across", "reaches across to the left", || reach(Side::Right, [0.25, 1.15, 0.45])),
    entry("reach-aside", "reaches out to the right", || reach(Side::Right, [-0.6, 1.15, 0.25])),
    entry("reach-far", "takes a step and reaches", || reach(Side::Right, [-0.2, 1.2, 1.1])),
    entry("reach-behind", "turns round and reaches", || reach(Side::Right, [-0.5, 1.1, -0.6])),
    entry("reach-left", "reaches with the left hand", || reach(Side::Left, [0.3, 1.2, 0.5])),
    entry("reach-short-actor", "a short actor reaches up", || {
        Reach { figure: Figure::short(), target: [-0.15, 1.55, 0.35], ..Reach::default() }.perform()
    }),
    entry("pick-up", "picks something up from the floor", || pick(false, [-0.15, 0.25, 0.4], 0.2)),
    entry("pick-up-table", "picks something up from a table", || pick(false, [-0.2, 0.85, 0.5], 0.5)),
    entry("put-back", "puts something back on the floor", || pick(true, [-0.15, 0.25, 0.4], 0.2)),
    entry("put-back-table", "puts something back on a table", || pick(true, [-0.2, 0.85, 0.5], 0.5)),
    entry("sit-down", "sits down", || sit(Seating::SitDown, 0.45)),
    entry("stand-up", "stands up from a chair", || sit(Seating::StandUp, 0.45)),
    entry("sit-and-stand", "sits down on a stool and stands up again", || sit(Seating::Both, 0.40)),
    entry("step-up", "steps up on a box", || box_step(false, 0.2)),
    entry("step-up-high", "steps up on a high box", || box_step(false, 0.28)),
    entry("step-down", "steps down from a box", || box_step(true, 0.2)),
    entry("cartwheel", "a cartwheel, left hand first", || Cartwheel::default().perform()),
    entry("cartwheel-right", "a cartwheel, right hand first", || {
        Cartwheel { side: Side::Right, seed: 2, ..Cartwheel::default() }.perform()
    }),
];
