//! Time in which close frames are found, webs built and queries answered, in processor time, on real captures; and the
//! memory that building takes at most.
//!
//! After `--` one of `close`, `webs`, `coarse` and `all` measures only that; `all` takes all clips of the folder.
//!
//! Reads the clips of subject 144 among the captures that `segue_captures` finds.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]

mod spent;

use std::fs::File;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use segue_formats::{ReadOptions, read_file};
use segue_motion::Clip;
use segue_register::{Cloud, Stretch, stream};
use segue_search::poses::Poses;
use segue_search::{Index, SearchSettings, Segment, WebSettings};
use spent::{cpu, peak_megabytes};

const CLIPS: [&str; 11] = ["01", "03", "05", "09", "11", "13", "15", "20", "22", "24", "33"];

fn main() {
    let Some(folder) = segue_captures::file("cmu_bvh") else { return };
    let read = |name: &&str| {
        let path = folder.join(format!("144_{name}.bvh"));
        read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)
    };
    let clips: Vec<Clip> = CLIPS.iter().map(read).collect();
    let size = |name: &&str| folder.join(format!("144_{name}.bvh")).metadata().unwrap().len();
    let source_bytes = CLIPS.iter().map(size).sum();
    let wanted = |part: &str| {
        let parts = ["close", "webs", "coarse", "all"];
        let asked: Vec<String> = std::env::args().filter(|word| parts.contains(&word.as_str())).collect();
        asked.is_empty() || asked.iter().any(|word| word == part)
    };
    if wanted("close") {
        close(&clips, &settings(60.0), 1.0, 0.04);
        for (share, metres) in [(0.27, 0.04), (0.54, 0.04), (1.0, 0.04), (1.0, 0.02), (1.0, 0.06)] {
            close(&clips, &settings(120.0), share, metres);
        }
    }
    for rate_hz in [30.0, 60.0, 120.0] {
        if wanted("webs") {
            webs(&clips, &settings(rate_hz), source_bytes);
        }
        if wanted("coarse") && rate_hz > 30.0 {
            webs(&clips, &WebSettings { coarse_hz: Some(30.0), ..settings(rate_hz) }, source_bytes);
        }
        if wanted("all") {
            all(&folder, rate_hz);
        }
    }
}

/// Runs of which the best is taken: what else the machine does only ever adds time.
const REPEATS: usize = 3;

/// The widest window the kernel takes where the usual one is wider.
fn settings(rate_hz: f64) -> WebSettings {
    let half_window_secs = (1.0f64 / 15.0).min(4.0 / rate_hz);
    WebSettings { rate_hz, half_window_secs, ..WebSettings::default() }
}

/// Finds the close frames of the first part of every clip, by looking at every cell and by clusters of poses.
fn close(clips: &[Clip], settings: &WebSettings, share: f64, metres: f64) {
    let cut = |clip: &Clip| {
        let last = (clip.last_frame() as f64 * share) as usize;
        settings.cloud(&clip.slice(segue_motion::FrameRange { first: 0, last })).unwrap()
    };
    let clouds: Vec<Cloud> = clips.iter().map(cut).collect();
    let frames: usize = clouds.iter().map(Cloud::len).sum();
    let start = cpu();
    let [fewest, most] = counted(&clouds, metres);
    let every = cpu() - start;
    let mut best = [f64::INFINITY; 3];
    let mut found = 0;
    for _ in 0..REPEATS {
        let (start, clock) = (cpu(), Instant::now());
        let poses = Poses::new(&clouds.iter().collect::<Vec<_>>());
        let ready = cpu() - start;
        found = poses.close(metres, 1).len();
        let times = [ready, cpu() - start, clock.elapsed().as_secs_f64()];
        best = std::array::from_fn(|n| best[n].min(times[n]));
    }
    let [ready, secs, wall] = best;
    assert!((fewest..=most).contains(&found), "clusters lose nothing: {found}, not {fewest} to {most}");
    println!(
        "{frames} frames at {} Hz, cells below {:.0} cm: {found}; every cell {every:.2} s, by pose {secs:.2} s ({ready:.2} s to make \
         ready), {:.1} times; {wall:.2} s by the clock on {} threads; the best of {REPEATS} runs",
        settings.rate_hz,
        metres * 100.0,
        every / secs,
        rayon::current_num_threads()
    );
}

/// Pairs of frames that are closer for certain, and those that may be closer in single precision, by looking at every cell.
fn counted(clouds: &[Cloud], metres: f64) -> [usize; 2] {
    const LOST: f64 = 5e-7;
    let caps = [-LOST, LOST].map(|lost| (metres * metres + lost) as f32);
    let mut counted = [0; 2];
    for (first, second) in pairs(clouds) {
        let count = |found: &mut [usize; 2], stretch: Stretch<'_>| {
            let skip = if first == second { (stretch.row + 1).saturating_sub(stretch.column) } else { 0 };
            for d in stretch.distances.iter().skip(skip) {
                *found = [0, 1].map(|n| found[n] + usize::from(*d < caps[n]));
            }
        };
        for found in stream(&clouds[first], &clouds[second], |_| [0; 2], count) {
            counted = [0, 1].map(|n| counted[n] + found[n]);
        }
    }
    counted
}

