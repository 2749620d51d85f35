//! The verbs, one per file.

mod completions;
mod convert;
mod demo;
mod info;
mod man;
mod map;
mod samples;

use anyhow::Result;
use clap::Subcommand;

use crate::console::{Console, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Info(info::InfoArgs),
    Convert(convert::ConvertArgs),
    Map(map::MapArgs),
    Samples(samples::SamplesArgs),
    Demo(demo::DemoArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

impl Verb {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Outcome> {
        match self {
            Self::Info(args) => info::run(args, console),
            Self::Convert(args) => convert::run(args, console),
            Self::Map(args) => map::run(args, console),
            Self::Samples(args) => samples::run(args, console),
            Self::Demo(args) => demo::run(args, console),
            Self::Completions(args) => completions::run(args, console),
            Self::Man(args) => man::run(args, console),
        }
    }
}
