//! Faults that were seen in other implementations of these papers: each has its test here, so that none can be ours.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use std::sync::Arc;

use segue_actors::{Locomotion, Pace};
use segue_blend::{Ensemble, InterpolateSettings, TransitionSettings, interpolate, transition};
use segue_motion::{Clip, ClipId, ClipSet, Ground};
use segue_register::{Ends, RegisterSettings, Registration, place, register};

fn walk(speed: f64, curvature: f64, seed: u64) -> Clip {
    Locomotion { speed, curvature, seed, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip
}

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

fn registered(clips: &ClipSet) -> Registration {
    let settings = RegisterSettings {
        reference: Some(ClipId::FIRST),
        ends: Ends::Pinned,
        ..RegisterSettings::default()
    };
    register(clips, &settings).unwrap()
}

fn blend(clips: &[&Clip], weights: &[f64]) -> Clip {
    let clips = set(clips.iter().copied());
    let ensemble = Arc::new(Ensemble::new(&clips, registered(&clips)).unwrap());
    interpolate(&ensemble, weights, &InterpolateSettings::default()).unwrap()
}

const CLOUD: [[f64; 3]; 4] = [[0.3, 1.0, 0.1], [-0.4, 0.5, 0.8], [0.9, 0.0, -0.7], [0.1, 1.7, 0.2]];

fn distance_after(ground: Ground) -> f64 {
    let moved = CLOUD.map(|[x, y, z]| {
        let [x, z] = ground.apply([x, z]);
        [x, y, z]
    });
    place(&CLOUD, &moved, &[0.25; 4]).rms_metres()
}

/// `anim_utils` converts the best angle to radians twice: a cloud turned by 90° is 5.47 away from itself.
#[test]
fn a_turned_cloud_is_at_no_distance_from_itself() {
    for degrees in [0.0f64, 30.0, 90.0, 180.0, -135.0] {
        assert!(distance_after(Ground::new(degrees.to_radians(), 0.0, 0.0)) < 1e-6, "{degrees}°");
    }
}

/// Two take `atan` for `atan2` and patch the flips by half a turn afterwards.
#[test]
fn angles_beyond_a_quarter_turn_are_told_from_their_opposites() {
    for degrees in [91.0f64, 135.0, 179.0, -91.0, -179.0] {
        let angle = degrees.to_radians();
        let moved = CLOUD.map(|[x, y, z]| {
            let [x, z] = Ground::new(angle, 0.0, 0.0).apply([x, z]);
            [x, y, z]
        });
        let found = place(&CLOUD, &moved, &[0.25; 4]).first_from_second.angle;
        assert!((found + angle).cos() > 1.0 - 1e-9, "{degrees}°: {}", found.to_degrees());
    }
}

/// One has the sign of z0 wrong: `z − X sin θ − Z cos θ`.
#[test]
fn a_shift_on_the_floor_is_undone_along_both_axes() {
    for (x, z) in [(3.0, 0.0), (0.0, 3.0), (-2.0, 5.0)] {
        assert!(distance_after(Ground::new(1.1, x, z)) < 1e-6, "{x} {z}");
    }
}

/// `anim_utils` warps by repeating whole frames: a slowed motion stands still every now and then.
#[test]
fn a_slowed_clip_never_repeats_a_frame() {
    let (fast, slow) = (walk(1.5, 0.0, 1), walk(1.0, 0.0, 2));
    let made = blend(&[&fast, &slow], &[0.5, 0.5]);
    let ways = (1..made.len()).map(|n| made.frame(n).root.distance(made.frame(n - 1).root));
    let (least, most) = ways.fold((f32::INFINITY, 0.0f32), |(low, high), way| (low.min(way), high.max(way)));
    assert!(least > 0.3 * most, "from {least} to {most} m a frame");
}

/// fairmotion's way from nodes of its graph to a motion calls a function that is not there, and its smooth join is not
/// implemented: here a join runs and is smooth.
#[test]
fn clips_can_be_joined() {
    let (first, second) = (walk(1.3, 0.0, 3), walk(1.2, 0.2, 4));
    let made = transition(&set([&first, &second]), &TransitionSettings::default()).unwrap();
    let ways = (1..made.clip.len()).map(|n| made.clip.frame(n).root.distance(made.clip.frame(n - 1).root));
    assert!(ways.fold(0.0, f32::max) < 2.0 / 60.0, "no frame is more than 2 m/s from the last");
}

/// PMG's first timewarp was piecewise linear, with a jump of the speed at every knot.
#[test]
fn the_speed_of_a_timewarp_has_no_jumps() {
    let (fast, slow) = (walk(1.6, 0.0, 5), walk(0.9, 0.0, 6));
    let registration = registered(&set([&fast, &slow]));
    let [start, end] = registration.range();
    let timewarp = registration.timewarp();
    let rate = |n: usize| timewarp.rate(ClipId::SECOND, start + (end - start) * n as f64 / 20_000.0);
    let largest = (1..=20_000).map(|n| (rate(n) - rate(n - 1)).abs()).fold(0.0, f64::max);
    assert!(largest < 0.01, "the speed jumps by {largest} within {} ms", 1000.0 * (end - start) / 20_000.0);
}

/// PMG, Godot and Bevy averaged three motions by one slerp after the other, which depends on their order.
#[test]
fn the_order_of_three_motions_does_not_matter() {
    let [a, b, c] = [walk(1.3, 0.2, 7), walk(1.0, -0.1, 8), walk(1.6, 0.0, 9)];
    let one = blend(&[&a, &b, &c], &[0.2, 0.5, 0.3]);
    let other = blend(&[&a, &c, &b], &[0.2, 0.3, 0.5]);
    assert_eq!(one.len(), other.len());
    for frame in 0..one.len() {
        let (p, q) = (one.frame(frame).to_pose(), other.frame(frame).to_pose());
        assert!(p.root.distance(q.root) < 1e-5);
        assert!(p.rotations.iter().zip(&q.rotations).all(|(p, q)| p.dot(*q).abs() > 1.0 - 1e-6));
    }
}
