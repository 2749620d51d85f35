//! `convert`: motion files into others.

mod plan;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use segue_formats::{Document, Format, Note, NoteLevel, Origin};
use segue_motion::{Clip, ClipSet, FrameRange};
use serde::{Deserialize, Serialize};

use self::plan::{Job, Plan, Target};
use super::clips::tell_retargeted;
use super::map::side_by_side;
use super::{ClipsRequest, Done, Failure, FormatName, Picture, Verb, VerbError, Watch};
use crate::files::{self, FreeNames, Input, OutputOptions, Reading, StoreError};
use crate::plots::Canvas;

/// Convert motion files, and change their clips on the way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ConvertRequest {
    /// The files. One that cannot be read is reported, and the rest goes on.
    pub clips: ClipsRequest,
    /// A motion file or a folder; the extension of a file says the format. A folder gets one file for each file, in the
    /// same subfolders, or one for each clip where the format holds only one. Without it nothing is written and the
    /// clips are the work that is handed back.
    pub output: Option<PathBuf>,
    /// The format of files in a folder; without it each file keeps its own, and FBX becomes GLB.
    pub to: Option<FormatName>,
    /// What happens to each clip between reading and writing.
    pub edit: EditRequest,
    /// How files are written and which may be replaced: `add` keeps the animations of the glTF file that the figure comes
    /// from, `no_clobber` leaves files that are there, `in_place` allows to replace an input, `unit` is that of BVH files.
    pub writing: OutputOptions,
}

/// What happens to each clip, in the order of the fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EditRequest {
    /// Only clips of these names; all when empty.
    pub clip: Vec<String>,
    /// Only these frames, first and last, counted from 0, both included.
    pub frames: Option<[usize; 2]>,
    /// Carry the motion over to the figure in this file.
    pub onto: Option<Input>,
    /// A file with the skeleton map for `onto`; without it, it is guessed by name and shape.
    pub retarget: Option<PathBuf>,
    /// Exchange left and right.
    pub mirror: bool,
    /// Make frames for another rate; the motion takes as long as before.
    pub resample_hz: Option<f64>,
}

/// What was converted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ConvertAnswer {
    /// What was written, in the order of the names of the files.
    pub written: Vec<WrittenFacts>,
    /// The inputs that could not be converted.
    pub errors: Vec<Failure>,
}

/// A motion file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenFacts {
    /// The file; an Acclaim motion has its skeleton file as well.
    pub files: Vec<PathBuf>,
    /// The names of its clips.
    pub clips: Vec<String>,
    /// How many frames they have together.
    pub frames: usize,
}

/// Converted clips that were not written.
#[derive(Clone, Debug, Default)]
pub struct ConvertWork {
    /// The clips on one skeleton, where they have the same joints.
    pub clips: Vec<Clip>,
    /// How their file was written, where there is only one.
    pub origin: Option<Origin>,
    /// The first clip that was carried over to another figure: as it was read, and there.
    pub compared: Option<Box<[Clip; 2]>>,
}

/// The first clip that was carried over, as it was read and below it on the other figure.
impl Picture for ConvertWork {
    fn picture(&self) -> Result<Canvas, VerbError> {
        let nothing = || VerbError::Request("nothing was carried over to another figure".to_owned());
        let [source, carried] = &**self.compared.as_ref().ok_or_else(nothing)?;
        Ok(side_by_side(source, carried))
    }
}

impl Verb for ConvertRequest {
    const NAME: &'static str = "convert";
    type Answer = ConvertAnswer;
    type Work = ConvertWork;

    fn run(&self, watch: &dyn Watch) -> Result<Done<Self>, VerbError> {
        let mut answer = ConvertAnswer { written: Vec::new(), errors: Vec::new() };
        let plan = Plan::of(self, &mut answer, watch)?;
        let mut run =
            Run { request: self, plan: &plan, watch, answer, taken: BTreeSet::new(), compared: None };
        let mut work = ConvertWork::default();
        match &plan.target {
            Target::Nowhere => work = run.gather("the clips")?,
            Target::File(path) => run.fill_file(path)?,
            Target::Folder(folder, format) => run.fill_folder(folder, *format)?,
        }
        work.compared = run.compared;
        let mut answer = run.answer;
        answer.written.sort_by(|a, b| a.files.cmp(&b.files));
        Ok(Done { answer, work })
    }
}

