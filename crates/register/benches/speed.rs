//! Speed of registration as ratios within one run: `cargo bench -p segue-register --bench speed`.
//!
//! With `-- clips` only whole clips are registered. Figures of one thread are thread CPU time, minima over repeats, so that they hold on a shared machine. Libraries for
//! Python get the same points and grids when `SEGUE_PEERS` names a Python that has them, as under `cargo xtask bench`.
#![allow(clippy::unwrap_used, clippy::print_stdout, missing_docs, reason = "a benchmark prints")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::ffi::OsString;
use std::hint::black_box;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use common::{Stroll, wander_on};
use glam::{Quat, Vec3};
use rustix::time::{ClockId, clock_gettime};
use segue_motion::{Anatomy, Clip, ClipId, ClipSet, Joint, JointId, PlantSettings, Skeleton, find_plants};
use segue_register::dtw::{self, SlopeLimit};
use segue_register::{Cloud, Ends, Grid, Isa, RegisterSettings, burn, register, stream};

/// Flop a cell of 40 markers and windows of 5 are counted at, whatever the kernel needs.
const FLOP_PER_CELL: f64 = 400.0;

fn main() {
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let two = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    if std::env::args().any(|word| word == "clips") {
        return clips(&one, &two);
    }
    let mut peers = Peers::from_environment();
    let isa = Isa::best();
    let peak = one.install(|| probe(isa));
    println!("One thread, {isa:?}, does {:.1} GFLOP/s of multiply-adds in its registers.\n", peak / 1e9);
    println!(
        "| distances of all frames of two clips | ms | million a second | of that peak |\n|---|---|---|---|"
    );
    let mut warps = Vec::new();
    for (frames, repeats) in [(600, 60), (5000, 6)] {
        let cells = (frames * frames) as f64;
        let [a, b] = clouds(&limbs(40), frames);
        let report = |what: &str, secs: f64| {
            let share = cells / secs * FLOP_PER_CELL / peak;
            println!(
                "| {frames} × {frames}, {what} | {:.3} | {:.0} | {share:.2} |",
                secs * 1e3,
                cells / secs / 1e6
            );
        };
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            let stored = one.install(|| best(repeats, || drop(black_box(Grid::with_isa(&a, &b, isa)))));
            report(&format!("stored, {isa:?}"), stored);
        }
        let mut grid = Grid::new(&a, &b);
        let again = one.install(|| best(repeats, || grid.compute(&a, &b)));
        report("stored again", again);
        let secs = one.install(|| best(repeats, || streamed(&a, &b)));
        report("streaming", secs);
        let captured = clouds(&limbs(28), frames);
        let secs = one.install(|| best(repeats, || streamed(&captured[0], &captured[1])));
        report(&format!("streaming, {} points", captured[0].markers()), secs);
        let secs = two.install(|| wall(repeats, || streamed(&a, &b)));
        report("streaming, two threads, by the clock", secs);
        // As much time as a peer gets for its repeats.
        let warp = one.install(|| timewarping(&grid, 10 * repeats));
        peers.leave(&grid, [again, warp[0]]);
        warps.push((frames, warp));
    }
    println!("\n| timewarping | ms | of one read of the distances |\n|---|---|---|");
    for (frames, [warp, read]) in warps {
        println!("| {frames} × {frames}, with its path | {:.3} | {:.2} |", warp * 1e3, warp / read);
    }
    clips(&one, &two);
    peers.run();
}

/// Whole clips.
fn clips(one: &rayon::ThreadPool, two: &rayon::ThreadPool) {
    println!("\n| registering clips of 300 frames | ms |\n|---|---|");
    pair(one);
    eighteen(one, two);
}

/// All distances, computed and dropped.
fn streamed(a: &Cloud, b: &Cloud) {
    stream(a, b, |_| (), |(), stretch| _ = black_box(stretch.distances));
}

/// Seconds of timewarping, and of one read of the grid.
fn timewarping(grid: &Grid, repeats: usize) -> [f64; 2] {
    let read = best(repeats, || {
        let mut sums = [0.0f32; 64];
        for chunk in grid.cells().chunks_exact(64) {
            sums.iter_mut().zip(chunk).for_each(|(sum, cell)| *sum += cell);
        }
        black_box(sums);
    });
    let warp = best(repeats, || drop(black_box(dtw::whole(grid, SlopeLimit::AtMost(3)).unwrap())));
    [warp, read]
}

