//! The verbs, one per file.

mod completions;
mod info;
mod man;

use anyhow::Result;
use clap::Subcommand;

use crate::console::{Console, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Info(info::InfoArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Verb {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Outcome> {
        match self {
            Self::Info(args) => info::run(args, console),
            Self::Completions(args) => completions::run(args, console),
            Self::Man(args) => man::run(args, console),
        }
    }
}
