//! The laws that every performance obeys; the property tests of all actions call [`assert_lawful`].

use glam::{DVec3, Quat, Vec3};

use crate::com::GRAVITY;
use crate::limits::beyond_limits;
use crate::truth::{Performance, PlannedFlight};
use crate::{Act, Figure, Take};
use segue_motion::{Anatomy, Body, Clip, ConstraintKind, MassTable, PointId, PointTable, Side};

/// Metres a planted point may move in a frame.
const SLIDE: f32 = 1e-4;
/// Metres a point of the body may be below the floor.
const SINK: f32 = 1e-3;
/// Relative error of gravity.
const GRAVITY_ERROR: f64 = 1e-3;
/// By how much of its turn in a frame a joint's turn may change to the next frame; a sudden reversal changes by twice
/// the turn.
const SHARE: f32 = 1.5;
/// A turn this much larger than in the two frames before and after is a pop.
const POP: f32 = 3.0;
/// A jump of a joint's velocity, in degrees per frame at 60 Hz, that is never noticed.
const JUMP: f32 = 0.2;

/// Fails with every law that is broken.
pub(crate) fn assert_lawful(performance: &Performance) {
    let broken = broken_laws(performance);
    assert!(broken.is_empty(), "{}: {}", performance.clip.name(), broken.join("; "));
}

/// What is wrong with a performance, one sentence per law.
pub(crate) fn broken_laws(performance: &Performance) -> Vec<String> {
    let laws = [
        planted_points_stay,
        nothing_sinks,
        flights_are_free_falls,
        joints_keep_limits,
        velocities_are_continuous,
        velocities_never_jump,
    ];
    laws.iter().filter_map(|law| law(performance).err()).collect()
}

type Law = Result<(), String>;

fn planted_points_stay(performance: &Performance) -> Law {
    let clip = &performance.clip;
    let (anatomy, table) = (Anatomy::of(clip.skeleton()), PointTable::new(clip));
    for (kind, ranges) in performance.truth.plants.iter() {
        let point = anatomy.point(kind).ok_or("every figure has all points")?;
        for range in ranges {
            for frame in range.first + 1..=range.last {
                let moved = table.at(frame, point).distance(table.at(frame - 1, point));
                if moved > SLIDE {
                    return Err(format!("{kind} slides by {moved} m at frame {frame} of plant {range}"));
                }
            }
        }
    }
    toe_tips_stay(performance, &table)
}

/// While the ball is planted the toes lie flat, so their tips end where they began, also where the foot turns on its ball.
fn toe_tips_stay(performance: &Performance, table: &PointTable) -> Law {
    let skeleton = performance.clip.skeleton();
    for (side, site) in Side::BOTH.into_iter().zip([1, 3]) {
        let tip = PointId::end_site(skeleton, site);
        for range in performance.truth.plants.of(ConstraintKind::toe(side)) {
            let moved = table.at(range.first, tip).distance(table.at(range.last, tip));
            if moved > SLIDE {
                return Err(format!("{side:?} toe tip slides by {moved} m in plant {range}"));
            }
        }
        let heels = performance.truth.plants.of(ConstraintKind::heel(side));
        let heel = PointId::end_site(skeleton, site - 1);
        for range in heels {
            let moved = table.at(range.first, heel).distance(table.at(range.last, heel));
            if moved > SLIDE {
                return Err(format!("{side:?} heel slides by {moved} m in plant {range}"));
            }
        }
    }
    Ok(())
}

fn nothing_sinks(performance: &Performance) -> Law {
    let table = PointTable::new(&performance.clip);
    for (frame, row) in table.iter().enumerate() {
        let lowest = row.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
        if lowest < -SINK {
            return Err(format!("a point is {} m below the floor at frame {frame}", -lowest));
        }
    }
    Ok(())
}

fn flights_are_free_falls(performance: &Performance) -> Law {
    let clip = &performance.clip;
    let skeleton = clip.skeleton();
    let body = Body::new(skeleton, &Anatomy::of(skeleton), &MassTable::default(), 70.0)
        .map_err(|e| e.to_string())?;
    let path = body.path(clip);
    performance.truth.flights.iter().try_for_each(|flight| free_fall(clip, &path, flight))
}

fn free_fall(clip: &Clip, path: &[DVec3], flight: &PlannedFlight) -> Law {
    let first = flight.takeoff.max(0.0).ceil() as usize;
    let last = (flight.landing.floor() as usize).min(path.len() - 1);
    // Fewer frames do not determine a parabola well in single precision.
    if last < first + 4 {
        return Ok(());
    }
    let points: Vec<(f64, f64)> =
        (first..=last).map(|frame| ((frame - first) as f64 / clip.rate(), path[frame].y)).collect();
    let gravity = -2.0 * quadratic_coefficient(&points);
    if (gravity / GRAVITY - 1.0).abs() > GRAVITY_ERROR {
        return Err(format!("flight {first}-{last} falls with {gravity} m/s²"));
    }
    let (speeds, apex) = (|i: usize| (path[i + 1].y - path[i].y) * clip.rate(), flight.apex);
    let rising = apex.floor() as usize;
    if rising > first && rising + 2 < last && !(speeds(rising - 1) > 0.0 && speeds(rising + 1) < 0.0) {
        return Err(format!("the centre of mass is not highest at apex {apex}"));
    }
    Ok(())
}

