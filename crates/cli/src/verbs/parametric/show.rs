//! `segue parametric show`.

use anyhow::Result;
use clap::Args;
use segue::parametric::{Parametric, Sample};
use segue::plots::reach_plot;
use serde_json::{Value, json};

use super::{FileArgs, parameters};
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;
use crate::table::Table;

/// Show what a motion with controls can do
///
/// Prints the examples with their parameters; --plot draws what can be reached from three sides.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &ShowArgs, console: &mut Console) -> Result<Outcome> {
    let parametric = args.file.file.read()?;
    args.report.plot.save(|| Ok(reach_plot(&parametric)))?;
    if args.report.json.json {
        console.line(serde_json::to_string_pretty(&as_json(&parametric))?)?;
        return Ok(Outcome::Done);
    }
    console.print(parameters(&parametric))?;
    console.line("")?;
    let names = parametric.measures().names();
    let head: Vec<&str> = std::iter::once("example").chain(names.iter().map(String::as_str)).collect();
    let mut table = Table::new(&head);
    for (clip, sample) in parametric.examples().clips().zip(parametric.samples()) {
        let values = sample.parameters.iter().map(|value| format!("{value:.3}"));
        table.row(std::iter::once(clip.name().to_owned()).chain(values));
    }
    console.print(&table)?;
    Ok(Outcome::Done)
}

fn as_json(parametric: &Parametric) -> Value {
    let example = |(clip, sample): (&segue::motion::Clip, &Sample)| json!({ "clip": clip.name(), "parameters": sample.parameters });
    let examples: Vec<Value> = parametric.examples().clips().zip(parametric.samples()).map(example).collect();
    json!({
        "measure": parametric.measures().text(),
        "parameters": parametric.measures().names(),
        "reach": parametric.reach(),
        "examples": examples,
        "samples": parametric.samples().len(),
    })
}
