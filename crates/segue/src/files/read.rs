//! From inputs to clips.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use segue_formats::{
    Document, Finding, Format, ImportedFigure, Note, Origin, ReadError, ReadOptions, RestSource,
    finding_notes, read_file,
};
use segue_library::{Library, LibraryError};
use segue_motion::{
    Anatomy, Clip, ClipError, FrameRange, Skeleton, SwingCheck, check_swings, resting_skeleton,
};

use super::plants::{PlantsProblem, detect_plants, misnamed_plants, plants_path, read_plants};
use super::{InFile, Input, Source};
use segue_actors::{ActorError, sample};

/// What one file or sample gave.
#[derive(Clone, Debug)]
pub struct Reading {
    /// What was asked for; never a folder.
    pub input: Input,
    /// The clips, cut to the range that was asked for. [`read`] gives at least one, [`read_figure`] may give none.
    pub clips: Vec<Clip>,
    /// The figure that they move, also where there is none.
    pub figure: ImportedFigure,
    /// The file as written, as a template for writing; samples have none.
    pub origin: Option<Origin>,
    /// What was inferred or mended on the way.
    pub notes: Vec<Note>,
    /// What in the clips is no motion, mended or not, in order of clip and frame. Frames count from the start of the file's
    /// clip, also where a range was cut out of it; then those that lie outside are left out.
    pub findings: Vec<Finding>,
    /// The plants files that say when points of the clips are planted, with the clip of each.
    pub corrections: Vec<(String, PathBuf)>,
}

impl Reading {
    /// Clips that come from no motion file, at least one.
    fn made(input: &Input, clips: Vec<Clip>) -> Self {
        let figure = ImportedFigure::of(clips[0].skeleton().clone(), RestSource::File);
        Self::of(input, figure, clips)
    }

    fn of(input: &Input, figure: ImportedFigure, clips: Vec<Clip>) -> Self {
        let (notes, findings, corrections) = (Vec::new(), Vec::new(), Vec::new());
        Self { input: input.clone(), clips, figure, origin: None, notes, findings, corrections }
    }

    /// The figure in a rest pose that shows its body; see [`segue_motion::resting_skeleton`].
    pub fn resting(&self) -> Arc<Skeleton> {
        self.clips.first().map_or_else(|| self.figure.skeleton.clone(), resting_skeleton)
    }

    /// A note for each plants file that is used.
    pub fn correction_notes(&self) -> impl Iterator<Item = Note> + '_ {
        self.corrections
            .iter()
            .map(|(clip, path)| Note::info(format!("the plants of `{clip}` are those of {}", path.display())))
    }
}

/// Why an input gives no clip.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The plants file beside it cannot be used.
    #[error(transparent)]
    Plants(#[from] InFile<PlantsProblem>),
    /// The file holds a figure that nothing moves.
    #[error(
        "the file holds a figure of {joints} joints and no motion; it can be the target of --onto and `segue map`: {input}"
    )]
    OnlyFigure {
        /// The input.
        input: Box<Input>,
        /// How many joints the figure has.
        joints: usize,
    },
    /// The rest pose of a figure is no pose.
    #[error("the rest pose of the figure cannot be kept ({source}): {input}")]
    Rest {
        /// The input.
        input: Box<Input>,
        /// What is wrong with it.
        source: ClipError,
    },
    /// There is no such file or folder.
    #[error("no such file or folder: {}", path.display())]
    Missing {
        /// The path.
        path: PathBuf,
    },
    /// A folder cannot be listed.
    #[error("cannot list the folder ({source}): {}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A folder without a motion file in it.
    #[error("there is no .bvh, .amc, .gltf, .glb, .fbx or .npz file in the folder: {}", path.display())]
    NothingInFolder {
        /// The folder.
        path: PathBuf,
    },
    /// A motion library cannot be read, or has no such clip.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// Overrides of a library, whose clips were read when they were added.
    #[error("the clips of a library were read when they were added; override then, or import again: {input}")]
    LibraryOverridden {
        /// The input.
        input: Box<Input>,
    },
    /// A library without a clip.
    #[error("the library is empty; `segue library add` adds motion to it: {}", path.display())]
    EmptyLibrary {
        /// The library.
        path: PathBuf,
    },
    /// A file cannot be read at all.
    #[error("cannot read the file ({source}): {}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The file has no clip of that name.
    #[error("no clip is called `{clip}`; there are {}: {input}", list(found))]
    NoSuchClip {
        /// The file.
        input: Box<Input>,
        /// The name asked for.
        clip: String,
        /// The names there are.
        found: Vec<String>,
    },
    /// No sample has that name.
    #[error(transparent)]
    Sample(#[from] ActorError),
    /// The range reaches beyond the clip.
    #[error("frames {range} reach beyond clip `{clip}`, which has {frames} frames, 0-{}: {input}", frames - 1)]
    OutsideClip {
        /// The input.
        input: Box<Input>,
        /// The clip.
        clip: String,
        /// The range asked for.
        range: FrameRange,
        /// How many frames there are.
        frames: usize,
    },
}

