//! The loop: change, run, look.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use segue_numeric::Random;

use crate::Target;
use crate::corpus::Corpus;
use crate::guard::{Guard, MOST_KB, forget_peak, keep, peak_kb, worked};

/// Failures after which a target has shown what there is.
const ENOUGH: usize = 10;

/// Quick runs between two looks at the memory.
const PEAK_EVERY: usize = 256;

/// What an input may take of the processor before it is kept to be looked at, although it does no harm.
const SLOW: Duration = Duration::from_secs(1);
const LARGE_KB: usize = MOST_KB / 4;

/// Inputs that are kept because they were slow or large.
const MOST_NOTABLE: usize = 5;

/// How targets are driven.
#[derive(Clone, Debug)]
pub struct Driver {
    /// How long each target runs.
    pub time: Duration,
    /// Executions after which a target has run enough.
    pub most: usize,
    /// Which random changes are made.
    pub seed: u64,
    /// Where inputs that do harm are kept.
    pub folder: PathBuf,
}

/// What a target did that it must not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// What happened.
    pub what: String,
    /// The input.
    pub input: PathBuf,
}

/// What came of a target.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The target.
    pub name: &'static str,
    /// Inputs that were read.
    pub executions: usize,
    /// Inputs that held something.
    pub accepted: usize,
    /// The longest that one took, in time of the processor.
    pub slowest: Duration,
    /// The most memory, in MB.
    pub peak_mb: usize,
    /// What must not be.
    pub troubles: Vec<Trouble>,
    /// What may be, but is worth a look: inputs that took long or much memory.
    pub notable: Vec<Trouble>,
}

impl Driver {
    /// Runs one target: its seeds as they are, then changed ones.
    pub fn run(&self, target: &Target) -> Report {
        let guard = Guard::new(target.name, &self.folder);
        let mut run = Run {
            target,
            folder: &self.folder,
            guard,
            report: Report { name: target.name, ..Report::default() },
        };
        forget_peak();
        let mut corpus = Corpus::new(target);
        for seed in &target.seeds {
            run.one(seed);
        }
        let (mut dice, start) = (Random::channel(self.seed, target.name), Instant::now());
        while start.elapsed() < self.time
            && run.report.executions < self.most
            && run.report.troubles.len() < ENOUGH
        {
            let (body, input) = corpus.next(&mut dice);
            if run.one(&input) {
                corpus.take(body, &mut dice);
            }
        }
        run.look_at_memory(&[]);
        run.report
    }
}

/// A target at work.
struct Run<'a> {
    target: &'a Target,
    folder: &'a Path,
    guard: Guard,
    report: Report,
}

impl Run<'_> {
    /// Gives the target one input; whether it held something.
    fn one(&mut self, input: &[u8]) -> bool {
        let start = self.guard.begin(input);
        let result = catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        let took = worked().saturating_sub(start);
        self.guard.end();
        self.report.executions += 1;
        self.report.slowest = self.report.slowest.max(took);
        if let Err(payload) = &result {
            self.trouble("panic", &words(payload.as_ref()), input);
        }
        if took > SLOW {
            self.note("slow", &format!("{} ms", took.as_millis()), input);
        }
        if took > Duration::from_millis(2) || self.report.executions.is_multiple_of(PEAK_EVERY) {
            self.look_at_memory(input);
        }
        let held = result.unwrap_or(false);
        self.report.accepted += usize::from(held);
        held
    }

    fn look_at_memory(&mut self, input: &[u8]) {
        let peak = peak_kb();
        self.report.peak_mb = self.report.peak_mb.max(peak >> 10);
        let what = format!("{} MB", peak >> 10);
        if peak > MOST_KB {
            self.trouble("memory", &what, input);
        } else if peak > LARGE_KB {
            self.note("large", &what, input);
        }
        if peak > LARGE_KB {
            forget_peak();
        }
    }

    fn trouble(&mut self, kind: &str, what: &str, input: &[u8]) {
        let input = keep(self.folder, self.target.name, kind, input);
        self.report.troubles.push(Trouble { what: format!("{kind}: {what}"), input });
    }

    fn note(&mut self, kind: &str, what: &str, input: &[u8]) {
        if self.report.notable.len() < MOST_NOTABLE {
            let input = keep(self.folder, self.target.name, kind, input);
            self.report.notable.push(Trouble { what: format!("{kind}: {what}"), input });
        }
    }
}

/// What a panic said.
fn words(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(|&text| text.to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use segue_store::FileKind;

    use super::*;

    fn driver() -> Driver {
        let folder = std::env::temp_dir().join(format!("segue-assay-test-{}", std::process::id()));
        Driver { time: Duration::from_secs(20), most: 3000, seed: 1, folder }
    }

    /// What cannot fail tells nothing: a reader with a fault is found out.
    #[test]
    fn a_reader_that_panics_is_found_out() {
        let fragile = Target::plain("fragile", vec![b"12 34".to_vec()], |bytes| {
            let text = String::from_utf8_lossy(bytes);
            let numbers = text.split(' ').filter_map(|word| word.parse::<u64>().ok());
            assert!(numbers.sum::<u64>() < 60_000, "too much");
            true
        });
        let driver = driver();
        let report = driver.run(&fragile);
        assert!(report.troubles.iter().any(|trouble| trouble.what.contains("too much")), "{report:?}");
        assert!(report.troubles.iter().all(|trouble| trouble.input.exists()));
        std::fs::remove_dir_all(driver.folder).unwrap();
    }

    /// Bodies of containers are changed under a checksum that is right.
    #[test]
    fn changed_bodies_are_sealed_again() {
        let kind = FileKind { tag: *b"TST", name: "a test", version: 1, largest: 1 << 30, remedy: "none" };
        let seed = kind.pack(b"one two three four five");
        let target = Target::container("sealed", vec![seed], move |bytes| kind.unpack(bytes).is_ok());
        let report = driver().run(&target);
        assert!(report.accepted * 2 > report.executions, "{report:?}");
        assert!(report.accepted < report.executions, "{report:?}");
    }
}
