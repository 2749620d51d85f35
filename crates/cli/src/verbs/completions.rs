//! `segue completions`.

use anyhow::Result;
use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::args::Cli;
use crate::console::{Console, Outcome};

/// Print a completion script for a shell
///
/// For bash: segue completions bash > ~/.local/share/bash-completion/completions/segue
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs, console: &mut Console) -> Result<Outcome> {
    // The generator writes to a buffer, since it panics when a pipe is closed.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "segue", &mut script);
    console.print(String::from_utf8_lossy(&script))?;
    Ok(Outcome::Done)
}
