//! Playing a parameterized motion allocates nothing.
#![expect(unsafe_code, reason = "a test that counts what is allocated")]
#![allow(clippy::unwrap_used, reason = "tests")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use segue_actors::Kick;
use segue_blend::PlayerSettings;
use segue_motion::ClipSet;
use segue_parametric::{BuildSettings, Control, Parametric};

struct Counting;

thread_local! {
    /// Per thread, since tests run beside each other.
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: passes everything on to the system's allocator and only counts.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_step_allocates_nothing() {
    let kick = |height: f64| Kick { height, ..Kick::default() }.perform().unwrap().clip;
    let examples = ClipSet::of([0.6, 0.75, 0.9, 1.05, 1.2].map(kick)).unwrap();
    let settings = BuildSettings { tries: 100, ..BuildSettings::default() };
    let parametric = Parametric::build(&examples, &[], "ankle.r.y @apex", &settings).unwrap();
    let mut control = Control::new(&parametric, PlayerSettings::default()).unwrap();
    let mut pose = parametric.ensemble().rest_pose();
    let before = COUNT.get();
    for step in 0..600 {
        let height = 0.6 + 0.001 * f64::from(step);
        control.step(1.0 / 120.0, &[height], &mut pose).unwrap();
    }
    assert!(control.has_ended(), "to the end and beyond");
    control.restart(segue_motion::Ground::IDENTITY);
    control.step(1.0 / 120.0, &[0.9], &mut pose).unwrap();
    assert_eq!(COUNT.get() - before, 0);
    assert!(COUNT.get() > 0, "the allocator counts");
}
