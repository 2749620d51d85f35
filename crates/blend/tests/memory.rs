//! How much memory it takes to go from one long clip over into another, and to judge what was made.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod walker;

use segue_actors::{Locomotion, Pace};
use segue_blend::quality::{Quality, Verdict};
use segue_blend::{CleanUp, TransitionSettings, clean_up, transition};
use segue_motion::{Anatomy, Clip, ClipSet};
use walker::Gait;

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// What judging a clip takes, in bytes a frame.
fn judging(clip: &Clip) -> usize {
    let judge = || (Quality::of(clip, &Anatomy::of(clip.skeleton())), Verdict::of(clip, &[clip]));
    segue_heap::most(judge).1 / clip.len()
}

/// Ten minutes at 30 Hz: the comparison around the moment takes 67 MB, the clips and what is made of
/// them a few times their frames. A table of plants by frames would take 60 MB more. One test, since the counters are those of the
/// whole program.
#[test]
fn long_clips_go_over_into_each_other_and_are_judged_without_tables_of_all_points() {
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
    let walk = Locomotion { speed: 1.3, cycles: 40, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
    let (judged, skeleton) = (judging(&walk), walk.skeleton());
    let all_points = (skeleton.len() + skeleton.end_sites().len()) * size_of::<glam::Vec3>();
    println!("judging takes {judged} bytes a frame, all points are {all_points}");
    assert!(judged < all_points, "{judged} bytes a frame");
}
