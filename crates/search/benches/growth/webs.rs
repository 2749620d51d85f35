//! How an index grows with its clips: the time it takes, its webs, and searches in it.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use rayon::prelude::*;
use segue_motion::{Clip, ClipId};
use segue_search::{Index, SearchSettings, Segment, Web, WebSettings};

use crate::spent::{cpu, peak_megabytes};
use crate::troupe::Troupe;

/// Clips that are made at once.
const AT_ONCE: usize = 16;

/// What is looked for: a clip and its frames at 30 Hz.
const QUERIES: [(&str, &str, [usize; 2]); 3] =
    [("a walk", "16_15", [30, 66]), ("a kick", "144_05", [21, 58]), ("a cartwheel", "144_01", [54, 102])];

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

/// Indexes of ever more clips.
pub(crate) fn grow_indexes(most: usize) {
    let Some(folder) = segue_captures::file("cmu_bvh") else { return };
    let troupe = Troupe::read(&folder);
    println!("{} captures, and the same as others would do them", troupe.len());
    let mut before = None;
    for size in [9_375, 18_750, 37_500, 75_000, 150_000, 300_000, 600_000] {
        if size <= most {
            before = Some(measure(first(&troupe, size), before.as_ref()));
        }
    }
}

/// The first clips that have so many frames together.
fn first(troupe: &Troupe, size: usize) -> Ready {
    let mut ready = Ready::new();
    for number in (0..).step_by(AT_ONCE) {
        let clips: Vec<Clip> =
            (number..number + AT_ONCE).into_par_iter().map(|number| troupe.clip(number)).collect();
        for clip in clips {
            if ready.frames + clip.len() > size {
                return ready;
            }
            ready.add(&clip);
        }
    }
    ready
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

/// Three searches with the automatic ε.
fn search(index: &Index) {
    for (what, name, [first, last]) in QUERIES {
        let Some(clip) = index.ids().find(|&clip| index.name(clip) == name) else { continue };
        let query = Segment { clip, first, last };
        let start = cpu();
        let look = SearchSettings::default();
        let chosen = index.slider(&[query], &look).unwrap().automatic(look.epsilon_metres);
        let look = SearchSettings { epsilon_metres: chosen.metres, ..look };
        let found = index.search(query, &look).unwrap().found().len();
        println!(
            "  {what}: {found} matches within {:.2} cm, {:.3} s, {} webs in memory, {:.0} MB",
            100.0 * chosen.metres,
            cpu() - start,
            index.loaded(),
            peak_megabytes().unwrap_or(f64::NAN),
        );
    }
}
