//! `segue library label`.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use segue::library::Library;
use segue::motion::ConstraintKind;

use crate::args::LibraryArgs;
use crate::console::{Console, Outcome};

/// Say by hand what happens in clips: labels, and when which foot stands
///
/// What is said by hand stays when the clip's file changes.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    #[command(flatten)]
    library: LibraryArgs,

    /// The clips
    #[arg(value_name = "CLIP", required = true)]
    clips: Vec<String>,

    /// Give this label; may be given several times
    #[arg(long, value_name = "WORD")]
    add: Vec<String>,

    /// Take this label away; may be given several times
    #[arg(long, value_name = "WORD")]
    remove: Vec<String>,

    /// Correct the plants: the kinds in this file hold in place of the detected ones, which are kept
    ///
    /// The file is what stands beside a motion file as `CLIP.plants.json`: `{"left_toe": [[0, 25]], …}`.
    #[arg(long, value_name = "FILE", conflicts_with = "detected_plants")]
    plants: Option<PathBuf>,

    /// Go back to the detected plants
    #[arg(long)]
    detected_plants: bool,
}

pub(super) fn run(args: &LabelArgs, console: &Console) -> Result<Outcome> {
    if args.add.is_empty() && args.remove.is_empty() && args.plants.is_none() && !args.detected_plants {
        bail!("there is nothing to do; give --add, --remove, --plants or --detected-plants");
    }
    let mut library = Library::open_to_write(&args.library.library)?;
    for clip in &args.clips {
        library.label(clip, &args.add, &args.remove)?;
        correct(&mut library, clip, args)?;
    }
    let entries = library.entries()?;
    for entry in entries.iter().filter(|entry| args.clips.contains(&entry.name)) {
        let words: Vec<&str> = entry.labels.iter().map(|label| label.word.as_str()).collect();
        let words = if words.is_empty() { "no label".to_owned() } else { words.join(", ") };
        console.say(format_args!("{}: {words}", entry.name));
    }
    Ok(Outcome::Done)
}

fn correct(library: &mut Library, clip: &str, args: &LabelArgs) -> Result<()> {
    if args.detected_plants {
        ConstraintKind::ALL.into_iter().try_for_each(|kind| library.correct(clip, kind, None))?;
    }
    let Some(path) = &args.plants else { return Ok(()) };
    let Some(plants) = segue::files::read_plants(path)? else { bail!("no such file: {}", path.display()) };
    for (kind, ranges) in plants.iter() {
        library.correct(clip, kind, Some(ranges))?;
    }
    Ok(())
}
