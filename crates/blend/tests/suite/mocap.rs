//! Blends of real captures. Without captures nothing is tested.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::Arc;

use glam::Vec3;

use segue_blend::quality::{Quality, largest_jerk};
use segue_blend::{
    CleanUp, Cleaned, CrossFade, Ensemble, InterpolateSettings, TimeScaling, TransitionSettings, clean_up,
    cross_fade, interpolate, interpolate_traced, linear_blend, transition,
};
use segue_formats::{ReadOptions, read_file};
use segue_motion::{
    Anatomy, Clip, ClipId, ClipSet, ConstraintKind, FrameRange, PlantSettings, PointId, PointTable, Side,
    find_plants,
};
use segue_register::{RegisterSettings, register};

/// A capture with its plants.
fn capture(name: &str) -> Option<Clip> {
    let path = segue_captures::file(&format!("cmu_bvh/{name}.bvh"))?;
    let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    Some(clip.with_constraints(plants).unwrap())
}

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

/// The blend halfway, and the same with its feet corrected.
fn blend_half(clips: [&Clip; 2]) -> (Clip, Cleaned) {
    let clips = set(clips);
    let registration = register(&clips, &RegisterSettings::default()).unwrap();
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let traced = interpolate_traced(&ensemble, &[0.5, 0.5], &InterpolateSettings::default());
    let (blend, trace) = traced.unwrap();
    let cleaned = clean_up(&blend, &trace, &clips, &CleanUp::default()).unwrap();
    (blend, cleaned)
}

/// The figures of the blend next to those of its sources and of linear blending.
struct Comparison {
    sources: [Quality; 2],
    linear: Quality,
    registered: Quality,
    cleaned: Quality,
}

fn compare(clips: [&Clip; 2]) -> Comparison {
    let anatomy = Anatomy::of(clips[0].skeleton());
    let (blend, cleaned) = blend_half(clips);
    let linear = linear_blend(&set(clips), &[0.5, 0.5], TimeScaling::Uniform).unwrap();
    let of = |clip: &Clip| Quality::of(clip, &anatomy);
    let found = Comparison {
        sources: clips.map(of),
        linear: of(&linear),
        registered: of(&blend),
        cleaned: of(&cleaned.clip),
    };
    println!("{} + {} halfway; {}", clips[0].name(), clips[1].name(), cleaned.report);
    for (name, quality) in [
        ("first", &found.sources[0]),
        ("second", &found.sources[1]),
        ("linear", &found.linear),
        ("registered", &found.registered),
        ("cleaned", &found.cleaned),
    ] {
        println!("{name:>11}: {quality}");
    }
    let [before, after] = [&found.registered, &found.cleaned].map(|quality| quality.penetration.worst_cm);
    assert!(after < before + 0.8, "held feet push others under the floor: {before} cm, then {after} cm");
    let drift = |quality: &Quality| quality.skate.unwrap().worst_drift_mm;
    // Knees are straight in captured gaits: what they do not allow is not held, and moves as in the captures.
    assert!(drift(&found.cleaned) < 40.0, "{}", found.cleaned);
    let skate = |quality: &Quality| quality.skate.unwrap().cm_per_sec;
    assert!(skate(&found.cleaned) < skate(&found.registered), "{}", found.cleaned);
    found
}

#[test]
fn opposite_turns_halfway_walk_straight() {
    let (Some(left), Some(right)) = (capture("16_17"), capture("16_19")) else { return };
    let found = compare([&left, &right]);
    assert!(found.registered.root.straightness > 0.99, "{}", found.registered.root);
    // The steps that they share turn a little more to one side.
    assert!(found.registered.root.facing_degrees.abs() < 6.0, "{}", found.registered.root);
    let mean = f64::midpoint(found.sources[0].root.metres, found.sources[1].root.metres);
    assert!(found.registered.root.metres > 0.8 * mean);
    // Linear blending averages two headings that come to be opposite: the figure spins and its path collapses.
    assert!(found.linear.root.facing_degrees.abs() > 150.0, "{}", found.linear.root);
    assert!(found.linear.root.metres < 0.75 * mean, "{}", found.linear.root);
    let collapse = found.linear.root.straightness * found.linear.root.metres / found.registered.root.metres;
    println!("linear blending gets {collapse:.3} as far as the registered blend walks");
    assert!(collapse < 0.8, "{collapse}");
    assert!(found.linear.jerk_mm > 10.0 * found.registered.jerk_mm);
}

