//! Commands that change the library as well as the document.

use segue::files::ParamPlace;
use segue::library::{ClipSource, Library, Packed};
use segue::motion::{ConstraintKind, ContentHash, FrameRange};
use serde_json::Value;

use crate::outcome::Outcome;
use crate::pointer::Pointer;
use crate::wire::{Command, CommandKind};
use crate::{AppError, Studio};

/// Changes the library as a command says. Doing it again changes nothing more.
pub(crate) fn apply(studio: &Studio, command: &Command, pointer: &Pointer) -> Result<(), AppError> {
    match (command.kind, &pointer.steps()[..]) {
        (CommandKind::Set, _) => return Ok(()),
        (CommandKind::Plants, ["plants", clip, kind]) => plants(studio, clip, kind, &command.after)?,
        (CommandKind::Rename, ["names", old]) => rename(studio, old, command)?,
        (CommandKind::Rename, _) => return Err(AppError::malformed("names are at /names/CLIP")),
        (CommandKind::Plants, _) => {
            return Err(AppError::malformed("plants are at /plants/CLIP/KIND"));
        }
    }
    studio.library_changed();
    Ok(())
}

/// Gives a clip another name; one that has it already is left as it is.
fn rename(studio: &Studio, old: &str, command: &Command) -> Result<(), AppError> {
    let (Some(before), Some(after)) = (command.before.as_str(), command.after.as_str()) else {
        return Err(AppError::malformed("a clip is renamed from a name to a name"));
    };
    let after = named(after)?;
    let mut library = Library::open_to_write(studio.place().library())?;
    let names: Vec<String> = library.entries()?.into_iter().map(|entry| entry.name).collect();
    let has = |name: &str| names.iter().any(|known| known == name);
    if before != old || !has(old) && !has(after) {
        return Err(AppError::unknown(format!("no clip is called `{old}`")));
    }
    if has(old) {
        library.rename(old, after)?;
    }
    Ok(())
}

/// Corrects the plants of one kind, or goes back to the detected ones.
fn plants(studio: &Studio, clip: &str, kind: &str, after: &Value) -> Result<(), AppError> {
    let kind = ConstraintKind::from_name(kind)
        .ok_or_else(|| AppError::malformed(format!("there is no kind of plant `{kind}`")))?;
    let mut library = Library::open_to_write(studio.place().library())?;
    let ranges = if after.is_null() { None } else { Some(ranges(after)?) };
    Ok(library.correct(clip, kind, ranges.as_deref())?)
}

/// `[[first, last], …]`, both included.
fn ranges(value: &Value) -> Result<Vec<FrameRange>, AppError> {
    let pairs: Vec<[usize; 2]> = serde_json::from_value(value.clone())
        .map_err(|error| AppError::malformed(format!("plants are [[first, last], …]: {error}")))?;
    let range = |[first, last]: [usize; 2]| {
        FrameRange::new(first, last)
            .ok_or_else(|| AppError::malformed(format!("a plant cannot last from {first} to {last}")))
    };
    pairs.into_iter().map(range).collect()
}

/// Names of what a person keeps: a line of text.
fn named(name: &str) -> Result<&str, AppError> {
    let is_plain = !name.is_empty() && name.len() <= 120 && !name.chars().any(char::is_control);
    if is_plain { Ok(name) } else { Err(AppError::malformed("a name is 1 to 120 letters on one line")) }
}

/// Keeps motion that was made in the library, in place of what was kept under this name.
pub(crate) fn keep(studio: &Studio, outcome: &Outcome, name: &str) -> Result<(), AppError> {
    let name = named(name)?;
    let clips = outcome.clips();
    let numbered = |n: usize| if clips.len() == 1 { name.to_owned() } else { format!("{name}/{:02}", n + 1) };
    let packed: Vec<Packed> =
        clips.iter().enumerate().map(|(n, clip)| Packed::of(&(*clip).clone().renamed(numbered(n)))).collect();
    if packed.is_empty() {
        return Err(AppError::malformed("there is no motion to keep"));
    }
    let hashes: Vec<u8> = clips.iter().flat_map(|clip| *ContentHash::of(clip).as_bytes()).collect();
    Library::open_to_write(studio.place().library())?
        .put(&ClipSource::new(format!("studio:{name}"), &hashes), &packed)?;
    studio.library_changed();
    Ok(())
}

/// Keeps a motion with controls in the library: `#NAME`.
pub(crate) fn keep_parametric(studio: &Studio, outcome: &Outcome, output: &str) -> Result<(), AppError> {
    let name = named(output.strip_prefix('#').unwrap_or(output))?;
    let built = outcome.work.built();
    let built =
        built.ok_or_else(|| AppError::malformed("this makes no motion with controls; it has no `output`"))?;
    built.store(&ParamPlace::Library {
        library: studio.place().library().to_owned(),
        name: name.to_owned(),
    })?;
    studio.library_changed();
    Ok(())
}
