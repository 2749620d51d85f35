//! Real clips: one kick finds all kicks and nothing else.
#![allow(clippy::unwrap_used, reason = "tests")]

use segue_formats::{ReadOptions, read_file};
use segue_motion::{ClipId, FrameRange};
use segue_search::{Extended, Index, SearchSettings, Segment, WebSettings};

/// An index of clips of subject 144 and the repetitions in the first of them.
fn index(folder: &std::path::Path, names: &[&str]) -> (Index, Vec<Segment>) {
    let mut index = Index::new(WebSettings::default()).unwrap();
    for name in names {
        let path = folder.join("cmu_bvh").join(name).with_extension("bvh");
        index.add(&read_file(path, &ReadOptions::default()).unwrap().clips[0]).unwrap();
    }
    index.build_missing();
    let truth: serde_json::Value =
        serde_json::from_slice(&std::fs::read(folder.join("truth.json")).unwrap()).unwrap();
    let frame = |entry: &serde_json::Value, key: &str| entry[key].as_u64().unwrap() as usize;
    let segment = |entry| {
        let frames = FrameRange { first: frame(entry, "start"), last: frame(entry, "end") };
        index.segment(ClipId::FIRST, frames).unwrap()
    };
    let repetitions = truth[format!("{}.bvh", names[0])].as_array().unwrap().iter().map(segment).collect();
    (index, repetitions)
}

#[test]
fn one_kick_finds_all_kicks_and_no_walking() {
    let Some(folder) = segue_captures::folder() else { return };
    let (index, kicks) = index(&folder, &["144_05", "144_33"]);
    for &query in &kicks {
        let graph = index.search(query, &SearchSettings::default()).unwrap();
        assert_eq!(graph.nodes().len(), kicks.len(), "all kicks and nothing else from {query:?}");
        for kick in &kicks {
            assert!(graph.nodes().iter().any(|node| node.segment.overlap(kick) >= 0.5), "{kick:?}");
        }
    }
}

#[test]
fn cartwheels_of_either_side_are_told_apart() {
    let Some(folder) = segue_captures::folder() else { return };
    let (index, cartwheels) = index(&folder, &["144_01"]);
    for (n, &query) in cartwheels.iter().enumerate() {
        let graph = index.search(query, &SearchSettings::default()).unwrap();
        let is_found = |other: &Segment| graph.nodes().iter().any(|node| node.segment.overlap(other) >= 0.5);
        for (m, other) in cartwheels.iter().enumerate() {
            assert_eq!(is_found(other), n % 2 == m % 2, "sides alternate: {n} and {m}");
        }
    }
}

#[test]
fn one_reach_finds_reaches_of_all_heights_in_extended_mode() {
    let Some(folder) = segue_captures::folder() else { return };
    let (index, reaches) = index(&folder, &["144_24", "144_33"]);
    let look = SearchSettings { extended: Some(Extended::default()), ..SearchSettings::default() };
    for &query in reaches.iter().step_by(7) {
        let near = index.search(query, &SearchSettings::default()).unwrap();
        let wide = index.search(query, &look).unwrap();
        let found = |graph: &segue_search::MatchGraph| {
            let is_found =
                |reach: &&Segment| graph.nodes().iter().any(|node| node.segment.overlap(reach) >= 0.5);
            reaches.iter().filter(is_found).count()
        };
        assert!(10 * found(&wide) >= 9 * reaches.len(), "{} from {query:?}", found(&wide));
        assert!(found(&near) < found(&wide), "heights are farther apart than epsilon");
        let others = wide.nodes().iter().filter(|node| node.segment.clip != ClipId::FIRST).count();
        assert_eq!(others, 0, "walking is no reach");
    }
}

/// The published webs took three times the room of the motions.
#[test]
fn webs_take_less_room_than_the_clips_they_are_of() {
    let Some(folder) = segue_captures::folder() else { return };
    let names = ["144_05", "144_13", "144_33"];
    let (index, _) = index(&folder, &names);
    let webs = [[0, 0], [0, 1], [0, 2], [1, 1], [1, 2], [2, 2]]
        .map(|pair| pair.map(ClipId::new))
        .map(|pair| index.web(pair).unwrap().encode().len());
    // 31 joints, three angles each, and where the root is, as single-precision numbers at the rate of the index.
    let clips: usize = index.ids().map(|clip| index.frames_of(clip) * (3 * 31 + 3) * 4).sum();
    let bytes: usize = webs.iter().sum();
    assert!(10 * bytes < clips, "{bytes} bytes of webs, {clips} of clips");
}
