//! `segue stance find`.

use anyhow::Result;
use clap::Args;
use segue::stance::{Footing, Params, StanceKind};
use segue::verbs::StanceFindRequest;
use segue::verbs::stance::{NearestFacts, StanceFindAnswer};

use super::library::LibraryArgs;
use super::named::WantedArgs;
use super::text::found_text;
use crate::console::{Console, Outcome};
use crate::door;
use crate::picture::ReportArgs;

/// Find a stance that meets a request
///
/// Warps the stances whose coverage contains the request, or else blends of two. Parameters that you leave out are the
/// mean of the library. If no stance meets the request, Segue suggests the nearest request that one meets, names what is
/// in the way, and exits with 1.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    wanted: WantedArgs,

    /// How the stance starts and ends
    #[arg(long, value_name = "KIND", default_value = "whole")]
    kind: KindName,

    /// Use only stances on these feet
    #[arg(long, value_name = "FEET")]
    feet: Option<Feet>,

    /// Search as the source does: every stance, then blends of the best few, then blends of every pair
    #[arg(long)]
    exhaustive: bool,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum KindName {
    /// From apex to apex
    Whole,
    /// From standing still to an apex
    FromStand,
    /// From an apex to standing still
    ToStand,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Feet {
    Left,
    Right,
    Both,
}

pub(super) fn run(args: &Arguments, console: &mut Console) -> Result<Outcome> {
    let done = door::ask(&request(args), console)?;
    if done.answer.found.is_some() {
        door::draw(&done.work, &args.report.plot, console)?;
    }
    door::report(&done, &args.report, console, |done, console| console.print(text(&done.answer)))?;
    Ok(if done.answer.found.is_some() { Outcome::Done } else { Outcome::Incomplete })
}

fn request(args: &Arguments) -> StanceFindRequest {
    let kind = match args.kind {
        KindName::Whole => StanceKind::Whole,
        KindName::FromStand => StanceKind::FromStand,
        KindName::ToStand => StanceKind::ToStand,
    };
    let feet = args.feet.map(|feet| match feet {
        Feet::Left => Footing::Left,
        Feet::Right => Footing::Right,
        Feet::Both => Footing::Both,
    });
    let (wanted, source) = (args.wanted.params(), args.library.source());
    StanceFindRequest { wanted, kind, feet, exhaustive: args.exhaustive, source }
}

fn text(answer: &StanceFindAnswer) -> String {
    match (&answer.found, &answer.nearest) {
        (Some(found), _) => found_text(found),
        (None, Some(nearest)) => nearest_text(answer.wanted, nearest),
        (None, None) => format!("no stance does {} or anything near it\n", answer.wanted),
    }
}

fn nearest_text(wanted: Params, nearest: &NearestFacts) -> String {
    let (from, to) = (wanted.to_array(), nearest.parameters.to_array());
    let changes = nearest.in_the_way.iter().filter_map(|name| {
        let i = Params::NAMES.iter().position(|known| known == name)?;
        Some(format!("{name} {:.2} instead of {:.2}", to[i], from[i]))
    });
    format!(
        "no stance does {wanted}\nin the way: {}\nthe nearest that works: {}\n",
        changes.collect::<Vec<_>>().join(", "),
        nearest.parameters
    ) + &found_text(&nearest.answer)
}
