//! Webs that are made while searching: searches find what they find in an index whose webs have all been built.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use segue_actors::sample;
use segue_formats::{ReadOptions, read_file};
use segue_motion::{Clip, ClipId, ContentHash};
use segue_search::poses::{Screen, Shadow};
use segue_search::{Index, Outline, SearchSettings, Segment, Supply, Web, WebSettings};

use crate::common::{figure_clip, settings};

/// Clips in memory, which are handed out when they are asked for.
struct Memory {
    clips: Vec<(Clip, Shadow)>,
    told: Arc<Mutex<Told>>,
    /// Clips that cannot be read.
    broken: Vec<ClipId>,
}

#[derive(Default)]
struct Told {
    made: BTreeMap<[ClipId; 2], Web>,
    read: Vec<ClipId>,
    fetched: usize,
}

impl Supply for Memory {
    fn shadow(&mut self, clip: ClipId) -> Option<Shadow> {
        Shadow::decode(&self.clips[clip.index()].1.encode()).ok()
    }

    fn clip(&mut self, clip: ClipId) -> Option<Clip> {
        self.told.lock().unwrap().read.push(clip);
        (!self.broken.contains(&clip)).then(|| self.clips[clip.index()].0.clone())
    }

    fn web(&mut self, pair: [ClipId; 2]) -> Option<Web> {
        let mut told = self.told.lock().unwrap();
        let found = told.made.get(&pair).cloned();
        told.fetched += usize::from(found.is_some());
        found
    }

    fn made(&mut self, pair: [ClipId; 2], web: &Web) {
        let before = self.told.lock().unwrap().made.insert(pair, web.clone());
        assert!(before.is_none(), "a web is made once");
    }
}

fn outline(clip: &Clip) -> Outline {
    let (name, skeleton) = (clip.name().to_owned(), clip.skeleton().clone());
    let (rate, frames, hash) = (clip.rate(), clip.len(), ContentHash::of_motion(clip));
    Outline { name, skeleton, rate, frames, hash }
}

/// An index that knows outlines alone and makes webs while searching, and what it tells.
fn lazy(built: &Index, clips: &[Clip], told: &Arc<Mutex<Told>>, broken: &[ClipId]) -> Index {
    let ids: Vec<ClipId> = built.ids().collect();
    // Made for few of them: bounds hold on any screen.
    let screen = Screen::of(&[built.cloud(ids[0])]);
    let screen = Screen::decode(&screen.encode()).unwrap();
    let shadows = ids.iter().map(|&id| Shadow::of(built.cloud(id), &screen));
    let clips: Vec<(Clip, Shadow)> = clips.iter().cloned().zip(shadows).collect();
    let mut index = Index::new(built.settings().clone()).unwrap();
    for (clip, _) in &clips {
        index.add_outline(&outline(clip)).unwrap();
    }
    let memory = Memory { clips, told: told.clone(), broken: broken.to_vec() };
    index.draw_on(ids.into_iter().collect(), vec![Some(screen)], memory);
    index
}

fn built(clips: &[Clip], settings: &WebSettings) -> Index {
    let mut index = Index::new(settings.clone()).unwrap();
    for clip in clips {
        index.add(clip).unwrap();
    }
    index.build_missing();
    index
}

/// Compares all that searches answer; returns how many matches there were, and in how many tiers.
fn compare(built: &Index, lazy: &Index, query: Segment, look: &SearchSettings) -> [usize; 2] {
    assert_eq!(lazy.slider(&[query], look).unwrap(), built.slider(&[query], look).unwrap());
    let mut counts = [0; 2];
    for epsilon_metres in [0.02, 0.041, 0.08] {
        let look = SearchSettings { epsilon_metres, ..look.clone() };
        let found = lazy.search(query, &look).unwrap();
        assert_eq!(found, built.search(query, &look).unwrap(), "{query:?} within {epsilon_metres}");
        assert_eq!(lazy.repeats(query, &look).unwrap(), built.repeats(query, &look).unwrap());
        let tiers = found.nodes().iter().map(|node| node.tier).max().unwrap();
        counts = [counts[0].max(found.found().len()), counts[1].max(tiers)];
    }
    assert_eq!(lazy.damaged(), 0);
    counts
}

#[test]
fn searches_of_synthetic_takes_find_the_same() {
    let names = ["walk", "walk-left", "jog", "take-kicks", "cartwheel", "reach"];
    let clips = names.map(|name| sample(name).unwrap().clip);
    let built = built(&clips, &settings());
    let told = Arc::default();
    let lazy = lazy(&built, &clips, &told, &[]);
    let look = SearchSettings::default();
    let mut deepest = 0;
    for clip in built.ids() {
        let last = built.frames_of(clip) - 1;
        for first in (0..last.saturating_sub(30)).step_by(last / 3) {
            let query = Segment { clip, first, last: first + 30 };
            deepest = deepest.max(compare(&built, &lazy, query, &look)[1]);
        }
    }
    assert!(deepest > 2, "matches of matches were looked for: {deepest} tiers");
    let told = told.lock().unwrap();
    let pairs = clips.len() * (clips.len() + 1) / 2;
    assert!(told.made.len() < pairs, "{} of {pairs} webs were made", told.made.len());
    for (pair, web) in &told.made {
        assert_eq!(*web, *built.web(*pair).unwrap());
    }
    let mut read = told.read.clone();
    read.sort_unstable();
    read.dedup();
    assert_eq!(read.len(), told.read.len(), "no clip is read twice");
}

