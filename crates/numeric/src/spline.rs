//! Uniform quadratic B-splines of one number.

use crate::bspline::{locate, quadratic};

/// A quadratic B-spline with equally spaced knots; between knots i and i + 1, with t from 0 to 1,
/// `S = ½(1−t)² pᵢ + (½ + t − t²) pᵢ₊₁ + ½t² pᵢ₊₂`.
///
/// The derivative lies between neighbouring gaps of control points, so a spline whose control points increase is
/// strictly increasing. There are at least three control points; beyond its ends the spline holds its last value.
///
/// ```
/// use segue_numeric::Spline;
///
/// let line = Spline::new(10.0, 2.0, vec![0.0, 1.0, 2.0, 3.0]);
/// assert_eq!(line.range(), [10.0, 14.0]);
/// assert_eq!((line.at(10.0), line.at(13.0)), (0.5, 2.0));
/// assert_eq!(line.slope(13.0), 0.5);
/// assert_eq!(line.inverse(2.0), 13.0);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spline {
    start: f64,
    spacing: f64,
    controls: Vec<f64>,
}

impl Spline {
    /// A spline from `start` on with knots `spacing` apart.
    ///
    /// # Panics
    /// With fewer than three control points, or a spacing that is not positive.
    pub fn new(start: f64, spacing: f64, controls: Vec<f64>) -> Self {
        assert!(controls.len() >= 3 && spacing > 0.0, "a piece of a spline has three control points");
        Self { start, spacing, controls }
    }

    /// First and last parameter.
    pub fn range(&self) -> [f64; 2] {
        [self.start, self.start + self.pieces() as f64 * self.spacing]
    }

    /// Parameters from knot to knot.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The control points.
    pub fn controls(&self) -> &[f64] {
        &self.controls
    }

    /// The value at `u`; outside the range that of the nearer end.
    pub fn at(&self, u: f64) -> f64 {
        let (piece, t) = self.locate(u);
        quadratic(t).iter().zip(&self.controls[piece..]).map(|(weight, control)| weight * control).sum()
    }

    /// The derivative at `u`; outside the range that of the nearer end.
    pub fn slope(&self, u: f64) -> f64 {
        let (piece, t) = self.locate(u);
        let [p, q, r] = self.piece(piece);
        ((1.0 - t) * (q - p) + t * (r - q)) / self.spacing
    }

    /// The smallest and largest derivative, which lie at knots.
    pub fn slopes(&self) -> [f64; 2] {
        let gaps = self.controls.windows(2).map(|pair| (pair[1] - pair[0]) / self.spacing);
        gaps.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], gap| [low.min(gap), high.max(gap)])
    }

    /// Where an increasing spline has `value`; the nearer end of the range when it never has.
    pub fn inverse(&self, value: f64) -> f64 {
        let knot = |n: usize| 0.5 * (self.controls[n] + self.controls[n + 1]);
        let (mut low, mut high) = (0, self.pieces());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if knot(middle) <= value { low = middle } else { high = middle }
        }
        let [p, q, r] = self.piece(low);
        // c t² + b t = rest; this form of the root stays exact where the piece is nearly straight.
        let (b, c, rest) = (q - p, 0.5 * (r - 2.0 * q + p), value - knot(low));
        let root = (b * b + 4.0 * c * rest).max(0.0).sqrt();
        let t = if b + root > 0.0 { (2.0 * rest / (b + root)).clamp(0.0, 1.0) } else { 0.0 };
        self.start + (low as f64 + t) * self.spacing
    }

    /// The same curve with parameters times `u_scale` and values times `value_scale`.
    #[must_use]
    pub fn scaled(&self, u_scale: f64, value_scale: f64) -> Self {
        let controls = self.controls.iter().map(|control| control * value_scale).collect();
        Self { start: self.start * u_scale, spacing: self.spacing * u_scale, controls }
    }

    /// Whether two splines have the same knots.
    pub fn has_knots_of(&self, other: &Self) -> bool {
        let bits = |spline: &Self| [spline.start.to_bits(), spline.spacing.to_bits()];
        bits(self) == bits(other) && self.controls.len() == other.controls.len()
    }

    fn pieces(&self) -> usize {
        self.controls.len() - 2
    }

    fn piece(&self, n: usize) -> [f64; 3] {
        [self.controls[n], self.controls[n + 1], self.controls[n + 2]]
    }

    fn locate(&self, u: f64) -> (usize, f64) {
        locate((u - self.start) / self.spacing, self.pieces())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_inverse_of_an_increasing_spline_is_exact(
            gaps in prop::collection::vec(0.01..3.0f64, 2..30), fraction in 0.0..=1.0f64,
        ) {
            let mut controls = vec![-5.0];
            for gap in gaps {
                controls.push(controls[controls.len() - 1] + gap);
            }
            let spline = Spline::new(7.0, 4.0, controls);
            let [start, end] = spline.range();
            let u = start + fraction * (end - start);
            prop_assert!((spline.inverse(spline.at(u)) - u).abs() < 1e-9);
        }

        #[test]
        fn the_slope_is_the_derivative(controls in prop::collection::vec(-1.0..1.0f64, 3..9), fraction in 0.01..0.99f64) {
            let spline = Spline::new(0.0, 0.5, controls);
            let u = fraction * spline.range()[1];
            let (h, [low, high]) = (1e-6, spline.slopes());
            let difference = (spline.at(u + h) - spline.at(u - h)) / (2.0 * h);
            prop_assert!((spline.slope(u) - difference).abs() < 1e-4);
            prop_assert!((low - 1e-12..=high + 1e-12).contains(&spline.slope(u)));
        }
    }

    #[test]
    fn beyond_its_ends_it_holds_its_last_value() {
        let spline = Spline::new(0.0, 1.0, vec![0.0, 1.0, 5.0]);
        assert_eq!((spline.at(-3.0), spline.at(9.0)), (0.5, 3.0));
        assert_eq!((spline.inverse(-3.0), spline.inverse(9.0)), (0.0, 1.0));
    }
}
