//! `segue parametric show`.

use anyhow::Result;
use clap::Args;
use segue::verbs::ParametricShowRequest;
use segue::verbs::parametric::ParametricShowAnswer;

use super::{FileArgs, table_of};
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Show what a motion with controls can do
///
/// Prints the parameters and the examples; --plot draws what the motion can reach, from three sides.
#[derive(Debug, Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    file: FileArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &ShowArgs, console: &mut Console) -> Result<Outcome> {
    let done =
        door::ask(&ParametricShowRequest { motion: args.file.file.clone(), functions: Vec::new() }, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| tell(&done.answer, console))?;
    Ok(Outcome::Done)
}

fn tell(answer: &ParametricShowAnswer, console: &mut Console) -> Result<()> {
    console.print(table_of(&answer.parameters))?;
    console.line("")?;
    let names = answer.parameters.iter().map(|parameter| parameter.name.as_str());
    let head: Vec<&str> = std::iter::once("example").chain(names).collect();
    let mut table = Table::new(&head);
    for example in &answer.examples {
        let values = example.parameters.iter().map(|value| format!("{value:.3}"));
        table.row(std::iter::once(example.clip.clone()).chain(values));
    }
    console.print(&table)
}
