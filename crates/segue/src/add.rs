//! Files into a motion library.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use segue_formats::{Note, NoteLevel, ReadOptions};
use segue_library::{
    ClipSource as Origin, Label, LabelOrigin, Library, LibraryError, Packed, Put, index_labels, path_labels,
};
use segue_motion::{Clip, ClipError, ContentHash, Pose};
use segue_store::open_regular;

use crate::files::{Input, LoadError, Reading, Source, is_library, read_figure};

/// Changes when clips that are read from the same file come out differently, so that they are read again.
const READING: &str = "reading 2";

/// Files that are read at once, then stored one after the other: enough for every processor to be busy, few enough to
/// be in memory together.
const BATCH: usize = 16;

/// How files are read into a library.
#[derive(Clone, Debug, Default)]
pub struct AddSettings {
    /// How each file is read.
    pub read: ReadOptions,
    /// A list of trials with labels, as the CMU library has it; without it clips keep those of an earlier list.
    pub index: Option<String>,
}

/// Frames a second of the one frame of a figure whose file says none.
const USUAL_RATE: f64 = 30.0;

/// What became of one file.
#[derive(Debug)]
pub enum Added {
    /// It is in the library already, as it is.
    Unchanged,
    /// Its clips are in the library now; warnings of the reader come along.
    Stored(Put, Vec<Note>),
    /// It could not be read; what the library had of it stays.
    Failed(LoadError),
}

