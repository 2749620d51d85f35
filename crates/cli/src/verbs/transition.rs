//! `segue transition`.

use anyhow::Result;
use clap::Args;
use segue::verbs::transition::{TransitionFacts, TransitionWork};
use segue::verbs::{Done, Made, TransitionRequest};

use crate::cast::{ClipsArgs, RegisterArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;
use crate::middle::MiddleArgs;
use crate::picture::{PlotArgs, ReportArgs};
use crate::spelled::on_one_line;

/// Make a transition from one clip to another
///
/// The result is the first clip up to the transition, the transition, and the second clip from there on. Without --at,
/// Segue picks two similar moments with enough room around them, and most of the second clip's action after them.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    #[command(flatten)]
    middle: MiddleArgs,

    /// Start and end at whole frames of the clips, so that the rest of them stays untouched
    #[arg(long)]
    snap: bool,

    /// Find the best path as a whole instead of step by step
    #[arg(long)]
    optimal: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    register: RegisterArgs,

    #[command(flatten)]
    report: ReportArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue transition walk.bvh run.bvh -o walk-run.bvh
  segue transition walk.bvh run.bvh --at 0.8,0.53 --half-width 0.4 -o run.glb
  segue transition sample:walk sample:sneak -o sneak.glb --plot sneak.png";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = TransitionRequest {
        clips: args.clips.request(),
        middle: args.middle.request()?,
        snap: args.snap,
        optimal: args.optimal,
        register: args.register.request(),
        make: args.make.request(&args.clips.sources(), args.report.plot.path())?,
    };
    let Done { mut answer, work } = door::ask(&request, console)?;
    let made = drawn(work, &args.report.plot, console)?;
    door::store(&made, &mut answer.made, &args.make, console)?;
    if args.report.json.json {
        door::print_answer::<TransitionRequest>(&answer, console)?;
    } else {
        console.line(sentence(&answer.transition))?;
        console.line(made.quality())?;
    }
    Ok(args.make.outcome([&answer.made], &[]))
}

/// Draws the work if that is wanted. What only a drawing needs goes with it: two hours are as large as what they are made of.
fn drawn(work: TransitionWork, plot: &PlotArgs, console: &Console) -> Result<Made> {
    door::draw(&work, plot, console)?;
    let mut made = work.made;
    made.raw = None;
    Ok(made)
}

fn sentence(done: &TransitionFacts) -> String {
    let ([first, second], [start, end]) = (done.at_secs, done.frames);
    let [from, to] = done.clips.each_ref().map(on_one_line);
    format!(
        "from {from} at {first:.2} s to {to} at {second:.2} s, {:.2} s to either side (at most {:.2} s fit); frames \
         {start}-{end} of the result; {:.1} cm apart",
        done.half_width_secs, done.largest_half_width_secs, done.mean_distance_cm
    )
}
