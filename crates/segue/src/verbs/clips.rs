//! Clips that belong together, as they are named and as they are found.

use segue_formats::{Note, NoteLevel, Origin, ReadOptions};
use segue_motion::{Clip, ClipId, ClipSet, ClipSetError, Likeness, SkeletonChoice};
use segue_register::dtw::SlopeLimit;
use segue_register::{RegisterError, level_floors};
use serde::{Deserialize, Serialize};

use super::{Advice, HeldClip, VerbError, Watch};
use crate::files::{self, Input};

/// Clips that belong together.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ClipsRequest {
    /// Files, folders or samples, in the grammar of [`Input`].
    pub inputs: Vec<Input>,
    /// How files are read: `scale` (metres per unit), `up` (axis), `fps` (frames per second), `rest` (what becomes of a rest
    /// pose that was inserted as first frame). What is left out is inferred.
    pub read: ReadOptions,
    /// Whose skeleton the result has: one of the clips, by name or by number from 1, or another input. Without it that of
    /// the first clip.
    pub skeleton: Option<String>,
    /// Clips that are in memory already; they come before those of `inputs`.
    #[serde(skip)]
    pub held: Vec<HeldClip>,
}

impl ClipsRequest {
    /// Clips of these names, read as they are.
    ///
    /// # Errors
    /// When a text names no input.
    pub fn of<T: AsRef<std::ffi::OsStr>>(inputs: &[T]) -> Result<Self, VerbError> {
        let inputs = inputs.iter().map(Input::parse).collect::<Result<_, _>>()?;
        Ok(Self { inputs, ..Self::default() })
    }

    /// Reads all clips; what the readers warn of is reported. A clip that cannot be read ends the run: without it the
    /// rest is another motion.
    ///
    /// # Errors
    /// When an input gives no clip, or there is none.
    pub fn read(&self, watch: &dyn Watch) -> Result<Found, VerbError> {
        self.read_keeping(FilesKept::All, watch)
    }

    /// As [`ClipsRequest::read`], but of the files only those are kept that something is written like: a file of an hour takes more
    /// than its clip.
    ///
    /// # Errors
    /// As [`ClipsRequest::read`].
    pub fn read_keeping(&self, files_kept: FilesKept, watch: &dyn Watch) -> Result<Found, VerbError> {
        let mut found = Found::default();
        self.held.iter().for_each(|held| found.take(held));
        let mut files = Vec::new();
        for input in &self.inputs {
            files.extend(files::expand(input)?);
        }
        if files.is_empty() && self.held.is_empty() {
            return Err(VerbError::Request("no clip is named".to_owned()));
        }
        for (n, input) in files.iter().enumerate() {
            let name = input.to_string();
            watch.step(&name, n + 1, files.len())?;
            let reading = files::read(input, &self.read)?;
            for note in reading.notes.iter().filter(|note| note.level == NoteLevel::Warning) {
                watch.note(note, Some(&name));
            }
            reading.correction_notes().for_each(|note| watch.note(&note, Some(&name)));
            for clip in reading.clips {
                let is_figure = self.skeleton.is_some() || found.clips.is_empty();
                let is_kept = files_kept == FilesKept::All || files_kept == FilesKept::Figure && is_figure;
                found.clips.push(clip);
                found.inputs.push(input.clone());
                found.origins.push(reading.origin.clone().filter(|_| is_kept));
            }
        }
        (found.skeleton, found.given_origin) = self.choice(&found)?;
        found.remember_file();
        Ok(found)
    }

    /// The skeleton that is asked for, and its file where it is that of no clip. A clip counts before another input.
    fn choice(&self, found: &Found) -> Result<(SkeletonChoice, Option<Origin>), VerbError> {
        let Some(text) = &self.skeleton else { return Ok((SkeletonChoice::First, None)) };
        if let Ok(clip) = found.number_of(text) {
            return Ok((SkeletonChoice::Of(clip), None));
        }
        let input = Input::parse(text)?;
        let reading = files::read_figure(&input, &self.read)?;
        let origin = reading.origin.or_else(|| files::library_origin(&input));
        let given = SkeletonChoice::Given(reading.figure.skeleton);
        let lent = reading.clips.into_iter().next().map(|clip| SkeletonChoice::LentBy(clip.into()));
        Ok((lent.unwrap_or(given), origin))
    }
}

/// Which files stay in memory beside their clips.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilesKept {
    /// All.
    All,
    /// That of the figure which the result is written like.
    Figure,
    /// None: nothing is written like them.
    None,
}

/// Clips as they were found.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The clips, in the order of the inputs.
    pub clips: Vec<Clip>,
    /// What each was called.
    pub inputs: Vec<Input>,
    /// How the file of each was written.
    pub origins: Vec<Option<Origin>>,
    /// Whose skeleton the result has.
    pub skeleton: SkeletonChoice,
    /// The file of the figure, where that is none of the clips.
    pub given_origin: Option<Origin>,
}

impl Found {
    /// The names of the clips.
    pub fn names(&self) -> Vec<&str> {
        self.clips.iter().map(Clip::name).collect()
    }

    /// How the file of the figure that the result has was written, as a template for writing.
    pub fn figure_origin(&self) -> Option<&Origin> {
        match &self.skeleton {
            SkeletonChoice::First => self.origins.first()?.as_ref(),
            SkeletonChoice::Of(clip) => self.origins.get(clip.index())?.as_ref(),
            SkeletonChoice::Given(_) | SkeletonChoice::LentBy(_) => self.given_origin.as_ref(),
        }
    }

