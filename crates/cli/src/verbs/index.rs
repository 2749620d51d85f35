//! `segue index`.

use anyhow::Result;
use clap::Args;
use segue::verbs::{IndexAnswer, IndexRequest};

use crate::args::{self, JsonArgs, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

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
    let request = IndexRequest {
        library: args.library.library.clone(),
        rate_hz: args.rate,
        coarse_hz: args.coarse,
        epsilon_cm: args.epsilon,
        labels: args.label.label.clone(),
    };
    let done = door::ask(&request, console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        tell(&done.answer, console);
    }
    Ok(if done.answer.skipped.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

fn tell(answer: &IndexAnswer, console: &Console) {
    let there = answer.webs - answer.built;
    console.say(format_args!(
        "{} built, {there} {} there: {:.2} MB at {} Hz for up to {:.1} cm",
        webs(answer.built),
        if there == 1 { "was" } else { "were" },
        answer.bytes as f64 / 1e6,
        answer.rate_hz,
        answer.largest_epsilon_cm
    ));
    if answer.families.len() > 1 {
        let sizes: Vec<String> = answer.families.iter().map(ToString::to_string).collect();
        console.inform(format_args!(
            "{} families of clips with different joints, each searched by itself: {} clips",
            answer.families.len(),
            sizes.join(", ")
        ));
    }
}

/// A number of webs in words.
pub(crate) fn webs(count: usize) -> String {
    format!("{count} {}", if count == 1 { "web" } else { "webs" })
}
