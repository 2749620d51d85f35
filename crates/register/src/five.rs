//! Symmetric positive systems of equations of five diagonals: curves that bend little, through weighted values.

/// A symmetric matrix with two entries on either side of the diagonal. [`Band`](segue_numeric::Band) gives the same numbers, several
/// times slower: curves of all pairings of steps are solved for.
#[derive(Clone, Debug)]
pub(crate) struct Five {
    /// For each row the diagonal and the two entries before it, nearest first.
    rows: Vec<[f64; 3]>,
}

impl Five {
    /// All zeros, `rows` rows, at least two.
    pub(crate) fn new(rows: usize) -> Self {
        Self { rows: vec![[0.0; 3]; rows] }
    }

    /// Adds `weight · v vᵀ` for a `v` with two entries, from row `first` on.
    pub(crate) fn add_two(&mut self, first: usize, [a, b]: [f64; 2], weight: f64) {
        self.rows[first][0] += weight * a * a;
        self.rows[first + 1][1] += weight * b * a;
        self.rows[first + 1][0] += weight * b * b;
    }

    /// Adds to all entries of the diagonal.
    pub(crate) fn add_everywhere(&mut self, value: f64) {
        self.rows.iter_mut().for_each(|row| row[0] += value);
    }

    /// Adds `weight` times the squares of second differences.
    pub(crate) fn add_bends(&mut self, weight: f64) {
        for n in 2..self.rows.len() {
            self.rows[n - 2][0] += weight;
            self.rows[n - 1][1] += -2.0 * weight;
            self.rows[n - 1][0] += 4.0 * weight;
            self.rows[n][2] += weight;
            self.rows[n][1] += -2.0 * weight;
            self.rows[n][0] += weight;
        }
    }

    /// Adds `weight` times the squares of first differences.
    pub(crate) fn add_slopes(&mut self, weight: f64) {
        (0..self.rows.len() - 1).for_each(|first| self.add_two(first, [-1.0, 1.0], weight));
    }

    /// What the matrix, which must be positive definite, times gives `right`.
    pub(crate) fn solve(mut self, mut right: Vec<f64>) -> Vec<f64> {
        let count = self.rows.len();
        // The pivot and the factor of the row before, the pivot of the one before that.
        let (mut near, mut factor, mut far) = (1.0, 0.0, 1.0);
        let (mut before, mut earlier) = (0.0, 0.0);
        for (row, value) in self.rows.iter_mut().zip(&mut right) {
            let [diagonal, first, second] = *row;
            let first = first - second * factor;
            let (by_near, by_far) = (first / near, second / far);
            let pivot = diagonal - by_near * first - by_far * second;
            *row = [pivot, by_near, by_far];
            (far, near, factor) = (near, pivot, by_near);
            *value = *value - before * by_near - earlier * by_far;
            (earlier, before) = (before, *value);
        }
        let (mut after, mut later) = (0.0, 0.0);
        for n in (0..count).rev() {
            let next = self.rows.get(n + 1).map_or(0.0, |row| row[1]);
            let second = self.rows.get(n + 2).map_or(0.0, |row| row[2]);
            right[n] = right[n] * (1.0 / self.rows[n][0]) - after * next - later * second;
            (later, after) = (after, right[n]);
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use segue_numeric::{Band, Penalty, add_penalties};

    proptest! {
        /// The twin knows bands of any width.
        #[test]
        fn solutions_are_those_of_any_band(
            values in prop::collection::vec((0.0..1.0f64, -1.0..1.0f64, 0.0..2.0f64), 2..60),
            bend in 0.0..1e4f64, slope in 0.0..10.0f64,
        ) {
            let rows = values.len() + 1;
            let (mut five, mut band, mut right) = (Five::new(rows), Band::new(rows, 3), vec![0.0; rows]);
            for (n, &(share, value, weight)) in values.iter().enumerate() {
                five.add_two(n, [1.0 - share, share], weight);
                band.add_square(n, &[1.0 - share, share], weight);
                right[n] += weight * (1.0 - share) * value;
                right[n + 1] += weight * share * value;
            }
            five.add_everywhere(1e-6);
            (0..rows).for_each(|n| band.add(n, n, 1e-6));
            five.add_bends(bend);
            five.add_slopes(slope);
            add_penalties(&mut band, &[Penalty { order: 2, weight: bend }, Penalty { order: 1, weight: slope }]);
            prop_assert_eq!(five.solve(right.clone()), band.factors().solve(right));
        }
    }
}
