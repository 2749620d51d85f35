//! Parameterized motions of synthetic actors with known truth.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::LazyLock;

use proptest::prelude::*;
use segue_actors::{Kick, Performance, Reach, TurnInPlace};
use segue_blend::quality::Quality;
use segue_blend::{CleanUp, InterpolateSettings, PlayerSettings, clean_up};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, PointId};
use segue_parametric::{
    Answer, BuildSettings, Control, Function, MeasureError, MeasuredBlend, Measures, Parametric,
    ParametricError, ParametricFileError, Unit,
};
use segue_register::{RegisterSettings, Registration, register, register_through};
use segue_store::ContainerError;

fn kick(height: f64, aside: f64) -> Performance {
    Kick { height, aside, ..Kick::default() }.perform().unwrap()
}

fn kicks() -> Vec<Clip> {
    let places = [(0.6, -15.0), (0.6, 20.0), (0.9, 0.0), (1.2, -20.0), (1.25, 15.0), (1.0, 18.0)];
    places.iter().map(|&(height, aside)| kick(height, aside).clip).collect()
}

/// The clips on the skeleton of the first.
fn set<'a>(clips: impl IntoIterator<Item = &'a Clip>) -> ClipSet {
    ClipSet::of(clips.into_iter().cloned()).unwrap()
}

fn build(clips: &[Clip], measure: &str) -> Result<Parametric, ParametricError> {
    Parametric::build(&set(clips), &[], measure, &BuildSettings::default())
}

/// Height and side of a kick.
static KICKS: LazyLock<Parametric> =
    LazyLock::new(|| build(&kicks(), "ankle.r.y @apex, ankle.r.x @apex").unwrap());

#[test]
fn what_blends_reach_is_met_to_the_millimetre() {
    let evaluation = KICKS.evaluate(200, 7).unwrap().unwrap();
    assert!(evaluation.all_valid);
    assert!(evaluation.after.median < 0.001, "{evaluation:?}");
    assert!(evaluation.after.percentile_99 < 0.005, "{evaluation:?}");
    assert!(evaluation.after.median < evaluation.before.median, "{evaluation:?}");
}

#[test]
fn the_examples_are_answered_by_themselves() {
    for (n, sample) in KICKS.samples()[..6].iter().enumerate() {
        let answer = KICKS.at(&sample.parameters).unwrap();
        assert!((answer.weights[n] - 1.0).abs() < 1e-6, "{answer:?}");
        assert!(answer.is_reached());
    }
}

/// Three examples are enough for two parameters, and the choices differ in their examples.
#[test]
fn what_can_be_reached_is_made_of_few_examples() {
    let targets = (0..20).filter_map(|number| KICKS.random_target(3, number).unwrap());
    let few = |target: &Vec<f64>| {
        let answer = KICKS.at(target).unwrap();
        assert!(answer.is_reached(), "{answer:?}");
        answer.weights.iter().filter(|weight| **weight != 0.0).count() <= 3
    };
    let (all, of_few) =
        targets.fold((0, 0), |(all, of_few), target| (all + 1, of_few + usize::from(few(&target))));
    assert!(of_few * 10 >= all * 9, "{of_few} of {all}");
    let choices = KICKS.choices(&[0.9, 0.1]).unwrap();
    assert!(choices.len() > 1 && choices.iter().all(Answer::is_reached), "{choices:?}");
    assert_ne!(choices[0].weights, choices[1].weights);
    let same = KICKS.near(&choices[0], &[0.91, 0.1]).unwrap();
    let none_more =
        same.weights.iter().zip(&choices[0].weights).all(|(after, before)| *before != 0.0 || *after == 0.0);
    assert!(none_more, "{same:?} {:?}", choices[0]);
}

#[test]
fn a_kick_goes_where_it_is_told() {
    let answer = KICKS.at(&[0.8, 0.0]).unwrap();
    let clip = KICKS.blend(&answer.weights, &InterpolateSettings::default()).unwrap();
    let [low, high] = [0.6, 1.2].map(|height| (height - 0.8f64).abs());
    let ankle = clip.skeleton().find("RightFoot").unwrap();
    let table = segue_motion::PointTable::new(&clip);
    let highest = table.path(PointId::joint(ankle)).map(|place| place.y).fold(0.0, f32::max);
    let off = (f64::from(highest) - answer.reached[0]).abs();
    assert!(
        off < 0.1 && off < low.min(high),
        "the blend itself kicks as high: {highest} for {:?}",
        answer.reached
    );
}

