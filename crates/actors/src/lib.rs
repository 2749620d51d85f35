//! Synthetic motion with known truth: the built-in samples of Segue, and the actors that perform them.
//!
//! An action is a struct of parameters, such as [`Locomotion`], [`Kick`] or [`Reach`], with defaults and a method
//! `perform`. It returns a [`Performance`]: a clip, and the [`Truth`] about it (foot plants, flights, the phase of a gait, where
//! each action begins, ends and is at its goal). A [`Take`] performs a script of [`Act`]s one after the other. A
//! [`Sample`] is a performance with a name, the same bytes on every machine.
//!
//! ```
//! use segue_actors::{Kick, Sample};
//!
//! let walk = Sample::find("walk").unwrap().perform();
//! assert_eq!(walk.truth.segments[0].action, "walk");
//! assert_eq!(walk.truth.phase.len(), walk.clip.len());
//!
//! let kick = Kick { height: 1.1, ..Kick::default() }.perform()?;
//! let hit = kick.truth.segments[0].goal.unwrap() as usize;
//! assert!((0..kick.clip.len()).contains(&hit));
//! assert!(Kick { height: 3.0, ..Kick::default() }.perform().is_err(), "nobody kicks that high");
//! # Ok::<(), segue_actors::ActorError>(())
//! ```
//!
//! # How a motion is made
//!
//! An action is *planned* as smooth functions of time (pelvis, trunk, feet on planned footprints, arms), *solved* frame by
//! frame with analytic inverse kinematics, and *corrected* so that flights are ballistic. All arithmetic is done in double
//! precision in a fixed order with trigonometry from `libm`.
//!
//! To write an action, follow `stand.rs`: check the parameters with `error::within`, list each foot's `Contact`s and join
//! them to a `Footwork`, start from `stand::standing` at every moment, move pelvis, chest, head and arms along `Track`s,
//! name the spans without contact, and hand all that to `Plan::perform`. The engine lowers the pelvis where a leg would be
//! too short, moves the root so that flights are ballistic, solves, and writes down the truth. Standing actions begin and
//! end at rest in `stand::standing` (see `stand::envelope`), so that takes can join them.

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
pub mod rigs;
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
pub use gait::{GaitEnds, Leap, Locomotion, Manner, Pace, TurnInPlace, WalkAndTurn};
pub use sample::{RUNS_AND_JUMPS, Sample, sample, samples};
pub use stand::Stand;
pub use take::{Act, Take};
pub use truth::{ActionSegment, Performance, PlannedFlight, Truth};
