//! Stances as they are named, and what is wanted of them.

use std::fmt;
use std::str::FromStr;

use segue_formats::ReadOptions;
use segue_stance::{ExtractSettings, Params, Stance, extract};
use serde::{Deserialize, Serialize};

use crate::files::Input;
use crate::verbs::{ClipsRequest, FilesKept, VerbError, Watch};

/// The default mass of a figure, in kilograms.
pub(super) const MASS_KG: f64 = 70.0;

/// A stance of a clip.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct NamedStance {
    /// The stance as `CLIP:N`, counted from 1; the first without a number.
    pub name: StanceName,
    /// The mass of the figure.
    pub mass_kg: f64,
    /// How the file is read.
    pub read: ReadOptions,
}

impl Default for NamedStance {
    fn default() -> Self {
        Self { name: StanceName::default(), mass_kg: MASS_KG, read: ReadOptions::default() }
    }
}

impl NamedStance {
    /// Reads the clip and extracts the stance.
    ///
    /// # Errors
    /// When the name is not of one clip, or the clip has no such stance.
    pub fn find(&self, watch: &dyn Watch) -> Result<Stance, VerbError> {
        let input = self.name.clip()?;
        let clips =
            ClipsRequest { inputs: vec![input.clone()], read: self.read.clone(), ..ClipsRequest::default() };
        let clips = clips.read_keeping(FilesKept::None, watch)?.clips;
        let [clip] = &clips[..] else {
            let text =
                format!("a stance is of one clip, but {input} holds {}; name one of them", clips.len());
            return Err(VerbError::Request(text));
        };
        let mut found = extract(clip, &settings(self.mass_kg))?;
        let (count, number) = (found.stances.len(), self.name.number);
        if number > count {
            let text = format!("{input} has {count} stances, so there is no number {number}");
            return Err(VerbError::Request(text));
        }
        Ok(found.stances.swap_remove(number - 1).stance)
    }
}

/// How stances of a figure of this weight are extracted.
pub(super) fn settings(mass_kg: f64) -> ExtractSettings {
    ExtractSettings { mass: mass_kg, ..ExtractSettings::default() }
}

/// The name of a stance: `CLIP:N`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StanceName {
    clip: String,
    number: usize,
}

impl Default for StanceName {
    fn default() -> Self {
        Self { clip: String::new(), number: 1 }
    }
}

impl StanceName {
    fn clip(&self) -> Result<Input, VerbError> {
        Ok(Input::parse(&self.clip)?)
    }
}

impl FromStr for StanceName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbered =
            text.rsplit_once(':').and_then(|(clip, number)| Some((clip, number.parse::<usize>().ok()?)));
        let (clip, number) = numbered.unwrap_or((text, 1));
        if number == 0 {
            return Err("stances are counted from 1".to_owned());
        }
        Ok(Self { clip: clip.to_owned(), number })
    }
}

impl TryFrom<String> for StanceName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<StanceName> for String {
    fn from(name: StanceName) -> Self {
        name.to_string()
    }
}

impl fmt::Display for StanceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.clip, self.number)
    }
}

/// What a stance should do; parameters that are left out stay the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct WantedParams {
    /// Height of the centre of mass at the first apex, in metres above the ground of the contact.
    pub zs: Option<f64>,
    /// Height at the second apex, in metres.
    pub ze: Option<f64>,
    /// Speed at the first apex, in m/s.
    pub vs: Option<f64>,
    /// Speed along the same heading at the second apex, in m/s.
    pub ve: Option<f64>,
    /// Speed to the right of the heading at the second apex, in m/s.
    pub vp: Option<f64>,
    /// Distance along the heading from apex to apex, in metres.
    pub x: Option<f64>,
}

impl WantedParams {
    /// What is wanted, and `own` where nothing is said.
    pub fn over(&self, own: Params) -> Params {
        Params {
            zs: self.zs.unwrap_or(own.zs),
            ze: self.ze.unwrap_or(own.ze),
            vs: self.vs.unwrap_or(own.vs),
            ve: self.ve.unwrap_or(own.ve),
            vp: self.vp.unwrap_or(own.vp),
            x: self.x.unwrap_or(own.x),
        }
    }

    /// Whether all six are given.
    pub fn is_complete(&self) -> bool {
        [self.zs, self.ze, self.vs, self.ve, self.vp, self.x].iter().all(Option::is_some)
    }
}
