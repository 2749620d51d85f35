//! What a search found, for people.

use anyhow::Result;
use segue::find::SavedSearch;
use segue::verbs::search::{FamilyFacts, MatchFacts, SearchAnswer};

use crate::console::Console;
use crate::table::Table;

/// More matches than this are listed by family: nobody looks through them one by one.
const MOST_LISTED: usize = 40;

pub(super) fn found(answer: &SearchAnswer, each: bool, console: &mut Console) -> Result<()> {
    let by_family =
        !each && answer.matches.len() > MOST_LISTED && answer.families.len() < answer.matches.len();
    let table = if by_family { families(answer) } else { matches(answer) };
    if !answer.matches.is_empty() {
        console.print(&table)?;
    }
    if by_family {
        console.say(format_args!(
            "listed as {} families of matches that follow one another; --each lists every match",
            answer.families.len()
        ));
    }
    summary(answer, console);
    Ok(())
}

/// A row for each family, by its best match.
fn families(answer: &SearchAnswer) -> Table {
    let mut table =
        Table::with_words_in(1, &["rank", "clip", "range", "matches", "every s", "graph cm", "tier"]);
    let row = |family: &FamilyFacts| {
        let best = &answer.matches[family.best() - 1];
        [
            best.rank.to_string(),
            name(best),
            range(family.range),
            family.ranks.len().to_string(),
            family.period_secs.map_or_else(|| "-".to_owned(), |secs| format!("{secs:.2}")),
            format!("{:.1}", best.graph_cm),
            best.tier.to_string(),
        ]
    };
    answer.families.iter().for_each(|family| table.row(row(family)));
    table
}

/// A row for each match.
fn matches(answer: &SearchAnswer) -> Table {
    let mut head = vec!["rank", "clip", "range", "direct cm", "graph cm", "tier"];
    head.extend(answer.extended.then_some(["sure %", "group"]).into_iter().flatten());
    let mut table = Table::with_words_in(1, &head);
    for found in &answer.matches {
        let mut row = vec![
            found.rank.to_string(),
            name(found),
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
    table
}

/// The clip of a match, and how it differs.
fn name(found: &MatchFacts) -> String {
    found.clip.clone() + if found.mirrored { " (mirrored)" } else { "" } + &turns(found)
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
            "the search was stopped at {} matches, in {} families; a smaller --epsilon, --tiers or --label asks for fewer",
            answer.matches.len(),
            answer.families.len()
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
        let larger = ways_to_more(answer);
        hints.push(format!(
            "nothing is like it: {larger}name the action alone, without the standing before and \
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

/// What finds more than nothing: a larger ε, as far as it has not been tried, and variants.
fn ways_to_more(answer: &SearchAnswer) -> String {
    let is_largest = answer.counts.last().is_some_and(|count| answer.epsilon_cm >= count.epsilon_cm - 1e-6);
    let ways = [(!is_largest, "a larger --epsilon"), (!answer.extended, "--extended")];
    let ways: Vec<&str> = ways.into_iter().filter(|(is_open, _)| *is_open).map(|(_, way)| way).collect();
    if ways.is_empty() { String::new() } else { format!("try {}, or ", ways.join(", ")) }
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
