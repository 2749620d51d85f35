//! How much memory it takes to go from one long clip over into another.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod walker;

use segue_blend::{CleanUp, TransitionSettings, clean_up, transition};
use segue_motion::ClipSet;
use walker::Gait;

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// Ten minutes at 30 Hz: the comparison around the moment takes 67 MB, the clips and what is made of
/// them a few times their frames. A table of plants by frames would take 60 MB more.
#[test]
fn ten_minutes_go_over_into_ten_minutes_without_a_table_of_plants_by_frames() {
    let long = |speed| Gait { speed, strides: 540.0, rate: 30.0, ..Gait::STEADY }.clip();
    let clips = ClipSet::of([long(1.2), long(1.3)]).unwrap();
    let settings = TransitionSettings { at_secs: Some([400.0, 100.0]), ..TransitionSettings::default() };
    let before = segue_heap::held();
    let (done, made) = segue_heap::most(|| transition(&clips, &settings).unwrap());
    let kept = segue_heap::held() - before;
    let (cleaned, more) =
        segue_heap::most(|| clean_up(&done.clip, &done.trace, &clips, &CleanUp::default()).unwrap());
    let held = kept + more;
    println!("{} MB made, {} MB held, {} frames", made / 1_000_000, held / 1_000_000, cleaned.clip.len());
    assert!(cleaned.clip.len() > 25_000 && cleaned.report.plants > 0);
    assert!(made < 130_000_000, "{made} bytes");
    assert!(held < 40_000_000, "{held} bytes");
}
