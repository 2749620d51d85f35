//! BVH files as lines, to make longer and shorter ones of them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

/// A BVH file: what stands before its rows, and the rows.
pub(crate) struct Capture {
    pub(crate) name: String,
    hierarchy: String,
    pub(crate) frame_secs: f64,
    pub(crate) rows: Vec<String>,
}

impl Capture {
    /// The BVH files of a folder, by name. The first row of each, which is often no motion, is left out.
    pub(crate) fn all(folder: &str) -> Result<Vec<Self>> {
        let entries = fs::read_dir(folder).with_context(|| format!("no folder {folder}"))?;
        let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == "bvh"));
        paths.sort();
        ensure!(!paths.is_empty(), "there is no BVH file in {folder}");
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Result<Self> {
        let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let parts = || {
            let (hierarchy, motion) = text.split_once("MOTION")?;
            let (_, timed) = motion.split_once("Frame Time:")?;
            let (secs, rows) = timed.split_once('\n')?;
            let rows = rows.lines().map(str::trim).filter(|row| !row.is_empty()).skip(1);
            Some((hierarchy.to_owned(), secs.trim().parse().ok()?, rows.map(str::to_owned).collect()))
        };
        let (hierarchy, frame_secs, rows) =
            parts().with_context(|| format!("{} is no BVH file with a motion", path.display()))?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, hierarchy, frame_secs, rows })
    }

    /// Whether rows of the other have the same columns.
    pub(crate) fn goes_with(&self, other: &Self) -> bool {
        let channels = |capture: &Self| {
            let lines = capture.hierarchy.lines().filter(|line| line.contains("CHANNELS"));
            lines.map(|line| line.trim().to_owned()).collect::<Vec<_>>()
        };
        channels(self) == channels(other)
    }

    /// The text of a file with this hierarchy and other rows.
    pub(crate) fn with_rows(&self, rows: &[&str], frame_secs: f64) -> String {
        let front = format!("{}MOTION\nFrames: {}\nFrame Time: {frame_secs}\n", self.hierarchy, rows.len());
        front + &rows.join("\n") + "\n"
    }
}
