//! Clips as text for programs.

use std::io::{self, Write as _};

use segue_motion::{Clip, ConstraintKind};

use super::clip::plants;
use super::written::rows;
use crate::Content;
use crate::content::Pieces;

/// One row for each frame: number, seconds, position and rotation of each joint, and which points are planted.
pub(super) fn csv(clip: &Clip) -> Content<'_> {
    /// Bytes of a number between −1 and 1 with a comma, most often.
    const USUAL: usize = 12;
    let numbers = 7 * clip.len() * clip.skeleton().len();
    Content::made(format!("the table of `{}`", clip.name()), numbers.saturating_mul(USUAL), |out| {
        write_csv(clip, out)
    })
}

fn write_csv(clip: &Clip, out: &mut Pieces<'_>) -> io::Result<()> {
    write_head(clip, &mut out.text)?;
    let plants = plants(clip);
    for ((frame, numbers), planted) in rows(clip).enumerate().zip(plants.chunks(ConstraintKind::ALL.len())) {
        write!(out.text, "{frame},{}", frame as f64 / clip.rate())?;
        for number in numbers {
            write!(out.text, ",{number}")?;
        }
        for &planted in planted {
            out.text.extend(if planted { ",1" } else { ",0" }.bytes());
        }
        out.text.push(b'\n');
        out.pass_on()?;
    }
    Ok(())
}

fn write_head(clip: &Clip, text: &mut Vec<u8>) -> io::Result<()> {
    text.extend("frame,secs".bytes());
    for joint in clip.skeleton().joints() {
        for part in ["px", "py", "pz", "qx", "qy", "qz", "qw"] {
            write!(text, ",{}", cell(&format!("{}.{part}", joint.name)))?;
        }
    }
    for kind in ConstraintKind::ALL {
        write!(text, ",{}", kind.name())?;
    }
    text.push(b'\n');
    Ok(())
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
