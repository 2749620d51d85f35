//! Speed of registration as ratios within one run: `cargo bench -p segue-register --bench speed`.
//!
//! Figures of one thread are thread CPU time, minima over repeats, so that they hold on a shared machine.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a benchmark prints")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::hint::black_box;
use std::time::Instant;

use common::{Stroll, wander};
use rustix::time::{ClockId, clock_gettime};
use segue_motion::Clip;
use segue_register::dtw::{self, SlopeLimit};
use segue_register::{Cloud, Grid, Isa, Settings, burn, register, stream};

/// Flop a cell of 40 markers and windows of 5 are counted at, whatever the kernel needs.
const FLOP_PER_CELL: f64 = 400.0;

fn main() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let isa = Isa::best();
    let peak = one.install(|| probe(isa));
    println!("FMA peak of one thread, {isa:?}: {:.1} GFLOP/s", peak / 1e9);
    for (frames, repeats) in [(600, 60), (5000, 6)] {
        let cells = (frames * frames) as f64;
        let (a, b) = (cloud(1, frames), cloud(2, frames));
        let report = |what: &str, secs: f64| {
            let share = cells / secs * FLOP_PER_CELL / peak;
            println!(
                "grid {frames:>4}, {what:<22} {:>8.3} ms {:>6.0} Mcells/s  {share:.2} of peak",
                secs * 1e3,
                cells / secs / 1e6
            );
        };
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let stored = one.install(|| best(repeats, || drop(black_box(Grid::with_isa(&a, &b, isa)))));
            report(&format!("stored, {isa:?}"), stored);
        }
        let secs = one.install(|| best(repeats, || streamed(&a, &b)));
        report("streaming", secs);
        let walls = [&one, &two].map(|pool| pool.install(|| wall(repeats, || streamed(&a, &b))));
        println!("grid {frames:>4}, streaming, 2 threads over 1 (wall): {:.2}", walls[0] / walls[1]);
        one.install(|| timewarping(&Grid::new(&a, &b), repeats));
    }
    eighteen(&two);
}

/// All distances, computed and dropped.
fn streamed(a: &Cloud, b: &Cloud) {
    stream(a, b, |_| (), |(), stretch| _ = black_box(stretch.distances));
}

fn timewarping(grid: &Grid, repeats: usize) {
    let read = best(repeats, || {
        let mut sums = [0.0f32; 64];
        for chunk in grid.cells().chunks_exact(64) {
            sums.iter_mut().zip(chunk).for_each(|(sum, cell)| *sum += cell);
        }
        black_box(sums);
    });
    let warp = best(repeats, || drop(black_box(dtw::whole(grid, SlopeLimit::AtMost(3)).unwrap())));
    let n = grid.rows();
    println!(
        "dtw  {n:>4}: {:.3} ms with path, {:.2} of one read of the grid ({:.3} ms)",
        warp * 1e3,
        warp / read,
        read * 1e3
    );
}

fn eighteen(pool: &rayon::ThreadPool) {
    let walk = |n: usize| {
        let n = n as f64;
        Stroll { cadence: 0.8 + 0.01 * n, turn: 0.05 * (n - 9.0), swing: 0.4 + 0.01 * n, ..Stroll::default() }
    };
    let clips: Vec<Clip> = (0..18).map(|n| walk(n).clip(&format!("walk {n}"), 300, 30.0)).collect();
    let clips: Vec<&Clip> = clips.iter().collect();
    let secs = pool.install(|| wall(10, || drop(black_box(register(&clips, &Settings::default()).unwrap()))));
    let chosen = Settings { reference: Some(9), ..Settings::default() };
    let with_reference = pool.install(|| wall(10, || drop(black_box(register(&clips, &chosen).unwrap()))));
    println!(
        "register 18 clips of 300 frames: {:.1} ms; with a chosen reference {:.1} ms (2 threads, wall)",
        secs * 1e3,
        with_reference * 1e3
    );
}

fn cloud(seed: u64, frames: usize) -> Cloud {
    common::cloud(&wander("a", seed, frames, 30.0))
}

/// Flop per second of multiply-adds that never leave the registers.
fn probe(isa: Isa) -> f64 {
    let rounds = 2_000_000;
    let mut flop = 0.0;
    let secs = best(10, || flop = burn(isa, rounds));
    flop / secs
}

/// The least CPU time of this thread over some repeats, in seconds.
fn best(repeats: usize, mut f: impl FnMut()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    };
    least(repeats, || {
        let start = now();
        f();
        now() - start
    })
}

fn wall(repeats: usize, mut f: impl FnMut()) -> f64 {
    least(repeats, || {
        let start = Instant::now();
        f();
        start.elapsed().as_secs_f64()
    })
}

fn least(repeats: usize, mut measure: impl FnMut() -> f64) -> f64 {
    (0..repeats).map(|_| measure()).fold(f64::INFINITY, f64::min)
}
