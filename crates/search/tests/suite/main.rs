//! The tests of the search, in one program: linking each file would take longer than running it.

#[path = "../common/mod.rs"]
mod common;

mod automatic;
mod build;
mod coarse;
mod extended;
mod families;
mod lazy;
mod mocap;
mod naive;
mod poses;
mod query;
