//! Strokes that change strokes.

use glam::DVec2;

/// A stroke that turns back at least this often is a scribble.
const TURNS: usize = 4;

/// How near a stroke has to come to another to lie over it, in pixels.
const OVER: f64 = 24.0;

/// Whether a stroke is a scribble over another, which deletes that: it goes to and fro across it.
pub fn is_scribble_over(stroke: &[[f64; 2]], drawn: &[[f64; 2]]) -> bool {
    let points: Vec<DVec2> = stroke.iter().copied().map(DVec2::from).collect();
    let near = points.iter().filter(|point| distance(drawn, **point) < OVER).count();
    turns(&points) >= TURNS && 2 * near >= points.len()
}

/// How often a stroke turns back along its longer side.
fn turns(points: &[DVec2]) -> usize {
    let span = |f: &dyn Fn(&DVec2) -> f64| {
        points.iter().map(f).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)))
    };
    let (x, y) = (span(&|p| p.x), span(&|p| p.y));
    let wide = x.1 - x.0 > y.1 - y.0;
    let along: Vec<f64> = points.iter().map(|p| if wide { p.x } else { p.y }).collect();
    let least = 0.2 * (x.1 - x.0).max(y.1 - y.0);
    let (mut count, mut rising, mut mark) = (0, None, along.first().copied().unwrap_or(0.0));
    for &value in &along {
        let up = value - mark;
        match rising {
            None if up.abs() > least => (rising, mark) = (Some(up > 0.0), value),
            Some(true) if up < -least => (count, rising, mark) = (count + 1, Some(false), value),
            Some(false) if up > least => (count, rising, mark) = (count + 1, Some(true), value),
            Some(true) => mark = mark.max(value),
            Some(false) => mark = mark.min(value),
            None => {}
        }
    }
    count
}

fn distance(drawn: &[[f64; 2]], point: DVec2) -> f64 {
    drawn.iter().map(|at| DVec2::from(*at).distance(point)).fold(f64::INFINITY, f64::min)
}

/// A stroke with the part replaced over which another was drawn: both ends of that come near it. `None` when they do
/// not, so that it is a stroke of its own.
pub fn overdrawn(drawn: &[[f64; 2]], stroke: &[[f64; 2]]) -> Option<Vec<[f64; 2]>> {
    let nearest = |point: [f64; 2]| {
        let off = |at: &[f64; 2]| DVec2::from(*at).distance(point.into());
        let best = (0..drawn.len()).min_by(|&a, &b| off(&drawn[a]).total_cmp(&off(&drawn[b])))?;
        (off(&drawn[best]) < OVER).then_some(best)
    };
    let (from, to) = (nearest(*stroke.first()?)?, nearest(*stroke.last()?)?);
    let mut part = stroke.to_vec();
    if from > to {
        part.reverse();
    }
    let (from, to) = (from.min(to), from.max(to));
    (to > from).then(|| [&drawn[..from], &part, &drawn[to + 1..]].concat())
}
