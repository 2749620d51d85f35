//! How long it takes to carry a walk over to another figure, with and without names, the least of several times.
#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a benchmark prints what it measures")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use segue_actors::{Figure, Locomotion, Pace, rigs};
use segue_motion::{Anatomy, Clip, Retarget, Skeleton};

/// How often each is done.
const TIMES: usize = 20;

fn main() {
    let walk = Locomotion::new(Pace::Walk).perform().unwrap().clip;
    let figure = Figure::long_legged().skeleton().unwrap();
    let nameless = Arc::new(rigs::blanked(&figure));
    println!(
        "| joints | body found, ms | {} frames carried over, ms | frames a second |\n|---|---|---|---|",
        walk.len()
    );
    for (name, target) in [("with names", &figure), ("without names", &nameless)] {
        let found = least(|| Anatomy::of(target));
        let carried = least(|| carry(&walk, target));
        let speed = walk.len() as f64 / carried.as_secs_f64();
        println!("| {name} | {:.2} | {:.2} | {speed:.0} |", millis(found), millis(carried));
    }
}

fn carry(clip: &Clip, target: &Arc<Skeleton>) -> Clip {
    Retarget::guessed(clip.skeleton(), target.clone()).unwrap().clip(clip).unwrap()
}

fn least<T>(mut work: impl FnMut() -> T) -> Duration {
    let once = |_| {
        let begun = Instant::now();
        std::hint::black_box(work());
        begun.elapsed()
    };
    (0..TIMES).map(once).min().unwrap_or_default()
}

fn millis(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}
