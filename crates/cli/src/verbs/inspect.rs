//! `segue inspect`.

use anyhow::{Result, bail};
use clap::Args;
use segue::verbs::InspectRequest;
use segue::verbs::inspect::MotionFacts;

use crate::args;
use crate::cast::{ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::middle::MiddleArgs;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Measure the quality of motion
///
/// Prints one line per clip. With --weights it also compares linear blending
/// with registration, with --transition a cross-fade with a transition.
///
///   skate      how fast heels and toes slide while planted, and how far in
///              each plant
///   drift      how far a planted point gets from its place, at most
///   sinks      how deep a foot goes below the floor, at most
///   path       length of the root trajectory; distance from start to end ÷
///              length; how far it turns
///   rough      sideways acceleration of the root
///   jerk, seam largest third difference of the joints over 1/30 s: anywhere,
///              and at the seams of a transition
///   knee       largest second difference of a knee angle over 1/30 s: shows
///              a knee that snaps
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// Compare ways to blend the clips with these weights
    #[arg(long, short, value_name = "W,W,…", value_delimiter = ',', value_parser = args::number,
        allow_hyphen_values = true)]
    weights: Vec<f64>,

    /// Compare a transition from the first of two clips to the second with a cross-fade
    #[arg(long)]
    transition: bool,

    #[command(flatten)]
    middle: MiddleArgs,

    #[command(flatten)]
    curves: CurvesArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue inspect captures/                             one line per clip
  segue inspect left.bvh right.bvh --weights 0.5,0.5  against linear blending
  segue inspect walk.bvh run.bvh --transition         against a cross-fade
  segue inspect blend.glb --json                      for a program";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    if args.middle.is_given() && !args.transition {
        bail!("--at is the middle of a transition; give --transition too");
    }
    let request = InspectRequest {
        clips: args.clips.request(),
        weights: args.weights.clone(),
        transition: args.transition,
        middle: args.middle.request()?,
        registration: args.curves.stored(),
        register: args.curves.register.request(),
    };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(table(&done.answer.motions)))?;
    Ok(Outcome::Done)
}

const HEAD: [&str; 13] = [
    "motion",
    "s",
    "skate cm/s",
    "cm/plant",
    "drift mm",
    "sinks cm",
    "path m",
    "straight",
    "turn °",
    "rough m/s²",
    "jerk mm",
    "seam mm",
    "knee °",
];

/// The numbers in columns, lines for motions.
fn table(motions: &[MotionFacts]) -> Table {
    let cell = |number: Option<f64>, decimals: usize| {
        number.map_or_else(|| "-".to_owned(), |number| format!("{number:.decimals$}"))
    };
    let mut table = Table::new(&HEAD);
    for motion in motions {
        let quality = &motion.quality;
        table.row([
            motion.name.clone(),
            format!("{:.2}", motion.duration_secs),
            cell(quality.skate_cm_per_sec, 1),
            cell(quality.skate_cm_per_plant, 1),
            cell(quality.worst_drift_mm, 1),
            format!("{:.1}", quality.penetration_cm),
            format!("{:.2}", quality.path_metres),
            format!("{:.3}", quality.straightness),
            format!("{:.0}", quality.facing_turn_degrees),
            format!("{:.2}", quality.path_roughness),
            format!("{:.1}", quality.jerk_mm),
            cell(motion.seam_jerk_mm, 1),
            cell(quality.knee_pop_degrees, 1),
        ]);
    }
    table
}
