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

/// Make a pose that puts a hand or a foot in a given place
///
/// Every frame of the clips is an example. Segue blends the poses whose hand or foot is nearest to the place, so that the
/// result looks like the captured motion, and bends the arm or leg the rest of the way. If the place is out of reach, you
/// get the nearest pose, a warning and exit code 1.
///
/// Places are in metres, relative to the figure: x to its left, y up from the floor, z ahead, measured from the point on
/// the floor below its root. The figure of the result stands at the origin and faces z, so the same numbers are the
/// position in the file.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// The point of the body: wrist.r, wrist.l, ankle.r, ankle.l, toe.r, toe.l, or another point that `segue parametric` knows
    #[arg(long, value_name = "POINT", default_value = "wrist.r")]
    point: String,

    /// The place in metres: left, up, ahead
    #[arg(long, value_name = "X,Y,Z", value_delimiter = ',', value_parser = args::number, required = true,
        allow_hyphen_values = true)]
    at: Vec<f64>,

    /// The file to write, a motion of one frame: .bvh, .amc, .gltf or .glb
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue pose reaches/ --point wrist.r --at=-0.2,1.4,0.5 -o grab.glb
  segue pose kicks.bvh --point ankle.l --at 0.1,0.9,0.8 --plot kick.png
  segue pose sample:reach-high sample:reach-low --at=-0.2,0.9,0.5 --plot r.png";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let [x, y, z] = args.at[..] else {
        bail!("--at takes three numbers, to the left, up and ahead, as in --at=-0.2,1.4,0.5")
    };
    if let Some(path) = &args.output {
        door::spare_motion(path, &args.clips.inputs)?;
    }
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
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.line(sentence(&done.answer)))?;
    Ok(if done.answer.is_reached { Outcome::Done } else { Outcome::Incomplete })
}

fn sentence(answer: &PoseAnswer) -> String {
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
