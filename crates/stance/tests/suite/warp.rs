//! Laws of warping, blending, simulation and judging, on the stances of the built-in samples.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::LazyLock;

use proptest::prelude::*;
use segue_actors::Sample;
use segue_stance::{
    ExtractSettings, Limits, Mode, Params, Stance, StanceKind, Support, WarpSettings, Warped, blend, extract,
    judge, judge_warped, simulate, warp,
};

static STANCES: LazyLock<Vec<Stance>> = LazyLock::new(|| {
    let clips = ["run", "leap", "jump-again", "jump-far", "hop", "run-left"];
    let of = |name: &str| {
        let found = extract(&Sample::find(name).unwrap().clip(), &ExtractSettings::default()).unwrap();
        found.stances.into_iter().map(|found| found.stance).collect::<Vec<_>>()
    };
    clips.into_iter().flat_map(of).collect()
});

fn stance() -> impl Strategy<Value = Stance> {
    any::<prop::sample::Index>().prop_map(|i| i.get(&STANCES).clone())
}

/// Requests around what people do.
fn request() -> impl Strategy<Value = Params> {
    (0.7..1.4f64, 0.7..1.4f64, 0.0..5.0f64, -0.5..5.0f64, -1.0..1.0f64, -0.2..2.5f64)
        .prop_map(|(zs, ze, vs, ve, vp, x)| Params { zs, ze, vs, ve, vp, x })
}

fn mode() -> impl Strategy<Value = Mode> {
    prop_oneof![Just(Mode::Lean), Just(Mode::Scale)]
}

