//! Synthetic locomotion whose correspondences are known.
//!
//! The phase of a gait says when its feet are set down (whole and half cycles). Between strikes it runs evenly, which
//! says what corresponds within one kind of gait; between gaits that share no more than their strikes, these are the
//! truth.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

use std::sync::OnceLock;

use segue_actors::{Locomotion, Pace, Performance};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, FrameRange, PlantSettings, find_plants};
use segue_register::{RegisterSettings, Timewarp, register};

const GAITS: [Pace; 3] = [Pace::Walk, Pace::Jog, Pace::Sneak];

/// Three cycles at 60 Hz.
fn perform(pace: Pace, curvature: f64, seed: u64) -> Performance {
    Locomotion { cycles: 3, curvature, seed, rate: 60.0, ..Locomotion::new(pace) }.perform().unwrap()
}

/// Every gait with itself and every other, with variations; the second on a curve.
fn pairs() -> &'static [[Performance; 2]] {
    static PAIRS: OnceLock<Vec<[Performance; 2]>> = OnceLock::new();
    let both = || GAITS.into_iter().enumerate().flat_map(|(n, a)| GAITS[n..].iter().map(move |b| [a, *b]));
    let seeded = |seed: u64| both().map(move |[a, b]| [perform(a, 0.0, seed), perform(b, 0.15, seed + 50)]);
    PAIRS.get_or_init(|| (0..5).flat_map(seeded).collect())
}

/// The phase at a moment between frames.
fn phase(performance: &Performance, secs: f64) -> f64 {
    let phase = &performance.truth.phase;
    let frame = (secs * performance.clip.rate()).clamp(0.0, (phase.len() - 1) as f64);
    let (before, after) = (frame as usize, (frame as usize + 1).min(phase.len() - 1));
    phase[before] + (phase[after] - phase[before]) * frame.fract()
}

/// Moments of the strikes of one foot: whole phases for the left, half ones for the right.
fn strikes(performance: &Performance, right: bool) -> Vec<f64> {
    let phase = &performance.truth.phase;
    let offset = if right { 0.5 } else { 0.0 };
    let crossing = |pair: &[f64]| {
        let next = (pair[0] - offset).floor() + 1.0 + offset;
        (next <= pair[1]).then(|| (next - pair[0]) / (pair[1] - pair[0]))
    };
    let frames =
        phase.windows(2).enumerate().filter_map(|(frame, pair)| Some(frame as f64 + crossing(pair)?));
    frames.map(|frame| frame / performance.clip.rate()).collect()
}

fn timewarp(a: &Clip, b: &Clip) -> Timewarp {
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() };
    register(&ClipSet::of([a.clone(), b.clone()]).unwrap(), &settings).unwrap().timewarp().clone()
}

fn with_found_plants(clip: &Clip) -> Clip {
    let plants = find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    clip.clone().with_constraints(plants).unwrap()
}

fn without_plants(clip: &Clip) -> Clip {
    clip.clone().with_constraints(segue_motion::Constraints::default()).unwrap()
}

fn percentile_95(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    errors[(errors.len() - 1) * 95 / 100]
}

/// How far strikes are from those of the same foot that they correspond to, in frames at 60 Hz.
fn strike_errors(a: &Performance, b: &Performance, timewarp: &Timewarp) -> Vec<f64> {
    let [start, end] = timewarp.range().map(|u| timewarp.at(ClipId::FIRST, u));
    let of_foot = |right: bool| {
        let of_b = strikes(b, right);
        let error = move |secs: f64| {
            let in_b = timewarp.at(ClipId::SECOND, timewarp.u_at(ClipId::FIRST, secs));
            of_b.iter().map(|strike| (strike - in_b).abs() * 60.0).fold(f64::INFINITY, f64::min)
        };
        strikes(a, right)
            .into_iter()
            .filter(|secs| (start..end).contains(secs))
            .map(error)
            .collect::<Vec<_>>()
    };
    [of_foot(false), of_foot(true)].concat()
}

/// How far corresponding moments are apart in phase, in frames at 60 Hz.
fn phase_errors(a: &Performance, b: &Performance, timewarp: &Timewarp) -> Vec<f64> {
    let [start, end] = timewarp.range();
    let frames_per_cycle = b.clip.last_frame() as f64 / (phase(b, 1e9) - phase(b, 0.0));
    let apart = |n: usize| {
        let u = start + (end - start) * n as f64 / 400.0;
        let difference = phase(a, timewarp.at(ClipId::FIRST, u)) - phase(b, timewarp.at(ClipId::SECOND, u));
        // Cycles are alike: a path that pairs one with the next is as right.
        (difference - difference.round()).abs() * frames_per_cycle
    };
    (0..=400).map(apart).collect()
}

