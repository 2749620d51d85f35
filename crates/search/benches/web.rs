//! Time in which close frames are found, webs built and queries answered, in processor time, on real captures; and the
//! memory that building takes at most.
//!
//! After `--` one of `close`, `webs` and `coarse` measures only that.
//!
//! Reads the clips of subject 144 in `../shared/mocap` beside the workspace, or in the folder in `SEGUE_MOCAP`.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};
use segue_formats::{ReadOptions, read_file};
use segue_motion::Clip;
use segue_register::{Cloud, Stretch, stream};
use segue_search::prune::{Basis, Blocks, Prepared, close_frames};
use segue_search::{Index, Look, Segment, Settings};

const CLIPS: [&str; 11] = ["01", "03", "05", "09", "11", "13", "15", "20", "22", "24", "33"];

fn main() {
    let beside = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/mocap"));
    let folder = std::env::var_os("SEGUE_MOCAP").map_or(beside, PathBuf::from).join("cmu_bvh");
    if !folder.is_dir() {
        println!("skipped: no mocap");
        return;
    }
    let read = |name: &&str| {
        let path = folder.join(format!("144_{name}.bvh"));
        read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)
    };
    let clips: Vec<Clip> = CLIPS.iter().map(read).collect();
    let wanted = |part: &str| {
        let parts = ["close", "webs", "coarse"];
        let asked: Vec<String> = std::env::args().filter(|word| parts.contains(&word.as_str())).collect();
        asked.is_empty() || asked.iter().any(|word| word == part)
    };
    if wanted("close") {
        for (share, metres) in [(0.27, 0.04), (0.54, 0.04), (1.0, 0.04), (1.0, 0.02), (1.0, 0.06)] {
            close(&clips, share, metres);
        }
    }
    for rate_hz in [30.0, 60.0, 120.0] {
        if wanted("webs") {
            webs(&clips, &settings(rate_hz));
        }
        if wanted("coarse") && rate_hz > 30.0 {
            webs(&clips, &Settings { coarse_hz: Some(30.0), ..settings(rate_hz) });
        }
    }
}

/// Megabytes of memory the program has used at most since it last asked; `None` where that cannot be told.
fn peak_megabytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    std::fs::write("/proc/self/clear_refs", "5").ok()?;
    Some(kilobytes / 1e3)
}

/// Processor seconds of the whole program.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The widest window the kernel takes where the usual one is wider.
fn settings(rate_hz: f64) -> Settings {
    let half_window_secs = (1.0f64 / 15.0).min(4.0 / rate_hz);
    Settings { rate_hz, half_window_secs, ..Settings::default() }
}

/// Finds the close frames of the first part of every clip at 120 Hz, by looking at every cell and by bounds.
fn close(clips: &[Clip], share: f64, metres: f64) {
    let settings = settings(120.0);
    let cut = |clip: &Clip| {
        let last = (clip.last_frame() as f64 * share) as usize;
        settings.cloud(&clip.slice(segue_motion::FrameRange { first: 0, last })).unwrap()
    };
    let clouds: Vec<Cloud> = clips.iter().map(cut).collect();
    let frames: usize = clouds.iter().map(Cloud::len).sum();
    let cap = (metres * metres) as f32;
    let start = cpu();
    let mut counted = 0;
    for (first, second) in pairs(&clouds) {
        let count = |found: &mut usize, stretch: Stretch<'_>| {
            let skip = if first == second { (stretch.row + 1).saturating_sub(stretch.column) } else { 0 };
            *found += stretch.distances.iter().skip(skip).filter(|d| **d < cap).count();
        };
        counted += stream(&clouds[first], &clouds[second], |_| 0, count).iter().sum::<usize>();
    }
    let every = cpu() - start;
    let start = cpu();
    let basis = Basis::new(&clouds.iter().collect::<Vec<_>>());
    let blocks: Vec<Blocks> = clouds.iter().map(|cloud| Blocks::new(cloud, &basis)).collect();
    let prepared = cpu() - start;
    let (mut found, mut computed) = (0, 0);
    for (first, second) in pairs(&clouds) {
        let [a, b] = [first, second].map(|n| Prepared { cloud: &clouds[n], blocks: &blocks[n] });
        let close = close_frames(a, b, metres, (first == second).then_some(1));
        found += close.rows.iter().map(Vec::len).sum::<usize>();
        computed += close.computed;
    }
    let pruned = cpu() - start;
    assert_eq!(found, counted, "bounds lose nothing");
    let share = computed as f64 / (frames * frames / 2) as f64;
    println!(
        "{frames} frames, cells below {:.0} cm: {found}; every cell {every:.2} s, by bounds {pruned:.2} s \
         ({prepared:.2} s to prepare), {:.1} times; {:.1} % computed",
        metres * 100.0,
        every / pruned,
        share * 100.0
    );
}

