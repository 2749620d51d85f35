//! How much memory building a web takes.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "tests")]

mod common;

use common::drifting_clip;
use segue_motion::ClipId;
use segue_search::poses::Poses;
use segue_search::{Index, WebSettings};

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// A clip that looks like itself only for some seconds, so what matches grows with its length and so may memory: four times
/// as long, a grid would take sixteen times as much.
#[test]
fn memory_grows_with_the_length_of_clips_and_not_with_its_square() {
    let settings = WebSettings { largest_epsilon_metres: 0.01, ..WebSettings::default() };
    let lengths = [3_000, 12_000];
    let took = lengths.map(|frames| {
        let clip = drifting_clip(frames);
        let mut index = Index::new(settings.clone()).unwrap();
        index.add(&clip).unwrap();
        let ((), web) = segue_heap::most(|| index.build_missing());
        let cells = index.web([ClipId::FIRST, ClipId::FIRST]).unwrap().cells();
        assert!(cells > frames, "{cells} cells");
        let cloud = settings.cloud(&clip).unwrap();
        let (count, close) = segue_heap::most(|| Poses::new(&[&cloud]).close(0.01, 1).len());
        assert!(count > frames);
        println!(
            "{frames} frames: {cells} cells, {} KB for the web, {} KB for close pairs",
            web / 1000,
            close / 1000
        );
        [web, close]
    });
    for n in [0, 1] {
        let ratio = took[1][n] as f64 / took[0][n] as f64;
        assert!(ratio < 5.0, "{ratio:.1} times the memory for four times the frames");
        assert!(took[1][n] < 4 * lengths[1] * lengths[1] / 5, "{} bytes", took[1][n]);
    }
}