fn pairs(clouds: &[Cloud]) -> impl Iterator<Item = (usize, usize)> {
    let count = clouds.len();
    (0..count).flat_map(move |first| (first..count).map(move |second| (first, second)))
}

/// Builds all webs, stores them and makes them ready, then asks queries of 1.5 s all over the clips and makes whole searches
/// of some.
fn webs(clips: &[Clip], settings: &WebSettings, source_bytes: u64) {
    let runs: Vec<(Built, Index)> = (0..REPEATS).map(|_| build(clips, settings)).collect();
    let least =
        |of: &dyn Fn(&Built) -> f64| runs.iter().map(|(built, _)| of(built)).fold(f64::INFINITY, f64::min);
    let (built, index) = &runs[0];
    let frames: usize = index.ids().map(|clip| index.cloud(clip).len()).sum();
    let coarse = settings.coarse_hz.map_or(String::new(), |coarse| format!(" from {coarse} Hz"));
    println!(
        "{frames} frames at {} Hz{coarse}: webs built, stored and ready in {:.2} s, {:.2} s by the clock on {} threads, the best of \
         {REPEATS} runs; {} cells, {:.2} MB, {:.1} MB of clips; {:.0} MB of memory at most",
        settings.rate_hz,
        least(&|built| built.secs),
        least(&|built| built.wall),
        rayon::current_num_threads(),
        built.cells,
        built.bytes as f64 / 1e6,
        source_bytes as f64 / 1e6,
        built.peak,
    );
    assert!(built.bytes as u64 <= source_bytes, "webs take less room than the clips they are of");
    ask(index, (1.5 * settings.rate_hz) as usize);
}

/// What building all webs took.
struct Built {
    secs: f64,
    wall: f64,
    peak: f64,
    cells: usize,
    bytes: usize,
}

fn build(clips: &[Clip], settings: &WebSettings) -> (Built, Index) {
    let mut index = Index::new(settings.clone()).unwrap();
    for clip in clips {
        index.add(clip).unwrap();
    }
    let before = peak_megabytes();
    let path = std::env::temp_dir().join(format!("segue-webs-{}", std::process::id()));
    let (start, clock) = (cpu(), Instant::now());
    let mut file = File::create(&path).unwrap();
    let (mut webs, mut bytes) = (Vec::new(), 0);
    let _ = index.build_each(&index.missing(), &|_| ControlFlow::Continue(()), |pair, web| {
        let encoded = web.encode();
        file.write_all(&encoded).unwrap();
        bytes += encoded.len();
        webs.push((pair, web));
    });
    file.sync_all().unwrap();
    let cells = webs.iter().map(|(_, web)| web.cells()).sum();
    for (pair, web) in webs {
        index.insert(pair, web).unwrap();
    }
    let (secs, wall) = (cpu() - start, clock.elapsed().as_secs_f64());
    std::fs::remove_file(path).unwrap();
    let peak = before.and_then(|_| peak_megabytes()).unwrap_or(f64::NAN);
    (Built { secs, wall, peak, cells, bytes }, index)
}

/// Builds the webs of all clips of a folder, for the memory it takes.
fn all(folder: &Path, rate_hz: f64) {
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let clips: Vec<Clip> =
        paths.iter().map(|path| read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)).collect();
    let (built, index) = build(&clips, &settings(rate_hz));
    let frames: usize = index.ids().map(|clip| index.cloud(clip).len()).sum();
    println!(
        "all {} clips, {frames} frames at {rate_hz} Hz: webs in {:.2} s, {:.2} MB, {:.0} MB of memory at most, clips and webs included",
        clips.len(),
        built.secs,
        built.bytes as f64 / 1e6,
        built.peak
    );
}

/// Asks queries of `length` frames all over the clips.
fn ask(index: &Index, length: usize) {
    let queries: Vec<Segment> = index
        .ids()
        .flat_map(|clip| {
            let last = index.cloud(clip).len() - length;
            (0..last).step_by(5 * length).map(move |first| Segment { clip, first, last: first + length - 1 })
        })
        .collect();
    let start = cpu();
    let found: usize =
        queries.iter().map(|&query| index.matches(query, &SearchSettings::default()).unwrap().len()).sum();
    let asked = (cpu() - start) / queries.len() as f64;
    let look = SearchSettings { epsilon_metres: 0.08, most: 100, ..SearchSettings::default() };
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
