//! The clips of an evaluation, by kind.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use segue_formats::{ReadOptions, read_file};
use segue_motion::{Anatomy, Clip, PlantSettings, find_plants};

/// Which half of the clips one belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Half {
    Tuned,
    Mixed,
    Untouched,
}

impl Half {
    /// The half of a pair.
    pub(crate) fn with(self, other: Self) -> Self {
        if self == other { self } else { Self::Mixed }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tuned => "tuned",
            Self::Mixed => "one of each",
            Self::Untouched => "untouched",
        }
    }
}

/// A clip of an evaluation.
pub(crate) struct Capture {
    pub(crate) half: Half,
    pub(crate) clip: Clip,
}

/// Clips by kind, in the order of their names.
pub(crate) struct Captures {
    kinds: BTreeMap<String, Vec<Capture>>,
}

impl Captures {
    /// The clips of a folder, or of the usual one.
    pub(crate) fn find(folder: Option<String>) -> Option<Self> {
        let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mocap");
        let usual = || std::env::var_os("SEGUE_MOCAP").map_or_else(beside, PathBuf::from);
        let folder = folder.map_or_else(usual, PathBuf::from);
        let text = fs::read_to_string(folder.join("kinds.json")).ok()?;
        let listed: BTreeMap<String, String> =
            serde_json::from_str(&text).expect("kinds.json lists clips by kind");
        let kinds = listed.into_iter().map(|(kind, names)| (kind, load(&folder, &names))).collect();
        Some(Self { kinds })
    }

    pub(crate) fn kinds(&self) -> impl Iterator<Item = &str> {
        self.kinds.keys().map(String::as_str)
    }

    pub(crate) fn of(&self, kind: &str) -> &[Capture] {
        self.kinds.get(kind).map_or(&[], Vec::as_slice)
    }
}

fn load(folder: &Path, names: &str) -> Vec<Capture> {
    let mut names: Vec<&str> = names.split_whitespace().collect();
    names.sort_unstable();
    let one = |(place, name): (usize, &&str)| {
        let half = if place % 2 == 0 { Half::Tuned } else { Half::Untouched };
        let file = file_of(folder, name)?;
        let clip = read_file(file, &ReadOptions::default()).unwrap().clips.swap_remove(0);
        let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        Some(Capture { half, clip: clip.with_constraints(plants).unwrap() })
    };
    names.iter().enumerate().filter_map(one).collect()
}

/// The file of a clip in a folder or one folder below.
fn file_of(folder: &Path, name: &str) -> Option<PathBuf> {
    let below = fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let mut folders: Vec<PathBuf> = below.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders.insert(0, folder.to_owned());
    folders.into_iter().map(|folder| folder.join(format!("{name}.bvh"))).find(|file| file.exists())
}
