//! What is to be converted, and where it goes.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use segue::edit::{Edit, Onto};
use segue::formats::{Format, Origin, ReadOptions};
use segue::{Input, Source};

use super::ConvertArgs;
use crate::console::{Console, Outcome};

pub(super) struct Plan {
    pub(super) jobs: Vec<Job>,
    pub(super) target: Target,
    pub(super) edit: Edit,
    /// The file of the figure that motions are carried over to.
    pub(super) onto_origin: Option<Origin>,
    pub(super) outcome: Outcome,
}

/// One input that is not a folder.
pub(super) struct Job {
    pub(super) input: Input,
    /// Where it lies below the folder that was named.
    pub(super) subfolder: PathBuf,
    /// Its name without extension.
    pub(super) stem: String,
    /// Its own format, for those who do not ask for another.
    pub(super) format: Format,
}

pub(super) enum Target {
    File(PathBuf),
    Folder(PathBuf, Option<Format>),
}

impl Plan {
    /// Finds the files and decides where they go; what is not there is reported and the rest goes on.
    pub(super) fn of(args: &ConvertArgs, console: &Console) -> Result<Self> {
        let target = Target::of(args)?;
        if args.edit.range.is_some() && args.inputs.iter().any(|input| input.range.is_some()) {
            bail!("the frames are given twice, after @ and by --range; leave one out");
        }
        let (onto, onto_origin) = onto(args)?.unzip();
        let edit = Edit { onto, mirror: args.edit.mirror, resample: args.edit.resample };
        let onto_origin = onto_origin.flatten();
        let mut plan = Self { jobs: Vec::new(), target, edit, onto_origin, outcome: Outcome::Done };
        for input in &args.inputs {
            match segue::files::expand(input) {
                Ok(files) => plan.jobs.extend(files.into_iter().map(|file| Job::new(input, file))),
                Err(error) => {
                    console.error(&error.into());
                    plan.outcome = Outcome::Incomplete;
                }
            }
        }
        Ok(plan)
    }
}

/// The figure that motions are carried over to, and its file.
fn onto(args: &ConvertArgs) -> Result<Option<(Onto, Option<Origin>)>> {
    let Some(input) = &args.edit.onto else { return Ok(None) };
    let figure = segue::read(input, &ReadOptions::default())?;
    let map = args.edit.retarget.as_deref().map(segue::files::read_map).transpose()?;
    Ok(Some((Onto { skeleton: figure.clips[0].skeleton().clone(), map }, figure.origin)))
}

impl Target {
    fn of(args: &ConvertArgs) -> Result<Self> {
        let output = &args.output;
        let asked = args.to.map(Format::from);
        match Format::from_path(output).filter(|_| !output.is_dir()) {
            Some(format) if asked.is_some_and(|asked| asked != format) => {
                bail!("--to asks for another format than the name of the file: {}", output.display())
            }
            Some(_) => Ok(Self::File(output.clone())),
            None if output.is_file() || seems_a_file(output) => bail!(
                "the name of a motion file ends in .bvh, .amc, .gltf or .glb; that of a folder in {}: {}",
                std::path::MAIN_SEPARATOR,
                output.display()
            ),
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
        // A sample has no file; BVH is read everywhere.
        let format = Format::from_path(&path).unwrap_or(Format::Bvh);
        Self { input, subfolder, stem, format }
    }
}
