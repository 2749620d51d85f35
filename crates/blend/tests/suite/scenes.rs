//! The scenes of the sources, on synthetic actors with known truth.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::Arc;

use segue_actors::{Kick, Locomotion, Pace, Performance};
use segue_blend::quality::{Quality, RootPath, correspondence_error, largest_jerk};
use segue_blend::{
    CleanUp, ControlSettings, CrossFade, Ensemble, InterpolateSettings, PlayerSettings, TimeScaling,
    Transition, TransitionSettings, WeightTrack, clean_up, control, control_traced, cross_fade, interpolate,
    linear_blend, transition,
};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, PointId, PointTable};
use segue_register::{RegisterSettings, register};

fn walk(pace: Pace, curvature: f64, seed: u64) -> Performance {
    Locomotion { curvature, seed, ..Locomotion::new(pace) }.perform().unwrap()
}

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

fn ensemble(clips: &[&Clip], settings: &RegisterSettings) -> Arc<Ensemble> {
    let clips = set(clips.iter().copied());
    let registration = register(&clips, settings).unwrap();
    Arc::new(Ensemble::new(&clips, registration).unwrap())
}

fn half(ensemble: &Arc<Ensemble>) -> Clip {
    interpolate(ensemble, &[0.5, 0.5], &InterpolateSettings::default()).unwrap()
}

/// Pairs of moments of equal phase.
fn known(first: &Performance, second: &Performance) -> Vec<[f64; 2]> {
    let at = |phase: f64| {
        let phases = &second.truth.phase;
        let after = phases.partition_point(|other| *other < phase);
        (after > 0 && after < phases.len()).then(|| {
            let span = phases[after] - phases[after - 1];
            (after as f64 - (phases[after] - phase) / span) / second.clip.rate()
        })
    };
    let pairs = first.truth.phase.iter().enumerate();
    pairs.filter_map(|(frame, &phase)| Some([frame as f64 / first.clip.rate(), at(phase)?])).collect()
}

#[test]
fn a_left_and_a_right_curve_halfway_are_straight_and_in_step() {
    let (left, right) = (walk(Pace::Walk, 0.25, 1), walk(Pace::Walk, -0.25, 2));
    let clips = [&left.clip, &right.clip];
    let ensemble = ensemble(&clips, &RegisterSettings::default());
    let blend = half(&ensemble);
    let path = RootPath::of(&blend);
    assert!(path.straightness > 0.99 && path.facing_degrees.abs() < 5.0, "{path}");
    let truth = known(&left, &right);
    let error =
        correspondence_error(ensemble.registration().timewarp(), [ClipId::FIRST, ClipId::SECOND], &truth)
            .unwrap();
    println!("{error:?}");
    assert!(error.p95_secs < 1.5 / 60.0, "{error:?}");
    let linear = RootPath::of(&linear_blend(&set(clips), &[0.5, 0.5], TimeScaling::Uniform).unwrap());
    println!("registered {path}\n    linear {linear}");
    assert!(linear.metres < 0.9 * path.metres, "{linear}");
}

/// The moments at which each foot is set down, left and right told apart.
fn strikes(clip: &Clip) -> Vec<(usize, ConstraintKind)> {
    use ConstraintKind::{LeftToe, RightToe};
    let of = |kind| clip.constraints().of(kind).iter().map(move |range| (range.first, kind));
    let mut strikes: Vec<_> = of(LeftToe).chain(of(RightToe)).collect();
    strikes.sort_by_key(|strike| strike.0);
    strikes
}

/// The slowest stretch of a fifth of a second of the root trajectory, in m/s.
fn slowest(clip: &Clip, first: usize, last: usize) -> f32 {
    let span = (0.2 * clip.rate()).round() as usize;
    let way = |frame: usize| (clip.frame(frame + span).root - clip.frame(frame).root).with_y(0.0).length();
    (first..=last.min(clip.last_frame()) - span).map(|frame| way(frame) * 5.0).fold(f32::INFINITY, f32::min)
}

