//! Clips as text for programs.

use std::fmt::Write as _;

use segue_motion::{Clip, ConstraintKind};
use segue_store::OverBudget;

use super::clip::plants;
use super::written::{allow_numbers, rows};

/// One row for each frame: number, seconds, position and rotation of each joint, and which points are planted.
///
/// # Errors
/// When the text takes more than the budget of the program.
pub(super) fn csv(clip: &Clip) -> Result<String, OverBudget> {
    /// Bytes of a number between −1 and 1 with a comma, most often.
    const USUAL: usize = 12;
    allow_numbers("table", clip, 7 * clip.len() * clip.skeleton().len(), USUAL)?;
    let mut text = String::from("frame,secs");
    for joint in clip.skeleton().joints() {
        for part in ["px", "py", "pz", "qx", "qy", "qz", "qw"] {
            let _ = write!(text, ",{}", cell(&format!("{}.{part}", joint.name)));
        }
    }
    for kind in ConstraintKind::ALL {
        let _ = write!(text, ",{}", kind.name());
    }
    text.push('\n');
    let plants = plants(clip);
    for ((frame, numbers), planted) in rows(clip).enumerate().zip(plants.chunks(ConstraintKind::ALL.len())) {
        let _ = write!(text, "{frame},{}", frame as f64 / clip.rate());
        for number in numbers {
            let _ = write!(text, ",{number}");
        }
        for &planted in planted {
            text.push_str(if planted { ",1" } else { ",0" });
        }
        text.push('\n');
    }
    Ok(text)
}

/// A cell of a table; quoted where it holds what ends cells, and never taken for a formula.
fn cell(text: &str) -> String {
    let text = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
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
