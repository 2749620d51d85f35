//! `segue parametric at`.

use anyhow::Result;
use clap::Args;
use segue::motion::Clip;
use segue::verbs::{AskedMotion, ParametricAtRequest};

use super::FileArgs;
use crate::args::{self, JsonArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;

/// Make the motion that does what is asked
///
/// Says what was asked for, what was reached and how far off that is. What cannot be done gets the nearest that can.
#[derive(Debug, Args)]
pub(super) struct AtArgs {
    #[command(flatten)]
    file: FileArgs,

    /// What the motion should measure, separated by commas
    #[arg(value_name = "X,Y,…", value_parser = Target::parse, allow_hyphen_values = true)]
    target: Target,

    /// Make several motions, from the target to this one
    #[arg(long, value_name = "X,Y,…", value_parser = Target::parse, allow_hyphen_values = true)]
    sweep: Option<Target>,

    /// Motions of a sweep
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
        make: args.make.request()?,
    };
    let mut done = door::ask(&request, console)?;
    match (&args.sweep, &done.work[..], &mut done.answer.motions[..]) {
        (None, [made], [motion]) => door::store(made, &mut motion.made, &args.make.output, console)?,
        (_, many, motions) => {
            // One file where the format holds several motions.
            let clips: Vec<Clip> = many.iter().map(|made| made.clip.clone()).collect();
            let written = segue::write(&args.make.output, &clips, None)?;
            motions.iter_mut().for_each(|motion| motion.made.written.clone_from(&written));
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
    Ok(if all_reached { Outcome::Done } else { Outcome::Incomplete })
}

fn sentence(motion: &AskedMotion) -> String {
    let list =
        |values: &[f64]| values.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>().join(", ");
    let off = format!("{:.1} mm off", motion.off_mm);
    let note = if motion.is_reached { "" } else { ": no valid blend gets there, this is the nearest" };
    format!("asked for {}; reached {}, {off}{note}", list(&motion.asked), list(&motion.reached))
}
