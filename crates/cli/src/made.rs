//! How motion is made, as it is typed.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use segue::verbs::{self, AveragingName, MakeRequest};

use crate::door;

/// How motion is made and where it goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Making")]
pub(crate) struct MakeArgs {
    /// Where the motion goes: a .bvh, .amc, .gltf or .glb file; its plants go beside it, to NAME.plants.json
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Frames per second of the result; without it those of the reference or first clip
    #[arg(long, value_name = "RATE", value_parser = crate::args::positive)]
    rate: Option<f64>,

    /// Average rotations exactly, by the exponential map, instead of fast
    #[arg(long)]
    exact: bool,

    /// How time passes: by the mean of the clips' durations, or by the mean of their rates as in the paper
    #[arg(long, value_name = "LAW", default_value = "duration")]
    law: LawName,

    /// Leave planted feet where the blend puts them
    #[arg(long)]
    no_cleanup: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LawName {
    Duration,
    Rate,
}

impl MakeArgs {
    pub(crate) fn request(&self) -> Result<MakeRequest> {
        Ok(MakeRequest {
            name: Some(door::stem(&self.output)?),
            rate_hz: self.rate,
            averaging: if self.exact { AveragingName::Exact } else { AveragingName::Fast },
            law: match self.law {
                LawName::Duration => verbs::LawName::Duration,
                LawName::Rate => verbs::LawName::Rate,
            },
            clean_up: !self.no_cleanup,
        })
    }
}
