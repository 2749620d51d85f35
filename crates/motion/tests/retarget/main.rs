//! Motions of the actors on figures that other hands have built.
#![allow(clippy::unwrap_used, reason = "a test that fails says where")]

mod bodies;
mod builds;
mod common;
mod legs;
mod sets;
mod sides;
