//! How the time in which close frames are found grows with their number: captures, then long synthetic takes.

use std::path::{Path, PathBuf};

use rayon::prelude::*;
use segue_formats::{ReadOptions, read_file};
use segue_motion::{Clip, ClipId, ClipSet};
use segue_register::Cloud;
use segue_search::poses::PosesBuilder;
use segue_search::{Index, WebSettings};

use crate::people::{Cast, MANY, ONE};
use crate::spent::{cpu, peak_megabytes};

/// Frames closer than this are looked for.
const METRES: f64 = 0.04;

/// One person alone is not followed beyond this: what is found grows with the square, and so does the time.
const MOST_OF_ONE: usize = 150_000;

/// Takes that are made at once.
const AT_ONCE: u64 = 8;

/// Finds the close frames of ever more clips.
pub(crate) fn grow_poses(most: usize) {
    if let Some(folder) = segue_captures::file("cmu_bvh") {
        let index = captures(&folder);
        let clips = index.families().swap_remove(0);
        println!("captures at 120 Hz");
        grow(&[10_000, 20_000, 40_000, usize::MAX], &|size| of_captures(&index, &clips, size));
    }
    let sizes = |most: usize| -> Vec<usize> {
        let sizes = [18_750, 37_500, 75_000, 150_000, 300_000, 600_000];
        sizes.into_iter().filter(|&size| size <= most).collect()
    };
    println!("synthetic takes at 60 Hz, {} people", MANY.people);
    grow(&sizes(most), &|size| of_takes(MANY, size));
    println!("synthetic takes at 60 Hz, one person");
    grow(&sizes(most.min(MOST_OF_ONE)), &|size| of_takes(ONE, size));
}

/// All captures with the joints of the first, those of every subject spread over the list.
fn captures(folder: &Path) -> Index {
    let mut paths: Vec<PathBuf> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    let number = |path: &PathBuf| {
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        stem.rsplit('_').next().unwrap().to_owned()
    };
    paths.sort_by_key(|path| (number(path), path.clone()));
    let settings = WebSettings { rate_hz: 120.0, half_window_secs: 4.0 / 120.0, ..WebSettings::default() };
    let mut index = Index::new(settings).unwrap();
    for path in paths {
        index.add(&read_file(path, &ReadOptions::default()).unwrap().clips.remove(0)).unwrap();
    }
    index
}

/// Clips on their way into a tree, and the processor time it took to make them ready.
struct Ready {
    poses: PosesBuilder,
    frames: usize,
    secs: f64,
}

impl Ready {
    fn like(clouds: &[&Cloud]) -> Self {
        let start = cpu();
        Self { poses: PosesBuilder::new(clouds), frames: 0, secs: cpu() - start }
    }

    fn push(&mut self, cloud: &Cloud) {
        let start = cpu();
        self.poses.push(cloud);
        self.secs += cpu() - start;
        self.frames += cloud.len();
    }
}

/// The first captures that have so many frames together.
fn of_captures(index: &Index, clips: &[ClipId], size: usize) -> Ready {
    let clouds: Vec<&Cloud> = clips.iter().map(|&clip| index.cloud(clip)).collect();
    let mut ready = Ready::like(&clouds);
    for cloud in clouds {
        if ready.frames < size {
            ready.push(cloud);
        }
    }
    ready
}

/// The first takes of a cast that have so many frames together. They are made anew for every size: all of them at once would
/// take more memory than what is measured.
fn of_takes(cast: Cast, size: usize) -> Ready {
    let settings = WebSettings { rate_hz: 60.0, ..WebSettings::default() };
    let model = ClipSet::of([cast.take(0)]).unwrap();
    let cloud = |number: u64| {
        let clip: Clip = cast.take(number);
        let (carried, _) = model.carried_over(&clip).unwrap();
        settings.cloud(&carried).unwrap()
    };
    let made = |from: u64| -> Vec<Cloud> { (from..from + AT_ONCE).into_par_iter().map(cloud).collect() };
    let first = made(0);
    let mut ready = Ready::like(&first.iter().collect::<Vec<_>>());
    let mut next = AT_ONCE;
    let mut clouds = first;
    while ready.frames < size {
        for cloud in clouds {
            if ready.frames < size {
                ready.push(&cloud);
            }
        }
        clouds = if ready.frames < size { made(next) } else { Vec::new() };
        next += AT_ONCE;
    }
    ready
}

/// Finds the close frames of several numbers of frames.
fn grow(sizes: &[usize], ready: &dyn Fn(usize) -> Ready) {
    let mut rows: Vec<Measured> = Vec::new();
    for &size in sizes {
        let row = measure(ready(size));
        let exponent = |other: Option<&Measured>, of: &dyn Fn(&Measured) -> f64| {
            other.map_or(String::from("-"), |other| {
                format!("{:.2}", (of(&row) / of(other)).ln() / (row.frames / other.frames).ln())
            })
        };
        println!(
            "{} frames: {} pairs ({:.3} %) in {} parts, {:.2} s ({:.2} s to make ready), {:.0} ns per frame and pair; \
             exponent of the time {}, from the first {}, of pairs {}, of parts {}; D computed of {:.2} % of what is found; \
             {:.0} MB",
            row.frames,
            row.pairs,
            200.0 * row.pairs / row.frames.powi(2),
            row.parts,
            row.secs,
            row.ready,
            row.secs * 1e9 / (row.frames + row.pairs),
            exponent(rows.last(), &|row| row.secs),
            exponent(rows.first(), &|row| row.secs),
            exponent(rows.last(), &|row| row.pairs),
            exponent(rows.last(), &|row| row.parts),
            100.0 * row.computed / row.pairs,
            peak_megabytes().unwrap_or(f64::NAN)
        );
        rows.push(row);
    }
}

/// What one number of frames took.
struct Measured {
    frames: f64,
    pairs: f64,
    parts: f64,
    computed: f64,
    secs: f64,
    ready: f64,
}

fn measure(ready: Ready) -> Measured {
    let Ready { poses, frames, secs } = ready;
    let start = cpu();
    let poses = poses.finish();
    let ready = secs + cpu() - start;
    let pairs = poses.close(METRES, 1);
    let secs = secs + cpu() - start;
    let [_, _, computed] = pairs.looked_at().map(|count| count as f64);
    let parts: usize = pairs.parts().iter().sum();
    Measured { frames: frames as f64, pairs: pairs.len() as f64, parts: parts as f64, computed, secs, ready }
}
