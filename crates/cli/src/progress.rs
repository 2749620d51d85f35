//! A bar for work that lasts.

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::spelled::on_one_line;

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// What a bar shows of steps that can be counted, and of work that is measured otherwise.
const STEPS: &str = "{bar:30} {pos}/{len} {wide_msg} {eta}";
const SHARE: &str = "{bar:30} {percent:>3} % {wide_msg} {eta} left";

/// Counts steps; shows a bar on standard error once the work has lasted a second, if that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    pub(crate) fn new(steps: usize) -> Self {
        Self::with_template(steps, STEPS)
    }

    /// Of work that is measured in something else than steps, of which only the share that is done says something.
    pub(crate) fn of_work(total: usize) -> Self {
        Self::with_template(total, SHARE)
    }

    fn with_template(total: usize, template: &str) -> Self {
        let bar = ProgressBar::with_draw_target(Some(total as u64), ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, start: Instant::now() }
    }

    /// One more step is about to be done.
    pub(crate) fn step(&self, what: impl fmt::Display) {
        self.show();
        self.bar.set_message(on_one_line(what));
        self.bar.inc(1);
    }

    /// So much of the work is done.
    pub(crate) fn reach(&self, done: usize, what: impl fmt::Display) {
        self.show();
        self.bar.set_message(on_one_line(what));
        self.bar.set_position(done as u64);
    }

    fn show(&self) {
        if self.bar.is_hidden() && self.start.elapsed() > PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
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
