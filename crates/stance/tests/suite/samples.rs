//! Stances of the built-in samples, whose truth is known.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use glam::Quat;
use segue_actors::{RUNS_AND_JUMPS, Sample, samples};
use segue_motion::Clip;
use segue_stance::{ExtractSettings, Footing, Limits, Refusal, StanceKind, extract, gather, judge, simulate};

fn stances(name: &str) -> Vec<segue_stance::Extracted> {
    extract(&Sample::find(name).unwrap().clip(), &ExtractSettings::default()).unwrap().stances
}

#[test]
fn samples_are_followed_closely() {
    for name in
        ["run", "run-fast", "jog", "jump", "jump-high", "jump-again", "hop", "hop-right", "leap", "leap-far"]
    {
        for found in stances(name) {
            let about = format!("{} {}", found.stance.name(), found.stance.params());
            assert!(found.com_rms < 0.006, "{about}: {} m", found.com_rms);
            assert!(
                found.orientation_rms.to_degrees() < 3.0,
                "{about}: {}°",
                found.orientation_rms.to_degrees()
            );
            assert!(
                found.free_gravity.iter().all(|g| (g - 9.81).abs() < 0.5),
                "{about}: {:?}",
                found.free_gravity
            );
            assert!(found.within_friction, "{about}");
        }
    }
}

#[test]
fn a_single_jump_has_two_half_stances_and_jumps_in_a_row_whole_ones() {
    let kinds = |name| stances(name).iter().map(|found| found.stance.kind()).collect::<Vec<_>>();
    assert_eq!(kinds("jump"), [StanceKind::FromStand, StanceKind::ToStand]);
    assert_eq!(
        kinds("jump-again"),
        [StanceKind::FromStand, StanceKind::Whole, StanceKind::Whole, StanceKind::ToStand]
    );
    assert!(kinds("run").iter().all(|kind| *kind == StanceKind::Whole));
}

#[test]
fn feet_take_turns_in_a_run_and_do_not_in_a_hop() {
    let feet = |name| stances(name).iter().map(|found| found.stance.footing()).collect::<Vec<_>>();
    assert!(feet("run").windows(2).all(|pair| pair[0] != pair[1]));
    assert!(feet("hop").iter().all(|foot| *foot == Footing::Left));
    assert!(feet("jump").iter().all(|foot| *foot == Footing::Both));
}

/// Clips that were put together have a body that stands, then one that falls already: the apex of such a flight lies before it.
#[test]
fn a_stand_that_becomes_a_fall_is_refused_in_words() {
    let [stand, run] = ["jump", "run"].map(|name| Sample::find(name).unwrap().clip());
    let flight = extract(&run, &ExtractSettings::default()).unwrap().flights[2].frames;
    let falls = flight.first + flight.len() * 7 / 10;
    let mut joined = Clip::builder("joined", run.skeleton().clone(), run.rate(), &[]);
    for pose in stand.frames().take(20).chain(run.frames().skip(falls)) {
        joined.push(&pose.to_pose()).unwrap();
    }
    let found = extract(&joined.finish().unwrap(), &ExtractSettings::default()).unwrap();
    let told = |refusal: &Refusal| refusal.reason.contains("no frame lies between");
    assert!(found.refusals.iter().any(told), "{:?}", found.refusals);
}

#[test]
fn a_place_on_the_floor_changes_nothing() {
    let clip = Sample::find("leap").unwrap().clip();
    let moved = segue_motion::Ground::new(2.0, 30.0, -7.0).move_clip(&clip);
    let [here, there] =
        [&clip, &moved].map(|clip| extract(clip, &ExtractSettings::default()).unwrap().stances);
    assert_eq!(here.len(), there.len());
    for (a, b) in here.iter().zip(&there) {
        let apart = a.stance.params().distance(b.stance.params());
        assert!(apart < 0.02, "{} | {}", a.stance.params(), b.stance.params());
    }
}

/// A whole turn about the vertical in the flight between two jumps ends as it began: only from frame to frame is it seen.
#[test]
fn a_whole_turn_in_the_air_is_not_lost() {
    let clip = Sample::find("jump-again").unwrap().clip();
    let flight = extract(&clip, &ExtractSettings::default()).unwrap().flights[1].frames;
    let (first, last) = (flight.first as f32, flight.last as f32);
    for turns in [0.5, 1.0, 1.5] {
        let spun = clip.map_poses(|frame, pose| {
            let share = ((frame as f32 - first) / (last - first)).clamp(0.0, 1.0);
            let turn = Quat::from_rotation_y(turns * std::f32::consts::TAU * share);
            (pose.root, pose.rotations[0]) = (turn * pose.root, turn * pose.rotations[0]);
        });
        let found = extract(&spun.unwrap(), &ExtractSettings::default()).unwrap();
        let mut whole = 0.0;
        for one in &found.stances[1..3] {
            let simulation = simulate(&one.stance, 256);
            let at = |i: usize| simulation.orientation_at(one.stance.end_secs() * i as f64 / 400.0);
            let steps = (0..400).map(|i| {
                let step = at(i + 1) * at(i).conjugate();
                if step.w < 0.0 { -step } else { step }.to_scaled_axis().y
            });
            whole += steps.sum::<f64>() / std::f64::consts::TAU;
            let off = one.orientation_rms.to_degrees();
            assert!(off < 3.0, "{turns} turns, {}: {off}° off", one.stance.name());
        }
        assert!((whole - f64::from(turns)).abs() < 0.1, "{whole} turns of {turns}");
    }
}

#[test]
fn clips_without_flight_are_refused_by_name() {
    let settings = ExtractSettings::default();
    let walk = extract(&Sample::find("walk").unwrap().clip(), &settings).unwrap_err().to_string();
    assert!(
        walk.contains("no stance in clip `walk`") && walk.contains("on the ground at all times"),
        "{walk}"
    );
    let run = Sample::find("run").unwrap().clip();
    let twice = run.clone().with_rate(120.0).unwrap();
    let fast = extract(&twice, &settings).unwrap_err().to_string();
    assert!(fast.contains("not in free fall") && fast.contains("rate"), "{fast}");
    let light = extract(&run, &ExtractSettings { mass: 0.0, ..settings }).unwrap_err().to_string();
    assert!(light.contains("a mass of 0 kg"), "{light}");
    let stiff = extract(&run, &ExtractSettings { torque_points: 3, ..settings }).unwrap_err().to_string();
    assert!(stiff.contains("torque points is 3"), "{stiff}");
    assert!(samples().len() > 60);
}

#[test]
fn nearly_all_built_in_stances_are_plausible() {
    let clips: Vec<Clip> = RUNS_AND_JUMPS.map(|name| Sample::find(name).unwrap().clip()).to_vec();
    let stances = gather(&clips, &ExtractSettings::default(), false).stances;
    let mut plausible = 0;
    for stance in &stances {
        let judgement = judge(stance, &Limits::default());
        plausible += usize::from(judgement.is_plausible());
        judgement.violations().iter().for_each(|violation| println!("{}: {violation}", stance.name()));
    }
    println!("{plausible} of {} are plausible", stances.len());
    assert!(10 * plausible >= 9 * stances.len(), "{plausible} of {}", stances.len());
}
