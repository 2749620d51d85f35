//! `segue parametric`.

mod at;
mod build;
mod eval;
mod show;

use anyhow::Result;
use clap::{Args, Subcommand};
use segue::verbs::parametric::Parameter;

use crate::console::{Console, Outcome};
use crate::table::Table;

/// Build one motion with controls from many clips of an action
///
/// You give examples and a measure of what matters; the measure then controls
/// the motion: kick *there*. A measure is a short text:
///
///   wrist.r @apex    where the right wrist is when it is farthest out:
///                    x to the left, y up, z ahead, in metres
///   ankle.l.y @apex  one coordinate
///   root.final       where the root ends
///   facing.final     how far the root has turned at the end
///   max(ankle.l.y), min(hips.y), mean(com.z), max(speed(wrist.r))
///   speed(root), curvature(root), duration
///   given(mood)      a quality; --given states its value in each example
///
/// Points: root, hips, head, com (the centre of mass); clavicle, shoulder,
/// elbow, wrist, hip, knee, ankle and toe with .l or .r; any joint in quotes.
/// Moments: start, end, apex, takeoff, landing, a frame of the query, max(…),
/// min(…). Separate several measures by commas. Positions are relative to where
/// the root stands at the start.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  segue parametric from moves.segue --query kicks@83-231 \\
      --measure 'ankle.r @apex' -o kick.segue-param
  segue parametric build moves.segue --search kicks \\
      --measure 'ankle.r.y @apex' -o kick.segue-param
  segue parametric build --clips low.bvh mid.bvh high.bvh \\
      --measure 'max(ankle.r.y)' -o kick.segue-param
  segue parametric build --clips calm.bvh wild.bvh \\
      --measure 'given(mood)' --given mood=0,1 -o moves.segue#mood
  segue parametric at kick.segue-param 0.2,1.1,0.8 -o kick.glb
  segue parametric at kick.segue-param 0.2,0.6,0.8 \\
      --sweep 0.2,1.3,0.8 --steps 9 -o kicks.glb
  segue parametric show kick.segue-param --plot reach.png
  segue parametric eval moves.segue#mood";

#[derive(Debug, Subcommand)]
enum Verb {
    Build(build::BuildArgs),
    From(build::FromArgs),
    At(at::AtArgs),
    Show(show::ShowArgs),
    Eval(eval::EvalArgs),
}

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    match &args.verb {
        Verb::Build(args) => build::run(args, console),
        Verb::From(args) => build::run_from(args, console),
        Verb::At(args) => at::run(args, console),
        Verb::Show(args) => show::run(args, console),
        Verb::Eval(args) => eval::run(args, console),
    }
}

/// A parameterized motion that was built.
#[derive(Debug, Args)]
struct FileArgs {
    /// A parameterized motion: a file, or LIB.segue#NAME in a library
    #[arg(value_name = "FILE.segue-param")]
    file: String,
}

/// What each parameter is and how far it reaches.
fn table_of(parameters: &[Parameter]) -> Table {
    let mut table = Table::new(&["parameter", "unit", "from", "to"]);
    for Parameter { name, unit, from, to } in parameters {
        table.row([name.clone(), unit.clone(), format!("{from:.3}"), format!("{to:.3}")]);
    }
    table
}
