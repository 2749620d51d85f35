//! Chains of stances as motions of the whole body.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::LazyLock;

use glam::DVec3;
use segue_actors::{RUNS_AND_JUMPS, Sample};
use segue_blend::quality::Quality;
use segue_motion::{Anatomy, Body, Clip, ClipSet, ConstraintKind, JointId, MassTable, PointTable, Side};
use segue_stance::{
    AimSettings, Block, Camera, ComposeSettings, Composed, Drawing, ExtractSettings, FindSettings, Params,
    Request, Scene, Sketch, StanceError, StanceKind, StanceLibrary, TrySettings, aim, clips_of, compose,
    compose_in, extract, gather, plan,
};

pub(crate) static CLIPS: LazyLock<Vec<Clip>> =
    LazyLock::new(|| RUNS_AND_JUMPS.iter().filter_map(|name| Sample::find(name)).map(Sample::clip).collect());

pub(crate) static LIBRARY: LazyLock<StanceLibrary> = LazyLock::new(|| {
    let stances = gather(&CLIPS, &ExtractSettings::default(), true).stances;
    StanceLibrary::new(stances, &TrySettings::default())
});

/// At which knees are looked at, whatever the rate of a clip: that of composed ones.
const STEPS_PER_SEC: f64 = 60.0;

fn composed(requests: &[Params]) -> Composed {
    made(&requests.iter().copied().map(Request::from).collect::<Vec<_>>())
}

fn made(requests: &[Request]) -> Composed {
    let links = plan(&LIBRARY, requests, &FindSettings::default()).unwrap();
    for link in &links {
        println!(
            "{} {:?} value {:.2}{}",
            link.found.warped.stance.name(),
            link.found.warped.stance.params(),
            link.found.judgement.value,
            link.instead_of.map_or(String::new(), |wanted| format!(" instead of {wanted}"))
        );
    }
    let clips = clips_of(&links, &CLIPS).unwrap();
    let composed = compose(&links, &clips, &ComposeSettings::default()).unwrap();
    println!("{:?}", composed.notes);
    composed
}

/// Feet stand, flights fall, nothing jumps at apexes.
fn check(made: &Composed) {
    let anatomy = Anatomy::of(made.clip.skeleton());
    let quality = Quality::of(&made.clip, &anatomy);
    let skate = quality.skate.unwrap();
    println!(
        "{} frames; centre {:.2} mm off, ankle {:.1} mm; skate {:.2} cm/s, drift {:.1} mm; knee {:.1?}°; sinks {:.1} cm",
        made.clip.len(),
        1000.0 * made.centre_off,
        1000.0 * made.ankle_off,
        skate.cm_per_sec,
        skate.worst_drift_mm,
        quality.knee_pop_degrees,
        quality.penetration.worst_cm
    );
    assert!(made.centre_off < 0.01, "{}", made.centre_off);
    check_knees(made, &anatomy);
    assert!(made.ankle_off < 0.001, "{}", made.ankle_off);
    assert!(skate.worst_drift_mm < 2.0, "{skate:?}");
    let body = Body::new(made.clip.skeleton(), &anatomy, &MassTable::default(), 70.0).unwrap();
    let path = body.path_of(&PointTable::new(&made.clip));
    check_flights(made, &path);
    check_apexes(made, &path);
}

/// The fastest that a knee turns, in degrees per second, and when.
fn knee_speed(clip: &Clip, anatomy: &Anatomy) -> (f64, f64) {
    let angles = |secs: f64| {
        let mut world = Vec::new();
        clip.sample(secs * clip.rate()).world_from_joints(clip.skeleton(), &mut world);
        let at = |joint: JointId| world[joint.index()].translation.as_dvec3();
        Side::BOTH.map(|side| {
            let leg = anatomy.leg(side).unwrap();
            (at(leg.hip) - at(leg.knee)).angle_between(at(leg.ankle) - at(leg.knee)).to_degrees()
        })
    };
    let steps = (clip.duration_secs() * STEPS_PER_SEC).floor() as usize;
    let rows: Vec<[f64; 2]> = (0..=steps).map(|step| angles(step as f64 / STEPS_PER_SEC)).collect();
    let speed = |pair: &[[f64; 2]]| {
        (0..2).map(|leg| STEPS_PER_SEC * (pair[1][leg] - pair[0][leg]).abs()).fold(0.0, f64::max)
    };
    rows.windows(2).map(speed).enumerate().fold((0.0, 0.0), |most, (step, speed)| {
        if speed > most.0 { (speed, step as f64 / STEPS_PER_SEC) } else { most }
    })
}

