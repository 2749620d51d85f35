//! Clips that are to be registered, as they are typed.

use std::path::PathBuf;

use clap::Args;
use segue::Input;
use segue::register::dtw::SlopeLimit;
use segue::verbs::{self, ClipsRequest, RegisterRequest};

use crate::args::{self, ReadArgs};

/// Clips that belong together.
#[derive(Debug, Args)]
pub(crate) struct ClipsArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "CLIP", value_parser = args::input())]
    pub(crate) inputs: Vec<Input>,

    /// Whose skeleton the result has: one of the clips, by name or by number from 1, or another file or sample; without it
    /// that of the first clip
    #[arg(long, value_name = "CLIP|FILE")]
    skeleton: Option<String>,

    #[command(flatten)]
    read: ReadArgs,
}

/// How clips are registered.
#[derive(Debug, Args)]
#[command(next_help_heading = "Registering")]
pub(crate) struct RegisterArgs {
    /// The clip that the others are compared with, by name or by number from 1; without it the one nearest to all
    #[arg(long, value_name = "CLIP")]
    reference: Option<String>,

    /// Whether first frames go with first and last with last
    #[arg(long, value_name = "WHERE", default_value = "auto")]
    ends: EndsName,

    /// Frames of one clip that may go with one frame of another, at most
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=i64::from(SlopeLimit::LARGEST)))]
    slope_limit: u8,

    /// Compare bodies only; do not make foot strikes meet that the plants tell of
    #[arg(long)]
    no_strikes: bool,

    /// Register clips that do not seem to belong together
    #[arg(long)]
    force: bool,
}

/// A registration from a file instead.
#[derive(Debug, Args)]
struct StoredArgs {
    /// Use this registration of the clips, made by `segue register`
    #[arg(long, value_name = "FILE.segue-reg", conflicts_with_all = ["reference", "ends", "slope_limit", "no_strikes", "force"])]
    registration: Option<PathBuf>,
}

/// Clips are registered, or their registration is read.
#[derive(Debug, Args)]
pub(crate) struct CurvesArgs {
    #[command(flatten)]
    stored: StoredArgs,

    #[command(flatten)]
    pub(crate) register: RegisterArgs,
}

impl RegisterArgs {
    pub(crate) fn request(&self) -> RegisterRequest {
        let ends = match self.ends {
            EndsName::Auto => verbs::EndsName::Auto,
            EndsName::Pinned => verbs::EndsName::Pinned,
            EndsName::Open => verbs::EndsName::Open,
        };
        RegisterRequest {
            reference: self.reference.clone(),
            ends,
            slope_limit: self.slope_limit,
            strikes: !self.no_strikes,
            force: self.force,
        }
    }
}

impl CurvesArgs {
    /// The file of a registration that is to be used instead.
    pub(crate) fn stored(&self) -> Option<PathBuf> {
        self.stored.registration.clone()
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum EndsName {
    /// As far as the clips share steps, or where they cease to be alike
    Auto,
    /// Always
    Pinned,
    /// Wherever the clips stop resembling each other
    Open,
}

impl ClipsArgs {
    pub(crate) fn request(&self) -> ClipsRequest {
        ClipsRequest {
            inputs: self.inputs.clone(),
            read: self.read.options(),
            skeleton: self.skeleton.clone(),
        }
    }
}
