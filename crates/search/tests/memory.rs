//! How much memory building a web takes.
#![expect(unsafe_code, reason = "an allocator that counts")]
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

mod common;

use common::drifting_clip;
use segue_motion::ClipId;
use segue_search::poses::Poses;
use segue_search::{Index, WebSettings};

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

/// The most bytes that something takes.
fn most(of: impl FnOnce()) -> usize {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    of();
    MOST.load(Relaxed) - before
}

/// A clip that looks like itself only for some seconds, so what matches grows with its length and so may memory: four times
/// as long, a grid would take sixteen times as much.
#[test]
fn memory_grows_with_the_length_of_clips_and_not_with_its_square() {
    let settings = WebSettings { largest_epsilon_metres: 0.01, ..WebSettings::default() };
    let lengths = [3_000, 12_000];
    let took = lengths.map(|frames| {
        let clip = drifting_clip(frames);
        let mut index = Index::new(settings.clone()).unwrap();
        index.add(&clip).unwrap();
        let web = most(|| index.build_missing());
        let cells = index.web([ClipId::FIRST, ClipId::FIRST]).unwrap().cells();
        assert!(cells > frames, "{cells} cells");
        let cloud = settings.cloud(&clip).unwrap();
        let close = most(|| assert!(Poses::new(&[&cloud]).close(0.01, 1).len() > frames));
        println!(
            "{frames} frames: {cells} cells, {} KB for the web, {} KB for close pairs",
            web / 1000,
            close / 1000
        );
        [web, close]
    });
    for n in [0, 1] {
        let ratio = took[1][n] as f64 / took[0][n] as f64;
        assert!(ratio < 5.0, "{ratio:.1} times the memory for four times the frames");
        assert!(took[1][n] < 4 * lengths[1] * lengths[1] / 5, "{} bytes", took[1][n]);
    }
}
