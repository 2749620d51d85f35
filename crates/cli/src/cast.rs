//! Clips that are to be registered, as they are typed.

use std::path::PathBuf;

use clap::Args;
use segue::Input;
use segue::register::dtw::SlopeLimit;
use segue::verbs::{self, ClipsRequest, PinRequest, RegisterRequest};

use crate::args::{self, ReadArgs};

/// Clips that belong together.
#[derive(Debug, Args)]
pub(crate) struct ClipsArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "CLIP", value_parser = args::input())]
    pub(crate) inputs: Vec<Input>,

    /// The skeleton of the result: that of a clip, by name or number (from 1), or of another file or sample; by default
    /// that of the first clip
    #[arg(long, value_name = "CLIP|FILE")]
    skeleton: Option<String>,

    #[command(flatten)]
    read: ReadArgs,
}

/// The heading of what says how clips are registered.
const REGISTERING: &str = "Registering";

/// How clips are registered.
#[derive(Debug, Args)]
pub(crate) struct RegisterArgs {
    /// The clip to compare the others with, by name or number (from 1); by default the one nearest to all others
    #[arg(long, help_heading = REGISTERING, value_name = "CLIP")]
    reference: Option<String>,

    /// Where the registration starts and ends in each clip
    #[arg(long, help_heading = REGISTERING, value_name = "WHERE", default_value = "auto")]
    ends: EndsName,

    /// How many times as fast one clip may run as the other, at most
    #[arg(long, help_heading = REGISTERING, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=i64::from(SlopeLimit::LARGEST)))]
    slope_limit: u8,

    /// Compare bodies only; do not make foot strikes meet (the moments at which feet land)
    #[arg(long, help_heading = REGISTERING)]
    no_strikes: bool,

    /// Register clips even if they do not seem to belong together
    #[arg(long, help_heading = REGISTERING)]
    force: bool,

    /// Make two moments correspond: a clip by name or number, seconds of the reference, seconds of the clip
    ///
    /// May be given several times. Without --reference the first clip is the reference.
    #[arg(long, help_heading = REGISTERING, value_name = "CLIP:SECS:SECS", value_parser = pin)]
    pin: Vec<PinRequest>,

    /// Speed of each clip in place, in m/s, instead of the speed that its feet imply; 0: the clip is not in place
    #[arg(long, help_heading = REGISTERING, value_name = "V,V,…", value_delimiter = ',', value_parser = args::number)]
    speed: Vec<f64>,
}

/// A registration from a file instead.
#[derive(Debug, Args)]
struct StoredArgs {
    /// Use a stored registration of these clips (`segue register -o`)
    #[arg(long, help_heading = REGISTERING, value_name = "FILE.segue-reg", conflicts_with_all = ["reference", "ends", "slope_limit", "no_strikes", "force", "pin", "speed"])]
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

/// Reads `CLIP:REFERENCE_SECS:SECS`; the name of a clip may contain colons.
fn pin(text: &str) -> Result<PinRequest, String> {
    let mut parts = text.rsplitn(3, ':');
    let (Some(secs), Some(reference), Some(clip)) = (parts.next(), parts.next(), parts.next()) else {
        return Err("write CLIP:SECS_OF_REFERENCE:SECS_OF_CLIP, as in 2:1.25:1.40".to_owned());
    };
    let (reference_secs, secs) = (args::number(reference)?, args::number(secs)?);
    Ok(PinRequest { clip: clip.to_owned(), reference_secs, secs })
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
            pins: self.pin.clone(),
            speeds: self.speed.clone(),
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
    /// As far as the clips share steps; without steps, as far as they are alike
    Auto,
    /// First frames correspond, and last frames do
    Pinned,
    /// Wherever the clips stop being alike
    Open,
}

impl ClipsArgs {
    /// All that is read: the clips, and the file of the skeleton. A name of a clip among them is no file and does no harm.
    pub(crate) fn sources(&self) -> Vec<Input> {
        let figure = self.skeleton.as_ref().and_then(|text| Input::parse(text).ok());
        self.inputs.iter().cloned().chain(figure).collect()
    }

    pub(crate) fn request(&self) -> ClipsRequest {
        ClipsRequest {
            inputs: self.inputs.clone(),
            read: self.read.options(),
            skeleton: self.skeleton.clone(),
            ..ClipsRequest::default()
        }
    }
}
