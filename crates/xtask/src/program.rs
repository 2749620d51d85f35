//! The program `segue`, as the checks run it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::step::Step;
use crate::workspace;

/// Where a program that is built already can be named.
const VARIABLE: &str = "SEGUE_PROGRAM";

/// The program, built when the environment names none.
pub(crate) struct Program(PathBuf);

impl Program {
    pub(crate) fn find() -> Result<Self> {
        if let Some(path) = std::env::var_os(VARIABLE) {
            return Ok(Self(path.into()));
        }
        Step::new("the program", "cargo build --release -p segue-cli --locked").run()?;
        Ok(Self(workspace::root().join("target/release/segue")))
    }

    /// A program at a known place.
    #[cfg(test)]
    pub(crate) fn at(path: impl Into<PathBuf>) -> Self {
        Self(path.into())
    }

    /// The program with words, in a folder, silent.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, folder: &Path, args: &[A]) -> Command {
        let mut command = Command::new(&self.0);
        command.args(args).current_dir(folder).env("RAYON_NUM_THREADS", "1").stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// The program with words, where no file may grow beyond so many kilobytes: what a full disk is like.
    pub(crate) fn confined<A: AsRef<OsStr>>(&self, folder: &Path, kilobytes: usize, args: &[A]) -> Command {
        let mut command = Command::new("sh");
        // Without the trap the system would end the program instead of telling it.
        let script = format!("trap '' XFSZ; ulimit -f {kilobytes}; exec \"$@\"");
        command.args(["-c", &script, "sh"]).arg(&self.0).args(args).current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Runs it to its end.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, folder: &Path, args: &[A]) -> Result<Output> {
        let mut command = self.command(folder, args);
        command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .output()
            .with_context(|| format!("starting {}", self.0.display()))
    }

    /// Runs it to its end, which must be good.
    pub(crate) fn must<A: AsRef<OsStr>>(&self, folder: &Path, args: &[A]) -> Result<String> {
        let output = self.run(folder, args)?;
        let words: Vec<_> = args.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        let said = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "segue {}: {}: {said}", words.join(" "), output.status);
        Ok(String::from_utf8(output.stdout)?)
    }

    /// The answer of a verb, as JSON.
    pub(crate) fn answer<A: AsRef<OsStr>>(&self, folder: &Path, args: &[A]) -> Result<Value> {
        Ok(serde_json::from_str(&self.must(folder, args)?)?)
    }
}