/// At most a dozen names; a file can hold hundreds.
pub(crate) fn list(names: &[String]) -> String {
    const SHOWN: usize = 12;
    match names {
        [] => "none".to_owned(),
        few if few.len() <= SHOWN => few.join(", "),
        many => format!("{} and {} more", many[..SHOWN].join(", "), many.len() - SHOWN),
    }
}

/// The files behind an input: itself, or for a folder every motion file below it, sorted by path.
///
/// # Errors
/// When there is no such file or folder, or no motion file in the folder.
pub fn expand(input: &Input) -> Result<Vec<Input>, LoadError> {
    match &input.source {
        Source::Path(path) if path.is_dir() => {
            let mut files = Vec::new();
            collect(path, &mut files)?;
            if files.is_empty() {
                return Err(LoadError::NothingInFolder { path: path.clone() });
            }
            files.sort();
            Ok(files.into_iter().map(|file| Input { source: Source::Path(file), ..input.clone() }).collect())
        }
        _ => Ok(vec![input.clone()]),
    }
}

/// Links to folders are not followed: they may lead in a circle.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), LoadError> {
    let fail = |source| LoadError::Folder { path: folder.to_owned(), source };
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        if entry.file_type().map_err(fail)?.is_dir() {
            collect(&entry.path(), files)?;
        } else if Format::holds_motion(&entry.path()) {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Reads one file, clip of a file, library, clip of a library, or sample. For folders see [`expand`].
///
/// Clips come with their plants: as a file beside the motion file says ([`plants_path`]), else as detected.
///
/// # Errors
/// One variant of [`LoadError`] for each thing that can be wrong.
pub fn read(input: &Input, options: &ReadOptions) -> Result<Reading, LoadError> {
    let reading = read_figure(input, options)?;
    if reading.clips.is_empty() {
        let joints = reading.figure.skeleton.len();
        return Err(LoadError::OnlyFigure { input: Box::new(input.clone()), joints });
    }
    Ok(reading)
}

/// As [`read`], but the file may hold a figure without motion: then there is no clip.
///
/// # Errors
/// One variant of [`LoadError`] for each thing that can be wrong.
pub fn read_figure(input: &Input, options: &ReadOptions) -> Result<Reading, LoadError> {
    let options = &input.overrides.applied_to(options);
    let mut reading = match &input.source {
        Source::Path(file) | Source::Clip { file, .. } if is_library(file) && !input.overrides.is_empty() => {
            return Err(LoadError::LibraryOverridden { input: Box::new(input.clone()) });
        }
        Source::Path(path) if is_library(path) => read_library(input, path)?,
        Source::Clip { file, clip } if is_library(file) => {
            let clips = vec![Library::open(file)?.clip(clip)?];
            Reading::made(input, clips)
        }
        Source::Path(path) => read_path(input, path, options)?,
        Source::Clip { file, clip } => {
            let mut reading = read_path(input, file, options)?;
            if !is_only_animation(&reading, clip) {
                reading.clips = pick(reading.clips, std::slice::from_ref(clip), input)?;
            }
            reading.findings.retain(|finding| reading.clips.iter().any(|clip| clip.name() == finding.clip));
            reading
        }
        Source::Sample(name) => read_sample(input, name)?,
    };
    if let Some(range) = input.range {
        let clips = reading.clips.iter().map(|clip| cut(input, clip, range));
        reading.clips = clips.collect::<Result<_, _>>()?;
        drop_findings_outside(&mut reading, range);
    }
    Ok(reading)
}

/// Leaves out findings outside a range, and what was said about them.
fn drop_findings_outside(reading: &mut Reading, range: FrameRange) {
    let names: Vec<&str> = reading.clips.iter().map(Clip::name).collect();
    let about = |findings: &[Finding]| -> Vec<Note> {
        let of = |name: &&str| {
            findings.iter().filter(|finding| finding.clip == **name).cloned().collect::<Vec<_>>()
        };
        names.iter().flat_map(|name| finding_notes(name, &of(name))).collect()
    };
    let all = about(&reading.findings);
    let touches = |found: FrameRange| found.first <= range.last && range.first <= found.last;
    reading.findings.retain(|finding| touches(finding.dirt.frames));
    let left = about(&reading.findings);
    reading.notes.retain(|note| !all.contains(note));
    reading.notes.extend(left);
}

fn read_path(input: &Input, path: &Path, options: &ReadOptions) -> Result<Reading, LoadError> {
    if !path.exists() {
        return Err(LoadError::Missing { path: path.to_owned() });
    }
    let import = read_file(path, options)?;
    let mut reading = Reading {
        origin: Some(import.origin),
        notes: import.notes,
        findings: import.findings,
        ..Reading::of(input, import.figure, Vec::new())
    };
    for clip in import.clips {
        let clip = annotate(clip, path, &mut reading)?;
        if options.fps.is_none() && !reading.notes.iter().any(|note| note.text.contains("(--fps ")) {
            reading.notes.extend(hurry_warning(&clip));
        }
        reading.clips.push(clip);
    }
    Ok(reading)
}

/// Whether the one clip of a file, which is called by the file, is this animation in it.
fn is_only_animation(reading: &Reading, name: &str) -> bool {
    let (Some(origin), [clip]) = (&reading.origin, &reading.clips[..]) else { return false };
    match &origin.document {
        Document::Gltf(source) => source.animation_name(clip.name()) == Some(name),
        _ => false,
    }
}

/// A warning when the legs of a clip swing faster than legs do, so that its frame rate is likely twice too high.
fn hurry_warning(clip: &Clip) -> Option<Note> {
    let check = check_swings(clip, &Anatomy::of(clip.skeleton())).filter(SwingCheck::is_too_fast)?;
    let (stated, half) = (clip.rate(), clip.rate() / 2.0);
    Some(Note::warning(format!(
        "at {stated} frames per second {} of {} steps of `{}` are faster than legs swing ({:.2} s); if it plays too fast, \
         {half} frames per second would fit (--fps {half})",
        check.too_fast,
        check.steps,
        clip.name(),
        check.median_secs,
    )))
}

/// Whether a file of this name is a motion library.
pub(crate) fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("segue"))
}

