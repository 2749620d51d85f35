//! Locomotion: steps, the way of the pelvis over them, legs, and what the rest of the body does.

mod course;
mod locomotion;
mod pace;
mod posture;
mod profile;
mod steps;
mod stride;
#[cfg(test)]
mod tests;

pub use locomotion::{Ends, Locomotion, Manner};
pub use pace::Pace;
