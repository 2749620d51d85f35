//! How well searches find things, on captures and on synthetic takes.
//!
//! `cargo xtask eval search` runs it; with the argument `captures`, `people` or `synthetic` it does one of the three, the
//! last with as many takes as a second argument says and for the actions that follow, or all. The folder in `SEGUE_TAKES`
//! gets the takes, to look at what was missed in them. Captures are read from `../shared/mocap` beside the workspace, or
//! from the folder in `SEGUE_MOCAP`; without them that part is left out. A repetition is found when a match overlaps it by
//! at least half; a match of a capture is unrelated when it touches no repetition of the same action, on either side.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that reports")]

mod captures;
mod peers;
mod people;
mod sureness;
mod synthetic;

fn main() {
    let mut args = std::env::args().skip(1);
    let part = args.next().unwrap_or_default();
    if part == "people" {
        people::run();
        return;
    }
    if part != "captures" {
        let takes = args.next().and_then(|takes| takes.parse().ok());
        synthetic::run(takes.unwrap_or(synthetic::TAKES), &args.collect::<Vec<_>>());
    }
    if part != "synthetic" {
        captures::run();
        people::run();
    }
}
