//! Real clips: the reference numbers of an independent implementation.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_formats::{ReadOptions, read_file};
use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::{Ends, RegisterError, RegisterSettings, Resemblance, Seeded, register, register_at};

/// A CMU clip, if it is at hand.
fn clip(name: &str) -> Option<Clip> {
    let path = segue_captures::file(&format!("cmu_bvh/{name}.bvh"))?;
    Some(read_file(path, &ReadOptions::default()).unwrap().clips.remove(0))
}

fn set(clips: [&Clip; 2]) -> ClipSet {
    ClipSet::of(clips.map(Clip::clone)).unwrap()
}

fn resemblance(first: &Clip, second: &Clip, ends: Ends) -> Resemblance {
    let settings = RegisterSettings { ends, reference: Some(ClipId::FIRST), ..RegisterSettings::default() };
    register(&set([first, second]), &settings).unwrap().resemblance(ClipId::SECOND).unwrap()
}

fn check_cm(likeness: Resemblance, expected: f64) {
    let found = likeness.mean_metres * 100.0;
    assert!((found - expected).abs() < 0.1, "{found} cm instead of {expected}");
}

#[test]
fn walks_that_veer_apart() {
    let (Some(left), Some(right)) = (clip("16_11"), clip("16_13")) else { return };
    check_cm(resemblance(&left, &right, Ends::Pinned), 4.5);
    check_cm(resemblance(&left, &right, Ends::Open), 2.7);
    // By their steps, which is more of both than where poses are most alike.
    check_cm(resemblance(&left, &right, Ends::Automatic), 3.5);
}

#[test]
fn turns_by_90_degrees_to_either_side() {
    let (Some(left), Some(right)) = (clip("16_17"), clip("16_19")) else { return };
    check_cm(resemblance(&left, &right, Ends::Pinned), 7.9);
    check_cm(resemblance(&left, &right, Ends::Open), 4.2);
}

#[test]
fn a_walk_and_a_run_share_their_steps_and_are_alike_around_a_stride() {
    let (Some(walk), Some(run)) = (clip("16_15"), clip("16_35")) else { return };
    let registration = register(&set([&walk, &run]), &RegisterSettings::default()).unwrap();
    let notes = registration.notes();
    assert!(notes.iter().any(|note| note.contains("4 steps of 8 and 4")), "{notes:?}");
    let seeded = register_at(
        &set([&walk, &run]),
        [24.0 / 30.0, 16.0 / 30.0],
        Seeded::Optimal,
        &RegisterSettings::default(),
    )
    .unwrap();
    let likeness = seeded.resemblance(ClipId::SECOND).unwrap();
    assert!(
        (likeness.mean_metres - 0.17).abs() < 0.01 && (likeness.contrast - 0.76).abs() < 0.02,
        "{likeness:?}"
    );
}

#[test]
fn two_kicks_of_one_take() {
    let Some(take) = clip("144_05") else { return };
    let kick = |peak: usize| {
        let mut builder = Clip::builder(format!("kick {peak}"), take.skeleton().clone(), take.rate(), &[]);
        (peak - 108..=peak + 108).for_each(|frame| builder.push(&take.frame(frame).to_pose()).unwrap());
        builder.finish().unwrap()
    };
    let likeness = resemblance(&kick(1440), &kick(801), Ends::Automatic);
    assert!((likeness.mean_metres - 0.086).abs() < 0.005, "{likeness:?}");
}

#[test]
fn cartwheels_are_not_a_walk() {
    let (Some(walk), Some(cartwheels)) = (clip("144_33"), clip("144_01")) else { return };
    let error = register(&set([&walk, &cartwheels]), &RegisterSettings::default()).unwrap_err();
    assert!(matches!(error, RegisterError::Unlike { .. }), "{error}");
}
