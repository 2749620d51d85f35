//! Why a stretch is, or is not, a match.

use anyhow::Result;
use segue::search::Verdict;
use serde_json::json;

use super::Done;
use crate::console::{Console, Outcome};

pub(super) fn run(text: &str, done: &Done<'_>, as_json: bool, console: &mut Console) -> Result<Outcome> {
    let finder = done.finder;
    let candidate = finder.segment(text)?;
    let verdict = finder.explain(candidate, &done.look)?;
    // A match of a match is one too.
    let same = |overlap: f64| overlap > done.look.same;
    let found = done.hits.iter().position(|hit| same(hit.segment.overlap(&candidate)));
    // What is like the query alone may be so by chance: an extended search asks for several that agree.
    let is_alone =
        done.look.extended.is_some() && found.is_none() && matches!(verdict, Verdict::Match { .. });
    let is_match = found.is_some() || matches!(verdict, Verdict::Match { .. }) && !is_alone;
    if as_json {
        let hit = found.map(|place| json!({ "rank": place + 1, "tier": done.hits[place].tier }));
        let report =
            json!({ "segment": text, "match": is_match, "found": hit, "verdict": verdict.to_string() });
        console.line(serde_json::to_string_pretty(&report)?)?;
    } else {
        if is_alone {
            console.inform("too few of the other matches agree, so the search leaves it out");
        }
        console.line(format_args!("{text} and the query itself: {verdict}"))?;
        if let Some(place) = found {
            let tier = done.hits[place].tier;
            console.line(format_args!("it is match {} of the search, found in step {tier}", place + 1))?;
        }
    }
    Ok(if is_match { Outcome::Done } else { Outcome::Incomplete })
}
