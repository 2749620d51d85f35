//! `segue library export`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use segue::formats::Format;
use segue::library::{Entry, Library};
use segue::motion::Clip;

use super::list::chosen;
use crate::args::{FormatName, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;

/// Write clips of a library to motion files, with their plants beside them
///
/// Clips that are damaged are told and the rest is written, so that this also saves what can be saved.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// A folder, which gets a file for each clip
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Only this clip; may be given several times
    #[arg(long, value_name = "NAME")]
    clip: Vec<String>,

    #[command(flatten)]
    label: LabelArgs,

    /// The format of the files
    #[arg(long, value_name = "FORMAT", default_value = "bvh")]
    to: FormatName,
}

pub(super) fn run(args: &ExportArgs, console: &Console) -> Result<Outcome> {
    let library = Library::open(&args.library.library)?;
    let entries = wanted(&library, args)?;
    fs::create_dir_all(&args.folder)
        .with_context(|| format!("cannot make the folder {}", args.folder.display()))?;
    let progress = Progress::new(entries.len());
    let mut outcome = if entries.is_empty() { Outcome::Incomplete } else { Outcome::Done };
    let mut written = 0;
    for entry in &entries {
        progress.step(&entry.name);
        match library.clip(&entry.name) {
            Ok(clip) => {
                write_with_plants(&args.folder, &clip, args.to.into())?;
                written += 1;
            }
            Err(error) => {
                progress.pause(|| console.error(&error.into()));
                outcome = Outcome::Incomplete;
            }
        }
    }
    console.say(format_args!("wrote {written} of {} clips to {}", entries.len(), args.folder.display()));
    Ok(outcome)
}

fn wanted(library: &Library, args: &ExportArgs) -> Result<Vec<Entry>> {
    let mut entries = chosen(library, &args.label.label)?;
    for name in &args.clip {
        // The library's own error tells which names there are.
        if !entries.iter().any(|entry| entry.name == *name) {
            library.detected_plants(name)?;
        }
    }
    entries.retain(|entry| args.clip.is_empty() || args.clip.contains(&entry.name));
    Ok(entries)
}

/// Writes a clip to a file of its name in a folder, and its plants beside it; returns the file.
pub(in crate::verbs) fn write_with_plants(folder: &Path, clip: &Clip, format: Format) -> Result<PathBuf> {
    let path = segue::files::clip_file(folder, clip.name(), format);
    segue::write(&path, std::slice::from_ref(clip), None)?;
    let plants = segue::files::plants_to_json(clip.constraints());
    segue::files::save(
        segue::files::plants_path(folder, clip.name()),
        serde_json::to_string(&plants)?.as_bytes(),
    )?;
    Ok(path)
}
