//! Symmetric positive systems of equations whose entries lie near the diagonal.

use crate::spline::Value;

/// A symmetric matrix with `width` entries on either side of the diagonal.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    width: usize,
    /// Row by row: the diagonal, then the entries before it, nearest first.
    entries: Vec<f64>,
}

impl Band {
    /// All zeros, `rows` rows.
    pub(crate) fn new(rows: usize, width: usize) -> Self {
        Self { width, entries: vec![0.0; rows * (width + 1)] }
    }

    /// Adds to the entry in row `a` and column `b` and to its mirror image; they are within the width of each other.
    pub(crate) fn add(&mut self, a: usize, b: usize, value: f64) {
        let (row, back) = (a.max(b), a.abs_diff(b));
        debug_assert!(back <= self.width, "an entry lies near the diagonal");
        self.entries[row * (self.width + 1) + back] += value;
    }

    fn rows(&self) -> usize {
        self.entries.len() / (self.width + 1)
    }

    fn at(&self, row: usize, back: usize) -> f64 {
        self.entries[row * (self.width + 1) + back]
    }

    /// Solves for what gives `right`; the matrix must be positive definite.
    pub(crate) fn solve<T: Value>(mut self, mut right: Vec<T>) -> Vec<T> {
        let n = self.rows();
        for i in 0..n {
            self.reduce(i);
            for back in 1..=self.width.min(i) {
                right[i] = right[i] - right[i - back] * self.at(i, back);
            }
        }
        for i in (0..n).rev() {
            right[i] = right[i] * (1.0 / self.at(i, 0));
            for ahead in 1..=self.width.min(n - 1 - i) {
                right[i] = right[i] - right[i + ahead] * self.at(i + ahead, ahead);
            }
        }
        right
    }

    /// Replaces row `i` by its pivot and the factors of the rows before it, which are reduced already.
    fn reduce(&mut self, i: usize) {
        let (size, reach) = (self.width + 1, self.width.min(i));
        let (before, rest) = self.entries.split_at_mut(i * size);
        let row = &mut rest[..size];
        // Factors times their pivots, until all are known.
        for back in (1..reach).rev() {
            let above = &before[(i - back) * size..][..=reach - back];
            let known: f64 = row[back + 1..=reach].iter().zip(&above[1..]).map(|(a, b)| a * b).sum();
            row[back] -= known;
        }
        for back in 1..=reach {
            let factor = row[back] / before[(i - back) * size];
            row[0] -= factor * row[back];
            row[back] = factor;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_solution_gives_the_right_side_back(values in proptest::collection::vec(-1.0..1.0f64, 36), right in proptest::collection::vec(-1.0..1.0f64, 9)) {
            let mut band = Band::new(9, 3);
            for i in 0..9 {
                // Larger than the six entries beside it together.
                band.add(i, i, 7.0);
                for back in 1..=3.min(i) {
                    band.add(i, i - back, values[4 * i + back]);
                }
            }
            let found = band.clone().solve(right.clone());
            for (i, right) in right.into_iter().enumerate() {
                let row = (0..9).filter(|j| i.abs_diff(*j) <= 3);
                let product: f64 = row.map(|j| band.at(i.max(j), i.abs_diff(j)) * found[j]).sum();
                prop_assert!((product - right).abs() < 1e-9);
            }
        }
    }
}
