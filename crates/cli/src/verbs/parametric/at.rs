//! `segue parametric at`.

use anyhow::Result;
use clap::Args;
use segue::blend::InterpolateSettings;
use segue::motion::Clip;
use segue::parametric::{Answer, Parametric};
use serde_json::{Value, json};

use super::FileArgs;
use crate::args::{self, JsonArgs};
use crate::console::{Console, Outcome};
use crate::made::{Made, MakeArgs};

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
    let parametric = args.file.file.read()?;
    if let Some(end) = &args.sweep {
        return sweep(args, &parametric, end, console);
    }
    let answer = parametric.at(&args.target.0)?;
    let made = make(args, &parametric, &answer)?;
    made.store(&args.make.output, None, console)?;
    if args.json.json {
        let mut json = made.as_json(&args.make.output);
        json["request"] = as_json(&answer);
        console.line(serde_json::to_string_pretty(&json)?)?;
    } else {
        console.line(sentence(&answer))?;
        console.line(made.quality())?;
    }
    Ok(if answer.is_reached() { Outcome::Done } else { Outcome::Incomplete })
}

fn make(args: &AtArgs, parametric: &Parametric, answer: &Answer) -> Result<Made> {
    let settings = InterpolateSettings { player: args.make.player(false), rate_hz: args.make.rate };
    args.make.finish(parametric.blend(&answer.weights, &settings)?)
}

/// Motions from one target to another, in one file where the format holds several.
fn sweep(args: &AtArgs, parametric: &Parametric, end: &Target, console: &mut Console) -> Result<Outcome> {
    // The other end is checked before anything is made.
    parametric.at(&end.0)?;
    let (mut clips, mut answers): (Vec<Clip>, Vec<Answer>) = (Vec::new(), Vec::new());
    for step in 0..args.steps {
        let share = f64::from(step) / f64::from(args.steps - 1);
        let target: Vec<f64> =
            args.target.0.iter().zip(&end.0).map(|(from, to)| from + (to - from) * share).collect();
        let answer = parametric.at(&target)?;
        clips.push(make(args, parametric, &answer)?.clip.renamed(format!("{:02}", step + 1)));
        answers.push(answer);
    }
    segue::write(&args.make.output, &clips, None)?;
    console.say(format_args!("wrote {}: {} motions", args.make.output.display(), clips.len()));
    if args.json.json {
        let requests: Vec<Value> = answers.iter().map(as_json).collect();
        console.line(serde_json::to_string_pretty(&json!({ "requests": requests }))?)?;
    } else {
        answers.iter().try_for_each(|answer| console.line(sentence(answer)))?;
    }
    Ok(if answers.iter().all(Answer::is_reached) { Outcome::Done } else { Outcome::Incomplete })
}

fn sentence(answer: &Answer) -> String {
    let list =
        |values: &[f64]| values.iter().map(|value| format!("{value:.3}")).collect::<Vec<_>>().join(", ");
    let off = format!("{:.1} mm off", 1000.0 * answer.off_metres);
    let note = if answer.is_reached() { "" } else { ": no valid blend gets there, this is the nearest" };
    format!("asked for {}; reached {}, {off}{note}", list(&answer.asked), list(&answer.reached))
}

fn as_json(answer: &Answer) -> Value {
    json!({
        "asked": answer.asked,
        "reached": answer.reached,
        "off_mm": 1000.0 * answer.off_metres,
        "off_before_mm": 1000.0 * answer.off_before_metres,
        "is_reached": answer.is_reached(),
        "weights": answer.weights,
    })
}