/// No knee turns much faster than the fastest of the clips, which are runs and jumps all.
fn check_knees(made: &Composed, anatomy: &Anatomy) {
    let own = CLIPS.iter().map(|clip| knee_speed(clip, &Anatomy::of(clip.skeleton())).0).fold(0.0, f64::max);
    let (speed, secs) = knee_speed(&made.clip, anatomy);
    println!("knees turn by {speed:.0}°/s at most, at {secs:.2} s; in the clips by {own:.0}");
    assert!(speed < 1.25 * own, "a knee turns by {speed}°/s at {secs} s, in the clips by {own} at most");
}

/// The frames between contacts.
fn flights(made: &Composed) -> Vec<Vec<usize>> {
    let rate = made.clip.rate();
    let ends = made.contact_secs.windows(2).map(|pair| [pair[0][1], pair[1][0]]);
    ends.map(|[from, to]| ((from * rate).ceil() as usize..=(to * rate).floor() as usize).collect()).collect()
}

/// The gravity of a parabola fitted to a flight.
fn fitted_gravity(path: &[DVec3], frames: &[usize], rate: f64) -> f64 {
    // With the times centred, t² − mean(t²) is orthogonal to 1 and t.
    let middle = frames.iter().sum::<usize>() as f64 / frames.len() as f64;
    let squares: Vec<f64> = frames.iter().map(|&frame| ((frame as f64 - middle) / rate).powi(2)).collect();
    let mean = squares.iter().sum::<f64>() / squares.len() as f64;
    let (top, bottom) = frames.iter().zip(&squares).fold((0.0, 0.0), |(top, bottom), (&frame, square)| {
        (top + (square - mean) * path[frame].y, bottom + (square - mean).powi(2))
    });
    -2.0 * top / bottom
}

fn check_flights(made: &Composed, path: &[DVec3]) {
    let fitted: Vec<f64> = flights(made)
        .iter()
        .filter(|frames| frames.len() >= 4)
        .map(|frames| fitted_gravity(path, frames, made.clip.rate()))
        .collect();
    println!("flights fall at {fitted:.3?} m/s²");
    assert!(!fitted.is_empty());
    for g in fitted {
        assert!((g - 9.81).abs() < 0.02 * 9.81, "a flight falls at {g}");
    }
}

