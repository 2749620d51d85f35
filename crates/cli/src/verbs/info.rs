//! `segue info`.

mod text;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::plots::ContactSheet;
use segue::verbs::{ClipsRequest, Done, InfoRequest};

use crate::args::{self, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture;

/// Describe motion files
///
/// One file is described in full: clips, units and axes with the reason for each, foot plants, flights, warnings and
/// the joint tree, in which * marks joints with an end site. Several files get one line each.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct InfoArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "INPUT", value_parser = args::input())]
    inputs: Vec<Input>,

    /// Describe each file in full, even if there are several
    #[arg(long, short, conflicts_with = "short")]
    long: bool,

    /// Print one line per clip, even for a single file
    #[arg(long, short)]
    short: bool,

    /// Draw a contact sheet of the clip: every n-th frame as a figure from the front and the side
    #[arg(long, value_name = "FILE.png|FILE.svg", value_parser = picture::file)]
    plot: Option<PathBuf>,

    /// Most figures in a row of the contact sheet
    #[arg(long, value_name = "N", default_value_t = ContactSheet::default().columns, requires = "plot")]
    columns: usize,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue info walk.bvh                               everything about one file
  segue info captures/                              one line for each clip
  segue info --json captures/ > captures.json       the same for a program
  segue info --plot kick.png kicks.bvh@83-231       draw frames 83 to 231";

pub(crate) fn run(args: &InfoArgs, console: &mut Console) -> Result<Outcome> {
    let clips =
        ClipsRequest { inputs: args.inputs.clone(), read: args.read.options(), ..ClipsRequest::default() };
    let done = door::ask(&InfoRequest { clips, columns: args.columns }, console)?;
    door::draw_to(&done.work, args.plot.as_deref(), console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        print(&done, args, console)?;
    }
    Ok(if done.answer.errors.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

fn print(done: &Done<InfoRequest>, args: &InfoArgs, console: &mut Console) -> Result<()> {
    let files = &done.answer.files;
    if args.long || (files.len() == 1 && !args.short) {
        let mut all = files.iter().zip(&done.work.skeletons);
        return all.try_for_each(|(facts, skeleton)| console.print(text::Long { facts, skeleton }));
    }
    console.print(text::Table(files))
}
