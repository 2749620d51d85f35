//! Who listens to a verb for the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use segue::formats::Note;
use segue::verbs::{Progress, Watch};

use crate::wire::NoteFacts;

/// Collects notes, passes progress on and may cancel.
#[derive(Default)]
pub(crate) struct Listener {
    notes: Mutex<Vec<NoteFacts>>,
    cancelled: AtomicBool,
    progress: Option<Told>,
}

/// What hears about progress: what is done, how much, of how much.
type Told = Box<dyn Fn(&str, usize, usize) + Send + Sync>;

impl Listener {
    /// One that passes progress on.
    pub(crate) fn telling(told: impl Fn(&str, usize, usize) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Box::new(told)), ..Self::default() }
    }

    /// Ends the work soon.
    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// What was noted so far.
    pub(crate) fn notes(&self) -> Vec<NoteFacts> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// More notes than a person reads: the rest would only make every answer large.
const MOST_NOTES: usize = 200;

impl Watch for Listener {
    fn note(&self, note: &Note, about: Option<&str>) {
        let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        if notes.len() < MOST_NOTES {
            let (input, about) = (about.map(str::to_owned), about.map(plain));
            notes.push(NoteFacts { level: note.level, text: note.text.clone(), about, input });
        }
    }

    fn progress(&self, Progress { what, done, total, .. }: Progress<'_>) {
        if let Some(told) = &self.progress {
            told(&plain(what), done, total);
        }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// An input as the page knows it: clips by their names, files by theirs, without the folders of this machine.
pub(crate) fn plain(input: &str) -> String {
    match input.rsplit_once(".segue#") {
        Some((_, clip)) => clip.to_owned(),
        None if input.starts_with("sample:") => input.to_owned(),
        None => input.rsplit(['/', '\\']).next().unwrap_or(input).to_owned(),
    }
}