/// Velocity, turn and joints go on smoothly where stances meet.
fn check_apexes(made: &Composed, path: &[DVec3]) {
    let rate = made.clip.rate();
    for &apex in &made.apex_secs[1..made.apex_secs.len() - 1] {
        let frame = (apex * rate).round() as usize;
        let sped = (path[frame + 1] - 2.0 * path[frame] + path[frame - 1]) * rate + DVec3::Y * 9.81 / rate;
        assert!(sped.length() < 0.02, "at the apex the velocity jumps by {sped} m/s");
        let turned = |frame: usize| {
            let [a, b] = [frame, frame + 1].map(|frame| made.clip.frame(frame).rotations[0].as_dquat());
            let turn = b * a.conjugate();
            (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis() * rate
        };
        let jump = (turned(frame) - turned(frame - 1)).length().to_degrees();
        let before = (turned(frame - 2) - turned(frame - 3)).length().to_degrees();
        let after = (turned(frame + 3) - turned(frame + 2)).length().to_degrees();
        println!(
            "apex at {apex:.2} s: velocity {:.4} m/s, turn {jump:.1}°/s (beside it {before:.1}, {after:.1})",
            sped.length()
        );
        assert!(jump < 1.5 * before.max(after).max(20.0), "at the apex the turn jumps by {jump}°/s");
    }
}

#[test]
fn a_run_goes_on() {
    let run = Params { zs: 0.96, ze: 0.96, vs: 4.2, ve: 4.2, vp: 0.0, x: 1.38 };
    let made = composed(&[run; 4]);
    check(&made);
    let feet: Vec<_> = made.clip.constraints().iter().map(|(kind, ranges)| (kind, ranges.len())).collect();
    assert!(feet.len() >= 2, "{feet:?}");
}

#[test]
fn a_leap_out_of_a_run() {
    let run = Params { zs: 0.96, ze: 0.97, vs: 3.6, ve: 3.6, vp: 0.0, x: 1.28 };
    let leap = Params { zs: 0.97, ze: 1.10, vs: 3.6, ve: 3.4, vp: 0.0, x: 1.54 };
    let land = Params { zs: 1.10, ze: 0.96, vs: 3.4, ve: 3.3, vp: 0.0, x: 1.5 };
    check(&composed(&[run, leap, land, Params { vs: 3.3, ve: 3.3, x: 1.2, ..run }]));
}

/// A sketch of arcs between contacts, seen by a camera.
fn drawn(camera: Camera, scene: Scene, contacts: &[[f64; 4]], speeds: &[f64]) -> Sketch {
    let (mut path, mut shadow) = (Vec::new(), Vec::new());
    for (ends, speed) in contacts.windows(2).zip(speeds) {
        let [from, to] = [ends[0], ends[1]].map(|[x, y, z, _]| DVec3::new(x, y, z));
        let length = (to - from).with_y(0.0).length();
        let [low, high] = [from.y + ends[0][3], to.y + ends[1][3]];
        for i in 0..60 {
            let share = f64::from(i) / 59.0;
            let ground = from.lerp(to, share);
            let bulge = 9.81 / (2.0 * speed * speed) * length * length * share * (1.0 - share);
            path.push(camera.project(ground.with_y(low + (high - low) * share + bulge)).unwrap().to_array());
            shadow.push(
                camera.project(ground.with_y(if share < 0.5 { from.y } else { to.y })).unwrap().to_array(),
            );
        }
    }
    let paths = vec![Drawing { path, shadow, ..Drawing::default() }];
    let mut sketch = Sketch::new(camera, scene, paths);
    sketch.figure = Some(LIBRARY.figure());
    sketch
}

/// The sketch as it is recorded, read again, planned, aimed and composed in its scene.
fn from_sketch(sketch: &Sketch) -> Composed {
    let recorded = serde_json::to_string(sketch).unwrap();
    let sketch = serde_json::from_str::<Sketch>(&recorded).unwrap();
    let reading = sketch.read().unwrap().remove(0);
    let plan = reading.plan(&[]).unwrap();
    let aimed = aim(&LIBRARY, &reading, &plan, &[], &AimSettings::default()).unwrap();
    for (link, (contact, miss)) in aimed.links.iter().zip(&aimed.misses) {
        let stance = &link.found.warped.stance;
        println!("{contact}: {} {} off {miss:.3}", stance.name(), stance.params());
    }
    let clips = clips_of(&aimed.links, &CLIPS).unwrap();
    compose_in(&aimed.links, &clips, &sketch.scene, &ComposeSettings::default()).unwrap()
}

fn from_the_side() -> Camera {
    Camera::new([7.0, 2.2, 3.0], [0.0, 0.8, 3.0], 50.0, [1600.0, 900.0])
}

#[test]
fn a_sketched_run_over_gaps() {
    let contacts: Vec<[f64; 4]> = (0..6).map(|i| [0.0, 0.0, 1.3 * f64::from(i), 0.9]).collect();
    let made = from_sketch(&drawn(from_the_side(), Scene::default(), &contacts, &[3.7; 5]));
    check(&made);
}

#[test]
fn three_sketched_leaps_onto_boxes() {
    let tops = [0.0, 0.10, 0.18, 0.12, 0.0];
    let at = |i: usize| 1.5 * i as f64;
    let contacts: Vec<[f64; 4]> = tops.iter().enumerate().map(|(i, &top)| [0.0, top, at(i), 0.9]).collect();
    let block = |i: usize| Block::new([-0.4, 0.0, at(i) - 0.35], [0.4, tops[i], at(i) + 0.35]);
    let scene = Scene::with_blocks((1..4).map(block).collect());
    check(&from_sketch(&drawn(from_the_side(), scene, &contacts, &[3.6; 4])));
}

#[test]
fn a_sketched_turn() {
    let contacts: Vec<[f64; 4]> = (0..6)
        .map(|i| {
            let angle = 0.14 * f64::from(i);
            let radius = 1.25 / 0.14;
            [radius * (angle.cos() - 1.0), 0.0, radius * angle.sin(), 0.9]
        })
        .collect();
    let made = from_sketch(&drawn(from_the_side(), Scene::default(), &contacts, &[3.6; 5]));
    check(&made);
    let (first, last) = (made.clip.frame(0).root, made.clip.frame(made.clip.last_frame()).root);
    assert!((last - first).x.abs() > 0.3, "it turns: {first} to {last}");
}

/// Standing, jumps in a row, standing: the stances of a sample, asked for one by one.
#[test]
fn from_stand_to_stand() {
    let clip = CLIPS.iter().find(|clip| clip.name() == "jump-again").unwrap();
    let stances = extract(clip, &ExtractSettings::default()).unwrap().stances;
    let requests: Vec<Request> = stances
        .iter()
        .map(|found| Request { kind: found.stance.kind(), params: found.stance.params() })
        .collect();
    let kinds: Vec<StanceKind> = requests.iter().map(|request| request.kind).collect();
    assert_eq!((kinds[0], kinds[kinds.len() - 1]), (StanceKind::FromStand, StanceKind::ToStand));
    let made = made(&requests);
    check(&made);
    let plants = made.clip.constraints();
    let [first, last] = [0, made.clip.last_frame()];
    for kind in [ConstraintKind::LeftToe, ConstraintKind::RightToe] {
        assert!(plants.holds(kind, first) && plants.holds(kind, last), "{kind:?}: {:?}", plants.of(kind));
    }
}

/// As `a/run.bvh` and `b/run.bvh` would be read.
#[test]
fn clips_of_the_same_name_are_not_taken_for_each_other() {
    let [other, own] = ["hop", "run"].map(|name| Sample::find(name).unwrap().clip().renamed("run"));
    let clips = [other, own.clone()];
    let stances = gather(std::slice::from_ref(&own), &ExtractSettings::default(), false).stances;
    let requests: Vec<Request> = stances[1..4].iter().map(|stance| stance.params().into()).collect();
    let library = StanceLibrary::new(stances, &TrySettings::default());
    let links = plan(&library, &requests, &FindSettings::default()).unwrap();
    let settings = ComposeSettings::default();
    let alone = compose(&links, &ClipSet::of([own]).unwrap(), &settings).unwrap().clip;
    let beside = compose(&links, &ClipSet::of(clips.clone()).unwrap(), &settings).unwrap().clip;
    assert!(alone == beside, "a stance is played from the frames of its own clip");
    let used = clips_of(&links, &clips).unwrap();
    assert!(used.len() == 1 && compose(&links, &used, &settings).unwrap().clip == alone);
    let missing = StanceError::MissingClip { clip: "run".into() };
    assert_eq!(clips_of(&links, &clips[..1]).unwrap_err(), missing);
    assert_eq!(compose(&links, &ClipSet::of([clips[0].clone()]).unwrap(), &settings).unwrap_err(), missing);
    assert_eq!(clips_of(&[], &clips).unwrap_err(), StanceError::EmptyPath);
    assert_eq!(compose(&[], &used, &settings).unwrap_err(), StanceError::EmptyPath);
}

#[test]
fn standing_is_for_the_ends_of_a_path() {
    let jump = Params { zs: 1.1, ze: 1.1, vs: 1.0, ve: 1.0, vp: 0.0, x: 0.5 };
    let first = LIBRARY.from_stand(jump).unwrap();
    let last = LIBRARY.to_stand(jump).unwrap();
    assert_eq!((first.kind, last.kind), (StanceKind::FromStand, StanceKind::ToStand));
    let error = plan(&LIBRARY, &[jump.into(), first], &FindSettings::default()).unwrap_err();
    assert!(error.to_string().starts_with("stance 2 of the path is from stand"), "{error}");
}
