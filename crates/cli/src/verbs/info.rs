//! `segue info`.

mod facts;
mod text;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use segue::files::LoadError;
use segue::motion::Clip;
use segue::plots::{ContactSheet, contact_sheet};
use segue::{Input, Reading};
use serde::Serialize;

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
    let mut report = Report::default();
    let files = plan(args, &mut report, console)?;
    let progress = Progress::new(files.len());
    for input in &files {
        progress.step(input.to_string());
        match segue::read(input, &args.read.options()) {
            Ok(reading) => {
                args.plot.as_deref().map_or(Ok(()), |path| draw(args, &reading, path))?;
                report.files.push(Facts::of(&reading));
            }
            Err(error) => progress.pause(|| report.failed(input, error, console)),
        }
    }
    drop(progress);
    report.print(args, console)?;
    Ok(if report.errors.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

/// Finds the files behind the inputs; what is not there is reported and the rest goes on.
fn plan(args: &InfoArgs, report: &mut Report, console: &Console) -> Result<Vec<Input>> {
    let mut files = Vec::new();
    for input in &args.inputs {
        match segue::files::expand(input) {
            Ok(found) => files.extend(found),
            Err(error) => report.failed(input, error, console),
        }
    }
    if args.plot.is_some() && files.len() > 1 {
        bail!("a contact sheet shows one clip, but {} files were named", files.len());
    }
    Ok(files)
}

/// What was found, in the shape of the JSON output.
#[derive(Debug, Default, Serialize)]
struct Report {
    files: Vec<Facts>,
    errors: Vec<Failure>,
}

/// An input that could not be read.
#[derive(Debug, Serialize)]
struct Failure {
    input: String,
    message: String,
}

impl Report {
    fn failed(&mut self, input: &Input, error: LoadError, console: &Console) {
        self.errors.push(Failure { input: input.to_string(), message: error.to_string() });
        console.error(&error.into());
    }

    fn print(&self, args: &InfoArgs, console: &mut Console) -> Result<()> {
        if args.json.json {
            return console.line(serde_json::to_string_pretty(self)?);
        }
        if args.long || (self.files.len() == 1 && !args.short) {
            return self.files.iter().try_for_each(|facts| console.print(text::Long(facts)));
        }
        console.print(text::Table(&self.files))
    }
}

fn draw(args: &InfoArgs, reading: &Reading, path: &Path) -> Result<()> {
    let [clip] = &reading.clips[..] else {
        let names: Vec<_> = reading.clips.iter().map(Clip::name).collect();
        bail!("a contact sheet shows one clip; choose one with {}#NAME: {}", reading.input, names.join(", "));
    };
    let sheet = contact_sheet(clip, &ContactSheet { columns: args.columns, ..ContactSheet::default() });
    picture::save(&sheet, path).context("the contact sheet was not drawn")
}
