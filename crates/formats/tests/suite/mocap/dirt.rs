//! What is found in real captures that is no motion.

use std::path::Path;

use segue_formats::{Finding, ReadOptions, read_file};
use segue_motion::{Certainty, DirtKind};

use crate::mocap::{files, mocap};

fn findings(path: &Path) -> Vec<Finding> {
    read_file(path, &ReadOptions::default()).map(|import| import.findings).unwrap_or_default()
}

/// Pops that a look at the speeds of single points has found, in frames after the rest pose.
#[test]
fn known_dirt_is_found_and_mended() {
    let Some(mocap) = mocap() else { return };
    let found = |name: &str| findings(&mocap.join(format!("cmu_bvh/{name}.bvh")));
    let mended = |name: &str, kind: DirtKind, first: usize| {
        let found = found(name);
        let here = |finding: &&Finding| finding.dirt.kind == kind && finding.dirt.frames.first == first;
        assert!(found.iter().find(here).is_some_and(|finding| finding.repaired), "{name}: {found:?}");
    };
    mended("07_12", DirtKind::BadStart, 0);
    mended("16_15", DirtKind::BadStart, 0);
    mended("144_01", DirtKind::Pop, 652);
}

/// Kicks, punches and jumps that are as fast as people get, and hand-made animation with its snaps.
#[test]
fn fast_actions_are_left_alone() {
    let Some(mocap) = mocap() else { return };
    for name in ["144_05", "143_23", "143_24", "16_05", "02_04", "118_01", "144_11"] {
        let found = findings(&mocap.join(format!("cmu_bvh/{name}.bvh")));
        // Single frames of fingers and vertebrae are mended; limbs that kick and hit are not.
        let limbs = ["Arm", "ForeArm", "Hand", "UpLeg", "Leg", "Foot"];
        let is_limb = |finding: &&Finding| {
            let text = finding.to_string();
            limbs
                .iter()
                .any(|limb| text.contains(&format!("Left{limb} ")) || text.contains(&format!("Right{limb} ")))
        };
        assert!(!found.iter().filter(|finding| finding.repaired).any(|f| is_limb(&f)), "{name}: {found:?}");
    }
    for path in files(&mocap.join("glb"), "glb") {
        let found = findings(&path);
        let pops = found.iter().filter(|finding| finding.dirt.certainty == Certainty::Certain);
        assert_eq!(pops.filter(|finding| finding.repaired).count(), 0, "{}: {found:?}", path.display());
    }
}