#[test]
fn blends_skate_no_more_than_their_sources_and_not_at_all_when_cleaned() {
    let pairs = [
        ["16_11", "16_13"],
        ["16_17", "16_19"],
        ["16_15", "16_11"],
        ["16_15", "16_13"],
        ["16_35", "16_37"],
        ["16_35", "16_45"],
        ["16_37", "16_39"],
    ];
    for [first, second] in pairs {
        let (Some(first), Some(second)) = (capture(first), capture(second)) else { return };
        let found = compare([&first, &second]);
        let skate = |quality: &Quality| quality.skate.unwrap().cm_per_sec;
        let source = skate(&found.sources[0]).max(skate(&found.sources[1]));
        assert!(skate(&found.registered) < 1.1 * source, "{} {source}", skate(&found.registered));
        assert!(skate(&found.linear) > 1.5 * skate(&found.registered), "{}", found.linear);
        let jerk = found.sources[0].jerk_mm.max(found.sources[1].jerk_mm);
        assert!(found.cleaned.jerk_mm < jerk, "a correction made a jolt: {}", found.cleaned);
    }
}

#[test]
fn a_walk_becomes_a_run() {
    let (Some(walk), Some(run)) = (capture("16_15"), capture("16_35")) else { return };
    let anatomy = Anatomy::of(walk.skeleton());
    let at_secs = [24.0 / 30.0, 16.0 / 30.0];
    let settings = TransitionSettings { at_secs: Some(at_secs), ..TransitionSettings::default() };
    let made = transition(&set([&walk, &run]), &settings).unwrap();
    let resemblance = made.registration.resemblance(ClipId::SECOND).unwrap();
    assert!((0.15..0.20).contains(&resemblance.mean_metres) && (0.70..0.82).contains(&resemblance.contrast));
    let [first, last] = [made.frames.first, made.frames.last].map(|frame| frame as f64 / made.clip.rate());
    let around = |clip: &Clip, secs: f64| largest_jerk(clip, secs - 0.1, secs + 0.1);
    let seams = around(&made.clip, first).max(around(&made.clip, last));
    let own = largest_jerk(&run, 0.0, run.duration_secs());
    let fade = CrossFade { at_secs, half_width_secs: settings.half_width_secs };
    let faded = cross_fade(&set([&walk, &run]), &fade).unwrap();
    let faded_seams = around(&faded, first).max(around(&faded, last));
    let cleaned = clean_up(&made.clip, &made.trace, &set([&walk, &run]), &CleanUp::default()).unwrap();
    println!(
        "walk to run: seams {seams:.1} mm (cross-fade {faded_seams:.1}) against the run's own {own:.1}; {}",
        cleaned.report
    );
    println!("transition: {}", Quality::of(&made.clip, &anatomy));
    println!("   cleaned: {}", Quality::of(&cleaned.clip, &anatomy));
    println!("cross-fade: {}", Quality::of(&faded, &anatomy));
    assert!(seams < 0.6 * own);
    // Outside the transition the feet move as in the captures.
    for (frame, pose) in cleaned.clip.frames().enumerate() {
        if !made.frames.contains(frame) {
            assert!(pose.to_pose() == made.clip.frame(frame).to_pose(), "frame {frame} changed");
        }
    }
    let automatic = transition(&set([&walk, &run]), &TransitionSettings::default()).unwrap();
    println!("automatic centre: {:?} s", automatic.at_secs);
    // Steps of the same foot go together, whole strides apart from those above; which ones does not matter.
    let steps = [automatic.at_secs[0] - at_secs[0], automatic.at_secs[1] - at_secs[1]];
    let [walked, ran] = [steps[0] / 0.55, steps[1] / 0.38];
    let strides = (walked - ran) / 2.0;
    assert!((strides - strides.round()).abs() < 0.2, "{walked} {ran}");
}

