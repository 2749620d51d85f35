//! `segue sync`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::sync::SyncFormat;
use segue::verbs::{SyncAnswer, SyncRequest};

use crate::cast::{ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::PlotArgs;

/// Tell a game engine how clips correspond
///
/// Synchronisation markers (when feet are set down and lifted) and normalised timelines (corresponding moments of all
/// clips), in a form that engines take. See docs/sync.md for what to do with each.
///
///   json    for any program
///   bevy    a RON file: markers to add as animation events, timelines to seek by
///   godot   an import script that puts markers on animations and translates times
///   unreal  an editor script in Python that puts sync markers on animation sequences
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// For whom
    #[arg(long, short, value_name = "FORMAT", default_value = "json")]
    format: FormatName,

    /// Where it goes; without it it is printed
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Moments of each timeline
    #[arg(long, value_name = "N", default_value_t = 33, value_parser = clap::value_parser!(u32).range(2..=100_000))]
    points: u32,

    #[command(flatten)]
    curves: CurvesArgs,

    #[command(flatten)]
    plot: PlotArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FormatName {
    Json,
    Bevy,
    Godot,
    Unreal,
}

const EXAMPLES: &str = "\
Examples:
  segue sync walk.bvh jog.bvh run.bvh                           print JSON
  segue sync moves.glb#Walk moves.glb#Jog -f godot -o sync.gd   for Godot
  segue sync walks/ -f unreal -o sync_markers.py                for Unreal";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = SyncRequest {
        clips: args.clips.request(),
        format: match args.format {
            FormatName::Json => SyncFormat::Json,
            FormatName::Bevy => SyncFormat::Bevy,
            FormatName::Godot => SyncFormat::Godot,
            FormatName::Unreal => SyncFormat::Unreal,
        },
        points: args.points as usize,
        registration: args.curves.stored(),
        register: args.curves.register.request(),
    };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.plot)?;
    let SyncAnswer { sheet, text } = &done.answer;
    let Some(path) = &args.output else {
        console.print(text)?;
        return Ok(Outcome::Done);
    };
    segue::files::save(path, text.as_bytes())?;
    let markers = sheet.clips.first().map_or(0, |clip| clip.markers.len());
    console.say(format_args!(
        "wrote {}: {markers} markers for each of {} clips",
        path.display(),
        sheet.clips.len()
    ));
    Ok(Outcome::Done)
}
