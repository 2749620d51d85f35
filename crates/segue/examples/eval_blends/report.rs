//! Tables of what was found.

use segue::blend::quality::{FaultKind, Verdict};

use crate::case::{Case, Outcome};
use crate::half::Half;
use crate::identity::Identity;
use crate::measure::drifts_mm;

/// A toe that moves less than this in its stance stands still, in mm.
const STILL_MM: f64 = 1.0;

/// Ends of a loop nearer than this, in legs, meet.
const CLOSED_LEGS: f64 = 0.01;

/// The heading of a table.
pub(crate) fn head() {
    println!(
        "| kind | half | pairs | refused | drag > 10 cm | spin | knee | jolt | bob | sink or float | knee ÷ sources, 95 % | bob ÷ sources, 95 % | stances still | of the sources | drift 95 %, mm | part used, least | warned | bad, not warned |"
    );
    println!("|{}", "---|".repeat(18));
}

/// A row for each half of a kind, and one for both.
pub(crate) fn rows(kind: &str, cases: &[Case]) {
    if cases.is_empty() {
        return;
    }
    for half in Half::ALL {
        let of_half: Vec<&Case> = cases.iter().filter(|case| case.half == half).collect();
        if !of_half.is_empty() {
            row(kind, half.name(), &of_half);
        }
    }
    row(kind, "all", &cases.iter().collect::<Vec<_>>());
}

fn row(kind: &str, half: &str, cases: &[&Case]) {
    let made: Vec<&Outcome> = cases.iter().filter_map(|case| case.made()).collect();
    let count = |kind: FaultKind| made.iter().filter(|outcome| outcome.verdict.has(kind)).count();
    let of = |number: &dyn Fn(&Outcome) -> f64| -> Vec<f64> {
        made.iter().map(|outcome| number(outcome)).collect()
    };
    let drifts: Vec<f64> = made.iter().flat_map(|outcome| outcome.drifts_mm.clone()).collect();
    let sources: Vec<f64> = cases.iter().flat_map(|case| &case.sources).flat_map(drifts_mm).collect();
    let is_silent = |case: &&&Case| {
        case.made().is_some_and(|made| !made.verdict.is_good() && !made.warned() && case.read.is_empty())
    };
    let silent = cases.iter().filter(is_silent).count();
    println!(
        "| {kind} | {half} | {} | {} | {} | {} | {} | {} | {} | {} | {:.2} | {:.2} | {:.0} % of {} | {:.0} % | {:.1} | {:.2} | {} | {silent} |",
        cases.len(),
        cases.len() - made.len(),
        count(FaultKind::Drag),
        count(FaultKind::Spin),
        count(FaultKind::Knee),
        count(FaultKind::Jolt),
        count(FaultKind::Bob),
        count(FaultKind::Sink) + count(FaultKind::Float),
        quantile(of(&|outcome| knee_ratio(&outcome.verdict)), 0.95),
        quantile(of(&|outcome| bob_ratio(&outcome.verdict)), 0.95),
        percent_still(&drifts),
        drifts.len(),
        percent_still(&sources),
        quantile(drifts, 0.95),
        quantile(of(&|outcome| outcome.share), 0.0),
        made.iter().filter(|outcome| outcome.warned()).count(),
    );
}

fn percent_still(drifts: &[f64]) -> f64 {
    let still = drifts.iter().filter(|drift| **drift < STILL_MM).count();
    100.0 * still as f64 / drifts.len().max(1) as f64
}

fn knee_ratio(verdict: &Verdict) -> f64 {
    verdict.marks.knee.value / verdict.sources.knee.value.max(1e-9)
}

fn bob_ratio(verdict: &Verdict) -> f64 {
    verdict.marks.bob / verdict.sources.bob.max(1e-9)
}

fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = (values.len().saturating_sub(1) as f64 * share).round() as usize;
    values.get(place).copied().unwrap_or(0.0)
}

/// How near a motion is to being bad; from 1 it is.
fn severity(verdict: &Verdict) -> f64 {
    let (made, worse) = (&verdict.marks, &verdict.sources);
    let drag = (made.drag.value - worse.drag.value) / 0.1;
    let knee = made.knee.value / (2.0 * worse.knee.value).max(5.0);
    let jolt = made.jolt.value / (3.0 * worse.jolt.value).max(0.02);
    let bob = made.bob / (1.5 * worse.bob).max(worse.bob + 0.03);
    let is_level = |kind| matches!(kind, FaultKind::Sink | FaultKind::Float);
    let level = verdict.faults.iter().filter(|fault| is_level(fault.kind)).map(|fault| fault.found / 0.03);
    level.fold(drag.max(knee).max(jolt).max(bob), f64::max)
}

