//! The stances to choose from.

use anyhow::{Result, bail};
use clap::Args;
use segue::Input;
use segue::motion::Clip;
use segue::stance::{Gathered, Params, Stance, StanceLibrary, TrySettings, built_in_clips, gather};

use super::named::{BodyArgs, ModeName};
use crate::args;
use crate::cast::Found;
use crate::console::Console;

/// Where stances come from.
#[derive(Debug, Args)]
pub(super) struct LibraryArgs {
    /// Files, folders or samples to take stances from; without it, the built-in runs, jumps, leaps and hops
    #[arg(long, value_name = "CLIP", value_parser = args::input(), num_args = 1..)]
    from: Vec<Input>,

    /// Do not add the mirror images of the clips
    #[arg(long)]
    no_mirror: bool,

    /// How the horizontal force is altered
    #[arg(long, value_name = "MODE", default_value = "lean")]
    pub(super) mode: ModeName,

    #[command(flatten)]
    body: BodyArgs,
}

/// Stances with the clips they come from.
pub(super) struct Source {
    pub(super) library: StanceLibrary,
    pub(super) clips: Vec<Clip>,
}

impl LibraryArgs {
    pub(super) fn tries(&self) -> TrySettings {
        TrySettings { mode: self.mode.into(), ..TrySettings::default() }
    }

    pub(super) fn read(&self, console: &Console) -> Result<Source> {
        let clips = if self.from.is_empty() {
            built_in_clips()
        } else {
            Found::read(&self.from, &self.body.read, console)?.clips
        };
        let Gathered { stances, without, .. } = gather(&clips, &self.body.settings(), !self.no_mirror);
        for error in &without {
            console.inform(error);
        }
        if stances.is_empty() {
            bail!("none of the {} clips has a stance", clips.len());
        }
        let library = StanceLibrary::new(stances, &self.tries());
        console.inform(format_args!("{} stances of {} clips", library.stances().len(), clips.len()));
        Ok(Source { library, clips })
    }
}

/// The mean parameters of stances of a kind, which stand for what is not said.
pub(super) fn average<'a>(stances: impl Iterator<Item = &'a Stance>) -> Params {
    let mut sum = [0.0; 6];
    let mut count = 0.0;
    for stance in stances {
        sum.iter_mut().zip(stance.params().to_array()).for_each(|(sum, value)| *sum += value);
        count += 1.0;
    }
    Params::from_array(sum.map(|sum| sum / f64::max(count, 1.0)))
}
