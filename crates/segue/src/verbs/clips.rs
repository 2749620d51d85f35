//! Clips that belong together, as they are named and as they are found.

use segue_formats::{NoteLevel, Origin, ReadOptions};
use segue_motion::{Clip, Likeness};
use segue_register::RegisterError;
use segue_register::dtw::SlopeLimit;
use serde::{Deserialize, Serialize};

use super::{Advice, VerbError, Watch};
use crate::files::{self, Input};

/// Clips that belong together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClipsRequest {
    /// Files, folders or samples, in the grammar of [`Input`].
    pub inputs: Vec<Input>,
    /// How files are read: `scale` (metres per unit), `up` (axis), `fps` (frames per second), `keep_first` (keep a rest
    /// pose that was inserted as first frame). What is left out is inferred.
    pub read: ReadOptions,
}

impl ClipsRequest {
    /// Clips of these names, read as they are.
    ///
    /// # Errors
    /// When a text names no input.
    pub fn of<T: AsRef<std::ffi::OsStr>>(inputs: &[T]) -> Result<Self, VerbError> {
        let inputs = inputs.iter().map(Input::parse).collect::<Result<_, _>>()?;
        Ok(Self { inputs, read: ReadOptions::default() })
    }

    /// Reads all clips; what the readers warn of is reported. A clip that cannot be read ends the run: without it the
    /// rest is another motion.
    ///
    /// # Errors
    /// When an input gives no clip, or there is none.
    pub fn read(&self, watch: &dyn Watch) -> Result<Found, VerbError> {
        let mut found = Found { clips: Vec::new(), inputs: Vec::new(), origins: Vec::new() };
        let mut files = Vec::new();
        for input in &self.inputs {
            files.extend(files::expand(input)?);
        }
        if files.is_empty() {
            return Err(VerbError::Request("no clip is named".to_owned()));
        }
        for (n, input) in files.iter().enumerate() {
            let name = input.to_string();
            watch.step(&name, n + 1, files.len())?;
            let reading = files::read(input, &self.read)?;
            for note in reading.notes.iter().filter(|note| note.level == NoteLevel::Warning) {
                watch.note(note, Some(&name));
            }
            for clip in reading.clips {
                found.clips.push(clip);
                found.inputs.push(input.clone());
                found.origins.push(reading.origin.clone());
            }
        }
        Ok(found)
    }

    /// Reads exactly two clips.
    ///
    /// # Errors
    /// As [`ClipsRequest::read`], and when there are more or fewer.
    pub fn read_two(&self, watch: &dyn Watch) -> Result<Found, VerbError> {
        let found = self.read(watch)?;
        if found.clips.len() != 2 {
            return Err(VerbError::Request(format!(
                "two clips are needed, but {} were named: {}",
                found.clips.len(),
                found.names().join(", ")
            )));
        }
        Ok(found)
    }
}

/// Clips as they were found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The clips, in the order of the inputs.
    pub clips: Vec<Clip>,
    /// What each was called.
    pub inputs: Vec<Input>,
    /// How the file of each was written.
    pub origins: Vec<Option<Origin>>,
}

impl Found {
    /// The names of the clips.
    pub fn names(&self) -> Vec<&str> {
        self.clips.iter().map(Clip::name).collect()
    }

    /// How the file of a clip was written, as a template for writing.
    pub fn origin(&self, clip: usize) -> Option<&Origin> {
        self.origins.get(clip)?.as_ref()
    }

    /// The clip that a person names, from 0, by name or by number from 1. A name counts before a number.
    ///
    /// # Errors
    /// When no clip or several have the name.
    pub fn number_of(&self, text: &str) -> Result<usize, VerbError> {
        let named: Vec<usize> =
            (0..self.clips.len()).filter(|&clip| self.clips[clip].name() == text).collect();
        match (&named[..], text.parse::<usize>()) {
            (&[clip], _) => Ok(clip),
            ([], Ok(number)) if (1..=self.clips.len()).contains(&number) => Ok(number - 1),
            ([], _) => Err(VerbError::Request(format!(
                "no clip is called `{text}`; there are {}",
                self.names().join(", ")
            ))),
            _ => Err(VerbError::Request(format!(
                "{} clips are called `{text}`; give the number instead, from 1",
                named.len()
            ))),
        }
    }

    /// One weight for each clip, before anything is computed.
    ///
    /// # Errors
    /// When there are more or fewer weights than clips.
    pub fn check_weights(&self, weights: &[f64]) -> Result<(), VerbError> {
        let (weights, clips) = (weights.len(), self.clips.len());
        if weights == clips {
            return Ok(());
        }
        Err(VerbError::Request(format!(
            "there are {weights} weights for {clips} clips ({}); give one for each",
            self.names().join(", ")
        )))
    }

    /// The error with what to do about it, where that depends on the clips.
    pub fn advised(&self, error: RegisterError, reference: usize) -> VerbError {
        let advice = match &error {
            RegisterError::Skeletons { .. } => self.retarget(reference),
            RegisterError::Unlike { .. } => Some(Advice::Force),
            RegisterError::Lengths { source, .. } => {
                let enough = u8::try_from(source.needed).ok().filter(|limit| *limit <= SlopeLimit::LARGEST);
                Some(Advice::OpenEnds { slope_limit: enough })
            }
            _ => None,
        };
        VerbError::Register { error: Box::new(error), advice: advice.map(Box::new) }
    }

    /// How to carry over the first clip that moves other joints than the reference. Names would not do: clips of
    /// different files may share theirs.
    fn retarget(&self, reference: usize) -> Option<Advice> {
        let skeleton = self.clips.get(reference)?.skeleton();
        let needs_map =
            |clip: &Clip| matches!(Likeness::of(skeleton, clip.skeleton()), Likeness::NeedsMap { .. });
        let clip = self.clips.iter().position(needs_map)?;
        let name = format!("{}-retargeted", self.clips[clip].name().replace(['/', ' '], "-"));
        Some(Advice::Retarget { from: self.inputs[clip].clone(), onto: self.inputs[reference].clone(), name })
    }
}
