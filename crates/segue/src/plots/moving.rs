//! Shapes that move, as SMIL writes them.

use super::canvas::{Canvas, Motion};
use super::paint::Color;

/// The moments at which shapes have a place.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    /// Those at which something moves.
    moments: usize,
    /// Those at which the last one is held.
    held: usize,
    rate_hz: f64,
}

impl Timeline {
    /// `secs` of motion, then the last moment held.
    pub(super) fn new(secs: f64, hold_secs: f64, rate_hz: f64) -> Self {
        let count = |secs: f64| (secs * rate_hz).ceil().max(1.0) as usize;
        Self { moments: count(secs) + 1, held: count(hold_secs), rate_hz }
    }

    /// Until it starts again.
    pub(super) fn duration_secs(&self) -> f64 {
        (self.moments - 1 + self.held) as f64 / self.rate_hz
    }

    /// In seconds, without those that are held.
    pub(super) fn moments(&self) -> impl Iterator<Item = f64> {
        let rate_hz = self.rate_hz;
        (0..self.moments).map(move |n| n as f64 / rate_hz)
    }
}

/// A shape, when it appears and where it is.
#[derive(Clone, Debug)]
pub(super) struct Moving {
    shape: Shape,
    since_secs: f64,
}

#[derive(Clone, Debug)]
enum Shape {
    /// A thick line with its points at every moment, as many at each; closed and filled when there are more than two.
    Line { width: f64, color: Color, points: Vec<Vec<[f64; 2]>> },
    /// What does not move.
    Still(Canvas),
}

impl Moving {
    /// A thick line that has no points yet.
    pub(super) fn line(width: f64, color: Color) -> Self {
        Self { shape: Shape::Line { width, color, points: Vec::new() }, since_secs: 0.0 }
    }

    /// A drawing that appears at a time.
    pub(super) fn still(drawing: Canvas, since_secs: f64) -> Self {
        Self { shape: Shape::Still(drawing), since_secs }
    }

    /// Appears at a time.
    pub(super) fn since(self, since_secs: f64) -> Self {
        Self { since_secs, ..self }
    }

    /// A line nearer to white, at 1 white.
    pub(super) fn paler(mut self, share: f64) -> Self {
        if let Shape::Line { color, .. } = &mut self.shape {
            *color = color.mixed(Color::WHITE, share);
        }
        self
    }

    /// Where a line is at the next moment.
    pub(super) fn push(&mut self, next: Vec<[f64; 2]>) {
        if let Shape::Line { points, .. } = &mut self.shape {
            points.push(next);
        }
    }

    /// Draws it as it is at a time.
    pub(super) fn draw_at(&self, canvas: &mut Canvas, secs: f64, timeline: &Timeline) {
        // A moment later than the shape appears, whatever rounding does to either.
        if secs + 1e-9 < self.since_secs {
            return;
        }
        match &self.shape {
            Shape::Still(drawing) => canvas.place([0.0, 0.0], drawing),
            Shape::Line { width, color, points } => {
                let place = secs * timeline.rate_hz;
                canvas.moving_line(&[between(points, place)], *width, *color, None);
            }
        }
    }

    /// Draws it so that it moves.
    pub(super) fn animate(&self, canvas: &mut Canvas, timeline: &Timeline) {
        let duration_secs = timeline.duration_secs();
        let mut own = Canvas::new(0.0, 0.0);
        match &self.shape {
            Shape::Still(drawing) => own = drawing.clone(),
            Shape::Line { width, color, points } => {
                let motion = Motion { held: timeline.held, duration_secs };
                own.moving_line(points, *width, *color, Some(motion));
            }
        }
        canvas.appearing(&own, self.since_secs / duration_secs, duration_secs);
    }
}

/// The points between two moments; the last ones after the end.
fn between(points: &[Vec<[f64; 2]>], place: f64) -> Vec<[f64; 2]> {
    let last = points.len().saturating_sub(1);
    let place = place.clamp(0.0, last as f64);
    let (from, to) = (place.floor() as usize, (place.floor() as usize + 1).min(last));
    let share = place.fract();
    let mix = |(a, b): (&[f64; 2], &[f64; 2])| [0, 1].map(|n| a[n] + (b[n] - a[n]) * share);
    points[from].iter().zip(&points[to]).map(mix).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_between_its_moments_and_stays_at_the_last() {
        let points = [vec![[0.0, 0.0]], vec![[2.0, 4.0]]];
        for (place, expected) in [(0.0, [0.0, 0.0]), (0.5, [1.0, 2.0]), (1.0, [2.0, 4.0]), (7.0, [2.0, 4.0])]
        {
            assert_eq!(between(&points, place), [expected], "{place}");
        }
    }

    #[test]
    fn the_last_moment_is_held() {
        let timeline = Timeline::new(2.0, 1.0, 10.0);
        assert_eq!(timeline.moments().count(), 21);
        assert!((timeline.duration_secs() - 3.0).abs() < 1e-12);
    }
}
