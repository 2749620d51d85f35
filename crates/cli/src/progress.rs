//! A bar for work that lasts.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Counts steps; shows a bar on standard error once the work has lasted a second, if that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    pub(crate) fn new(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg} {eta}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, start: Instant::now() }
    }

    /// One more step is about to be done.
    pub(crate) fn step(&self, what: impl Into<String>) {
        if self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_message(what.into());
        self.bar.inc(1);
    }

    /// Takes the bar away while `f` writes to the screen.
    pub(crate) fn pause<R>(&self, f: impl FnOnce() -> R) -> R {
        self.bar.suspend(f)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
