//! The clips of an evaluation, by kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use segue::Input;
use segue::files::Reading;
use segue::formats::{NoteLevel, ReadOptions};
use segue::motion::Clip;

use crate::half::Half;

/// Kinds that a folder may have clips of although its `kinds.json` does not name them.
const MORE: [(&str, &str); 1] = [("sneak", "120_09 143_41")];

/// A clip of an evaluation.
pub(crate) struct Capture {
    pub(crate) half: Half,
    pub(crate) clip: Clip,
    /// What a person is warned of when it is read.
    pub(crate) warnings: Vec<String>,
}

/// Clips by kind, in the order of their names.
pub(crate) struct Captures {
    kinds: BTreeMap<String, Vec<Capture>>,
    more: BTreeMap<String, Vec<Capture>>,
}

impl Captures {
    /// The clips of a folder; `None` when it has no `kinds.json`.
    pub(crate) fn of(folder: &Path) -> Option<Self> {
        let text = fs::read_to_string(folder.join("kinds.json")).ok()?;
        let listed: BTreeMap<String, String> =
            serde_json::from_str(&text).expect("kinds.json lists clips by kind");
        let more = MORE.iter().filter(|(kind, _)| !listed.contains_key(*kind));
        let more = more.map(|(kind, names)| ((*kind).to_owned(), load(folder, names))).collect();
        let kinds = listed.into_iter().map(|(kind, names)| (kind, load(folder, &names))).collect();
        Some(Self { kinds, more })
    }

    /// The kinds of which pairs are blended.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    pub(crate) fn kind(&self, kind: &str) -> &[Capture] {
        self.kinds.get(kind).or_else(|| self.more.get(kind)).map_or(&[], Vec::as_slice)
    }
}

/// The clips of a file with their plants; none when it cannot be read.
pub(crate) fn read(file: &Path) -> Vec<Clip> {
    reading(file).map_or_else(Vec::new, |reading| reading.clips)
}

fn reading(file: &Path) -> Option<Reading> {
    segue::read(&Input::parse(file).ok()?, &ReadOptions::default()).ok()
}

fn load(folder: &Path, names: &str) -> Vec<Capture> {
    let mut names: Vec<&str> = names.split_whitespace().collect();
    names.sort_unstable();
    let one = |(place, name): (usize, &&str)| {
        let Reading { clips, notes, .. } = reading(&file_of(folder, name)?)?;
        let warnings = notes.into_iter().filter(|note| note.level == NoteLevel::Warning);
        let warnings = warnings.map(|note| note.text).collect();
        Some(Capture { half: Half::at(place), clip: clips.into_iter().next()?, warnings })
    };
    names.iter().enumerate().filter_map(one).collect()
}

/// The file of a clip in a folder or one folder below.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let mut folders = folders_in(folder);
    folders.insert(0, folder.to_owned());
    folders.into_iter().map(|folder| folder.join(format!("{name}.bvh"))).find(|file| file.exists())
}

/// The folders in a folder, in order.
pub(crate) fn folders_in(folder: &Path) -> Vec<PathBuf> {
    let below = fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = below.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}
