//! `segue samples`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use rayon::prelude::*;
use segue::formats::Format;
use serde_json::{Value, json};

use crate::args::{FormatName, JsonArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;

/// List the built-in samples, or write them to a folder
///
/// Every command takes a sample where it takes a file, as sample:NAME.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SamplesArgs {
    /// Write all samples to this folder
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,

    /// The format of the files
    #[arg(long, value_name = "FORMAT", default_value = "bvh")]
    format: FormatName,

    #[command(flatten)]
    json: JsonArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue samples
  segue samples moves/ --format glb
  segue info --plot walk.png sample:walk";

pub(crate) fn run(args: &SamplesArgs, console: &mut Console) -> Result<Outcome> {
    match &args.folder {
        None => list(args.json.json, console),
        Some(folder) => write(folder, args, console),
    }
}

fn list(as_json: bool, console: &mut Console) -> Result<Outcome> {
    if as_json {
        let sample = |sample: &segue::actors::Sample| json!({ "name": sample.name, "about": sample.about });
        let list: Vec<Value> = segue::actors::samples().iter().map(sample).collect();
        console.line(serde_json::to_string_pretty(&json!({ "samples": list }))?)?;
        return Ok(Outcome::Done);
    }
    let width = segue::actors::samples().iter().map(|sample| sample.name.len()).max().unwrap_or(0);
    for sample in segue::actors::samples() {
        console.line(format_args!("sample:{:width$}  {}", sample.name, sample.about))?;
    }
    Ok(Outcome::Done)
}

fn write(folder: &Path, args: &SamplesArgs, console: &mut Console) -> Result<Outcome> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let progress = Progress::new(segue::actors::samples().len());
    let write_one = |sample: &segue::actors::Sample| {
        let path = segue::files::clip_file(folder, sample.name, Format::from(args.format));
        let files = segue::write(&path, &[sample.clip()], None);
        progress.step(sample.name);
        files
    };
    let files = segue::actors::samples().par_iter().map(write_one).collect::<Result<Vec<_>, _>>()?;
    let written: Vec<String> = files.iter().flatten().map(|file| file.display().to_string()).collect();
    drop(progress);
    if args.json.json {
        console.line(serde_json::to_string_pretty(&json!({ "written": written }))?)?;
    }
    console.say(format_args!("wrote {} files to {}", written.len(), folder.display()));
    Ok(Outcome::Done)
}
