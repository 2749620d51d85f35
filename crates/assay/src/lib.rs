//! Files that were changed at random, and the programs that read them: what must never happen is a panic, a hang or a gigabyte.
//!
//! A [`Target`] is something that reads bytes. The [`Driver`] takes files that are right, changes them ([`mutated`]) and gives them
//! to the target, for a given time. It needs nothing but a stable compiler; what it lacks is to know which code an input
//! reached, which the folder `fuzz` has for the readers of motion files.

mod corpus;
mod driver;
mod guard;
mod mutate;
mod tally;
mod target;
pub mod targets;

pub use driver::{Driver, Report, Trouble};
pub use mutate::mutated;
pub use tally::Tally;
pub use target::{ReadBytes, Target};