    /// The clips on one skeleton and one floor, which then stand for those that were found: nobody holds both.
    ///
    /// # Errors
    /// As [`Found::set`].
    pub fn on_one_floor(mut self, watch: &dyn Watch) -> Result<(Self, ClipSet), VerbError> {
        let set = self.set(watch)?;
        self.clips = set.clips().cloned().collect();
        let level = level_floors(&set);
        self.clips = level.clips().cloned().collect();
        Ok((self, level))
    }

    /// Finds the file of the figure where that is a clip of a library: the result may wear its mesh.
    fn remember_file(&mut self) {
        let figure = match &self.skeleton {
            SkeletonChoice::First => 0,
            SkeletonChoice::Of(clip) => clip.index(),
            SkeletonChoice::Given(_) | SkeletonChoice::LentBy(_) => return,
        };
        if let (Some(origin @ None), Some(input)) = (self.origins.get_mut(figure), self.inputs.get(figure)) {
            *origin = files::library_origin(input);
        }
    }

    /// The clips on the skeleton that is chosen, with a note for each that had to be retargeted and a warning of what is doubtful there.
    ///
    /// # Errors
    /// When a clip moves other joints: that takes a skeleton map.
    pub fn set(&self, watch: &dyn Watch) -> Result<ClipSet, VerbError> {
        let clips = ClipSet::new(self.clips.iter().cloned(), &self.skeleton);
        let clips = clips.map_err(|error| self.unfit(error))?;
        tell_retargeted(&clips, None, watch);
        Ok(clips)
    }

    /// The clip that a person names, by name or by number from 1. A name counts before a number.
    ///
    /// # Errors
    /// When no clip or several have the name.
    pub fn number_of(&self, text: &str) -> Result<ClipId, VerbError> {
        let ids = ClipId::all(self.clips.len()).zip(&self.clips);
        let named: Vec<ClipId> = ids.filter(|(_, clip)| clip.name() == text).map(|(id, _)| id).collect();
        match (&named[..], text.parse::<usize>()) {
            (&[clip], _) => Ok(clip),
            ([], Ok(number)) if (1..=self.clips.len()).contains(&number) => Ok(ClipId::new(number - 1)),
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

    /// Two clips, as a transition needs them.
    ///
    /// # Errors
    /// When there are more or fewer.
    pub fn check_two(&self) -> Result<(), VerbError> {
        if self.clips.len() == 2 {
            return Ok(());
        }
        Err(VerbError::Request(format!(
            "a transition is between two clips, but {} were named: {}",
            self.clips.len(),
            self.names().join(", ")
        )))
    }

    /// One weight for each clip, before anything is computed.
    ///
    /// # Errors
    /// When there are more or fewer weights than clips.
    pub fn check_weights(&self, weights: &[f64]) -> Result<(), VerbError> {
        self.check_count(weights.len(), "weights")
    }

    /// One number for each clip, before anything is computed.
    ///
    /// # Errors
    /// When there are more or fewer numbers than clips.
    pub fn check_count(&self, numbers: usize, what: &str) -> Result<(), VerbError> {
        let clips = self.clips.len();
        if numbers == clips {
            return Ok(());
        }
        Err(VerbError::Request(format!(
            "there are {numbers} {what} for {clips} clips ({}); give one for each",
            self.names().join(", ")
        )))
    }

    /// The error with what to do about it.
    pub fn advised(error: RegisterError) -> VerbError {
        let advice = match &error {
            RegisterError::Unlike { .. } => Some(Advice::Force),
            RegisterError::Lengths { source, .. } => {
                let enough = u8::try_from(source.needed).ok().filter(|limit| *limit <= SlopeLimit::LARGEST);
                Some(Advice::OpenEnds { slope_limit: enough })
            }
            _ => None,
        };
        VerbError::Register { error: Box::new(error), advice: advice.map(Box::new) }
    }

    /// Why the clips do not fit on one skeleton, with what to do about it.
    fn unfit(&self, error: ClipSetError) -> VerbError {
        let needs_map = matches!(error, ClipSetError::NeedsMap { .. });
        let advice = if needs_map { self.retarget().map(Box::new) } else { None };
        VerbError::ClipSet { error: Box::new(error), advice }
    }

    /// How to carry over the first clip that moves other joints than the one whose skeleton is chosen. Names would not do:
    /// clips of different files may share theirs.
    fn retarget(&self) -> Option<Advice> {
        let owner = match self.skeleton {
            SkeletonChoice::First => 0,
            SkeletonChoice::Of(clip) => clip.index(),
            SkeletonChoice::Given(_) | SkeletonChoice::LentBy(_) => return None,
        };
        let skeleton = self.clips.get(owner)?.skeleton();
        let needs_map =
            |clip: &Clip| matches!(Likeness::of(skeleton, clip.skeleton()), Likeness::NeedsMap { .. });
        let clip = self.clips.iter().position(needs_map)?;
        let name = format!("{}-retargeted", self.clips[clip].name().replace(['/', ' '], "-"));
        let [from, onto] = [clip, owner].map(|n| Box::new(self.inputs[n].clone()));
        Some(Advice::Retarget { from, onto, name })
    }
}

/// Says what was retargeted, and what is doubtful there.
pub(super) fn tell_retargeted(clips: &ClipSet, about: Option<&str>, watch: &dyn Watch) {
    clips.notes().for_each(|note| watch.note(&Note::info(note), about));
    tell_doubts(clips, about, watch);
}

/// Warns of what is doubtful about clips that were retargeted.
pub(super) fn tell_doubts(clips: &ClipSet, about: Option<&str>, watch: &dyn Watch) {
    clips.doubts().for_each(|doubt| watch.note(&Note::warning(doubt), about));
}
