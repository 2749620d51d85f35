//! `segue samples`.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::SamplesRequest;
use segue::verbs::samples::SamplesAnswer;

use crate::args::{FormatName, JsonArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// List the built-in samples, or write them to a folder
///
/// Wherever a command takes a file, it also takes sample:NAME.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct SamplesArgs {
    /// The folder to write all samples to
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
    let done =
        door::ask(&SamplesRequest { folder: args.folder.clone(), format: args.format.into() }, console)?;
    let SamplesAnswer { samples, written } = &done.answer;
    if args.json.json {
        door::print_json(&done, console)?;
    } else if args.folder.is_none() {
        let width = samples.iter().map(|sample| sample.name.len()).max().unwrap_or(0);
        for sample in samples {
            console.line(format_args!("sample:{:width$}  {}", sample.name, sample.about))?;
        }
    }
    if let Some(folder) = &args.folder {
        console.say(format_args!("wrote {} files to {}", written.len(), folder.display()));
    }
    Ok(Outcome::Done)
}
