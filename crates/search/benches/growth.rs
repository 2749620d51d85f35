//! How the time in which close frames are found grows with the number of frames: captures, then long made-up takes.
//!
//! Processor time, so that it can be compared on a busy machine. Reads all clips of `../shared/mocap` beside the workspace,
//! or of the folder in `SEGUE_MOCAP`; after `--` the largest number of made-up frames may be given (600000 without).
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

use std::path::PathBuf;

use rustix::time::{ClockId, clock_gettime};
use segue_formats::{ReadOptions, read_file};
use segue_motion::synth::{Act, Take};
use segue_register::Cloud;
use segue_search::prune::{Basis, Blocks, Prepared, close_frames};
use segue_search::{Index, Settings};

/// Frames closer than this are looked for.
const METRES: f64 = 0.04;

/// Standard deviation of the joints of made-up takes in degrees: about what is left in cleaned captures.
const NOISE_DEGREES: f64 = 0.5;

fn main() {
    let most: usize = std::env::args().find_map(|word| word.parse().ok()).unwrap_or(600_000);
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mocap"));
    let folder = std::env::var_os("SEGUE_MOCAP").map_or(beside, PathBuf::from).join("cmu_bvh");
    if folder.is_dir() {
        grow("captures at 120 Hz", &captures(&folder), &[10_000, 20_000, 40_000, usize::MAX]);
    } else {
        println!("skipped: no mocap");
    }
    let sizes: Vec<usize> = [18_750, 37_500, 75_000, 150_000, 300_000, 600_000]
        .into_iter()
        .filter(|&size| size <= most)
        .collect();
    grow("made-up takes at 60 Hz", &takes(most), &sizes);
}

/// Processor seconds of the whole program.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// All captures with the joints of the first, those of every subject spread over the list.
fn captures(folder: &std::path::Path) -> Index {
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    let number = |path: &PathBuf| {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        stem.rsplit('_').next().unwrap().to_owned()
    };
    paths.sort_by_key(|path| (number(path), path.clone()));
    let settings = Settings { rate_hz: 120.0, half_window_secs: 4.0 / 120.0, ..Settings::default() };
    let mut index = Index::new(settings).unwrap();
    for path in paths {
        index.add(&read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)).unwrap();
    }
    index
}

/// Takes of twenty actions each, every time done another way.
fn takes(frames: usize) -> Index {
    let mut index = Index::new(Settings { rate_hz: 60.0, ..Settings::default() }).unwrap();
    let (mut seed, mut made) = (0, 0);
    while made < frames {
        let take = Take { noise: NOISE_DEGREES, ..Take::of_variants(&Act::repertoire(), 1, seed) };
        let clip = index.add(&take.perform().unwrap().clip).unwrap();
        made += index.cloud(clip).len();
        seed += 1;
    }
    index
}

/// Finds the close frames of the first clips, for several numbers of frames.
fn grow(what: &str, index: &Index, sizes: &[usize]) {
    let family = index.families().swap_remove(0);
    println!("{what}, cells below {:.0} cm", METRES * 100.0);
    let mut before: Option<(usize, f64)> = None;
    for &size in sizes {
        let mut frames = 0;
        let enough = |&&clip: &&usize| {
            let goes_on = frames < size;
            frames += if goes_on { index.cloud(clip).len() } else { 0 };
            goes_on
        };
        let clouds: Vec<&Cloud> = family.iter().take_while(enough).map(|&clip| index.cloud(clip)).collect();
        let start = cpu();
        let (cells, computed) = close(&clouds);
        let secs = cpu() - start;
        let exponent = before.map_or(String::from("-"), |(frames_before, secs_before)| {
            format!("{:.2}", (secs / secs_before).ln() / (frames as f64 / frames_before as f64).ln())
        });
        println!(
            "{frames} frames in {} clips: {cells} cells, {secs:.2} s, {:.0} ns per frame and cell, exponent {exponent}, \
             {:.1} % computed",
            clouds.len(),
            secs * 1e9 / (frames + cells) as f64,
            100.0 * computed as f64 / (frames as f64).powi(2) * 2.0
        );
        before = Some((frames, secs));
    }
}

/// How many frames are close, and how many cells were computed to find them.
fn close(clouds: &[&Cloud]) -> (usize, usize) {
    let basis = Basis::new(clouds);
    let made = |cloud: &&Cloud| {
        let mut blocks = Blocks::new(cloud, &basis);
        blocks.let_go();
        blocks
    };
    let mut blocks: Vec<Blocks> = clouds.iter().map(made).collect();
    let (mut cells, mut computed) = (0, 0);
    for second in 0..clouds.len() {
        for first in 0..=second {
            let [a, b] = [first, second].map(|n| Prepared { cloud: clouds[n], blocks: &blocks[n] });
            let found = close_frames(a, b, METRES, (first == second).then_some(1));
            cells += found.rows.iter().map(Vec::len).sum::<usize>();
            computed += found.computed;
        }
        blocks[second].let_go();
    }
    (cells, computed)
}
