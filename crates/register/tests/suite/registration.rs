//! Laws of registration on synthetic clips.

#![allow(clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use crate::common::{Stroll, figure, set, wander};
use proptest::prelude::*;
use segue_actors::sample;
use segue_motion::{Clip, ClipId, ClipSet, ConstraintKind, Constraints, FrameRange, Ground};
use segue_register::dtw::LookAhead;
use segue_register::{
    Ends, Pin, RegisterError, RegisterSettings, Registration, Seeded, register, register_at,
};

fn pinned() -> RegisterSettings {
    RegisterSettings { ends: Ends::Pinned, ..RegisterSettings::default() }
}

/// u at every tenth of the range.
fn along(registration: &Registration) -> impl Iterator<Item = f64> {
    let [start, end] = registration.range();
    (0..=10).map(move |n| start + (end - start) * f64::from(n) / 10.0)
}

fn slow(name: &str) -> Clip {
    Stroll { cadence: 0.75, ..Stroll::default() }.clip(name, 120, 30.0)
}

fn fast(name: &str) -> Clip {
    Stroll { turn: 0.4, ..Stroll::default() }.clip(name, 100, 30.0)
}

#[test]
fn a_clip_registered_with_itself_gives_the_diagonal() {
    let clip = Stroll { turn: 0.3, ..Stroll::default() }.clip("walk", 120, 30.0);
    let moved = Ground::new(2.0, 7.0, -3.0).move_clip(&clip);
    let registration = register(&set([&clip, &moved]), &RegisterSettings::default()).unwrap();
    let [start, end] = registration.range();
    assert!(start == 0.0 && (end - 119.0 / 30.0).abs() < 1e-12);
    for u in along(&registration) {
        for n in registration.ids() {
            assert!((registration.timewarp().at(n, u) - u).abs() < 1e-6);
        }
        let ground = registration.reference_from_clip(ClipId::SECOND, u);
        let back = Ground::new(2.0, 7.0, -3.0).inverse();
        assert!((ground.angle - back.angle).sin().abs() < 1e-4, "{ground:?} {back:?}");
        assert!((ground.x - back.x).abs() < 1e-3 && (ground.z - back.z).abs() < 1e-3, "{ground:?} {back:?}");
    }
    assert!(registration.resemblance(ClipId::SECOND).unwrap().mean_metres < 1e-3);
    assert_eq!(registration.resemblance(ClipId::FIRST), None);
}

#[test]
fn swapping_the_inputs_inverts_the_warp() {
    let (a, b) = (slow("a"), fast("b"));
    let one = register(&set([&a, &b]), &pinned()).unwrap();
    let two = register(&set([&b, &a]), &pinned()).unwrap();
    for u in along(&one) {
        let (there, back) = (one.timewarp(), two.timewarp());
        let in_b = there.at(ClipId::SECOND, u);
        assert!(
            (back.at(ClipId::SECOND, back.u_at(ClipId::FIRST, in_b)) - there.at(ClipId::FIRST, u)).abs()
                < 1.0 / 30.0
        );
    }
}

#[test]
fn permuting_the_inputs_changes_nothing_given_the_reference() {
    let clips = [slow("a"), fast("b"), Stroll { phase: 0.05, ..Stroll::default() }.clip("c", 110, 30.0)];
    let [a, b, c] = [&clips[0], &clips[1], &clips[2]];
    let with = |reference| RegisterSettings { reference: Some(reference), ..pinned() };
    let one = register(&set([a, b, c]), &with(ClipId::SECOND)).unwrap();
    let two = register(&set([c, a, b]), &with(ClipId::new(2))).unwrap();
    for u in along(&one) {
        for (first, second) in [(0, 1), (1, 2), (2, 0)].map(|(a, b)| (ClipId::new(a), ClipId::new(b))) {
            assert!((one.timewarp().at(first, u) - two.timewarp().at(second, u)).abs() < 1e-9);
            let (p, q) = (one.reference_from_clip(first, u), two.reference_from_clip(second, u));
            assert!((p.angle - q.angle).abs() < 1e-9 && (p.x - q.x).abs() < 1e-9);
        }
    }
}

