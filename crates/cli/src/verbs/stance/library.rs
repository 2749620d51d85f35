//! The stances to choose from.

use clap::Args;
use segue::Input;
use segue::verbs::stance::StanceSource;

use super::named::{BodyArgs, ModeName};
use crate::args;

/// Where stances come from.
#[derive(Debug, Args)]
pub(super) struct LibraryArgs {
    /// Take stances from these files, folders, samples or .segue-stances files; by default from the built-in runs, jumps,
    /// leaps and hops
    #[arg(long, value_name = "CLIP", value_parser = args::input(), num_args = 1..)]
    from: Vec<Input>,

    /// Do not add mirror images of the clips
    #[arg(long)]
    no_mirror: bool,

    /// How the horizontal force changes
    #[arg(long, value_name = "MODE", default_value = "lean")]
    mode: ModeName,

    #[command(flatten)]
    body: BodyArgs,
}

impl LibraryArgs {
    pub(super) fn inputs(&self) -> &[Input] {
        &self.from
    }

    pub(super) fn source(&self) -> StanceSource {
        StanceSource {
            from: self.from.clone(),
            mirror: !self.no_mirror,
            mode: self.mode.into(),
            mass_kg: self.body.mass,
            read: self.body.read.options(),
        }
    }
}
