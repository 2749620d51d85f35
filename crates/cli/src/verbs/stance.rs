//! `segue stance`.

mod coverage;
mod extract;
mod find;
mod library;
mod named;
mod path;
mod sketch;
mod text;
mod warp;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::console::{Console, Outcome};

/// Edit runs, jumps and leaps by physics
///
/// A stance is one step of a run or jump: from the apex of a flight, over one
/// ground contact, to the next apex. It is named CLIP:N, as in sample:run:2. Six
/// numbers describe it:
///
///   ZS, ZE  height of the centre of mass at the first and the last apex,
///           in metres above the ground of the contact
///   VS, VE  forward speed there, m/s
///   VP      speed to the right at the last apex, m/s
///   X       distance between the apexes, m
///
/// Forward is the heading at the first apex. See docs/stances.md.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

const EXAMPLES: &str = "\
Examples:
  segue stance extract sample:run leap.bvh         list the stances of clips
  segue stance warp sample:jog:4 --ve 2.7          a jog that gets faster
  segue stance blend sample:jog:4 sample:leap:4 -k 0.5 --plot blend.png
  segue stance find --zs 1 --ze 1.2 --vs 3.5 --ve 3.4 --x 1.6
  segue stance coverage --plot coverage.png
  segue stance sketch docs/sketches/run.json
  segue stance path leaps.json -o leaps.glb --plot leaps.png";

#[derive(Debug, Subcommand)]
enum Verb {
    Extract(extract::Arguments),
    Judge(warp::JudgeArgs),
    Warp(warp::WarpArgs),
    Blend(warp::BlendArgs),
    Find(find::Arguments),
    Coverage(coverage::Arguments),
    Sketch(sketch::Arguments),
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
        Verb::Sketch(args) => sketch::run(args, console),
        Verb::Path(args) => path::run(args, console),
    }
}
