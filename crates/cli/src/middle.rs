//! Where a transition is.

use anyhow::{Result, bail};
use clap::Args;
use segue::verbs::MiddleRequest;

use crate::args;

/// The middle of a transition and its extent.
#[derive(Debug, Args)]
pub(crate) struct MiddleArgs {
    /// The middle of the transition: a moment of the first clip and one of the second, in seconds
    #[arg(long, value_name = "A,B", value_delimiter = ',', value_parser = args::number)]
    at: Vec<f64>,

    /// Time to either side of the middle of the transition, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 0.4, value_parser = args::positive)]
    half_width: f64,
}

impl MiddleArgs {
    pub(crate) fn request(&self) -> Result<MiddleRequest> {
        let at_secs = match self.at[..] {
            [] => None,
            [first, second] => Some([first, second]),
            _ => bail!("--at takes two moments, one of either clip, as in --at 0.8,0.53"),
        };
        Ok(MiddleRequest { at_secs, half_width_secs: self.half_width })
    }

    /// Whether a middle was given.
    pub(crate) fn is_given(&self) -> bool {
        !self.at.is_empty()
    }
}
