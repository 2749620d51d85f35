//! `segue library`.

mod add;
mod check;
mod export;
mod label;
mod list;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use segue::verbs::{LibraryCompactRequest, LibraryNewRequest, LibraryRemoveRequest, LibraryRenameRequest};

use crate::args::LibraryArgs;
use crate::console::{Console, Outcome};
use crate::door;

/// Keep clips, labels and corrected foot plants in one file
///
/// A motion library is one file that ends in .segue; it also stores what searches need. Wherever a command takes a file,
/// LIB.segue#CLIP names a clip of a library. Several programs may read a library while one writes to it, and a program
/// that is interrupted leaves it intact.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  segue library new moves.segue
  segue library add moves.segue captures/           reads what is new or changed
  segue library list moves.segue --label kick
  segue library label moves.segue 144_13 --add kick
  segue info moves.segue#144_13 --plot kick.png
  segue library export moves.segue out/ --to glb";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Create an empty library
    New(NewArgs),
    Add(add::AddArgs),
    List(list::ListArgs),
    Label(label::LabelArgs),
    /// Give a clip another name, which it keeps when its file changes
    Rename(RenameArgs),
    /// Remove clips from a library, with all results made from them
    Remove(RemoveArgs),
    Check(check::CheckArgs),
    /// Write a library anew, without the room that removed clips took
    Compact(LibraryArgs),
    Export(export::ExportArgs),
}

#[derive(Debug, Args)]
struct NewArgs {
    /// The file; its name should end in .segue
    #[arg(value_name = "LIB")]
    library: PathBuf,
}

#[derive(Debug, Args)]
struct RenameArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The clip
    #[arg(value_name = "CLIP")]
    clip: String,

    /// Its new name
    #[arg(value_name = "NAME")]
    name: String,
}

#[derive(Debug, Args)]
struct RemoveArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The clips
    #[arg(value_name = "CLIP", required = true)]
    clips: Vec<String>,
}

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    match &args.verb {
        Verb::New(args) => new(args, console),
        Verb::Add(args) => add::run(args, console),
        Verb::List(args) => list::run(args, console),
        Verb::Label(args) => label::run(args, console),
        Verb::Rename(args) => rename(args, console),
        Verb::Remove(args) => remove(args, console),
        Verb::Check(args) => check::run(args, console),
        Verb::Compact(args) => compact(args, console),
        Verb::Export(args) => export::run(args, console),
    }
}

fn new(args: &NewArgs, console: &Console) -> Result<Outcome> {
    let done = door::ask(&LibraryNewRequest { library: args.library.clone() }, console)?;
    let path = done.answer.library.display();
    console.say(format_args!("made {path}; `segue library add {path} FOLDER` adds motion to it"));
    Ok(Outcome::Done)
}

fn rename(args: &RenameArgs, console: &Console) -> Result<Outcome> {
    let (library, clip, name) = (args.library.library.clone(), args.clip.clone(), args.name.clone());
    let done = door::ask(&LibraryRenameRequest { library, clip, name }, console)?;
    console.say(format_args!("`{}` is called `{}` now", args.clip, done.answer.name));
    Ok(Outcome::Done)
}

fn remove(args: &RemoveArgs, console: &Console) -> Result<Outcome> {
    let request = LibraryRemoveRequest { library: args.library.library.clone(), clips: args.clips.clone() };
    let done = door::ask(&request, console)?;
    console.say(format_args!("removed {}", done.answer.removed.join(", ")));
    Ok(Outcome::Done)
}

fn compact(args: &LibraryArgs, console: &Console) -> Result<Outcome> {
    let done = door::ask(&LibraryCompactRequest { library: args.library.clone() }, console)?;
    let [before, after] =
        [done.answer.bytes_before, done.answer.bytes_after].map(segue::store::Budget::of_bytes);
    console.say(format_args!("{before} before, {after} now"));
    Ok(Outcome::Done)
}
