//! Saving drawings.

use std::path::Path;

use anyhow::{Result, bail};
use segue::plots::Canvas;

/// Pixels of a PNG for each pixel of the drawing: sharp on today's screens.
const PNG_SCALE: f64 = 2.0;

/// Writes a drawing as PNG or SVG, whichever the file name says.
pub(crate) fn save(canvas: &Canvas, path: &Path) -> Result<()> {
    let bytes = match path.extension().and_then(|extension| extension.to_str()) {
        Some("png" | "PNG") => canvas.to_png(PNG_SCALE)?,
        Some("svg" | "SVG") => canvas.to_svg().into_bytes(),
        _ => bail!("a drawing is a .png or .svg file: {}", path.display()),
    };
    Ok(segue::save(path, &bytes)?)
}
