//! The tables.

use std::collections::BTreeMap;

use super::measure::{Case, HEIGHT, Row, SKATE, SPEED};

pub(crate) fn head() {
    println!("| rig | body | worst skate | worst height, mm | worst speed | of | passed |");
    println!("|---|---|---|---|---|---|---|");
}

pub(crate) fn row(row: &Row) {
    let made: Vec<&Case> = row.cases.iter().flatten().collect();
    let worst = |value: fn(&Case) -> Option<f64>| made.iter().filter_map(|case| value(case)).reduce(f64::max);
    let skate = worst(|case| case.skate).map_or("none".to_owned(), |skate| format!("{skate:.2}"));
    let height =
        worst(|case| case.height).map_or("none".to_owned(), |height| format!("{:.1}", 1000.0 * height));
    let fast = made.iter().max_by(|a, b| a.speed.total_cmp(&b.speed));
    let (speed, of) = fast
        .map_or((0.0, String::new()), |case| (case.speed, format!("{} in {}", case.speed_role, case.clip)));
    let passed = made.iter().filter(|case| passes(case)).count();
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
        "\n| half | pairs | made | skate ≤ {SKATE} | height ≤ {} mm | speed ≤ {SPEED} | all three |",
        1000.0 * HEIGHT
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, rest) in [("developed on", Some(0)), ("other", Some(1)), ("both", None)] {
        let cases = rows.iter().enumerate().filter(|(place, _)| rest.is_none_or(|rest| place % 2 == rest));
        let cases: Vec<&Result<Case, String>> = cases.flat_map(|(_, row)| &row.cases).collect();
        let made: Vec<&Case> = cases.iter().filter_map(|case| case.as_ref().ok()).collect();
        let count = |test: fn(&Case) -> bool| made.iter().filter(|case| test(case)).count();
        println!(
            "| {name} | {} | {} | {} | {} | {} | {} |",
            cases.len(),
            made.len(),
            count(skates_little),
            count(stands),
            count(is_calm),
            count(passes)
        );
    }
}

/// The pairs of the half that the rules were developed on that miss a number.
pub(crate) fn misses(rows: &[Row]) {
    println!("\n| developed on, missed | clip | skate | height, mm | speed | of |");
    println!("|---|---|---|---|---|---|");
    for row in rows.iter().step_by(2) {
        for case in row.cases.iter().flatten().filter(|case| !passes(case)) {
            let number = |value: Option<f64>, unit: f64| {
                value.map_or("none".to_owned(), |v| format!("{:.2}", unit * v))
            };
            println!(
                "| {} | {} | {} | {} | {:.2} | {} |",
                row.rig,
                case.clip,
                number(case.skate, 1.0),
                number(case.height, 1000.0),
                case.speed,
                case.speed_role
            );
        }
    }
}

/// Which part of the body is the fastest where one is too fast, and in which clip.
pub(crate) fn fast_parts(rows: &[Row]) {
    let mut counts: BTreeMap<&str, Vec<&Case>> = BTreeMap::new();
    for case in rows.iter().flat_map(|row| row.cases.iter().flatten()).filter(|case| !is_calm(case)) {
        counts.entry(&case.speed_role).or_default().push(case);
    }
    println!("\n| too fast | pairs | worst | clips |");
    println!("|---|---|---|---|");
    for (role, cases) in counts {
        let worst = cases.iter().map(|case| case.speed).fold(0.0, f64::max);
        let mut clips: BTreeMap<&str, usize> = BTreeMap::new();
        for case in &cases {
            *clips.entry(&case.clip).or_default() += 1;
        }
        let clips: Vec<String> = clips.iter().map(|(clip, count)| format!("{clip} {count}")).collect();
        println!("| {role} | {} | {worst:.2} | {} |", cases.len(), clips.join(", "));
    }
}

fn skates_little(case: &Case) -> bool {
    case.skate.is_none_or(|skate| skate <= SKATE)
}

fn stands(case: &Case) -> bool {
    case.height.is_none_or(|height| height <= HEIGHT)
}

fn is_calm(case: &Case) -> bool {
    case.speed <= SPEED
}

fn passes(case: &Case) -> bool {
    skates_little(case) && stands(case) && is_calm(case)
}