#[test]
fn a_warp_that_was_put_in_is_found() {
    let walk = Stroll::default();
    let time = |t: f64| t + 0.25 * (1.0 - (t * 1.5).cos());
    let (plain, warped) = (walk.clip("plain", 180, 60.0), walk.warped("warped", 150, 60.0, time));
    let settings =
        RegisterSettings { ends: Ends::Open, reference: Some(ClipId::FIRST), ..RegisterSettings::default() };
    let registration = register(&set([&plain, &warped]), &settings).unwrap();
    let timewarp = registration.timewarp();
    for (n, u) in along(&registration).enumerate() {
        let error = timewarp.at(ClipId::FIRST, u) - time(timewarp.at(ClipId::SECOND, u));
        // At the very ends windows are cut off, and ends lie on whole frames of the registration rate.
        let tolerance = if (1..10).contains(&n) { 1.5 } else { 3.0 };
        assert!(error.abs() < tolerance / 60.0, "{u}: {error}");
    }
}

#[test]
fn clips_of_different_rates_are_registered_in_seconds() {
    let walk = Stroll::default();
    let (a, b) = (walk.clip("a", 241, 120.0), walk.clip("b", 49, 24.0));
    let registration = register(&set([&a, &b]), &pinned()).unwrap();
    assert_eq!(registration.range(), [0.0, 2.0]);
    for u in along(&registration) {
        assert!(
            (registration.timewarp().at(ClipId::FIRST, u) - registration.timewarp().at(ClipId::SECOND, u))
                .abs()
                < 0.02
        );
    }
}

#[test]
fn the_reference_is_the_clip_nearest_to_all() {
    let swing = |name: &str, swing| Stroll { swing, ..Stroll::default() }.clip(name, 90, 30.0);
    let clips = [swing("little", 0.3), swing("middle", 0.5), swing("much", 0.75)];
    let registration = register(&set(&clips), &pinned()).unwrap();
    assert_eq!(registration.reference(), ClipId::SECOND);
    assert_eq!(registration.reference_from_clip(ClipId::SECOND, 1.0), Ground::IDENTITY);
    assert!(registration.alignment(ClipId::SECOND).spline().is_none());
}

#[test]
fn plants_are_matched_in_u() {
    let with_plants = |clip: Clip, ranges: &[[usize; 2]]| {
        let ranges = ranges.iter().map(|&[first, last]| FrameRange::new(first, last).unwrap()).collect();
        let mut plants = Constraints::default();
        plants.set(ConstraintKind::LeftToe, ranges).unwrap();
        clip.with_constraints(plants).unwrap()
    };
    let walk = Stroll::default().clip("walk", 91, 30.0);
    let a = with_plants(walk.clone(), &[[0, 20], [30, 60]]);
    let b = with_plants(walk.renamed("other"), &[[10, 22], [32, 42], [50, 60], [80, 90]]);
    let settings = RegisterSettings { meet_strikes: false, ..pinned() };
    let registration = register(&set([&a, &b]), &settings).unwrap();
    let matches = registration.matches();
    assert_eq!(matches.len(), 3, "{matches:?}");
    assert!(matches.iter().all(|found| found.kind == ConstraintKind::LeftToe && found.intervals.len() == 2));
    assert!((matches[0].intervals[1].end - 22.0 / 30.0).abs() < 1e-6);
    assert!((matches[2].intervals[0].end - 2.0).abs() < 1e-6);
}

