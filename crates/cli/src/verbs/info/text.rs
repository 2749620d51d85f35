//! What `segue info` prints for people.

use std::fmt;

use segue::formats::NoteLevel;
use segue::motion::Skeleton;
use segue::verbs::info::{ClipFacts, FileFacts, FlightFacts, GravityFacts, InferredFacts, RateVerdictName};

use crate::spelled::on_one_line;

/// How a note ends that counts findings instead of listing them.
const FINDINGS_ELSEWHERE: &str = "`segue info` lists them";

/// Findings that are listed for a person; a day of capture may have thousands.
const MOST_FINDINGS: usize = 20;

/// One file in full.
pub(super) struct Long<'a> {
    pub(super) facts: &'a FileFacts,
    pub(super) skeleton: &'a Skeleton,
}

impl fmt::Display for Long<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facts = self.facts;
        writeln!(f, "{}", facts.input)?;
        if facts.clips.is_empty() {
            row(f, "clip", "none: the file holds a figure and no motion")?;
        }
        for clip in &facts.clips {
            row(f, "clip", format_args!("{}: {}", on_one_line(&clip.name), length(clip)))?;
            // A long list of clips is easier to read without them.
            if facts.clips.len() == 1 {
                plants(f, clip)?;
                clip.gravity.as_ref().map_or(Ok(()), |facts| gravity(f, facts))?;
            }
        }
        let joints = facts.skeleton.joints.len();
        row(f, "skeleton", format_args!("{joints} joints, {} end sites", facts.skeleton.end_sites))?;
        if let Some(conversion) = &facts.conversion {
            inferred(
                f,
                "unit",
                &conversion.metres_per_unit,
                significant(conversion.metres_per_unit.value) + " m",
            )?;
            inferred(f, "up", &conversion.up, conversion.up.value)?;
            inferred(f, "rate", &conversion.rate_hz, significant(conversion.rate_hz.value) + " fps")?;
        }
        for (index, finding) in facts.findings.iter().take(MOST_FINDINGS).enumerate() {
            row(f, if index == 0 { "dirt" } else { "" }, &finding.text)?;
        }
        if let Some(more) = facts.findings.len().checked_sub(MOST_FINDINGS).filter(|more| *more > 0) {
            row(f, "", format_args!("and {more} more; --json lists them all"))?;
        }
        for note in facts.notes.iter().filter(|note| !is_listed(facts, &note.text)) {
            row(f, if note.level == NoteLevel::Info { "note" } else { "warning" }, &note.text)?;
        }
        writeln!(f)?;
        self.skeleton.to_string().lines().try_for_each(|line| writeln!(f, "  {line}"))
    }
}

/// Whether a note only repeats what the rows of the conversion and of the findings say.
fn is_listed(facts: &FileFacts, note: &str) -> bool {
    if note.ends_with(FINDINGS_ELSEWHERE) || facts.findings.iter().any(|finding| note.contains(&finding.text))
    {
        return true;
    }
    facts.conversion.as_ref().is_some_and(|conversion| {
        let reasons = [&conversion.metres_per_unit.reason, &conversion.up.reason, &conversion.rate_hz.reason];
        reasons.iter().any(|reason| note.contains(*reason))
    })
}

/// One line per point of the body that is planted at some time.
fn plants(f: &mut fmt::Formatter<'_>, clip: &ClipFacts) -> fmt::Result {
    for (index, (point, intervals)) in clip.plants.0.iter().enumerate() {
        let pairs: Vec<String> = intervals.iter().map(|[first, last]| format!("{first}-{last}")).collect();
        row(f, if index == 0 { "plants" } else { "" }, format_args!("{point:<11} {}", wrapped(&pairs, 25)))?;
    }
    Ok(())
}

/// Words in lines of at most a hundred letters, each but the first indented.
fn wrapped(words: &[String], indent: usize) -> String {
    let (mut text, mut column) = (String::new(), indent);
    for word in words {
        if column > indent && column + word.len() > 100 {
            text = format!("{}\n{:indent$}", text.trim_end(), "");
            column = indent;
        }
        text = text + word + " ";
        column += word.len() + 1;
    }
    text.trim_end().to_owned()
}

/// The flights, and what they say about the frame rate.
fn gravity(f: &mut fmt::Formatter<'_>, facts: &GravityFacts) -> fmt::Result {
    let flight = |flight: &FlightFacts| {
        format!("{}-{} ({:.2} s)", flight.frames[0], flight.frames[1], flight.duration_secs)
    };
    let flights: Vec<String> = facts.flights.iter().map(flight).collect();
    if !flights.is_empty() {
        row(f, "flights", wrapped(&flights, 13))?;
    }
    let median = facts.median_metres_per_sec2.unwrap_or_default();
    match facts.verdict {
        RateVerdictName::Agrees => row(f, "gravity", format_args!("{median:.1} m/s², the rate is right")),
        RateVerdictName::Doubtful => {
            row(f, "gravity", format_args!("{median:.1} m/s², too little to doubt the rate"))
        }
        RateVerdictName::Contradicts => {
            row(f, "gravity", format_args!("{median:.1} m/s², the rate is wrong"))
        }
        RateVerdictName::Unknown => row(f, "gravity", "no flight is long and clean enough to check the rate"),
    }
}

fn row(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "  {name:<10} {value}")
}

fn inferred<T>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    fact: &InferredFacts<T>,
    value: impl fmt::Display,
) -> fmt::Result {
    row(f, name, format_args!("{value}: {} ({})", fact.reason, fact.confidence))
}

/// Five significant digits: enough to tell 2.54/0.45 cm from its neighbours.
fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let decimals = (4 - value.abs().log10().floor() as i32).clamp(0, 12) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn length(clip: &ClipFacts) -> String {
    format!("{} frames at {} fps, {:.2} s", clip.frames, significant(clip.rate_hz), clip.duration_secs)
}

/// One line per clip, then the warnings.
pub(super) struct Table<'a>(pub(super) &'a [FileFacts]);

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clips = || self.0.iter().flat_map(|facts| facts.clips.iter().map(move |clip| (facts, clip)));
        let width = clips().map(|(_, clip)| clip.name.chars().count()).max().unwrap_or(0).max(4);
        if clips().next().is_some() {
            writeln!(
                f,
                "{:<width$} {:>7} {:>7} {:>8} {:>7}  unit",
                "clip", "frames", "fps", "seconds", "joints"
            )?;
        }
        for (facts, clip) in clips() {
            let unit = facts.conversion.as_ref().map(|conversion| conversion.metres_per_unit.value);
            let unit = unit.map_or_else(|| "-".to_owned(), |unit| format!("{} m", significant(unit)));
            let (frames, rate, joints) =
                (clip.frames, significant(clip.rate_hz), facts.skeleton.joints.len());
            let (name, seconds) = (&clip.name, clip.duration_secs);
            writeln!(f, "{name:<width$} {frames:>7} {rate:>7} {seconds:>8.2} {joints:>7}  {unit}")?;
        }
        for facts in self.0 {
            for warning in facts.warnings() {
                writeln!(f, "warning: {warning}: {}", facts.input)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::significant;

    #[test]
    fn numbers_keep_five_digits_and_no_tail() {
        let cases = [
            (2.54 / 45.0, "0.056444"),
            (120.0, "120"),
            (119.999_04, "120"),
            (29.97, "29.97"),
            (1e-9, "0.000000001"),
        ];
        for (value, text) in cases {
            assert_eq!(significant(value), text);
        }
        assert_eq!(significant(123_456.0), "123456");
    }
}
