//! Symmetric matrices with two diagonals on either side of the main one.

/// A symmetric positive definite matrix of which only entries at most two off the diagonal are not zero.
#[derive(Clone, Debug)]
pub(crate) struct Band {
    /// `rows[i] = [a(i, i), a(i, i − 1), a(i, i − 2)]`.
    rows: Vec<[f64; 3]>,
}

/// L D Lᵀ of a [`Band`].
pub(crate) struct Factors {
    rows: Vec<[f64; 3]>,
}

impl Band {
    pub(crate) fn zero(size: usize) -> Self {
        Self { rows: vec![[0.0; 3]; size] }
    }

    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds `weight · v vᵀ` for a `v` with two or three entries from row `first` on.
    pub(crate) fn add_square(&mut self, first: usize, v: &[f64], weight: f64) {
        for (i, &a) in v.iter().enumerate() {
            for (j, &b) in v[..=i].iter().enumerate() {
                self.rows[first + i][i - j] += weight * a * b;
            }
        }
    }

    pub(crate) fn times(&self, x: &[f64]) -> Vec<f64> {
        let mut product = vec![0.0; x.len()];
        for (i, row) in self.rows.iter().enumerate() {
            product[i] += row[0] * x[i];
            for off in 1..=i.min(2) {
                product[i] += row[off] * x[i - off];
                product[i - off] += row[off] * x[i];
            }
        }
        product
    }

    pub(crate) fn factors(&self) -> Factors {
        let mut rows = self.rows.clone();
        for i in 0..rows.len() {
            let [mut pivot, mut one, two] = rows[i];
            if i >= 2 {
                one -= two * rows[i - 1][1];
            }
            let mut row = [pivot, 0.0, 0.0];
            if i >= 1 {
                row[1] = one / rows[i - 1][0];
                pivot -= one * row[1];
            }
            if i >= 2 {
                row[2] = two / rows[i - 2][0];
                pivot -= two * row[2];
            }
            row[0] = pivot;
            rows[i] = row;
        }
        Factors { rows }
    }
}

impl Factors {
    /// x with `a x = b`.
    pub(crate) fn solve(&self, b: &[f64]) -> Vec<f64> {
        let mut x = b.to_vec();
        for i in 0..x.len() {
            for off in 1..=i.min(2) {
                x[i] -= self.rows[i][off] * x[i - off];
            }
        }
        for (x, row) in x.iter_mut().zip(&self.rows) {
            *x /= row[0];
        }
        for i in (0..x.len()).rev() {
            for off in 1..=2.min(x.len() - 1 - i) {
                x[i] -= self.rows[i + off][off] * x[i + off];
            }
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solving_undoes_multiplying(
            rows in prop::collection::vec([-1.0..1.0f64, -1.0..1.0f64, -1.0..1.0f64], 1..20),
            x in prop::collection::vec(-1.0..1.0f64, 22),
        ) {
            let mut band = Band::zero(rows.len() + 2);
            for (first, v) in rows.iter().enumerate() {
                band.add_square(first, v, 1.0);
            }
            for i in 0..band.len() {
                band.add_square(i, &[1.0], 1.0);
            }
            let x = &x[..band.len()];
            let found = band.factors().solve(&band.times(x));
            prop_assert!(found.iter().zip(x).all(|(a, b)| (a - b).abs() < 1e-9));
        }
    }
}