/// A transition over two cycles, and the same as a cross-fade.
fn two_cycles(from: Pace, to: Pace) -> Transition {
    let (from, to) = (walk(from, 0.0, 3), walk(to, 0.0, 4));
    let clips = [&from.clip, &to.clip];
    let cycle = |performance: &Performance| performance.truth.phase[1] - performance.truth.phase[0];
    let secs = 1.0 / (cycle(&from) * from.clip.rate());
    let settings = TransitionSettings { half_width_secs: secs, ..TransitionSettings::default() };
    let made = transition(&set(clips), &settings).unwrap();
    let anatomy = Anatomy::of(from.clip.skeleton());
    let cleaned = clean_up(&made.clip, &made.trace, &set(clips), &CleanUp::default()).unwrap();
    let fade = CrossFade { at_secs: made.at_secs, half_width_secs: made.half_width_secs };
    let faded = cross_fade(&set(clips), &fade).unwrap();
    println!("{}; {}", made.clip.name(), cleaned.report);
    for (name, clip) in [
        ("from", clips[0]),
        ("to", clips[1]),
        ("made", &made.clip),
        ("cleaned", &cleaned.clip),
        ("faded", &faded),
    ] {
        println!("{name:>9}: {}", Quality::of(clip, &anatomy));
    }
    let skate = |clip: &Clip| Quality::of(clip, &anatomy).skate.unwrap().cm_per_sec;
    assert!(skate(&cleaned.clip) < 0.1 * skate(&made.clip), "{} {}", skate(&cleaned.clip), skate(&made.clip));
    assert!(skate(&faded) > 2.0 * skate(&made.clip), "{} {}", skate(&faded), skate(&made.clip));
    let own = largest_jerk(clips[0], 0.0, 99.0).max(largest_jerk(clips[1], 0.0, 99.0));
    assert!(largest_jerk(&made.clip, 0.0, 99.0) < 1.1 * own);
    made
}

#[test]
fn walking_becomes_jogging_and_sneaking_without_a_stutter_step() {
    for to in [Pace::Jog, Pace::Sneak] {
        let made = two_cycles(Pace::Walk, to);
        let feet: Vec<_> = strikes(&made.clip);
        assert!(feet.windows(2).all(|pair| pair[0].1 != pair[1].1), "{to:?}: {feet:?}");
        let least = Pace::Walk.usual_speed().min(to.usual_speed()) as f32;
        let slowest = slowest(&made.clip, made.frames.first, made.frames.last);
        assert!(slowest > 0.6 * least, "{to:?}: {slowest} m/s");
    }
}

#[test]
fn kicks_at_many_heights_from_three() {
    let kick = |height: f64| Kick { height, ..Kick::default() }.perform().unwrap().clip;
    let kicks = [kick(0.6), kick(0.9), kick(1.2)];
    let clips = [&kicks[0], &kicks[1], &kicks[2]];
    let ensemble = ensemble(&clips, &RegisterSettings::default());
    let anatomy = Anatomy::of(kicks[0].skeleton());
    let peak = |clip: &Clip| {
        let table = PointTable::new(clip);
        let ankles = segue_motion::Side::BOTH.map(|side| PointId::joint(anatomy.leg(side).unwrap().ankle));
        ankles
            .into_iter()
            .flat_map(|ankle| table.path(ankle).map(|p| p.y).collect::<Vec<_>>())
            .fold(0.0, f32::max)
    };
    let blend =
        |weights: [f64; 3]| interpolate(&ensemble, &weights, &InterpolateSettings::default()).unwrap();
    let heights: Vec<f32> =
        [[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 1.0, 0.0], [0.0, 0.5, 0.5], [0.0, 0.0, 1.0]]
            .into_iter()
            .map(|weights| peak(&blend(weights)))
            .collect();
    println!("{heights:?}");
    assert!(heights.is_sorted_by(|a, b| a < b), "{heights:?}");
    for (found, truth) in heights.iter().zip([0.6, 0.75, 0.9, 1.05, 1.2]) {
        assert!((found - truth).abs() < 0.06, "{heights:?}");
    }
}

