//! Stances of real captures.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::sync::LazyLock;

use crate::common::{self, other::Other};
use segue_motion::RateVerdict;
use segue_stance::{ExtractSettings, Extracted, Limits, Params, StanceKind, extract, judge};

/// The captures that fly.
static FOUND: LazyLock<Vec<(String, Vec<Extracted>)>> = LazyLock::new(|| {
    let of = |name: String| {
        let clip = common::capture(&name)?;
        let found = extract(&clip, &ExtractSettings::default()).ok()?;
        Some((name, found.stances))
    };
    common::names().into_iter().filter_map(of).collect()
});

fn all() -> impl Iterator<Item = &'static Extracted> {
    FOUND.iter().flat_map(|(_, stances)| stances)
}

fn quantile(values: impl Iterator<Item = f64>, share: f64) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[((values.len() - 1) as f64 * share).round() as usize]
}

#[test]
fn simulations_follow_captures() {
    if common::folder().is_none() {
        return;
    }
    let centre = |share| quantile(all().map(|found| found.com_rms), share);
    let turn = |share| quantile(all().map(|found| found.orientation_rms.to_degrees()), share);
    let whole = all().filter(|found| found.stance.kind() == StanceKind::Whole).count();
    println!(
        "{} stances, {whole} whole; centre of mass {:.2} cm at the median, {:.2} at 90 %; orientation {:.2}°, {:.2}°, worst {:.2}°",
        all().count(),
        100.0 * centre(0.5),
        100.0 * centre(0.9),
        turn(0.5),
        turn(0.9),
        turn(1.0)
    );
    assert!(whole >= 48, "{whole}");
    assert!(centre(0.9) < 0.0055, "{}", centre(0.9));
    assert!(turn(1.0) < 3.0, "{}", turn(1.0));
}

#[test]
fn most_captured_stances_are_plausible() {
    if common::folder().is_none() {
        return;
    }
    let whole: Vec<&Extracted> = all().filter(|found| found.stance.kind() == StanceKind::Whole).collect();
    let mut plausible = 0;
    for found in &whole {
        let judgement = judge(&found.stance, &Limits::default());
        plausible += usize::from(judgement.is_plausible());
        for violation in judgement.violations() {
            println!("{}: {violation}", found.stance.name());
        }
    }
    println!("{plausible} of {} are plausible", whole.len());
    assert!(plausible >= 40, "{plausible} of {}", whole.len());
}

/// Parameters that another implementation measured. They follow from another centre of mass above another floor (see
/// [`Other`]), so the flights found here are measured by that definition.
#[test]
fn parameters_agree_with_an_independent_measurement() {
    if common::folder().is_none() {
        return;
    }
    let known = [
        ("127_21", 1, [0.88, 1.30, 3.54, 3.19, 0.05, 1.52]),
        ("49_05", 1, [0.90, 1.41, 3.35, 2.67, 0.17, 1.44]),
        ("35_21", 2, [1.03, 1.04, 3.61, 3.69, 0.08, 1.28]),
        ("16_37", 1, [1.04, 1.02, 2.58, 2.25, -0.93, 0.92]),
    ];
    for (name, number, known) in known {
        let clip = common::capture(name).unwrap();
        let found = extract(&clip, &ExtractSettings::default()).unwrap();
        let stance = &found.stances[number - 1].stance;
        let [before, after] = [stance.origins()[0].start, stance.origins()[0].end].map(|frame| {
            found.flights.iter().find(|flight| flight.frames.contains(frame.round() as usize)).unwrap()
        });
        let measured = Other::new(&clip).params([before, after]);
        println!(
            "{name}: {}; by the other definition {measured} | {}",
            stance.params(),
            Params::from_array(known)
        );
        for (i, (measured, known)) in measured.to_array().into_iter().zip(known).enumerate() {
            let tolerance = if (2..5).contains(&i) { 0.1 } else { 0.03 };
            assert!(
                (measured - known).abs() < tolerance,
                "{name}: {} {measured} for {known}",
                Params::NAMES[i]
            );
        }
        let speeds = stance.params().to_array().into_iter().zip(known).skip(2).take(3);
        assert!(speeds.into_iter().all(|(own, known)| (own - known).abs() < 0.1), "{}", stance.params());
    }
}

#[test]
fn a_header_that_lies_about_its_rate_is_noticed() {
    let Some(clip) = common::as_stated("143_05") else { return };
    match extract(&clip, &ExtractSettings::default()) {
        Ok(found) => assert_eq!(found.rate.verdict(), RateVerdict::Contradicts),
        Err(error) => assert!(error.to_string().contains("if the frame rate is wrong"), "{error}"),
    }
    for name in ["127_25", "49_04"] {
        let clip = common::capture(name).unwrap();
        let whole = extract(&clip, &ExtractSettings::default()).map_or(0, |found| {
            found.stances.iter().filter(|found| found.stance.kind() == StanceKind::Whole).count()
        });
        assert_eq!(whole, 0, "{name}: its feet land apart");
    }
}
