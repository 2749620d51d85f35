//! What is to be converted, and where it goes.

use std::path::{Path, PathBuf};

use segue_formats::{Format, Note, Origin, ReadOptions};
use segue_motion::{Anatomy, Skeleton, SkeletonMap};

use super::{ConvertAnswer, ConvertRequest};
use crate::edit::{Edit, Onto};
use crate::files::{Input, Source, check_output, expand, library_origin, read_figure, read_map};
use crate::verbs::map::body_warning;
use crate::verbs::{Failure, VerbError, Watch};

pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    pub(super) target: Target,
    pub(super) edit: Edit,
    /// The file of the figure that motions are carried over to.
    pub(super) onto_origin: Option<Origin>,
}

/// One input that is not a folder.
pub(super) struct Job {
    pub(super) input: Input,
    /// Where it lies below the folder that was named.
    pub(super) subfolder: PathBuf,
    /// Its name without extension.
    pub(super) stem: String,
    /// The format of its file; a sample and a library have none.
    pub(super) own: Option<Format>,
    /// The format for those who do not ask for another.
    pub(super) format: Format,
}

pub(super) enum Target {
    Nowhere,
    File(PathBuf),
    Folder(PathBuf, Option<Format>),
}

impl Plan {
    /// Finds the files and decides where they go; what is not there is reported and the rest goes on.
    pub(super) fn of(
        request: &ConvertRequest,
        answer: &mut ConvertAnswer,
        watch: &dyn Watch,
    ) -> Result<Self, VerbError> {
        let target = Target::of(request)?;
        check_frames(request)?;
        let (onto, onto_origin) = onto(request, watch)?.unzip();
        let edit = Edit { onto, mirror: request.edit.mirror, resample: request.edit.resample_hz };
        let mut plan = Self { jobs: Vec::new(), target, edit, onto_origin: onto_origin.flatten() };
        for input in &request.clips.inputs {
            match expand(input) {
                Ok(files) => plan.jobs.extend(files.into_iter().map(|file| Job::new(input, file))),
                Err(error) => answer.errors.push(Failure::tell(input.to_string(), &error.into(), watch)),
            }
        }
        Ok(plan)
    }
}

fn check_frames(request: &ConvertRequest) -> Result<(), VerbError> {
    let Some([first, last]) = request.edit.frames else { return Ok(()) };
    if first > last {
        return Err(VerbError::Request(format!("frames {first} to {last} end before they start")));
    }
    if request.clips.inputs.iter().any(|input| input.range.is_some()) {
        let twice = "the frames are given twice, after the @ of an input and for all; leave one out";
        return Err(VerbError::Request(twice.to_owned()));
    }
    Ok(())
}

/// The figure that motions are carried over to, and its file.
fn onto(request: &ConvertRequest, watch: &dyn Watch) -> Result<Option<(Onto, Option<Origin>)>, VerbError> {
    let map = request.edit.retarget.as_deref().map(read_map).transpose()?;
    let Some(input) = &request.edit.onto else {
        return match map {
            Some(_) => Err(VerbError::Request("a skeleton map needs a figure that it leads to".to_owned())),
            None => Ok(None),
        };
    };
    let reading = read_figure(input, &ReadOptions::default())?;
    let resting = reading.resting();
    let skeleton = reading.figure.skeleton;
    warn_of_doubt(&resting, map.as_ref(), input, watch);
    let origin = reading.origin.or_else(|| library_origin(input));
    Ok(Some((Onto { skeleton, resting, map }, origin)))
}

/// Without a map, a body that is doubtful is worth a look.
fn warn_of_doubt(figure: &Skeleton, map: Option<&SkeletonMap>, input: &Input, watch: &dyn Watch) {
    // What is no body is refused with the reason.
    let is_guessed = map.is_none() && Anatomy::of(figure).humanoid().is_ok();
    if let Some(warning) = body_warning(figure, "target").filter(|_| is_guessed) {
        let text = format!("{warning}; check it with `segue map --plot`");
        watch.note(&Note::warning(text), Some(&input.to_string()));
    }
}

impl Target {
    fn of(request: &ConvertRequest) -> Result<Self, VerbError> {
        let Some(output) = &request.output else { return Ok(Self::Nowhere) };
        let asked = request.to.map(Format::from);
        match Format::from_path(output).filter(|_| !output.is_dir()) {
            Some(format) if asked.is_some_and(|asked| asked != format) => Err(VerbError::Request(format!(
                "`to` asks for another format than the name of the file: {}",
                output.display()
            ))),
            Some(_) => {
                check_output(output, &request.sources(), &request.writing)?;
                Ok(Self::File(output.clone()))
            }
            None if output.is_file() || seems_a_file(output) => Err(VerbError::Request(format!(
                "the name of a motion file ends in .bvh, .amc, .gltf, .glb, .npz, .csv or .json; that of a folder in {}: {}",
                std::path::MAIN_SEPARATOR,
                output.display()
            ))),
            None => Ok(Self::Folder(output.clone(), asked)),
        }
    }
}

/// Whether a person who writes this means a file: something stands after a dot, and it is no folder that is there.
fn seems_a_file(output: &Path) -> bool {
    let is_marked = output.to_string_lossy().ends_with(std::path::is_separator);
    output.extension().is_some() && !output.is_dir() && !is_marked
}

impl Job {
    fn new(named: &Input, input: Input) -> Self {
        let path = match &input.source {
            Source::Path(path) | Source::Clip { file: path, .. } => path.clone(),
            Source::Sample(name) => PathBuf::from(name),
        };
        let parent = path.parent().unwrap_or(Path::new(""));
        let subfolder = match &named.source {
            Source::Path(folder) if named != &input => {
                parent.strip_prefix(folder).unwrap_or(Path::new("")).to_owned()
            }
            _ => PathBuf::new(),
        };
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let own = Format::from_path(&path);
        let format = match own {
            // BVH is read everywhere.
            None => Format::Bvh,
            // FBX is read only; GLB holds all that is read of it.
            Some(Format::Fbx) => Format::Glb,
            Some(own) => own,
        };
        Self { input, subfolder, stem, own, format }
    }
}
