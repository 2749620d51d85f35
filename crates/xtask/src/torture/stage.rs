//! One library, two writers and three readers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context, Result};

use super::job::{Job, LIBRARY};
use super::ledger::{Ledger, Outcome};
use super::{Cruelty, Toll};
use crate::dice::Dice;
use crate::program::Program;

/// Clips that are added and removed.
const CLIPS: usize = 8;

/// A program that has not ended after so long hangs.
const PATIENCE: Duration = Duration::from_mins(2);

/// What readers do.
const READS: [&[&str]; 3] = [
    &["library", "list", LIBRARY, "--json"],
    &["info", LIBRARY],
    &["search", LIBRARY, "--query", "sample:walk@0-40"],
];

/// Where the rounds take place.
pub(super) struct Stage<'a> {
    program: &'a Program,
    folder: PathBuf,
    clips: Vec<String>,
    ledger: Ledger,
    jobs: usize,
    /// How long an undisturbed job takes at most: moments of death lie within it.
    longest: Duration,
}

impl<'a> Stage<'a> {
    /// A folder with clips.
    pub(super) fn new(program: &'a Program) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("segue-torture-{}", std::process::id()));
        fs::create_dir_all(folder.join("clips")).context("no folder for the rounds")?;
        let clips: Vec<String> = (0..CLIPS).map(|n| format!("clip-{n}")).collect();
        for (n, clip) in clips.iter().enumerate() {
            let input = format!("sample:walk@{n}-{}", 60 + 2 * n);
            program.must(&folder, &["convert", &input, &format!("clips/{clip}.bvh")])?;
        }
        let (ledger, longest) = (Ledger::default(), Duration::from_millis(50));
        Ok(Self { program, folder, clips, ledger, jobs: 0, longest })
    }

