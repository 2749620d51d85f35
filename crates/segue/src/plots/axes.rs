//! Axes with units.

use super::canvas::{Anchor, Canvas};
use super::paint::Color;

/// Values along an axis that are seen, `from` not equal to `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Span {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl Span {
    /// The smallest span that holds all values, at least `least` wide.
    pub(super) fn of(values: impl Iterator<Item = f64>, least: f64) -> Self {
        let (low, high) = values
            .filter(|value| value.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| (low.min(value), high.max(value)));
        let (low, high) = if low <= high { (low, high) } else { (0.0, 0.0) };
        let missing = (least - (high - low)).max(0.0) / 2.0;
        Self { from: low - missing, to: high + missing }
    }

    pub(super) fn length(self) -> f64 {
        self.to - self.from
    }

    /// The same span with a share of it added at either end.
    pub(super) fn padded(self, share: f64) -> Self {
        let pad = share * self.length();
        Self { from: self.from - pad, to: self.to + pad }
    }

    /// Round values within the span, about `count` of them; two at least, since one says nothing about the scale.
    fn ticks(self, count: f64) -> Vec<f64> {
        let coarse = round_step(self.length() / count.max(1.0));
        let ticks = self.multiples(coarse);
        if ticks.len() < 2 { self.multiples(round_step(coarse / 2.5)) } else { ticks }
    }

    /// Multiples of a step within the span.
    fn multiples(self, step: f64) -> Vec<f64> {
        let first = (self.from / step - 1e-9).ceil() as i64;
        let last = (self.to / step + 1e-9).floor() as i64;
        (first..=last).map(|n| n as f64 * step).collect()
    }
}

