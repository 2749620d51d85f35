//! Locomotion: steps, the path of the pelvis over them, the legs, and the rest of the body.

mod course;
mod leap;
mod locomotion;
mod pace;
mod posture;
mod profile;
mod route;
mod steps;
mod stride;
#[cfg(test)]
mod tests;
mod turning;
mod variation;

pub use leap::Leap;
pub use locomotion::{GaitEnds, Locomotion, Manner};
pub use pace::Pace;
pub use turning::{TurnInPlace, WalkAndTurn};
