//! Made-up locomotion whose correspondences are known.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_motion::synth::{Locomotion, Pace, Performance};
use segue_register::{Settings, register};

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

/// The 95th percentile of how far corresponding moments are apart in phase, in frames at 60 Hz.
fn error_frames(a: &Performance, b: &Performance) -> f64 {
    let settings = Settings { reference: Some(0), force: true, ..Settings::default() };
    let registration = register(&[&a.clip, &b.clip], &settings).unwrap();
    let [start, end] = registration.range();
    let frames_per_cycle = b.clip.last_frame() as f64 / (phase(b, 1e9) - phase(b, 0.0));
    let apart = |n: usize| {
        let u = start + (end - start) * n as f64 / 400.0;
        let [p, q] = [(0, a), (1, b)].map(|(clip, of)| phase(of, registration.timewarp().at(clip, u)));
        // Cycles are alike: a path that pairs one with the next is as right.
        let difference = p - q;
        (difference - difference.round()).abs() * frames_per_cycle
    };
    let mut errors: Vec<f64> = (0..=400).map(apart).collect();
    errors.sort_by(f64::total_cmp);
    errors[380]
}

#[test]
fn the_timewarp_is_within_a_frame_and_a_half_of_the_truth() {
    let paces = [(Pace::Walk, 0.0), (Pace::Walk, 0.3), (Pace::Jog, 0.0), (Pace::Sneak, -0.2)];
    let performances = paces.map(|(pace, curvature)| perform(pace, curvature));
    for (n, a) in performances.iter().enumerate() {
        for b in &performances[n + 1..] {
            let error = error_frames(a, b);
            assert!(error <= 1.5, "{} and {}: {error} frames", a.clip.name(), b.clip.name());
        }
    }
}
