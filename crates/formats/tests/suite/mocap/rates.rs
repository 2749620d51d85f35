//! Frame rates against gravity on real flights.

use segue_formats::{ReadOptions, read_file};

use crate::mocap::{files, mocap};

/// Trials that fall at twice the rate they were captured at, by flights that two or more agree on. The other files of
/// subject 143, also captured at 60, have no flight to tell by: `143_41` sneaks.
const CONTRADICTED: [&str; 2] = ["143_05", "143_06"];

#[test]
fn wrong_rates_are_told_by_gravity_and_right_ones_are_left_alone() {
    let Some(mocap) = mocap() else { return };
    let folders = ["cmu_bvh", "fbx", "glb"].map(|folder| mocap.join(folder));
    for path in folders.iter().zip(["bvh", "fbx", "glb"]).flat_map(|(folder, kind)| files(folder, kind)) {
        let import = read_file(&path, &ReadOptions::default()).unwrap();
        let name = import.clips[0].name();
        let warning = import.notes.iter().find(|note| note.text.contains("frames per second would fit"));
        match warning {
            Some(note) => {
                assert!(CONTRADICTED.contains(&name) && note.text.contains("(--fps 60)"), "{name}: {note}");
            }
            None => assert!(!CONTRADICTED.contains(&name), "{name} falls too fast, and nobody said so"),
        }
    }
}
