//! `segue info`.

mod facts;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use segue::formats::ReadOptions;
use segue::motion::Clip;
use segue::plots::{ContactSheet, contact_sheet};
use segue::{Input, Reading};
use serde_json::json;

use self::facts::Facts;
use crate::args::{self, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::picture;
use crate::progress::Progress;

/// Say what is in motion files
///
/// One file is described in full: clips, units and axes with the reason for each, planted feet, flights, warnings and
/// the tree of joints. Of several files each gets one line.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct InfoArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "INPUT", value_parser = args::input())]
    inputs: Vec<Input>,

    /// Describe each file in full, even when there are several
    #[arg(long, short, conflicts_with = "short")]
    long: bool,

    /// One line for each clip, even when there is a single file
    #[arg(long, short)]
    short: bool,

    /// Draw a contact sheet of the clip: figures from the front and the side, every n-th frame
    #[arg(long, value_name = "FILE.png|FILE.svg")]
    plot: Option<PathBuf>,

    /// How many figures a contact sheet shows in a row, at most
    #[arg(long, value_name = "N", default_value_t = ContactSheet::default().columns, requires = "plot")]
    columns: usize,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue info walk.bvh                               everything about one file
  segue info captures/                              one line for each clip
  segue info --json captures/ > captures.json       the same for a program
  segue info --plot kick.png kicks.bvh@83-231       draw frames 83 to 231";

pub(crate) fn run(args: &InfoArgs, console: &mut Console) -> Result<Outcome> {
    let Plan { files, mut outcome } = plan(args, console);
    let mut found = Vec::new();
    let progress = Progress::new(files.len());
    for input in &files {
        progress.step(input.to_string());
        match read(input, &args.read.options()) {
            Ok(reading) => {
                if let Some(plot) = &args.plot {
                    draw(args, &reading, found.is_empty() && files.len() == 1, plot)?;
                }
                found.push(Facts::of(&reading));
            }
            Err(error) => {
                progress.pause(|| console.error(&error));
                outcome = Outcome::Incomplete;
            }
        }
    }
    drop(progress);
    report(args, &found, console)?;
    Ok(outcome)
}

struct Plan {
    files: Vec<Input>,
    outcome: Outcome,
}

/// Finds the files behind the inputs; what is not there is reported and the rest goes on.
fn plan(args: &InfoArgs, console: &Console) -> Plan {
    let mut plan = Plan { files: Vec::new(), outcome: Outcome::Done };
    for input in &args.inputs {
        match segue::expand(input) {
            Ok(files) => plan.files.extend(files),
            Err(error) => {
                console.error(&error.into());
                plan.outcome = Outcome::Incomplete;
            }
        }
    }
    plan
}

fn read(input: &Input, options: &ReadOptions) -> Result<Reading> {
    Ok(segue::read(input, options)?)
}

fn draw(args: &InfoArgs, reading: &Reading, alone: bool, path: &Path) -> Result<()> {
    let [clip] = &reading.clips[..] else {
        let names: Vec<_> = reading.clips.iter().map(Clip::name).collect();
        bail!("a contact sheet shows one clip; choose one with {}#NAME: {}", reading.input, names.join(", "));
    };
    if !alone {
        bail!("a contact sheet shows one clip, but several files were named");
    }
    let sheet = contact_sheet(clip, &ContactSheet { columns: args.columns, ..ContactSheet::default() });
    picture::save(&sheet, path).context("the contact sheet was not drawn")
}

fn report(args: &InfoArgs, found: &[Facts], console: &mut Console) -> Result<()> {
    if args.json.json {
        return console.line(serde_json::to_string_pretty(&json!({ "files": found }))?);
    }
    if args.long || (found.len() == 1 && !args.short) {
        return found.iter().try_for_each(|facts| console.print(text::Long(facts)));
    }
    console.print(text::Table(found))
}