/// Reads files, clips or samples into a library, several at once, and stores them in order, each whole or not at all.
///
/// Unchanged files are not read again, so interrupted work continues where it
/// stopped. `told` gets each input with what became of it and may stop the work.
///
/// # Errors
/// When the library cannot be changed; what was stored until then stays.
pub fn add_to_library(
    library: &mut Library,
    inputs: &[Input],
    settings: &AddSettings,
    mut told: impl FnMut(&Input, Added) -> ControlFlow<()>,
) -> Result<(), LibraryError> {
    let known = library.sources()?;
    let trials = Trials::of(library, settings)?;
    let mut motions = Motions::of(library)?;
    for batch in inputs.chunks(BATCH) {
        let read: Vec<Prepared> =
            batch.par_iter().map(|input| prepare(input, &known, &trials, settings)).collect();
        for (input, prepared) in batch.iter().zip(read) {
            let added = match prepared {
                Ok(None) => Added::Unchanged,
                Ok(Some(Ready { origin, clips, mut notes })) => {
                    notes.extend(motions.twins(&origin, &clips));
                    Added::Stored(library.put(&origin, &clips)?, notes)
                }
                Err(error) => Added::Failed(error),
            };
            if told(input, added).is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The motions of a library by content, each with where it is from and its name.
struct Motions(BTreeMap<ContentHash, (String, String)>);

impl Motions {
    fn of(library: &Library) -> Result<Self, LibraryError> {
        let entries = library.entries()?.into_iter();
        Ok(Self(entries.map(|entry| (entry.hash, (entry.source, entry.name))).collect()))
    }

    /// A note for each clip whose motion is there already from elsewhere; the others are there from now on.
    fn twins(&mut self, origin: &Origin, clips: &[Packed]) -> Vec<Note> {
        let mut notes = Vec::new();
        for clip in clips {
            let own = || (origin.path.clone(), clip.own_name().to_owned());
            let (source, name) = self.0.entry(clip.hash()).or_insert_with(own);
            if *source != origin.path {
                let text = format!(
                    "`{}` is the same motion as `{name}`, which is in the library from {source}; remove one of them, or \
                     searches find both",
                    clip.own_name()
                );
                notes.push(Note::warning(text));
            }
        }
        notes
    }
}

/// What a list of trials says about files.
enum Trials<'a> {
    /// The list.
    Listed(&'a str),
    /// What an earlier list said, by source.
    Kept(BTreeMap<String, Vec<Label>>),
}

impl<'a> Trials<'a> {
    fn of(library: &Library, settings: &'a AddSettings) -> Result<Self, LibraryError> {
        if let Some(index) = &settings.index {
            return Ok(Self::Listed(index));
        }
        let mut kept: BTreeMap<String, Vec<Label>> = BTreeMap::new();
        for entry in library.entries()? {
            let listed = entry.labels.into_iter().filter(|label| label.origin == LabelOrigin::Index);
            kept.entry(entry.source).or_default().extend(listed);
        }
        Ok(Self::Kept(kept))
    }

    /// The labels of a source, by word and each once, so that they are the same however they are known.
    fn labels(&self, source: &str, file: &Path) -> Vec<Label> {
        let mut labels = match self {
            Self::Listed(index) => {
                index_labels(index, &file.file_stem().unwrap_or_default().to_string_lossy())
            }
            Self::Kept(kept) => kept.get(source).cloned().unwrap_or_default(),
        };
        labels.sort_by(|a, b| a.word.cmp(&b.word));
        labels.dedup();
        labels
    }
}

/// A file prepared for the library.
struct Ready {
    origin: Origin,
    clips: Vec<Packed>,
    notes: Vec<Note>,
}

/// `None` for a file that is in the library as it is.
type Prepared = Result<Option<Ready>, LoadError>;

fn prepare(
    input: &Input,
    known: &BTreeMap<String, Vec<u8>>,
    trials: &Trials<'_>,
    settings: &AddSettings,
) -> Prepared {
    let named = resolved(input);
    let before = |fingerprint: &[u8]| known.get(&named).is_some_and(|known| known == fingerprint);
    let options = input.overrides.applied_to(&settings.read);
    let of_file = |file: &Path| labels_of_file(file, trials.labels(&named, file));
    let written = file_of(input).map(|file| fingerprint(&file, &options, &of_file(&file))).transpose();
    let written = written.map_err(|source| unreadable(input, source))?;
    if written.as_deref().is_some_and(before) {
        return Ok(None);
    }
    let mut reading = read_figure(input, &settings.read)?;
    if reading.clips.is_empty() {
        stand(input, &mut reading)?;
    }
    let fingerprint = written.unwrap_or_else(|| {
        let hashes = reading.clips.iter().flat_map(|clip| *ContentHash::of(clip).as_bytes());
        hashes.collect()
    });
    if before(&fingerprint) {
        return Ok(None);
    }
    let labels = labels(input, of_file);
    let packed =
        |clip: &Clip| Packed::of(clip).with_labels(animation_labels(clip)).with_labels(labels.clone());
    let clips = reading.clips.iter().map(packed).collect();
    let notes = reading.notes.into_iter().filter(|note| note.level == NoteLevel::Warning).collect();
    Ok(Some(Ready { origin: Origin::new(named, &fingerprint), clips, notes }))
}

/// A figure that nothing moves is kept as one frame in its rest pose: motion can be made on it.
fn stand(input: &Input, reading: &mut Reading) -> Result<(), LoadError> {
    let name =
        file_of(input).unwrap_or_default().file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let rate = reading.origin.as_ref().map_or(USUAL_RATE, |origin| origin.conversion.rate.value);
    let still = at_rest(&name, reading, rate)
        .map_err(|source| LoadError::Rest { input: Box::new(input.clone()), source })?;
    reading.clips.push(still);
    reading
        .notes
        .push(Note::warning(format!("`{name}` is a figure without motion: one frame, in its rest pose")));
    Ok(())
}

fn at_rest(name: &str, reading: &Reading, rate: f64) -> Result<Clip, ClipError> {
    let skeleton = &reading.figure.skeleton;
    let mut still = Clip::builder(name, skeleton.clone(), rate, &[]);
    still.push(&Pose::rest(skeleton))?;
    still.finish()
}

/// The input with the full path of its file, so that it is known again from any folder.
fn resolved(input: &Input) -> String {
    let full = |path: &Path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let source = match &input.source {
        Source::Path(path) => Source::Path(full(path)),
        Source::Clip { file, clip } => Source::Clip { file: full(file), clip: clip.clone() },
        Source::Sample(name) => Source::Sample(name.clone()),
    };
    Input { source, ..input.clone() }.to_string()
}

/// The motion file behind an input; libraries change without their clips, so their clips are compared instead.
fn file_of(input: &Input) -> Option<PathBuf> {
    let file = match &input.source {
        Source::Path(file) | Source::Clip { file, .. } => file,
        Source::Sample(_) => return None,
    };
    (!is_library(file) && file.is_file()).then(|| file.clone())
}

fn unreadable(input: &Input, source: io::Error) -> LoadError {
    let path = file_of(input).unwrap_or_default();
    LoadError::Unreadable { path, source }
}

/// A fingerprint of the file, of the files beside it that take part in its reading, and of how it is read.
fn fingerprint(file: &Path, options: &ReadOptions, labels: &[Label]) -> io::Result<Vec<u8>> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(format!("{READING} {options:?}").as_bytes());
    for label in labels {
        hasher.update(format!(" {}:{}", label.origin.name(), label.word).as_bytes());
    }
    for path in std::iter::once(file.to_owned()).chain(companions(file)?) {
        hasher.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        hasher.update(&[0]);
        hasher.update_reader(open_regular(&path)?)?;
    }
    Ok(hasher.finalize().as_bytes().to_vec())
}

/// Plants, skeletons and buffers beside a motion file, sorted; more than it may use, never less.
fn companions(file: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let lower = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let other = match lower(file).as_str() {
        "amc" => Some("asf"),
        "gltf" => Some("bin"),
        _ => None,
    };
    let own = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let takes_part = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(&own) && name.ends_with(".plants.json")
            || other.is_some_and(|other| lower(path) == other)
    };
    let paths = fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<io::Result<_>>()?;
    paths.retain(|path| path.is_file() && takes_part(path));
    paths.sort();
    Ok(paths)
}

fn labels(input: &Input, of_file: impl Fn(&Path) -> Vec<Label>) -> Vec<Label> {
    match &input.source {
        Source::Path(file) | Source::Clip { file, .. } if !is_library(file) => of_file(file),
        Source::Sample(name) => path_labels(Path::new(name)),
        _ => Vec::new(),
    }
}

/// The words of the name that a clip has in a file with several.
fn animation_labels(clip: &Clip) -> Vec<Label> {
    let animation = clip.name().split_once('/').map(|(_, animation)| animation.replace('/', " "));
    animation.map(|animation| path_labels(Path::new(&animation))).unwrap_or_default()
}

/// What a list of trials says about a file, then the words of its path.
fn labels_of_file(file: &Path, listed: Vec<Label>) -> Vec<Label> {
    let full = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    listed.into_iter().chain(path_labels(&full)).collect()
}
