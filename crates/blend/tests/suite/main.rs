//! The tests of blending, in one program: linking each file would take longer than running it.

#[path = "../walker/mod.rs"]
mod walker;

mod cleanup;
mod invariants;
mod loops;
mod mocap;
mod peers;
mod pose_space;
mod scenes;
mod turns;
