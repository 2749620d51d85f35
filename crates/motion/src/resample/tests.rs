use super::*;
use crate::testing::{moving, walk};
use crate::{Anatomy, ConstraintKind, JointId, PlantSettings, PointTable, find_plants};
use proptest::prelude::*;

fn planted_walk() -> Clip {
    let clip = walk(60.0, 2.0);
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    let mut clip = clip.with_constraints(plants).unwrap();
    clip.labels.push("walk".into());
    clip
}

#[test]
fn at_its_own_rate_a_clip_stays_the_same() {
    let clip = planted_walk();
    for interpolation in [Interpolation::Linear, Interpolation::Cubic] {
        assert!(resampled(&clip, clip.rate(), interpolation).unwrap() == clip, "{interpolation:?}");
        let uniform = stretched(&clip, clip.len(), EndSpeeds::default(), interpolation).unwrap();
        assert_eq!(uniform.len(), clip.len());
        assert_eq!(uniform.constraints(), clip.constraints());
    }
}

#[test]
fn up_and_down_again_gives_the_clip_back() {
    let clip = planted_walk();
    let fine = resampled(&clip, 240.0, Interpolation::Cubic).unwrap();
    assert_eq!(fine.len(), 4 * clip.last_frame() + 1);
    assert_eq!(fine.labels, clip.labels);
    let plant = clip.constraints().of(ConstraintKind::LeftToe)[0];
    let expected = FrameRange { first: 4 * plant.first, last: 4 * plant.last };
    assert_eq!(fine.constraints().of(ConstraintKind::LeftToe)[0], expected);
    let back = resampled(&fine, 60.0, Interpolation::Linear).unwrap();
    assert_eq!(back.constraints(), clip.constraints());
    let (a, b) = (PointTable::new(&clip), PointTable::new(&back));
    for (x, y) in a.iter().flatten().zip(b.iter().flatten()) {
        assert!(x.distance(*y) < 1e-5);
    }
}

#[test]
fn cubic_is_nearer_to_the_truth_and_has_no_kinks() {
    let truth = moving(120.0);
    let coarse = resampled(&truth, 15.0, Interpolation::Linear).unwrap();
    let error = |interpolation| {
        let again = resampled(&coarse, 120.0, interpolation).unwrap();
        let (a, b) = (PointTable::new(&truth), PointTable::new(&again));
        // Without the ends, where a neighbour is missing.
        let inner = 8..again.len() - 8;
        let worst = |f: usize| a.row(f).iter().zip(b.row(f)).map(|(x, y)| x.distance(*y)).fold(0.0, f32::max);
        inner.map(worst).fold(0.0, f32::max)
    };
    let (linear, cubic) = (error(Interpolation::Linear), error(Interpolation::Cubic));
    assert!(cubic < linear / 3.0, "{cubic} {linear}");
    let (h, frame) = (1e-3, 7.0);
    let place = |time: f64| {
        let mut pose = coarse.frame(0).to_pose();
        sample_cubic(&coarse, time, &mut pose);
        let mut world = Vec::new();
        pose.world_from_joints(coarse.skeleton(), &mut world);
        world.last().unwrap().translation.as_dvec3()
    };
    let before = (place(frame) - place(frame - h)) / h;
    let after = (place(frame + h) - place(frame)) / h;
    assert!(before.distance(after) < 0.02 * before.length().max(0.1), "{before} {after}");
}

proptest! {
    #[test]
    fn time_runs_forwards_between_allowed_speeds(start in -1.0..5.0f64, end in -1.0..5.0f64) {
        let samples: Vec<f64> = (0..=1000).map(|i| {
            EndSpeeds { start, end }.speed_at(f64::from(i) / 1000.0)
        }).collect();
        let forwards = samples.iter().all(|&speed| speed >= -1e-4);
        match EndSpeeds::new(start, end) {
            Ok(speeds) => {
                prop_assert!(forwards);
                prop_assert!((speeds.speed_at(0.0) - start).abs() < 1e-12);
                prop_assert!((speeds.speed_at(1.0) - end).abs() < 1e-9);
                prop_assert!((speeds.at(1.0) - 1.0).abs() < 1e-12);
            }
            Err(_) => prop_assert!(samples.iter().any(|&speed| speed < 1e-4)),
        }
    }

    #[test]
    fn bones_keep_their_lengths_at_any_time(time in 0.0..30.0f64) {
        let clip = moving(30.0);
        let mut pose = clip.frame(0).to_pose();
        sample_cubic(&clip, time, &mut pose);
        let mut world = Vec::new();
        pose.world_from_joints(clip.skeleton(), &mut world);
        for id in clip.skeleton().ids().skip(1) {
            let parent = clip.skeleton().parent(id).unwrap();
            let length = world[id.index()].translation.distance(world[parent.index()].translation);
            prop_assert!((length - clip.skeleton().joint(id).offset.length()).abs() < 1e-5);
        }
        prop_assert!(pose.rotations.iter().all(|q| q.is_normalized()));
    }
}

#[test]
fn translation_tracks_are_carried() {
    let clip = walk(30.0, 1.0);
    let toy = JointId::new(3);
    let mut builder = Clip::builder("tracks", clip.skeleton().clone(), 30.0, &[toy]);
    for frame in 0..3 {
        let mut pose = clip.frame(frame).to_pose();
        pose.translations = vec![(toy, Vec3::X * frame as f32)];
        builder.push(&pose).unwrap();
    }
    let fine = resampled(&builder.finish().unwrap(), 60.0, Interpolation::Cubic).unwrap();
    let (_, place) = fine.frame(1).translations().next().unwrap();
    assert!(place.distance(Vec3::X * 0.5) < 1e-6);
}

#[test]
fn impossible_requests_are_named() {
    let clip = walk(30.0, 1.0);
    let linear = Interpolation::Linear;
    assert!(matches!(resampled(&clip, 0.0, linear), Err(ResampleError::Clip(ClipError::BadRate { .. }))));
    assert!(matches!(
        resampled(&clip, f64::NAN, linear),
        Err(ResampleError::Clip(ClipError::BadRate { .. }))
    ));
    assert!(matches!(resampled(&clip, 1e12, linear), Err(ResampleError::TooLong { .. })));
    let none = stretched(&clip, 0, EndSpeeds::default(), linear);
    assert!(matches!(none, Err(ResampleError::Clip(ClipError::Empty { .. }))));
    assert!(EndSpeeds::new(f64::NAN, 1.0).is_err());
    assert!(EndSpeeds::new(-0.1, 1.0).is_err());
    let one = walk(30.0, 0.0);
    assert_eq!(stretched(&one, 5, EndSpeeds::default(), Interpolation::Cubic).unwrap().len(), 5);
    assert_eq!(stretched(&clip, 1, EndSpeeds::default(), Interpolation::Cubic).unwrap().len(), 1);
}
