//! The tests of the search, in one program: linking each file would take longer than running it.

#[path = "../common/mod.rs"]
mod common;

mod coarse;
mod families;
mod mocap;
mod naive;
mod poses;
mod query;
