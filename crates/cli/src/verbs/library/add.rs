//! `segue library add`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::verbs::LibraryAddRequest;
use segue::verbs::library::LibraryAddAnswer;

use crate::args::{self, JsonArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// Add motion to a library
///
/// Skips files that have not changed since they were added; changed files replace their clips. So run the same command
/// again to update a library, or to continue after an interruption. Clips get labels from the names of their file and
/// folder.
#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// Files, folders or samples
    #[arg(required = true, value_name = "IN", value_parser = args::input())]
    inputs: Vec<Input>,

    /// A list of trials with further labels
    ///
    /// Each line has the name of a trial, white space, and words separated by commas, as in the index of the CMU library.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

pub(super) fn run(args: &AddArgs, console: &mut Console) -> Result<Outcome> {
    let request = LibraryAddRequest {
        library: args.library.library.clone(),
        inputs: args.inputs.clone(),
        index: args.index.clone(),
        read: args.read.options(),
    };
    let done = door::ask(&request, console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        console.say(summary(&done.answer));
    }
    Ok(if done.answer.errors.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

fn summary(answer: &LibraryAddAnswer) -> String {
    let LibraryAddAnswer { added, changed, kept, removed, unchanged_files, errors } = answer;
    let mut parts = vec![counted(added.len(), "clip", "added")];
    for (count, what) in [(changed.len(), "changed"), (kept.len(), "the same"), (removed.len(), "gone")] {
        parts.extend((count > 0).then(|| format!("{count} {what}")));
    }
    parts.extend((*unchanged_files > 0).then(|| counted(*unchanged_files, "file", "unchanged")));
    parts.extend((!errors.is_empty()).then(|| counted(errors.len(), "file", "not read")));
    parts.join(", ")
}

fn counted(count: usize, noun: &str, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural} {what}")
}
