//! Drawings of stances.

use segue_stance::{Extraction, Limits, Mode, Stance, Support, WarpSettings, blend, judge_warped, warp};

use crate::plots::{Canvas, Chart, ChartLine, Color};

/// Points of a line.
const POINTS: usize = 120;

fn along(points: usize) -> impl Iterator<Item = f64> {
    (0..=points).map(move |i| i as f64 / points as f64)
}

/// Paths of the centres of mass, from the side.
pub(super) fn path_plot(stances: &[&Stance]) -> Canvas {
    let line = |(i, stance): (usize, &&Stance)| {
        let at = |share: f64| stance.centre_at(share * stance.end_secs());
        ChartLine {
            name: stance.name().to_owned(),
            color: Color::of_line(i),
            points: along(POINTS).map(at).map(|at| [at.x, at.y]).collect(),
        }
    };
    Chart {
        title: "Path of the centre of mass".to_owned(),
        about: "from apex to apex, seen from the right".to_owned(),
        x_name: "distance along the heading, m".to_owned(),
        y_name: "height, m".to_owned(),
        lines: stances.iter().enumerate().map(line).collect(),
    }
    .draw()
}

/// Forces over the contact: vertical in full colour, heading paler.
pub(super) fn force_plot(stances: &[&Stance]) -> Canvas {
    let lines = stances.iter().enumerate().flat_map(|(i, stance)| {
        let weight = stance.mass() * segue_motion::GRAVITY;
        let line = |axis: usize, name: String, color| ChartLine {
            name,
            color,
            points: along(POINTS).map(|tau| [tau, stance.force().at(tau)[axis] / weight]).collect(),
        };
        let color = Color::of_line(i);
        [line(1, stance.name().to_owned(), color), line(0, String::new(), color.mixed(Color::WHITE, 0.55))]
    });
    Chart {
        title: "Force of the ground on the foot".to_owned(),
        about: "vertical; paler: along the heading".to_owned(),
        x_name: "time in contact: 0 touchdown, 1 lift-off".to_owned(),
        y_name: "force, body weights".to_owned(),
        lines: lines.collect(),
    }
    .draw()
}

/// The value of warps of two stances along the line between them, and of the best blend.
pub(super) fn value_plot(a: &Stance, b: &Stance, mode: Mode) -> Canvas {
    let settings = WarpSettings { mode, ..WarpSettings::default() };
    let value = |stance: &Stance, k: f64| {
        let wanted = b.params().toward(a.params(), k);
        warp(stance, wanted, &settings).map(|warped| judge_warped(&warped, &Limits::default()).value).ok()
    };
    let best_blend = |k: f64| {
        let shares = (1..10).map(|i| f64::from(i) / 10.0);
        let values = shares.filter_map(|share| value(&blend(a, b, share, Support::Majority).ok()?, k));
        values.fold(None, |best: Option<f64>, value| Some(best.map_or(value, |best| best.max(value))))
    };
    // Far below zero all are alike; the picture is of what is near.
    let points = |f: &dyn Fn(f64) -> Option<f64>| {
        along(60).filter_map(|k| Some([k, f(k)?.max(-2.0)])).collect::<Vec<[f64; 2]>>()
    };
    let line = |name: &str, color, points| ChartLine { name: name.to_owned(), color, points };
    Chart {
        title: "What a body can do between two stances".to_owned(),
        about: "above zero a body can do it; values below −2 are drawn at −2".to_owned(),
        x_name: format!("share of {}", a.name()),
        y_name: "value of the judgement".to_owned(),
        lines: vec![
            line(&format!("warps of {}", a.name()), Color::of_line(0), points(&|k| value(a, k))),
            line(&format!("warps of {}", b.name()), Color::of_line(1), points(&|k| value(b, k))),
            line("the best blend", Color::MADE, points(&best_blend)),
        ],
    }
    .draw()
}

/// Paths and forces of the stances of clips.
pub(super) fn extraction_plot(found: &[(String, Extraction)]) -> Canvas {
    let stances: Vec<&Stance> =
        found.iter().flat_map(|(_, extraction)| extraction.stances.iter().map(|one| &one.stance)).collect();
    Canvas::column(&[path_plot(&stances), force_plot(&stances)])
}
