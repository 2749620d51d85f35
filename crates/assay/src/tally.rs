//! What all runs of a target came to.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::Report;

/// The file with a line for each run, in the folder where inputs are kept.
const FILE: &str = "runs.txt";

/// What all runs of a target came to: runs of different seeds add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Inputs that were read.
    pub executions: u64,
    /// Inputs that held something.
    pub accepted: u64,
    /// The longest that one took of the processor, in milliseconds.
    pub slowest_ms: u64,
    /// The most memory, in MB.
    pub peak_mb: u64,
    /// What must not be.
    pub failures: u64,
}

impl Tally {
    /// What the runs of a target came to that are written in a folder.
    ///
    /// # Errors
    /// When the file of the runs cannot be read.
    pub fn read(folder: &Path, name: &str) -> io::Result<Self> {
        let text = match fs::read_to_string(folder.join(FILE)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text?,
        };
        let of_target = text.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        // A line that was cut off by a full disk counts for nothing.
        Ok(of_target.filter_map(Self::of_line).fold(Self::default(), Self::with))
    }

    /// Writes what one run came to beside the others, whole: several may run at a time.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(folder: &Path, report: &Report) -> io::Result<()> {
        fs::create_dir_all(folder)?;
        let mut file = OpenOptions::new().create(true).append(true).open(folder.join(FILE))?;
        let Report { name, executions, accepted, slowest, peak_mb, troubles, .. } = report;
        let numbers = [*executions, *accepted, slowest.as_millis() as usize, *peak_mb, troubles.len()];
        let line = numbers.iter().fold((*name).to_owned(), |line, number| format!("{line} {number}"));
        file.write_all((line + "\n").as_bytes())
    }

    fn of_line(line: &str) -> Option<Self> {
        let numbers: Option<Vec<u64>> = line.split(' ').map(|number| number.parse().ok()).collect();
        let [executions, accepted, slowest_ms, peak_mb, failures] = numbers?[..] else { return None };
        Some(Self { executions, accepted, slowest_ms, peak_mb, failures })
    }

    fn with(self, other: Self) -> Self {
        Self {
            executions: self.executions + other.executions,
            accepted: self.accepted + other.accepted,
            slowest_ms: self.slowest_ms.max(other.slowest_ms),
            peak_mb: self.peak_mb.max(other.peak_mb),
            failures: self.failures + other.failures,
        }
    }
}

/// The columns of the table, without the name of the target.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { executions, accepted, slowest_ms, peak_mb, failures, .. } = self;
        write!(f, "{executions} | {accepted} | {slowest_ms} | {peak_mb} | {failures}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn runs_add_up() {
        let folder = std::env::temp_dir().join(format!("segue-assay-tally-{}", std::process::id()));
        assert_eq!(Tally::read(&folder, "a").unwrap(), Tally::default());
        let report = |name, executions, slowest| Report {
            name,
            executions,
            accepted: 2,
            slowest: Duration::from_millis(slowest),
            peak_mb: 5,
            ..Report::default()
        };
        for report in [report("a", 10, 7), report("a-b", 1000, 1), report("a", 30, 3)] {
            Tally::append(&folder, &report).unwrap();
        }
        let tally = Tally::read(&folder, "a").unwrap();
        assert_eq!(tally, Tally { executions: 40, accepted: 4, slowest_ms: 7, peak_mb: 5, failures: 0 });
        assert_eq!(tally.to_string(), "40 | 4 | 7 | 5 | 0");
        fs::remove_dir_all(folder).unwrap();
    }
}
