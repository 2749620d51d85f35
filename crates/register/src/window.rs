//! The stretch of frames that is compared around each frame.

use crate::JointWeightError;
use crate::markers::normalised;

/// Weights of the frames before, at and after the one compared, summing to 1, and a basis in which the path of the
/// centroid through the window is compared apart from its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    weights: Vec<f64>,
    /// Row `m` gives coordinate `m` of a path: orthonormal and blind to a shift of the whole path.
    basis: Vec<Vec<f64>>,
}

impl Window {
    /// The same weight for `half` frames on either side and the one between.
    pub fn equal(half: usize) -> Self {
        Self::with_weights(half, &vec![1.0; 2 * half + 1]).expect("equal weights are valid")
    }

    /// A window with a weight for each of its `2 · half + 1` frames.
    ///
    /// # Errors
    /// When their number is wrong, one is negative or not finite, or all are zero.
    pub fn with_weights(half: usize, weights: &[f64]) -> Result<Self, JointWeightError> {
        let expected = 2 * half + 1;
        if weights.len() != expected {
            return Err(JointWeightError::WindowLength { found: weights.len(), half, expected });
        }
        let weights = normalised(weights.to_vec(), "window positions")?;
        let basis = basis(&weights);
        Ok(Self { weights, basis })
    }

    /// Frames on either side.
    pub fn half(&self) -> usize {
        self.weights.len() / 2
    }

    /// The weight of each frame of the window; they sum to 1.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// Coordinates of the path of a centroid through the window, wherever it is: the inner product of two of them
    /// is `Σ wₗ (cₗ − c̄) · (c'ₗ − c̄')`.
    pub(crate) fn bends<'a>(&'a self, path: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        // The basis is blind to the shift; taking it out first keeps the digits of a path far from the origin.
        let middle = path[self.half()];
        self.basis.iter().map(move |row| row.iter().zip(path).map(|(b, c)| b * (c - middle)).sum())
    }
}

/// The rows but the first of the Householder reflection that takes √w to −e₀, each entry times √w.
fn basis(weights: &[f64]) -> Vec<Vec<f64>> {
    let root: Vec<f64> = weights.iter().map(|weight| weight.sqrt()).collect();
    let mut axis = root.clone();
    axis[0] += 1.0;
    let squared: f64 = axis.iter().map(|a| a * a).sum();
    let entry = |m: usize, l: usize| f64::from(u8::from(m == l)) - 2.0 * axis[m] * axis[l] / squared;
    (1..weights.len()).map(|m| (0..weights.len()).map(|l| entry(m, l) * root[l]).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_way_to_be_invalid_is_named() {
        assert!(matches!(
            Window::with_weights(1, &[1.0]),
            Err(JointWeightError::WindowLength { expected: 3, .. })
        ));
        assert!(matches!(Window::with_weights(0, &[0.0]), Err(JointWeightError::AllZero { .. })));
        assert!(matches!(Window::with_weights(0, &[f64::NAN]), Err(JointWeightError::BadWeight { .. })));
    }

    proptest! {
        #[test]
        fn bends_keep_the_inner_product_of_centred_paths(
            weights in prop::collection::vec(0.0..1.0f64, 5),
            a in prop::collection::vec(-1.0..1.0f64, 5),
            b in prop::collection::vec(-1.0..1.0f64, 5),
            shift in -100.0..100.0f64,
        ) {
            prop_assume!(weights.iter().sum::<f64>() > 0.1);
            let window = Window::with_weights(2, &weights).unwrap();
            let w = window.weights();
            let mean = |path: &[f64]| -> f64 { w.iter().zip(path).map(|(w, c)| w * c).sum() };
            let (mean_a, mean_b) = (mean(&a), mean(&b));
            let expected: f64 = (0..5).map(|l| w[l] * (a[l] - mean_a) * (b[l] - mean_b)).sum();
            let moved: Vec<f64> = a.iter().map(|c| c + shift).collect();
            let found: f64 = window.bends(&moved).zip(window.bends(&b)).map(|(p, q)| p * q).sum();
            prop_assert!((found - expected).abs() < 1e-12);
        }
    }
}
