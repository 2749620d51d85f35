//! Stances as they are named, and what is wanted of them.

use clap::Args;
use segue::stance::Mode;
use segue::verbs::stance::{NamedStance, StanceName, WantedParams};

use crate::args::{self, ReadArgs};

/// The body that moves.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Body")]
pub(super) struct BodyArgs {
    /// Mass of the figure, in kilograms
    #[arg(long, value_name = "KG", default_value_t = 70.0, value_parser = args::positive)]
    pub(super) mass: f64,

    #[command(flatten)]
    pub(super) read: ReadArgs,
}

impl BodyArgs {
    pub(super) fn stance(&self, name: &StanceName) -> NamedStance {
        NamedStance { name: name.clone(), mass_kg: self.mass, read: self.read.options() }
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
    pub(super) fn params(&self) -> WantedParams {
        let &Self { zs, ze, vs, ve, vp, x } = self;
        WantedParams { zs, ze, vs, ve, vp, x }
    }
}

/// How forces are altered.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ModeName {
    /// Tilt the push
    Lean,
    /// Scale the horizontal force, as in the source
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
