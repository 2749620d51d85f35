//! Symmetric positive systems of equations whose entries lie near the diagonal.

use crate::Value;

/// A symmetric matrix with `width` entries on either side of the diagonal.
#[derive(Clone, Debug)]
pub struct Band {
    width: usize,
    /// Row by row: the diagonal, then the entries before it, nearest first.
    entries: Vec<f64>,
}

/// L D Lᵀ of a positive definite [`Band`].
#[derive(Clone, Debug)]
pub struct BandFactors(Band);

impl Band {
    /// All zeros, `rows` rows.
    pub fn new(rows: usize, width: usize) -> Self {
        Self { width, entries: vec![0.0; rows * (width + 1)] }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.entries.len() / (self.width + 1)
    }

    /// Adds to the entry in row `a` and column `b` and to its mirror image; they are within the width of each other.
    pub fn add(&mut self, a: usize, b: usize, value: f64) {
        let (row, back) = (a.max(b), a.abs_diff(b));
        debug_assert!(back <= self.width, "an entry lies near the diagonal");
        self.entries[row * (self.width + 1) + back] += value;
    }

    /// Adds `weight · v vᵀ` for a `v` whose entries start in row `first`, at most one more than the width.
    pub fn add_square(&mut self, first: usize, v: &[f64], weight: f64) {
        debug_assert!(v.len() <= self.width + 1, "an entry lies near the diagonal");
        for (i, &a) in v.iter().enumerate().filter(|(_, a)| **a != 0.0) {
            let row = &mut self.entries[(first + i) * (self.width + 1)..][..=i];
            for (entry, &b) in row.iter_mut().zip(v[..=i].iter().rev()) {
                *entry += weight * a * b;
            }
        }
    }

    /// The entries on the diagonal.
    pub fn diagonal(&self) -> Vec<f64> {
        (0..self.rows()).map(|row| self.at(row, 0)).collect()
    }

    /// The product with a vector.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; x.len()];
        for i in 0..x.len() {
            product[i] += self.at(i, 0) * x[i];
            for back in 1..=self.width.min(i) {
                product[i] += self.at(i, back) * x[i - back];
                product[i - back] += self.at(i, back) * x[i];
            }
        }
        product
    }

    /// The factors with which any number of systems can be solved; the matrix must be positive definite.
    #[must_use]
    pub fn factors(mut self) -> BandFactors {
        (0..self.rows()).for_each(|i| self.reduce(i));
        BandFactors(self)
    }

    fn at(&self, row: usize, back: usize) -> f64 {
        self.entries[row * (self.width + 1) + back]
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

impl BandFactors {
    /// What the matrix times gives `right`.
    pub fn solve<T: Value>(&self, mut right: Vec<T>) -> Vec<T> {
        let (band, n) = (&self.0, right.len());
        for i in 0..n {
            for back in 1..=band.width.min(i) {
                right[i] = right[i] - right[i - back] * band.at(i, back);
            }
        }
        for i in (0..n).rev() {
            right[i] = right[i] * (1.0 / band.at(i, 0));
            for ahead in 1..=band.width.min(n - 1 - i) {
                right[i] = right[i] - right[i + ahead] * band.at(i + ahead, ahead);
            }
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Matrix;
    use glam::DVec3;
    use proptest::prelude::*;

    /// A positive definite band and the same matrix without holes.
    fn both(squares: &[[f64; 4]]) -> (Band, Matrix) {
        let rows = squares.len() + 3;
        let (mut band, mut dense) = (Band::new(rows, 3), Matrix::zero(rows, rows));
        for (first, v) in squares.iter().enumerate() {
            band.add_square(first, v, 1.0);
            let mut row = vec![0.0; rows];
            row[first..first + 4].copy_from_slice(v);
            dense.add_square(&row, 1.0);
        }
        for i in 0..rows {
            band.add(i, i, 1.0);
            *dense.at(i, i) += 1.0;
        }
        (band, dense)
    }

    proptest! {
        /// The naive twin knows nothing of bands.
        #[test]
        fn products_and_solutions_are_those_of_the_dense_matrix(
            squares in prop::collection::vec(prop::array::uniform4(-1.0..1.0f64), 1..20),
            x in prop::collection::vec(-1.0..1.0f64, 23),
        ) {
            let (band, dense) = both(&squares);
            let x = &x[..band.rows()];
            let product = band.times(x);
            for (i, product) in product.iter().enumerate() {
                prop_assert!((product - crate::dot(dense.row(i), x)).abs() < 1e-12);
            }
            let naive = dense.cholesky().unwrap().solve(x);
            let found = band.factors().solve(x.to_vec());
            prop_assert!(found.iter().zip(&naive).all(|(a, b)| (a - b).abs() < 1e-9));
        }

        #[test]
        fn vectors_are_solved_axis_by_axis(squares in prop::collection::vec(prop::array::uniform4(-1.0..1.0f64), 1..9)) {
            let factors = both(&squares).0.factors();
            let right: Vec<f64> = (0..squares.len() + 3).map(|i| 1.0 - 0.2 * i as f64).collect();
            let vectors = right.iter().map(|&value| DVec3::new(value, 2.0 * value, 0.0)).collect();
            for (vector, number) in factors.solve(vectors).into_iter().zip(factors.solve(right)) {
                prop_assert!((vector - DVec3::new(number, 2.0 * number, 0.0)).length() < 1e-9);
            }
        }
    }
}
