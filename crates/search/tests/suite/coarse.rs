//! Webs that are built near the paths of coarser ones.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;

use segue_actors::sample;
use segue_motion::ClipId;
use segue_register::{Cloud, Grid};
use segue_search::{Index, PathKind, Web, WebPath, WebSettings};

/// The cells of all chains whose mean is at most ε.
fn chain_cells(web: &Web, settings: &WebSettings) -> BTreeSet<[u32; 2]> {
    let most = settings.largest_epsilon_metres.powi(2) as f32;
    let close = web.paths().filter(|path| path.kind == PathKind::Chain && path.mean() <= most);
    close.flat_map(|path| path.cells().map(|(at, _)| at).collect::<Vec<_>>()).collect()
}

/// The share of some cells that lie within `frames` of one of the others, in either clip.
fn share_near(cells: &BTreeSet<[u32; 2]>, others: &BTreeSet<[u32; 2]>, frames: u32) -> f64 {
    let near = |&&[row, column]: &&[u32; 2]| {
        let rows = row.saturating_sub(frames)..=row + frames;
        rows.into_iter().any(|row| {
            others.range([row, column.saturating_sub(frames)]..=[row, column + frames]).next().is_some()
        })
    };
    cells.iter().filter(near).count() as f64 / cells.len() as f64
}

/// All cells of all paths are as far as the frames are.
fn check_values(web: &Web, grid: &Grid, settings: &WebSettings) {
    let step = settings.cap_metres() / 255.0;
    for ([row, column], value) in web.paths().flat_map(WebPath::cells) {
        let [found, there] = [value, grid.at(row as usize, column as usize)].map(|d| f64::from(d).sqrt());
        assert!((found - there).abs() <= 0.51 * step, "{row} {column}: {found} instead of {there}");
    }
}

#[test]
fn chains_are_within_one_coarse_frame_of_the_direct_build() {
    let (rate_hz, coarse_hz) = (60.0, 30.0);
    let settings = WebSettings { rate_hz, ..WebSettings::default() };
    let coarse = WebSettings { rate_hz: coarse_hz, ..settings.clone() };
    for [first, second] in [["take-kicks", "take-kicks"], ["walk", "walk-left"]] {
        let clouds = |settings: &WebSettings| -> [Cloud; 2] {
            [first, second].map(|name| settings.cloud(&sample(name).unwrap().clip).unwrap())
        };
        let build = |settings: &WebSettings| {
            let [a, b] = clouds(settings);
            if first == second { Web::within(&a, settings) } else { Web::between(&a, &b, settings) }
        };
        let [a, b] = clouds(&settings);
        let direct = build(&settings);
        let near = Web::near(&build(&coarse), [&a, &b], &settings);
        check_values(&near, &Grid::new(&a, &b), &settings);
        let [direct, near] = [&direct, &near].map(|web| chain_cells(web, &settings));
        assert!(direct.len() > 500, "{} cells", direct.len());
        // Nothing is there that the direct build does not have; what is missing are ends of chains.
        let frame = (rate_hz / coarse_hz) as u32;
        assert!(share_near(&near, &direct, frame) > 0.99, "{first} {second}");
        let found = share_near(&direct, &near, frame);
        assert!(found > 0.95, "{first} {second}: {found:.3} of the direct build's cells");
    }
}

#[test]
fn an_index_builds_coarse_to_fine_on_request() {
    let settings = WebSettings { rate_hz: 60.0, coarse_hz: Some(30.0), ..WebSettings::default() };
    let mut index = Index::new(settings.clone()).unwrap();
    let walk = sample("walk").unwrap().clip;
    index.add(&walk).unwrap();
    index.build_missing();
    let web = index.web([ClipId::FIRST, ClipId::FIRST]).unwrap();
    let coarse = WebSettings { rate_hz: 30.0, coarse_hz: None, ..settings.clone() };
    let guide = Web::within(&coarse.cloud(&walk).unwrap(), &coarse);
    let cloud = settings.cloud(&walk).unwrap();
    assert_eq!(*web, Web::near(&guide, [&cloud, &cloud], &settings));
    assert!(!web.is_empty());
    // A web that may lack something is not taken for one that does not.
    let mut direct = Index::new(WebSettings { coarse_hz: None, ..settings }).unwrap();
    direct.add(&walk).unwrap();
    assert_ne!(
        index.fingerprint([ClipId::FIRST, ClipId::FIRST]),
        direct.fingerprint([ClipId::FIRST, ClipId::FIRST])
    );
}
