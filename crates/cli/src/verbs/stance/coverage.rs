//! `segue stance coverage`.

use anyhow::Result;
use clap::Args;
use segue::stance::Params;
use segue::verbs::StanceCoverageRequest;
use segue::verbs::stance::StanceCoverageAnswer;

use super::library::LibraryArgs;
use super::named::WantedArgs;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;
use crate::table::Table;

/// Show what stances cover
///
/// Prints, for each stance, the range of each parameter in which a warp of it is plausible. --plot draws slices of the
/// space of the six parameters: where a warp answers, and what blends add. Parameters that a slice does not show have
/// the given values, or the mean of the library.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    wanted: WantedArgs,

    /// Points along each side of a slice
    #[arg(long, value_name = "N", default_value_t = 28, value_parser = clap::value_parser!(u32).range(4..=200))]
    points: u32,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    report: ReportArgs,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = StanceCoverageRequest {
        wanted: args.wanted.params(),
        points: args.points as usize,
        source: args.library.source(),
    };
    let done = door::ask(&request, console)?;
    door::draw(&done.work, &args.report.plot, console)?;
    door::report(&done, &args.report, console, |done, console| console.print(table(&done.answer)))?;
    Ok(Outcome::Done)
}

fn table(answer: &StanceCoverageAnswer) -> Table {
    let mut table = Table::new(&["stance", "ZS", "ZE", "VS", "VE", "VP", "X"]);
    for covered in &answer.coverage {
        let mut row = vec![covered.stance.clone()];
        match covered.bounds {
            Some(bounds) => {
                let [low, high] = bounds.map(Params::to_array);
                row.extend((0..6).map(|i| format!("{:.2}…{:.2}", low[i], high[i])));
            }
            None => row.push("nothing".to_owned()),
        }
        table.row(row);
    }
    table
}
