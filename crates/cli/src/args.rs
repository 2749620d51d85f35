//! What can be typed.

use std::path::PathBuf;

use clap::{Args, Parser};
use segue::Input;
use segue::formats::{ReadOptions, RestFrame, Up};
use segue::store::Budget;
use segue::verbs;

use crate::verbs::Verb;

/// Blend, search, edit and convert motion-capture clips.
///
/// Segue finds which moments of several clips correspond, and makes new motion from them: blends, transitions, and blends
/// whose weights change over time. New here? Try `segue demo`, or `segue studio` in the browser. It reads BVH, Acclaim (ASF/AMC), glTF, GLB and FBX, infers units, up axis and
/// rest pose, and states the reasons. It writes BVH, Acclaim, glTF and GLB.
#[derive(Debug, Parser)]
#[command(name = "segue", version, max_term_width = 110, after_long_help = INPUTS_AND_EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Verb,

    /// Print only results, warnings and errors
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,

    #[arg(
        long,
        global = true,
        value_name = "SIZE",
        help = "Memory that one step may take, such as 2GB [default: half of the machine's, or SEGUE_MEMORY]"
    )]
    pub(crate) memory: Option<Budget>,
}

const INPUTS_AND_EXIT_CODES: &str = "\
Inputs are written the same way everywhere:
  walk.bvh             all clips of a file
  captures/            all clips of all motion files below a folder
  moves.glb#Walk       one clip of a file that holds several
  moves.segue          all clips of a motion library
  moves.segue#walk     one clip of it
  sample:NAME          a built-in sample (segue samples lists them)
  walk.bvh@83-231      frames 83 to 231, both included, counted from 0
  walk.bvh?fps=60      at 60 frames per second, whatever the file says;
                       overrides are fps, scale, up, floor, rest=keep|drop,
                       repair=no, joined with &, before # and @

Exit codes:
  0  everything was done (a closed pipe counts as success)
  1  some input could not be used, or nothing was found; the rest was done
  2  the command could not run: wrong usage, or the result cannot be written";

/// The heading of what says how files are read. Set for each argument: a heading of a group would also hold for the
/// arguments after it.
const READING: &str = "Reading";

/// How files are read, wherever files are read.
#[derive(Clone, Debug, Args)]
pub(crate) struct ReadArgs {
    /// Metres per unit of the file; inferred when left out
    #[arg(long, help_heading = READING, value_name = "METRES", value_parser = positive)]
    scale: Option<f64>,

    /// The axis that points up in the file; inferred when left out
    #[arg(long, help_heading = READING, value_name = "AXIS", value_parser = clap::value_parser!(Axis))]
    up: Option<Axis>,

    /// Frames per second at which the motion was captured, instead of the rate in the file
    ///
    /// The frames stay the same and play faster or slower. To resample, use `segue convert --resample`.
    #[arg(long, help_heading = READING, value_name = "RATE", value_parser = positive)]
    fps: Option<f64>,

    /// Keep the first frame even if it is a rest pose (T-pose), which is dropped by default
    #[arg(long, help_heading = READING)]
    keep_first: bool,

    /// Do not repair glitches (sudden jumps, broken first or last frames, frozen frames); `segue info` lists them
    #[arg(long, help_heading = READING)]
    no_repair: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Axis {
    X,
    Y,
    Z,
}

impl ReadArgs {
    pub(crate) fn options(&self) -> ReadOptions {
        let up = self.up.map(|axis| match axis {
            Axis::X => Up::X,
            Axis::Y => Up::Y,
            Axis::Z => Up::Z,
        });
        let rest = if self.keep_first { RestFrame::Keep } else { RestFrame::Infer };
        let (scale, fps, repair) = (self.scale, self.fps, !self.no_repair);
        ReadOptions { scale, up, fps, rest, repair, floor: None }
    }
}

/// Output for programs.
#[derive(Clone, Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// The clips of a library that are meant.
#[derive(Clone, Debug, Args)]
pub(crate) struct LabelArgs {
    /// Use only clips with this label; repeat it to require several
    #[arg(long, value_name = "WORD")]
    pub(crate) label: Vec<String>,
}

/// A motion library.
#[derive(Clone, Debug, Args)]
pub(crate) struct LibraryArgs {
    /// The motion library, a .segue file
    #[arg(value_name = "LIB")]
    pub(crate) library: PathBuf,
}

/// Reads an input in the grammar of [`Input`]; file names need not be text.
pub(crate) fn input() -> impl clap::builder::TypedValueParser<Value = Input> {
    use clap::builder::{OsStringValueParser, TypedValueParser as _};
    OsStringValueParser::new().try_map(|text| Input::parse(&text))
}

pub(crate) fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if number.is_finite() && number > 0.0 { Ok(number) } else { Err("must be positive".to_owned()) }
}

pub(crate) fn share(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (0.0..=1.0).contains(&number) { Ok(number) } else { Err("must be between 0 and 1".to_owned()) }
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum FormatName {
    Bvh,
    Amc,
    Gltf,
    Glb,
    Npz,
    Csv,
    Json,
}

impl From<FormatName> for verbs::FormatName {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Bvh => Self::Bvh,
            FormatName::Amc => Self::Amc,
            FormatName::Gltf => Self::Gltf,
            FormatName::Glb => Self::Glb,
            FormatName::Npz => Self::Npz,
            FormatName::Csv => Self::Csv,
            FormatName::Json => Self::Json,
        }
    }
}

/// A finite number.
pub(crate) fn number(text: &str) -> Result<f64, String> {
    let number: f64 = text.trim().parse().map_err(|_| format!("`{text}` is not a number"))?;
    if number.is_finite() { Ok(number) } else { Err("must be finite".to_owned()) }
}
