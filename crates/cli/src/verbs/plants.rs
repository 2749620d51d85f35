//! `segue plants`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use segue::motion::{Clip, Constraints};
use segue::plots::feet_plot;
use segue::{Input, Reading, Source};
use serde_json::{Value, json};

use crate::args::{self, ReadArgs};
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::table::Table;

/// Find out when feet are planted, and write it down
///
/// Prints when heels and toes stand still on the floor and writes it to CLIP.plants.json beside the motion file. From
/// then on that file is what counts, for every verb: edit it where the detection is wrong. Frames are counted from 0,
/// both ends included. A file that is there already and says something else is not overwritten without --force.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A file or a sample
    #[arg(value_name = "CLIP", value_parser = args::input())]
    input: Input,

    /// Write nothing, only print
    #[arg(long, conflicts_with = "force")]
    dry_run: bool,

    /// Replace a plants file that says something else
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    report: ReportArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue plants walk.bvh                     detect, print and write walk.plants.json
  segue plants walk.bvh --plot feet.png     see heights and plants
  segue plants walk.bvh@83-231 --dry-run    only some frames, only printed";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let reading = segue::read(&args.input, &args.read.options())?;
    let found: Vec<Clip> = reading
        .clips
        .iter()
        .map(|clip| clip.clone().with_constraints(segue::files::detect_plants(clip)))
        .collect::<Result<_, _>>()?;
    let folder = folder(args)?;
    let mut written: Vec<PathBuf> = Vec::new();
    if let Some(folder) = folder {
        for clip in &found {
            written.extend(write(args, folder, clip)?);
        }
    }
    if let Some(clip) = found.first() {
        args.report
            .plot
            .save(|| if found.len() == 1 { Ok(feet_plot(clip)) } else { bail!("{}", too_many(&reading)) })?;
    }
    if args.report.json.json {
        print_json(&found, &written, console)?;
    } else {
        found.iter().try_for_each(|clip| print(clip, console))?;
    }
    for path in &written {
        console.say(format_args!("wrote {}", path.display()));
    }
    Ok(Outcome::Done)
}

fn too_many(reading: &Reading) -> String {
    format!("a drawing shows one clip, but there are {} in {}", reading.clips.len(), reading.input)
}

/// Where the plants are written: beside the file, or nowhere for samples and when nothing is to be written.
fn folder(args: &Arguments) -> Result<Option<&Path>> {
    let (Source::Path(file) | Source::Clip { file, .. }) = &args.input.source else { return Ok(None) };
    if args.dry_run {
        return Ok(None);
    }
    if args.input.range.is_some() {
        bail!(
            "plants are written down for whole clips; leave out the frames, or only look with --dry-run: {}",
            args.input
        );
    }
    Ok(Some(file.parent().unwrap_or(Path::new(""))))
}

/// Writes the plants of a clip unless they are written already; says where it wrote.
fn write(args: &Arguments, folder: &Path, clip: &Clip) -> Result<Option<PathBuf>> {
    let path = segue::files::plants_path(folder, clip.name());
    let text = format!("{:#}\n", segue::files::plants_to_json(clip.constraints()));
    match fs::read_to_string(&path) {
        Ok(old) if old == text => return Ok(None),
        Ok(_) if !args.force => {
            bail!("it is there already and says something else; --force replaces it: {}", path.display())
        }
        _ => segue::files::save(&path, text.as_bytes())?,
    }
    Ok(Some(path))
}

fn print(clip: &Clip, console: &mut Console) -> Result<()> {
    let mut table = Table::new(&[clip.name(), "plants", "share", "frames"]);
    for (kind, ranges) in clip.constraints().iter() {
        let frames: usize = ranges.iter().map(|range| range.len()).sum();
        let list: Vec<String> = ranges.iter().map(ToString::to_string).collect();
        let share = format!("{:.0} %", 100.0 * frames as f64 / clip.len() as f64);
        table.row([kind.name().replace('_', " "), ranges.len().to_string(), share, list.join(", ")]);
    }
    if clip.constraints().is_empty() {
        table.row(["nothing is planted"]);
    }
    console.print(table)
}

fn print_json(found: &[Clip], written: &[PathBuf], console: &mut Console) -> Result<()> {
    let plants = |plants: &Constraints| segue::files::plants_to_json(plants);
    let clip = |clip: &Clip| json!({ "name": clip.name(), "plants": plants(clip.constraints()) });
    let clips: Vec<Value> = found.iter().map(clip).collect();
    let written: Vec<String> = written.iter().map(|path| path.display().to_string()).collect();
    console.line(serde_json::to_string_pretty(&json!({ "clips": clips, "written": written }))?)
}
