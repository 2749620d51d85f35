//! Stances as they are named, and what is wanted of them.

use anyhow::{Result, bail};
use clap::Args;
use segue::Input;
use segue::stance::{ExtractSettings, Extraction, Mode, Params, Stance, extract};

use crate::args::{self, ReadArgs};
use crate::cast::Found;
use crate::console::Console;

/// A stance of a clip: `CLIP:N`, the first without a number.
#[derive(Clone, Debug)]
pub(super) struct Named {
    input: Input,
    number: usize,
}

pub(super) fn named(text: &str) -> Result<Named, String> {
    let split = text.rsplit_once(':').and_then(|(clip, number)| Some((clip, number.parse::<usize>().ok()?)));
    let (clip, number) = split.unwrap_or((text, 1));
    let input = Input::parse(clip).map_err(|error| error.to_string())?;
    if number == 0 {
        return Err("stances are counted from 1".to_owned());
    }
    Ok(Named { input, number })
}

impl Named {
    pub(super) fn stance(&self, body: &BodyArgs, console: &Console) -> Result<Stance> {
        let clips = Found::read(std::slice::from_ref(&self.input), &body.read, console)?.clips;
        let [clip] = &clips[..] else {
            bail!("a stance is of one clip, but {} holds {}; name one of them", self.input, clips.len())
        };
        let mut found: Extraction = extract(clip, &body.settings())?;
        if self.number > found.stances.len() {
            bail!(
                "{} has {} stances, so there is no number {}",
                self.input,
                found.stances.len(),
                self.number
            );
        }
        Ok(found.stances.swap_remove(self.number - 1).stance)
    }
}

/// The body that moves.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Body")]
pub(super) struct BodyArgs {
    /// What the figure weighs, in kilograms
    #[arg(long, value_name = "KG", default_value_t = 70.0, value_parser = args::positive)]
    pub(super) mass: f64,

    #[command(flatten)]
    pub(super) read: ReadArgs,
}

impl BodyArgs {
    pub(super) fn settings(&self) -> ExtractSettings {
        ExtractSettings { mass: self.mass, ..ExtractSettings::default() }
    }
}

/// What is wanted; what is not said stays as it is.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Wanted", allow_negative_numbers = true)]
pub(super) struct WantedArgs {
    /// Height at the first apex, in metres above the ground of the contact
    #[arg(long, value_name = "METRES", value_parser = args::number)]
    zs: Option<f64>,

    /// Height at the second apex, in metres
    #[arg(long, value_name = "METRES", value_parser = args::number)]
    ze: Option<f64>,

    /// Speed at the first apex, in m/s
    #[arg(long, value_name = "SPEED", value_parser = args::number)]
    vs: Option<f64>,

    /// Speed along the same heading at the second apex, in m/s
    #[arg(long, value_name = "SPEED", value_parser = args::number)]
    ve: Option<f64>,

    /// Speed to the right of the heading at the second apex, in m/s
    #[arg(long, value_name = "SPEED", value_parser = args::number)]
    vp: Option<f64>,

    /// Distance along the heading from apex to apex, in metres
    #[arg(long, value_name = "METRES", value_parser = args::number)]
    x: Option<f64>,
}

impl WantedArgs {
    pub(super) fn over(&self, own: Params) -> Params {
        Params {
            zs: self.zs.unwrap_or(own.zs),
            ze: self.ze.unwrap_or(own.ze),
            vs: self.vs.unwrap_or(own.vs),
            ve: self.ve.unwrap_or(own.ve),
            vp: self.vp.unwrap_or(own.vp),
            x: self.x.unwrap_or(own.x),
        }
    }

    /// Whether all six are said.
    pub(super) fn is_complete(&self) -> bool {
        [self.zs, self.ze, self.vs, self.ve, self.vp, self.x].iter().all(Option::is_some)
    }
}

/// How forces are altered.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ModeName {
    /// The push is tilted
    Lean,
    /// The horizontal force is scaled, as in the source
    Scale,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::Lean => Self::Lean,
            ModeName::Scale => Self::Scale,
        }
    }
}
