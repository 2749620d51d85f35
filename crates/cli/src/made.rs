//! How motion is made, as it is typed.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use segue::Input;
use segue::files::{OutputOptions, check_output, check_side_output};
use segue::formats::LengthUnit;
use segue::verbs::{self, AveragingName, MadeFacts, MakeRequest};

use crate::console::Outcome;
use crate::door;

/// The heading of what says how motion is made.
const MAKING: &str = "Making";

/// How motion is made and where it goes.
#[derive(Debug, Args)]
pub(crate) struct MakeArgs {
    /// The file to write: .bvh, .amc, .gltf or .glb; foot plants go to FILE.plants.json beside it
    #[arg(long, short, help_heading = MAKING, value_name = "FILE")]
    pub(crate) output: PathBuf,

    /// Frames per second of the result; by default those of the reference or first clip
    #[arg(long, help_heading = MAKING, value_name = "RATE", value_parser = crate::args::positive)]
    rate: Option<f64>,

    /// Average rotations exactly (exponential map), which is slower
    #[arg(long, help_heading = MAKING)]
    exact: bool,

    /// How fast the blend plays: by the mean of the clips' durations, or by the mean of their speeds
    #[arg(long, help_heading = MAKING, value_name = "LAW", default_value = "duration")]
    law: LawName,

    /// What planted feet do
    #[arg(long, help_heading = MAKING, value_name = "HOW", default_value = "hold", conflicts_with = "no_cleanup")]
    feet: FeetName,

    /// Leave feet where the blend puts them
    #[arg(long, help_heading = MAKING)]
    no_cleanup: bool,

    /// Whether the motion travels or stays in place
    #[arg(long, help_heading = MAKING, value_name = "HOW", default_value = "keep")]
    root_motion: RootMotionName,

    /// Exit with 1 when the motion fails the quality check, or its clips may not belong together; it is
    /// written all the same
    #[arg(long, help_heading = MAKING)]
    strict: bool,

    #[command(flatten)]
    pub(crate) writing: WritingArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum RootMotionName {
    /// As the clips do: in place when all of them are
    Keep,
    /// Travel as the feet imply
    Infer,
    /// Stay in place
    InPlace,
}

/// How motion files are written.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Writing")]
pub(crate) struct WritingArgs {
    /// Keep the animations of the character's glTF file and add the new ones; by default only the new ones are in it
    ///
    /// Meshes, materials and everything else of that file are kept in any case.
    #[arg(long)]
    add: bool,

    /// Refuse to replace a file
    #[arg(long, conflicts_with = "in_place")]
    no_clobber: bool,

    /// Allow the output to be one of the input files, which it replaces
    #[arg(long)]
    in_place: bool,

    /// Unit of lengths in the BVH that is written; by default that of the input, else centimetres
    #[arg(long, value_name = "UNIT")]
    units: Option<UnitName>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum UnitName {
    Cm,
    M,
    In,
}

impl WritingArgs {
    /// Refuses, before anything is computed, a drawing in the place of an input or, if that is asked for, of any file.
    pub(crate) fn spare(&self, drawing: Option<&Path>, inputs: &[Input]) -> Result<()> {
        Ok(drawing.map_or(Ok(()), |path| check_side_output(path, inputs, self.no_clobber))?)
    }

    pub(crate) fn options(&self) -> OutputOptions {
        let unit = self.units.map(|unit| match unit {
            UnitName::Cm => LengthUnit::Cm,
            UnitName::M => LengthUnit::M,
            UnitName::In => LengthUnit::In,
        });
        OutputOptions { add: self.add, no_clobber: self.no_clobber, in_place: self.in_place, unit }
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum FeetName {
    /// Stand still wherever knees allow it, else move as in the clips
    Hold,
    /// Move as in the clips
    Follow,
    /// Stand still wherever legs reach, whatever knees do
    Lock,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum LawName {
    Duration,
    Rate,
}

impl MakeArgs {
    /// How the command ends: with `--strict`, a motion that is not good, or of clips that `doubts` are about, is not done.
    pub(crate) fn outcome<'a>(
        &self,
        made: impl IntoIterator<Item = &'a MadeFacts>,
        doubts: &[String],
    ) -> Outcome {
        let bad = |facts: &MadeFacts| facts.verdict.as_ref().is_some_and(|verdict| !verdict.good);
        let is_doubtful = !doubts.is_empty() || made.into_iter().any(bad);
        if self.strict && is_doubtful { Outcome::Incomplete } else { Outcome::Done }
    }

    /// The request, after a look at whether its result and the drawing of it can be written: nobody likes to wait for an error.
    pub(crate) fn request(&self, inputs: &[Input], drawing: Option<&Path>) -> Result<MakeRequest> {
        check_output(&self.output, inputs, &self.writing.options())?;
        self.writing.spare(drawing, inputs)?;
        Ok(MakeRequest {
            name: Some(door::stem(&self.output)?),
            rate_hz: self.rate,
            averaging: if self.exact { AveragingName::Exact } else { AveragingName::Fast },
            law: match self.law {
                LawName::Duration => verbs::LawName::Duration,
                LawName::Rate => verbs::LawName::Rate,
            },
            clean_up: !self.no_cleanup,
            feet: match self.feet {
                FeetName::Hold => verbs::FeetName::Hold,
                FeetName::Follow => verbs::FeetName::Follow,
                FeetName::Lock => verbs::FeetName::Lock,
            },
            root_motion: match self.root_motion {
                RootMotionName::Keep => verbs::RootMotionName::Keep,
                RootMotionName::Infer => verbs::RootMotionName::Infer,
                RootMotionName::InPlace => verbs::RootMotionName::InPlace,
            },
        })
    }
}