/// The motions that were made, the worst first.
pub(crate) fn ranked(cases: &[Case]) -> Vec<(&Case, &Outcome)> {
    let mut made: Vec<(&Case, &Outcome)> =
        cases.iter().filter_map(|case| Some((case, case.made()?))).collect();
    made.sort_by(|a, b| severity(&b.1.verdict).total_cmp(&severity(&a.1.verdict)));
    made
}

/// The worst motions, at least all that are bad, and what is wrong with them.
pub(crate) fn worst(cases: &[Case], count: usize) {
    let bad = cases.iter().filter_map(Case::made).filter(|outcome| !outcome.verdict.is_good()).count();
    println!("\n{bad} bad ones of {}; the worst:", cases.iter().filter_map(Case::made).count());
    for (case, outcome) in ranked(cases).into_iter().take(bad.max(count)) {
        let warned = match (outcome.warned(), case.read.first()) {
            (true, _) => "warned",
            (false, Some(read)) => read,
            (false, None) => "not warned",
        };
        println!("- {} ({}, {warned}): {}", case.names().join(" + "), case.half.name(), outcome.verdict);
    }
}

/// The warnings about clips of one kind.
pub(crate) fn said(cases: &[Case]) {
    println!("\nwarned of, of one kind:");
    for (case, outcome) in cases.iter().filter_map(|case| Some((case, case.made()?))) {
        for warning in &outcome.warnings {
            println!("- {}: {warning}", case.names().join(" + "));
        }
    }
    refusals(cases);
}

fn refusals(cases: &[Case]) {
    for case in cases {
        if let Err(reason) = &case.outcome {
            println!("- refused: {}: {reason}", case.names().join(" + "));
        }
    }
}

/// Kinds that do not belong together.
pub(crate) fn unlike(kinds: &[(String, Vec<Case>)]) {
    println!("| kinds | pairs | refused | warned | silent |\n|---|---|---|---|---|");
    let mut sums = [0; 4];
    for (kinds, cases) in kinds {
        let refused = cases.iter().filter(|case| case.made().is_none()).count();
        let warned = cases.iter().filter_map(Case::made).filter(|outcome| outcome.warned()).count();
        let numbers = [cases.len(), refused, warned, cases.len() - refused - warned];
        println!("| {kinds} | {} | {} | {} | {} |", numbers[0], numbers[1], numbers[2], numbers[3]);
        for case in cases.iter().filter(|case| case.made().is_some_and(|made| !made.warned())) {
            println!("  silent: {} ({})", case.names().join(" + "), case.half.name());
        }
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    println!("| all | {} | {} | {} | {} |", sums[0], sums[1], sums[2], sums[3]);
}

/// How much of what second clips are about comes after transitions.
pub(crate) fn entered(cases: &[Case]) {
    let kept: Vec<f64> = cases.iter().filter_map(|case| case.made()?.kept).collect();
    let (least, middle) = (100.0 * quantile(kept.clone(), 0.0), 100.0 * quantile(kept, 0.5));
    println!(
        "  of what the second clip is about {middle:.0} % comes after it at the median, {least:.0} % at least"
    );
}

/// Loops whose ends meet.
pub(crate) fn closed(cases: &[Case]) {
    let gaps: Vec<f64> = cases.iter().filter_map(Case::made).map(Outcome::gap_legs).collect();
    let closed = gaps.iter().filter(|gap| **gap < CLOSED_LEGS).count();
    println!("\n{closed} of {} loops are closed; the ends of the others:", gaps.len());
    for (case, outcome) in cases.iter().filter_map(|case| Some((case, case.made()?))) {
        if outcome.gap_legs() >= CLOSED_LEGS {
            println!("- {}: {:.2} of a leg apart", case.names().join(" + "), outcome.gap_legs());
        }
    }
    refusals(cases);
}

/// How far blends with all weight on one clip are from it.
pub(crate) fn identity(found: &[Identity]) {
    let cm = found.iter().map(|one| 100.0 * one.rms_metres).collect::<Vec<f64>>();
    println!(
        "{} clips: median {:.2} cm, 95 % {:.2}, worst {:.2}",
        found.len(),
        quantile(cm.clone(), 0.5),
        quantile(cm.clone(), 0.95),
        quantile(cm, 1.0)
    );
    let Some(worst) = found.iter().max_by(|a, b| a.rms_metres.total_cmp(&b.rms_metres)) else { return };
    println!("worst: {} with {}", worst.names[0], worst.names[1]);
}
