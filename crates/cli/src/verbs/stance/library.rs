//! The stances to choose from.

use std::path::Path;

use anyhow::{Result, bail};
use clap::Args;
use segue::motion::Clip;
use segue::stance::{Gathered, Params, Stance, StanceLibrary, TrySettings, gather};
use segue::{Input, Source};

use super::named::{BodyArgs, ModeName};
use crate::args;
use crate::cast::Found;
use crate::console::Console;

/// Where stances come from.
#[derive(Debug, Args)]
pub(super) struct LibraryArgs {
    /// Files, folders, samples or .segue-stances files to take stances from; without it, the built-in runs, jumps,
    /// leaps and hops
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
pub(super) struct Stock {
    pub(super) library: StanceLibrary,
    pub(super) clips: Vec<Clip>,
}

impl LibraryArgs {
    pub(super) fn tries(&self) -> TrySettings {
        TrySettings { mode: self.mode.into(), ..TrySettings::default() }
    }

    pub(super) fn read(&self, console: &Console) -> Result<Stock> {
        let (files, inputs): (Vec<&Input>, Vec<&Input>) =
            self.from.iter().partition(|input| saved(input).is_some());
        let inputs: Vec<Input> = inputs.into_iter().cloned().collect();
        let mut clips = if self.from.is_empty() {
            segue::files::built_in_stance_clips()
        } else {
            Found::read(&inputs, &self.body.read, console)?.clips
        };
        let Gathered { mut stances, without, .. } = gather(&clips, &self.body.settings(), !self.no_mirror);
        for error in &without {
            console.inform(error);
        }
        for path in files.into_iter().filter_map(saved) {
            let (more, read) = segue::files::read_stances(path)?;
            let mirrored = |stance: &Stance| stance.origins().iter().any(|origin| origin.mirrored);
            stances.extend(read.into_iter().filter(|stance| !self.no_mirror || !mirrored(stance)));
            clips.extend(more);
        }
        if stances.is_empty() {
            bail!("none of the {} clips has a stance", clips.len());
        }
        let library = StanceLibrary::new(stances, &self.tries());
        console.inform(format_args!("{} stances of {} clips", library.stances().len(), clips.len()));
        Ok(Stock { library, clips })
    }
}

/// The path of a file of stances; `None` for other inputs.
fn saved(input: &Input) -> Option<&Path> {
    match &input.source {
        Source::Path(path) => {
            Some(path.as_path()).filter(|path| path.extension().is_some_and(|kind| kind == "segue-stances"))
        }
        _ => None,
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
