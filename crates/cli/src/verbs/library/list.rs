//! `segue library list`.

use anyhow::Result;
use clap::Args;
use segue::library::{Entry, Label, Library, label_word};
use serde_json::{Value, json};

use crate::args::{JsonArgs, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};

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
    let entries = chosen(&Library::open(&args.library.library)?, &args.label.label)?;
    if args.json.json {
        let clips: Vec<Value> = entries.iter().map(fact).collect();
        console.line(serde_json::to_string_pretty(&json!({ "clips": clips }))?)?;
    } else {
        table(&entries, console)?;
    }
    Ok(if entries.is_empty() && !args.label.label.is_empty() { Outcome::Incomplete } else { Outcome::Done })
}

/// The clips that have all of these labels.
pub(in crate::verbs) fn chosen(library: &Library, labels: &[String]) -> Result<Vec<Entry>> {
    let words: Vec<String> = labels.iter().filter_map(|label| label_word(label)).collect();
    let mut entries = library.entries()?;
    entries.retain(|entry| entry.has_labels(&words));
    Ok(entries)
}

fn fact(entry: &Entry) -> Value {
    let label = |label: &Label| json!({ "word": label.word, "origin": label.origin.name() });
    json!({
        "name": entry.name,
        "source": entry.source,
        "frames": entry.frames,
        "rate": entry.rate,
        "joints": entry.joints,
        "labels": entry.labels.iter().map(label).collect::<Vec<_>>(),
        "bytes": entry.packed_bytes,
    })
}

fn table(entries: &[Entry], console: &mut Console) -> Result<()> {
    let width = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    for entry in entries {
        let secs = (entry.frames - 1) as f64 / entry.rate;
        let words: Vec<&str> = entry.labels.iter().map(|label| label.word.as_str()).collect();
        let Entry { name, frames, rate, joints, .. } = entry;
        let line = format!(
            "{name:width$}  {frames:>6} frames  {secs:>7.2} s at {rate:>3.0} Hz  {joints:>3} joints  {}",
            words.join(", ")
        );
        console.line(line.trim_end())?;
    }
    let secs: f64 = entries.iter().map(|entry| (entry.frames - 1) as f64 / entry.rate).sum();
    let bytes: usize = entries.iter().map(|entry| entry.packed_bytes).sum();
    console.say(format_args!("{} clips, {secs:.0} s, {:.1} MB packed", entries.len(), bytes as f64 / 1e6));
    Ok(())
}
