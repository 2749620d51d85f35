//! Times that go together, without jumps of speed.

/// A curve through four points that rise: a cubic in each of the three pieces, whose slopes agree where they meet and which
/// never falls (\[FC80\]). Beyond its ends it goes on straight.
pub(super) struct Monotone(pub(super) [[f64; 2]; 4]);

/// Pieces are no shorter than this.
const SHORTEST: f64 = 1e-6;

impl Monotone {
    pub(super) fn at(&self, x: f64) -> f64 {
        let points = &self.0;
        let widths: [f64; 3] = std::array::from_fn(|i| (points[i + 1][0] - points[i][0]).max(SHORTEST));
        let rates: [f64; 3] = std::array::from_fn(|i| (points[i + 1][1] - points[i][1]) / widths[i]);
        let [a, b] = [0, 1].map(|i| joined(widths, rates, i));
        // The outer pieces bend evenly.
        let slopes = [(2.0 * rates[0] - a).max(0.0), a, b, (2.0 * rates[2] - b).max(0.0)];
        let i = points[1..3].iter().take_while(|point| point[0] < x).count();
        let t = (x - points[i][0]) / widths[i];
        if !(0.0..=1.0).contains(&t) {
            let end = if t < 0.0 { i } else { i + 1 };
            return points[end][1] + (x - points[end][0]) * slopes[end];
        }
        let [from, to] = [points[i][1], points[i + 1][1]];
        let [a, b] = [slopes[i], slopes[i + 1]].map(|slope| slope * widths[i]);
        let (square, cube) = (t * t, t * t * t);
        from + (to - from) * (3.0 * square - 2.0 * cube) + a * (t - 2.0 * square + cube) + b * (cube - square)
    }
}

/// The slope where two pieces meet: their weighted harmonic mean.
fn joined(widths: [f64; 3], rates: [f64; 3], i: usize) -> f64 {
    let ([a, b], [p, q]) = ([widths[i], widths[i + 1]], [rates[i], rates[i + 1]]);
    if p * q <= 0.0 {
        return 0.0;
    }
    3.0 * (a + b) / ((2.0 * b + a) / p + (b + 2.0 * a) / q)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_meets_its_points_and_rises_without_jumps_of_speed(
            steps in prop::array::uniform3((0.02..0.6f64, 0.0..40.0f64)),
        ) {
            let mut points = [[0.1, 5.0]; 4];
            for i in 0..3 {
                points[i + 1] = [points[i][0] + steps[i].0, points[i][1] + steps[i].1];
            }
            let curve = Monotone(points);
            for [x, y] in points {
                prop_assert!((curve.at(x) - y).abs() < 1e-9);
                let [before, after] = [-1e-6, 1e-6].map(|by| (curve.at(x + by) - curve.at(x)) / by);
                prop_assert!((before - after).abs() < 0.05 * (1.0 + before.abs()), "{before} {after}");
            }
            let all: Vec<f64> = (0..200).map(|i| curve.at(0.01 * f64::from(i))).collect();
            prop_assert!(all.windows(2).all(|pair| pair[1] >= pair[0] - 1e-9));
        }
    }
}
