//! The tests of registration, in one program: linking each file would take longer than running it.

#[path = "../common/mod.rs"]
mod common;

mod dtw;
mod file;
mod grid;
mod long;
mod loops;
mod mocap;
mod registration;
mod truth;
