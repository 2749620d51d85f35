//! Clips that are to be registered, as they are typed and as they are found.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use segue::formats::{NoteLevel, Origin};
use segue::motion::{Clip, ClipId, ClipSet, ClipSetError, Likeness};
use segue::register::dtw::SlopeLimit;
use segue::register::{Ends, RegisterError, Settings};
use segue::{Cast, Input};

use crate::args::{self, ReadArgs};
use crate::console::Console;
use crate::progress::Progress;

/// Clips that belong together.
#[derive(Debug, Args)]
pub(crate) struct ClipsArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "CLIP", value_parser = args::input())]
    pub(crate) inputs: Vec<Input>,

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

impl CurvesArgs {
    /// The clips with their registration.
    pub(crate) fn cast(&self, found: &Found) -> Result<Cast> {
        found.cast(&self.register, self.stored.registration.as_deref())
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum EndsName {
    /// Open where pinned ends would force unlike frames together
    Auto,
    /// Always
    Pinned,
    /// Wherever the clips stop resembling each other
    Open,
}

/// Clips as they were found.
pub(crate) struct Found {
    pub(crate) clips: Vec<Clip>,
    /// What each was called on the command line.
    inputs: Vec<Input>,
    origins: Vec<Option<Origin>>,
}

impl ClipsArgs {
    /// Reads all clips; what the readers warn of is said. A clip that cannot be read ends the run: without it the
    /// rest is another motion.
    pub(crate) fn read(&self, console: &Console) -> Result<Found> {
        Found::read(&self.inputs, &self.read, console)
    }

    /// Reads exactly two clips.
    pub(crate) fn read_two(&self, console: &Console) -> Result<Found> {
        let found = self.read(console)?;
        if found.clips.len() != 2 {
            bail!("two clips are needed, but {} were named: {}", found.clips.len(), found.names().join(", "));
        }
        Ok(found)
    }
}

impl Found {
    /// Reads all clips of some inputs.
    pub(crate) fn read(inputs: &[Input], how: &ReadArgs, console: &Console) -> Result<Self> {
        let mut found = Self { clips: Vec::new(), inputs: Vec::new(), origins: Vec::new() };
        let mut files = Vec::new();
        for input in inputs {
            files.extend(segue::expand(input)?);
        }
        let progress = Progress::new(files.len());
        for input in files {
            progress.step(input.to_string());
            let reading = segue::read(&input, &how.options())?;
            for note in reading.notes.iter().filter(|note| note.level == NoteLevel::Warning) {
                progress.pause(|| console.note(note, &input));
            }
            for clip in reading.clips {
                found.clips.push(clip);
                found.inputs.push(input.clone());
                found.origins.push(reading.origin.clone());
            }
        }
        Ok(found)
    }

    /// The names of the clips.
    pub(crate) fn names(&self) -> Vec<&str> {
        self.clips.iter().map(Clip::name).collect()
    }

    /// How the file of a clip was written, as a template for writing.
    pub(crate) fn origin(&self, clip: ClipId) -> Option<&Origin> {
        self.origins[clip.index()].as_ref()
    }

    /// Registers the clips, or reads their registration.
    pub(crate) fn cast(&self, args: &RegisterArgs, stored: Option<&Path>) -> Result<Cast> {
        let clips = self.set()?;
        if let Some(path) = stored {
            return Ok(segue::read_registration(path, clips)?);
        }
        Cast::register(clips, &self.settings(args)?).map_err(explained)
    }

    /// The clips on the skeleton of the first.
    pub(crate) fn set(&self) -> Result<ClipSet> {
        ClipSet::of(self.clips.iter().cloned()).map_err(|error| self.unfit(error))
    }

    pub(crate) fn settings(&self, args: &RegisterArgs) -> Result<Settings> {
        let reference = args.reference.as_deref().map(|text| self.number_of(text)).transpose()?;
        let ends = match args.ends {
            EndsName::Auto => Ends::Automatic,
            EndsName::Pinned => Ends::Pinned,
            EndsName::Open => Ends::Open,
        };
        let slope_limit = SlopeLimit::AtMost(args.slope_limit);
        let (meet_strikes, force) = (!args.no_strikes, args.force);
        Ok(Settings { reference, ends, slope_limit, meet_strikes, force, ..Settings::default() })
    }

    /// The clip that a person names, from 0. A name counts before a number.
    fn number_of(&self, text: &str) -> Result<ClipId> {
        let ids = ClipId::all(self.clips.len());
        let named: Vec<ClipId> =
            ids.zip(&self.clips).filter(|(_, clip)| clip.name() == text).map(|(id, _)| id).collect();
        match (&named[..], text.parse::<usize>()) {
            (&[clip], _) => Ok(clip),
            ([], Ok(number)) if (1..=self.clips.len()).contains(&number) => Ok(ClipId::new(number - 1)),
            ([], _) => bail!("no clip is called `{text}`; there are {}", self.names().join(", ")),
            _ => bail!("{} clips are called `{text}`; give the number instead, from 1", named.len()),
        }
    }

    /// Why the clips do not fit on one skeleton, with what to type about it.
    fn unfit(&self, error: ClipSetError) -> anyhow::Error {
        match (&error, self.retarget_command()) {
            (ClipSetError::NeedsMap { .. }, Some(advice)) => {
                Advised { error: error.to_string(), advice }.into()
            }
            _ => error.into(),
        }
    }

    /// How to carry over the first clip that moves other joints than the first. Names would not do: clips of different
    /// files may share theirs.
    fn retarget_command(&self) -> Option<String> {
        let skeleton = self.clips.first()?.skeleton();
        let needs_map =
            |clip: &Clip| matches!(Likeness::of(skeleton, clip.skeleton()), Likeness::NeedsMap { .. });
        let clip = self.clips.iter().position(needs_map)?;
        let stem = self.clips[clip].name().replace(['/', ' '], "-");
        let [from, onto] = [&self.inputs[clip], &self.inputs[0]];
        Some(format!("Run: segue convert {from} {stem}-retargeted.bvh --onto {onto}"))
    }
}

/// The error with what to type about it, where there is something.
pub(crate) fn explained(error: RegisterError) -> anyhow::Error {
    let advice = match &error {
        RegisterError::Unlike { .. } => "Use --force to register them all the same".to_owned(),
        RegisterError::Lengths { source, .. } if source.needed <= usize::from(SlopeLimit::LARGEST) => {
            format!("Try --ends open or --slope-limit {}", source.needed)
        }
        RegisterError::Lengths { .. } => "Try --ends open".to_owned(),
        _ => return error.into(),
    };
    Advised { error: error.to_string(), advice }.into()
}

/// Why clips cannot be registered, and what to type about it.
#[derive(Debug)]
pub(crate) struct Advised {
    error: String,
    advice: String,
}

impl fmt::Display for Advised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}. {}", self.error, self.advice)
    }
}

impl std::error::Error for Advised {}

/// Says what a person should know about how a registration came about; doubts are warnings.
pub(crate) fn tell(cast: &Cast, console: &Console) {
    let registration = cast.registration();
    let is_doubtful = |clip| registration.resemblance(clip).is_some_and(|found| found.is_doubtful());
    let doubtful = registration.ids().any(is_doubtful);
    for note in registration.notes() {
        if doubtful { console.warn(note) } else { console.inform(note) }
    }
}

/// The name of a motion file without its extension, which is what its clip is called.
pub(crate) fn stem(path: &Path) -> Result<String> {
    let stem = path.file_stem().with_context(|| format!("it has no name: {}", path.display()))?;
    Ok(stem.to_string_lossy().into_owned())
}
