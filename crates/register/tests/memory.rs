//! How much memory a registration takes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use common::{Stroll, set};
use segue_motion::ClipId;
use segue_register::{RegisterSettings, register};

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// 4 bytes a cell of the grid, at most one more for the steps of the path, and 20 MB for everything else.
#[test]
fn five_thousand_by_five_thousand_frames_take_five_bytes_a_cell() {
    let frames = 5000;
    let (a, b) = (
        Stroll::default().clip("a", frames, 30.0),
        Stroll { cadence: 0.95, ..Stroll::default() }.clip("b", frames, 30.0),
    );
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() };
    let (registered, took) = segue_heap::most(|| register(&set([&a, &b]), &settings));
    registered.unwrap();
    println!("{} MB", took / 1_000_000);
    assert!(took < 5 * frames * frames + 20_000_000, "{took} bytes");
}
