//! Built-in actors: motions made up with known truth, for samples, tests and benchmarks.
//!
//! An action is *planned* as smooth functions of time (pelvis, trunk, feet on planned footprints, arms), *solved*
//! frame by frame with analytic inverse kinematics, and *corrected* so that flights are ballistic. All arithmetic is
//! done in double precision in a fixed order with trigonometry from `libm`: the same direction and seed give the same
//! bytes on every machine.
//!
//! How an action is written (see `stand.rs`): a public struct of parameters with `Default` and `perform()`. It checks
//! its parameters with `error::within`, lists each foot's `Contact`s and joins them to a `Footwork`, starts from
//! `stand::standing` for every moment and moves pelvis, chest, head and arms along `Track`s, names the spans without
//! contact, and hands all that to `Plan::perform`. The engine lowers the pelvis where a leg would be too short, moves
//! the root so that flights are ballistic, solves, and writes down the truth. Standing actions begin and end at rest
//! in `stand::standing` (see `stand::envelope`), so that takes can join them.

mod action;
mod actor;
mod arm;
#[cfg(test)]
mod balance;
mod body;
mod com;
mod contact;
mod curve;
mod easing;
mod error;
mod falling;
mod figure;
mod flight;
mod fluent;
mod footwork;
mod gait;
#[cfg(test)]
mod laws;
mod leg;
#[cfg(test)]
mod limits;
mod mix;
mod noise;
mod perform;
mod polish;
mod reach;
mod sample;
mod settle;
mod side;
mod smooth;
mod spline;
mod stand;
mod swing;
mod take;
mod truth;
mod yielding;

pub use action::{Blow, BoxStep, Cartwheel, Kick, LeapKick, PickUp, Punch, Reach, Seating, SideKick, Sit};
pub use error::ActorError;
pub use figure::Figure;
pub use flight::{Jump, Spring};
pub use gait::{Ends, Leap, Locomotion, Manner, Pace, TurnInPlace, WalkAndTurn};
pub use sample::{Sample, sample, samples};
pub use stand::Stand;
pub use take::{Act, Take};
pub use truth::{ActionSegment, Flight, Performance, Truth};
