//! How clips are registered, as it is asked for.

use std::path::Path;

use segue_formats::Note;
use segue_register::dtw::SlopeLimit;
use segue_register::{Ends, RegisterSettings};
use serde::{Deserialize, Serialize};

use super::{Found, Silent, VerbError, Watch};
use crate::Cast;
use crate::files::read_registration;

/// How clips are registered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RegisterRequest {
    /// The clip that the others are compared with, by name or by number from 1; without it the one nearest to all.
    pub reference: Option<String>,
    /// Whether first frames go with first and last with last.
    pub ends: EndsName,
    /// Frames of one clip that may go with one frame of another, at most: 1 to 20. 3: beyond it a warp reads as slow
    /// motion.
    pub slope_limit: u8,
    /// Whether foot strikes that the plants mark are made to meet; otherwise only bodies are compared.
    pub strikes: bool,
    /// Register clips that do not seem to belong together.
    pub force: bool,
}

impl Default for RegisterRequest {
    fn default() -> Self {
        Self { reference: None, ends: EndsName::Auto, slope_limit: 3, strikes: true, force: false }
    }
}

/// Whether first frames go with first and last with last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EndsName {
    /// As far as the clips share steps, or where they cease to be alike.
    #[default]
    Auto,
    /// Always.
    Pinned,
    /// Wherever the clips stop resembling each other.
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
        Ok(RegisterSettings {
            reference: self.reference.as_deref().map(|text| found.number_of(text)).transpose()?,
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
        watch.go_on()?;
        // The notes of the set are among those of the registration.
        let clips = found.set(&Silent)?;
        let cast = match stored {
            Some(path) => read_registration(path, &clips)?,
            None => Cast::register(&clips, &self.settings(found)?).map_err(Found::advised)?,
        };
        report_notes(&cast, watch);
        watch.go_on()?;
        Ok(cast)
    }
}

/// Reports what a person should know about how a registration came about; doubts are warnings.
fn report_notes(cast: &Cast, watch: &dyn Watch) {
    let registration = cast.registration();
    let notes = registration.notes().iter().map(Note::info);
    let warnings = registration.warnings().iter().map(Note::warning);
    notes.chain(warnings).for_each(|note| watch.note(&note, None));
}
