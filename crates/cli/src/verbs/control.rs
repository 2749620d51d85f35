//! `segue control`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::ControlRequest;

use crate::cast::{ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;
use crate::picture::ReportArgs;

/// Blend clips with weights that change over time
///
/// The weights come from a text table: on each line a time in seconds, then one weight per clip, separated by commas. A
/// first line may name the columns (time, then the clips in any order). Between lines, weights change linearly. The
/// motion ends at the last line, or with the clips if they do not loop.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// The table of weights: a time in seconds, then one column per clip
    #[arg(long, short, value_name = "FILE.csv")]
    weights_file: PathBuf,

    /// Start again at the end; for clips of whole cycles
    #[arg(long = "loop")]
    looping: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    curves: CurvesArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue control walk.bvh jog.bvh --weights-file speed.csv --loop -o directed.glb

  where speed.csv is
    time, walk, jog
    0,    1,    0
    2,    1,    0
    4,    0,    1
    6,    0.5,  0.5";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = ControlRequest {
        clips: args.clips.request(),
        weights: Vec::new(),
        weights_file: Some(args.weights_file.clone()),
        looping: args.looping,
        registration: args.curves.stored(),
        register: args.curves.register.request(),
        make: args.make.request(&args.clips.sources(), args.report.plot.path())?,
    };
    let mut done = door::ask(&request, console)?;
    door::store(&done.work.made, &mut done.answer.made, &args.make, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    if let Some(left) = done.answer.ends_early_secs {
        console.warn(format_args!(
            "the clips end {left:.2} s before the weights do; --loop repeats cyclic clips"
        ));
    }
    door::report(&done, &args.report, console, |done, console| console.line(done.work.made.quality()))?;
    Ok(args.make.outcome([&done.answer.made], done.work.cast.registration().warnings()))
}
