//! How an index, and the time in which close frames are found, grow with the number of frames.
//!
//! After `--` the largest number of frames may be given (600000 without), and `poses` for close frames instead of indexes.
//! Both read all captures that `segue_captures` finds.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

mod people;
mod poses;
#[path = "../spent/mod.rs"]
mod spent;
mod troupe;
mod webs;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let most = words.iter().find_map(|word| word.parse().ok()).unwrap_or(600_000);
    if words.iter().any(|word| word == "poses") {
        poses::grow_poses(most);
    } else {
        webs::grow_indexes(most);
    }
}
