//! `segue map`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::verbs::{MapAnswer, MapRequest};

use crate::args::{self, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// Guess which joint of one figure drives which joint of another
///
/// Prints the guess, one joint of TARGET a line. Saved with -o it can be edited and then used by
/// segue convert --retarget.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MapArgs {
    /// A file with the figure that was captured
    #[arg(value_name = "SOURCE", value_parser = args::input())]
    source: Input,

    /// A file with the figure that is to move
    #[arg(value_name = "TARGET", value_parser = args::input())]
    target: Input,

    /// Save the map here; the name should end in .map.toml
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue map walk.bvh hero.glb                                   look at the guess
  segue map walk.bvh hero.glb -o hero.map.toml                  save it, then edit it
  segue convert walk.bvh hero_walk.glb --retarget hero.map.toml --onto hero.glb";

pub(crate) fn run(args: &MapArgs, console: &mut Console) -> Result<Outcome> {
    let (source, target) = (Some(args.source.clone()), Some(args.target.clone()));
    let done = door::ask(&MapRequest { source, target, read: args.read.options() }, console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        console.print(&done.work)?;
    }
    let MapAnswer { joints, driven } = &done.answer;
    console.say(format_args!("{driven} of {} joints are driven", joints.len()));
    if let Some(path) = &args.output {
        segue::files::write_map(path, &done.work)?;
        console.say(format_args!("wrote {}", path.display()));
    }
    Ok(if *driven == 0 { Outcome::Incomplete } else { Outcome::Done })
}
