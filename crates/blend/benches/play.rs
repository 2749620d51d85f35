//! One step of a player, and whole blends, of 2, 4 and 18 clips.
#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use criterion::{Criterion, criterion_group};
use segue_actors::{GaitEnds, Locomotion, Pace};
use segue_blend::{
    CleanUp, Ensemble, FootLock, InterpolateSettings, Player, PlayerSettings, clean_up, interpolate,
    interpolate_traced,
};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet};
use segue_register::{RegisterSettings, register};

/// Walks of about 300 frames in all directions.
fn walks(count: usize) -> Vec<Clip> {
    let one = |n: usize| Locomotion {
        curvature: 0.3 * (n as f64 / count as f64 - 0.5),
        speed: 1.2 + 0.02 * n as f64,
        cycles: 5,
        ends: GaitEnds::Cyclic,
        rate: 60.0,
        seed: n as u64,
        ..Locomotion::new(Pace::Walk)
    };
    (0..count).map(|n| one(n).perform().expect("people walk like that").clip).collect()
}

fn ensemble(clips: &[Clip]) -> Arc<Ensemble> {
    let clips = ClipSet::of(clips.iter().cloned()).expect("one figure walks");
    let settings = RegisterSettings { reference: Some(ClipId::FIRST), ..RegisterSettings::default() };
    let registration = register(&clips, &settings).expect("walks register");
    Arc::new(Ensemble::new(&clips, registration).expect("the clips are those that were registered"))
}

fn playing(criterion: &mut Criterion) {
    for count in [2, 4, 18] {
        let clips = walks(count);
        let ensemble = ensemble(&clips);
        let joints = ensemble.skeleton().len();
        let mut group = criterion.benchmark_group(format!("play {count} clips of {joints} joints"));
        let settings = PlayerSettings { looping: true, ..PlayerSettings::default() };
        let mut player = Player::new(ensemble.clone(), settings).expect("walks are cyclic");
        let mut pose = ensemble.rest_pose();
        let weights: Vec<f64> = (1..=count).map(|n| n as f64).collect();
        group.bench_function("step", |bencher| {
            bencher.iter(|| player.step(black_box(0.0123), black_box(&weights), &mut pose));
        });
        let mut lock = FootLock::new(ensemble.skeleton().clone(), &Anatomy::of(ensemble.skeleton()), 0.3);
        group.bench_function("step with feet held", |bencher| {
            bencher.iter(|| {
                player
                    .step(black_box(0.0123), black_box(&weights), &mut pose)
                    .expect("the weights have a sum");
                lock.apply(0.0123, |kind| player.holds(kind), &mut pose);
            });
        });
        let blend =
            || interpolate(&ensemble, &weights, &InterpolateSettings::default()).expect("weights have a sum");
        let made = blend();
        group.bench_function(format!("blend of {} frames", made.len()), |bencher| bencher.iter(blend));
        let traced = interpolate_traced(&ensemble, &weights, &InterpolateSettings::default());
        let (made, trace) = traced.expect("weights have a sum");
        let set = ClipSet::of(clips.iter().cloned()).expect("one figure walks");
        group.bench_function("clean-up of the blend", |bencher| {
            bencher.iter(|| clean_up(&made, &trace, &set, &CleanUp::default()).expect("poses stay valid"));
        });
        group.finish();
    }
}

/// Steps in a round, shorter than a slice of a busy machine's time, and rounds whose fastest is taken.
const STEPS: usize = 16;
const ROUNDS: usize = 4000;

/// Nanoseconds of one step, robust against other work on the machine.
fn fastest_steps() {
    for count in [2, 4, 18] {
        let ensemble = ensemble(&walks(count));
        let settings = PlayerSettings { looping: true, ..PlayerSettings::default() };
        let mut player = Player::new(ensemble.clone(), settings).expect("walks are cyclic");
        let mut pose = ensemble.rest_pose();
        let weights: Vec<f64> = (1..=count).map(|n| n as f64).collect();
        let mut round = || {
            let start = Instant::now();
            for _ in 0..STEPS {
                player
                    .step(black_box(0.0123), black_box(&weights), &mut pose)
                    .expect("the weights have a sum");
            }
            start.elapsed().as_secs_f64() * 1e9 / STEPS as f64
        };
        let fastest = (0..ROUNDS).map(|_| round()).fold(f64::INFINITY, f64::min);
        println!("step of {count:2} clips of {} joints: {fastest:.0} ns", ensemble.skeleton().len());
        let begin = Instant::now();
        let made =
            interpolate(&ensemble, &weights, &InterpolateSettings::default()).expect("weights have a sum");
        println!("blend of {} frames: {:.2} ms", made.len(), begin.elapsed().as_secs_f64() * 1e3);
    }
}

criterion_group!(benches, playing);

fn main() {
    fastest_steps();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
