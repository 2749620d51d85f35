//! What the program says, where, and how it ends.

use std::fmt;
use std::io::{self, BufWriter, IsTerminal as _, Stdout, Write};
use std::process::ExitCode;

use anyhow::Result;
use segue::formats::{Note, NoteLevel};
use segue::verbs::VerbError;

use crate::door::Refused;
use crate::spelled::{on_one_line, spelled};

/// The exit code of a command that ended with an error: clips that cannot be used, or else a command that could not
/// run: wrong usage, or a result that cannot be written.
pub(crate) fn exit_code(error: &anyhow::Error) -> ExitCode {
    let is_about_clips = |refused: &Refused| refused.0.is_about_input();
    ExitCode::from(if error.downcast_ref().is_some_and(is_about_clips) { 1 } else { 2 })
}

/// How a command ended that could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything that was asked for is done.
    Done,
    /// Some input could not be used, or nothing was found; the rest is done.
    Incomplete,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Incomplete => Self::from(1),
        }
    }
}

/// Results go to standard output; everything said about them goes to standard error.
pub(crate) struct Console {
    out: BufWriter<Stdout>,
    quiet: bool,
    color: bool,
}

impl Console {
    pub(crate) fn new(quiet: bool) -> Self {
        let color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        Self { out: BufWriter::new(io::stdout()), quiet, color }
    }

    /// Adds to the result.
    pub(crate) fn print(&mut self, text: impl fmt::Display) -> Result<()> {
        Ok(write!(self.out, "{}", spelled(text))?)
    }

    /// A line of the result.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<()> {
        Ok(writeln!(self.out, "{}", spelled(text))?)
    }

    /// Where the result of a generator goes.
    pub(crate) fn writer(&mut self) -> &mut impl Write {
        &mut self.out
    }

    pub(crate) fn flush(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }

    /// What was done, for the person who waits.
    pub(crate) fn say(&self, text: impl fmt::Display) {
        if !self.quiet {
            tell(on_one_line(text));
        }
    }

    /// What a reader inferred; warnings are shown even when everything else is silent.
    pub(crate) fn note(&self, note: &Note, about: impl fmt::Display) {
        match note.level {
            NoteLevel::Info => self.inform(format_args!("{}: {about}", note.text)),
            NoteLevel::Warning => self.warn(format_args!("{}: {about}", note.text)),
        }
    }

    /// What a verb says; warnings are shown even when everything else is silent.
    pub(crate) fn noted(&self, note: &Note, about: Option<&str>) {
        match (about, note.level) {
            (Some(about), _) => self.note(note, about),
            (None, NoteLevel::Info) => self.inform(&note.text),
            (None, NoteLevel::Warning) => self.warn(&note.text),
        }
    }

    /// Something to know, for the person who waits.
    pub(crate) fn inform(&self, text: impl fmt::Display) {
        if !self.quiet {
            tell(format_args!("{} {}", self.paint("note:", "36"), on_one_line(text)));
        }
    }

    /// A warning, which is shown even when everything else is silent.
    pub(crate) fn warn(&self, text: impl fmt::Display) {
        tell(format_args!("{} {}", self.paint("warning:", "33"), on_one_line(text)));
    }

    /// An error with its causes, on one line.
    pub(crate) fn error(&self, error: &anyhow::Error) {
        self.causes(error.chain());
    }

    /// An error that does not end the run.
    pub(crate) fn failed(&self, error: &VerbError) {
        self.causes(anyhow::Chain::new(error));
    }

    fn causes(&self, chain: anyhow::Chain<'_>) {
        let causes: Vec<String> = chain.map(ToString::to_string).collect();
        tell(format_args!("{} {}", self.paint("error:", "31"), spelled(causes.join(": "))));
    }

    fn paint(&self, text: &str, code: &str) -> String {
        if self.color { format!("\x1b[1;{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

/// A line for the person who waits. Where nobody listens any more, the work goes on all the same.
fn tell(text: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// A reader such as `head` that has seen enough closes the pipe; that is success.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(broken))
}
