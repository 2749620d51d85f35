//! `segue library add`.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use segue::Input;
use segue::add::{AddSettings, Added};
use segue::library::{Library, Put};
use serde_json::json;

use crate::args::{self, JsonArgs, LibraryArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;

/// Read motion into a library
///
/// Files that are in the library as they are now are passed over, changed ones replace their clips. So the same
/// command brings a library up to date, and goes on where it was after it has been stopped. Clips get labels from the
/// names of their file and folder.
#[derive(Debug, Args)]
pub(crate) struct AddArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// Files, folders or samples
    #[arg(required = true, value_name = "IN", value_parser = args::input())]
    inputs: Vec<Input>,

    /// A list of trials and what happens in them, which gives further labels
    ///
    /// Each line has the name of a trial, white space, and words parted by commas, as in the index of the CMU library.
    #[arg(long, value_name = "FILE")]
    index: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

pub(super) fn run(args: &AddArgs, console: &mut Console) -> Result<Outcome> {
    let index = args
        .index
        .as_ref()
        .map(|path| fs::read(path).with_context(|| format!("cannot read the index {}", path.display())));
    let index = index.transpose()?.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let settings = AddSettings { read: args.read.options(), index };
    let mut library = Library::open_to_write(&args.library.library)?;
    let mut tally = Tally::default();
    let inputs = expand(&args.inputs, console, &mut tally);
    let progress = Progress::new(inputs.len());
    let console_for_notes = &*console;
    segue::add::add_to_library(&mut library, &inputs, &settings, |input, imported| {
        progress.step(input.to_string());
        progress.pause(|| tally.count(input, imported, console_for_notes));
        std::ops::ControlFlow::Continue(())
    })?;
    drop(progress);
    tally.report(args.json.json, console)?;
    Ok(if tally.failed == 0 { Outcome::Done } else { Outcome::Incomplete })
}

/// The files behind all inputs; what is not there is told, and the rest goes on.
fn expand(inputs: &[Input], console: &Console, tally: &mut Tally) -> Vec<Input> {
    let mut files = Vec::new();
    for input in inputs {
        match segue::files::expand(input) {
            Ok(found) => files.extend(found),
            Err(error) => {
                console.error(&error.into());
                tally.failed += 1;
            }
        }
    }
    files
}

#[derive(Default)]
struct Tally {
    unchanged: usize,
    failed: usize,
    all: Put,
}

impl Tally {
    fn count(&mut self, input: &Input, imported: Added, console: &Console) {
        match imported {
            Added::Unchanged => self.unchanged += 1,
            Added::Failed(error) => {
                self.failed += 1;
                console.error(&error.into());
            }
            Added::Stored(put, notes) => {
                for note in &notes {
                    console.note(note, input);
                }
                for name in &put.uncorrected {
                    console.warn(format_args!(
                        "clip `{name}` has another length than before; its corrected plants are gone"
                    ));
                }
                self.all.added.extend(put.added);
                self.all.changed.extend(put.changed);
                self.all.kept.extend(put.kept);
                self.all.removed.extend(put.removed);
            }
        }
    }

    fn report(&self, as_json: bool, console: &mut Console) -> Result<()> {
        let Put { added, changed, kept, removed, .. } = &self.all;
        if as_json {
            let report = json!({
                "added": added, "changed": changed, "kept": kept, "removed": removed,
                "unchanged_files": self.unchanged, "failed_files": self.failed,
            });
            console.line(serde_json::to_string_pretty(&report)?)?;
            return Ok(());
        }
        let mut parts = vec![counted(added.len(), "clip", "added")];
        for (count, what) in [(changed.len(), "changed"), (kept.len(), "the same"), (removed.len(), "gone")] {
            parts.extend((count > 0).then(|| format!("{count} {what}")));
        }
        parts.extend((self.unchanged > 0).then(|| counted(self.unchanged, "file", "unchanged")));
        parts.extend((self.failed > 0).then(|| counted(self.failed, "file", "not read")));
        console.say(parts.join(", "));
        Ok(())
    }
}

fn counted(count: usize, noun: &str, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural} {what}")
}
