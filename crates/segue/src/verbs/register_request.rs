//! How clips are registered, as a request.

use std::path::Path;
use std::sync::Arc;

use segue_blend::Ensemble;
use segue_formats::Note;
use segue_motion::{ClipId, ClipSet};
use segue_register::dtw::SlopeLimit;
use segue_register::{Ends, Pin, RegisterSettings};
use serde::{Deserialize, Serialize};

use super::clips::tell_doubts;
use super::{Found, Progress, Silent, VerbError, Watch};
use crate::Cast;
use crate::files::read_registration;

/// How clips are registered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegisterRequest {
    /// The clip to compare the others with, by name or number (from 1); by default the one nearest to all others.
    pub reference: Option<String>,
    /// Where the registration starts and ends in each clip.
    pub ends: EndsName,
    /// How many frames of one clip may correspond to one frame of another, at most: 1 to 20. Beyond 3 a warp looks like slow
    /// motion.
    pub slope_limit: u8,
    /// Align the foot strikes that the plants mark; otherwise compare bodies only.
    pub strikes: bool,
    /// Register clips even if they do not seem to belong together.
    pub force: bool,
    /// Moments that correspond because you say so; the curve passes through them. Without `reference` the first clip is the
    /// reference.
    pub pins: Vec<PinRequest>,
    /// How fast each clip in place travels, in m/s, in the order of the clips; without it as its feet imply. 0 for a clip that is
    /// not in place.
    pub speeds: Vec<f64>,
}

/// A moment of the reference and one of another clip that correspond.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinRequest {
    /// The other clip, by name or by number from 1.
    pub clip: String,
    /// The moment of the reference.
    pub reference_secs: f64,
    /// The moment of the other clip.
    pub secs: f64,
}

impl Default for RegisterRequest {
    fn default() -> Self {
        Self {
            reference: None,
            ends: EndsName::Auto,
            slope_limit: 3,
            strikes: true,
            force: false,
            pins: Vec::new(),
            speeds: Vec::new(),
        }
    }
}

/// Where the registration starts and ends in each clip.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndsName {
    /// As far as the clips share steps; without steps, as far as they are alike.
    #[default]
    Auto,
    /// First frames correspond, and last frames do.
    Pinned,
    /// Wherever the clips stop being alike.
    Open,
}

impl From<EndsName> for Ends {
    fn from(name: EndsName) -> Self {
        match name {
            EndsName::Auto => Self::Automatic,
            EndsName::Pinned => Self::Pinned,
            EndsName::Open => Self::Open,
        }
    }
}

impl RegisterRequest {
    /// The settings for these clips.
    ///
    /// # Errors
    /// When the reference is no clip, or the slope limit is out of range.
    pub fn settings(&self, found: &Found) -> Result<RegisterSettings, VerbError> {
        if !(1..=SlopeLimit::LARGEST).contains(&self.slope_limit) {
            return Err(VerbError::Request(format!(
                "the slope limit is {}; it must be 1 to {}",
                self.slope_limit,
                SlopeLimit::LARGEST
            )));
        }
        if !self.speeds.is_empty() {
            found.check_count(self.speeds.len(), "speeds")?;
        }
        let chosen = self.reference.as_deref().map(|text| found.number_of(text)).transpose()?;
        let first = (!self.pins.is_empty()).then_some(ClipId::FIRST);
        let pin = |pin: &PinRequest| {
            let PinRequest { ref clip, reference_secs, secs } = *pin;
            Ok(Pin { clip: found.number_of(clip)?, reference_secs, secs })
        };
        Ok(RegisterSettings {
            speeds: self.speeds.clone(),
            reference: chosen.or(first),
            pins: self.pins.iter().map(pin).collect::<Result<_, VerbError>>()?,
            ends: self.ends.into(),
            slope_limit: SlopeLimit::AtMost(self.slope_limit),
            meet_strikes: self.strikes,
            force: self.force,
            ..RegisterSettings::default()
        })
    }

    /// Registers clips, or reads their registration from the file `stored`. The watch hears how it came about; doubts
    /// are warnings.
    ///
    /// # Errors
    /// When the clips cannot be registered, or the file is no registration of them.
    pub fn cast(&self, found: &Found, stored: Option<&Path>, watch: &dyn Watch) -> Result<Cast, VerbError> {
        // The notes of the set are among those of the registration.
        self.cast_of(&found.set(&Silent)?, found, stored, watch)
    }

    /// The same of clips that are on one skeleton already.
    pub(super) fn cast_of(
        &self,
        clips: &ClipSet,
        found: &Found,
        stored: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<Cast, VerbError> {
        watch.go_on()?;
        watch.progress(Progress::step("comparing the clips", 1, 2));
        let cast = match stored {
            Some(path) => read_registration(path, clips)?,
            None => Cast::register(clips, &self.settings(found)?).map_err(Found::advised)?,
        };
        report_notes(&cast, watch);
        tell_doubts(clips, None, watch);
        watch.go_on()?;
        Ok(cast)
    }
}

/// Clips that were found, with their registration, laid out for playing.
#[derive(Clone, Debug)]
pub struct Registered {
    /// What was found, its clips as they are played.
    pub found: Found,
    /// The clips on one skeleton, with their registration.
    pub cast: Cast,
    /// The clips laid out for playing.
    pub ensemble: Arc<Ensemble>,
}

impl Registered {
    /// Registers clips, or reads their registration from the file `stored`.
    ///
    /// # Errors
    /// As [`RegisterRequest::cast`].
    pub fn new(
        found: Found,
        register: &RegisterRequest,
        stored: Option<&Path>,
        watch: &dyn Watch,
    ) -> Result<Self, VerbError> {
        // The notes of the set are among those of the registration.
        let (mut found, level) = found.on_one_floor(&Silent)?;
        let cast = register.cast_of(&level, &found, stored, watch)?;
        // Those that are played stand for those that were found: nobody holds both.
        found.clips = cast.clips().clips().cloned().collect();
        let ensemble = cast.ensemble()?;
        Ok(Self { found, cast, ensemble })
    }
}

/// Reports what a person should know about how a registration came about; doubts are warnings.
fn report_notes(cast: &Cast, watch: &dyn Watch) {
    let registration = cast.registration();
    let notes = registration.notes().iter().map(Note::info);
    let warnings = registration.warnings().iter().map(Note::warning);
    notes.chain(warnings).for_each(|note| watch.note(&note, None));
}
