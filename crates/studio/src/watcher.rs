//! Who listens to a verb for the page.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use segue::formats::Note;
use segue::verbs::{Progress, Watch};

use crate::wire::NoteFacts;

/// Collects notes, passes progress on and may cancel.
#[derive(Default)]
pub(crate) struct Listener {
    notes: Mutex<Vec<NoteFacts>>,
    stop: Stop,
    progress: Option<Told>,
}

/// Ends work soon: at once when it is asked to, or when whoever waits for the work has gone and it is dropped as [`Waiting`].
#[derive(Clone, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the work soon.
    pub(crate) fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Somebody waits for work; when this is dropped, nobody does, and the work ends.
#[derive(Default)]
pub(crate) struct Waiting(Stop);

impl Waiting {
    /// What ends the work.
    pub(crate) fn stop(&self) -> Stop {
        self.0.clone()
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// What hears about progress: what is done, how much, of how much.
type Told = Box<dyn Fn(&str, usize, usize) + Send + Sync>;

impl Listener {
    /// One that passes progress on.
    pub(crate) fn telling(told: impl Fn(&str, usize, usize) + Send + Sync + 'static) -> Self {
        Self { progress: Some(Box::new(told)), ..Self::default() }
    }

    /// One that ends the work when it is stopped.
    pub(crate) fn stopped_by(stop: Stop) -> Self {
        Self { stop, ..Self::default() }
    }

    /// Ends the work soon.
    pub(crate) fn cancel(&self) {
        self.stop.now();
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
        self.stop.0.load(Ordering::Relaxed)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whoever hears of the work through this listener stops when the one who waits has gone, and not before.
    #[test]
    fn work_ends_when_nobody_waits_for_it() {
        let waiting = Waiting::default();
        let watch = Listener::stopped_by(waiting.stop());
        assert!(!watch.is_cancelled());
        drop(waiting);
        assert!(watch.is_cancelled());
        assert!(!Listener::default().is_cancelled());
    }
}