#[test]
fn a_registration_around_a_seed_goes_through_it() {
    let (a, b) = (
        Stroll::default().clip("a", 90, 30.0),
        Stroll { phase: 0.3, cadence: 1.1, ..Stroll::default() }.clip("b", 90, 30.0),
    );
    for how in [Seeded::Optimal, Seeded::Incremental(LookAhead::default())] {
        let registration =
            register_at(&set([&a, &b]), [1.5, 1.2], how, &RegisterSettings::default()).unwrap();
        let timewarp = registration.timewarp();
        let u = f64::midpoint(1.5, 1.2);
        assert!(
            (timewarp.at(ClipId::FIRST, u) - 1.5).abs() < 0.1
                && (timewarp.at(ClipId::SECOND, u) - 1.2).abs() < 0.1
        );
    }
}

#[test]
fn every_reason_to_refuse_is_named() {
    let (walk, other) = (Stroll::default().clip("walk", 60, 30.0), Stroll::default().clip("other", 60, 30.0));
    let default = RegisterSettings::default;
    assert!(matches!(register(&set([&walk]), &default()), Err(RegisterError::TooFew { found: 1 })));
    let single = Stroll::default().clip("single", 1, 30.0);
    assert!(matches!(register(&set([&walk, &single]), &default()), Err(RegisterError::TooShort(_))));
    let settings = RegisterSettings { reference: Some(ClipId::new(2)), ..default() };
    assert!(matches!(
        register(&set([&walk, &other]), &settings),
        Err(RegisterError::NotThere { found: 2, limit: 2, .. })
    ));
    let settings = RegisterSettings { rate_hz: f64::NAN, ..default() };
    assert!(matches!(
        register(&set([&walk, &other]), &settings),
        Err(RegisterError::Setting { name: "rate_hz", .. })
    ));
    let settings = RegisterSettings { joint_weights: [("Tail".to_owned(), 1.0)].into(), ..default() };
    assert!(matches!(register(&set([&walk, &other]), &settings), Err(RegisterError::Weights(_))));
    let seed = register_at(&set([&walk, &other]), [0.0, 9.0], Seeded::Optimal, &default());
    assert!(matches!(seed, Err(RegisterError::NotThere { what: "frame", found: 270, limit: 60 })));
    let long = Stroll::default().clip("long", 200, 30.0);
    let error = register(&set([&walk, &long]), &pinned()).unwrap_err();
    assert!(matches!(error, RegisterError::Lengths { .. }), "{error}");
    assert!(
        error.to_string().contains("`walk`") && error.to_string().contains("slope limit of 4"),
        "{error}"
    );
}

#[test]
fn other_bones_are_retargeted_and_say_so() {
    use std::sync::Arc;
    let walk = Stroll::default().clip("walk", 60, 30.0);
    let on = |change: fn(&mut segue_motion::Joint)| {
        let mut joints = figure().joints().to_vec();
        change(&mut joints[4]);
        let skeleton = Arc::new(segue_motion::Skeleton::new(joints, figure().end_sites().to_vec()).unwrap());
        let mut builder = Clip::builder("other", skeleton, 30.0, &[]);
        walk.frames().for_each(|pose| builder.push(&pose.to_pose()).unwrap());
        builder.finish().unwrap()
    };
    let longer = on(|joint| joint.offset *= 1.1);
    let registration = register(&set([&walk, &longer]), &RegisterSettings::default()).unwrap();
    assert!(registration.notes()[0].contains("retargeted"), "{:?}", registration.notes());
    let slightly = on(|joint| joint.offset *= 1.005);
    let registration = register(&set([&walk, &slightly]), &RegisterSettings::default()).unwrap();
    assert!(
        !registration.notes().iter().any(|note| note.contains("retargeted")),
        "{:?}",
        registration.notes()
    );
}

#[test]
fn clips_that_do_not_belong_together_are_refused_unless_forced() {
    let (a, b) = (wander("a", 1, 200, 30.0), wander("b", 77, 200, 30.0));
    let error = register(&set([&a, &b]), &RegisterSettings::default()).unwrap_err();
    assert!(matches!(error, RegisterError::Unlike { .. }), "{error}");
    let forced =
        register(&set([&a, &b]), &RegisterSettings { force: true, ..RegisterSettings::default() }).unwrap();
    assert!(forced.warnings()[0].contains("transition"), "{:?}", forced.warnings());
}

