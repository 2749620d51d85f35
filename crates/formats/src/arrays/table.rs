//! Clips as text for programs.

use std::fmt::Write as _;

use segue_motion::{Clip, ConstraintKind};
use serde_json::{Value, json};

use super::clip::Arrays;

/// One row for each frame: number, seconds, position and rotation of each joint, and which points are planted.
pub(super) fn csv(clip: &Clip) -> String {
    let arrays = Arrays::of(clip);
    let mut text = String::from("frame,secs");
    for name in &arrays.names {
        for part in ["px", "py", "pz", "qx", "qy", "qz", "qw"] {
            let _ = write!(text, ",{}", cell(&format!("{name}.{part}")));
        }
    }
    for kind in ConstraintKind::ALL {
        let _ = write!(text, ",{}", kind.name());
    }
    text.push('\n');
    let (joints, kinds) = (arrays.names.len(), ConstraintKind::ALL.len());
    for frame in 0..arrays.root.len() {
        let _ = write!(text, "{frame},{}", frame as f64 / arrays.rate);
        for joint in frame * joints..(frame + 1) * joints {
            let numbers = arrays.positions[joint].iter().chain(&arrays.rotations[joint]);
            numbers.for_each(|number| {
                let _ = write!(text, ",{number}");
            });
        }
        for &planted in &arrays.plants[frame * kinds..][..kinds] {
            text.push_str(if planted { ",1" } else { ",0" });
        }
        text.push('\n');
    }
    text
}

/// A cell of a table; quoted where it holds what ends cells, and never taken for a formula.
fn cell(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// The arrays as nested lists.
pub(super) fn json(arrays: &Arrays) -> String {
    let (joints, moving, kinds) = (arrays.names.len(), arrays.translated.len(), ConstraintKind::ALL.len());
    let nested = |rows: Vec<Value>, width: usize| -> Value {
        if width == 0 {
            json!(vec![Vec::<Value>::new(); arrays.root.len()])
        } else {
            rows.chunks(width).collect()
        }
    };
    json!({
        "name": arrays.name, "rate": arrays.rate, "names": arrays.names, "parents": arrays.parents,
        "offsets": arrays.offsets, "rest": arrays.rest, "root": arrays.root,
        "rotations": nested(arrays.rotations.iter().map(|row| json!(row)).collect(), joints),
        "rotations_6d": nested(arrays.rotations_6d().iter().map(|row| json!(row)).collect(), joints),
        "positions": nested(arrays.positions.iter().map(|row| json!(row)).collect(), joints),
        "translated": arrays.translated,
        "translations": nested(arrays.translations.iter().map(|row| json!(row)).collect(), moving),
        "plant_names": ConstraintKind::ALL.map(ConstraintKind::name),
        "plants": nested(arrays.plants.iter().map(|&flag| json!(flag)).collect(), kinds),
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(cell("Hips.px"), "Hips.px");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
    }
}
