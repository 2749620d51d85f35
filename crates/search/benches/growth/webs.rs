//! How an index grows with its clips: the time it takes, its webs, and searches in it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use segue_motion::{Clip, ClipId, ContentHash};
use segue_search::poses::{Screen, Shadow};
use segue_search::{Index, Outline, SearchSettings, Segment, Supply, Web, WebSettings};

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
    bytes: f64,
}

/// The clips of a library as one keeps them: their shadows as bytes, and webs that searches made. Clips are made anew when a
/// search reads them.
struct Store {
    troupe: Arc<Troupe>,
    shadows: Vec<Vec<u8>>,
    webs: BTreeMap<[ClipId; 2], Vec<u8>>,
    told: Arc<Mutex<Told>>,
}

/// What searches asked for.
#[derive(Default)]
struct Told {
    clips: usize,
    webs: usize,
    /// Seconds in which clips were made, which a library need not do.
    aside: f64,
}

impl Supply for Store {
    fn shadow(&mut self, clip: ClipId) -> Option<Shadow> {
        Shadow::decode(&self.shadows[clip.index()]).ok()
    }

    fn clip(&mut self, clip: ClipId) -> Option<Clip> {
        let start = cpu();
        let made = self.troupe.clip(clip.index());
        let mut told = self.told.lock().unwrap();
        told.clips += 1;
        told.aside += cpu() - start;
        Some(made)
    }

    fn web(&mut self, pair: [ClipId; 2]) -> Option<Web> {
        Web::decode(self.webs.get(&pair)?).ok()
    }

    fn made(&mut self, pair: [ClipId; 2], web: &Web) {
        self.told.lock().unwrap().webs += 1;
        self.webs.insert(pair, web.encode());
    }
}

/// An index on its way, and how long it took.
struct Ready {
    index: Index,
    screen: Option<Screen>,
    shadows: Vec<Vec<u8>>,
    frames: usize,
    secs: f64,
}

impl Ready {
    fn new() -> Self {
        let index = Index::new(WebSettings::default()).unwrap();
        Self { index, screen: None, shadows: Vec::new(), frames: 0, secs: 0.0 }
    }

    fn add(&mut self, clips: &[Clip]) {
        let outline = |clip: &Clip| {
            let (name, skeleton) = (clip.name().to_owned(), clip.skeleton().clone());
            let (rate, frames, hash) = (clip.rate(), clip.len(), ContentHash::of_motion(clip));
            Outline { name, skeleton, rate, frames, hash }
        };
        let outlines: Vec<Outline> = clips.iter().map(outline).collect();
        let start = cpu();
        let ids: Vec<ClipId> =
            outlines.iter().map(|outline| self.index.add_outline(outline).unwrap()).collect();
        let screen = self.screen.get_or_insert_with(|| {
            let clips: Vec<(ClipId, Clip)> = ids.iter().copied().zip(clips.iter().cloned()).collect();
            self.index.screen(&clips).unwrap()
        });
        let shadow = |(&id, clip): (&ClipId, &Clip)| self.index.shadow(id, clip, screen).unwrap().encode();
        self.shadows.par_extend(ids.par_iter().zip(clips).map(shadow));
        self.secs += cpu() - start;
        self.frames += ids.iter().map(|&id| self.index.frames_of(id)).sum::<usize>();
    }
}

/// Indexes of ever more clips, each four times as large as the one before, up to so many frames.
pub(crate) fn grow_indexes(most: usize) {
    let Some(folder) = segue_captures::file("cmu_bvh") else { return };
    let troupe = Arc::new(Troupe::read(&folder));
    println!("Indexes at 30 Hz of {} captures, and of the same as others would do them.\n", troupe.len());
    println!(
        "| frames | clips | time | exponent | stored | exponent | memory |\n|---|---|---|---|---|---|---|"
    );
    let (mut before, mut searches) = (None, Vec::new());
    let sizes = [9_375, 37_500, 150_000, 600_000];
    for size in sizes.into_iter().filter(|&size| size < most).chain([most]) {
        let (grown, rows) = measure(&troupe, first(&troupe, size), before.as_ref());
        searches.extend(rows);
        before = Some(grown);
    }
    println!(
        "\n| search | frames | matches | within | first time | again | clips read | webs made | memory \
         |\n|---|---|---|---|---|---|---|---|---|"
    );
    for row in searches {
        println!("{row}");
    }
}

