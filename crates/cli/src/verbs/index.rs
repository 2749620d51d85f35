//! `segue index`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use clap::Args;
use segue::library::Library;
use segue::motion::ClipId;
use segue::search::Settings;
use segue::{IndexChoices, LibraryIndex, Stored};
use serde_json::json;

use crate::args::{self, JsonArgs, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::progress::Progress;
use crate::verbs::library::chosen;

/// Make a library ready to be searched
///
/// Finds out, for every pair of clips, which stretches of them are alike: their match web, which is kept in the library.
/// Only webs that are missing are built, so the same command brings an index up to date after clips were added. It may
/// be stopped at any moment and goes on from there when it is started again.
///
/// Clips with different joints cannot be compared; each family of clips with the same joints is indexed by itself.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    library: LibraryArgs,

    /// Frames per second at which clips are compared; without it as before, or 30
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    rate: Option<f64>,

    /// Build webs at this lower rate first, at least 20, and look only near them at the rate of the index; without it as
    /// before, or not at all when --rate is given
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    coarse: Option<f64>,

    /// The largest distance that searches will ask for, in cm; without it as before, or 8
    #[arg(long, value_name = "CM", value_parser = args::positive)]
    epsilon: Option<f64>,

    #[command(flatten)]
    label: LabelArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue index moves.segue                        every pair of clips that has no web yet
  segue index moves.segue --label kick           only clips with this label
  segue index moves.segue --rate 60 --epsilon 10
  segue index moves.segue --rate 120 --coarse 30 at 30 Hz first, then near what was found";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let mut library = Library::open_to_write(&args.library.library)?;
    let wanted = names(&library, &args.label.label)?;
    let choices = choices(&library, args, console)?;
    let mut index = LibraryIndex::open(&library, &choices)?;
    index.notes().for_each(|note| console.inform(note));
    for left_out in index.left_out() {
        console.warn(format_args!("`{}` is left out: {}", left_out.clip, left_out.reason));
    }
    IndexChoices { figures: index.figures(), ..choices }.store(&mut library)?;
    let wanted: BTreeSet<ClipId> = wanted.iter().filter_map(|name| index.number_of(name)).collect();
    let tally = build(&mut index, &wanted, &mut library, console)?;
    tally.report(args.json.json, &index, console)?;
    Ok(if index.left_out().is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

fn names(library: &Library, labels: &[String]) -> Result<Vec<String>> {
    let (path, entries) = (library.path().display(), chosen(library, labels)?);
    match entries.is_empty() {
        true if labels.is_empty() => {
            bail!("the library is empty; `segue library add` adds motion to it: {path}")
        }
        true => bail!("no clip has the label {}: {path}", labels.join(" and ")),
        false => Ok(entries.into_iter().map(|entry| entry.name).collect()),
    }
}

/// What the library was indexed with before, changed as was asked.
fn choices(library: &Library, args: &Arguments, console: &Console) -> Result<IndexChoices> {
    let before = IndexChoices::load(library)?;
    let mut choices = before.clone().unwrap_or_default();
    choices.largest_epsilon_metres = args.epsilon.map_or(choices.largest_epsilon_metres, |cm| cm / 100.0);
    choices.rate_hz = args.rate.unwrap_or(choices.rate_hz);
    // A rate lower than another one means nothing by itself.
    choices.coarse_hz = args.coarse.or(choices.coarse_hz.filter(|_| args.rate.is_none()));
    if before.is_some_and(|before| before != choices) {
        console.inform("the index is made anew: its rates or largest distance were others");
    }
    Ok(choices)
}

/// What was done.
struct Tally {
    there: usize,
    built: usize,
    bytes: usize,
}

fn build(
    index: &mut LibraryIndex,
    wanted: &BTreeSet<ClipId>,
    library: &mut Library,
    console: &Console,
) -> Result<Tally> {
    let Stored { used, damaged, bytes } = index.load(library, |clip| wanted.contains(&clip))?;
    if damaged > 0 {
        let again = if damaged == 1 { "is damaged and is" } else { "are damaged and are" };
        console.warn(format_args!("{} {again} built again", webs(damaged)));
    }
    let missing = index.missing(|clip| wanted.contains(&clip));
    read(index, &missing, library)?;
    let progress = Progress::of_work(index.work(&missing));
    let what = format!("{} of {} clips", webs(missing.len()), wanted.len());
    let watch = |done: segue::search::Progress| {
        progress.reach(done.done, what.clone());
        ControlFlow::Continue(())
    };
    let bytes = bytes + index.build(library, &missing, &watch)?;
    Ok(Tally { there: used, built: missing.len(), bytes })
}

/// A number of webs in words.
pub(crate) fn webs(count: usize) -> String {
    format!("{count} {}", if count == 1 { "web" } else { "webs" })
}

/// Reads the clips of some pairs.
fn read(index: &mut LibraryIndex, pairs: &[[ClipId; 2]], library: &Library) -> Result<()> {
    let clips: BTreeSet<ClipId> = pairs.iter().flatten().copied().collect();
    let progress = Progress::new(clips.len());
    Ok(index.read(library, clips, |name| progress.step(name))?)
}

impl Tally {
    fn report(&self, as_json: bool, index: &LibraryIndex, console: &mut Console) -> Result<()> {
        let Self { there, built, bytes } = self;
        let Settings { rate_hz, largest_epsilon_metres, .. } = index.index().settings();
        let families: Vec<usize> = index.index().families().iter().map(Vec::len).collect();
        if as_json {
            let report = json!({
                "webs": there + built, "built": built, "bytes": bytes, "families": families,
                "rate": rate_hz, "largest_epsilon_cm": 100.0 * largest_epsilon_metres,
            });
            return console.line(serde_json::to_string_pretty(&report)?);
        }
        console.say(format_args!(
            "{} built, {there} {} there: {:.2} MB at {rate_hz} Hz for up to {:.1} cm",
            webs(*built),
            if *there == 1 { "was" } else { "were" },
            *bytes as f64 / 1e6,
            100.0 * largest_epsilon_metres
        ));
        if families.len() > 1 {
            let sizes: Vec<String> = families.iter().map(ToString::to_string).collect();
            console.inform(format_args!(
                "{} families of clips with different joints, each searched by itself: {} clips",
                families.len(),
                sizes.join(", ")
            ));
        }
        Ok(())
    }
}
