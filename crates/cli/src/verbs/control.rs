//! `segue control`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::blend::{ControlSettings, WeightTrack, control};
use segue::plots::{Canvas, Part, Trace, path_plot, skate_plot, weights_plot};

use crate::cast::{self, ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::made::{Made, MakeArgs};
use crate::picture::ReportArgs;

/// Direct a blend by weights that change in time
///
/// The weights come from a table of text: on each line a time in seconds, then one weight for each clip, separated by
/// commas. A first line may name the columns (time, then the clips in any order). Between the lines weights change
/// evenly. The motion ends with the last line, or with the clips if they do not loop.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// The weights: time in seconds, then one column for each clip
    #[arg(long, short, value_name = "FILE.csv")]
    weights_file: PathBuf,

    /// Begin anew at the end; for clips of whole cycles
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
    let found = args.clips.read(console)?;
    let track = segue::files::read_weights(&args.weights_file, &found.names())?;
    let cast = args.curves.cast(&found)?;
    cast::tell(&cast, console);
    let settings = ControlSettings { player: args.make.player(args.looping), rate_hz: args.make.rate };
    let made = args.make.finish(control(&cast.ensemble()?, &track, &settings)?)?;
    made.store(&args.make.output, found.origin(cast.registration().reference()), console)?;
    args.report.plot.save(|| Ok(draw(&track, &found.names(), &made)))?;
    let left = track.end_secs() - made.clip.duration_secs();
    if left > 1.0 / made.clip.rate() {
        console.warn(format_args!(
            "the clips end {left:.2} s before the weights do; --loop goes on with cyclic clips"
        ));
    }
    made.report(&args.make.output, args.report.json.json, console)?;
    Ok(Outcome::Done)
}

/// The weights, the way over the floor and the skating of the feet.
fn draw(track: &WeightTrack, names: &[&str], made: &Made) -> Canvas {
    let motion = [Trace::named("directed", &made.clip, Part::Made)];
    let mut feet: Vec<Trace> =
        made.raw().map(|raw| Trace::named("before clean-up", raw, Part::Raw)).into_iter().collect();
    feet.extend(motion.clone());
    Canvas::column(&[weights_plot(track, names), path_plot(&motion), skate_plot(&feet, None)])
}
