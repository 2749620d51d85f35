//! The program `segue`, run as a person runs it: in a fresh folder, by its exit code and what it prints.

mod convert;
mod info;
mod map;
mod mocap;
mod place;
mod program;
