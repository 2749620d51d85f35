//! A run of every target: a second unless the environment asks for more, as `cargo xtask test` does.

#![allow(clippy::print_stdout, reason = "what a run came to")]

use std::path::PathBuf;
use std::time::Duration;

use segue_assay::{Driver, targets};

/// How many seconds each target runs, where it is set.
const SECONDS: &str = "SEGUE_FUZZ_SECONDS";

fn is_not_troubled(name: &str) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("assay");
    let asked = std::env::var(SECONDS).ok().map(|text| text.parse().expect("a number of seconds"));
    let (seconds, most) = asked.map_or((1, 2000), |seconds| (seconds, usize::MAX));
    let driver = Driver { time: Duration::from_secs(seconds), most, seed: 7, folder };
    let report = driver.run(&targets::make(name));
    println!("{name}: {} executions, {} held something", report.executions, report.accepted);
    assert!(report.troubles.is_empty(), "{name}: {:?}", report.troubles);
    assert!(report.accepted > 0, "{name} reads its seeds");
}

macro_rules! tests_of {
    ($($test:ident: $name:literal)*) => {
        $(
            #[test]
            fn $test() {
                is_not_troubled($name);
            }
        )*

        #[test]
        fn every_target_has_a_test() {
            assert_eq!([$($name),*], targets::NAMES);
        }
    };
}

tests_of! {
    bvh: "bvh"
    acclaim: "acclaim"
    gltf: "gltf"
    glb: "glb"
    fbx: "fbx"
    npz: "npz"
    container: "container"
    library: "library"
    clip: "clip"
    registration: "registration"
    parametric: "parametric"
    stances: "stances"
    web: "web"
    plants: "plants"
    weights: "weights"
    map: "map"
    sketch: "sketch"
    requests: "requests"
    blend_chain: "blend-chain"
    search_chain: "search-chain"
}
