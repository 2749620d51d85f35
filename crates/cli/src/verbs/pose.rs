//! `segue pose`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use segue::verbs::PoseRequest;
use segue::verbs::pose::PoseAnswer;

use crate::args;
use crate::cast::ClipsArgs;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Make a pose that puts a hand or a foot somewhere
///
/// Every frame of the clips is an example. The poses whose hand or foot is nearest to the place are blended, so that the
/// result looks like the captured motion; then the arm or leg is bent the rest of the way. A place that is out of reach
/// gets the nearest pose, with a warning and exit code 1.
///
/// Places are in metres and seen from the figure: x to its left, y up from the floor, z ahead, from the point of the floor
/// below its root. The figure of the result stands above the origin and looks along z, so the same numbers are where the
/// point is in the file.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// The point of the body: wrist.r, wrist.l, ankle.r, ankle.l, toe.r, toe.l, or another point of `segue parametric`
    #[arg(long, value_name = "POINT", default_value = "wrist.r")]
    point: String,

    /// Where it should be, in metres: to the left, up, ahead
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', value_parser = args::number, required = true,
        allow_hyphen_values = true)]
    at: Vec<f64>,

    /// Where the pose goes, as a motion of one frame: a .bvh, .amc, .gltf or .glb file
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue pose reaches/ --point wrist.r --at=-0.2,1.4,0.5 -o grab.glb
  segue pose kicks.bvh --point ankle.l --at 0.1,0.9,0.8 --plot kick.png
  segue pose sample:reach sample:reach-high sample:reach-low --at=-0.2,0.9,0.5 --plot reach.png";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let [x, y, z] = args.at[..] else {
        bail!("--at takes three numbers, to the left, up and ahead, as in --at=-0.2,1.4,0.5")
    };
    let request = PoseRequest {
        clips: args.clips.request(),
        point: args.point.clone(),
        at_metres: [x, y, z].map(|metres| metres as f32),
        name: args.output.as_deref().map(door::stem).transpose()?,
    };
    let mut done = door::ask(&request, console)?;
    if let Some(path) = &args.output {
        done.answer.written = done.work.write(path)?;
        let names: Vec<String> = done.answer.written.iter().map(|file| file.display().to_string()).collect();
        console.say(format_args!("wrote {}", names.join(", ")));
    }
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |done, console| console.line(told(&done.answer)))?;
    Ok(if done.answer.is_reached { Outcome::Done } else { Outcome::Incomplete })
}

fn told(answer: &PoseAnswer) -> String {
    let place = |[x, y, z]: [f32; 3]| format!("{x:.3}, {y:.3}, {z:.3}");
    let [low, high] = answer.captured_metres;
    format!(
        "{} at {}, {:.1} mm off; the blend of captured poses was {:.1} mm off. {} poses have it between {} and {}",
        answer.point,
        place(answer.reached_metres),
        answer.off_mm,
        answer.blend_off_mm,
        answer.examples,
        place(low),
        place(high)
    )
}
