//! `segue convert`.

mod plan;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use segue::formats::{Format, Note, NoteLevel, Origin};
use segue::motion::{Clip, ClipSet, FrameRange};
use segue::{Edit, Input, Reading, StoreError};
use serde_json::{Value, json};

use self::plan::{Job, Plan, Target};
use crate::args::{self, FormatName, JsonArgs, ReadArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;

/// Convert motion files
///
/// The extension of OUT says the format: .bvh, .amc (with its .asf), .gltf or .glb. An OUT without extension, or with a
/// slash at its end, is a folder, which gets one file for each file of IN, in the same subfolders, or one for each clip
/// where the format holds only one.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct ConvertArgs {
    /// Files, folders or samples
    #[arg(required = true, value_name = "IN", value_parser = args::input())]
    inputs: Vec<Input>,

    /// A motion file or a folder
    #[arg(required = true, value_name = "OUT")]
    output: PathBuf,

    /// The format of files in a folder; without it each file keeps its own
    #[arg(long, value_name = "FORMAT")]
    to: Option<FormatName>,

    #[command(flatten)]
    json: JsonArgs,

    #[command(flatten)]
    edit: EditArgs,

    #[command(flatten)]
    read: ReadArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue convert walk.bvh walk.glb                   one file
  segue convert captures/ out/ --to glb             a folder
  segue convert captures/ all.glb                   all clips of a folder in one file
  segue convert moves.glb#Walk walk.bvh             one clip of several
  segue convert kicks.bvh@83-231 kick.bvh           some frames
  segue convert walk.bvh walk30.glb --resample 30   fewer frames, same speed
  segue convert sneak.bvh sneak60.bvh --fps 60      correct a wrong rate";

/// What happens to each clip between reading and writing, in this order.
#[derive(Debug, Args)]
#[command(next_help_heading = "Editing")]
struct EditArgs {
    /// Only clips of this name; may be given several times
    #[arg(long, value_name = "NAME")]
    clip: Vec<String>,

    /// Only these frames, as after @
    #[arg(long, value_name = "FIRST-LAST", value_parser = frame_range)]
    range: Option<FrameRange>,

    /// Carry the motion over to the figure in this file
    ///
    /// Which joint drives which is guessed by name and shape, or read from --retarget.
    #[arg(long, value_name = "FILE", value_parser = args::input())]
    onto: Option<Input>,

    /// The skeleton map for --onto, as made by `segue map`
    #[arg(long, value_name = "MAP", requires = "onto")]
    retarget: Option<PathBuf>,

    /// Exchange left and right
    #[arg(long)]
    mirror: bool,

    /// Make frames for another rate; the motion takes as long as before
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    resample: Option<f64>,
}

fn frame_range(text: &str) -> Result<FrameRange, String> {
    segue::parse_range(text).ok_or_else(|| "write first-last, as in 83-231".to_owned())
}

pub(crate) fn run(args: &ConvertArgs, console: &mut Console) -> Result<Outcome> {
    let plan = Plan::of(args, console)?;
    let mut run = Run { args, plan: &plan, console, outcome: plan.outcome, written: BTreeMap::new() };
    match &plan.target {
        Target::File(path) => run.fill_file(path)?,
        Target::Folder(folder, format) => run.fill_folder(folder, *format)?,
    }
    let Run { outcome, written, .. } = run;
    if args.json.json {
        let files: Vec<&Value> = written.values().collect();
        console.line(serde_json::to_string_pretty(&json!({ "written": files }))?)?;
    }
    Ok(outcome)
}

struct Run<'a> {
    args: &'a ConvertArgs,
    plan: &'a Plan,
    console: &'a Console,
    outcome: Outcome,
    /// What was written, by file.
    written: BTreeMap<PathBuf, Value>,
}

