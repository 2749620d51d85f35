//! The verbs, one per file.

mod blend;
mod completions;
mod control;
mod convert;
mod demo;
mod index;
mod info;
mod inspect;
mod library;
mod man;
mod map;
mod parametric;
mod plants;
mod pose;
mod register;
mod samples;
mod search;
mod stance;
mod studio;
mod sync;
mod transition;

use anyhow::Result;
use clap::Subcommand;

use crate::console::{Console, Outcome};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Info(info::InfoArgs),
    Convert(convert::ConvertArgs),
    Register(register::Arguments),
    Blend(blend::Arguments),
    Transition(transition::Arguments),
    Control(control::Arguments),
    Pose(pose::Arguments),
    Inspect(inspect::Arguments),
    Plants(plants::Arguments),
    Sync(sync::Arguments),
    Stance(stance::Arguments),
    Map(map::MapArgs),
    Library(library::Arguments),
    Index(index::Arguments),
    Search(search::Arguments),
    Parametric(parametric::Arguments),
    Studio(studio::Arguments),
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
            Self::Register(args) => register::run(args, console),
            Self::Blend(args) => blend::run(args, console),
            Self::Transition(args) => transition::run(args, console),
            Self::Control(args) => control::run(args, console),
            Self::Pose(args) => pose::run(args, console),
            Self::Inspect(args) => inspect::run(args, console),
            Self::Plants(args) => plants::run(args, console),
            Self::Sync(args) => sync::run(args, console),
            Self::Stance(args) => stance::run(args, console),
            Self::Map(args) => map::run(args, console),
            Self::Library(args) => library::run(args, console),
            Self::Index(args) => index::run(args, console),
            Self::Search(args) => search::run(args, console),
            Self::Parametric(args) => parametric::run(args, console),
            Self::Studio(args) => studio::run(args, console),
            Self::Samples(args) => samples::run(args, console),
            Self::Demo(args) => demo::run(args, console),
            Self::Completions(args) => completions::run(args, console),
            Self::Man(args) => man::run(args, console),
        }
    }
}
