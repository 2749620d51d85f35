//! Laws of the clean-up that corrects only what blending did wrong.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use glam::{DVec3, Vec3};
use segue_actors::{Locomotion, Pace, Reach};
use segue_blend::quality::{Marks, Quality, Verdict};
use segue_blend::{
    CleanUp, Cleaned, Ensemble, InterpolateSettings, Shifts, clean_up, clean_up_shifted, interpolate_traced,
};
use segue_motion::{
    Anatomy, Clip, ClipSet, ConstraintKind, Constraints, FrameRange, Ground, PointTable, Side,
};
use segue_register::{RegisterSettings, register};

fn walk(speed: f64, cycles: usize) -> Clip {
    Locomotion { speed, cycles, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip
}

fn made(clips: [&Clip; 2], weights: &[f64], settings: &CleanUp) -> (Clip, Cleaned) {
    made_planting(clips, weights, settings, |blend| blend.constraints().clone())
}

/// A blend whose plants are others, before and after it is cleaned up.
fn made_planting(
    clips: [&Clip; 2],
    weights: &[f64],
    settings: &CleanUp,
    plants: impl Fn(&Clip) -> Constraints,
) -> (Clip, Cleaned) {
    let clips = ClipSet::of(clips.map(Clip::clone)).unwrap();
    let registration = register(&clips, &RegisterSettings::default()).unwrap();
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let (blend, trace) = interpolate_traced(&ensemble, weights, &InterpolateSettings::default()).unwrap();
    let plants = plants(&blend);
    let blend = blend.with_constraints(plants).unwrap();
    let cleaned = clean_up(&blend, &trace, &clips, settings).unwrap();
    (blend, cleaned)
}

/// The root-mean-square distance of all points of two clips of one length, in metres.
fn rms(first: &Clip, second: &Clip) -> f64 {
    let [a, b] = [first, second].map(PointTable::new);
    let squares: Vec<f64> =
        a.iter().flatten().zip(b.iter().flatten()).map(|(a, b)| f64::from(a.distance_squared(*b))).collect();
    (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
}

#[test]
fn one_clip_alone_stays_as_it_is() {
    let (slow, fast) = (walk(1.0, 2), walk(1.6, 3));
    for weights in [[1.0, 0.0], [0.0, 1.0]] {
        let (raw, cleaned) = made([&slow, &fast], &weights, &CleanUp::default());
        let off = rms(&raw, &cleaned.clip);
        assert!(off < 0.003, "{weights:?}: {off} m");
    }
}

#[test]
fn held_feet_stand_still_and_bones_stay_rigid() {
    let (slow, fast) = (walk(1.1, 2), walk(1.5, 3));
    let (_, cleaned) = made([&slow, &fast], &[0.5, 0.5], &CleanUp::default());
    assert!(cleaned.report.plants > 0, "{:?}", cleaned.report);
    let anatomy = Anatomy::of(cleaned.clip.skeleton());
    let skate = Quality::of(&cleaned.clip, &anatomy).skate.unwrap();
    assert!(skate.worst_drift_mm < 1.0, "{skate}");
    assert_eq!(cleaned.clip.translated(), slow.translated());
    let verdict = Verdict::of(&cleaned.clip, &[&slow, &fast]);
    assert!(verdict.is_good(), "{verdict}");
}

#[test]
fn knees_stay_within_their_limits() {
    let (slow, fast) = (walk(0.9, 2), walk(1.9, 3));
    let (raw, cleaned) = made([&slow, &fast], &[0.5, 0.5], &CleanUp::default());
    let knee = |clip: &Clip| Marks::of(clip, &Anatomy::of(clip.skeleton())).knee.value;
    let limit = 1.2 * knee(&slow).max(knee(&fast)).max(knee(&raw)).max(4.0);
    assert!(knee(&cleaned.clip) <= limit, "{} of {limit}", knee(&cleaned.clip));
}

#[test]
fn the_order_of_the_clips_does_not_matter() {
    let (slow, fast) = (walk(1.0, 2), walk(1.6, 3));
    let (_, one) = made([&slow, &fast], &[0.5, 0.5], &CleanUp::default());
    let (_, other) = made([&fast, &slow], &[0.5, 0.5], &CleanUp::default());
    assert_eq!(one.clip.len(), other.clip.len());
    // Each stands where its own reference does, and goes its way.
    let from_start = |clip: &Clip| {
        let (first, last) = (clip.frame(0).root, clip.frame(clip.last_frame()).root);
        let turn = -f64::from((last.x - first.x).atan2(last.z - first.z));
        let moved = Ground::new(0.0, -f64::from(first.x), -f64::from(first.z)).move_clip(clip);
        Ground::new(turn, 0.0, 0.0).move_clip(&moved)
    };
    let off = rms(&from_start(&one.clip), &from_start(&other.clip));
    assert!(off < 0.01, "{off} m");
}

/// A capture's feet drift by themselves. Near one clip a blend moves them as that clip does, unless they are to be held there too.
#[test]
fn feet_are_held_near_one_clip_where_that_is_wanted() {
    let drifting =
        |speed| walk(speed, 2).map_poses(|frame, pose| pose.root.x += 0.0004 * frame as f32).unwrap();
    let clips = [drifting(1.2), drifting(1.5)];
    let drift = |weights: [f64; 2], fades: bool| {
        let settings = CleanUp { fades, ..CleanUp::default() };
        let cleaned = made([&clips[0], &clips[1]], &weights, &settings).1.clip;
        Quality::of(&cleaned, &Anatomy::of(cleaned.skeleton())).skate.unwrap().worst_drift_mm
    };
    for weights in [[0.99, 0.01], [0.97, 0.03], [0.5, 0.5]] {
        assert!(drift(weights, false) < 1.0, "{weights:?}: {}", drift(weights, false));
    }
    assert!(drift([0.97, 0.03], true) > 5.0, "it goes over into the clip");
    assert!(drift([1.0, 0.0], false) > 5.0, "one clip alone is that clip");
}

/// What is put elsewhere is there, and feet that stand keep standing.
#[test]
fn shifted_feet_and_hips_are_elsewhere() {
    let clips = ClipSet::of([walk(1.2, 2), walk(1.5, 2)]).unwrap();
    let registration = register(&clips, &RegisterSettings::default()).unwrap();
    let ensemble = Arc::new(Ensemble::new(&clips, registration).unwrap());
    let (blend, trace) = interpolate_traced(&ensemble, &[0.4, 0.6], &InterpolateSettings::default()).unwrap();
    let settings = CleanUp::default();
    let plain = clean_up(&blend, &trace, &clips, &settings).unwrap().clip;
    let all = vec![DVec3::new(0.02, 0.0, 0.01); blend.len()];
    let shifts = Shifts { pelvis: all.clone(), feet: [all.clone(), all] };
    let shifted = clean_up_shifted(&blend, &trace, &clips, &settings, &shifts).unwrap().clip;
    let moved = plain.map_poses(|_, pose| pose.root += Vec3::new(0.02, 0.0, 0.01)).unwrap();
    assert!(rms(&shifted, &moved) < 1e-3, "{}", rms(&shifted, &moved));
    let drift = Quality::of(&shifted, &Anatomy::of(shifted.skeleton())).skate.unwrap().worst_drift_mm;
    assert!(drift < 1.0, "{drift}");
}

/// The plants of a clip with each range changed.
fn changed(clip: &Clip, change: impl Fn(FrameRange) -> Vec<FrameRange>) -> Constraints {
    let mut plants = clip.constraints().clone();
    for kind in
        Side::BOTH.into_iter().flat_map(|side| [ConstraintKind::heel(side), ConstraintKind::toe(side)])
    {
        let ranges = clip.constraints().of(kind).iter().flat_map(|range| change(*range)).collect();
        plants.set(kind, ranges).unwrap();
    }
    plants
}

/// A blend's plants are means of its clips': they may begin while the foot still swings.
#[test]
fn a_foot_is_held_from_when_it_has_landed() {
    let (slow, fast) = (walk(1.1, 2), walk(1.5, 2));
    let settings = CleanUp { own_stances: true, ..CleanUp::default() };
    let plain = made([&slow, &fast], &[0.5, 0.5], &settings).1;
    let early = |blend: &Clip| {
        let lead = (0.15 * blend.rate()) as usize;
        changed(blend, |range| vec![FrameRange { first: range.first.saturating_sub(lead), ..range }])
    };
    let cleaned = made_planting([&slow, &fast], &[0.5, 0.5], &settings, early).1;
    assert_eq!(cleaned.report.plants, plain.report.plants, "{}", cleaned.report);
    let skate = Quality::of(&cleaned.clip, &Anatomy::of(cleaned.clip.skeleton())).skate.unwrap();
    assert!(skate.worst_drift_mm < 1.0, "{skate}");
    assert!(rms(&cleaned.clip, &plain.clip) < 0.005, "{}", rms(&cleaned.clip, &plain.clip));
}

/// Held at two places with hardly a moment in between, a foot would jump.
#[test]
fn a_foot_that_cannot_have_stepped_stands_at_one_place() {
    let reach = Reach::default().perform().unwrap().clip;
    let (rate, slides) = (reach.rate(), [0.3, 0.7]);
    let slid = |frame: usize| (frame as f64 / rate).clamp(slides[0], slides[1]) - slides[0];
    let sliding = reach.map_poses(|frame, pose| pose.root.z += 0.25 * slid(frame) as f32).unwrap();
    let middle = (f64::midpoint(slides[0], slides[1]) * rate) as usize;
    let parted = |blend: &Clip| {
        changed(blend, |range| match range {
            FrameRange { first, last } if first < middle && middle + 2 < last => {
                vec![FrameRange { first, last: middle }, FrameRange { first: middle + 2, last }]
            }
            range => vec![range],
        })
    };
    let settings = CleanUp { own_stances: true, ..CleanUp::default() };
    let (_, cleaned) = made_planting([&sliding, &sliding], &[0.5, 0.5], &settings, parted);
    let toe = Anatomy::of(reach.skeleton()).point(ConstraintKind::toe(Side::Left)).unwrap();
    let table = PointTable::new(&cleaned.clip);
    let fastest = (1..cleaned.clip.len())
        .map(|frame| f64::from(table.at(frame, toe).distance(table.at(frame - 1, toe))) * rate)
        .fold(0.0, f64::max);
    assert!(fastest < 0.3, "{fastest} m/s");
}

/// A foot that goes from one place to another does not stand on its way, whatever the plants of its clips say.
#[test]
fn a_foot_that_goes_elsewhere_is_planted_before_and_after_only() {
    let reach = Reach::default().perform().unwrap().clip;
    let (rate, slides) = (reach.rate(), [0.4, 0.8]);
    let slid = |frame: usize| (frame as f64 / rate).clamp(slides[0], slides[1]) - slides[0];
    let sliding = reach.map_poses(|frame, pose| pose.root.z += 0.4 * slid(frame) as f32).unwrap();
    let settings = CleanUp { own_stances: true, ..CleanUp::default() };
    let (_, cleaned) = made([&sliding, &sliding], &[0.5, 0.5], &settings);
    let skate = Quality::of(&cleaned.clip, &Anatomy::of(reach.skeleton())).skate.unwrap();
    assert!(skate.worst_drift_mm < 15.0, "{skate}");
    for kind in [ConstraintKind::toe(Side::Left), ConstraintKind::toe(Side::Right)] {
        let planted = |secs: f64| cleaned.clip.constraints().holds(kind, (secs * rate) as usize);
        assert!(planted(0.2) && planted(1.0), "{:?}", cleaned.clip.constraints());
        assert!(!planted(0.6), "{:?}", cleaned.clip.constraints());
    }
}

/// What begins a moment inside a motion that was cut stands from its start: a foot does not step in that time.
#[test]
fn a_foot_is_held_from_the_start_of_a_motion_where_it_cannot_have_stepped() {
    let reach = Reach::default().perform().unwrap().clip;
    let drifting = reach.map_poses(|frame, pose| pose.root.x += 0.0006 * frame as f32).unwrap();
    let toe = Anatomy::of(reach.skeleton()).point(ConstraintKind::toe(Side::Left)).unwrap();
    let late = |blend: &Clip| {
        let gap = (0.04 * blend.rate()) as usize;
        changed(blend, |range| vec![FrameRange { first: range.first.max(gap), ..range }])
    };
    let drift_at_start = |own_stances: bool| {
        let settings = CleanUp { own_stances, ..CleanUp::default() };
        let (_, cleaned) = made_planting([&drifting, &drifting], &[0.5, 0.5], &settings, late);
        let table = PointTable::new(&cleaned.clip);
        let frames = (0.1 * cleaned.clip.rate()) as usize;
        (1..frames).map(|frame| table.at(frame, toe).distance(table.at(0, toe))).fold(0.0, f32::max)
    };
    assert!(drift_at_start(true) < 0.001, "{}", drift_at_start(true));
    assert!(drift_at_start(false) > 0.001, "{}", drift_at_start(false));
}
