//! `segue library label`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::LibraryLabelRequest;

use crate::args::LibraryArgs;
use crate::console::{Console, Outcome};
use crate::door;

/// Label clips by hand, and correct their foot plants
///
/// Labels and corrections stay when the clip's file changes.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The clips
    #[arg(value_name = "CLIP", required = true)]
    clips: Vec<String>,

    /// Add this label; repeat it for several
    #[arg(long, value_name = "WORD")]
    add: Vec<String>,

    /// Remove this label; repeat it for several
    #[arg(long, value_name = "WORD")]
    remove: Vec<String>,

    /// Correct the foot plants: the kinds in this file replace the detected ones
    ///
    /// The file has the form of `FILE.plants.json`: `{"left_toe": [[0, 25]], …}`.
    #[arg(long, value_name = "FILE", conflicts_with = "detected_plants")]
    plants: Option<PathBuf>,

    /// Return to the detected foot plants
    #[arg(long)]
    detected_plants: bool,
}

pub(super) fn run(args: &LabelArgs, console: &Console) -> Result<Outcome> {
    let request = LibraryLabelRequest {
        library: args.library.library.clone(),
        clips: args.clips.clone(),
        add: args.add.clone(),
        remove: args.remove.clone(),
        plants: args.plants.clone(),
        detected_plants: args.detected_plants,
    };
    for clip in door::ask(&request, console)?.answer.clips {
        let words = if clip.labels.is_empty() { "no label".to_owned() } else { clip.labels.join(", ") };
        console.say(format_args!("{}: {words}", clip.name));
    }
    Ok(Outcome::Done)
}
