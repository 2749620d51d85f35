//! One step of a parameterized motion of 6, 46 and 96 examples.
#![expect(clippy::print_stdout, reason = "a benchmark reports")]

use std::hint::black_box;
use std::time::Instant;

use segue_actors::Kick;
use segue_blend::PlayerSettings;
use segue_motion::{ClipId, ClipSet};
use segue_parametric::{BuildSettings, Control, Parametric};

/// A kick of so many examples, from low to high and from side to side.
fn kick(count: usize) -> Parametric {
    let one = |n: usize| {
        let share = n as f64 / (count - 1) as f64;
        let aside = 20.0 * (7.0 * share).sin();
        Kick { height: 0.6 + 0.6 * share, aside, seed: n as u64, ..Kick::default() }
    };
    let clips = (0..count).map(|n| one(n).perform().expect("people kick like that").clip);
    let links: Vec<[ClipId; 2]> = (1..count).map(|n| [n - 1, n].map(ClipId::new)).collect();
    let measure = "ankle.r.y @apex, ankle.r.x @apex";
    let examples = ClipSet::of(clips).expect("one figure kicks");
    Parametric::build(&examples, &links, measure, &BuildSettings::default()).expect("kicks are alike")
}

/// Steps in a round, shorter than a slice of a busy machine's time, and rounds whose fastest is taken.
const STEPS: usize = 16;
const ROUNDS: usize = 2000;

/// Microseconds of a step whose target moves, the fastest of many rounds.
fn step(parametric: &Parametric) -> f64 {
    let mut control = Control::new(parametric, PlayerSettings::default()).expect("it does not loop");
    let mut pose = parametric.ensemble().rest_pose();
    let mut time = 0.0f64;
    let mut one = || {
        if control.has_ended() {
            control.restart(segue_motion::Ground::IDENTITY);
        }
        time += 0.01;
        let target = [0.9 + 0.2 * time.sin(), 0.1 * (0.7 * time).cos()];
        control.step(black_box(0.0123), black_box(&target), &mut pose).expect("the target is finite");
    };
    let round = |_| {
        let start = Instant::now();
        (0..STEPS).for_each(|_| one());
        start.elapsed().as_secs_f64() / STEPS as f64
    };
    1e6 * (0..ROUNDS).map(round).fold(f64::INFINITY, f64::min)
}

fn main() {
    println!("| examples | samples | a step, µs |\n|---|---|---|");
    for count in [6, 46, 96] {
        let parametric = kick(count);
        println!("| {count} | {} | {:.2} |", parametric.samples().len(), step(&parametric));
    }
}
