//! Building webs of many clips, and webs as bytes.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

use segue_motion::ClipId;
use segue_search::{Index, SearchError, Web, WebSettings};
use segue_store::FileKind;

use crate::common::{figure_clip, index, settings};

#[test]
fn building_can_be_stopped_and_goes_on_where_it_was() {
    let mut index = Index::new(settings()).unwrap();
    for seed in 0..24 {
        index.add(&figure_clip(seed, 60)).unwrap();
    }
    let missing = index.missing();
    assert_eq!(missing.len(), 300);
    let calls = AtomicUsize::new(0);
    let stop = |progress: segue_search::BuildProgress| {
        assert!(progress.done <= progress.total);
        if calls.fetch_add(1, Ordering::Relaxed) > 4 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    assert!(index.build(&missing, &stop).expect("within the budget").is_break());
    // What was under way is finished, and no more is begun.
    let kept = 300 - index.missing().len();
    assert!((6..300).contains(&kept), "{kept}");
    index.build_missing();
    assert!(index.missing().is_empty());
}

#[test]
fn webs_built_before_are_taken_over_and_others_refused() {
    let built = index(&[1, 2], 60);
    let mut other = Index::new(settings()).unwrap();
    other.add(&figure_clip(1, 60)).unwrap();
    other.add(&figure_clip(2, 60)).unwrap();
    let web = |pair| Web::decode(&built.web(pair).unwrap().encode()).unwrap();
    let [own, both] = [[0, 0], [0, 1]].map(|pair| pair.map(ClipId::new));
    other.insert(both, web(both)).unwrap();
    assert_eq!(other.missing(), [[0, 0], [1, 1]].map(|pair| pair.map(ClipId::new)));
    assert!(matches!(other.insert(both, web(own)), Err(SearchError::Pair { .. })));
    let beyond = [0, 5].map(ClipId::new);
    let missing = SearchError::NoClip { found: beyond[1], clips: 2 };
    assert_eq!(other.insert(beyond, web(both)).unwrap_err(), missing);
    other.add(&figure_clip(3, 70)).unwrap();
    assert!(matches!(other.insert([0, 2].map(ClipId::new), web(both)), Err(SearchError::OtherClips { .. })));
}

/// An index looks for close frames of all clips together, the plain builder at every cell.
#[test]
fn webs_of_an_index_are_those_of_whole_grids() {
    // From caps that leave almost nothing to one that leaves all.
    for (seed, largest_epsilon_metres) in [(0, 0.01), (1, 0.02), (2, 0.04), (3, 0.08), (4, 0.3)] {
        let settings = WebSettings { largest_epsilon_metres, ..settings() };
        let clips = [311, 437, 30, 95].map(|frames| figure_clip(seed + frames as u64 % 3, frames));
        let clouds = clips.each_ref().map(|clip| settings.cloud(clip).unwrap());
        let mut index = Index::new(settings.clone()).unwrap();
        let ids = clips.each_ref().map(|clip| index.add(clip).unwrap());
        // What is compared later joins what is there, and pairs without any order are found too.
        let pair = |a: usize, b: usize| [ids[a], ids[b]];
        let orders = [vec![pair(0, 0), pair(0, 1), pair(1, 1)], vec![pair(0, 2), pair(1, 3), pair(2, 2)]];
        for some in orders {
            assert!(
                index.build(&some, &|_| ControlFlow::Continue(())).expect("within the budget").is_continue()
            );
        }
        index.build_missing();
        for (a, first) in clouds.iter().enumerate() {
            assert_eq!(*index.web(pair(a, a)).unwrap(), Web::within(first, &settings));
            for (b, second) in clouds.iter().enumerate().skip(a + 1) {
                assert_eq!(*index.web(pair(a, b)).unwrap(), Web::between(first, second, &settings));
            }
        }
    }
}

#[test]
fn a_web_comes_back_from_its_bytes_and_damage_is_named() {
    let clip = settings().cloud(&figure_clip(3, 200)).unwrap();
    let web = Web::within(&clip, &settings());
    let bytes = web.encode();
    assert_eq!(Web::decode(&bytes).unwrap(), web);
    assert!(bytes.len() < 2 * web.cells(), "{} bytes for {} cells", bytes.len(), web.cells());
    assert!(Web::decode(b"something else").unwrap_err().to_string().contains("not a Segue file"));
    let newer = [&bytes[..8], &[9][..], &bytes[9..]].concat();
    assert!(Web::decode(&newer).unwrap_err().to_string().contains("version 9"));
    for cut in (0..bytes.len()).step_by(bytes.len() / 50 + 1) {
        assert!(Web::decode(&bytes[..cut]).is_err(), "cut at {cut}");
    }
    let whole = FileKind { tag: *b"WEB", name: "a match web", version: 3, largest: 1 << 31, remedy: "" };
    let body = whole.unpack(&bytes).unwrap();
    for place in (0..body.len()).step_by(body.len() / 200 + 1) {
        let mut scribbled = body.clone();
        scribbled[place] ^= 0x10;
        // With the right checksum it may be another web, but never one that leaves its grid.
        if let Ok(web) = Web::decode(&whole.pack(&scribbled)) {
            let [rows, columns] = web.frames();
            assert!(
                web.paths()
                    .flat_map(|path| path.cells().collect::<Vec<_>>())
                    .all(|([r, c], _)| (r as usize) < rows && (c as usize) < columns)
            );
        }
    }
}
