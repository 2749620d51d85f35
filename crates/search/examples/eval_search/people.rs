//! Captures of many people, known by kind: what is found in clips of another kind is unrelated.

use std::collections::BTreeMap;

use segue_formats::{ReadOptions, read_file};
use segue_motion::ClipId;
use segue_search::{Extended, Index, SearchSettings, Segment, WebSettings};

/// The middle of a clip that is asked about: a step and a half, or the heart of an action.
const QUERY_SECS: f64 = 1.2;

/// What the searches for one kind found, in clips of the same and of other kinds; clips that belong to none do not count.
#[derive(Default)]
struct Score {
    searches: usize,
    own: usize,
    others: BTreeMap<String, usize>,
    warned: usize,
}

/// Extended searches with the automatic ε for the middle of every clip whose kind is known.
pub(crate) fn run() {
    let Some(folder) = segue_captures::folder() else { return };
    let kinds: BTreeMap<String, String> =
        serde_json::from_slice(&std::fs::read(folder.join("kinds.json")).unwrap()).unwrap();
    let mut index = Index::new(WebSettings::default()).unwrap();
    let mut kind_of: BTreeMap<ClipId, &str> = BTreeMap::new();
    for (kind, names) in &kinds {
        for name in names.split_whitespace() {
            let path = folder.join("cmu_bvh").join(format!("{name}.bvh"));
            let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
            kind_of.insert(index.add(&clip).unwrap(), kind);
        }
    }
    index.build_missing();
    println!("\nmany people: the middles of {} clips, extended mode", kind_of.len());
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    for (&clip, &kind) in &kind_of {
        let score = scores.entry(kind).or_default();
        ask(&index, clip, &kind_of, score);
    }
    for (kind, Score { searches, own, others, warned }) in scores {
        let wrong: usize = others.values().sum();
        println!(
            "{kind:<8} {searches:>3} searches, {own:>4} of its kind, {wrong:>4} of others {others:?}, {warned} not separated"
        );
    }
}

fn ask(index: &Index, clip: ClipId, kind_of: &BTreeMap<ClipId, &str>, score: &mut Score) {
    let half = (0.5 * QUERY_SECS / index.spacing_secs(clip)) as usize;
    let (middle, last) = (index.frames_of(clip) / 2, index.frames_of(clip) - 1);
    let query = Segment { clip, first: middle.saturating_sub(half), last: (middle + half).min(last) };
    let look = SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
    let slider = index.slider(&[query], &look).unwrap();
    let epsilon_metres = index.automatic_epsilon(&[query], &slider).unwrap().metres;
    let graph = index.search(query, &SearchSettings { epsilon_metres, ..look }).unwrap();
    score.searches += 1;
    score.warned += usize::from(graph.separation().is_some_and(|separation| separation < 0.5));
    for node in graph.found() {
        let kind = kind_of[&node.segment.clip];
        if kind == kind_of[&clip] {
            score.own += 1;
        } else {
            *score.others.entry(kind.to_owned()).or_default() += 1;
        }
    }
}
