//! How an index grows with its clips: the time it takes, its webs, and searches in it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use rayon::prelude::*;
use segue_formats::{ReadOptions, read_file};
use segue_motion::{Clip, ClipId};
use segue_search::{Index, SearchSettings, Segment, Web, WebSettings};

use crate::people::Cast;
use crate::spent::{cpu, peak_megabytes};

/// Frames of a query: 1.5 s.
const QUERY: usize = 45;

/// What an index of one size took.
pub(crate) struct Grown {
    frames: f64,
    secs: f64,
    cells: f64,
    bytes: f64,
}

/// Clips that were made ready, and how long that took.
struct Ready {
    index: Index,
    frames: usize,
    secs: f64,
}

impl Ready {
    fn new() -> Self {
        Self { index: Index::new(WebSettings::default()).unwrap(), frames: 0, secs: 0.0 }
    }

    fn add(&mut self, clip: &Clip) {
        let start = cpu();
        let id = self.index.add(clip).unwrap();
        self.secs += cpu() - start;
        self.frames += self.index.frames_of(id);
    }
}

/// An index of every so many-th file of a folder.
pub(crate) fn of_captures(folder: &Path, every: usize, before: Option<&Grown>) -> Grown {
    let mut paths: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let mut ready = Ready::new();
    for path in paths.iter().step_by(every) {
        ready.add(&read_file(path, &ReadOptions::default()).unwrap().clips.remove(0));
    }
    measure(ready, before)
}

/// An index of the first takes of a cast that have so many frames together.
pub(crate) fn of_takes(cast: Cast, size: usize, before: Option<&Grown>) -> Grown {
    let mut ready = Ready::new();
    for number in (0..).step_by(8) {
        let takes: Vec<Clip> = (number..number + 8).into_par_iter().map(|number| cast.take(number)).collect();
        for take in takes {
            if ready.frames < size {
                ready.add(&take);
            }
        }
        if ready.frames >= size {
            break;
        }
    }
    measure(ready, before)
}

fn measure(ready: Ready, before: Option<&Grown>) -> Grown {
    let Ready { mut index, frames, secs: ready } = ready;
    let missing = index.missing();
    let (start, mut cells) = (cpu(), 0);
    let mut stored = BTreeMap::new();
    let _ = index.build_each(&missing, &|_| ControlFlow::Continue(()), |pair, web| {
        cells += web.cells();
        if !web.is_empty() {
            stored.insert(pair, web.encode());
        }
    });
    let secs = cpu() - start;
    let bytes: usize = stored.values().map(Vec::len).sum();
    let grown = Grown { frames: frames as f64, secs: ready + secs, cells: cells as f64, bytes: bytes as f64 };
    let exponent = |of: &dyn Fn(&Grown) -> f64| {
        let of_both = |before: &Grown| (of(&grown) / of(before)).ln() / (grown.frames / before.frames).ln();
        before.map_or("-".to_owned(), |before| format!("{:.2}", of_both(before)))
    };
    println!(
        "{frames} frames in {} clips: {:.2} s ({ready:.2} s to make ready), exponent {}; {} of {} pairs have a web; \
         {cells} cells, exponent {}; {bytes} bytes, exponent {}; {:.0} MB",
        index.len(),
        grown.secs,
        exponent(&|grown| grown.secs),
        stored.len(),
        missing.len(),
        exponent(&|grown| grown.cells),
        exponent(&|grown| grown.bytes),
        peak_megabytes().unwrap_or(f64::NAN),
    );
    shelve(&mut index, &missing, stored);
    search(&index);
    grown
}

/// Lets the index fetch its webs as from a library.
fn shelve(index: &mut Index, pairs: &[[ClipId; 2]], stored: BTreeMap<[ClipId; 2], Vec<u8>>) {
    let shelved: Vec<[ClipId; 2]> = stored.keys().copied().collect();
    index.shelve(&shelved, move |pair| Web::decode(stored.get(&pair)?).ok());
    for &pair in pairs {
        index.set_unlike(pair);
    }
}

/// Three searches with the automatic ε, in clips all over the index.
fn search(index: &Index) {
    let long: Vec<ClipId> = index.ids().filter(|&clip| index.frames_of(clip) > 2 * QUERY).collect();
    for quarter in 1..4 {
        let clip = long[quarter * long.len() / 4];
        let first = index.frames_of(clip) / 2 - QUERY / 2;
        let query = Segment { clip, first, last: first + QUERY - 1 };
        let start = cpu();
        let look = SearchSettings::default();
        let chosen = index.slider(&[query], &look).unwrap().automatic(look.epsilon_metres);
        let look = SearchSettings { epsilon_metres: chosen.metres, ..look };
        let found = index.search(query, &look).unwrap().found().len();
        println!(
            "  a search in {}: {found} matches within {:.2} cm, {:.3} s, {} webs in memory, {:.0} MB",
            index.name(clip),
            100.0 * chosen.metres,
            cpu() - start,
            index.loaded(),
            peak_megabytes().unwrap_or(f64::NAN),
        );
    }
}
