//! `segue parametric at`.

use anyhow::Result;
use clap::Args;
use segue::motion::Clip;
use segue::verbs::ParametricAtRequest;
use segue::verbs::parametric::AskedMotion;

use super::FileArgs;
use crate::args::{self, JsonArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;

/// Make the motion that reaches a target
///
/// Prints the target, what was reached, and the distance between them. If the target is out of reach, you get the
/// nearest motion.
#[derive(Debug, Args)]
pub(super) struct AtArgs {
    #[command(flatten)]
    file: FileArgs,

    /// The values to reach, separated by commas
    #[arg(value_name = "X,Y,…", value_parser = Target::parse, allow_hyphen_values = true)]
    target: Target,

    /// Make several motions, from the target to this one
    #[arg(long, value_name = "X,Y,…", value_parser = Target::parse, allow_hyphen_values = true)]
    sweep: Option<Target>,

    /// How many motions a sweep has
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u16).range(2..=1000))]
    steps: u16,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    json: JsonArgs,
}

/// What a motion should measure.
#[derive(Clone, Debug)]
struct Target(Vec<f64>);

impl Target {
    fn parse(text: &str) -> Result<Self, String> {
        text.split(',').map(args::number).collect::<Result<_, _>>().map(Self)
    }
}

pub(super) fn run(args: &AtArgs, console: &mut Console) -> Result<Outcome> {
    let request = ParametricAtRequest {
        motion: args.file.file.clone(),
        target: args.target.0.clone(),
        sweep: args.sweep.as_ref().map(|end| end.0.clone()),
        steps: args.steps.into(),
        make: args.make.request(&[], None)?,
        functions: Vec::new(),
    };
    let mut done = door::ask(&request, console)?;
    match (&args.sweep, &done.work[..], &mut done.answer.motions[..]) {
        (None, [made], [motion]) => door::store(made, &mut motion.made, &args.make, console)?,
        (_, many, motions) => {
            // One file where the format holds several motions.
            let clips: Vec<Clip> = many.iter().map(|made| made.clip.clone()).collect();
            let written = segue::write(&args.make.output, &clips, None, &args.make.writing.options())?.files;
            for motion in motions {
                motion.made.written.clone_from(&written);
            }
            console.say(format_args!("wrote {}: {} motions", args.make.output.display(), clips.len()));
        }
    }
    let motions = &done.answer.motions;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        motions.iter().try_for_each(|motion| console.line(sentence(motion)))?;
        if let (None, [made]) = (&args.sweep, &done.work[..]) {
            console.line(made.quality())?;
        }
    }
    let all_reached = motions.iter().all(|motion| motion.is_reached);
    let judged = args.make.outcome(motions.iter().map(|motion| &motion.made), &[]);
    Ok(if all_reached { judged } else { Outcome::Incomplete })
}

fn sentence(motion: &AskedMotion) -> String {
    let list =
        |values: &[f64]| values.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>().join(", ");
    let off = match motion.off_mm {
        Some(mm) => format!("{mm:.1} mm off"),
        None => offs(motion),
    };
    let moment = motion.moments.iter().flatten().next();
    let when = moment.map_or_else(String::new, |at| format!(" at {:.3} s (frame {})", at.secs, at.frame));
    let note = match motion.off_mm {
        _ if motion.is_reached => String::new(),
        Some(mm) => format!(": out of reach, the nearest motion is {:.1} cm away", mm / 10.0),
        None => ": out of reach, this is the nearest motion".to_owned(),
    };
    format!("asked for {}; reached {}{when}, {off}{note}", list(&motion.asked), list(&motion.reached))
}

/// By how much each parameter is off, in its unit.
fn offs(motion: &AskedMotion) -> String {
    let one = |((name, off), unit): ((&String, &f64), &String)| {
        format!("{name} {off:+.3} {unit}").trim_end().to_owned()
    };
    let each = motion.names.iter().zip(&motion.off).zip(&motion.units).map(one);
    format!("off by {}", each.collect::<Vec<_>>().join(", "))
}
