//! Counts what a test allocates: the most bytes at a time, and how often.
//!
//! A test program sets [`Counting`] as its allocator. Bytes are those of the whole program, so a test of them stands alone in its
//! program.
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;
//!
//! let (filled, bytes) = segue_heap::most(|| vec![1_u8; 5000]);
//! assert!(bytes >= filled.len());
//! let before = segue_heap::allocations();
//! drop(filled);
//! assert_eq!(segue_heap::allocations(), before, "nothing was asked for");
//! ```
#![expect(unsafe_code, reason = "an allocator that counts is the only way to see a peak")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The allocator of the system, which counts.
pub struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: everything is done by the allocator of the system; counting changes nothing about it.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        unsafe { System.dealloc(place, layout) }
    }
}

/// What something gives, and the most bytes that the program held meanwhile beyond what it held before.
pub fn most<T>(of: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let made = of();
    (made, MOST.load(Relaxed) - before)
}

/// Bytes that the program holds.
pub fn held() -> usize {
    NOW.load(Relaxed)
}

/// How often this thread has asked for memory; tests run beside each other.
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}
