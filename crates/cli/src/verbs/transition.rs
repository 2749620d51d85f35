//! `segue transition`.

use anyhow::Result;
use clap::Args;
use segue::verbs::TransitionRequest;
use segue::verbs::transition::TransitionFacts;

use crate::cast::{ClipsArgs, RegisterArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::made::MakeArgs;
use crate::middle::MiddleArgs;
use crate::picture::ReportArgs;

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
        make: args.make.request(&args.clips.request().inputs)?,
    };
    let mut done = door::ask(&request, console)?;
    door::store(&done.work.made, &mut done.answer.made, &args.make, console)?;
    door::draw(&done.work, &args.report.plot)?;
    door::report(&done, &args.report, console, |done, console| {
        console.line(sentence(&done.answer.transition))?;
        console.line(done.work.made.quality())
    })?;
    Ok(args.make.outcome([&done.answer.made], &[]))
}

fn sentence(done: &TransitionFacts) -> String {
    let ([from, to], [first, second], [start, end]) = (&done.clips, done.at_secs, done.frames);
    format!(
        "from {from} at {first:.2} s to {to} at {second:.2} s, {:.2} s to either side (at most {:.2} s fit); frames \
         {start}-{end} of the result; {:.1} cm apart",
        done.half_width_secs, done.largest_half_width_secs, done.mean_distance_cm
    )
}
