//! The program `segue`, run as a person runs it: in a fresh folder, by its exit code and what it prints.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod blend;
mod convert;
mod damaged;
mod hostile;
mod info;
mod inspect;
mod library;
mod map;
mod mocap;
mod parametric;
mod place;
mod pose;
mod program;
mod register;
mod samples;
mod search;
mod stance;
mod studio;
mod survives;
mod threads;
mod validator;
