//! What a search found, for people.

use anyhow::Result;
use segue::find::SavedSearch;
use segue::verbs::search::{MatchFacts, SearchAnswer};

use crate::console::Console;
use crate::table::Table;

pub(super) fn found(answer: &SearchAnswer, console: &mut Console) -> Result<()> {
    let mut head = vec!["rank", "clip", "range", "direct cm", "graph cm", "tier"];
    head.extend(answer.extended.then_some(["sure %", "group"]).into_iter().flatten());
    let mut table = Table::with_words_in(1, &head);
    for found in &answer.matches {
        let mut row = vec![
            found.rank.to_string(),
            found.clip.clone() + if found.mirrored { " (mirrored)" } else { "" } + &turns(found),
            range(found.range),
            found.direct_cm.map_or_else(|| "-".to_owned(), |cm| format!("{cm:.1}")),
            format!("{:.1}", found.graph_cm),
            found.tier.to_string(),
        ];
        if let Some(confidence) = found.confidence.filter(|_| answer.extended) {
            row.extend([format!("{:.0}", (100.0 * confidence).floor()), found.cluster.to_string()]);
        }
        table.row(row);
    }
    if !answer.matches.is_empty() {
        console.print(&table)?;
    }
    summary(answer, console);
    Ok(())
}

/// What was looked for, how much was found and what a larger ε would do.
fn summary(answer: &SearchAnswer, console: &Console) {
    let matches = match answer.matches.len() {
        1 => "1 match".to_owned(),
        many => format!("{many} matches"),
    };
    let extended = if answer.extended { ", and variants beyond" } else { "" };
    console.say(format_args!(
        "{matches} of {} at {} within ε = {:.2} cm{extended}; ε {}",
        answer.query.clip,
        range(answer.query.range),
        answer.epsilon_cm,
        answer.epsilon_why.words()
    ));
    let otherwise = answer.matches.iter().filter(|found| found.turns_deg.is_some()).count();
    if otherwise > 0 {
        console.say(format_args!(
            "{otherwise} of them are alike frame by frame but turn otherwise than the query; they come last"
        ));
    }
    if answer.extended && answer.clusters > 1 {
        console.say(format_args!(
            "they form {} groups of variants: within a group they are alike step by step and about as fast",
            answer.clusters
        ));
    }
    let last = answer.counts.last().map_or(0.0, |count| count.epsilon_cm);
    console.say(match answer.explodes_above_cm {
        None => format!("matches do not explode up to {last:.1} cm"),
        Some(cm) if cm > 0.0 => format!("matches explode above {cm:.1} cm"),
        Some(_) => "at every ε there are more matches than a person looks through".to_owned(),
    });
    for hint in hints(answer) {
        console.say(hint);
    }
    if !answer.complete {
        console.warn(format_args!(
            "the search was stopped at {} matches: ε is too large for this query",
            answer.matches.len()
        ));
    }
}

/// What to try when the result is not what was hoped for.
fn hints(answer: &SearchAnswer) -> Vec<String> {
    let mut hints = Vec::new();
    if answer.query_secs < answer.shortest_secs {
        hints.push(format!(
            "the query lasts {:.2} s; so short a stretch is like almost anything: ask for {:.2} s or more",
            answer.query_secs, answer.shortest_secs
        ));
    }
    if answer.matches.is_empty() {
        let beyond = if answer.extended { "" } else { ", --extended" };
        hints.push(format!(
            "nothing is like it: try a larger --epsilon{beyond}, or name the action alone, without the standing before and \
             after it, as CLIP@first-last; --explain CLIP@first-last says why a stretch is no match"
        ));
    }
    if let Some(repeats) = answer.repeats {
        hints.push(format!(
            "the query repeats itself every {:.1} s; to list every period use --apart {:.2}",
            repeats.period_secs, repeats.apart
        ));
    }
    hints
}

/// By how much a match turns otherwise than the query.
fn turns(found: &MatchFacts) -> String {
    let words = |degrees: f64| {
        let side = if degrees > 0.0 { "left" } else { "right" };
        format!(" (turns {:.0}° more to the {side})", degrees.abs())
    };
    found.turns_deg.map_or_else(String::new, words)
}

fn range([first, last]: [usize; 2]) -> String {
    format!("{first}-{last}")
}

/// A search that was saved.
pub(super) fn saved(search: &SavedSearch, console: &mut Console) -> Result<()> {
    let mut table = Table::with_words_in(1, &["rank", "clip", "range", "graph cm", "tier"]);
    for (rank, found) in search.segments.iter().enumerate() {
        table.row([
            rank.to_string(),
            found.clip.clone(),
            range(found.frames),
            format!("{:.1}", 100.0 * found.graph_metres),
            found.tier.to_string(),
        ]);
    }
    console.print(&table)
}
