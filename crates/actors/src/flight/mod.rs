//! Jumps and hops: crouch, push, ballistic flight, landing.

mod bounce;
mod jump;
mod legs;
mod upper;

pub use jump::{Jump, Spring};
