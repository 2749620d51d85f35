//! `segue library export`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::LibraryExportRequest;

use crate::args::{FormatName, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

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
    let request = LibraryExportRequest {
        library: args.library.library.clone(),
        folder: args.folder.clone(),
        clips: args.clip.clone(),
        labels: args.label.label.clone(),
        to: args.to.into(),
    };
    let answer = door::ask(&request, console)?.answer;
    let (written, skipped) = (answer.written.len(), answer.skipped.len());
    console.say(format_args!("wrote {written} of {} clips to {}", written + skipped, args.folder.display()));
    Ok(if written > 0 && skipped == 0 { Outcome::Done } else { Outcome::Incomplete })
}
