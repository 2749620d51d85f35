//! Tables of what was found.

use segue_blend::quality::{FaultKind, Verdict};

use crate::captures::Half;
use crate::case::{Case, Outcome};
use crate::run::Identity;

/// The heading of a table.
pub(crate) fn head() {
    println!(
        "| kind | half | pairs | refused | drag > 10 cm | spin | knee | jolt | bob | sink or float | knee ÷ sources, 95 % | bob ÷ sources, 95 % | plants held | drift 95 %, mm | part used, least | warned | bad, not warned |"
    );
    println!("|{}", "---|".repeat(17));
}

/// A row for each half of a kind, and one for both.
pub(crate) fn rows(kind: &str, cases: &[Case]) {
    for half in [Half::Tuned, Half::Mixed, Half::Untouched] {
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
    let floor = count(FaultKind::Sink) + count(FaultKind::Float);
    let of = |number: &dyn Fn(&Outcome) -> f64| -> Vec<f64> {
        made.iter().map(|outcome| number(outcome)).collect()
    };
    let silent = made.iter().filter(|outcome| !outcome.verdict.is_good() && !outcome.warned()).count();
    println!(
        "| {kind} | {half} | {} | {} | {} | {} | {} | {} | {} | {floor} | {:.2} | {:.2} | {} of {} | {:.1} | {:.2} | {} | {silent} |",
        cases.len(),
        cases.len() - made.len(),
        count(FaultKind::Drag),
        count(FaultKind::Spin),
        count(FaultKind::Knee),
        count(FaultKind::Jolt),
        count(FaultKind::Bob),
        quantile(of(&|outcome| knee_ratio(&outcome.verdict)), 0.95),
        quantile(of(&|outcome| bob_ratio(&outcome.verdict)), 0.95),
        made.iter().map(|outcome| outcome.held).sum::<usize>(),
        made.iter().map(|outcome| outcome.plants).sum::<usize>(),
        quantile(of(&|outcome| outcome.drift_mm), 0.95),
        quantile(of(&|outcome| outcome.share), 0.0),
        made.iter().filter(|outcome| outcome.warned()).count(),
    );
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

/// The worst blends and what is wrong with them.
pub(crate) fn worst(cases: &[Case], count: usize) {
    let mut bad: Vec<(&Case, &Outcome)> =
        cases.iter().filter_map(|case| Some((case, case.made()?))).collect();
    bad.retain(|(_, outcome)| !outcome.verdict.is_good());
    let badness = |verdict: &Verdict| {
        (verdict.marks.drag.value - verdict.sources.drag.value) / 0.1
            + knee_ratio(verdict)
            + bob_ratio(verdict)
    };
    bad.sort_by(|a, b| badness(&b.1.verdict).total_cmp(&badness(&a.1.verdict)));
    println!("\nthe worst of {} bad ones:", bad.len());
    for (case, outcome) in bad.iter().take(count) {
        println!("- {} + {} ({}): {}", case.names[0], case.names[1], case.half.name(), outcome.verdict);
    }
    println!("\nwarned of, of one kind:");
    for (case, outcome) in cases.iter().filter_map(|case| Some((case, case.made()?))) {
        for warning in &outcome.warnings {
            println!("- {} + {}: {warning}", case.names[0], case.names[1]);
        }
    }
    for case in cases {
        if let Err(reason) = &case.outcome {
            println!("- refused: {} + {}: {reason}", case.names[0], case.names[1]);
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
            println!("  silent: {} + {}", case.names[0], case.names[1]);
        }
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    println!("| all | {} | {} | {} | {} |", sums[0], sums[1], sums[2], sums[3]);
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