#[test]
fn nine_motions_are_directed_by_speed_curvature_and_sneakiness() {
    let made: Vec<Clip> = [Pace::Walk, Pace::Jog, Pace::Sneak]
        .into_iter()
        .flat_map(|pace| [0.2, 0.0, -0.2].map(|curvature| walk(pace, curvature, 5).clip))
        .collect();
    let clips: Vec<&Clip> = made.iter().collect();
    let settings = RegisterSettings {
        reference: Some(ClipId::SECOND),
        force: true,
        ends: segue_register::Ends::Pinned,
        ..RegisterSettings::default()
    };
    let ensemble = ensemble(&clips, &settings);
    // Walk straight, jog straight, jog to the left, walk to the right, sneak.
    let only = |clip: usize| (0..9).map(|n| f64::from(u8::from(n == clip))).collect::<Vec<f64>>();
    let plan = [(0.0, 1), (2.0, 1), (4.0, 4), (6.0, 3), (8.0, 2), (10.0, 7), (12.0, 7)];
    let track = WeightTrack::new(plan.map(|(secs, clip)| (secs, only(clip))).into()).unwrap();
    let settings = ControlSettings {
        player: PlayerSettings { looping: true, ..PlayerSettings::default() },
        rate_hz: None,
    };
    let (clip, trace) = control_traced(&ensemble, &track, &settings).unwrap();
    assert_eq!(clip.len(), (12.0 * clip.rate()) as usize + 1, "it lasts as long as the weights do");
    let speed = |secs: f64| {
        let [a, b] = [secs - 0.5, secs + 0.5].map(|secs| clip.frame((secs * clip.rate()) as usize).root);
        (b - a).with_y(0.0).length()
    };
    let speeds = [1.0, 4.0, 11.0].map(speed);
    println!("{speeds:?} m/s");
    assert!(
        (speeds[0] - 1.35).abs() < 0.15 && speeds[1] > 2.0 && (speeds[2] - 0.5).abs() < 0.15,
        "{speeds:?}"
    );
    let anatomy = Anatomy::of(clip.skeleton());
    let cleaned = clean_up(&clip, &trace, &set(clips.iter().copied()), &CleanUp::default()).unwrap();
    println!("{}\n{}", cleaned.report, Quality::of(&clip, &anatomy));
    println!("{}", Quality::of(&cleaned.clip, &anatomy));
    let skate = |clip: &Clip| Quality::of(clip, &anatomy).skate.unwrap().cm_per_sec;
    // Weights change all the time, so that not every stance can be held.
    assert!(skate(&cleaned.clip) < 0.3 * skate(&clip), "{} {}", skate(&cleaned.clip), skate(&clip));
    let own = clips.iter().map(|clip| largest_jerk(clip, 0.0, 99.0)).fold(0.0, f64::max);
    let jerk = largest_jerk(&clip, 0.0, 99.0);
    assert!(jerk < 1.5 * own, "the wraps show: {jerk} against {own}");
    assert!(slowest(&clip, 0, clip.last_frame()) > 0.2);
}

#[test]
fn a_cycle_played_for_a_minute_stays_on_its_circle() {
    let made = [walk(Pace::Walk, 0.25, 6).clip, walk(Pace::Walk, 0.25, 7).clip];
    let ensemble = ensemble(
        &[&made[0], &made[1]],
        &RegisterSettings { ends: segue_register::Ends::Pinned, ..RegisterSettings::default() },
    );
    let track = WeightTrack::new(vec![(0.0, vec![0.5, 0.5]), (60.0, vec![0.5, 0.5])]).unwrap();
    let settings = ControlSettings {
        player: PlayerSettings { looping: true, ..PlayerSettings::default() },
        rate_hz: Some(60.0),
    };
    let clip = control(&ensemble, &track, &settings).unwrap();
    let path = RootPath::of(&clip);
    println!("{path}");
    // A radius of 4 m: 0.25 rad a metre.
    let expected = path.metres * 0.25_f64.to_degrees();
    assert!((path.facing_degrees - expected).abs() < 0.06 * expected, "{path}");
    let furthest = clip.frames().map(|pose| pose.root.with_y(0.0).length()).fold(0.0, f32::max);
    assert!(furthest < 10.0, "{furthest} m away");
}
