//! Where a transition is.

use anyhow::{Result, bail};
use clap::Args;
use segue::verbs::{self, MiddleRequest};

use crate::args;

/// The middle of a transition and its extent.
#[derive(Debug, Args)]
pub(crate) struct MiddleArgs {
    /// The middle of the transition: a time in the first clip and one in the second, in seconds
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = args::number)]
    at: Vec<f64>,

    /// How long the transition lasts before and after its middle, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.4, value_parser = args::positive)]
    half_width: f64,

    /// Which clip's action to keep when the middle is found automatically
    #[arg(long, value_name = "CLIP", default_value = "b", ignore_case = true, conflicts_with = "at")]
    keep: KeepName,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum KeepName {
    /// The first clip's
    A,
    /// The second clip's
    B,
    /// Both clips'
    Both,
}

impl MiddleArgs {
    pub(crate) fn request(&self) -> Result<MiddleRequest> {
        let at_secs = match self.at[..] {
            [] => None,
            [first, second] => Some([first, second]),
            _ => bail!("--at takes two times, one in each clip, as in --at 0.8,0.53"),
        };
        let keep = match self.keep {
            KeepName::A => verbs::KeepName::A,
            KeepName::B => verbs::KeepName::B,
            KeepName::Both => verbs::KeepName::Both,
        };
        Ok(MiddleRequest { at_secs, keep, half_width_secs: self.half_width })
    }

    /// Whether a middle was given.
    pub(crate) fn is_given(&self) -> bool {
        !self.at.is_empty()
    }
}