/// All clips of a library.
fn read_library(input: &Input, path: &Path) -> Result<Reading, LoadError> {
    let library = Library::open(path)?;
    let entries = library.entries()?;
    let clips = entries.iter().map(|entry| library.clip(&entry.name)).collect::<Result<Vec<_>, _>>()?;
    if clips.is_empty() {
        return Err(LoadError::EmptyLibrary { path: path.to_owned() });
    }
    Ok(Reading::made(input, clips))
}

fn read_sample(input: &Input, name: &str) -> Result<Reading, LoadError> {
    let clips = vec![sample(name)?.clip];
    Ok(Reading::made(input, clips))
}

/// Gives a clip its plants: those written down beside it, else those that can be seen in the motion.
fn annotate(clip: Clip, file: &Path, reading: &mut Reading) -> Result<Clip, LoadError> {
    let path = plants_path(file, clip.name());
    let plants = if let Some(plants) = read_plants(&path)? {
        reading.corrections.push((clip.name().to_owned(), path.clone()));
        plants
    } else {
        if !clip.name().contains('/') {
            reading.notes.extend(misnamed_plants(file).map(|found| rename_note(&found, &path)));
        }
        detect_plants(&clip)
    };
    Ok(clip.with_constraints(plants).map_err(InFile::at(&path))?)
}

fn rename_note(found: &Path, wanted: &Path) -> Note {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Note::warning(format!("the plants in `{}` are not read; call the file `{}`", name(found), name(wanted)))
}

/// The clips that are called by one of `names`, which may leave out the file's stem; all when there are no names.
///
/// # Errors
/// When no clip has one of the names.
pub fn pick(clips: Vec<Clip>, names: &[String], input: &Input) -> Result<Vec<Clip>, LoadError> {
    if names.is_empty() {
        return Ok(clips);
    }
    let is_called = |clip: &Clip, name: &String| animation(clip) == name || clip.name() == name;
    if let Some(missing) = names.iter().find(|name| !clips.iter().any(|clip| is_called(clip, name))) {
        let found = clips.iter().map(|clip| animation(clip).to_owned()).collect();
        return Err(LoadError::NoSuchClip { input: Box::new(input.clone()), clip: missing.clone(), found });
    }
    Ok(clips.into_iter().filter(|clip| names.iter().any(|name| is_called(clip, name))).collect())
}

/// The name of a clip within its file: `Walk` of `moves/Walk`.
fn animation(clip: &Clip) -> &str {
    clip.name().split_once('/').map_or(clip.name(), |(_, animation)| animation)
}

/// Some frames of a clip.
///
/// # Errors
/// When the range reaches beyond the clip; `input` is named in the error.
pub fn cut(input: &Input, clip: &Clip, range: FrameRange) -> Result<Clip, LoadError> {
    let frames = clip.len();
    if range.last >= frames {
        let (input, clip) = (Box::new(input.clone()), clip.name().to_owned());
        return Err(LoadError::OutsideClip { input, clip, range, frames });
    }
    Ok(clip.slice(range))
}
