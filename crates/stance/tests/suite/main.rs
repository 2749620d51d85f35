//! The tests of stances, in one program: linking each file would take longer than running it.

#[path = "../common/mod.rs"]
mod common;

mod claims;
mod compose;
mod mocap;
mod samples;
mod search;
mod warp;
