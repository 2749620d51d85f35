//! Who listens while a verb works.

use segue_formats::Note;

use super::VerbError;

/// How far a piece of work has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What is being done.
    pub what: &'a str,
    /// How much is done, with the step that is about to be done.
    pub done: usize,
    /// How much there is to do.
    pub total: usize,
    /// What the numbers count.
    pub measured: Measured,
}

/// What the numbers of a [`Progress`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Steps that a person would count: files, clips.
    Steps,
    /// Something else, of which only the share that is done says something.
    Share,
}

impl<'a> Progress<'a> {
    /// Step `done` of `total` is about to be done.
    pub fn step(what: &'a str, done: usize, total: usize) -> Self {
        Self { what, done, total, measured: Measured::Steps }
    }

    /// A share of the work is done.
    pub fn share(what: &'a str, done: usize, total: usize) -> Self {
        Self { what, done, total, measured: Measured::Share }
    }
}

/// Hears notes, warnings and progress, and may cancel. Methods are called from several threads.
pub trait Watch: Sync {
    /// A note or a warning, and the input or file it is about; `None` for one that names what it is about.
    fn note(&self, note: &Note, about: Option<&str>) {
        let _ = (note, about);
    }

    /// An input that could not be used; the rest goes on. The answer lists it too.
    fn skipped(&self, error: &VerbError) {
        let _ = error;
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

impl dyn Watch + '_ {
    /// Ends the work when the watch cancels.
    ///
    /// # Errors
    /// [`VerbError::Cancelled`].
    pub fn go_on(&self) -> Result<(), VerbError> {
        if self.is_cancelled() { Err(VerbError::Cancelled) } else { Ok(()) }
    }

    /// Reports a step that is about to be done, unless the watch cancels.
    ///
    /// # Errors
    /// [`VerbError::Cancelled`].
    pub fn step(&self, what: &str, done: usize, total: usize) -> Result<(), VerbError> {
        self.go_on()?;
        self.progress(Progress::step(what, done, total));
        Ok(())
    }
}

/// Hears nothing and never cancels.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Watch for Silent {}
