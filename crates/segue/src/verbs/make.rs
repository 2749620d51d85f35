//! How motion is made, and what comes out: feet are held and the result is measured.

use std::path::{Path, PathBuf};

use segue_blend::quality::{Quality, Verdict};
use segue_blend::{
    Averaging, CleanUp, CleanUpReport, Cleaned, Feet, Moment, PlayerSettings, Shifts, SpeedLaw, clean_up,
    clean_up_shifted,
};
use segue_formats::Origin;
use segue_motion::{Anatomy, Clip, ClipSet};
use segue_register::ClipUse;
use serde::{Deserialize, Serialize};

use super::root_motion::RootMotionName;
use super::{DriftFacts, Progress, QualityFacts, VerbError, VerdictFacts, Watch};
use crate::PlayedMotion;
use crate::files::{OutputOptions, StoreError, Written, write_with_plants};

/// How motion is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct MakeRequest {
    /// What the result is called; without it, by the verb.
    pub name: Option<String>,
    /// Frames per second of the result; without it those of the reference or first clip.
    pub rate_hz: Option<f64>,
    /// How rotations are averaged.
    pub averaging: AveragingName,
    /// How time passes.
    pub law: LawName,
    /// Correct what blending did to the feet; otherwise they stay where the blend puts them.
    pub clean_up: bool,
    /// What planted feet do when they are corrected.
    pub feet: FeetName,
    /// Whether the motion travels or stays in place.
    pub root_motion: RootMotionName,
}

impl Default for MakeRequest {
    fn default() -> Self {
        let (averaging, law) = (AveragingName::default(), LawName::default());
        let (feet, root_motion) = (FeetName::default(), RootMotionName::default());
        Self { name: None, rate_hz: None, averaging, law, clean_up: true, feet, root_motion }
    }
}

/// What planted feet do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FeetName {
    /// They stand still wherever knees allow it; else they move as they do in the clips.
    #[default]
    Hold,
    /// They move as they do in the clips.
    Follow,
    /// They stand still wherever legs reach, whatever knees do.
    Lock,
}

impl From<FeetName> for Feet {
    fn from(name: FeetName) -> Self {
        match name {
            FeetName::Hold => Self::Hold,
            FeetName::Follow => Self::Follow,
            FeetName::Lock => Self::Lock,
        }
    }
}

/// How rotations are averaged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AveragingName {
    /// By the sum of quaternions: fast, and within a fraction of a degree.
    #[default]
    Fast,
    /// By the exponential map.
    Exact,
}

/// How time passes in a blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LawName {
    /// By the mean of the clips' durations.
    #[default]
    Duration,
    /// By the mean of the clips' rates, as in the paper.
    Rate,
}

impl MakeRequest {
    /// How blends are played.
    pub fn player(&self, looping: bool) -> PlayerSettings {
        let averaging = match self.averaging {
            AveragingName::Fast => Averaging::Sum,
            AveragingName::Exact => Averaging::ExponentialMap,
        };
        let law = match self.law {
            LawName::Duration => SpeedLaw::MeanDuration,
            LawName::Rate => SpeedLaw::MeanRate,
        };
        PlayerSettings { averaging, law, looping }
    }

    /// Names a motion that was made of `clips`, as asked for or else `name`, corrects what blending did to its feet unless that
    /// is unwanted, and judges it by the clips, which move as `uses` say. The watch hears the verdict. Then the motion is brought
    /// to where it is wanted: along the floor, or in place.
    ///
    /// # Errors
    /// When the feet cannot be corrected.
    pub fn finish(
        &self,
        motion: &PlayedMotion,
        (clips, uses): (&ClipSet, &[ClipUse]),
        (name, origin): (&str, Option<&Origin>),
        watch: &dyn Watch,
    ) -> Result<Made, VerbError> {
        watch.progress(Progress::step("holding feet and judging the motion", 2, 2));
        let held = self.held(motion, clips)?;
        Ok(self.judged(motion, held, (clips, uses), (name, origin), watch))
    }

    /// The motion with its feet corrected, unless that is unwanted.
    fn held(&self, motion: &PlayedMotion, clips: &ClipSet) -> Result<Option<Cleaned>, VerbError> {
        let settings = CleanUp { feet: self.feet.into(), ..CleanUp::default() };
        Ok(if self.clean_up { Some(clean_up(&motion.clip, &motion.trace, clips, &settings)?) } else { None })
    }

    /// [`MakeRequest::held`] of one of many motions that differ in their weights, its pelvis and feet elsewhere by some shifts: feet
    /// are held in all of them alike, where they stand in this one.
    pub(super) fn held_shifted(
        &self,
        motion: &PlayedMotion,
        clips: &ClipSet,
        shifts: &Shifts,
    ) -> Result<Option<Cleaned>, VerbError> {
        let settings =
            CleanUp { feet: self.feet.into(), fades: false, own_stances: true, ..CleanUp::default() };
        let cleaned = || clean_up_shifted(&motion.clip, &motion.trace, clips, &settings, shifts);
        Ok(if self.clean_up { Some(cleaned()?) } else { None })
    }

    /// Where a motion is wanted: along the floor, or in place.
    pub(super) fn placed(&self, clip: Clip, motion: &PlayedMotion, clips: (&ClipSet, &[ClipUse])) -> Clip {
        self.root_motion.apply(clip, motion, clips)
    }

