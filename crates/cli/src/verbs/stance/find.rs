//! `segue stance find`.

use anyhow::Result;
use clap::Args;
use segue::plots::Canvas;
use segue::stance::{FindSettings, Footing, Found, Kind, Nearest, Params};
use serde_json::{Value, json};

use super::library::{LibraryArgs, average};
use super::named::WantedArgs;
use super::pictures::{force_plot, path_plot};
use super::told::{
    change_json, change_text, judgement_json, judgement_text, params_json, stance_json, stance_text,
};
use crate::console::{Console, Outcome};
use crate::picture::ReportArgs;

/// Find a stance that does what is wanted
///
/// Warps the stances whose coverage holds the request, else blends of two. Parameters that are not given are the mean
/// of the library. Where nothing will do, the nearest request that would is suggested, with what is in the way; the
/// exit code is then 1.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    wanted: WantedArgs,

    /// What it begins and ends with
    #[arg(long, value_name = "KIND", default_value = "whole")]
    kind: KindName,

    /// Only stances on these feet
    #[arg(long, value_name = "FEET")]
    feet: Option<Feet>,

    /// Search as the source does: every stance, then blends of the few best, then blends of every pair
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
    let settings = settings(args);
    let source = args.library.read(console)?;
    let of_kind = source.library.stances().iter().filter(|stance| stance.kind() == settings.kind);
    let wanted = args.wanted.over(average(of_kind));
    if !args.wanted.is_complete() {
        console.inform(format_args!("what is not given is the mean of the library: {wanted}"));
    }
    let found = if args.exhaustive {
        source.library.find_exhaustively(wanted, &settings)?
    } else {
        source.library.find(wanted, &settings)?
    };
    let Some(found) = found else {
        let nearest = source.library.nearest(wanted, &settings)?;
        if args.report.json.json {
            console.line(serde_json::to_string_pretty(&nearest_json(wanted, nearest.as_ref()))?)?;
        } else {
            console.print(nearest_text(wanted, nearest.as_ref()))?;
        }
        return Ok(Outcome::Incomplete);
    };
    let stance = &found.warped.stance;
    args.report.plot.save(|| Ok(Canvas::column(&[path_plot(&[stance]), force_plot(&[stance])])))?;
    if args.report.json.json {
        console.line(serde_json::to_string_pretty(&found_json(&found))?)?;
    } else {
        console.print(found_text(&found))?;
    }
    Ok(Outcome::Done)
}

fn settings(args: &Arguments) -> FindSettings {
    let kind = match args.kind {
        KindName::Whole => Kind::Whole,
        KindName::FromStand => Kind::FromStand,
        KindName::ToStand => Kind::ToStand,
    };
    let footing = args.feet.map(|feet| match feet {
        Feet::Left => Footing::Left,
        Feet::Right => Footing::Right,
        Feet::Both => Footing::Both,
    });
    FindSettings { tries: args.library.tries(), kind, footing, ..FindSettings::default() }
}

fn found_text(found: &Found) -> String {
    let stage = serde_json::to_value(found.stage)
        .map_or(String::new(), |stage| stage.as_str().unwrap_or_default().replace('_', " "));
    format!("found by {stage}\n")
        + &stance_text(&found.warped.stance)
        + &change_text(&found.warped)
        + &judgement_text(&found.judgement)
}

fn found_json(found: &Found) -> Value {
    json!({
        "found": stance_json(&found.warped.stance),
        "stage": found.stage,
        "recipe": found.recipe,
        "change": change_json(&found.warped),
        "judgement": judgement_json(&found.judgement),
    })
}

fn nearest_text(wanted: Params, nearest: Option<&Nearest>) -> String {
    let Some(nearest) = nearest else { return format!("nothing does {wanted}, nor anything near it\n") };
    let (from, to) = (wanted.to_array(), nearest.params.to_array());
    let changes: Vec<String> = nearest
        .changed
        .iter()
        .map(|&i| format!("{} {:.2} instead of {:.2}", Params::NAMES[i], to[i], from[i]))
        .collect();
    format!(
        "nothing does {wanted}\nin the way: {}\nthe nearest that works: {}\n",
        changes.join(", "),
        nearest.params
    ) + &found_text(&nearest.found)
}

fn nearest_json(wanted: Params, nearest: Option<&Nearest>) -> Value {
    let nearest = nearest.map(|nearest| {
        let names: Vec<&str> = nearest.changed.iter().map(|&i| Params::NAMES[i]).collect();
        json!({ "parameters": params_json(nearest.params), "in_the_way": names, "answer": found_json(&nearest.found) })
    });
    json!({ "found": null, "wanted": params_json(wanted), "nearest": nearest })
}
