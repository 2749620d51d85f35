//! `segue blend`.

use anyhow::Result;
use clap::Args;
use segue::verbs::BlendRequest;

use crate::args;
use crate::cast::{ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;
use crate::picture::ReportArgs;

/// Blend clips with fixed weights
///
/// Registers the clips (see `segue register`), blends them with one weight each, and holds planted feet in place.
/// Weights need not sum to 1; negative weights and weights above 1 extrapolate.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// How much each clip counts, separated by commas, in the order of the clips [default: all alike]
    #[arg(long, short, value_name = "W,W,…", value_delimiter = ',', value_parser = args::number,
        allow_hyphen_values = true)]
    weights: Vec<f64>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    curves: CurvesArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue blend walk.bvh jog.bvh -o between.glb
  segue blend walk.bvh jog.bvh --weights 0.3,0.7 -o fast-walk.glb
  segue blend low.bvh mid.bvh high.bvh --weights 0,0.5,0.5 -o kick.bvh
  segue blend sample:walk-left sample:walk-right -w 1,1 -o on.glb --plot on.png
  segue blend walk.bvh jog.bvh -w 1.3,-0.3 -o stroll.bvh    slower than the walk
  segue blend walks/ -w 1,0,2 --registration walks.segue-reg -o blend.glb";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = BlendRequest {
        clips: args.clips.request(),
        weights: args.weights.clone(),
        registration: args.curves.stored(),
        register: args.curves.register.request(),
        make: args.make.request(&args.clips.sources(), args.report.plot.path())?,
    };
    let mut done = door::ask(&request, console)?;
    door::store(&done.work.made, &mut done.answer.made, &args.make, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.line(done.work.made.quality()))?;
    Ok(args.make.outcome([&done.answer.made], done.work.cast.registration().warnings()))
}
