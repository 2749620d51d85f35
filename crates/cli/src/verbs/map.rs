//! `segue map`.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::motion::{MapEntry, Skeleton, SkeletonMap};
use serde_json::{Value, json};

use crate::args::{self, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};

/// Guess which joint of one figure drives which joint of another
///
/// Prints the guess, one joint of TARGET a line. Saved with -o it can be edited and then used by
/// segue convert --retarget.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct MapArgs {
    /// A file with the figure that was captured
    #[arg(value_name = "SOURCE", value_parser = args::input())]
    source: Input,

    /// A file with the figure that is to move
    #[arg(value_name = "TARGET", value_parser = args::input())]
    target: Input,

    /// Save the map here; the name should end in .map.toml
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue map walk.bvh hero.glb                                   look at the guess
  segue map walk.bvh hero.glb -o hero.map.toml                  save it, then edit it
  segue convert walk.bvh hero_walk.glb --retarget hero.map.toml --onto hero.glb";

pub(crate) fn run(args: &MapArgs, console: &mut Console) -> Result<Outcome> {
    let options = args.read.options();
    let skeleton =
        |input| -> Result<Arc<Skeleton>> { Ok(segue::read(input, &options)?.clips[0].skeleton().clone()) };
    let (source, target) = (skeleton(&args.source)?, skeleton(&args.target)?);
    let map = SkeletonMap::guess(&source, &target);
    if args.json.json {
        console.line(serde_json::to_string_pretty(&json!({ "joints": entries(&map) }))?)?;
    } else {
        console.print(&map)?;
    }
    console.say(format_args!("{} of {} joints are driven", map.driven(), target.len()));
    if let Some(path) = &args.output {
        segue::files::save(path, map.to_toml().as_bytes())?;
        console.say(format_args!("wrote {}", path.display()));
    }
    Ok(if map.driven() == 0 { Outcome::Incomplete } else { Outcome::Done })
}

fn entries(map: &SkeletonMap) -> Vec<Value> {
    let entry = |entry: &MapEntry| {
        let (source, by) = entry.source.as_ref().map(|(joint, by)| (joint, by.to_string())).unzip();
        json!({ "target": entry.target, "source": source, "by": by })
    };
    map.entries().iter().map(entry).collect()
}
