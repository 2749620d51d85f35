//! What a search found, as a table or for programs.

use anyhow::Result;
use segue::find::{Hit, SavedSearch};
use segue::search::Slider;
use serde_json::{Value, json};

use super::Done;
use crate::console::Console;
use crate::table::Table;

const HEAD: [&str; 6] = ["rank", "clip", "range", "direct cm", "graph cm", "tier"];

pub(super) fn found(done: &Done<'_>, as_json: bool, console: &mut Console) -> Result<()> {
    let slider = done.finder.slider(&done.look)?;
    if as_json {
        return console.line(serde_json::to_string_pretty(&json(done, &slider))?);
    }
    let mut table = Table::with_words_in(1, &HEAD);
    for (rank, hit) in (1..).zip(&done.hits) {
        table.row([
            rank.to_string(),
            hit.clip.clone(),
            hit.range.to_string(),
            hit.direct_metres.map_or_else(|| "-".to_owned(), cm),
            cm(hit.graph_metres),
            hit.tier.to_string(),
        ]);
    }
    if !done.hits.is_empty() {
        console.print(&table)?;
    }
    summary(done, &slider, console)
}

/// What was looked for, how much was found and what a larger ε would do.
fn summary(done: &Done<'_>, slider: &Slider, console: &Console) -> Result<()> {
    let (finder, query) = (done.finder, done.finder.query());
    let matches = match done.hits.len() {
        1 => "1 match".to_owned(),
        many => format!("{many} matches"),
    };
    let extended = if done.look.extended.is_some() { ", and variants beyond" } else { "" };
    console.say(format_args!(
        "{matches} of {} at {} within ε = {} cm{extended}",
        finder.name(query.clip),
        finder.frames(query),
        cm(done.look.epsilon_metres)
    ));
    let last = slider.counts.last().map_or(0.0, |(metres, _)| *metres);
    let explosion = match slider.explodes_above {
        None => format!("matches do not explode up to {} cm", cm(last)),
        Some(metres) if metres > 0.0 => format!("matches explode above {} cm", cm(metres)),
        Some(_) => "at every ε there are more matches than a person looks through".to_owned(),
    };
    console.say(explosion);
    for hint in hints(done) {
        console.say(hint);
    }
    if let Some(repeated) = finder.repeats(&done.look)? {
        console.say(format_args!(
            "the query repeats itself every {:.1} s; to list every period use --apart {:.2}",
            repeated.period_secs, repeated.apart
        ));
    }
    if !done.graph.is_complete() {
        console.warn(format_args!(
            "the search was stopped at {} matches: ε is too large for this query",
            done.hits.len()
        ));
    }
    Ok(())
}

/// What to try when the result is not what was hoped for.
fn hints(done: &Done<'_>) -> Vec<String> {
    let (finder, query) = (done.finder, done.finder.query());
    let secs = query.len() as f64 * finder.index().spacing_secs(query.clip);
    let mut hints = Vec::new();
    if secs < done.look.shortest_secs {
        hints.push(format!(
            "the query lasts {secs:.2} s; so short a stretch is like almost anything: ask for {:.2} s or more",
            done.look.shortest_secs
        ));
    }
    if done.hits.is_empty() {
        let beyond = if done.look.extended.is_some() { "" } else { ", --extended" };
        hints.push(format!(
            "nothing is like it: try a larger --epsilon{beyond}, or name the action alone, without the standing before and \
             after it, as CLIP@first-last; --explain CLIP@first-last says why a stretch is no match"
        ));
    }
    hints
}

fn cm(metres: f64) -> String {
    format!("{:.1}", 100.0 * metres)
}

fn json(done: &Done<'_>, slider: &Slider) -> Value {
    let range = |range: segue::motion::FrameRange| [range.first, range.last];
    let matched = |(rank, hit): (usize, &Hit)| {
        json!({
            "rank": rank,
            "clip": hit.clip,
            "range": range(hit.range),
            "direct_cm": hit.direct_metres.map(|metres| 100.0 * metres),
            "graph_cm": 100.0 * hit.graph_metres,
            "tier": hit.tier,
        })
    };
    let query = done.finder.query();
    json!({
        "query": { "clip": done.finder.name(query.clip), "range": range(done.finder.frames(query)) },
        "epsilon_cm": 100.0 * done.look.epsilon_metres,
        "extended": done.look.extended.is_some(),
        "complete": done.graph.is_complete(),
        "explodes_above_cm": slider.explodes_above.map(|metres| 100.0 * metres),
        "matches": (1..).zip(&done.hits).map(matched).collect::<Vec<_>>(),
    })
}

/// A search that was saved.
pub(super) fn saved(search: &SavedSearch, as_json: bool, console: &mut Console) -> Result<()> {
    if as_json {
        return console.line(serde_json::to_string_pretty(search)?);
    }
    let mut table = Table::with_words_in(1, &["rank", "clip", "range", "graph cm", "tier"]);
    for (rank, found) in search.segments.iter().enumerate() {
        let range = found.range().to_string();
        table.row([
            rank.to_string(),
            found.clip.clone(),
            range,
            cm(found.graph_metres),
            found.tier.to_string(),
        ]);
    }
    console.print(&table)
}
