//! `segue library export`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::LibraryExportRequest;

use crate::args::{FormatName, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// Write clips of a library to motion files, with their foot plants
///
/// Damaged clips are reported and skipped, so this also rescues a damaged library.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The folder to write to, one file per clip
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// Write only this clip; repeat it for several
    #[arg(long, value_name = "NAME")]
    clip: Vec<String>,

    #[command(flatten)]
    label: LabelArgs,

    /// The format of the files
    #[arg(long, value_name = "FORMAT", default_value = "bvh")]
    to: FormatName,
}

pub(super) fn run(args: &ExportArgs, console: &Console) -> Result<Outcome> {
    let request = LibraryExportRequest {
        library: args.library.library.clone(),
        folder: args.folder.clone(),
        clips: args.clip.clone(),
        labels: args.label.label.clone(),
        to: args.to.into(),
    };
    let answer = door::ask(&request, console)?.answer;
    let (written, errors) = (answer.written.len(), answer.errors.len());
    console.say(format_args!("wrote {written} of {} clips to {}", written + errors, args.folder.display()));
    Ok(if written > 0 && errors == 0 { Outcome::Done } else { Outcome::Incomplete })
}
