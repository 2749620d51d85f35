//! Where the name of an input ends and its overrides, clip and range begin.

use std::ffi::OsStr;
use std::path::Path;

use segue_motion::FrameRange;

use super::InputError;

/// Extensions after which a `#` names a clip even when the file is not there, so that the error is about the file.
const HOLDS_CLIPS: [&str; 6] = ["segue", "glb", "gltf", "fbx", "bvh", "amc"];

/// Splits at the last `@` when only digits and dashes follow it; any other tail is part of the name.
pub(super) fn split_range(text: &str) -> Result<(&str, Option<FrameRange>), InputError> {
    let Some((source, tail)) = text.rsplit_once('@').filter(|(_, tail)| is_meant_as_range(tail)) else {
        return Ok((text, None));
    };
    match parse_range(tail) {
        Some(range) => Ok((source, Some(range))),
        None => Err(InputError::BadRange {
            text: text.to_owned(),
            found: tail.to_owned(),
            hint: nearest_range(tail),
        }),
    }
}

/// `83-231`, `83`, `83-`, `-231`: digits and dashes only.
fn is_meant_as_range(tail: &str) -> bool {
    tail.chars().all(|c| c.is_ascii_digit() || c == '-')
}

/// Reads a range of frames as it stands after the `@`.
pub fn parse_range(text: &str) -> Option<FrameRange> {
    let (first, last) = text.split_once('-')?;
    FrameRange::new(first.parse().ok()?, last.parse().ok()?)
}

fn nearest_range(tail: &str) -> String {
    let mut numbers: Vec<u64> = tail.split('-').filter_map(|number| number.parse().ok()).collect();
    numbers.sort_unstable();
    match numbers[..] {
        [only] => format!("{only}-{only}"),
        [first, .., last] => format!("{first}-{last}"),
        [] => "0-99".to_owned(),
    }
}

/// Splits at the first `#` that follows a file that exists, or else one that follows a known extension.
pub(super) fn split_clip(source: &str, exists: impl Fn(&Path) -> bool) -> Option<(&str, &str)> {
    let splits = || source.match_indices('#').map(|(at, _)| (&source[..at], &source[at + 1..]));
    let known = |file: &str| {
        let extension = Path::new(file).extension().and_then(OsStr::to_str);
        extension.is_some_and(|found| HOLDS_CLIPS.iter().any(|known| found.eq_ignore_ascii_case(known)))
    };
    splits()
        .find(|(file, _)| !file.is_empty() && exists(Path::new(file)))
        .or_else(|| splits().find(|(file, _)| known(file)))
}

/// A file, what overrides its reading, and which clip of it is meant.
pub(super) struct Overridden<'a> {
    pub(super) file: &'a str,
    pub(super) overrides: &'a str,
    pub(super) clip: Option<&'a str>,
}

/// Splits at the first `?` that follows a file that exists, or else at the first that is followed by `key=`. What stands
/// after the `#` of a clip is its name, whatever it contains.
pub(super) fn split_overrides(source: &str, exists: impl Fn(&Path) -> bool) -> Option<Overridden<'_>> {
    if exists(Path::new(source)) {
        return None;
    }
    let splits = || {
        source.match_indices('?').map(|(at, _)| {
            let (file, tail) = (&source[..at], &source[at + 1..]);
            let (overrides, clip) = tail.split_once('#').map_or((tail, None), |(o, clip)| (o, Some(clip)));
            Overridden { file, overrides, clip }
        })
    };
    let is_real = |parts: &Overridden<'_>| !parts.file.is_empty() && exists(Path::new(parts.file));
    let is_meant = |parts: &Overridden<'_>| {
        let key = parts.overrides.split_once('=').map_or("", |(key, _)| key);
        let reads_as_key = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphabetic());
        !parts.file.is_empty() && reads_as_key && split_clip(parts.file, &exists).is_none()
    };
    splits().find(is_real).or_else(|| splits().find(is_meant))
}
