//! Saving drawings.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use segue::plots::Canvas;

use crate::args::JsonArgs;

/// Pixels of a PNG for each pixel of the drawing: sharp on today's screens.
const PNG_SCALE: f64 = 2.0;

/// A drawing of what was done.
#[derive(Clone, Debug, Args)]
pub(crate) struct PlotArgs {
    /// Draw the result to this file
    #[arg(long, value_name = "FILE.png|FILE.svg", value_parser = file)]
    plot: Option<PathBuf>,
}

impl PlotArgs {
    /// Where the drawing goes, if one is wanted.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.plot.as_deref()
    }
}

/// A drawing of what was done, and output for programs.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) plot: PlotArgs,

    #[command(flatten)]
    pub(crate) json: JsonArgs,
}

/// Checks the name before the work is done.
pub(crate) fn file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match is_svg(&path) {
        Some(_) => Ok(path),
        None => Err(format!("a drawing is a .png or .svg file: {text}")),
    }
}

/// Whether a name is that of an SVG or a PNG; `None` when it is neither.
fn is_svg(path: &Path) -> Option<bool> {
    let extension = path.extension()?.to_str()?;
    if extension.eq_ignore_ascii_case("svg") {
        Some(true)
    } else {
        extension.eq_ignore_ascii_case("png").then_some(false)
    }
}

/// Writes a drawing as PNG or SVG, whichever the file name says.
pub(crate) fn save(canvas: &Canvas, path: &Path) -> Result<()> {
    let bytes = match is_svg(path) {
        Some(true) => canvas.to_svg().into_bytes(),
        Some(false) => canvas.to_png(PNG_SCALE)?,
        None => bail!("a drawing is a .png or .svg file: {}", path.display()),
    };
    Ok(segue::files::save(path, &bytes)?)
}
