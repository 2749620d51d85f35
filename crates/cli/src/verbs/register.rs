//! `segue register`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::motion::ConstraintKind;
use segue::verbs::RegistrationRequest;
use segue::verbs::register::{RegisteredClip, RegistrationAnswer};

use crate::cast::{ClipsArgs, RegisterArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::spelled::rounded;
use crate::table::Table;

/// Find how clips correspond
///
/// Finds which moments correspond, where each clip must stand and face to coincide with the reference, and which foot
/// plants are the same. Clips that do not belong together are refused with the reason.
///
/// Distances are root-mean-square distances between markers on the bodies in corresponding frames. The contrast is that
/// distance divided by the distance of random pairs of frames: the smaller, the better the clips correspond. Speeds say how
/// fast a clip plays while the reference plays at its own speed. Frames and times of loops cover about two rounds.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// Store the registration in this file, for --registration of other commands
    #[arg(long, short, value_name = "FILE.segue-reg")]
    output: Option<PathBuf>,

    #[command(flatten)]
    register: RegisterArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue register walk.bvh jog.bvh                       how they correspond
  segue register walks/ -o walks.segue-reg              save it
  segue register sample:walk-left sample:walk-right --plot grid.png
  segue register kicks.bvh@83-231 kicks.bvh@640-790     two kicks";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    door::spare(args.output.as_deref(), &args.clips.inputs)?;
    let request = RegistrationRequest { clips: args.clips.request(), register: args.register.request() };
    let done = door::ask(&request, console)?;
    if let Some(path) = &args.output {
        let bytes = segue::files::write_registration(path, &done.work)?;
        console.say(format_args!("wrote {}: {bytes} bytes", path.display()));
    }
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| print(&done.answer, console))?;
    Ok(Outcome::Done)
}

fn print(answer: &RegistrationAnswer, console: &mut Console) -> Result<()> {
    let mut table =
        Table::new(&["clip", "frames", "in use", "distance", "contrast", "speed", "turned by", "ends"]);
    for clip in &answer.clips {
        table.row(row(clip));
    }
    console.print(&table)?;
    console.line("")?;
    let mut matches = Table::new(&["plants", "matches", "of"]);
    for kind in ConstraintKind::ALL.map(ConstraintKind::name) {
        let counts = answer.clips.iter().map(|clip| clip.plants.intervals(kind).len());
        if counts.clone().any(|count| count > 0) {
            let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
            let matched = answer.matches.iter().filter(|found| found.kind == kind).count();
            matches.row([kind.replace('_', " "), matched.to_string(), counts.join(", ")]);
        }
    }
    console.print(&matches)
}

fn row(clip: &RegisteredClip) -> Vec<String> {
    let [from, to] = clip.in_use_secs;
    let mut row = vec![
        clip.name.clone(),
        clip.frames.to_string(),
        format!("{}–{} s", rounded(from, 2), rounded(to, 2)),
    ];
    let (Some(distance), Some(contrast), Some(pinned)) = (clip.mean_distance_cm, clip.contrast, clip.pinned)
    else {
        row.push("reference".to_owned());
        return row;
    };
    let ([slowest, fastest], [least, most]) = (clip.speed, clip.turn_degrees);
    row.push(format!("{distance:.1} cm"));
    row.push(format!("{contrast:.2}"));
    row.push(format!("{slowest:.2}–{fastest:.2}"));
    row.push(format!("{}° to {}°", rounded(least, 0), rounded(most, 0)));
    row.push(if pinned { "pinned" } else { "open" }.to_owned());
    row
}
