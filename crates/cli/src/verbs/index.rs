//! `segue index`.

use anyhow::Result;
use clap::Args;
use segue::verbs::IndexRequest;
use segue::verbs::index::IndexAnswer;

use crate::args::{self, JsonArgs, LabelArgs, LibraryArgs};
use crate::console::{Console, Outcome};
use crate::door;

/// Prepare a library for searching
///
/// Stores in the library what each clip looks like from afar. With that a search finds the few pairs of clips that it has to
/// compare; which stretches of these are alike (their match web) is stored for the next search. Only what is missing is made, so
/// run the same command again after adding clips. You can stop it at any time and continue later.
///
/// Clips with different joints cannot be compared; each family of clips with the same joints is indexed separately.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    library: LibraryArgs,

    /// Frames per second at which clips are compared; by default that of the existing index, or 30
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    rate: Option<f64>,

    /// Build webs at this lower rate first (at least 20), then refine only near them; by default as in the existing index,
    /// or not at all when --rate is given
    #[arg(long, value_name = "RATE", value_parser = args::positive)]
    coarse: Option<f64>,

    /// The largest epsilon that searches may use, in cm; by default that of the existing index, or 8
    #[arg(long, value_name = "CM", value_parser = args::positive)]
    epsilon: Option<f64>,

    /// Compare every pair of clips now; without it searches compare what they need
    #[arg(long)]
    webs: bool,

    #[command(flatten)]
    label: LabelArgs,

    #[command(flatten)]
    json: JsonArgs,
}

const EXAMPLES: &str = "\
Examples:
  segue index moves.segue                   every clip that is not indexed yet
  segue index moves.segue --label kick      only clips with this label
  segue index moves.segue --rate 60 --epsilon 10
  segue index moves.segue --rate 120 --coarse 30    at 30 Hz first, then refined";

pub(crate) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let request = IndexRequest {
        library: args.library.library.clone(),
        rate_hz: args.rate,
        coarse_hz: args.coarse,
        epsilon_cm: args.epsilon,
        labels: args.label.label.clone(),
        webs: args.webs,
    };
    let done = door::ask(&request, console)?;
    if args.json.json {
        door::print_json(&done, console)?;
    } else {
        tell(&done.answer, console);
    }
    Ok(if done.answer.left_out.is_empty() { Outcome::Done } else { Outcome::Incomplete })
}

fn tell(answer: &IndexAnswer, console: &Console) {
    let there = |all: usize, new: usize| match all - new {
        1 => "1 was there".to_owned(),
        old => format!("{old} were there"),
    };
    let of_webs = answer
        .webs
        .zip(answer.built)
        .map_or_else(String::new, |(all, built)| format!("; {} built, {}", webs(built), there(all, built)));
    console.say(format_args!(
        "{} indexed, {}{of_webs}: {:.2} MB at {} Hz for up to {:.1} cm",
        clips(answer.made),
        there(answer.clips, answer.made),
        answer.bytes as f64 / 1e6,
        answer.rate_hz,
        answer.largest_epsilon_cm
    ));
    if answer.families.len() > 1 {
        let sizes: Vec<String> = answer.families.iter().map(ToString::to_string).collect();
        console.inform(format_args!(
            "{} families of clips with different joints, each searched separately: {} clips",
            answer.families.len(),
            sizes.join(", ")
        ));
    }
}

/// A number of clips in words.
pub(crate) fn clips(count: usize) -> String {
    format!("{count} {}", if count == 1 { "clip" } else { "clips" })
}

/// A number of webs in words.
fn webs(count: usize) -> String {
    format!("{count} {}", if count == 1 { "web" } else { "webs" })
}
