//! `segue stance judge`, `warp` and `blend`.

use anyhow::Result;
use clap::Args;
use segue::plots::Canvas;
use segue::stance::{
    Judgement, Limits, Stance, Support, WarpSettings, Warped, judge as judge_stance, judge_warped,
    warp as warp_stance,
};
use serde_json::json;

use super::named::{BodyArgs, ModeName, Named, WantedArgs, named};
use super::pictures::{force_plot, path_plot, value_plot};
use super::told::{change_json, change_text, judgement_json, judgement_text, stance_json, stance_text};
use crate::args;
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;

/// Can a body do this?
///
/// Exit code 1 where it cannot.
#[derive(Debug, Args)]
pub(super) struct JudgeArgs {
    /// The stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = named)]
    stance: Named,

    #[command(flatten)]
    body: BodyArgs,

    #[command(flatten)]
    report: ReportArgs,
}

/// Make a stance do something else
///
/// All six parameters are met exactly, by altering the force and moving the contact in time; whether a body can do it
/// is then judged. Exit code 1 where it cannot.
#[derive(Debug, Args)]
pub(super) struct WarpArgs {
    /// The stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = named)]
    stance: Named,

    /// How the horizontal force is altered
    #[arg(long, value_name = "MODE", default_value = "lean")]
    mode: ModeName,

    /// By what the time on the ground is multiplied
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
/// The blend is warped to the blended parameters, or to those wanted, and judged. Exit code 1 where a body cannot do it.
#[derive(Debug, Args)]
pub(super) struct BlendArgs {
    /// The first stance: CLIP:N
    #[arg(value_name = "STANCE", value_parser = named)]
    first: Named,

    /// The second stance
    #[arg(value_name = "STANCE", value_parser = named)]
    second: Named,

    /// The share of the first; below 0 and above 1 it extrapolates
    #[arg(short, long, value_name = "SHARE", default_value_t = 0.5, value_parser = args::number, allow_negative_numbers = true)]
    k: f64,

    /// How the horizontal force is altered
    #[arg(long, value_name = "MODE", default_value = "lean")]
    mode: ModeName,

    /// Take the support polygons of the stance with the larger share instead of blending them
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
    let stance = args.stance.stance(&args.body, console)?;
    let judgement = judge_stance(&stance, &Limits::default());
    args.report.plot.save(|| Ok(Canvas::column(&[path_plot(&[&stance]), force_plot(&[&stance])])))?;
    if args.report.json.json {
        let mut json = stance_json(&stance);
        json["judgement"] = judgement_json(&judgement);
        console.line(serde_json::to_string_pretty(&json)?)?;
    } else {
        console.print(stance_text(&stance) + &judgement_text(&judgement))?;
    }
    Ok(outcome(&judgement))
}

pub(super) fn warp(args: &WarpArgs, console: &mut Console) -> Result<Outcome> {
    let stance = args.stance.stance(&args.body, console)?;
    let settings = WarpSettings { mode: args.mode.into(), ground_factor: args.ground };
    let warped = warp_stance(&stance, args.wanted.over(stance.params()), &settings)?;
    args.report.plot.save(|| {
        let both = [&stance, &warped.stance];
        Ok(Canvas::column(&[path_plot(&both), force_plot(&both)]))
    })?;
    tell(&warped, args.report.json.json, console)
}

pub(super) fn blend(args: &BlendArgs, console: &mut Console) -> Result<Outcome> {
    let (a, b) = (args.first.stance(&args.body, console)?, args.second.stance(&args.body, console)?);
    let support = if args.majority_support { Support::Majority } else { Support::Blended };
    let blend: Stance = segue::stance::blend(&a, &b, args.k, support)?;
    let settings = WarpSettings { mode: args.mode.into(), ..WarpSettings::default() };
    let warped = warp_stance(&blend, args.wanted.over(blend.params()), &settings)?;
    args.report.plot.save(|| {
        let paths = path_plot(&[&a, &b, &warped.stance]);
        Ok(Canvas::column(&[
            paths,
            force_plot(&[&a, &b, &warped.stance]),
            value_plot(&a, &b, args.mode.into()),
        ]))
    })?;
    tell(&warped, args.report.json.json, console)
}

fn tell(warped: &Warped, as_json: bool, console: &mut Console) -> Result<Outcome> {
    let judgement = judge_warped(warped, &Limits::default());
    if as_json {
        let mut json = stance_json(&warped.stance);
        json["judgement"] = judgement_json(&judgement);
        json["change"] = change_json(warped);
        json["support_polygons"] = json!(warped.stance.support());
        console.line(serde_json::to_string_pretty(&json)?)?;
    } else {
        console.print(stance_text(&warped.stance) + &change_text(warped) + &judgement_text(&judgement))?;
    }
    Ok(outcome(&judgement))
}

fn outcome(judgement: &Judgement) -> Outcome {
    if judgement.is_plausible() { Outcome::Done } else { Outcome::Incomplete }
}
