//! Queries as people name them: clips of the library, files and samples.

use std::collections::BTreeSet;

use segue_formats::{Note, ReadOptions};
use segue_library::{Entry, Library, label_word};
use segue_motion::{Clip, FrameRange, Mirror};
use segue_search::Segment;

use super::finder::segment;
use super::{FindError, LibraryIndex};
use crate::files::{Input, InputError, parse_range, read};

/// A query as it was found.
pub(super) enum Named {
    Stored(String, Option<FrameRange>),
    Read(Box<Clip>, Option<FrameRange>, Vec<Note>),
}

/// The clips with all of the labels.
pub(super) fn chosen<'e>(
    library: &Library,
    entries: &'e [Entry],
    labels: &[String],
) -> Result<BTreeSet<&'e str>, FindError> {
    let path = || library.path().to_owned();
    if entries.is_empty() {
        return Err(FindError::Empty { library: path() });
    }
    let words: Vec<String> = labels.iter().filter_map(|label| label_word(label)).collect();
    let chosen: BTreeSet<&str> =
        entries.iter().filter(|entry| entry.has_labels(&words)).map(|entry| entry.name.as_str()).collect();
    if chosen.is_empty() {
        return Err(FindError::NoLabel { labels: words, library: path() });
    }
    Ok(chosen)
}

/// A clip of the library counts before a file of the same name.
pub(super) fn named(
    library: &Library,
    entries: &[Entry],
    text: &String,
    options: &ReadOptions,
) -> Result<Named, FindError> {
    let is_there = |name: &str| entries.iter().any(|entry| entry.name == name);
    if is_there(text) {
        return Ok(Named::Stored(text.clone(), None));
    }
    if let Some((name, range)) = text.rsplit_once('@')
        && let Some(range) = parse_range(range).filter(|_| is_there(name))
    {
        return Ok(Named::Stored(name.to_owned(), Some(range)));
    }
    let not_there = || FindError::NoSuchQuery {
        query: text.clone(),
        found: entries.iter().map(|entry| entry.name.clone()).collect(),
        library: library.path().to_owned(),
    };
    let input = Input::parse(text).map_err(|error| match error {
        InputError::BadRange { .. } => error.into(),
        _ => not_there(),
    })?;
    let reading = read(&Input::all(input.source.clone()), options).map_err(|error| match error {
        crate::files::LoadError::Missing { .. } => not_there(),
        error => error.into(),
    })?;
    let found: Vec<String> = reading.clips.iter().map(|clip| clip.name().to_owned()).collect();
    let [clip] = <[Clip; 1]>::try_from(reading.clips)
        .map_err(|_| FindError::SeveralClips { query: text.clone(), found })?;
    // Under its own name it could be taken for a clip of the library.
    let clip = clip.renamed(Input::all(input.source).to_string());
    Ok(Named::Read(Box::new(clip), input.range, reading.notes))
}

impl Named {
    pub(super) fn range(&self) -> Option<FrameRange> {
        match self {
            Self::Stored(_, range) | Self::Read(_, range, _) => *range,
        }
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        match self {
            Self::Stored(..) => Vec::new(),
            Self::Read(_, _, notes) => notes.clone(),
        }
    }
}

/// Seconds around a query that its mirror image has too, so that its ends are compared as they are.
const MARGIN_SECS: f64 = 0.5;

/// The mirror images of queries, added to the index as segments of clips of their own.
pub(super) fn mirrors(
    ready: &mut LibraryIndex,
    library: &Library,
    named: &[Named],
) -> Result<Vec<Segment>, FindError> {
    let mut mirrors = Vec::new();
    for named in named {
        let (clip, range) = match named {
            Named::Stored(name, range) => (library.clip(name)?, range),
            Named::Read(clip, range, _) => (clip.as_ref().clone(), range),
        };
        let FrameRange { first, last } = range.unwrap_or(FrameRange { first: 0, last: clip.last_frame() });
        let margin = (MARGIN_SECS * clip.rate()) as usize;
        let start = first.saturating_sub(margin);
        let around = FrameRange { first: start, last: (last + margin).min(clip.last_frame()) };
        let part = clip.slice(around).renamed(format!("{} (mirrored)", clip.name()));
        let mirrored = Mirror::of(part.skeleton()).clip(&part)?;
        let number = ready.add(&mirrored)?;
        let end = last.min(around.last) - start;
        mirrors.push(ready.index.segment(number, FrameRange { first: first.min(last) - start, last: end })?);
    }
    Ok(mirrors)
}

/// The query as a segment; one from elsewhere is added to the index.
pub(super) fn enter(ready: &mut LibraryIndex, named: Named) -> Result<Segment, FindError> {
    let (number, range) = match named {
        Named::Stored(name, range) => {
            let left_out = || ready.left_out().iter().find(|left_out| left_out.clip == name);
            match (ready.number_of(&name), left_out()) {
                (Some(number), _) => (number, range),
                (None, Some(left_out)) => return Err(left_out.reason.clone().into()),
                (None, None) => unreachable!("every clip that is read is added or left out"),
            }
        }
        Named::Read(clip, range, _) => (ready.add(&clip)?, range),
    };
    segment(&ready.index, number, range)
}
