//! The exact increasing fit against a general solver of quadratic programs.

#![allow(clippy::unwrap_used, clippy::float_cmp, reason = "tests")]

use clarabel::algebra::CscMatrix;
use clarabel::solver::SupportedConeT::{NonnegativeConeT, ZeroConeT};
use clarabel::solver::{DefaultSettingsBuilder, DefaultSolver, IPSolver};
use proptest::prelude::*;
use segue_numeric::fit::{self, Bounds, CurveSample, Knots};
use segue_numeric::{Random, Spline};

/// The same program, given to Clarabel as matrices.
fn oracle(knots: Knots, samples: &[CurveSample], bounds: Bounds) -> Vec<f64> {
    let k = knots.pieces + 2;
    let mut h = vec![vec![0.0; k]; k];
    let mut c = vec![0.0; k];
    for &CurveSample { u, value, weight } in samples {
        let position = ((u - knots.start) / knots.spacing).clamp(0.0, knots.pieces as f64);
        let piece = (position as usize).min(knots.pieces - 1);
        let t = position - piece as f64;
        let basis = [0.5 * (1.0 - t).powi(2), 0.5 + t - t * t, 0.5 * t * t];
        for (i, a) in basis.iter().enumerate() {
            c[piece + i] -= weight * a * value;
            for (j, b) in basis.iter().enumerate() {
                h[piece + i][piece + j] += weight * a * b;
            }
        }
    }
    let mut rows = vec![vec![0.0; k]; 2];
    (rows[0][0], rows[0][1], rows[1][k - 2], rows[1][k - 1]) = (1.0, 1.0, 1.0, 1.0);
    let mut limits = vec![2.0 * bounds.first, 2.0 * bounds.last];
    for (sign, limit) in [(-1.0, -bounds.slowest * knots.spacing), (1.0, bounds.fastest * knots.spacing)] {
        for gap in 0..k - 1 {
            let mut row = vec![0.0; k];
            (row[gap], row[gap + 1]) = (-sign, sign);
            rows.push(row);
            limits.push(limit);
        }
    }
    let cones = [ZeroConeT(2), NonnegativeConeT(2 * (k - 1))];
    let settings =
        DefaultSettingsBuilder::default().verbose(false).tol_gap_abs(1e-12).tol_gap_rel(1e-12).build();
    let (h, rows) = (CscMatrix::from(&h), CscMatrix::from(&rows));
    let mut solver = DefaultSolver::new(&h.to_triu(), &c, &rows, &limits, &cones, settings.unwrap()).unwrap();
    solver.solve();
    solver.solution.x
}

fn objective(knots: Knots, samples: &[CurveSample], controls: Vec<f64>) -> f64 {
    let spline = Spline::new(knots.start, knots.spacing, controls);
    samples.iter().map(|sample| sample.weight * (spline.at(sample.u) - sample.value).powi(2)).sum()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_fit_is_as_good_as_the_general_solver(seed in 0..u64::MAX, frames in 6..120usize, rough in 0.0..3.0f64) {
        let mut random = Random::new(seed);
        let mut value = 0.0;
        let samples: Vec<CurveSample> = (0..frames)
            .map(|u| {
                value += (1.0 + rough * random.signed()).clamp(0.0, 3.0);
                CurveSample { u: u as f64, value: value + rough * random.signed(), weight: 1.0 + random.signed().abs() * 10.0 }
            })
            .collect();
        let end = (frames - 1) as f64;
        let knots = Knots::between(0.0, end, 4.0);
        let mean = (value / end).clamp(0.55, 1.45);
        let bounds = Bounds { first: 0.0, last: mean * end, slowest: 0.5, fastest: 1.5 };
        let spline = fit::increasing(knots, &samples, fit::LIMP, bounds).unwrap();
        let [slowest, fastest] = spline.slopes();
        prop_assert!(slowest >= 0.5 - 1e-9 && fastest <= 1.5 + 1e-9, "{slowest} {fastest}");
        prop_assert!(spline.at(0.0).abs() < 1e-9 && (spline.at(end) - mean * end).abs() < 1e-9);
        let (ours, theirs) = (
            objective(knots, &samples, spline.controls().to_vec()),
            objective(knots, &samples, oracle(knots, &samples, bounds)),
        );
        prop_assert!(ours <= theirs + 1e-6 * (1.0 + theirs), "{ours} {theirs}");
    }
}

#[test]
fn ends_that_no_slope_allows_are_refused() {
    let knots = Knots::between(0.0, 10.0, 4.0);
    let bounds = |last| Bounds { first: 0.0, last, slowest: 0.5, fastest: 1.5 };
    let error = fit::increasing(knots, &[], fit::LIMP, bounds(16.0)).unwrap_err();
    assert!((error.mean - 1.6).abs() < 1e-12, "{error}");
    assert!(fit::increasing(knots, &[], fit::LIMP, bounds(4.9)).is_err());
    assert!(fit::increasing(knots, &[], fit::LIMP, bounds(f64::NAN)).is_err());
}

#[test]
fn at_the_very_limit_the_line_is_the_only_answer() {
    let knots = Knots::between(0.0, 10.0, 4.0);
    let bounds = Bounds { first: 0.0, last: 15.0, slowest: 0.5, fastest: 1.5 };
    let line = fit::increasing(knots, &[CurveSample::new(5.0, 100.0)], fit::LIMP, bounds).unwrap();
    assert!((line.at(5.0) - 7.5).abs() < 1e-9);
}

#[test]
fn a_free_fit_of_a_parabola_is_exact() {
    let samples: Vec<CurveSample> =
        (0..40).map(|u| CurveSample::new(u as f64, 3.0 + 0.1 * (u * u) as f64)).collect();
    let spline = fit::free(Knots::between(0.0, 39.0, 4.0), &samples);
    assert!(samples.iter().all(|sample| (spline.at(sample.u) - sample.value).abs() < 1e-5));
}

#[test]
fn a_long_rough_path_keeps_to_the_slopes() {
    let mut random = Random::new(9);
    let samples: Vec<CurveSample> =
        (0..20_000).map(|u| CurveSample::new(f64::from(u), f64::from(u) + 30.0 * random.signed())).collect();
    let bounds = Bounds { first: 0.0, last: 19_999.0, slowest: 0.5, fastest: 1.5 };
    let spline = fit::increasing(Knots::between(0.0, 19_999.0, 4.0), &samples, fit::LIMP, bounds).unwrap();
    let [slowest, fastest] = spline.slopes();
    assert!(slowest >= 0.5 - 1e-9 && fastest <= 1.5 + 1e-9, "{slowest} {fastest}");
    assert!(samples.iter().all(|sample| (spline.at(sample.u) - sample.u).abs() < 30.0));
}
