//! Work that Python waits for, with its signals heard and its other threads running.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use segue::formats::{Note, NoteLevel};
use segue::verbs::{Progress, VerbError, Watch};

use crate::errors::{malformed, raised};

/// How often Python is asked whether the user interrupts.
const BREATH: Duration = Duration::from_millis(50);

/// As much as the first thread of a program has.
const STACK_BYTES: usize = 8 << 20;

/// A note: its level, its text, and the input that it is about.
pub(crate) type Told = (String, String, Option<String>);

/// What a verb says while it runs.
#[derive(Default)]
struct Listener {
    cancelled: AtomicBool,
    notes: Mutex<Vec<Told>>,
    /// What has been done since Python was told.
    news: Mutex<Option<(String, usize, usize)>>,
}

impl Watch for Listener {
    fn note(&self, note: &Note, about: Option<&str>) {
        let level = if note.level == NoteLevel::Warning { "warning" } else { "info" };
        let told = (level.to_owned(), note.text.clone(), about.map(str::to_owned));
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).push(told);
    }

    fn skipped(&self, error: &VerbError) {
        self.note(&Note::warning(error.to_string()), None);
    }

    fn progress(&self, progress: Progress<'_>) {
        let news = Some((progress.what.to_owned(), progress.done, progress.total));
        *self.news.lock().unwrap_or_else(PoisonError::into_inner) = news;
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// Does some work on a thread of its own while other threads of Python run. Meanwhile `progress` hears how far it has come,
/// and an interruption by the user cancels it.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Watch) -> Result<T, VerbError> + Send,
) -> PyResult<(T, Vec<Told>)> {
    let listener = Listener::default();
    let result = thread::scope(|scope| {
        let (sender, done) = channel();
        let done = Mutex::new(done);
        let watch = &listener;
        let spawned = thread::Builder::new()
            .name("segue".to_owned())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, move || sender.send(work(watch)));
        spawned.map_err(|error| malformed(format!("no thread can be started: {error}")))?;
        let mut interrupted = Ok(());
        loop {
            match py.detach(|| wait(&done)) {
                Ok(result) => break interrupted.and_then(|()| result.map_err(|error| raised(&error))),
                Err(RecvTimeoutError::Disconnected) => break Err(malformed("the work ended with a panic")),
                Err(RecvTimeoutError::Timeout) if interrupted.is_ok() => {
                    interrupted = py.check_signals().and_then(|()| tell(&listener, progress));
                    listener.cancelled.store(interrupted.is_err(), Ordering::Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    })?;
    Ok((result, listener.notes.into_inner().unwrap_or_else(PoisonError::into_inner)))
}

type Waited<T> = Result<Result<T, VerbError>, RecvTimeoutError>;

fn wait<T>(done: &Mutex<Receiver<Result<T, VerbError>>>) -> Waited<T> {
    done.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BREATH)
}

/// Tells Python how far the work has come, if it went on.
fn tell(listener: &Listener, progress: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let news = listener.news.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let (Some(progress), Some(news)) = (progress, news) {
        progress.call1(news)?;
    }
    Ok(())
}
