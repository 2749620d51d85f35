//! `segue plants`.

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::motion::ConstraintKind;
use segue::verbs::plants::PlantedClip;
use segue::verbs::{ClipsRequest, PlantsRequest};

use crate::args::{self, ReadArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Detect foot plants
///
/// Prints when heels and toes stand still on the floor. With --write it also writes that to FILE.plants.json beside the
/// motion file. From then on every command uses that file: edit it where the detection is wrong. Frames are counted from
/// 0, both ends included. An existing file that differs is only replaced with --force.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A file or a sample
    #[arg(value_name = "CLIP", value_parser = args::input())]
    input: Input,

    /// Write the plants to FILE.plants.json beside the motion file
    #[arg(long)]
    write: bool,

    /// Replace an existing plants file that differs
    #[arg(long, requires = "write")]
    force: bool,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue plants walk.bvh                     detect and print
  segue plants walk.bvh --plot feet.png     see heights and plants
  segue plants walk.bvh@83-231              only some frames
  segue plants walk.bvh --write             write walk.bvh.plants.json, to edit";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let clips = ClipsRequest {
        inputs: vec![args.input.clone()],
        read: args.read.options(),
        ..ClipsRequest::default()
    };
    let request = PlantsRequest { clips, write: args.write, force: args.force };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
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