/// The first clips that have so many frames together.
fn first(troupe: &Troupe, size: usize) -> Ready {
    let mut ready = Ready::new();
    for number in (0..).step_by(AT_ONCE) {
        let mut clips: Vec<Clip> =
            (number..number + AT_ONCE).into_par_iter().map(|number| troupe.clip(number)).collect();
        let mut frames = ready.frames;
        let fits = clips.iter().take_while(|clip| {
            frames += clip.len();
            frames <= size
        });
        let fits = fits.count();
        clips.truncate(fits);
        if fits > 0 {
            ready.add(&clips);
        }
        if fits < AT_ONCE {
            break;
        }
    }
    ready
}

/// Tells what an index took, and searches it.
fn measure(troupe: &Arc<Troupe>, ready: Ready, before: Option<&Grown>) -> (Grown, Vec<String>) {
    let Ready { mut index, screen, shadows, frames, secs } = ready;
    let bytes: usize = shadows.iter().map(Vec::len).sum();
    let grown = Grown { frames: frames as f64, secs, bytes: bytes as f64 };
    let exponent = |of: &dyn Fn(&Grown) -> f64| {
        let of_both = |before: &Grown| (of(&grown) / of(before)).ln() / (grown.frames / before.frames).ln();
        before.map_or("–".to_owned(), |before| format!("{:.2}", of_both(before)))
    };
    println!(
        "| {frames} | {} | {:.2} s | {} | {:.1} MB | {} | {:.0} MB |",
        index.len(),
        grown.secs,
        exponent(&|grown| grown.secs),
        grown.bytes / 1e6,
        exponent(&|grown| grown.bytes),
        peak_megabytes().unwrap_or(f64::NAN),
    );
    let told = Arc::<Mutex<Told>>::default();
    let store = Store { troupe: troupe.clone(), shadows, webs: BTreeMap::new(), told: told.clone() };
    index.draw_on(index.ids().collect(), vec![screen], store);
    (grown, search(&index, &told))
}

/// Three searches with the automatic ε, each as a row of a table. The first also looks through all shadows for the first time.
fn search(index: &Index, told: &Mutex<Told>) -> Vec<String> {
    let frames: usize = index.ids().map(|clip| index.frames_of(clip)).sum();
    let mut rows = Vec::new();
    for (what, name, [first, last]) in QUERIES {
        let Some(clip) = index.ids().find(|&clip| index.name(clip) == name) else { continue };
        let query = Segment { clip, first, last };
        *told.lock().unwrap() = Told::default();
        let once = || {
            let start = cpu();
            let look = SearchSettings::default();
            let chosen = index.slider(&[query], &look).unwrap().automatic(look.epsilon_metres);
            let look = SearchSettings { epsilon_metres: chosen.metres, ..look };
            let found = index.search(query, &look).unwrap().found().len();
            (chosen.metres, found, cpu() - start - std::mem::take(&mut told.lock().unwrap().aside))
        };
        let (metres, found, secs) = once();
        let Told { clips, webs, .. } = *told.lock().unwrap();
        let (.., again) = once();
        rows.push(format!(
            "| {what} | {frames} | {found} | {:.2} cm | {secs:.3} s | {again:.3} s | {clips} | {webs} | {:.0} MB |",
            100.0 * metres,
            peak_megabytes().unwrap_or(f64::NAN),
        ));
    }
    rows
}
