//! `segue library`.

mod add;
mod check;
mod export;
mod label;
mod list;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};
use segue::verbs::{LibraryNewRequest, LibraryRemoveRequest};

use crate::args::LibraryArgs;
use crate::console::{Console, Outcome};
use crate::door;

/// Keep motion in one file, with labels, corrected plants and what searches need
///
/// A motion library is one file that ends in .segue. Every command takes LIB.segue#CLIP where it takes a file.
/// Several programs may read a library while one adds to it, and a program that is stopped at any moment leaves it
/// whole.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  segue library new moves.segue
  segue library add moves.segue captures/            reads what is new or changed
  segue library list moves.segue --label kick
  segue library label moves.segue 144_13 --add kick
  segue info moves.segue#144_13 --plot kick.png
  segue library export moves.segue out/ --to glb";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Make an empty library
    New(NewArgs),
    Add(add::AddArgs),
    List(list::ListArgs),
    Label(label::LabelArgs),
    /// Take clips out of a library, with all that was made of them
    Remove(RemoveArgs),
    Check(check::CheckArgs),
    Export(export::ExportArgs),
}

#[derive(Debug, Args)]
struct NewArgs {
    /// The library; the name should end in .segue
    #[arg(value_name = "LIB")]
    library: PathBuf,
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
        Verb::Remove(args) => remove(args, console),
        Verb::Check(args) => check::run(args, console),
        Verb::Export(args) => export::run(args, console),
    }
}

fn new(args: &NewArgs, console: &Console) -> Result<Outcome> {
    let done = door::ask(&LibraryNewRequest { library: args.library.clone() }, console)?;
    let path = done.answer.library.display();
    console.say(format_args!("made {path}; `segue library add {path} FOLDER` adds motion to it"));
    Ok(Outcome::Done)
}

fn remove(args: &RemoveArgs, console: &Console) -> Result<Outcome> {
    let request = LibraryRemoveRequest { library: args.library.library.clone(), clips: args.clips.clone() };
    let done = door::ask(&request, console)?;
    console.say(format_args!("removed {}", done.answer.removed.join(", ")));
    Ok(Outcome::Done)
}
