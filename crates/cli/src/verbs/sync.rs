//! `segue sync`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::sync::SyncFormat;
use segue::verbs::SyncRequest;
use segue::verbs::sync::SyncAnswer;

use crate::cast::{ClipsArgs, CurvesArgs};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::PlotArgs;

/// Write sync markers for a game engine
///
/// Writes when feet are set down and lifted (sync markers) and which moments of
/// all clips correspond (timelines), in a form that the engine reads.
/// docs/sync.md shows how to use each.
///
///   json    for any program
///   bevy    a RON file: markers for animation events, timelines to seek by
///   godot   an import script that adds markers and translates times
///   unreal  a Python script for the editor that adds sync markers
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    clips: ClipsArgs,

    /// The engine, or json for any program
    #[arg(long, short, value_name = "FORMAT", default_value = "json")]
    format: FormatName,

    /// The file to write; by default the text is printed
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How many times each timeline has
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
    door::spare(args.output.as_deref(), &args.clips.inputs)?;
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
    door::draw(&done.work, &args.plot, console)?;
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
