//! `segue library check`.

use anyhow::Result;
use clap::Args;
use segue::library::Library;
use serde_json::json;

use crate::args::{JsonArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;

/// Look over a library: every page, every reference, every clip against its fingerprint, every match web
///
/// Exits with 1 when something is wrong, and says what. Nothing is changed.
#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    json: JsonArgs,
}

pub(super) fn run(args: &CheckArgs, console: &mut Console) -> Result<Outcome> {
    let library = Library::open(&args.library.library)?;
    let progress = Progress::new(library.entries()?.len());
    let mut health = library.check(|_, _| progress.step("comparing clips"))?;
    health.faults.extend(segue::find::web_faults(&library)?);
    drop(progress);
    if args.json.json {
        let report = json!({ "clips": health.clips, "things": health.things, "faults": health.faults });
        console.line(serde_json::to_string_pretty(&report)?)?;
    } else {
        health.faults.iter().try_for_each(|fault| console.line(fault))?;
        let made = if health.things == 1 { "thing" } else { "things" };
        let state = if health.faults.is_empty() { "sound" } else { "damaged" };
        console.say(format_args!("{state}: {} clips, {} {made} made of them", health.clips, health.things));
    }
    Ok(if health.faults.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}
