//! `segue library list`.

use anyhow::Result;
use clap::Args;
use segue::verbs::LibraryListRequest;
use segue::verbs::library::LibraryClip;

use crate::args::{JsonArgs, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// List the clips of a library
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    label: LabelArgs,

    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &ListArgs, console: &mut Console) -> Result<Outcome> {
    let (library, labels) = (args.library.library.clone(), args.label.label.clone());
    let done = door::ask(&LibraryListRequest { library, labels }, console)?;
    let clips = &done.answer.clips;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        table(clips, console)?;
    }
    Ok(if clips.is_empty() && !args.label.label.is_empty() { Outcome::Incomplete } else { Outcome::Done })
}

fn table(clips: &[LibraryClip], console: &mut Console) -> Result<()> {
    let width = clips.iter().map(|clip| clip.name.chars().count()).max().unwrap_or(0);
    for clip in clips {
        let words: Vec<&str> = clip.labels.iter().map(|label| label.word.as_str()).collect();
        let LibraryClip { name, frames, rate_hz, duration_secs, joints, .. } = clip;
        let line = format!(
            "{name:width$}  {frames:>6} frames  {duration_secs:>7.2} s at {rate_hz:>3.0} Hz  {joints:>3} joints  {}",
            words.join(", ")
        );
        console.line(line.trim_end())?;
    }
    // The sum of nothing is -0.
    let secs = clips.iter().map(|clip| clip.duration_secs).fold(0.0, |sum, secs| sum + secs);
    let bytes: usize = clips.iter().map(|clip| clip.bytes).sum();
    let clips = if clips.len() == 1 { "1 clip".to_owned() } else { format!("{} clips", clips.len()) };
    console.say(format_args!("{clips}, {secs:.0} s, {:.1} MB packed", bytes as f64 / 1e6));
    Ok(())
}