fn pairs(clouds: &[Cloud]) -> impl Iterator<Item = (usize, usize)> {
    let count = clouds.len();
    (0..count).flat_map(move |first| (first..count).map(move |second| (first, second)))
}

/// Builds all webs, then asks queries of 1.5 s all over the clips and makes whole searches of some.
fn webs(clips: &[Clip], settings: &Settings) {
    let mut index = Index::new(settings.clone()).unwrap();
    for clip in clips {
        index.add(clip).unwrap();
    }
    let frames: usize = (0..index.len()).map(|clip| index.cloud(clip).len()).sum();
    let before = peak_megabytes();
    let (start, clock) = (cpu(), Instant::now());
    let missing = index.missing();
    let mut webs = Vec::new();
    let _ = index.build_each(&missing, &|_| ControlFlow::Continue(()), |pair, web| webs.push((pair, web)));
    let (built, wall) = (cpu() - start, clock.elapsed().as_secs_f64());
    let peak = before.and_then(|_| peak_megabytes()).unwrap_or(f64::NAN);
    let cells: usize = webs.iter().map(|(_, web)| web.cells()).sum();
    let bytes: usize = webs.iter().map(|(_, web)| web.encode().len()).sum();
    for (pair, web) in webs {
        index.insert(pair, web).unwrap();
    }
    let coarse = settings.coarse_hz.map_or(String::new(), |coarse| format!(" from {coarse} Hz"));
    println!(
        "{frames} frames at {} Hz{coarse}: webs in {built:.2} s ({wall:.2} s by the clock), {cells} cells, {:.2} MB, {peak:.0} MB \
         of memory at most",
        settings.rate_hz,
        bytes as f64 / 1e6
    );
    ask(&index, (1.5 * settings.rate_hz) as usize);
}

/// Asks queries of `length` frames all over the clips.
fn ask(index: &Index, length: usize) {
    let queries: Vec<Segment> = (0..index.len())
        .flat_map(|clip| {
            let last = index.cloud(clip).len() - length;
            (0..last).step_by(5 * length).map(move |first| Segment { clip, first, last: first + length - 1 })
        })
        .collect();
    let start = cpu();
    let found: usize =
        queries.iter().map(|&query| index.matches(query, &Look::default()).unwrap().len()).sum();
    let asked = (cpu() - start) / queries.len() as f64;
    let look = Look { epsilon_metres: 0.08, most: 100, ..Look::default() };
    let search = |&query: &Segment| {
        let start = cpu();
        let nodes = index.search(query, &look).unwrap().nodes().len();
        (nodes, cpu() - start)
    };
    let searches: Vec<(usize, f64)> = queries.iter().map(search).filter(|(nodes, _)| *nodes > 90).collect();
    let slowest = searches.iter().map(|(_, secs)| *secs).fold(0.0, f64::max);
    let mean = searches.iter().map(|(_, secs)| *secs).sum::<f64>() / searches.len() as f64;
    println!(
        "  a query of 1.5 s {:.2} ms ({:.1} matches); {} searches of more than 90 matches {:.1} ms, the slowest {:.1} ms",
        asked * 1e3,
        found as f64 / queries.len() as f64,
        searches.len(),
        mean * 1e3,
        slowest * 1e3
    );
}