struct Run<'a> {
    request: &'a ConvertRequest,
    plan: &'a Plan,
    watch: &'a dyn Watch,
    answer: ConvertAnswer,
    /// Files that were written.
    taken: BTreeSet<PathBuf>,
    compared: Option<Box<[Clip; 2]>>,
}

impl Run<'_> {
    /// Reads and edits all inputs; `about` names what becomes of them.
    fn gather(&mut self, about: &str) -> Result<ConvertWork, VerbError> {
        let jobs = &self.plan.jobs;
        let mut work = ConvertWork::default();
        for (n, job) in jobs.iter().enumerate() {
            self.watch.step(&job.input.to_string(), n + 1, jobs.len())?;
            if let Some(reading) = self.prepare(job) {
                // Only a single input can be written back as it was; a glTF file of the first figure takes all clips.
                let is_whole = |origin: &Origin| matches!(origin.document, Document::Gltf(_));
                if work.clips.is_empty() {
                    let origin = reading.origin.or_else(|| self.file_of(job));
                    work.origin = origin.filter(|origin| jobs.len() == 1 || is_whole(origin));
                }
                work.clips.extend(reading.clips);
            }
        }
        if work.clips.is_empty() {
            return Ok(work);
        }
        let clips = ClipSet::of(work.clips)?;
        tell_retargeted(&clips, Some(about), self.watch);
        Ok(ConvertWork { clips: clips.into_clips(), ..work })
    }

    /// All clips of all inputs go into one file.
    fn fill_file(&mut self, path: &Path) -> Result<(), VerbError> {
        let work = self.gather(&path.display().to_string())?;
        if work.clips.is_empty() {
            return Ok(());
        }
        self.store(path, &work.clips, work.origin.as_ref())
    }

    /// Each input becomes a file, or several, in the folder.
    fn fill_folder(&mut self, folder: &Path, format: Option<Format>) -> Result<(), VerbError> {
        let jobs = &self.plan.jobs;
        for (n, job) in jobs.iter().enumerate() {
            self.watch.step(&job.input.to_string(), n + 1, jobs.len())?;
            let folder = folder.join(&job.subfolder);
            let format = format.unwrap_or(job.format);
            if let Some(path) = foreseen(&folder, job, format)
                && let Err(error) = self.check(&path)
            {
                self.fail(&path, error)?;
                continue;
            }
            let Some(reading) = self.prepare(job) else { continue };
            let origin = reading.origin.or_else(|| self.file_of(job));
            for (path, clips) in files_of(&folder, job, format, &reading.clips) {
                self.store(&path, clips, origin.as_ref())?;
            }
        }
        Ok(())
    }

    /// The file that a clip of a library was read from, where it keeps its figure.
    fn file_of(&self, job: &Job) -> Option<Origin> {
        if self.plan.edit.onto.is_some() { None } else { files::library_origin(&job.input) }
    }

    /// Reads and edits one input; one that cannot be is reported.
    fn prepare(&mut self, job: &Job) -> Option<Reading> {
        match self.read(job) {
            Ok(reading) => Some(reading),
            Err(error) => {
                self.answer.errors.push(Failure::tell(job.input.to_string(), &error, self.watch));
                None
            }
        }
    }

    fn read(&mut self, job: &Job) -> Result<Reading, VerbError> {
        let mut reading = files::read(&job.input, &self.request.clips.read)?;
        // What the reader of a single file inferred is worth a note; of many, only what looks wrong.
        let chatty = self.plan.jobs.len() == 1;
        let about = job.input.to_string();
        for note in reading.notes.iter().filter(|note| chatty || note.level == NoteLevel::Warning) {
            self.watch.note(note, Some(&about));
        }
        if chatty {
            reading.correction_notes().for_each(|note| self.watch.note(&note, Some(&about)));
        }
        reading.clips = self.edited(reading.clips, &job.input)?;
        // On another figure the motion is written in the shape of that figure's file.
        if self.plan.edit.onto.is_some() {
            reading.origin.clone_from(&self.plan.onto_origin);
        }
        Ok(reading)
    }

    fn edited(&mut self, clips: Vec<Clip>, input: &Input) -> Result<Vec<Clip>, VerbError> {
        let edit = &self.request.edit;
        let mut clips = files::pick(clips, &edit.clip, input)?;
        if let Some([first, last]) = edit.frames {
            let range = FrameRange { first, last };
            clips = clips.iter().map(|clip| files::cut(input, clip, range)).collect::<Result<_, _>>()?;
        }
        let wanted = self.plan.edit.onto.is_some() && self.compared.is_none();
        let source = clips.first().filter(|_| wanted).cloned();
        let clips: Vec<Clip> = clips.into_iter().map(|clip| self.edit(clip)).collect::<Result<_, _>>()?;
        if let Some((source, carried)) = source.zip(clips.first()) {
            self.compared = Some(Box::new([source, carried.clone()]));
        }
        Ok(clips)
    }

    /// Makes the changes to a clip, and says what is not as good as it should be.
    fn edit(&self, clip: Clip) -> Result<Clip, VerbError> {
        let edited = self.plan.edit.apply(clip)?;
        let misses = edited.fidelity.map(|fidelity| fidelity.misses()).unwrap_or_default();
        if !misses.is_empty() {
            let text = format!("look at it on the other figure: {}", misses.join("; "));
            self.watch.note(&Note::warning(text), Some(edited.clip.name()));
        }
        Ok(edited.clip)
    }

    fn store(&mut self, path: &Path, clips: &[Clip], origin: Option<&Origin>) -> Result<(), VerbError> {
        match self.write(path, clips, origin) {
            Err(error) => self.fail(path, error),
            Ok(written) => {
                self.taken.insert(path.to_owned());
                self.answer.written.push(written);
                Ok(())
            }
        }
    }

    /// Reports a file that is not written, and the rest goes on; a disk that cannot be written to ends the run.
    fn fail(&mut self, path: &Path, error: VerbError) -> Result<(), VerbError> {
        match error {
            VerbError::Store(error @ (StoreError::Save(_) | StoreError::NoFolder { .. })) => {
                Err(error.into())
            }
            error => {
                self.answer.errors.push(Failure::tell(path.display().to_string(), &error, self.watch));
                Ok(())
            }
        }
    }

    /// Whether a file may be written; nobody likes to wait for an error.
    fn check(&self, path: &Path) -> Result<(), VerbError> {
        Ok(files::check_output(path, &self.request.sources(), &self.request.writing)?)
    }

    fn write(&self, path: &Path, clips: &[Clip], origin: Option<&Origin>) -> Result<WrittenFacts, VerbError> {
        if self.taken.contains(path) {
            return Err(VerbError::Unfit(format!(
                "another input has already been written there; convert them into different folders: {}",
                path.display()
            )));
        }
        self.check(path)?;
        let written = files::write(path, clips, origin, &self.request.writing)?;
        for note in &written.notes {
            self.watch.note(note, Some(&path.display().to_string()));
        }
        Ok(WrittenFacts {
            files: written.files,
            clips: clips.iter().map(|clip| clip.name().to_owned()).collect(),
            frames: clips.iter().map(Clip::len).sum(),
        })
    }
}

impl ConvertRequest {
    /// All files that are read: the inputs and the figure that they are carried over to.
    fn sources(&self) -> Vec<Input> {
        self.clips.inputs.iter().chain(&self.edit.onto).cloned().collect()
    }
}

/// The file that one input becomes, where that can be told before it is read.
fn foreseen(folder: &Path, job: &Job, format: Format) -> Option<PathBuf> {
    let is_one = files::holds_several(format) || !files::holds_several(job.own?);
    is_one.then(|| files::clip_file(folder, &job.stem, format))
}

/// The files that one input becomes, each with its clips.
fn files_of<'c>(folder: &Path, job: &Job, format: Format, clips: &'c [Clip]) -> Vec<(PathBuf, &'c [Clip])> {
    if files::holds_several(format) {
        vec![(files::clip_file(folder, &job.stem, format), clips)]
    } else {
        let mut names = FreeNames::default();
        let mut file = |clip: &Clip| names.free(clip.name(), |name| files::clip_file(folder, name, format));
        clips.chunks(1).map(|clip| (file(&clip[0]), clip)).collect()
    }
}
