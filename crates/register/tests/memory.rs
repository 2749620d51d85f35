//! How much memory a registration takes.
#![expect(unsafe_code, reason = "an allocator that counts")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use common::{Stroll, set};
use segue_motion::ClipId;
use segue_register::{RegisterSettings, register};

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is done by the allocator of the system; counting changes nothing about it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// 4 bytes a cell of the grid, at most one more for the steps of the path, and 20 MB for everything else.
#[test]
fn five_thousand_by_five_thousand_frames_take_five_bytes_a_cell() {
    let frames = 5000;
    let (a, b) = (
        Stroll::default().clip("a", frames, 30.0),
        Stroll { cadence: 0.95, ..Stroll::default() }.clip("b", frames, 30.0),
    );
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() };
    register(&set([&a, &b]), &settings).unwrap();
    let took = MOST.load(Relaxed) - before;
    println!("{} MB", took / 1_000_000);
    assert!(took < 5 * frames * frames + 20_000_000, "{took} bytes");
}