#[test]
fn a_short_run_leaves_room_for_a_default_transition() {
    let (Some(walk), Some(run)) = (capture("02_01"), capture("09_01")) else {
        return println!("skipped: no mocap");
    };
    let clips = set([&walk, &run]);
    let made = transition(&clips, &TransitionSettings::default()).unwrap();
    assert!(made.half_width_secs > 0.39, "{}", made.half_width_secs);
    assert!(made.clip.duration_secs() > run.duration_secs());
}

#[test]
fn kicks_between_a_low_and_a_high_one() {
    let Some(kicks) = capture("144_05") else { return };
    let cut = |centre: usize| kicks.slice(FrameRange { first: centre - 120, last: centre + 120 });
    let (low, high) = (cut(1440), cut(801));
    let anatomy = Anatomy::of(low.skeleton());
    let registration = register(&set([&low, &high]), &RegisterSettings::default()).unwrap();
    println!(
        "kicks: {:?}",
        registration.resemblance(ClipId::FIRST).or(registration.resemblance(ClipId::SECOND))
    );
    let ensemble = Arc::new(Ensemble::new(&set([&low, &high]), registration).unwrap());
    let peak = |clip: &Clip| {
        let table = PointTable::new(clip);
        let heights = |side| {
            let ankle = PointId::joint(anatomy.leg(side).unwrap().ankle);
            table.path(ankle).map(|place| place.y).fold(0.0, f32::max)
        };
        heights(Side::Left).max(heights(Side::Right))
    };
    let peaks: Vec<f32> = [0.0, 0.25, 0.5, 0.75, 1.0]
        .into_iter()
        .map(|high| {
            peak(&interpolate(&ensemble, &[1.0 - high, high], &InterpolateSettings::default()).unwrap())
        })
        .collect();
    println!("ankle peaks {peaks:?}");
    for (found, truth) in peaks.iter().zip([0.57, 0.77, 0.99, 1.20, 1.39]) {
        assert!((found - truth).abs() < 0.06, "{peaks:?}");
    }
}

/// Runs that turn by 90° to either side halfway run straight on, where linear blending slides by 1.8 m/s.
#[test]
fn opposite_turns_of_runs_halfway_run_straight() {
    let (Some(left), Some(right)) = (capture("16_41"), capture("16_43")) else { return };
    let found = compare([&left, &right]);
    assert!(found.registered.root.straightness > 0.99, "{}", found.registered.root);
    // The steps that they share turn a little more to one side.
    assert!(found.registered.root.facing_degrees.abs() < 6.0, "{}", found.registered.root);
    let skate = |quality: &Quality| quality.skate.unwrap().cm_per_sec;
    assert!(skate(&found.linear) > 4.0 * skate(&found.registered), "{}", found.linear);
}

/// Kicks and reaches cut out of long takes: whatever is planted in the blend stays where it is after clean-up.
#[test]
fn kicks_and_reaches_stand_still_on_their_feet_after_clean_up() {
    for (name, middles, half) in [("144_05", [1440, 801], 120), ("144_24", [847, 1290], 110)] {
        let Some(take) = capture(name) else { return };
        let cut = |centre: usize| take.slice(FrameRange { first: centre - half, last: centre + half });
        let (first, second) = (cut(middles[0]), cut(middles[1]));
        let found = compare([&first, &second]);
        assert!(found.cleaned.skate.unwrap().worst_drift_mm < 1.5, "{}", found.cleaned);
        assert!(found.cleaned.skate.unwrap().plants > 2);
        let skate = |quality: &Quality| quality.skate.unwrap().cm_per_sec;
        let source = skate(&found.sources[0]).max(skate(&found.sources[1]));
        assert!(skate(&found.registered) < 1.5 * source, "{} {source}", skate(&found.registered));
        assert!(skate(&found.registered) < skate(&found.linear), "{}", found.linear);
        let jerk = found.sources[0].jerk_mm.max(found.sources[1].jerk_mm);
        assert!(found.cleaned.jerk_mm < 1.1 * jerk, "a correction made a jolt: {}", found.cleaned);
    }
}

