use super::*;
use crate::testing::walk;
use crate::{Ground, Pose};
use proptest::prelude::*;

fn plants(clip: &Clip) -> Constraints {
    find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default())
}

#[test]
fn the_feet_of_a_walk_alternate_and_stand_when_they_were_made_to() {
    for rate in [30.0, 60.0, 120.0] {
        // Half the window of the speed, and a frame.
        let tolerance = 0.04 + 1.0 / rate;
        let found = plants(&walk(rate, 4.0));
        for (kind, late) in [(ConstraintKind::LeftToe, 0.0), (ConstraintKind::RightToe, 0.5)] {
            let truth: Vec<(f64, f64)> =
                (0..4).map(|i| (f64::from(i) + late, f64::from(i) + late + 0.6)).collect();
            let inner = |&(first, last): &(f64, f64)| first > 0.1 && last < 3.9;
            for (first, last) in truth.into_iter().filter(inner) {
                let near = |range: &&FrameRange| {
                    (range.first as f64 / rate - first).abs() < tolerance
                        && (range.last as f64 / rate - last).abs() < tolerance
                };
                let hits = found.of(kind).iter().filter(near).count();
                assert_eq!(hits, 1, "{kind} {first}-{last} at {rate}: {:?}", found.of(kind));
            }
        }
    }
}

#[test]
fn short_gaps_close_and_short_plants_go() {
    let range = |first, last| FrameRange { first, last };
    assert_eq!(close_gaps(vec![range(0, 3), range(6, 8), range(20, 30)], 2.0), [range(0, 8), range(20, 30)]);
    assert_eq!(close_gaps(vec![range(0, 9), range(4, 6)], 0.0), [range(0, 9)]);
    assert_eq!(runs(6, |frame| frame != 2 && frame != 3), [range(0, 1), range(4, 5)]);
}

#[test]
fn a_foot_on_a_stool_stands_there_when_nothing_else_carries() {
    let clip = walk(60.0, 3.0);
    // From 1.5 s on everything is 25 cm higher, as after a step up.
    let up = clip.map_poses(|frame, pose| pose.root.y += if frame > 90 { 0.25 } else { 0.0 }).unwrap();
    let found = plants(&up);
    assert!(found.of(ConstraintKind::LeftToe).iter().any(|plant| plant.first > 100), "{found:?}");
    let flat = PlantSettings { raised_secs: None, ..PlantSettings::default() };
    let on_floor = find_plants(&up, &Anatomy::of(up.skeleton()), &flat);
    assert!(on_floor.of(ConstraintKind::LeftToe).iter().all(|plant| plant.first < 100));
}

#[test]
fn a_jump_stays_in_the_air() {
    let skeleton = std::sync::Arc::new(crate::testing::person());
    let mut frames = Clip::builder("jump", skeleton.clone(), 120.0, &[]);
    for frame in 0..120 {
        let mut pose = Pose::rest(&skeleton);
        let time = (f64::from(frame) - 60.0) / 120.0;
        // A low hop: 8 cm, 0.26 s in the air.
        pose.root.y += (0.08 - 0.5 * 9.81 * time * time).max(0.0) as f32;
        frames.push(&pose).unwrap();
    }
    let found = plants(&frames.finish().unwrap());
    for kind in FEET {
        assert!(!found.holds(kind, 60), "{kind} {:?}", found.of(kind));
        assert_eq!(found.of(kind).len(), 2);
    }
}

#[test]
fn a_single_frame_has_no_plant_to_speak_of_and_does_no_harm() {
    let walk = walk(30.0, 0.0);
    assert_eq!(walk.len(), 1);
    plants(&walk);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn moving_a_clip_on_the_floor_changes_no_plant(angle in -3.0..3.0f64, x in -5.0..5.0f64, z in -5.0..5.0f64) {
        let clip = walk(30.0, 2.0);
        prop_assert_eq!(plants(&Ground::new(angle, x, z).move_clip(&clip)), plants(&clip));
    }
}

#[test]
fn a_clip_played_backwards_has_the_same_plants() {
    let clip = walk(60.0, 3.0);
    let last = clip.last_frame();
    let backwards = clip.map_poses(|frame, pose| pose.copy_from(clip.frame(last - frame))).unwrap();
    let turned = |kind| {
        let mut ranges: Vec<_> = plants(&backwards)
            .of(kind)
            .iter()
            .map(|range| FrameRange { first: last - range.last, last: last - range.first })
            .collect();
        ranges.reverse();
        ranges
    };
    for kind in FEET {
        assert_eq!(turned(kind), plants(&clip).of(kind));
    }
}

/// Toes of captured runs dip by 5 cm in push-offs; a toe that lies that much higher on a flat foot stands, one that hangs in the
/// air does not.
#[test]
fn a_toe_that_has_been_lower_still_stands() {
    let toe = |up: f32| {
        move |frame: usize| match frame {
            0..20 => Vec3::new(0.0, -0.05, 0.0),
            20..60 => Vec3::new(0.05 * (frame - 20) as f32, 0.08, 0.0),
            _ => Vec3::new(2.0, 0.003 + up, 0.0),
        }
    };
    let found = |up: f32| {
        let path: Vec<Vec3> = (0..240).map(toe(up)).collect();
        let paths =
            FootPaths { feet: vec![(ConstraintKind::LeftToe, path)], hips: vec![0.9; 240], leg: 0.85 };
        plants_of(&paths, 120.0, &PlantSettings { raised_secs: None, ..PlantSettings::default() })
    };
    let last = found(0.0).of(ConstraintKind::LeftToe).last().copied();
    assert!(last.is_some_and(|plant| plant.first.abs_diff(60) < 6 && plant.last == 239), "{last:?}");
    let hanging = found(0.2);
    assert!(hanging.of(ConstraintKind::LeftToe).iter().all(|plant| plant.last < 30), "{hanging:?}");
}

/// The foot of a runner rolls at 0.6 m/s and swings at 6; it stands all the same.
#[test]
fn a_foot_that_rolls_in_a_fast_run_stands() {
    let place = |frame: usize| {
        let (cycle, phase) = ((frame / 80) as f32, (frame % 80) as f32);
        let (way, up) = if phase < 30.0 {
            (phase * 0.005, 0.0)
        } else {
            (0.15 + (phase - 30.0) * 0.05, 0.2 * ((phase - 30.0) / 50.0 * std::f32::consts::PI).sin())
        };
        Vec3::new(cycle * 2.65 + way, up, 0.0)
    };
    let path: Vec<Vec3> = (0..400).map(place).collect();
    let paths = FootPaths { feet: vec![(ConstraintKind::LeftToe, path)], hips: vec![0.9; 400], leg: 0.85 };
    let found = plants_of(&paths, 120.0, &PlantSettings { raised_secs: None, ..PlantSettings::default() });
    assert_eq!(found.of(ConstraintKind::LeftToe).len(), 5, "{found:?}");
}