/// Where the simulation of a stance arrives.
fn arrived(warped: &Warped) -> Params {
    let end = simulate(&warped.stance, 512).end();
    let start = warped.stance.start();
    Params {
        zs: start.position.y,
        ze: end.position.y,
        vs: start.velocity.x,
        ve: end.velocity.x,
        vp: end.velocity.z,
        x: end.position.x,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_warp_arrives_where_it_should(stance in stance(), wanted in request(), mode in mode(), ground_factor in 0.7..1.4f64) {
        let settings = WarpSettings { mode, ground_factor };
        let Ok(warped) = warp(&stance, wanted, &settings) else { return Ok(()) };
        let got = arrived(&warped);
        let free = warped.change.free_distance;
        for (i, (got, wanted)) in got.to_array().into_iter().zip(wanted.to_array()).enumerate() {
            if i == 5 && free {
                continue;
            }
            // Relative to the numbers that were added up to get there.
            let size = 1.0 + wanted.abs() + warped.change.scale.abs().max_element() + warped.stance.end_secs();
            prop_assert!((got - wanted).abs() < 1e-6 * size, "{}: {got} for {wanted}", Params::NAMES[i]);
        }
        // The vertical speed is nothing at the second apex.
        let end = simulate(&warped.stance, 512).end();
        prop_assert!(end.velocity.y.abs() < 1e-6 * (1.0 + warped.change.scale.y.abs()));
        prop_assert!((warped.stance.params().x - got.x).abs() < 1e-5 * (1.0 + got.x.abs()));
    }

    #[test]
    fn closed_form_and_integration_agree(stance in stance(), wanted in request(), at in 0.0..1.0f64) {
        let Ok(warped) = warp(&stance, wanted, &WarpSettings::default()) else { return Ok(()) };
        prop_assume!(warped.change.late_secs == 0.0);
        let simulation = simulate(&warped.stance, 256);
        let moment = simulation.moments()[(at * (simulation.moments().len() - 1) as f64) as usize];
        let state = warped.stance.state_at(moment.secs);
        prop_assert!(state.position.distance(moment.position) < 1e-5, "{state:?} {moment:?}");
        prop_assert!(state.velocity.distance(moment.velocity) < 1e-4);
    }

    #[test]
    fn warping_to_where_it_is_changes_nothing(stance in stance()) {
        let warped = warp(&stance, stance.params(), &WarpSettings::default()).unwrap();
        let (before, after) = (judge(&stance, &Limits::default()), judge_warped(&warped, &Limits::default()));
        // In place the time comes from the height of touch down, elsewhere from the distance; both are the stance's own.
        prop_assert!((warped.stance.end_secs() - stance.end_secs()).abs() < 2e-3, "{} {}", warped.stance.end_secs(), stance.end_secs());
        prop_assert!((before.friction - after.friction).abs() < 0.02 && (before.normal - after.normal).abs() < 0.05);
    }

    #[test]
    fn a_blend_of_one_is_that_one(i in any::<prop::sample::Index>(), j in any::<prop::sample::Index>(), tau in 0.0..1.0f64) {
        let (a, b) = (i.get(&STANCES), j.get(&STANCES));
        prop_assume!(a.kind() == b.kind());
        for (k, one) in [(1.0, a), (0.0, b)] {
            let blend = blend(a, b, k, Support::Blended).unwrap();
            prop_assert!(blend.params().distance(one.params()) < 1e-9);
            prop_assert!(blend.force().at(tau).distance(one.force().at(tau)) < 1e-6);
            prop_assert!(blend.torque().at(tau).distance(one.torque().at(tau)) < 1e-6);
            prop_assert!((blend.ground_secs() - one.ground_secs()).abs() < 1e-9);
            let [x, y] = [&blend, one].map(|stance| judge(stance, &Limits::default()).value);
            prop_assert!((x - y).abs() < 1e-6 * (1.0 + y.abs()));
        }
    }

    #[test]
    fn values_say_whether_limits_are_kept(stance in stance(), wanted in request(), mode in mode()) {
        let Ok(warped) = warp(&stance, wanted, &WarpSettings { mode, ..WarpSettings::default() }) else { return Ok(()) };
        let judgement = judge_warped(&warped, &Limits::default());
        prop_assert!(judgement.value.is_finite());
        prop_assert_eq!(judgement.is_plausible(), judgement.violations().is_empty());
        prop_assert_eq!(judgement.value > 0.0, judgement.is_plausible());
    }
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let run = STANCES.iter().find(|stance| stance.kind() == StanceKind::Whole).unwrap();
    let own = run.params();
    let refused = |wanted: Params| warp(run, wanted, &WarpSettings::default()).unwrap_err().to_string();
    assert!(refused(Params { zs: -1.0, ..own }).starts_with("ZS is -1"));
    assert!(refused(Params { x: f64::NAN, ..own }).starts_with("X is NaN"));
    // Forward at both ends, but backwards in between.
    assert!(refused(Params { x: -1.0, ..own }).starts_with("X is -1;"));
    // Stopping a metre behind where it came from.
    assert!(refused(Params { ve: 0.0, x: -1.0, ..own }).contains("no time of flight takes it there"));
    let settings = WarpSettings { ground_factor: 0.0, ..WarpSettings::default() };
    assert!(warp(run, own, &settings).unwrap_err().to_string().contains("ground factor is 0"));
    let jump = STANCES.iter().find(|stance| stance.kind() == StanceKind::FromStand).unwrap();
    assert!(blend(run, jump, 0.5, Support::Blended).unwrap_err().to_string().contains("stands at an end"));
    assert!(blend(run, run, f64::NAN, Support::Blended).unwrap_err().to_string().starts_with("k is NaN"));
}

#[test]
fn two_admissible_roots_give_the_one_near_the_source() {
    // Braking hard while rising: both roots of the equation of time are positive.
    let run = STANCES.iter().find(|stance| stance.params().vs > 3.0).unwrap();
    let wanted = Params { ze: run.params().ze + 0.1, ve: run.params().vs - 1.0, ..run.params() };
    let warped = warp(run, wanted, &WarpSettings::default()).unwrap();
    assert!((warped.stance.end_secs() - run.end_secs()).abs() < 0.3);
    assert!(arrived(&warped).distance(wanted) < 1e-5);
}
