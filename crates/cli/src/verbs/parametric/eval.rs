//! `segue parametric eval`.

use anyhow::Result;
use clap::Args;
use segue::parametric::Unit;
use segue::verbs::parametric::{ErrorsMm, EvaluationFacts, ParametricEvalAnswer};
use segue::verbs::{ParametricEvalRequest, QualityFacts};

use super::FileArgs;
use crate::args::JsonArgs;
use crate::console::{Console, Outcome};
use crate::door;

/// Measure how well a motion with controls reaches random targets, before and after refining
#[derive(Debug, Args)]
pub(super) struct EvalArgs {
    #[command(flatten)]
    file: FileArgs,

    /// How many targets
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    targets: u32,

    /// The seed of the targets
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,

    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &EvalArgs, console: &mut Console) -> Result<Outcome> {
    let request = ParametricEvalRequest {
        motion: args.file.file.clone(),
        targets: args.targets as usize,
        seed: args.seed,
        functions: Vec::new(),
    };
    let done = door::ask(&request, console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        tell(&done.answer, &done.work.parametric.measures().units(), console)?;
    }
    Ok(Outcome::Done)
}

fn tell(answer: &ParametricEvalAnswer, units: &[Unit], console: &mut Console) -> Result<()> {
    let ParametricEvalAnswer { evaluation, written_mm, qualities } = answer;
    console.line(format_args!("{} targets: {}", evaluation.targets, sentence(evaluation, units)))?;
    let worst = |number: fn(&QualityFacts) -> f64| qualities.iter().map(number).fold(0.0, f64::max);
    console.line(format_args!(
        "{} of them as they would be written: off by {}, {} at most; planted points drift by {:.2} mm at most, feet sink by {:.1} cm at most",
        qualities.len(),
        length(written_mm.median, units),
        length(written_mm.largest, units),
        worst(|quality| quality.worst_drift_mm.unwrap_or(0.0)),
        worst(|quality| quality.penetration_cm)
    ))
}

/// The errors of blends in words.
pub(super) fn sentence(evaluation: &EvaluationFacts, units: &[Unit]) -> String {
    let words = |errors: &ErrorsMm| {
        let [half, most, nearly_all] =
            [errors.median, errors.percentile_90, errors.percentile_99].map(|mm| length(mm, units));
        format!("{half} (90 %: {most}, 99 %: {nearly_all})")
    };
    let valid = if evaluation.all_valid { "all weights valid" } else { "some weights are not valid" };
    format!(
        "blends are off by {} in the middle, by {} before refining; {valid}",
        words(&evaluation.after_mm),
        words(&evaluation.before_mm)
    )
}

/// An error in the unit of all parameters. Where they have several, it is the length that counts as much.
fn length(mm: f64, units: &[Unit]) -> String {
    match units {
        [unit, others @ ..] if *unit != Unit::Metres && others.iter().all(|other| other == unit) => {
            format!("{:.3} {unit}", 1e-3 * mm / unit.metres()).trim_end().to_owned()
        }
        _ => format!("{mm:.2} mm"),
    }
}
