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

use clap::Parser as _;

use crate::args::Cli;
use crate::console::{Console, Outcome};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut console = Console::new(cli.quiet);
    let result = cli.verb.run(&mut console).and_then(|outcome| console.flush().map(|()| outcome));
    match result {
        Ok(outcome) => outcome.into(),
        Err(error) if console::is_closed_pipe(&error) => Outcome::Done.into(),
        Err(error) => {
            console.error(&error);
            console::exit_code(&error)
        }
    }
}