/// While both stand on guard one path is as good as another; the cheapest by a hair runs at the slope limits.
#[test]
fn time_runs_evenly_while_nothing_moves() {
    let of = |name: &str| sample(name).unwrap().clip;
    let registration = register(&set([&of("jab"), &of("punch")]), &pinned()).unwrap();
    let timewarp = registration.timewarp();
    for u in along(&registration) {
        let speed = timewarp.rate(ClipId::SECOND, u) / timewarp.rate(ClipId::FIRST, u);
        assert!((0.5..2.0).contains(&speed), "{speed} at {u} s");
    }
}

/// Cartwheels stand at both ends as walkers do, which makes the path far better than the rest of the grid.
#[test]
fn a_walk_and_a_cartwheel_are_refused_and_two_reaches_are_not() {
    let of = |name: &str| sample(name).unwrap().clip;
    let error = register(&set([&of("walk"), &of("cartwheel")]), &RegisterSettings::default()).unwrap_err();
    assert!(matches!(error, RegisterError::NothingAlike { .. }), "{error}");
    register(&set([&of("reach-high"), &of("reach-low")]), &RegisterSettings::default()).unwrap();
}

/// Registers a stroll with another as it is and moved on the floor.
fn check_curves_elsewhere(stroll: Stroll, ground: Ground) -> Result<(), TestCaseError> {
    let a = Stroll::default().clip("a", 100, 30.0);
    let b = stroll.clip("b", 110, 30.0);
    let here = register(&set([&a, &b]), &pinned()).unwrap();
    let there = register(&set([&a, &ground.move_clip(&b)]), &pinned()).unwrap();
    for u in along(&here) {
        for n in here.ids() {
            let timewarp = here.timewarp();
            prop_assert!((timewarp.u_at(n, timewarp.at(n, u)) - u).abs() < 1e-9);
            prop_assert!(timewarp.rate(n, u) > 0.3);
        }
        let placed = here.reference_from_clip(ClipId::SECOND, u);
        prop_assert!(placed.x.is_finite() && placed.z.is_finite());
    }
    prop_assert_eq!(here.resemblance(ClipId::SECOND).is_some(), here.reference() == ClipId::FIRST);
    check_alike(&here, &there, ground)
}

/// Registrations of two clips of which the second was moved: the curves are the same, or lead along another path that is
/// as good to the last digits. Steady strolls that differ by half a cycle have two such paths.
fn check_alike(here: &Registration, there: &Registration, ground: Ground) -> Result<(), TestCaseError> {
    let is_same = |u: f64| {
        let apart = |n| (here.timewarp().at(n, u) - there.timewarp().at(n, u)).abs();
        // Of two neighbouring paths the other may be taken: a fraction of a frame.
        here.ids().all(|n| apart(n) < 1e-2)
    };
    if !along(here).all(is_same) {
        let [p, q] = [here, there].map(|one| one.ids().find_map(|n| one.resemblance(n)).unwrap().mean_metres);
        // The least sum of squares decides, of which equal ones may have slightly different means.
        prop_assert!((p - q).abs() < 2e-3 * p, "paths of {p} and {q} m");
        return Ok(());
    }
    for u in along(here) {
        // Either clip may be the reference.
        let [p, q] = [here, there].map(|one| {
            let [first, second] = [ClipId::FIRST, ClipId::SECOND].map(|n| one.reference_from_clip(n, u));
            first.inverse() * second
        });
        let turn = p.angle - q.angle - ground.angle;
        prop_assert!(turn.sin().abs() < 1e-2 && turn.cos() > 0.0, "{turn} at u = {u}");
    }
    Ok(())
}

