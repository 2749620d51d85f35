//! The program `segue`: register, blend, inspect and convert motion-capture clips.

mod args;
mod cast;
mod console;
mod door;
mod made;
mod middle;
mod picture;
mod progress;
mod spelled;
mod table;
mod verbs;

use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser as _;
use segue::store::{Budget, Draft};

use crate::args::Cli;
use crate::console::{Console, Outcome};

/// What shells expect of a program that Ctrl-C ended.
const INTERRUPTED: i32 = 130;

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Where there is no handler, drafts stay until the next program that writes into their folder removes them.
    let _ = ctrlc::set_handler(|| {
        Draft::discard_all();
        std::process::exit(INTERRUPTED);
    });
    let mut console = Console::new(cli.quiet);
    let result = limit_memory(cli.memory)
        .and_then(|()| cli.verb.run(&mut console))
        .and_then(|outcome| console.flush().map(|()| outcome));
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) if console::is_closed_pipe(&error) => Outcome::Done.into(),
        Err(error) => {
            console.error(&error);
            console::exit_code(&error)
        }
    }
}

/// Sets how much memory one step may take: as typed, else as the environment says.
fn limit_memory(typed: Option<Budget>) -> anyhow::Result<()> {
    let from_environment = || Budget::of_environment().context("SEGUE_MEMORY");
    if let Some(budget) = typed.map_or_else(from_environment, |budget| Ok(Some(budget)))? {
        budget.choose();
    }
    Ok(())
}
