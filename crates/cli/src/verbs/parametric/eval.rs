//! `segue parametric eval`.

use anyhow::{Result, bail};
use clap::Args;
use segue::blend::quality::Quality;
use segue::blend::{CleanUp, InterpolateSettings, clean_up};
use segue::motion::Anatomy;
use segue::parametric::{Errors, Evaluation, Parametric};
use serde_json::json;

use super::FileArgs;
use crate::args::JsonArgs;
use crate::console::{Console, Outcome};
use crate::made::quality_json;

/// Judge a motion with controls: random targets that some blend meets, before and after refining
#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    file: FileArgs,

    /// Targets that are asked for
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    targets: u32,

    /// Which random targets
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    json: JsonArgs,
}

/// Motions whose feet are looked at.
const JUDGED: u64 = 10;

pub(super) fn run(args: &EvalArgs, console: &mut Console) -> Result<Outcome> {
    let parametric = args.file.file.read()?;
    let Some(evaluation) = parametric.evaluate(args.targets as usize, args.seed)? else {
        bail!("no random blend can be measured: {}", args.file.file)
    };
    let qualities = qualities(&parametric, args.seed)?;
    if args.json.json {
        let mm = |errors: &Errors| {
            json!({
                "median": 1000.0 * errors.median, "percentile_90": 1000.0 * errors.percentile_90,
                "percentile_99": 1000.0 * errors.percentile_99, "largest": 1000.0 * errors.largest,
            })
        };
        let report = json!({
            "targets": evaluation.targets,
            "before_mm": mm(&evaluation.before),
            "after_mm": mm(&evaluation.after),
            "all_valid": evaluation.all_valid,
            "qualities": qualities.iter().map(quality_json).collect::<Vec<_>>(),
        });
        console.line(serde_json::to_string_pretty(&report)?)?;
        return Ok(Outcome::Done);
    }
    console.line(format_args!("{} targets: {}", evaluation.targets, sentence(&evaluation)))?;
    let worst = |number: fn(&Quality) -> f64| qualities.iter().map(number).fold(0.0, f64::max);
    console.line(format_args!(
        "{} of them as motions with feet held: planted points drift by {:.2} mm at most, feet sink by {:.1} cm at most",
        qualities.len(),
        worst(|quality| quality.skate.map_or(0.0, |skate| skate.worst_drift_mm)),
        worst(|quality| quality.penetration.worst_cm)
    ))?;
    Ok(Outcome::Done)
}

/// The error in words.
pub(super) fn sentence(evaluation: &Evaluation) -> String {
    let mm = |metres: f64| format!("{:.2} mm", 1000.0 * metres);
    let words = |errors: &Errors| {
        let Errors { median, percentile_90, percentile_99, .. } = errors;
        format!("{} (90 %: {}, 99 %: {})", mm(*median), mm(*percentile_90), mm(*percentile_99))
    };
    let valid = if evaluation.all_valid { "all weights valid" } else { "some weights are not valid" };
    format!(
        "off by {} in the middle, by {} before refining; {valid}",
        words(&evaluation.after),
        words(&evaluation.before)
    )
}

/// The numbers of some of the motions, their feet held.
fn qualities(parametric: &Parametric, seed: u64) -> Result<Vec<Quality>> {
    let mut qualities = Vec::new();
    for number in 0..JUDGED {
        let Some(target) = parametric.random_target(seed, number)? else { continue };
        let answer = parametric.at(&target)?;
        let clip = parametric.blend(&answer.weights, &InterpolateSettings::default())?;
        let anatomy = Anatomy::of(clip.skeleton());
        qualities.push(Quality::of(&clean_up(&clip, &anatomy, &CleanUp::default())?.clip, &anatomy));
    }
    Ok(qualities)
}
