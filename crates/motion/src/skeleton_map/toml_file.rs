//! Skeleton maps as files.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Deserialize;
use toml::Spanned;

use super::{MapEntry, MapError, MatchedBy, SkeletonMap};

const VERSION: i64 = 1;

const HEADER: &str = "\
# Skeleton map: which joint of the source drives which joint of the target.
# Left the target's joint, right the source's; \"\" leaves a joint at rest.
";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    version: i64,
    joints: BTreeMap<String, Spanned<String>>,
}

pub(super) fn parse(text: &str) -> Result<SkeletonMap, MapError> {
    let line_at = |byte: usize| text.get(..byte).map_or(1, |before| 1 + before.matches('\n').count());
    let file: File = toml::from_str(text).map_err(|error| MapError::Syntax {
        line: error.span().map_or(1, |span| line_at(span.start)),
        message: error.message().to_owned(),
    })?;
    if file.version != VERSION {
        return Err(MapError::Version { found: file.version, known: VERSION });
    }
    let entry = |(target, source): (String, Spanned<String>)| {
        let line = Some(line_at(source.span().start));
        let source = source.into_inner();
        MapEntry { target, source: (!source.is_empty()).then_some((source, MatchedBy::Hand)), line }
    };
    let mut entries: Vec<MapEntry> = file.joints.into_iter().map(entry).collect();
    entries.sort_by_key(|entry| entry.line);
    Ok(SkeletonMap { entries })
}

pub(super) fn print(map: &SkeletonMap) -> String {
    let mut text = format!("{HEADER}\nversion = {VERSION}\n\n[joints]\n");
    for entry in map.entries() {
        let (source, by) =
            entry.source.as_ref().map_or(("", None), |(source, by)| (source.as_str(), Some(by)));
        let reason = by.map_or(String::new(), |by| format!(" # {by}"));
        writeln!(text, "{} = {}{reason}", quoted(&entry.target), quoted(source))
            .expect("a string takes any text");
    }
    text
}

/// A TOML basic string.
fn quoted(name: &str) -> String {
    let mut out = String::from('"');
    for letter in name.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            c if c.is_control() => write!(out, "\\u{:04X}", c as u32).expect("a string takes any text"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
