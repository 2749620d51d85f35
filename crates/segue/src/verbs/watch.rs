//! Who listens while a verb works.

use segue_formats::Note;

/// How far a piece of work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is being done.
    pub what: &'a str,
    /// How much is done.
    pub done: u64,
    /// How much there is to do.
    pub total: u64,
}

/// Hears notes, warnings and progress, and may cancel. Methods are called from several threads.
pub trait Watch: Sync {
    /// A note or a warning about an input or a result, with the name of what it is about.
    fn note(&self, note: &Note, about: &str) {
        let _ = (note, about);
    }

    /// Some work has gone on.
    fn progress(&self, progress: Progress<'_>) {
        let _ = progress;
    }

    /// Whether to stop; asked between steps of long work.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// Hears nothing and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}
