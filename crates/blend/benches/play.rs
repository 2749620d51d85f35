//! One step of a player, and whole blends, of 2, 4 and 18 clips.
#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use segue_actors::{GaitEnds, Locomotion, Pace};
use segue_blend::{
    CleanUp, Ensemble, FootLock, InterpolateSettings, Player, PlayerSettings, clean_up, interpolate_traced,
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

/// Steps in a round, shorter than a slice of a busy machine's time, and rounds whose fastest is taken.
const STEPS: usize = 16;
const ROUNDS: usize = 4000;

/// How often a whole blend is made.
const BLENDS: usize = 20;

/// Seconds of one call, the fastest of many rounds: what is left when nothing else ran in between.
fn fastest(rounds: usize, calls: usize, mut call: impl FnMut()) -> f64 {
    let round = |_| {
        let start = Instant::now();
        for _ in 0..calls {
            call();
        }
        start.elapsed().as_secs_f64() / calls as f64
    };
    (0..rounds).map(round).fold(f64::INFINITY, f64::min)
}

/// Microseconds of a step of a player, as it is and with feet held.
fn steps(ensemble: &Arc<Ensemble>, weights: &[f64]) -> [f64; 2] {
    let settings = PlayerSettings { looping: true, ..PlayerSettings::default() };
    let mut player = Player::new(ensemble.clone(), settings).expect("walks are cyclic");
    let mut lock = FootLock::new(ensemble.skeleton().clone(), &Anatomy::of(ensemble.skeleton()), 0.3);
    let mut pose = ensemble.rest_pose();
    [false, true].map(|held| {
        let step = || {
            player.step(black_box(0.0123), black_box(weights), &mut pose).expect("the weights have a sum");
            if held {
                lock.apply(0.0123, |kind| player.holds(kind), &mut pose);
            }
        };
        1e6 * fastest(ROUNDS, STEPS, step)
    })
}

/// Milliseconds of a whole blend and of its clean-up, and its frames.
fn blends(clips: &[Clip], ensemble: &Arc<Ensemble>, weights: &[f64]) -> ([f64; 2], usize) {
    let settings = InterpolateSettings::default();
    let make = || interpolate_traced(ensemble, weights, &settings).expect("weights have a sum");
    let (made, trace) = make();
    let set = ClipSet::of(clips.iter().cloned()).expect("one figure walks");
    let clean = || drop(clean_up(&made, &trace, &set, &CleanUp::default()).expect("poses stay valid"));
    let secs = [fastest(BLENDS, 1, || drop(make())), fastest(BLENDS, 1, clean)];
    (secs.map(|secs| 1e3 * secs), made.len())
}

fn main() {
    println!(
        "| clips | a step, µs | with feet held, µs | frames of the blend | made in, ms | cleaned up in, ms |\n|---|---|---|---|---|---|"
    );
    for count in [2, 4, 18] {
        let clips = walks(count);
        let ensemble = ensemble(&clips);
        let weights: Vec<f64> = (1..=count).map(|n| n as f64).collect();
        let [plain, held] = steps(&ensemble, &weights);
        let ([made, cleaned], frames) = blends(&clips, &ensemble, &weights);
        println!("| {count} | {plain:.2} | {held:.2} | {frames} | {made:.2} | {cleaned:.2} |");
    }
}
