use std::sync::Arc;

use super::*;
use crate::testing::{person, walk};
use crate::{ConstraintKind, Pose};
use proptest::prelude::*;

fn range(first: usize, last: usize) -> FrameRange {
    FrameRange { first, last }
}

/// A person that jumps straight up `times` with `up` m/s, with half a second of standing between.
fn jumps(rate: f64, times: usize, up: f64) -> Clip {
    let skeleton = Arc::new(person());
    let mut frames = Clip::builder("jumps", skeleton.clone(), rate, &[]);
    let period = 0.5 + 2.0 * up / GRAVITY;
    for frame in 0..(times as f64 * period * rate) as usize {
        let t = (frame as f64 / rate) % period - 0.5;
        let mut pose = Pose::rest(&skeleton);
        pose.root.y += (up * t - 0.5 * GRAVITY * t * t).max(0.0) as f32;
        frames.push(&pose).unwrap();
    }
    frames.finish().unwrap()
}

#[test]
fn the_time_between_plants_is_found() {
    let mut plants = Constraints::default();
    plants.set(ConstraintKind::LeftToe, vec![range(5, 10), range(30, 34)]).unwrap();
    plants.set(ConstraintKind::RightToe, vec![range(8, 20)]).unwrap();
    assert_eq!(airborne(40, &plants), [range(0, 4), range(21, 29), range(35, 39)]);
    assert_eq!(airborne(3, &Constraints::default()), [range(0, 2)]);
    plants.set(ConstraintKind::LeftHeel, vec![range(0, 39)]).unwrap();
    assert_eq!(airborne(40, &plants), []);
}

/// Was cubic in the length of the clip.
#[test]
fn a_clip_that_never_touches_ground_is_judged_at_once() {
    let skeleton = Arc::new(person());
    let mut frames = Clip::builder("floating", skeleton.clone(), 120.0, &[]);
    let mut pose = Pose::rest(&skeleton);
    for frame in 0..20_000 {
        pose.root = glam::Vec3::new(0.0, 30.0 + 20.0 * (0.01 * frame as f32).sin(), 0.05 * frame as f32);
        frames.push(&pose).unwrap();
    }
    let clip = frames.finish().unwrap();
    let check = check_rate(&clip, &Anatomy::of(&skeleton)).unwrap();
    assert_eq!((check.verdict(), check.flights.len()), (RateVerdict::Unknown, 0));
}

proptest! {
    #[test]
    fn an_exact_arc_is_recovered(
        height in 0.5..2.0f64, rise in -3.0..4.0f64, vx in -5.0..5.0f64, vz in -5.0..5.0f64, frames in 8..60usize,
    ) {
        let start = DVec3::new(3.0, height, -7.0);
        let at = |t: f64| start + DVec3::new(vx, rise, vz) * t - DVec3::Y * (0.5 * GRAVITY * t * t);
        let path: Vec<DVec3> = (0..frames).map(|frame| at(frame as f64 / 120.0)).collect();
        let flights = find_flights(&path, &Constraints::default(), 120.0, &FlightSettings::default());
        prop_assert_eq!(flights.len(), 1);
        let flight = flights[0];
        prop_assert!(flight.residual < 1e-9);
        prop_assert!((flight.free_gravity - GRAVITY).abs() < 1e-3, "{}", flight.free_gravity);
        prop_assert!((flight.apex_secs - rise / GRAVITY).abs() < 1e-9);
        prop_assert!(flight.at(0.1).distance(at(0.1)) < 1e-9);
        prop_assert_eq!(flight.fitted, flight.frames);
    }

    #[test]
    fn a_parabola_of_any_gravity_does_not_stray(g in 0.0..40.0f64, rise in -3.0..4.0f64) {
        let path: Vec<DVec3> = (0..30)
            .map(|frame| f64::from(frame) / 60.0)
            .map(|t| DVec3::new(t, rise * t - 0.5 * g * t * t, 1.0))
            .collect();
        let fit = Fit::new(&path, range(0, 29), 60.0);
        prop_assert!(fit.free_residual < 1e-6, "{}", fit.free_residual);
        prop_assert!((fit.free_gravity - g).abs() < 1e-6);
    }
}

#[test]
fn frames_of_contact_at_the_ends_are_left_out() {
    // Ten frames of standing still on either side of a jump, of which the plants know only seven.
    let at = |frame: usize| {
        let t = (frame as f64 - 10.0).clamp(0.0, 60.0) / 120.0;
        DVec3::Y * (1.0 + 0.25 * GRAVITY * t - 0.5 * GRAVITY * t * t)
    };
    let path: Vec<DVec3> = (0..81).map(at).collect();
    let mut plants = Constraints::default();
    plants.set(ConstraintKind::LeftToe, vec![range(0, 6), range(74, 80)]).unwrap();
    let flights = find_flights(&path, &plants, 120.0, &FlightSettings::default());
    assert_eq!(flights.len(), 1);
    assert!(flights[0].fitted.first >= 9 && flights[0].fitted.last <= 71, "{:?}", flights[0].fitted);
    assert!((flights[0].free_gravity - GRAVITY).abs() < 0.1);
}

#[test]
fn what_does_not_fall_is_no_flight() {
    let level = vec![DVec3::Y; 60];
    assert!(find_flights(&level, &Constraints::default(), 60.0, &FlightSettings::default()).is_empty());
    let one = [DVec3::Y];
    assert!(find_flights(&one, &Constraints::default(), 60.0, &FlightSettings::default()).is_empty());
}

#[test]
fn gravity_finds_a_wrong_rate() {
    let clip = jumps(60.0, 3, 2.5);
    let anatomy = Anatomy::of(clip.skeleton());
    let right = check_rate(&clip, &anatomy).unwrap();
    assert_eq!(right.verdict(), RateVerdict::Agrees);
    assert_eq!(right.likely_rate(), Some(60.0));
    let wrong = check_rate(&clip.with_rate(120.0).unwrap(), &anatomy).unwrap();
    assert_eq!(wrong.verdict(), RateVerdict::Contradicts, "{wrong:?}");
    assert_eq!(wrong.likely_rate(), Some(60.0));
}

#[test]
fn a_single_jump_tells_a_rate_that_is_far_off_and_a_walk_says_nothing() {
    let stated = |rate: f64| {
        let once = jumps(60.0, 1, 2.5).with_rate(rate).unwrap();
        check_rate(&once, &Anatomy::of(once.skeleton())).unwrap()
    };
    let (double, half_more) = (stated(120.0), stated(90.0));
    assert_eq!(double.verdict(), RateVerdict::Contradicts, "{double:?}");
    assert_eq!(double.likely_rate(), Some(60.0));
    assert_eq!(half_more.verdict(), RateVerdict::Doubtful, "{half_more:?}");
    let walk = walk(60.0, 2.0);
    let check = check_rate(&walk, &Anatomy::of(walk.skeleton())).unwrap();
    assert_eq!(check.verdict(), RateVerdict::Unknown);
    assert_eq!(check.likely_rate(), None);
}
