//! `segue library check`.

use anyhow::Result;
use clap::Args;
use segue::verbs::LibraryCheckRequest;

use crate::args::{JsonArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// Check a library: every page, reference, clip and match web
///
/// Reports what is wrong and then exits with 1. Changes nothing.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &CheckArgs, console: &mut Console) -> Result<Outcome> {
    let done = door::ask(&LibraryCheckRequest { library: args.library.library.clone() }, console)?;
    let answer = &done.answer;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        answer.faults.iter().try_for_each(|fault| console.line(fault))?;
        let results = if answer.things == 1 { "result" } else { "results" };
        let (clips, them) = match answer.clips {
            1 => ("1 clip".to_owned(), "it"),
            many => (format!("{many} clips"), "them"),
        };
        let state = if answer.faults.is_empty() { "sound" } else { "damaged" };
        console.say(format_args!("{state}: {clips}, {} {results} made from {them}", answer.things));
    }
    Ok(if answer.faults.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}