#[test]
fn searches_of_captures_find_the_same() {
    let Some(folder) = segue_captures::file("cmu_bvh") else { return };
    let names = ["144_01", "144_05", "16_15", "16_16", "35_01"];
    let paths = names.map(|name| folder.join(name).with_extension("bvh"));
    let read = |path: &std::path::PathBuf| read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
    let clips: Vec<Clip> = paths.iter().filter(|path| path.exists()).map(read).collect();
    assert!(clips.len() > 2, "{} clips", clips.len());
    let built = built(&clips, &settings());
    let told = Arc::default();
    let lazy = lazy(&built, &clips, &told, &[]);
    let look = SearchSettings { most: 100, ..SearchSettings::default() };
    let mut most = 0;
    for clip in built.ids() {
        let last = built.frames_of(clip) - 1;
        for first in [0, last / 3, last.saturating_sub(40)] {
            let query = Segment { clip, first, last: (first + 40).min(last) };
            most = most.max(compare(&built, &lazy, query, &look)[0]);
        }
    }
    assert!(most > 10, "{most} matches");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[test]
    fn searches_find_the_same_whatever_clips_and_queries(
        seeds in prop::collection::vec((0u64..6, 20usize..140), 1..5),
        coarse in prop::option::of(Just(25.0)),
        largest in 0.02f64..0.2,
        at in 0.0f64..1.0,
        length in 0.1f64..1.0,
        chosen in 0usize..5,
    ) {
        let clips: Vec<Clip> = seeds.iter().map(|&(seed, frames)| figure_clip(seed, frames)).collect();
        let settings = WebSettings { largest_epsilon_metres: largest, coarse_hz: coarse, ..settings() };
        let built = built(&clips, &settings);
        let lazy = lazy(&built, &clips, &Arc::default(), &[]);
        let clip = ClipId::new(chosen % clips.len());
        let last = built.frames_of(clip) - 1;
        let first = (at * last as f64) as usize;
        let query = Segment { clip, first, last: first + (length * (last - first) as f64) as usize };
        let look = SearchSettings { most: 60, ..SearchSettings::default() };
        for epsilon_metres in [largest / 3.0, largest] {
            let look = SearchSettings { epsilon_metres, ..look.clone() };
            prop_assert_eq!(lazy.search(query, &look).unwrap(), built.search(query, &look).unwrap());
        }
        prop_assert_eq!(lazy.slider(&[query], &look).unwrap(), built.slider(&[query], &look).unwrap());
    }
}

#[test]
fn webs_that_were_made_are_fetched_and_a_query_from_elsewhere_needs_no_shadow() {
    let clips = ["walk", "jog"].map(|name| sample(name).unwrap().clip);
    let all = [&clips[..], &[sample("walk-left").unwrap().clip]].concat();
    let whole = built(&all, &settings());
    let built = built(&clips, &settings());
    let told = Arc::default();
    let outsider = ClipId::new(2);
    let query = Segment { clip: outsider, first: 40, last: 80 };
    let look = SearchSettings { epsilon_metres: 0.06, ..SearchSettings::default() };
    for round in 0..2 {
        let mut lazy = lazy(&built, &clips, &told, &[]);
        assert_eq!(lazy.add(&all[2]).unwrap(), outsider);
        assert!(lazy.is_compared([ClipId::FIRST, outsider]));
        let found = lazy.search(query, &look).unwrap();
        assert_eq!(found, whole.search(query, &look).unwrap());
        assert!(found.found().iter().any(|node| node.segment.clip == ClipId::FIRST));
        assert_eq!(told.lock().unwrap().fetched > 0, round == 1);
    }
}

#[test]
fn a_clip_that_cannot_be_read_is_counted() {
    let clips = ["walk", "walk-left"].map(|name| sample(name).unwrap().clip);
    let built = built(&clips, &settings());
    let lazy = lazy(&built, &clips, &Arc::default(), &[ClipId::SECOND]);
    let query = Segment { clip: ClipId::FIRST, first: 40, last: 80 };
    let found = lazy.search(query, &SearchSettings::default()).unwrap();
    assert!(found.nodes().iter().all(|node| node.segment.clip == ClipId::FIRST));
    assert_eq!(lazy.damaged(), 1);
}