/// The nearest of 1, 2 and 5 times a power of ten at or above a step.
fn round_step(step: f64) -> f64 {
    let power = 10f64.powf(step.max(1e-12).log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= step * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A rectangle of the drawing in which values have their places; y grows upwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axes {
    /// Top left corner in pixels.
    pub(super) corner: [f64; 2],
    /// Width and height in pixels.
    pub(super) size: [f64; 2],
    pub(super) x: Span,
    pub(super) y: Span,
}

/// Room for the numbers and the name of the y axis, in pixels.
pub(super) const LEFT: f64 = 58.0;
/// Room for the numbers and the name of the x axis, in pixels.
pub(super) const BELOW: f64 = 46.0;
/// Room for the title and the line below it, in pixels.
pub(super) const ABOVE: f64 = 58.0;
/// Room at the right edge, in pixels.
pub(super) const RIGHT: f64 = 22.0;

impl Axes {
    /// Where values are in the drawing.
    pub(super) fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [self.x_at(x), self.y_at(y)]
    }

    pub(super) fn x_at(&self, x: f64) -> f64 {
        self.corner[0] + (x - self.x.from) / self.x.length() * self.size[0]
    }

    pub(super) fn y_at(&self, y: f64) -> f64 {
        self.corner[1] + self.size[1] - (y - self.y.from) / self.y.length() * self.size[1]
    }

    pub(super) fn right(&self) -> f64 {
        self.corner[0] + self.size[0]
    }

    pub(super) fn bottom(&self) -> f64 {
        self.corner[1] + self.size[1]
    }

    /// Lines across the field at round values.
    pub(super) fn rules(&self, canvas: &mut Canvas) {
        let faint = Color::RULE.mixed(Color::WHITE, 0.45);
        for x in self.x.ticks(self.size[0] / 62.0) {
            canvas.line([self.x_at(x), self.corner[1]], [self.x_at(x), self.bottom()], 1.0, faint);
        }
        for y in self.y.ticks(self.size[1] / 45.0) {
            canvas.line([self.corner[0], self.y_at(y)], [self.right(), self.y_at(y)], 1.0, faint);
        }
    }

    /// The x axis with its numbers and name.
    pub(super) fn draw_x(&self, canvas: &mut Canvas, name: &str) {
        let y = self.bottom();
        canvas.line([self.corner[0], y], [self.right(), y], 1.0, Color::GREY);
        let ticks = self.x.ticks(self.size[0] / 62.0);
        for &x in &ticks {
            canvas.line([self.x_at(x), y], [self.x_at(x), y + 4.0], 1.0, Color::GREY);
            let text = number(x, &ticks);
            canvas.text([self.x_at(x), y + 17.0], 12.0, Anchor::Middle, Color::GREY, &text);
        }
        let middle = self.corner[0] + self.size[0] / 2.0;
        canvas.text([middle, y + 36.0], 13.0, Anchor::Middle, Color::INK, name);
    }

    /// The y axis with its numbers and name.
    pub(super) fn draw_y(&self, canvas: &mut Canvas, name: &str) {
        let x = self.corner[0];
        canvas.line([x, self.corner[1]], [x, self.bottom()], 1.0, Color::GREY);
        let ticks = self.y.ticks(self.size[1] / 45.0);
        for &y in &ticks {
            canvas.line([x - 4.0, self.y_at(y)], [x, self.y_at(y)], 1.0, Color::GREY);
            canvas.text([x - 8.0, self.y_at(y) + 4.0], 12.0, Anchor::End, Color::GREY, &number(y, &ticks));
        }
        canvas.upward_text([x - 42.0, self.corner[1] + self.size[1] / 2.0], 13.0, Color::INK, name);
    }

    /// Numbers to the right of the field, as of a scale.
    pub(super) fn draw_right(&self, canvas: &mut Canvas) {
        let ticks = self.y.ticks(self.size[1] / 45.0);
        for &y in &ticks {
            let x = self.corner[0];
            canvas.line([x, self.y_at(y)], [x + 4.0, self.y_at(y)], 1.0, Color::GREY);
            canvas.text([x + 8.0, self.y_at(y) + 4.0], 12.0, Anchor::Start, Color::GREY, &number(y, &ticks));
        }
    }
}

/// A number with as many decimals as its neighbours need.
fn number(value: f64, ticks: &[f64]) -> String {
    let step = if ticks.len() > 1 { ticks[1] - ticks[0] } else { 1.0 };
    let decimals = (-step.log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{value:.decimals$}");
    // Rounding may leave a sign before nothing.
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { "0".to_owned() } else { text }
}

/// The title of a drawing and a line that explains it.
pub(super) fn title(canvas: &mut Canvas, title: &str, about: &str) {
    canvas.text([16.0, 26.0], 17.0, Anchor::Start, Color::INK, title);
    canvas.text([16.0, 45.0], 12.5, Anchor::Start, Color::GREY, about);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn steps_are_round() {
        for (step, round) in [(0.3, 0.5), (1.0, 1.0), (1.1, 2.0), (37.0, 50.0), (0.07, 0.1)] {
            assert!((round_step(step) - round).abs() < 1e-12, "{step}: {}", round_step(step));
        }
        assert_eq!(number(-0.04, &[0.0, 0.1]), "0");
        assert_eq!(number(0.25, &[0.0, 0.25]), "0.2", "as many decimals as the step has");
    }

    proptest! {
        #[test]
        fn ticks_lie_within_and_are_few(from in -1e3..1e3f64, length in 1e-3..1e3f64, count in 2.0..9.0f64) {
            let span = Span { from, to: from + length };
            let ticks = span.ticks(count);
            prop_assert!((2.0..=count.max(3.0) + 2.0).contains(&(ticks.len() as f64)), "{ticks:?}");
            let slack = 1e-6 * length;
            prop_assert!(ticks.iter().all(|tick| (from - slack..=from + length + slack).contains(tick)));
        }

        #[test]
        fn a_span_holds_its_values(values in prop::collection::vec(-1e3..1e3f64, 0..9)) {
            let span = Span::of(values.iter().copied(), 1.0);
            prop_assert!(span.length() >= 0.999);
            prop_assert!(values.iter().all(|value| (span.from..=span.to).contains(value)));
        }
    }
}
