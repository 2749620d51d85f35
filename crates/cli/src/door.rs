//! The way from a request to what the program says: verbs run with the screen as their watch.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use segue::Input;
use segue::files::{OutputOptions, check_output, check_side_output};
use segue::formats::Note;
use segue::verbs::{
    self, Advice, Done, Envelope, Made, MadeFacts, Measured, Picture, Verb, VerbError, Watch,
};

use crate::console::Console;
use crate::made::MakeArgs;
use crate::picture::{self, PlotArgs, ReportArgs};
use crate::progress::Progress;

/// Does what is asked for; notes, warnings and progress go to the screen.
pub(crate) fn ask<V: Verb>(request: &V, console: &Console) -> Result<Done<V>> {
    watched(console, |watch| request.run(watch))
}

/// Does more with what a verb made; notes, warnings and progress go to the screen.
pub(crate) fn watched<T>(
    console: &Console,
    work: impl FnOnce(&dyn Watch) -> Result<T, VerbError>,
) -> Result<T> {
    refused(work(&Screen { console, bar: Mutex::new(None) }))
}

/// A result of the facade with its error as the program reports it.
pub(crate) fn refused<T>(result: Result<T, VerbError>) -> Result<T> {
    result.map_err(|error| Refused(error).into())
}

/// Prints an answer for programs.
pub(crate) fn print_json<V: Verb>(done: &Done<V>, console: &mut Console) -> Result<()> {
    print_answer::<V>(&done.answer, console)
}

/// Prints an answer for programs when what was made is gone already.
pub(crate) fn print_answer<V: Verb>(answer: &V::Answer, console: &mut Console) -> Result<()> {
    console.line(serde_json::to_string_pretty(&Envelope::of::<V>(answer))?)
}

/// Prints an answer for programs if that is wanted, else by `print` for people.
pub(crate) fn report<V: Verb>(
    done: &Done<V>,
    args: &ReportArgs,
    console: &mut Console,
    print: impl FnOnce(&Done<V>, &mut Console) -> Result<()>,
) -> Result<()> {
    if args.json.json { print_json(done, console) } else { print(done, console) }
}

/// Draws the work if a drawing is wanted, and says so.
pub(crate) fn draw(work: &impl Picture, args: &PlotArgs, console: &Console) -> Result<()> {
    draw_to(work, args.path(), console)
}

/// Draws the work to a file, if there is one, and says so.
pub(crate) fn draw_to(work: &impl Picture, path: Option<&Path>, console: &Console) -> Result<()> {
    let Some(path) = path else { return Ok(()) };
    picture::save(&work.picture().map_err(Refused)?, path)?;
    console.say(format_args!("drew {}", path.display()));
    Ok(())
}

/// Writes a motion that was made, with its plants, and says so; the answer names the files.
pub(crate) fn store(made: &Made, facts: &mut MadeFacts, args: &MakeArgs, console: &Console) -> Result<()> {
    let written = made.write(&args.output, &args.writing.options())?;
    written.notes.iter().for_each(|note| console.noted(note, Some(&args.output.display().to_string())));
    facts.written = written.files;
    let names: Vec<String> = facts.written.iter().map(|file| file.display().to_string()).collect();
    console.say(format_args!(
        "wrote {}: {} frames, {:.2} s",
        names.join(", "),
        facts.frames,
        facts.duration_secs
    ));
    if let Some(what) = &facts.clean_up {
        console.say(what);
    }
    Ok(())
}

/// Refuses, before anything is computed, to write what is no motion file over an input or where nothing can be written.
pub(crate) fn spare<'a>(path: Option<&Path>, inputs: impl IntoIterator<Item = &'a Input>) -> Result<()> {
    let inputs: Vec<Input> = inputs.into_iter().cloned().collect();
    Ok(path.map_or(Ok(()), |path| check_side_output(path, &inputs, false))?)
}

/// The same for a motion file of a verb that replaces no input.
pub(crate) fn spare_motion<'a>(path: &Path, inputs: impl IntoIterator<Item = &'a Input>) -> Result<()> {
    spare(Some(path), inputs)?;
    Ok(check_output(path, &[], &OutputOptions::default())?)
}

/// The name of a motion file without its extension, which is what its clip is called.
pub(crate) fn stem(path: &Path) -> Result<String> {
    let stem = path.file_stem().with_context(|| format!("it has no name: {}", path.display()))?;
    Ok(stem.to_string_lossy().into_owned())
}

/// Shows what a verb says and how far it has come.
struct Screen<'a> {
    console: &'a Console,
    bar: Mutex<Option<Bar>>,
}

/// A bar for one stretch of work.
struct Bar {
    total: usize,
    measured: Measured,
    progress: Progress,
}

impl Screen<'_> {
    /// Takes the bar away while `f` writes to the screen.
    fn pause(&self, f: impl FnOnce()) {
        match &*self.bar.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(bar) => bar.progress.pause(f),
            None => f(),
        }
    }
}

impl Watch for Screen<'_> {
    fn note(&self, note: &Note, about: Option<&str>) {
        self.pause(|| self.console.noted(note, about));
    }

    fn skipped(&self, error: &VerbError) {
        self.pause(|| self.console.failed(error));
    }

    fn progress(&self, progress: verbs::Progress<'_>) {
        let mut shown = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        let verbs::Progress { what, done, total, measured } = progress;
        if shown.as_ref().is_none_or(|bar| bar.total != total || bar.measured != measured) {
            let progress = match measured {
                Measured::Steps => Progress::new(total),
                Measured::Share => Progress::of_work(total),
            };
            *shown = Some(Bar { total, measured, progress });
        }
        if let Some(bar) = &*shown {
            bar.progress.reach(done, what);
        }
    }
}

/// Why a request is not met, with what to type about it.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) VerbError);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)?;
        match self.0.advice() {
            None => Ok(()),
            Some(Advice::Retarget { from, onto, name }) => {
                write!(f, ". Run: segue convert {from} {name}.bvh --onto {onto}")
            }
            Some(Advice::DoNotWrite) => write!(f, ". Leave out --write to look only"),
            Some(Advice::Replace) => write!(f, ". Use --force to replace it"),
            Some(Advice::Force) => write!(f, ". Use --force to register them all the same"),
            Some(Advice::OpenEnds { slope_limit: Some(limit) }) => {
                write!(f, ". Try --ends open or --slope-limit {limit}")
            }
            Some(Advice::OpenEnds { slope_limit: None }) => write!(f, ". Try --ends open"),
        }
    }
}

impl std::error::Error for Refused {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}