/// Met at random by the property below.
#[test]
fn curves_of_a_stroll_that_was_met_at_random_do_not_depend_on_where_it_stands() {
    let stroll = Stroll { cadence: 1.0773, turn: -0.279_74, phase: 0.089_61, ..Stroll::default() };
    for z in [-50.0, -6.0, 0.0, 6.0, 50.0] {
        check_curves_elsewhere(stroll, Ground::new(-1.9657, -6.2543, z)).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Invariants 1, 5 and 6.
    #[test]
    fn curves_do_not_depend_on_where_clips_stand_and_increase(
        cadence in 0.7..1.1f64, turn in -0.6..0.6f64, phase in -0.1..0.1f64,
        angle in -3.0..3.0f64, x in -100.0..100.0f64, z in -100.0..100.0f64,
    ) {
        let stroll = Stroll { cadence, turn, phase, ..Stroll::default() };
        check_curves_elsewhere(stroll, Ground::new(angle, x, z))?;
    }

    /// Invariant 4.
    #[test]
    fn the_number_of_threads_changes_nothing(seed in 0..100u64) {
        let clips = ClipSet::of((0..4)
            .map(|n| Stroll { cadence: 0.8 + 0.01 * seed as f64 * f64::from(n) / 4.0, ..Stroll::default() }.clip("walk", 70, 30.0)))
            .unwrap();
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| register(&clips, &pinned()).unwrap())
        };
        prop_assert!(with(1) == with(3));
    }
}

#[test]
fn pinned_moments_are_on_the_curve_and_the_rest_follows() {
    let clips = set([&slow("slow"), &fast("fast")]);
    let free = register(&clips, &RegisterSettings::default()).unwrap();
    let [start, end] = free.range();
    let other = ClipId::SECOND;
    let pin = |share: f64, later: f64| {
        let u = start + (end - start) * share;
        let reference_secs = free.timewarp().at(ClipId::FIRST, u);
        Pin { clip: other, reference_secs, secs: free.timewarp().at(other, u) + later }
    };
    for pins in [vec![pin(0.5, 0.2)], vec![pin(0.5, -0.15)], vec![pin(0.3, 0.1), pin(0.7, 0.2)]] {
        let reference = Some(ClipId::FIRST);
        let settings = RegisterSettings { reference, pins: pins.clone(), ..RegisterSettings::default() };
        let held = register(&clips, &settings).unwrap();
        let timewarp = held.timewarp();
        for pin in &pins {
            let u = timewarp.u_at(ClipId::FIRST, pin.reference_secs);
            assert!(
                (timewarp.at(other, u) - pin.secs).abs() < 1.0 / 60.0,
                "{pin:?} {}",
                timewarp.at(other, u)
            );
        }
        let times: Vec<f64> = along(&held).map(|u| timewarp.at(other, u)).collect();
        assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "time goes on: {times:?}");
    }
}

#[test]
fn pins_that_cannot_be_met_are_refused() {
    let clips = set([&slow("slow"), &fast("fast")]);
    let with = |pins: &[[f64; 2]], clip: ClipId| {
        let pin = |&[reference_secs, secs]: &[f64; 2]| Pin { clip, reference_secs, secs };
        let pins = pins.iter().map(pin).collect();
        register(
            &clips,
            &RegisterSettings { reference: Some(ClipId::FIRST), pins, ..RegisterSettings::default() },
        )
    };
    let second = ClipId::SECOND;
    assert!(matches!(with(&[[1.0, 99.0]], second), Err(RegisterError::PinOutside { .. })));
    assert!(matches!(
        with(&[[1.0, 1.0], [2.0, 0.5]], second),
        Err(RegisterError::Setting { name: "pins", .. })
    ));
    assert!(matches!(with(&[[1.0, 1.0]], ClipId::FIRST), Err(RegisterError::Setting { name: "pins", .. })));
    assert!(matches!(with(&[[1.0, 0.2], [1.05, 3.0]], second), Err(RegisterError::Pinned { .. })));
    let pins = vec![Pin { clip: second, reference_secs: 1.0, secs: 1.0 }];
    let fixed = RegisterSettings { ends: Ends::Pinned, pins, ..RegisterSettings::default() };
    assert!(matches!(register(&clips, &fixed), Err(RegisterError::Setting { name: "pins", .. })));
}