impl Run<'_> {
    /// All clips of all inputs go into one file.
    fn fill_file(&mut self, path: &Path) -> Result<()> {
        let jobs = &self.plan.jobs;
        let progress = Progress::new(jobs.len());
        let mut clips = Vec::new();
        let mut origin = None;
        for job in jobs {
            progress.step(job.input.to_string());
            if let Some(reading) = self.attempt(&progress, |run| run.prepare(job)) {
                // Only a single input can be written back as it was.
                origin = reading.origin.filter(|_| jobs.len() == 1);
                clips.extend(reading.clips);
            }
        }
        if clips.is_empty() {
            return Ok(());
        }
        let Some(clips) = self.attempt(&progress, |_| Ok(ClipSet::of(clips)?)) else { return Ok(()) };
        for note in clips.notes() {
            self.console.note(&Note::info(note), path.display());
        }
        self.store(&progress, path, &clips.into_clips(), origin.as_ref())
    }

    /// Each input becomes a file, or several, in the folder.
    fn fill_folder(&mut self, folder: &Path, format: Option<Format>) -> Result<()> {
        let jobs = &self.plan.jobs;
        let progress = Progress::new(jobs.len());
        for job in jobs {
            progress.step(job.input.to_string());
            let Some(reading) = self.attempt(&progress, |run| run.prepare(job)) else { continue };
            let folder = folder.join(&job.subfolder);
            fs::create_dir_all(&folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
            let format = format.unwrap_or(job.format);
            for (path, clips) in files(&folder, job, format, &reading.clips) {
                self.store(&progress, &path, clips, reading.origin.as_ref())?;
            }
        }
        Ok(())
    }

    /// Reads and edits; what the reader has to say is said.
    fn prepare(&mut self, job: &Job) -> Result<Reading> {
        let mut reading = segue::read(&job.input, &self.args.read.options())?;
        // What the reader of a single file inferred is worth telling; of many, only what looks wrong.
        let chatty = self.plan.jobs.len() == 1;
        for note in reading.notes.iter().filter(|note| chatty || note.level == NoteLevel::Warning) {
            self.console.note(note, &job.input);
        }
        reading.clips = edited(&self.args.edit, &self.plan.edit, reading.clips, &job.input)?;
        // On another figure the motion is written in the shape of that figure's file.
        if self.plan.edit.onto.is_some() {
            reading.origin.clone_from(&self.plan.onto_origin);
        }
        Ok(reading)
    }

    /// Writes a file. Clips that the format cannot hold are reported and the rest goes on; a disk that cannot be
    /// written to ends the run.
    fn store(
        &mut self,
        progress: &Progress,
        path: &Path,
        clips: &[Clip],
        origin: Option<&Origin>,
    ) -> Result<()> {
        let result = self.write(path, clips, origin);
        if let Err(error) = &result
            && matches!(error.downcast_ref(), Some(StoreError::Save(_)))
        {
            return result;
        }
        self.attempt(progress, |_| result);
        Ok(())
    }

    fn write(&mut self, path: &Path, clips: &[Clip], origin: Option<&Origin>) -> Result<()> {
        if self.written.contains_key(path) {
            bail!(
                "another input has already been written there; convert them into different folders: {}",
                path.display()
            );
        }
        let files = segue::write(path, clips, origin)?;
        let frames: usize = clips.iter().map(Clip::len).sum();
        let names: Vec<&str> = clips.iter().map(Clip::name).collect();
        let files: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        self.console.say(format_args!("wrote {}: {frames} frames", files.join(" and ")));
        self.written.insert(path.to_owned(), json!({ "files": files, "clips": names, "frames": frames }));
        Ok(())
    }

    /// Reports an error and goes on.
    fn attempt<T>(&mut self, progress: &Progress, f: impl FnOnce(&mut Self) -> Result<T>) -> Option<T> {
        match f(self) {
            Ok(value) => Some(value),
            Err(error) => {
                progress.pause(|| self.console.error(&error));
                self.outcome = Outcome::Incomplete;
                None
            }
        }
    }
}

/// The files that one input becomes, each with its clips.
fn files<'c>(folder: &Path, job: &Job, format: Format, clips: &'c [Clip]) -> Vec<(PathBuf, &'c [Clip])> {
    if segue::holds_several(format) {
        vec![(segue::clip_file(folder, &job.stem, format), clips)]
    } else {
        clips.chunks(1).map(|clip| (segue::clip_file(folder, clip[0].name(), format), clip)).collect()
    }
}

fn edited(args: &EditArgs, edit: &Edit, clips: Vec<Clip>, input: &Input) -> Result<Vec<Clip>> {
    let mut clips = segue::pick(clips, &args.clip, input)?;
    if let Some(range) = args.range {
        clips = clips.iter().map(|clip| segue::cut(input, clip, range)).collect::<Result<_, _>>()?;
    }
    Ok(clips.into_iter().map(|clip| edit.apply(clip)).collect::<Result<_, _>>()?)
}
