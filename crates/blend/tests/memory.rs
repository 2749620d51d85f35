//! How much memory it takes to go from one long clip over into another.
#![expect(unsafe_code, reason = "an allocator that counts")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod walker;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use segue_blend::{CleanUp, TransitionSettings, clean_up, transition};
use segue_motion::ClipSet;
use walker::Gait;

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

/// Ten minutes at 30 Hz: the comparison around the moment takes 67 MB, the clips and what is made of
/// them a few times their frames. A table of plants by frames would take 60 MB more.
#[test]
fn ten_minutes_go_over_into_ten_minutes_without_a_table_of_plants_by_frames() {
    let long = |speed| Gait { speed, strides: 540.0, rate: 30.0, ..Gait::STEADY }.clip();
    let clips = ClipSet::of([long(1.2), long(1.3)]).unwrap();
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let settings = TransitionSettings { at_secs: Some([400.0, 100.0]), ..TransitionSettings::default() };
    let done = transition(&clips, &settings).unwrap();
    let made = MOST.swap(NOW.load(Relaxed), Relaxed) - before;
    let cleaned = clean_up(&done.clip, &done.trace, &clips, &CleanUp::default()).unwrap();
    let held = MOST.load(Relaxed) - before;
    println!("{} MB made, {} MB held, {} frames", made / 1_000_000, held / 1_000_000, cleaned.clip.len());
    assert!(cleaned.clip.len() > 25_000 && cleaned.report.plants > 0);
    assert!(made < 130_000_000, "{made} bytes");
    assert!(held < 40_000_000, "{held} bytes");
}
