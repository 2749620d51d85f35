//! A bar for work that lasts.

use std::fmt;
use std::sync::Once;
use std::thread::{sleep, spawn};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::spelled::on_one_line;

/// Work shorter than this needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often a bar is drawn anew, so that a person sees that a long step goes on.
const TICK: Duration = Duration::from_millis(500);

/// What a bar shows of steps that can be counted, and of work that is measured otherwise.
const STEPS: &str = "{bar:30} {pos}/{len} {wide_msg} {elapsed}";
const SHARE: &str = "{bar:30} {percent:>3} % {wide_msg} {eta} left";

/// Counts steps; shows a bar on standard error once the work has lasted a second, if that is a terminal.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Once,
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
        Self { bar, begun: Once::new() }
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
        self.begun.call_once(|| {
            let bar = self.bar.clone();
            spawn(move || {
                sleep(PATIENCE);
                if !bar.is_finished() {
                    bar.set_draw_target(ProgressDrawTarget::stderr());
                    bar.enable_steady_tick(TICK);
                }
            });
        });
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

#[cfg(test)]
mod tests {
    use segue::text::steers;

    use super::*;

    #[test]
    fn a_bar_is_one_line_whatever_clips_are_called() {
        let names = ["\u{1b}[2J\u{7}", "two\nlines\tand a tab", "\"'`\\ {bar} {0} %s", "\u{202e}\u{9b}31m"];
        for name in names.into_iter().map(str::to_owned).chain(["a".repeat(300)]) {
            let [steps, work] = [Progress::new(2), Progress::of_work(2)];
            steps.step(&name);
            work.reach(1, &name);
            for bar in [steps.bar.message(), work.bar.message()] {
                assert!(!bar.contains(steers), "{bar:?}");
                assert_eq!(bar, on_one_line(&name), "the name is not taken for a template");
            }
        }
    }
}