/// Least-squares coefficient of t² of values at equal steps.
fn quadratic_coefficient(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let middle = points.iter().map(|point| point.0).sum::<f64>() / n;
    let square = points.iter().map(|point| (point.0 - middle).powi(2)).sum::<f64>() / n;
    // t² − its mean is orthogonal to 1 and, on equal steps, to t.
    let bend = |time: f64| (time - middle).powi(2) - square;
    let (top, bottom) = points
        .iter()
        .fold((0.0, 0.0), |(top, bottom), &(time, y)| (top + y * bend(time), bottom + bend(time).powi(2)));
    top / bottom
}

fn joints_keep_limits(performance: &Performance) -> Law {
    for (frame, pose) in performance.clip.frames().enumerate() {
        if let Some(beyond) = beyond_limits(pose).first() {
            return Err(format!("frame {frame}: {beyond:?}"));
        }
    }
    Ok(())
}

/// A joint turns in no frame by much more than in the frames around it (a pop), nor does its turn change by much more than
/// that (a kink).
fn velocities_are_continuous(performance: &Performance) -> Law {
    let clip = &performance.clip;
    let slack = JUMP.to_radians() * (60.0 / clip.rate() as f32);
    for joint in clip.skeleton().ids() {
        let turns: Vec<Vec3> = (1..clip.len())
            .map(|i| turn(clip.frame(i - 1).rotations[joint.index()], clip.frame(i).rotations[joint.index()]))
            .collect();
        for (i, around) in turns.windows(5).enumerate() {
            let jump = around[2].distance(around[3]);
            let lengths = around.iter().map(|turn| turn.length()).collect::<Vec<_>>();
            let kink = jump > SHARE * lengths.iter().copied().fold(0.0, f32::max) + slack;
            let others = lengths[0].max(lengths[1]).max(lengths[3]).max(lengths[4]);
            let pop = lengths[2] > POP * others + slack;
            if kink || pop {
                let name = clip.skeleton().name(joint);
                let degrees: Vec<f32> = around.iter().map(|turn| turn.length().to_degrees()).collect();
                let jump = jump.to_degrees();
                return Err(format!("the turn of {name} jumps by {jump}° at frame {}: {degrees:?}", i + 3));
            }
        }
    }
    Ok(())
}

/// In no frame a joint's velocity changes by more than 1.5 times what it changes by in a frame beside it, plus [`JUMP`].
fn velocities_never_jump(performance: &Performance) -> Law {
    let clip = &performance.clip;
    let slack = JUMP.to_radians() * (60.0 / clip.rate() as f32);
    for joint in clip.skeleton().ids() {
        let rotation = |i: usize| clip.frame(i).rotations[joint.index()];
        let turns: Vec<Vec3> = (1..clip.len()).map(|i| turn(rotation(i - 1), rotation(i))).collect();
        let changes: Vec<f32> = turns.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
        for (i, around) in changes.windows(3).enumerate() {
            if around[1] > SHARE * around[0].max(around[2]) + slack {
                let degrees: Vec<f32> = around.iter().map(|change| change.to_degrees()).collect();
                let name = clip.skeleton().name(joint);
                return Err(format!("the velocity of {name} jumps at frame {}: {degrees:?}", i + 2));
            }
        }
    }
    Ok(())
}

/// The turn from one rotation to the next as axis times angle.
fn turn(a: Quat, b: Quat) -> Vec3 {
    let between = a.conjugate() * b;
    let between = if between.w < 0.0 { -between } else { between };
    between.to_scaled_axis()
}

/// How many ways each action of the repertoire is tried by [`many_random_actions_are_lawful`], and the first of them.
fn tried() -> std::ops::Range<u64> {
    let number =
        |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let first = number("SEGUE_LAW_FIRST", 0);
    first..first + number("SEGUE_LAW_WAYS", 100)
}

/// The rate of lawless motions among random ones of all figures, rates and kinds: `cargo test -p segue-actors
/// many_random -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn many_random_actions_are_lawful() {
    let figures = Figure::presets();
    let mut broken = Vec::new();
    for seed in tried() {
        let rate = [60.0, 60.0 + (seed % 61) as f64, 120.0][seed as usize % 3];
        for act in Act::repertoire() {
            let figure = figures[seed as usize % 4].clone();
            let script = act.variant(seed).and_back();
            let Ok(made) = (Take { figure, script, rate, seed, ..Take::default() }).perform() else {
                continue;
            };
            for law in broken_laws(&made) {
                println!("{} of seed {seed} at {rate} Hz: {law}", made.truth.segments[0].action);
                broken.push(law);
            }
        }
    }
    let count = tried().count() * Act::repertoire().len();
    assert!(broken.is_empty(), "{} laws broken in {count} motions", broken.len());
}