/// Drag in metres, spin in degrees a second, knee in degrees and the lowest toe in metres, as a judge that shares no code with this
/// project measures them.
const JUDGED: [(&str, [f64; 4]); 4] = [
    ("02_01", [0.0, 61.762, 2.9229, 0.01207]),
    ("16_35", [0.0, 55.949, 3.0335, 0.01317]),
    ("35_17", [0.0, 76.750, 8.3138, 0.02395]),
    ("83_43", [0.12972, 42.803, 8.1308, -0.00759]),
];

#[test]
fn marks_agree_with_an_outside_judge() {
    for (name, judged) in JUDGED {
        let Some(clip) = capture(name) else { return };
        let marks = segue_blend::quality::Marks::of(&clip, &Anatomy::of(clip.skeleton()));
        let found = [marks.drag.value, marks.spin.value, marks.knee.value, marks.low.unwrap()];
        for (found, judged) in found.into_iter().zip(judged) {
            assert!(
                (found - judged).abs() < 1e-3 + 0.01 * judged.abs(),
                "{name}: {found} instead of {judged}"
            );
        }
    }
}

/// How many stances of toes there are, and in how many the toe stays within 1 mm of its mean place in the middle three fifths: seen
/// from outside, by heights and speeds alone.
fn stances_and_still(clip: &Clip) -> [usize; 2] {
    let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
    let (mut stances, mut still) = (0, 0);
    for side in Side::BOTH {
        let toe: Vec<Vec3> = table.path(anatomy.point(ConstraintKind::toe(side)).unwrap()).collect();
        let mut heights: Vec<f32> = toe.iter().map(|place| place.y).collect();
        heights.sort_by(f32::total_cmp);
        let floor = heights[heights.len() / 20];
        let apart = |a: Vec3, b: Vec3| f64::from((a - b).with_y(0.0).length());
        let stands = |n: &usize| toe[*n].y < floor + 0.012 && apart(toe[*n], toe[n - 1]) * clip.rate() < 0.4;
        let frames: Vec<usize> = (1..toe.len()).filter(stands).collect();
        for run in frames.chunk_by(|a, b| a + 1 == *b).filter(|run| run.len() as f64 >= 0.1 * clip.rate()) {
            let middle = &toe[run[run.len() / 5]..=run[run.len() - 1 - run.len() / 5]];
            let mean = middle.iter().sum::<Vec3>() / middle.len() as f32;
            stances += 1;
            still += usize::from(middle.iter().all(|place| apart(*place, mean) < 0.001));
        }
    }
    [stances, still]
}

/// Feet of captures move a little while they stand; those of blends are held.
#[test]
fn feet_of_blended_walks_and_runs_stand_still() {
    let pairs = [["16_15", "35_01"], ["02_01", "07_01"], ["16_35", "35_17"], ["09_01", "16_45"]];
    let (mut sources, mut blends) = ([0; 2], [0; 2]);
    for names in pairs {
        let [Some(first), Some(second)] = names.map(capture) else { return };
        let (_, cleaned) = blend_half([&first, &second]);
        let add = |[stances, still]: [usize; 2], clip: &Clip| {
            let [more, more_still] = stances_and_still(clip);
            [stances + more, still + more_still]
        };
        sources = add(add(sources, &first), &second);
        blends = add(blends, &cleaned.clip);
    }
    println!("stances and still ones: sources {sources:?}, blends {blends:?}");
    assert!(blends[0] >= 12 && blends[1] * 10 >= blends[0] * 9, "{blends:?}");
    assert!(sources[1] * 4 < sources[0], "captured feet are not still: {sources:?}");
}
