//! One step of a check: a command that is announced, timed, and named when it fails.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::workspace;

/// A command to run at the root of the repository.
pub(crate) struct Step {
    title: String,
    command: Command,
}

impl Step {
    /// `line` is split at blanks; the first word is the program.
    pub(crate) fn new(title: impl Into<String>, line: &str) -> Self {
        let mut words = line.split_whitespace();
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).current_dir(workspace::root());
        Self { title: title.into(), command }
    }

    /// Tests of the workspace: those that the words select, by nextest where it is there. All builds have the same features, so that
    /// none compiles what another has compiled.
    pub(crate) fn tests(title: &str, words: &str, otherwise: &str) -> Self {
        let line = if succeeds("cargo nextest --version") {
            format!("cargo nextest run --workspace --locked {words}")
        } else {
            format!("cargo test --workspace --locked {words} {otherwise}")
        };
        Self::new(title, &line)
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<std::ffi::OsStr>) -> Self {
        self.command.arg(arg);
        self
    }

    pub(crate) fn env(mut self, key: &str, value: &str) -> Self {
        self.command.env(key, value);
        self
    }

    /// Runs in a folder of the repository.
    pub(crate) fn within(mut self, folder: &str) -> Self {
        self.command.current_dir(workspace::root().join(folder));
        self
    }

    /// Runs the command, whose output goes where ours goes.
    pub(crate) fn run(self) -> Result<()> {
        self.timed(|child| Ok(child.wait()?))
    }

    /// Runs the command, shows what it prints, and returns that.
    pub(crate) fn heard(mut self) -> Result<String> {
        self.command.stdout(Stdio::piped());
        let mut heard = String::new();
        self.timed(|child| {
            let stdout = child.stdout.take().context("its output")?;
            for line in BufReader::new(stdout).lines() {
                let line = line?;
                println!("{line}");
                heard += &line;
                heard.push('\n');
            }
            Ok(child.wait()?)
        })?;
        Ok(heard)
    }

    fn timed(mut self, wait: impl FnOnce(&mut Child) -> Result<ExitStatus>) -> Result<()> {
        println!("\n=== {}: {}", self.title, self.line());
        let start = Instant::now();
        let mut child = self.command.spawn().with_context(|| format!("cannot start: {}", self.line()))?;
        let status = wait(&mut child)?;
        if !status.success() {
            bail!("{} failed ({status}); to repeat it: {}", self.title, self.line());
        }
        println!("=== {}: done in {:.0} s", self.title, start.elapsed().as_secs_f64());
        Ok(())
    }

    fn line(&self) -> String {
        let words = std::iter::once(self.command.get_program()).chain(self.command.get_args());
        words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }
}

/// Whether a program is on this machine: `line` runs and succeeds.
pub(crate) fn succeeds(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or_default());
    command.args(words).output().is_ok_and(|output| output.status.success())
}
