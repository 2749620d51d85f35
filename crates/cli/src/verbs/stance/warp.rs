//! `segue stance judge`, `warp` and `blend`.

use anyhow::Result;
use clap::Args;
use segue::verbs::stance::{JudgementFacts, StanceName, StanceWarpAnswer};
use segue::verbs::{StanceBlendRequest, StanceJudgeRequest, StanceWarpRequest};

use super::named::{BodyArgs, ModeName, WantedArgs};
use super::text::{change_text, judgement_text, stance_text};
use crate::args;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Judge whether a body can do a stance
///
/// Exits with 1 if it cannot.
#[derive(Debug, Args)]
pub(super) struct JudgeArgs {
    /// The stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = str::parse::<StanceName>)]
    stance: StanceName,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Change the parameters of a stance
///
/// Meets all six parameters exactly, by changing the force and shifting the contact in time. Then judges whether a body
/// can do it, and exits with 1 if not.
#[derive(Debug, Args)]
pub(super) struct WarpArgs {
    /// The stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = str::parse::<StanceName>)]
    stance: StanceName,

    /// How the horizontal force changes
    #[arg(long, value_name = "MODE", default_value = "lean")]
    mode: ModeName,

    /// Factor for the time on the ground
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = args::positive)]
    ground: f64,

    #[command(flatten)]
    wanted: WantedArgs,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Blend two stances
///
/// Warps the blend to the blended parameters, or to those given, and judges it. Exits with 1 if a body cannot do it.
#[derive(Debug, Args)]
pub(super) struct BlendArgs {
    /// The first stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = str::parse::<StanceName>)]
    first: StanceName,

    /// The second stance
    #[arg(value_name = "STANCE", value_parser = str::parse::<StanceName>)]
    second: StanceName,

    /// The share of the first stance; values below 0 and above 1 extrapolate
    #[arg(short, long, value_name = "SHARE", default_value_t = 0.5, value_parser = args::number, allow_negative_numbers = true)]
    k: f64,

    /// How the horizontal force changes
    #[arg(long, value_name = "MODE", default_value = "lean")]
    mode: ModeName,

    /// Use the support polygons of the stance with the larger share instead of blending them
    #[arg(long)]
    majority_support: bool,

    #[command(flatten)]
    wanted: WantedArgs,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn judge(args: &JudgeArgs, console: &mut Console) -> Result<Outcome> {
    let done = door::ask(&StanceJudgeRequest { stance: args.body.stance(&args.stance) }, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| {
        console.print(stance_text(&done.answer.stance) + &judgement_text(&done.answer.judgement))
    })?;
    Ok(outcome(&done.answer.judgement))
}

pub(super) fn warp(args: &WarpArgs, console: &mut Console) -> Result<Outcome> {
    let request = StanceWarpRequest {
        stance: args.body.stance(&args.stance),
        wanted: args.wanted.params(),
        mode: args.mode.into(),
        ground_factor: args.ground,
    };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(text(&done.answer)))?;
    Ok(outcome(&done.answer.judgement))
}

pub(super) fn blend(args: &BlendArgs, console: &mut Console) -> Result<Outcome> {
    let request = StanceBlendRequest {
        first: args.body.stance(&args.first),
        second: args.body.stance(&args.second),
        share: args.k,
        wanted: args.wanted.params(),
        mode: args.mode.into(),
        majority_support: args.majority_support,
    };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(text(&done.answer)))?;
    Ok(outcome(&done.answer.judgement))
}

fn text(answer: &StanceWarpAnswer) -> String {
    stance_text(&answer.stance) + &change_text(&answer.change) + &judgement_text(&answer.judgement)
}

fn outcome(judgement: &JudgementFacts) -> Outcome {
    if judgement.plausible { Outcome::Done } else { Outcome::Incomplete }
}
