//! `segue stance`.

mod coverage;
mod extract;
mod find;
mod library;
mod named;
mod path;
mod told;
mod warp;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::console::{Console, Outcome};

/// Edit runs, jumps and leaps by physics
///
/// A stance leads from one apex of flight over one contact to the next apex. Six numbers say what it does: heights of
/// the centre of mass at both apexes (ZS, ZE, metres above the ground of the contact), speeds there (VS, VE along the
/// heading of the first, VP to its right, m/s) and the distance between them (X, metres). A stance is named CLIP:N, as
/// in sample:run:2. See docs/stances.md.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  segue stance extract sample:run leap.bvh                   the stances of clips
  segue stance warp sample:jog:4 --ve 2.7                    a jog that gets faster
  segue stance blend sample:jog:4 sample:leap:4 -k 0.5 --plot blend.png
  segue stance find --zs 1 --ze 1.2 --vs 3.5 --ve 3.4 --x 1.6
  segue stance coverage --plot coverage.png
  segue stance path leaps.json -o leaps.glb --plot leaps.png";

#[derive(Debug, Subcommand)]
enum Verb {
    Extract(extract::Arguments),
    Judge(warp::JudgeArgs),
    Warp(warp::WarpArgs),
    Blend(warp::BlendArgs),
    Find(find::Arguments),
    Coverage(coverage::Arguments),
    Path(path::Arguments),
}

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    match &args.verb {
        Verb::Extract(args) => extract::run(args, console),
        Verb::Judge(args) => warp::judge(args, console),
        Verb::Warp(args) => warp::warp(args, console),
        Verb::Blend(args) => warp::blend(args, console),
        Verb::Find(args) => find::run(args, console),
        Verb::Coverage(args) => coverage::run(args, console),
        Verb::Path(args) => path::run(args, console),
    }
}