/// A hand that drags sees the foot within 2 cm of where the finished motion puts it; the sum of the weights stays 1.
#[test]
fn a_first_answer_is_near_the_last() {
    let heights = (0..7).map(|n| 0.6 + 0.1 * f64::from(n));
    for target in heights.flat_map(|height| [-0.1, 0.0, 0.1].map(|aside| [height, aside])) {
        let (first, last) = (KICKS.first(&target).unwrap(), KICKS.at(&target).unwrap());
        assert!((first.weights.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{first:?}");
        assert!(
            first.off_metres < last.off_metres + 0.02,
            "{target:?}: {} {}",
            first.off_metres,
            last.off_metres
        );
    }
    assert!(matches!(KICKS.first(&[f64::NAN, 0.0]), Err(ParametricError::NotFinite { .. })));
}

#[test]
fn requests_far_outside_give_the_nearest_that_can_be_done() {
    let answer = KICKS.at(&[9.0, 0.0]).unwrap();
    assert!(!answer.is_reached() && answer.off_metres > 5.0);
    let highest = KICKS.reach()[0][1];
    assert!(answer.reached[0] > highest - 0.15, "{:?} of {highest}", answer.reached);
    let wrong = |target: &[f64]| KICKS.at(target).unwrap_err();
    assert!(matches!(wrong(&[1.0]), ParametricError::Dimensions { found: 1, expected: 2, .. }));
    assert!(matches!(wrong(&[f64::NAN, 0.0]), ParametricError::NotFinite { .. }));
}

/// A finished motion is measured by itself, where it is farthest out.
#[test]
fn a_clip_is_measured_at_its_own_apex() {
    for (n, (id, clip)) in KICKS.examples().iter().enumerate() {
        let mut weights = vec![0.0; 6];
        weights[n] = 1.0;
        let measured = KICKS.measure_clip(clip, &weights).unwrap();
        let moment = measured.moments[0].unwrap();
        let ankle = clip.skeleton().find("RightFoot").unwrap();
        let table = segue_motion::PointTable::new(clip);
        let height = f64::from(table.at(moment.frame, PointId::joint(ankle)).y);
        assert!((measured.values[0] - height).abs() < 1e-5, "{id}: {measured:?}");
        assert!((moment.secs * clip.rate() - moment.frame as f64).abs() < 1e-6);
        assert!(moment.behind.abs() <= 0.5);
        assert!((measured.values[0] - KICKS.samples()[n].parameters[0]).abs() < 0.05, "{measured:?}");
    }
}

#[test]
fn every_coordinate_of_the_final_place_is_a_measure() {
    let measures = Measures::parse("root.final.z, root.final.x, root.final").unwrap();
    assert_eq!(measures.names(), ["root.final.z", "root.final.x", "root.final.x", "root.final.z"]);
    assert_eq!(measures.units(), [Unit::Metres; 4]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn all_weights_are_valid(height in -2.0..4.0f64, side in -3.0..3.0f64) {
        let answer = KICKS.at(&[height, side]).unwrap();
        prop_assert!(KICKS.settings().valid.holds(&answer.weights), "{answer:?}");
        if answer.is_reached() {
            prop_assert!(answer.off_metres <= answer.off_before_metres);
        } else {
            // What cannot be done looks like the action: few examples, none of them against itself.
            prop_assert!(answer.weights.iter().all(|&weight| weight >= 0.0), "{answer:?}");
            prop_assert!(answer.weights.iter().filter(|&&weight| weight > 0.0).count() <= 3, "{answer:?}");
        }
        prop_assert!(answer.reached.iter().all(|value| value.is_finite()));
    }
}

#[test]
fn bytes_give_the_motion_back() {
    let bytes = KICKS.encode();
    let again = Parametric::decode(&bytes, KICKS.examples().clone()).unwrap();
    assert_eq!(again.samples().len(), KICKS.samples().len());
    let [first, second] = [&*KICKS, &again].map(|kicks| kicks.at(&[0.8, 0.1]).unwrap());
    assert!((first.off_metres - second.off_metres).abs() < 1e-3);
    assert!(again.evaluate(50, 3).unwrap().unwrap().all_valid, "rounding keeps samples valid");
    assert_eq!(
        build(&kicks(), KICKS.measures().text()).unwrap().encode(),
        bytes,
        "the same seed gives the same bytes"
    );

    let decode = |bytes: &[u8]| Parametric::decode(bytes, KICKS.examples().clone()).map(|_| ());
    let is_other = |error: &ContainerError| matches!(error, ContainerError::NotSegue { .. });
    assert!(matches!(decode(b"HIERARCHY"), Err(ParametricFileError::Stored(error)) if is_other(&error)));
    let older = decode(b"SEGUEPAR\x02 as Segue 0.1 wrote it").unwrap_err().to_string();
    assert!(older.contains("version 2, this program reads version 3"), "{older}");
    for cut in (9..bytes.len()).step_by(97) {
        assert!(decode(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    let fewer = set(KICKS.examples().clips().skip(1));
    assert!(matches!(Parametric::decode(&bytes, fewer), Err(ParametricFileError::Registration(_))));
}

#[test]
fn every_way_to_be_wrong_is_named() {
    let clips = kicks();
    let error = |clips: &[Clip], measure: &str| build(clips, measure).map(|_| ()).unwrap_err();
    assert!(matches!(error(&clips[..2], "ankle.r"), ParametricError::TooFew { found: 2, dimensions: 3 }));
    let same = [kick(1.0, 0.0).clip, kick(1.0, 0.0).clip];
    assert!(matches!(error(&same, "ankle.r.y @apex"), ParametricError::AllSame { .. }));
    let ParametricError::Measure(MeasureError::NoJoint { near, .. }) = error(&clips, "RightFot.y @apex")
    else {
        panic!()
    };
    assert!(near.iter().any(|name| name == "'RightFoot'"), "{near:?}");
    assert!(matches!(
        error(&clips, "com.y @landing"),
        ParametricError::Measure(MeasureError::NoMoment { .. })
    ));
    assert!(matches!(
        error(&clips, "ankle.r.y @9999"),
        ParametricError::Measure(MeasureError::NoMoment { .. })
    ));
    assert!(matches!(error(&clips, "ankle.q"), ParametricError::Measure(MeasureError::Syntax { .. })));
}

#[test]
fn parameters_may_change_every_frame() {
    let mut control = Control::new(&KICKS, PlayerSettings::default()).unwrap();
    let mut pose = KICKS.ensemble().rest_pose();
    for frame in 0..60 {
        let height = 0.7 + 0.4 * f64::from(frame) / 60.0;
        control.step(1.0 / 60.0, &[height, 0.0], &mut pose).unwrap();
        assert!(KICKS.settings().valid.holds(control.weights()));
        assert!(pose.root.is_finite());
    }
    assert!(control.step(0.01, &[f64::NAN, 0.0], &mut pose).is_err());
    assert!(control.step(f64::NAN, &[0.7, 0.0], &mut pose).is_err());
    assert!(control.step(0.01, &[0.7], &mut pose).is_err());
    assert!(control.following_within(-1.0).is_err());
}

/// The largest change of an ankle's velocity from frame to frame, in m/s, when the height asked for jumps in the middle.
fn jolt(follow_secs: f64, heights: [f64; 2]) -> f32 {
    let control = Control::new(&KICKS, PlayerSettings::default()).unwrap();
    let mut control = control.following_within(follow_secs).unwrap();
    let skeleton = KICKS.ensemble().skeleton().clone();
    let ankle = skeleton.find("RightFoot").unwrap();
    let (mut pose, mut world, mut places) = (KICKS.ensemble().rest_pose(), Vec::new(), Vec::new());
    let [start, end] = KICKS.ensemble().registration().range();
    while !control.has_ended() {
        let height = heights[usize::from(control.player().u() > f64::midpoint(start, end))];
        control.step(1.0 / 120.0, &[height, 0.0], &mut pose).unwrap();
        pose.world_from_joints(&skeleton, &mut world);
        places.push(world[ankle.index()].translation);
    }
    let bend = |three: &[glam::Vec3]| (three[2] - 2.0 * three[1] + three[0]).length() * 120.0;
    places.windows(3).map(bend).fold(0.0, f32::max)
}

#[test]
fn a_jump_of_the_parameters_is_no_jump_of_the_pose() {
    let [smooth, steady] = [jolt(0.15, [0.7, 1.1]), jolt(0.15, [1.1, 1.1])];
    let sudden = jolt(0.0, [0.7, 1.1]);
    assert!(sudden > 3.0 * steady, "without following it jumps: {sudden} and {steady} m/s");
    assert!(smooth < 1.5 * steady, "{smooth} m/s, {steady} m/s without a change");
}

#[test]
fn after_the_end_the_last_pose_is_held_until_it_begins_anew() {
    let mut control = Control::new(&KICKS, PlayerSettings::default()).unwrap();
    let mut pose = KICKS.ensemble().rest_pose();
    control.step(0.0, &[0.8, 0.0], &mut pose).unwrap();
    let first = pose.clone();
    let mut steps = 0;
    while !control.has_ended() {
        control.step(0.1, &[0.8, 0.0], &mut pose).unwrap();
        steps += 1;
        assert!(steps < 1000, "it ends");
    }
    let last = pose.clone();
    let progress = control.step(0.1, &[1.2, 0.1], &mut pose).unwrap();
    assert!((progress.left_secs - 0.1).abs() < 1e-9 && pose == last, "{progress:?}");
    control.restart(segue_motion::Ground::IDENTITY);
    control.step(0.0, &[0.8, 0.0], &mut pose).unwrap();
    assert!(!control.has_ended() && (pose.root - first.root).length() < 1e-5);
}

#[test]
fn examples_that_others_make_up_for_can_be_left_out() {
    let clips: Vec<Clip> =
        [0.9, 0.6, 0.7, 0.8, 1.0, 1.1, 1.2].iter().map(|&height| kick(height, 0.0).clip).collect();
    let all = build(&clips, "ankle.r.y @apex").unwrap();
    let left_out = all.prunable(0.005).unwrap();
    assert!((3..=5).contains(&left_out.len()) && !left_out.contains(&ClipId::FIRST), "{left_out:?}");
    let kept: Vec<Clip> =
        all.examples().ids().filter(|n| !left_out.contains(n)).map(|n| clips[n.index()].clone()).collect();
    let few = build(&kept, "ankle.r.y @apex").unwrap();
    for sample in &all.samples()[..clips.len()] {
        let off = few.at(&sample.parameters).unwrap().off_metres;
        assert!(off <= 0.01, "{off} m for {:?}", sample.parameters);
    }
    assert!(all.prunable(0.0).unwrap().len() < left_out.len() + 1);
}

/// From up to down in steps, with times of their own: up and down do not look alike, neighbours do.
fn reaches(heights: &[f64], hold: f64, seed: u64) -> Vec<Performance> {
    let reach =
        |(seed, &height): (u64, &f64)| Reach { target: [-0.2, height, 0.4], seed, hold, ..Reach::default() };
    (seed..).zip(heights).map(|place| reach(place).perform().unwrap()).collect()
}

/// How far the goal of the last clip is from where the registration puts that of the first, in frames of 1/30 s.
fn goal_off(registration: &Registration, first: &Performance, last: &Performance) -> f64 {
    let goal = |done: &Performance| done.truth.segments[0].goal.unwrap() / done.clip.rate();
    let timewarp = registration.timewarp();
    let found = timewarp.at(ClipId::new(timewarp.clips() - 1), timewarp.u_at(ClipId::FIRST, goal(first)));
    (found - goal(last)).abs() * 30.0
}

fn settings() -> RegisterSettings {
    RegisterSettings { reference: Some(ClipId::FIRST), force: true, ..RegisterSettings::default() }
}

#[test]
fn far_apart_reaches_meet_at_their_goals_through_those_between() {
    for (hold, seed) in [(0.0, 0), (0.2, 100), (0.5, 200), (1.0, 300)] {
        let done = reaches(&[1.85, 1.6, 1.35, 1.1, 0.85, 0.6, 0.4], hold, seed);
        let clips = set(done.iter().map(|done| &done.clip));
        let links: Vec<[ClipId; 2]> = (1..clips.len()).map(|n| [n - 1, n].map(ClipId::new)).collect();
        let [up, down] = [&done[0], &done[clips.len() - 1]];
        let direct = register(&set([&up.clip, &down.clip]), &settings()).unwrap();
        let direct = goal_off(&direct, up, down);
        assert!(direct > 15.0, "plain timewarping mistimes them: {direct} frames");
        for n in 1..done.len() {
            let pair = [&done[n - 1], &done[n]];
            let found = register_through(&set(pair.map(|done| &done.clip)), &[], &settings()).unwrap();
            let off = goal_off(&found, pair[0], pair[1]);
            assert!(off <= 1.0, "neighbours {n}, hold {hold} s: {off} frames");
        }
        for links in [&links[..], &[]] {
            let through = register_through(&clips, links, &settings()).unwrap();
            let through = goal_off(&through, up, down);
            assert!(through <= 2.0, "hold {hold} s: {through} frames, {direct} directly");
        }
    }
}

#[test]
fn what_aligns_better_directly_does() {
    let done = reaches(&[1.2, 0.4, 1.25], 0.0, 0);
    let clips = set(done.iter().map(|done| &done.clip));
    let link = |ends: [usize; 2]| ends.map(ClipId::new);
    let round = register_through(&clips, &[link([0, 1]), link([1, 2])], &settings()).unwrap();
    let direct = register_through(&set([&done[0].clip, &done[2].clip]), &[], &settings()).unwrap();
    let [round, direct] = [round, direct].map(|found| goal_off(&found, &done[0], &done[2]));
    assert!((round - direct).abs() < 0.2 && direct <= 1.0, "{round} and {direct} frames");
    let missing = register_through(&clips, &[link([0, 9])], &settings()).unwrap_err();
    assert!(missing.to_string().contains("clip of a link"), "{missing}");
}

#[test]
fn qualities_are_interpolated_and_stored() {
    let clips = kicks();
    let examples = set(&clips);
    let moods = vec![0.0, 0.2, 0.4, 0.6, 0.8, 1.0];
    let build = |text: &str, values: Vec<f64>| {
        let measures = Measures::parse(text).unwrap().with_given("mood", values).unwrap();
        Parametric::build_measuring(&examples, &[], measures, &BuildSettings::default())
    };
    let only = build("given(mood)", moods.clone()).unwrap();
    assert_eq!(only.samples().len(), clips.len(), "nothing is sampled");
    let answer = only.at(&[0.5]).unwrap();
    assert!(answer.is_reached() && only.settings().valid.holds(&answer.weights), "{answer:?}");
    let mean: f64 = answer.weights.iter().zip(&moods).map(|(weight, mood)| weight * mood).sum();
    assert!((mean - 0.5).abs() < 1e-4, "{mean}");
    assert!(!only.at(&[7.0]).unwrap().is_reached());

    let both = build("ankle.r.y @apex, given(mood)", moods).unwrap();
    assert!(both.samples().len() > clips.len());
    assert_eq!(both.measures().names(), ["ankle.r.y @apex", "mood"]);
    let again = Parametric::decode(&both.encode(), both.examples().clone()).unwrap();
    let target = both.random_target(1, 2).unwrap().unwrap();
    assert!(again.at(&target).unwrap().off_metres < 0.001);

    let error = |text: &str, values: Vec<f64>| build(text, values).map(|_| ()).unwrap_err();
    assert!(matches!(
        error("given(mood)", vec![1.0]),
        ParametricError::Measure(MeasureError::GivenCount { found: 1, expected: 6, .. })
    ));
    assert!(matches!(error("given(mood)", vec![0.5; 6]), ParametricError::AllSame { .. }));
    let with = |name: &str, value: f64| Measures::parse("given(mood)").unwrap().with_given(name, vec![value]);
    assert!(matches!(with("temper", 1.0), Err(MeasureError::NotNamed { .. })));
    assert!(matches!(with("mood", f64::NAN), Err(MeasureError::NotFinite { .. })));
}

#[test]
fn turns_and_spans_are_measured() {
    let turning = |degrees: f64| {
        TurnInPlace { angle: degrees.to_radians(), ..TurnInPlace::default() }.perform().unwrap().clip
    };
    let turns = [turning(90.0), turning(60.0), turning(120.0)];
    let measured = built(&turns, "turn(root).y @end, max(spin(root))");
    let facing = built(&turns, "facing.final");
    for (own, facing) in measured.samples().iter().zip(facing.samples()).take(3) {
        assert!((own.parameters[0] - facing.parameters[0]).abs() < 3.0, "{own:?} {facing:?}");
        assert!(own.parameters[1] > 30.0 && own.parameters[1] < 600.0, "{own:?}");
    }
    let clips = kicks();
    let goal = kick(0.6, -15.0).truth.segments[0].goal.unwrap() as usize;
    let [from, to] = [goal - 4, goal + 4];
    let near = built(&clips, &format!("mean(ankle.r.y @{from}-{to})")).reach()[0][0];
    let all = built(&clips, "mean(ankle.r.y)").reach()[0][0];
    assert!(near > all + 0.15, "{near} about the goal, {all} in all");
    assert!(matches!(
        build(&clips, "max(ankle.r.y @20-10)"),
        Err(ParametricError::Measure(MeasureError::NoMoment { .. }))
    ));
    assert!(matches!(
        build(&clips, "turn(com) @end"),
        Err(ParametricError::Measure(MeasureError::NoJoint { .. }))
    ));
}

#[test]
fn functions_of_ones_own_are_measures() {
    let clips = kicks();
    let examples = set(&clips);
    let ankle = PointId::joint(clips[0].skeleton().find("RightFoot").unwrap());
    let highest = move |take: &MeasuredBlend<'_>| {
        take.frames().iter().map(|frame| f64::from(take.place(frame, ankle).y)).fold(0.0, f64::max)
    };
    let function = Function::new("highest", Unit::Metres, highest);
    let build = |text: &str, function: Function| {
        let measures = Measures::parse(text).unwrap().with_function(function).unwrap();
        Parametric::build_measuring(&examples, &[], measures, &BuildSettings::default())
    };
    let own = build("function(highest)", function.clone()).unwrap();
    let written = built(&clips, "max(ankle.r.y)");
    for (own, written) in own.samples().iter().zip(written.samples()).take(clips.len()) {
        assert!((own.parameters[0] - written.parameters[0]).abs() < 1e-6, "{own:?} {written:?}");
    }
    assert!(own.at(&[0.9]).unwrap().is_reached());
    let bytes = own.encode();
    let decode = |functions: &[Function]| Parametric::decode_with(&bytes, set(&clips), functions);
    assert!(decode(&[function]).unwrap().at(&[0.9]).unwrap().is_reached());
    assert!(matches!(decode(&[]), Err(ParametricFileError::Measure(MeasureError::NoFunction { .. }))));
    let undefined = Function::new("highest", Unit::Metres, |_: &MeasuredBlend<'_>| f64::NAN);
    assert!(matches!(build("function(highest)", undefined), Err(ParametricError::Undefined { .. })));
}

/// [`build`] of what is known to work.
fn built(clips: &[Clip], measure: &str) -> Parametric {
    build(clips, measure).unwrap()
}

/// The worst drift of a planted point in blends for random targets, feet held, in mm.
fn drift_mm(parametric: &Parametric) -> f64 {
    let mut worst = 0.0f64;
    for number in 0..8 {
        let Some(target) = parametric.random_target(3, number).unwrap() else { continue };
        let answer = parametric.at(&target).unwrap();
        let traced = parametric.blend_traced(&answer.weights, &InterpolateSettings::default());
        let (clip, trace) = traced.unwrap();
        let anatomy = Anatomy::of(clip.skeleton());
        let clean = clean_up(&clip, &trace, parametric.examples(), &CleanUp::default()).unwrap().clip;
        let quality = Quality::of(&clean, &anatomy);
        assert!(quality.skate.is_some(), "a foot is planted");
        assert!(quality.penetration.worst_cm < 2.0, "{quality:?}");
        worst = worst.max(quality.skate.map_or(0.0, |skate| skate.worst_drift_mm));
    }
    worst
}

#[test]
fn the_foot_that_stands_stays_where_it_is() {
    let kicks = drift_mm(&KICKS);
    let reached: Vec<Clip> =
        reaches(&[1.6, 1.2, 0.8, 0.5], 0.2, 5).into_iter().map(|done| done.clip).collect();
    let reaches = drift_mm(&build(&reached, "wrist.r.y @apex").unwrap());
    assert!(kicks < 1.0 && reaches < 1.0, "kicks {kicks} mm, reaches {reaches} mm");
}
