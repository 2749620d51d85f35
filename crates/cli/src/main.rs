//! The program `segue`: inspect, convert and draw motion-capture clips.

mod args;
mod console;
mod picture;
mod progress;
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
            ExitCode::from(console::CANNOT_RUN)
        }
    }
}
