//! Texts that people write.

use segue::files::{parse_plants, parse_weights};
use segue::motion::SkeletonMap;
use segue::stance::Sketch;
use serde_json::Value;

use super::figure::walker;
use crate::Target;

pub(super) fn plants() -> Target {
    let seed = br#"{"left_toe": [[0, 25], [30, 41]], "right_heel": [[12, 19]]}"#.to_vec();
    Target::plain("plants", vec![seed], |bytes| parse_plants(bytes).is_ok())
}

pub(super) fn weights() -> Target {
    let seeds =
        ["secs,walk,run\n0,1,0\n1.5,0.25,0.75\n", "0 1 0\n2.5 0 1\n"].map(|text| text.as_bytes().to_vec());
    Target::plain("weights", seeds.to_vec(), |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| parse_weights(text, &["walk", "run"]).is_ok())
    })
}

pub(super) fn map() -> Target {
    let skeleton = walker("a", 2, 0.9).skeleton().clone();
    let seed = SkeletonMap::guess(&skeleton, &skeleton).to_toml().into_bytes();
    Target::plain("map", vec![seed], |bytes| {
        std::str::from_utf8(bytes).is_ok_and(|text| SkeletonMap::from_toml(text).is_ok())
    })
}

pub(super) fn sketch() -> Target {
    let seed = include_bytes!("../../../../docs/sketches/zig-zag.json").to_vec();
    Target::plain("sketch", vec![shortened(&seed), seed], |bytes| {
        serde_json::from_slice::<Sketch>(bytes).is_ok_and(|sketch| sketch.checked().is_ok())
    })
}

/// The same sketch with the beginnings of its lines alone.
fn shortened(sketch: &[u8]) -> Vec<u8> {
    fn cut(value: &mut Value) {
        match value {
            Value::Array(items) => {
                items.truncate(4);
                items.iter_mut().for_each(cut);
            }
            Value::Object(fields) => fields.values_mut().for_each(cut),
            _ => {}
        }
    }
    let mut value = serde_json::from_slice(sketch).expect("a sketch is JSON");
    cut(&mut value);
    value.to_string().into_bytes()
}
