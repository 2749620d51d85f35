//! `segue blend`.

use anyhow::{Result, bail};
use clap::Args;
use segue::Cast;
use segue::blend::{InterpolateSettings, TimeScaling, interpolate, linear_blend};
use segue::plots::{Canvas, Part, Trace, path_plot, skate_plot};

use crate::args;
use crate::cast::{self, ClipsArgs, CurvesArgs, Found};
use crate::console::{Console, Outcome};
use crate::made::{Made, MakeArgs};
use crate::picture::ReportArgs;

/// Make a motion in between
///
/// The clips are registered (see `segue register`), blended with one weight each, and their feet are held where they
/// are planted. Weights need not sum to 1; negative ones and ones above 1 reach beyond the clips.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// How much each clip counts, separated by commas, in the order of the clips
    #[arg(long, short, value_name = "W,W,…", value_delimiter = ',', required = true, value_parser = args::number,
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
  segue blend walk.bvh jog.bvh --weights 0.3,0.7 -o fast-walk.glb
  segue blend low.bvh mid.bvh high.bvh --weights 0,0.5,0.5 -o kick.bvh
  segue blend sample:walk-left sample:walk-right -w 1,1 -o straight.glb --plot straight.png
  segue blend walk.bvh jog.bvh -w 1.3,-0.3 -o stroll.bvh           slower than the walk
  segue blend walks/ -w 1,0,2 --registration walks.segue-reg -o blend.glb";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let found = args.clips.read(console)?;
    check_count(&args.weights, &found)?;
    let cast = args.curves.cast(&found)?;
    cast::tell(&cast, console);
    let settings = InterpolateSettings { player: args.make.player(false), rate_hz: args.make.rate };
    let blend = interpolate(&cast.ensemble()?, &args.weights, &settings)?;
    let made = args.make.finish(blend)?;
    made.store(&args.make.output, found.origin(cast.registration().reference()), console)?;
    args.report.plot.save(|| draw(&cast, &args.weights, &made))?;
    made.report(&args.make.output, args.report.json.json, console)?;
    Ok(Outcome::Done)
}

/// The ways over the floor and the skating of the feet, next to linear blending.
fn draw(cast: &Cast, weights: &[f64], made: &Made) -> Result<Canvas> {
    let clips = cast.clips();
    let linear = linear_blend(clips, weights, TimeScaling::Uniform)?;
    let mut traces: Vec<Trace> =
        clips.clips().enumerate().map(|(n, clip)| Trace::new(clip, Part::Input(n))).collect();
    traces.push(Trace::named("linear blend", &linear, Part::Plain(0)));
    let mut judged = vec![Trace::named("linear blend", &linear, Part::Plain(0))];
    judged.extend(made.raw().map(|raw| Trace::named("before clean-up", raw, Part::Raw)));
    judged.push(Trace::named("registered blend", &made.clip, Part::Made));
    traces.push(Trace::named("registered blend", &made.clip, Part::Made));
    Ok(Canvas::column(&[path_plot(&traces), skate_plot(&judged, None)]))
}

/// Before anything is computed.
pub(crate) fn check_count(weights: &[f64], found: &Found) -> Result<()> {
    let (weights, clips) = (weights.len(), found.clips.len());
    if weights != clips {
        bail!(
            "there are {weights} weights for {clips} clips ({}); give one for each",
            found.names().join(", ")
        );
    }
    Ok(())
}
