//! `segue stance sketch`.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use segue::files::save;
use segue::stance::{Sketch, SketchEdit, from_json};
use segue::store::read_regular_text;
use segue::verbs::StanceSketchRequest;
use segue::verbs::stance::{PathVerdict, SketchedPath, StanceSketchAnswer};
use serde::de::DeserializeOwned;

use super::library::LibraryArgs;
use crate::args::JsonArgs;
use crate::console::{Console, Outcome};
use crate::door;
use crate::table::Table;

/// Edit a sketch and judge what is drawn
///
/// Makes the edits of a file, in order, and prints for every contact where it was read, where it is planned, which
/// stance lands there and whether a body can do it. No motion is made: that is what `stance path` is for. Edits are a
/// JSON list; paths, contacts and arcs count from 0:
///
///   [{"edit": "stroke", "points": [[100, 400], [103, 397], …]},        a path, then its shadow; over a stroke: redraw or scribble
///    {"edit": "contact", "path": 0, "contact": 3, "place": [0, 0, 4.2]},
///    {"edit": "apex", "path": 0, "arc": 3, "height": 1.3},
///    {"edit": "speed", "path": 0, "arc": 3, "speed": 3.5},
///    {"edit": "step", "path": 0, "contact": 3, "foot": "both", "style": "jump"},
///    {"edit": "lock", "path": 0, "contact": 3, "locked": true},
///    {"edit": "ends", "path": 0, "begin": "stand", "end": "contact"},
///    {"edit": "forget", "path": 0, "contact": 3}, {"edit": "delete", "path": 0}]
///
/// Segue exits with 1 if a stance breaks a limit, or no path near the drawing keeps one.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment, after_long_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The sketch (docs/sketches.md)
    #[arg(value_name = "SKETCH.json")]
    sketch: PathBuf,

    /// Edits to make, a JSON list
    #[arg(long, value_name = "EDITS.json")]
    edits: Option<PathBuf>,

    /// Write the sketch with the edits made to this file
    #[arg(long, short, value_name = "SKETCH.json")]
    output: Option<PathBuf>,

    /// Only read and plan: find no stances
    #[arg(long)]
    no_stances: bool,

    /// Add the rigid body to --json, so many moments per second
    #[arg(long, value_name = "RATE", default_value_t = 0.0, requires = "json")]
    playback: f64,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue stance sketch docs/sketches/run.json
  segue stance sketch run.json --edits faster.json -o faster-run.json
  segue stance sketch run.json --json --playback 60";

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = StanceSketchRequest {
        sketch: read::<Sketch>(&args.sketch)?,
        edits: args.edits.as_deref().map_or_else(|| Ok(Vec::new()), read::<Vec<SketchEdit>>)?,
        stances: !args.no_stances,
        playback_hz: args.playback,
        source: args.library.source(),
    };
    let done = door::ask(&request, console)?;
    if let Some(path) = &args.output {
        save(path, serde_json::to_string_pretty(&done.answer.sketch)?.as_bytes())?;
        console.say(format_args!("wrote {}", path.display()));
    }
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        print(&done.answer, console)?;
    }
    let is_doable = |path: &SketchedPath| {
        path.broken.is_empty() && path.verdict.as_ref().is_none_or(|verdict| verdict.good)
    };
    Ok(if done.answer.paths.iter().all(is_doable) { Outcome::Done } else { Outcome::Incomplete })
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let name = path.display();
    let text = read_regular_text(path).with_context(|| format!("cannot read the file: {name}"))?;
    from_json(&text).with_context(|| format!("{name}"))
}

fn print(answer: &StanceSketchAnswer, console: &mut Console) -> Result<()> {
    for (number, path) in answer.paths.iter().enumerate() {
        let drawing = &answer.sketch.paths[number];
        let name = drawing.name.clone().unwrap_or_else(|| format!("path {}", number + 1));
        console.line(&name)?;
        console.print(table(path))?;
        for text in path.reading.notes.iter().chain(&path.plan.notes).chain(&path.broken) {
            console.line(text)?;
        }
        if let Some(verdict) = &path.verdict {
            print_verdict(verdict, console)?;
        }
    }
    if answer.shadow_next {
        console.line("the last path has no shadow yet: draw it next")?;
    }
    Ok(())
}

/// What is to be said of a path: each step that is not good, or that all are.
pub(super) fn print_verdict(verdict: &PathVerdict, console: &mut Console) -> Result<()> {
    if verdict.good {
        console.line(format_args!("verdict: {}", verdict.summary))?;
    }
    for (number, step) in (1..).zip(&verdict.steps).filter(|(_, step)| !step.good) {
        console.line(format_args!("verdict: step {number}: {}", step.said))?;
    }
    Ok(())
}

/// A row for each contact, with the arc after it.
fn table(path: &SketchedPath) -> Table {
    let names = [
        "contact", "x", "y", "z", "on", "±cm", "moved cm", "apex", "m/s", "step", "stance", "feet", "miss cm",
    ];
    let mut table = Table::new(&names);
    for (number, (read, planned)) in path.reading.contacts.iter().zip(&path.plan.contacts).enumerate() {
        let moved = (0..3).map(|i| (read.place[i] - planned.place[i]).powi(2)).sum::<f64>().sqrt();
        let mut row = vec![number.to_string()];
        row.extend(planned.place.iter().map(|x| format!("{x:.2}")));
        row.push(read.surface.clone());
        row.extend([read.doubt_metres, moved].map(|metres| format!("{:.0}", 100.0 * metres)));
        let arc = path.plan.arcs.get(number);
        row.push(arc.map_or_else(String::new, |arc| format!("{:.2}", arc.apex[1])));
        let speed = |velocity: [f64; 3]| velocity[0].hypot(velocity[2]);
        row.push(arc.map_or_else(String::new, |arc| format!("{:.1}", speed(arc.velocity))));
        let steps = path.verdict.iter().flat_map(|verdict| (1..).zip(&verdict.steps));
        let step = steps.into_iter().find(|(_, step): &(usize, _)| step.contact == Some(number));
        row.extend(step.map_or_else(Default::default, |(n, step)| {
            let feet = format!("{:?}", step.stance.footing).to_lowercase();
            let miss = format!("{:.1}", 100.0 * step.miss_metres.unwrap_or(0.0));
            [n.to_string(), step.stance.name.clone(), feet, miss]
        }));
        table.row(row);
    }
    table
}