    /// What [`MakeRequest::finish`] makes of a motion whose feet are held already.
    pub(super) fn judged(
        &self,
        motion: &PlayedMotion,
        held: Option<Cleaned>,
        clips: (&ClipSet, &[ClipUse]),
        (name, origin): (&str, Option<&Origin>),
        watch: &dyn Watch,
    ) -> Made {
        let named = |clip: Clip| clip.renamed(self.name.as_deref().unwrap_or(name));
        let cleaned = held.map(|held| (named(motion.wanted(&held.clip)), held.report));
        let made =
            Made::new(named(motion.wanted(&motion.clip)), cleaned, origin).judged(motion, clips.0, watch);
        made.moved(|clip| self.placed(clip, motion, clips))
    }
}

/// A motion that was made, and how good it is.
#[derive(Clone, Debug)]
pub struct Made {
    /// The motion.
    pub clip: Clip,
    /// The motion before its feet were held, if they were.
    pub raw: Option<Clip>,
    /// Both over the floor, where they were brought in place: there feet stand still or slide.
    over_floor: (Clip, Option<Clip>),
    before: Quality,
    after: Option<Quality>,
    clean_up: Option<String>,
    origin: Option<Origin>,
    /// How it compares with its sources, where they are known.
    pub verdict: Option<VerdictFacts>,
}

impl Made {
    /// A motion as it was made, and with its feet corrected if they were.
    fn new(clip: Clip, cleaned: Option<(Clip, CleanUpReport)>, origin: Option<&Origin>) -> Self {
        let anatomy = Anatomy::of(clip.skeleton());
        let before = Quality::of(&clip, &anatomy);
        let origin = origin.cloned();
        let Some((held, report)) = cleaned else {
            let over_floor = (clip.clone(), None);
            return Self {
                clip,
                raw: None,
                over_floor,
                before,
                after: None,
                clean_up: None,
                origin,
                verdict: None,
            };
        };
        let (after, report) = (Some(Quality::of(&held, &anatomy)), Some(report.to_string()));
        let over_floor = (held.clone(), Some(clip.clone()));
        Self {
            clip: held,
            raw: Some(clip),
            over_floor,
            before,
            after,
            clean_up: report,
            origin,
            verdict: None,
        }
    }

    /// The motion judged by its sources; the watch hears the verdict.
    fn judged(self, motion: &PlayedMotion, sources: &ClipSet, watch: &dyn Watch) -> Self {
        let sources: Vec<&Clip> = sources.clips().collect();
        let mut alone = motion.trace.moments().iter().map(Moment::is_alone);
        let is_sequence = alone.next().is_some_and(|first| alone.any(|other| other != first));
        let judge = if is_sequence { Verdict::of_sequence } else { Verdict::of };
        let drift = DriftFacts::of(self.quality().skate.as_ref(), &sources);
        let verdict = VerdictFacts::of(&judge(&self.clip, &sources), drift);
        verdict.tell(watch);
        Self { verdict: Some(verdict), ..self }
    }

    /// The motion brought to another place; its numbers are those of the motion over the floor.
    fn moved(self, place: impl Fn(Clip) -> Clip) -> Self {
        Self { clip: place(self.clip), raw: self.raw.map(place), ..self }
    }

    /// The numbers of the motion.
    pub fn quality(&self) -> &Quality {
        self.after.as_ref().unwrap_or(&self.before)
    }

    /// The motion over the floor, also where it was brought in place; what drawings of paths and feet show.
    pub fn over_floor(&self) -> &Clip {
        &self.over_floor.0
    }

    /// The same of the motion before its feet were held.
    pub fn raw_over_floor(&self) -> Option<&Clip> {
        self.over_floor.1.as_ref()
    }

    /// How the file of its reference was written, as a template for writing.
    pub fn origin(&self) -> Option<&Origin> {
        self.origin.as_ref()
    }

    /// What is reported about it.
    pub fn facts(&self) -> MadeFacts {
        MadeFacts {
            clip: self.clip.name().to_owned(),
            frames: self.clip.len(),
            rate_hz: self.clip.rate(),
            duration_secs: self.clip.duration_secs(),
            quality: self.quality().into(),
            quality_before_clean_up: self.after.as_ref().map(|_| (&self.before).into()),
            clean_up: self.clean_up.clone(),
            verdict: self.verdict.clone(),
            written: Vec::new(),
        }
    }

    /// Writes the motion, in the shape of the file of its reference where the format is the same, and its plants
    /// beside it; names the files.
    ///
    /// # Errors
    /// As [`crate::files::write`].
    pub fn write(&self, path: &Path, options: &OutputOptions) -> Result<Written, StoreError> {
        write_with_plants(path, &self.clip, self.origin.as_ref(), options)
    }
}

/// What is reported about a motion that was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MadeFacts {
    /// Its name.
    pub clip: String,
    /// How many frames it has.
    pub frames: usize,
    /// Frames per second.
    pub rate_hz: f64,
    /// How long it lasts.
    pub duration_secs: f64,
    /// Its numbers.
    pub quality: QualityFacts,
    /// Its numbers before its feet were held; `None` when they were not.
    pub quality_before_clean_up: Option<QualityFacts>,
    /// What holding the feet did, in words.
    pub clean_up: Option<String>,
    /// How it compares with what it was made of, where that is known.
    pub verdict: Option<VerdictFacts>,
    /// The files that the front end wrote it to.
    pub written: Vec<PathBuf>,
}