    /// A fresh library of some of the clips, indexed.
    pub(super) fn begin(&mut self) -> Result<()> {
        for entry in fs::read_dir(&self.folder)?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(LIBRARY) {
                fs::remove_file(entry.path())?;
            } else if name.starts_with("out-") {
                fs::remove_dir_all(entry.path())?;
            }
        }
        self.program.must(&self.folder, &["library", "new", LIBRARY])?;
        for clip in &self.clips[..CLIPS / 2] {
            self.program.must(&self.folder, &["library", "add", LIBRARY, &format!("clips/{clip}.bvh")])?;
        }
        let start = Instant::now();
        self.program.must(&self.folder, &["index", LIBRARY])?;
        self.longest = start.elapsed().max(self.longest);
        self.ledger = Ledger::default();
        self.ledger.settle(&self.listed()?, &[]);
        Ok(())
    }

    /// Two writers begin while three readers read, something happens to them, and everything is looked at.
    pub(super) fn round(&mut self, cruelty: Cruelty, dice: &mut Dice, toll: &mut Toll) -> Result<()> {
        let present = self.ledger.names();
        let jobs: Vec<Job> = (0..2)
            .map(|_| {
                self.jobs += 1;
                Job::any(dice, &self.clips, &present, self.jobs)
            })
            .collect();
        self.set_writable(cruelty != Cruelty::ReadOnly)?;
        if cruelty == Cruelty::ClockJump {
            self.set_times(dice)?;
        }
        let readers = READS.iter().map(|words| self.program.command(&self.folder, words).spawn());
        let readers: Vec<Child> = readers.collect::<Result<_, _>>()?;
        let writers = jobs.iter().map(|job| self.start(job, cruelty, dice));
        let writers: Vec<Child> = writers.collect::<Result<_>>()?;
        if cruelty.kills() {
            sleep(self.longest.mul_f64(dice.below(1000) as f64 / 1000.0));
        }
        let mut outcomes = Vec::new();
        for (job, writer) in jobs.into_iter().zip(writers) {
            outcomes.push(outcome(job, writer, cruelty, toll)?);
        }
        for reader in readers {
            watch_reader(reader, toll)?;
        }
        self.set_writable(true)?;
        self.look(cruelty, &outcomes, toll)
    }

    fn start(&self, job: &Job, cruelty: Cruelty, dice: &mut Dice) -> Result<Child> {
        let words = job.words();
        let mut command = match cruelty {
            Cruelty::FullDisk => self.program.confined(&self.folder, dice.below(200), &words),
            _ => self.program.command(&self.folder, &words),
        };
        command.spawn().with_context(|| format!("starting {words:?}"))
    }

    /// The library is sound, what was reported done is in it, and exports that were reported done are whole.
    fn look(&mut self, cruelty: Cruelty, outcomes: &[Outcome], toll: &mut Toll) -> Result<()> {
        let checked = self.program.run(&self.folder, &["library", "check", LIBRARY])?;
        if !checked.status.success() {
            let said = String::from_utf8_lossy(&checked.stdout).into_owned();
            toll.faults.push(format!("{cruelty:?}: the library is not sound after {outcomes:?}: {said}"));
        }
        let listed = self.listed()?;
        toll.faults.extend(self.ledger.settle(&listed, outcomes));
        for (job, done) in outcomes {
            if let (Job::Export { folder }, true) = (job, done) {
                self.look_at_files(&self.folder.join(folder), toll)?;
            }
        }
        Ok(())
    }

    /// Every file under its own name can be read.
    fn look_at_files(&self, folder: &Path, toll: &mut Toll) -> Result<()> {
        let read = self.program.run(folder, &["info", "."])?;
        if !read.status.success() {
            let said = String::from_utf8_lossy(&read.stderr).into_owned();
            toll.faults.push(format!("an export cannot be read: {said}"));
        }
        Ok(())
    }

    fn listed(&self) -> Result<serde_json::Value> {
        self.program.answer(&self.folder, &["library", "list", LIBRARY, "--json"])
    }

    /// Every file was last changed a year ago, or will be in a year.
    fn set_times(&self, dice: &mut Dice) -> Result<()> {
        const YEAR: Duration = Duration::from_hours(365 * 24);
        let now = SystemTime::now();
        let then = if dice.below(2) == 0 { now - YEAR } else { now + YEAR };
        for folder in [self.folder.clone(), self.folder.join("clips")] {
            for entry in fs::read_dir(folder)?.flatten().filter(|entry| entry.path().is_file()) {
                // What a reader of the last round removes is not there any more.
                let _ = fs::File::open(entry.path()).and_then(|file| file.set_modified(then));
            }
        }
        Ok(())
    }

    fn set_writable(&self, writable: bool) -> Result<()> {
        let path = self.folder.join(LIBRARY);
        let mut mode = fs::metadata(&path)?.permissions();
        if mode.readonly() == writable {
            mode.set_readonly(!writable);
            fs::set_permissions(&path, mode)?;
        }
        Ok(())
    }
}

/// Ends a writer if it is to be, and notes what it reported.
fn outcome(job: Job, mut writer: Child, cruelty: Cruelty, toll: &mut Toll) -> Result<Outcome> {
    toll.jobs += 1;
    if cruelty.kills() {
        writer.kill()?;
    }
    let code = end_of(&mut writer, &job.words().join(" "), toll)?;
    match code {
        Some(0) => toll.done += 1,
        None => toll.killed += 1,
        Some(1 | 2) => toll.refused += 1,
        Some(code) => toll.faults.push(format!("{job:?} ended with {code}")),
    }
    if cruelty == Cruelty::ReadOnly && code == Some(0) && !matches!(job, Job::Export { .. }) {
        toll.faults.push(format!("{job:?} changed a read-only library"));
    }
    Ok((job, code == Some(0)))
}

fn watch_reader(mut reader: Child, toll: &mut Toll) -> Result<()> {
    toll.reads += 1;
    // A search finds nothing in a library whose index is not done.
    match end_of(&mut reader, "a reader", toll)? {
        Some(0..=2) => {}
        code => toll.faults.push(format!("a reader ended with {code:?}")),
    }
    Ok(())
}

/// The exit code of a program; none when it was killed.
fn end_of(child: &mut Child, what: &str, toll: &mut Toll) -> Result<Option<i32>> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if start.elapsed() > PATIENCE {
            toll.faults.push(format!("{what} hangs"));
            child.kill()?;
        }
        sleep(Duration::from_millis(2));
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        // What cannot be removed lies in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.folder);
    }
}