/// Two walks by their steps, as by default, and by timewarping from end to end, as in version 0.1.
fn pair(one: &rayon::ThreadPool) {
    let clips = ClipSet::of([walk(0), walk(9)]).unwrap();
    let secs = |ends| {
        let settings = RegisterSettings { ends, ..RegisterSettings::default() };
        one.install(|| best(50, || drop(black_box(register(&clips, &settings).unwrap()))))
    };
    let [steps, plain] = [Ends::Automatic, Ends::Pinned].map(secs);
    println!("| a pair | {:.2} |", steps * 1e3);
    println!("| a pair, by timewarping from end to end | {:.2} |", plain * 1e3);
}

/// One of several walks of 300 frames, with its plants, as readers hand clips over.
fn walk(number: usize) -> Clip {
    let n = number as f64;
    let stroll = Stroll {
        cadence: 0.8 + 0.01 * n,
        turn: 0.05 * (n - 9.0),
        swing: 0.4 + 0.01 * n,
        ..Stroll::default()
    };
    let clip = stroll.clip(&format!("walk {number}"), 300, 30.0);
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    clip.with_constraints(plants).unwrap()
}

fn eighteen(one: &rayon::ThreadPool, two: &rayon::ThreadPool) {
    let clips = ClipSet::of((0..18).map(walk)).unwrap();
    for (what, reference) in [("automatic", None), ("chosen", Some(ClipId::new(9)))] {
        let settings = RegisterSettings { reference, ..RegisterSettings::default() };
        let run = || drop(black_box(register(&clips, &settings).unwrap()));
        let (cpu, secs) = (one.install(|| best(5, run)), two.install(|| wall(10, run)));
        println!("| 18 clips, reference {what} | {:.1} |", cpu * 1e3);
        println!("| 18 clips, reference {what}, two threads, by the clock | {:.1} |", secs * 1e3);
    }
}

/// What `benches/peers/register.py` gets: points, grids and our times, in a folder of its own.
struct Peers {
    python: Option<OsString>,
    folder: tempfile::TempDir,
    times: Vec<String>,
}

impl Peers {
    fn from_environment() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { python: std::env::var_os("SEGUE_PEERS"), folder, times: Vec::new() }
    }

    fn run(&self) {
        let Some(python) = &self.python else { return };
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../benches/peers/register.py");
        let status = Command::new(python).arg(script).arg(self.folder.path()).status().unwrap();
        assert!(status.success(), "{status}");
    }

    fn leave(&mut self, grid: &Grid, [stored, warp]: [f64; 2]) {
        if self.python.is_none() {
            return;
        }
        let folder = self.folder.path();
        let frames = grid.rows();
        let write = |name: String, values: &[f32]| {
            let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
            std::fs::write(folder.join(name), bytes).unwrap();
        };
        write(format!("grid_{frames}.f32"), grid.cells());
        for (seed, side) in [(1, "a"), (2, "b")] {
            write(
                format!("points_{frames}_{side}.f32"),
                &points(&wander_on(&limbs(40), "a", seed, frames, 30.0)),
            );
        }
        self.times.push(format!("grid_{frames} {stored}\ndtw_{frames} {warp}\n"));
        std::fs::write(folder.join("ours.txt"), self.times.concat()).unwrap();
    }
}

/// The markers of every frame, as a peer would get them.
fn points(clip: &Clip) -> Vec<f32> {
    let (mut scratch, mut joints, mut out) = (Vec::new(), Vec::new(), Vec::new());
    for pose in clip.frames() {
        segue_motion::points(pose, clip.skeleton(), &mut scratch, &mut joints);
        out.extend(joints.iter().flat_map(Vec3::to_array));
    }
    out
}

/// A figure with limbs of eight joints. With 40 points all markers count; captures of CMU have 28.
fn limbs(points: usize) -> Arc<Skeleton> {
    let joint = |number: usize| Joint {
        name: number.to_string(),
        parent: number
            .checked_sub(1)
            .map(|before| JointId::new(if number.is_multiple_of(8) { 0 } else { before })),
        offset: Vec3::new(0.05, 0.1, 0.02 * (number % 3) as f32),
        rest: Quat::IDENTITY,
    };
    Arc::new(Skeleton::new((0..points).map(joint).collect(), Vec::new()).unwrap())
}

fn clouds(skeleton: &Arc<Skeleton>, frames: usize) -> [Cloud; 2] {
    [1, 2].map(|seed| common::cloud(&wander_on(skeleton, "a", seed, frames, 30.0)))
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
