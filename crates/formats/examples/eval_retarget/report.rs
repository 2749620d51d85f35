//! The tables.

use std::collections::BTreeMap;

use segue_motion::{Fidelity, Role};

use super::measure::{Case, Row};

pub(crate) fn head() {
    println!("| rig | body | worst skate | worst height, mm | worst speed | of | passed |");
    println!("|---|---|---|---|---|---|---|");
}

pub(crate) fn row(row: &Row) {
    let made: Vec<&Case> = row.cases.iter().flatten().collect();
    let worst = |value: fn(&Case) -> Option<f64>| made.iter().filter_map(|case| value(case)).reduce(f64::max);
    let skate = worst(|case| case.fidelity.skate).map_or("none".to_owned(), |skate| format!("{skate:.2}"));
    let height = worst(|case| case.fidelity.height)
        .map_or("none".to_owned(), |height| format!("{:.1}", 1000.0 * height));
    let fast = made.iter().max_by(|a, b| a.fidelity.speed.total_cmp(&b.fidelity.speed));
    let (speed, of) = fast.map_or((0.0, String::new()), |case| {
        (case.fidelity.speed, format!("{} in {}", case.fidelity.fastest, case.clip))
    });
    let passed = made.iter().filter(|case| case.passes()).count();
    let refused = row.cases.iter().find_map(|case| case.as_ref().err());
    println!(
        "| {} | {} | {skate} | {height} | {speed:.2} | {of} | {passed} of {}{} |",
        row.rig,
        row.certainty,
        row.cases.len(),
        refused.map_or(String::new(), |reason| format!(" ({reason})"))
    );
}

pub(crate) fn halves(rows: &[Row]) {
    println!(
        "\n| half | pairs | made | skate ≤ {} | height ≤ {} mm | speed ≤ {} | all three | or as fast as bones need |",
        Fidelity::SKATE,
        1000.0 * Fidelity::HEIGHT,
        Fidelity::SPEED
    );
    println!("|---|---|---|---|---|---|---|---|");
    for (name, rest) in [("developed on", Some(0)), ("other", Some(1)), ("both", None)] {
        let cases = rows.iter().enumerate().filter(|(place, _)| rest.is_none_or(|rest| place % 2 == rest));
        let cases: Vec<&Result<Case, String>> = cases.flat_map(|(_, row)| &row.cases).collect();
        let made: Vec<&Case> = cases.iter().filter_map(|case| case.as_ref().ok()).collect();
        let count = |test: fn(&Case) -> bool| made.iter().filter(|case| test(case)).count();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} | {} |",
            cases.len(),
            made.len(),
            count(Case::slides_little),
            count(Case::stands),
            count(Case::is_calm),
            count(Case::passes),
            count(|case| case.slides_little() && case.stands() && (case.is_calm() || case.has_to_be_fast()))
        );
    }
}

/// The pairs that miss a number.
pub(crate) fn misses(rows: &[Row]) {
    println!("\n| missed | half | clip | skate | height, mm | speed | of | bones of these lengths need |");
    println!("|---|---|---|---|---|---|---|---|");
    for (place, row) in rows.iter().enumerate() {
        let half = if place % 2 == 0 { "developed on" } else { "other" };
        for Case { clip, fidelity } in row.cases.iter().flatten().filter(|case| !case.passes()) {
            let number = |value: Option<f64>| value.map_or("none".to_owned(), |v| format!("{v:.2}"));
            let height = number(fidelity.height.map(|height| 1000.0 * height));
            println!(
                "| {} | {half} | {clip} | {} | {height} | {:.2} | {} | {} |",
                row.rig,
                number(fidelity.skate),
                fidelity.speed,
                fidelity.fastest,
                number(fidelity.least_speed)
            );
        }
    }
}

/// Which part of the body is the fastest where one is too fast, and in which clip.
pub(crate) fn fast_parts(rows: &[Row]) {
    let mut counts: BTreeMap<Role, Vec<&Case>> = BTreeMap::new();
    for case in rows.iter().flat_map(|row| row.cases.iter().flatten()).filter(|case| !case.is_calm()) {
        counts.entry(case.fidelity.fastest).or_default().push(case);
    }
    println!("\n| too fast | pairs | worst | clips |");
    println!("|---|---|---|---|");
    for (role, cases) in counts {
        let worst = cases.iter().map(|case| case.fidelity.speed).fold(0.0, f64::max);
        let mut clips: BTreeMap<&str, usize> = BTreeMap::new();
        for case in &cases {
            *clips.entry(&case.clip).or_default() += 1;
        }
        let clips: Vec<String> = clips.iter().map(|(clip, count)| format!("{clip} {count}")).collect();
        println!("| {role} | {} | {worst:.2} | {} |", cases.len(), clips.join(", "));
    }
}
