//! `segue map`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::verbs::MapRequest;
use segue::verbs::map::MapAnswer;

use crate::args::{self, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Show which joint of one figure drives which joint of another
///
/// Prints the guess, one joint of TARGET per line, and how sure it is that TARGET is a human body. Save it with -o, edit it,
/// and use it with `segue convert --retarget`. --plot draws the motion of SOURCE and, below it, the same on TARGET.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MapArgs {
    /// A file with the captured figure
    #[arg(value_name = "SOURCE", value_parser = args::input())]
    source: Input,

    /// A file with the figure to animate
    #[arg(value_name = "TARGET", value_parser = args::input())]
    target: Input,

    /// Save the map to this file; its name should end in .map.toml
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue map walk.bvh hero.glb                      look at the guess
  segue map walk.bvh hero.glb --plot hero.png      see the walk on both figures
  segue map walk.bvh hero.glb -o hero.map.toml     save it, then edit it
  segue convert walk.bvh hero_walk.glb --onto hero.glb --retarget hero.map.toml";

pub(crate) fn run(args: &MapArgs, console: &mut Console) -> Result<Outcome> {
    door::spare(args.output.as_deref(), [&args.source, &args.target])?;
    let (source, target) = (Some(args.source.clone()), Some(args.target.clone()));
    let done = door::ask(&MapRequest { source, target, read: args.read.options() }, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(&done.work.map))?;
    let MapAnswer { joints, driven, target, .. } = &done.answer;
    console.say(format_args!(
        "{driven} of {} joints are driven; the body is {}: {}",
        joints.len(),
        target.certainty,
        target.reasons.join("; ")
    ));
    if let Some(path) = &args.output {
        segue::files::write_map(path, &done.work.map)?;
        console.say(format_args!("wrote {}", path.display()));
    }
    Ok(if *driven == 0 { Outcome::Incomplete } else { Outcome::Done })
}
