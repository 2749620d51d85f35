//! `segue man`.

use anyhow::{Result, bail};
use clap::{Args, Command, CommandFactory as _};

use crate::args::Cli;
use crate::console::{Console, Outcome};

/// Print a manual page
///
/// To read it: segue man | man -l -
#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The command whose page to print; by default the whole program
    verb: Option<String>,
}

pub(crate) fn run(args: &ManArgs, console: &mut Console) -> Result<Outcome> {
    let verb = args.verb.as_deref();
    let title = verb.map_or_else(|| "segue".to_owned(), |verb| format!("segue-{verb}"));
    clap_mangen::Man::new(page(verb)?).title(title).render(console.writer())?;
    Ok(Outcome::Done)
}

fn page(verb: Option<&str>) -> Result<Command> {
    let mut program = Cli::command();
    program.build();
    let Some(verb) = verb else { return Ok(program) };
    match program.find_subcommand(verb) {
        Some(command) => Ok(command.clone()),
        None => bail!("there is no command `{verb}`; `segue --help` lists all"),
    }
}
