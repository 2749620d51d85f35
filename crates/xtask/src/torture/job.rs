//! What writers do.

use crate::dice::Dice;

/// The library that everybody works on.
pub(super) const LIBRARY: &str = "t.segue";

/// A piece of work of a writer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Job {
    Add { clip: String },
    Index,
    Label { clip: String, word: String },
    Save { search: String },
    Remove { clip: String },
    Rename { clip: String, name: String },
    Export { folder: String },
    Compact,
}

impl Job {
    /// One at random: `all` are the clips of all files, `present` those in the library, `number` tells jobs apart.
    pub(super) fn any(dice: &mut Dice, all: &[String], present: &[String], number: usize) -> Self {
        let clip = if present.is_empty() { dice.pick(all) } else { dice.pick(present) }.clone();
        match dice.below(10) {
            0..=2 => Self::Add { clip: dice.pick(all).clone() },
            3 => Self::Index,
            4 => Self::Label { clip, word: format!("word-{number}") },
            5 => Self::Save { search: format!("search-{number}") },
            6 => Self::Remove { clip },
            7 => Self::Rename { clip, name: format!("renamed-{number}") },
            8 => Self::Compact,
            _ => Self::Export { folder: format!("out-{number}") },
        }
    }

    /// The clip that is no longer there under its name when it is done.
    pub(super) fn takes(&self) -> Option<&String> {
        match self {
            Self::Remove { clip } | Self::Rename { clip, .. } => Some(clip),
            _ => None,
        }
    }

    /// What is typed for it.
    pub(super) fn words(&self) -> Vec<String> {
        let words: Vec<&str> = match self {
            Self::Add { clip } => vec!["library", "add", LIBRARY, clip],
            Self::Index => vec!["index", LIBRARY],
            Self::Label { clip, word } => vec!["library", "label", LIBRARY, clip, "--add", word],
            Self::Save { search } => vec!["search", LIBRARY, "--query", "sample:walk@0-40", "--save", search],
            Self::Remove { clip } => vec!["library", "remove", LIBRARY, clip],
            Self::Rename { clip, name } => vec!["library", "rename", LIBRARY, clip, name],
            Self::Compact => vec!["library", "compact", LIBRARY],
            Self::Export { folder } => vec!["library", "export", LIBRARY, folder],
        };
        let file = |word: &str| match self {
            Self::Add { clip } if word == clip => format!("clips/{clip}.bvh"),
            _ => word.to_owned(),
        };
        words.into_iter().map(file).collect()
    }
}
