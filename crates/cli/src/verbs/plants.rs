//! `segue plants`.

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::motion::ConstraintKind;
use segue::verbs::{ClipsRequest, PlantedClip, PlantsRequest};

use crate::args::{self, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Find out when feet are planted, and write it down
///
/// Prints when heels and toes stand still on the floor and writes it to CLIP.plants.json beside the motion file. From
/// then on that file is what counts, for every verb: edit it where the detection is wrong. Frames are counted from 0,
/// both ends included. A file that is there already and says something else is not overwritten without --force.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A file or a sample
    #[arg(value_name = "CLIP", value_parser = args::input())]
    input: Input,

    /// Write nothing, only print
    #[arg(long, conflicts_with = "force")]
    dry_run: bool,

    /// Replace a plants file that says something else
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue plants walk.bvh                     detect, print and write walk.plants.json
  segue plants walk.bvh --plot feet.png     see heights and plants
  segue plants walk.bvh@83-231 --dry-run    only some frames, only printed";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let clips = ClipsRequest { inputs: vec![args.input.clone()], read: args.read.options() };
    let request = PlantsRequest { clips, write: !args.dry_run, force: args.force };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |done, console| {
        done.answer.clips.iter().try_for_each(|clip| print(clip, console))
    })?;
    for path in &done.answer.written {
        console.say(format_args!("wrote {}", path.display()));
    }
    Ok(Outcome::Done)
}

fn print(clip: &PlantedClip, console: &mut Console) -> Result<()> {
    let mut table = Table::new(&[&clip.name, "plants", "share", "frames"]);
    for kind in ConstraintKind::ALL.map(ConstraintKind::name) {
        let intervals = clip.plants.intervals(kind);
        if intervals.is_empty() {
            continue;
        }
        let frames: usize = intervals.iter().map(|[first, last]| last - first + 1).sum();
        let list: Vec<String> = intervals.iter().map(|[first, last]| format!("{first}-{last}")).collect();
        let share = format!("{:.0} %", 100.0 * frames as f64 / clip.frames as f64);
        table.row([kind.replace('_', " "), intervals.len().to_string(), share, list.join(", ")]);
    }
    if clip.plants.0.values().all(Vec::is_empty) {
        table.row(["nothing is planted"]);
    }
    console.print(table)
}
