//! Texts that people write.

use segue::files::{parse_weights, read_map, read_plants};
use segue::motion::SkeletonMap;
use segue::stance::Sketch;

use super::{Folder, sample};
use crate::Target;

pub(super) fn plants() -> Target {
    let folder = Folder::new("plants");
    let seed = br#"{"left_toe": [[0, 25], [30, 41]], "right_heel": [[12, 19]]}"#.to_vec();
    Target::plain("plants", vec![seed], move |bytes| {
        read_plants(&folder.file("a.plants.json", bytes)).is_ok_and(|found| found.is_some())
    })
}

pub(super) fn weights() -> Target {
    let seeds =
        ["secs,walk,run\n0,1,0\n1.5,0.25,0.75\n", "0 1 0\n2.5 0 1\n"].map(|text| text.as_bytes().to_vec());
    Target::plain("weights", seeds.to_vec(), |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| parse_weights(text, &["walk", "run"]).is_ok())
    })
}

pub(super) fn map() -> Target {
    let folder = Folder::new("map");
    let skeleton = sample("walk", 2).skeleton().clone();
    let seed = SkeletonMap::guess(&skeleton, &skeleton).to_toml().into_bytes();
    Target::plain("map", vec![seed], move |bytes| read_map(&folder.file("a.toml", bytes)).is_ok())
}

pub(super) fn sketch() -> Target {
    let seeds = [
        include_str!("../../../../docs/sketches/circle.json"),
        include_str!("../../../../docs/sketches/stairs-up-and-down.json"),
    ];
    Target::plain("sketch", seeds.map(|text| text.as_bytes().to_vec()).to_vec(), |bytes| {
        serde_json::from_slice::<Sketch>(bytes).is_ok_and(|sketch| sketch.checked().is_ok())
    })
}
