//! Made-up locomotion whose correspondences are known.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_motion::synth::{Locomotion, Pace, Performance};
use segue_register::{Settings, Timewarp, register};

/// Three cycles at 60 Hz.
fn perform(pace: Pace, curvature: f64) -> Performance {
    Locomotion { cycles: 3, curvature, rate: 60.0, ..Locomotion::new(pace) }.perform().unwrap()
}

/// The phase at a moment between frames.
fn phase(performance: &Performance, secs: f64) -> f64 {
    let phase = &performance.truth.phase;
    let frame = (secs * performance.clip.rate()).clamp(0.0, (phase.len() - 1) as f64);
    let (before, after) = (frame as usize, (frame as usize + 1).min(phase.len() - 1));
    phase[before] + (phase[after] - phase[before]) * frame.fract()
}

/// Moments of all foot strikes: whole and half phases.
fn strikes(performance: &Performance) -> Vec<f64> {
    let phase = &performance.truth.phase;
    let crossing = |pair: &[f64]| {
        let next = (2.0 * pair[0]).floor() + 1.0;
        (next <= 2.0 * pair[1]).then(|| (next / 2.0 - pair[0]) / (pair[1] - pair[0]))
    };
    let frames =
        phase.windows(2).enumerate().filter_map(|(frame, pair)| Some(frame as f64 + crossing(pair)?));
    frames.map(|frame| frame / performance.clip.rate()).collect()
}

fn timewarp(a: &Performance, b: &Performance) -> Timewarp {
    let settings = Settings { reference: Some(0), force: true, ..Settings::default() };
    register(&[&a.clip, &b.clip], &settings).unwrap().timewarp().clone()
}

fn percentile_95(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[(errors.len() - 1) * 95 / 100]
}

/// How far foot strikes are from the corresponding ones, in frames at 60 Hz.
fn strike_error(a: &Performance, b: &Performance) -> f64 {
    let timewarp = timewarp(a, b);
    let [start, end] = timewarp.range().map(|u| timewarp.at(0, u));
    let strikes_of_b = strikes(b);
    let error = |secs: f64| {
        let in_b = timewarp.at(1, timewarp.u_at(0, secs));
        strikes_of_b.iter().map(|strike| (strike - in_b).abs() * 60.0).fold(f64::INFINITY, f64::min)
    };
    percentile_95(strikes(a).into_iter().filter(|secs| (start..end).contains(secs)).map(error).collect())
}

/// How far corresponding moments are apart in phase, in frames at 60 Hz. Between strikes the phase tells only gaits
/// of one kind when they are alike.
fn phase_error(a: &Performance, b: &Performance) -> f64 {
    let timewarp = timewarp(a, b);
    let [start, end] = timewarp.range();
    let frames_per_cycle = b.clip.last_frame() as f64 / (phase(b, 1e9) - phase(b, 0.0));
    let apart = |n: usize| {
        let u = start + (end - start) * n as f64 / 400.0;
        let difference = phase(a, timewarp.at(0, u)) - phase(b, timewarp.at(1, u));
        // Cycles are alike: a path that pairs one with the next is as right.
        (difference - difference.round()).abs() * frames_per_cycle
    };
    percentile_95((0..=400).map(apart).collect())
}

#[test]
fn moments_of_like_gaits_are_within_a_frame_and_a_half_of_the_truth() {
    for pace in [Pace::Walk, Pace::Jog, Pace::Sneak] {
        let (straight, curved) = (perform(pace, 0.0), perform(pace, 0.2));
        let error = phase_error(&straight, &curved);
        assert!(error <= 1.5, "{pace:?}: {error} frames");
    }
}

/// The body as a whole decides what corresponds: a jogger lands with the trunk further on in its swing than a walker,
/// so strikes of different gaits agree to a tenth of a second, not to the frame.
#[test]
fn foot_strikes_of_different_gaits_correspond() {
    let performances = [Pace::Walk, Pace::Jog, Pace::Sneak].map(|pace| perform(pace, 0.0));
    for (n, a) in performances.iter().enumerate() {
        for b in &performances[n + 1..] {
            let error = strike_error(a, b);
            assert!(error <= 7.5, "{} and {}: {error} frames", a.clip.name(), b.clip.name());
        }
    }
}
