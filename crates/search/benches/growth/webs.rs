//! How an index grows with its clips: the time it takes, its webs, and searches in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use rayon::prelude::*;
use segue_motion::{Clip, ClipId, ContentHash};
use segue_search::{Index, Outline, SearchSettings, Segment, Web, WebSettings};

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
        let (name, skeleton) = (clip.name().to_owned(), clip.skeleton().clone());
        let (rate, frames, hash) = (clip.rate(), clip.len(), ContentHash::of_motion(clip));
        let outline = Outline { name, skeleton, rate, frames, hash };
        let start = cpu();
        let id = self.index.add_outline(&outline).unwrap();
        self.index.read_poses(id, clip).unwrap();
        self.secs += cpu() - start;
        self.frames += self.index.frames_of(id);
    }
}

/// Indexes of ever more clips, each four times as large as the one before.
pub(crate) fn grow_indexes(most: usize) {
    let Some(folder) = segue_captures::file("cmu_bvh") else { return };
    let troupe = Troupe::read(&folder);
    println!("Indexes at 30 Hz of {} captures, and of the same as others would do them.\n", troupe.len());
    println!(
        "| frames | clips | time | of it to make clips ready | exponent | pairs with a web | cells | exponent \
         | stored | exponent | memory |\n|---|---|---|---|---|---|---|---|---|---|---|"
    );
    let (mut before, mut searches) = (None, Vec::new());
    for size in [9_375, 37_500, 150_000, 600_000] {
        if size <= most {
            let (grown, index) = measure(first(&troupe, size), before.as_ref());
            searches.extend(search(&index));
            before = Some(grown);
        }
    }
    println!("\n| search | frames | matches | within | time | memory |\n|---|---|---|---|---|---|");
    for row in searches {
        println!("{row}");
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

/// Builds an index, and lets it fetch its webs.
fn measure(ready: Ready, before: Option<&Grown>) -> (Grown, Index) {
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
        before.map_or("–".to_owned(), |before| format!("{:.2}", of_both(before)))
    };
    println!(
        "| {frames} | {} | {:.2} s | {ready:.2} s | {} | {} of {} | {:.2} M | {} | {:.1} MB | {} | {:.0} MB |",
        index.len(),
        grown.secs,
        exponent(&|grown| grown.secs),
        stored.len(),
        missing.len(),
        grown.cells / 1e6,
        exponent(&|grown| grown.cells),
        grown.bytes / 1e6,
        exponent(&|grown| grown.bytes),
        peak_megabytes().unwrap_or(f64::NAN),
    );
    shelve(&mut index, stored);
    (grown, index)
}

/// Lets the index fetch its webs as from a library.
fn shelve(index: &mut Index, stored: BTreeMap<[ClipId; 2], Vec<u8>>) {
    let mut partners: BTreeMap<ClipId, BTreeSet<ClipId>> = BTreeMap::new();
    for &[first, second] in stored.keys() {
        partners.entry(first).or_default().insert(second);
        partners.entry(second).or_default().insert(first);
    }
    index.shelve_whole(
        index.ids().collect(),
        move |clip| partners.get(&clip).into_iter().flatten().copied().collect(),
        move |pair| Web::decode(stored.get(&pair)?).ok(),
    );
}

/// Three searches with the automatic ε, each as a row of a table.
fn search(index: &Index) -> Vec<String> {
    let frames: usize = index.ids().map(|clip| index.frames_of(clip)).sum();
    let mut rows = Vec::new();
    for (what, name, [first, last]) in QUERIES {
        let Some(clip) = index.ids().find(|&clip| index.name(clip) == name) else { continue };
        let query = Segment { clip, first, last };
        let start = cpu();
        let look = SearchSettings::default();
        let chosen = index.slider(&[query], &look).unwrap().automatic(look.epsilon_metres);
        let look = SearchSettings { epsilon_metres: chosen.metres, ..look };
        let found = index.search(query, &look).unwrap().found().len();
        rows.push(format!(
            "| {what} | {frames} | {found} | {:.2} cm | {:.3} s | {:.0} MB |",
            100.0 * chosen.metres,
            cpu() - start,
            peak_megabytes().unwrap_or(f64::NAN),
        ));
    }
    rows
}