/// The 95th percentile of the errors of all pairs and seeds, with plants as `clip` makes them.
fn errors(
    clip: impl Fn(&Clip) -> Clip,
    wanted: impl Fn(&[Performance; 2]) -> bool,
    of: impl Fn(&Performance, &Performance, &Timewarp) -> Vec<f64>,
) -> f64 {
    let mut errors = Vec::new();
    for pair in pairs().iter().filter(|pair| wanted(pair)) {
        let [a, b] = pair;
        errors.extend(of(a, b, &timewarp(&clip(&a.clip), &clip(&b.clip))));
    }
    percentile_95(errors)
}

fn is_one_gait([a, b]: &[Performance; 2]) -> bool {
    a.truth.segments[0].action == b.truth.segments[0].action
}

#[test]
fn strikes_of_all_gaits_meet_within_three_frames() {
    let annotated = errors(Clip::clone, |_| true, strike_errors);
    let found = errors(with_found_plants, |_| true, strike_errors);
    let unknown = errors(without_plants, |_| true, strike_errors);
    println!(
        "95 % of strikes within {annotated:.2} frames, {found:.2} with plants found, {unknown:.2} without plants"
    );
    // Toe-offs pull at the curve: a jog stands for a quarter of its cycle, a sneak for two thirds.
    assert!(annotated <= 2.5, "{annotated}");
    // A plant is found to two frames, most to one; a strike found late in one clip and early in the other is two frames off.
    assert!(found <= 3.0, "{found}");
    assert!(unknown <= 3.0, "plants that clips do not carry are found: {unknown}");
}

#[test]
fn moments_of_one_gait_are_within_a_frame_and_a_half_of_the_truth() {
    for (what, error) in [
        ("annotated", errors(Clip::clone, is_one_gait, phase_errors)),
        ("found", errors(with_found_plants, is_one_gait, phase_errors)),
        ("none", errors(without_plants, is_one_gait, phase_errors)),
    ] {
        println!("plants {what}: 95 % within {error:.2} frames");
        assert!(error <= 1.5, "{what}: {error} frames");
    }
}

/// Several clips go through the reference, which must not lose what their pairs have.
#[test]
fn strikes_of_three_gaits_registered_together_meet() {
    let made = GAITS.map(|pace| perform(pace, 0.0, 3));
    let settings =
        RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() };
    let registration =
        register(&ClipSet::of(made.clone().map(|made| made.clip)).unwrap(), &settings).unwrap();
    let timewarp = registration.timewarp();
    for n in 1..3 {
        let pair = Timewarp::new(vec![
            timewarp.curve(ClipId::FIRST).clone(),
            timewarp.curve(ClipId::new(n)).clone(),
        ]);
        let error = percentile_95(strike_errors(&made[0], &made[n], &pair));
        assert!(error <= 1.5, "{n}: {error}");
    }
}

/// When either heel or toe stands, foot by foot.
fn contacts(clip: &Clip, foot: [ConstraintKind; 2]) -> Vec<FrameRange> {
    let stands = |frame: usize| foot.iter().any(|&kind| clip.constraints().holds(kind, frame));
    let mut contacts: Vec<FrameRange> = Vec::new();
    for frame in (0..clip.len()).filter(|&frame| stands(frame)) {
        match contacts.last_mut() {
            Some(contact) if contact.last + 1 == frame => contact.last = frame,
            _ => contacts.push(FrameRange { first: frame, last: frame }),
        }
    }
    contacts
}

#[test]
fn plants_that_are_found_agree_with_the_truth_to_two_frames() {
    use ConstraintKind::{LeftHeel, LeftToe, RightHeel, RightToe};
    for made in pairs().iter().flatten() {
        let found = with_found_plants(&made.clip);
        for foot in [[LeftHeel, LeftToe], [RightHeel, RightToe]] {
            // The last frame of a cycle may begin a plant of one frame, which may be found or not.
            let [truth, found] = [&made.clip, &found].map(|clip| {
                contacts(clip, foot).into_iter().filter(|contact| contact.len() > 3).collect::<Vec<_>>()
            });
            assert_eq!(truth.len(), found.len(), "{}: {truth:?} {found:?}", made.clip.name());
            for (t, f) in truth.iter().zip(&found) {
                let apart = t.first.abs_diff(f.first).max(t.last.abs_diff(f.last));
                assert!(apart <= 2, "{}: {t} {f}", made.clip.name());
            }
        }
    }
}
