//! Small dense systems of equations.

/// A matrix in rows.
#[derive(Clone, Debug)]
pub struct Matrix {
    columns: usize,
    cells: Vec<f64>,
}

impl Matrix {
    /// All zeros.
    pub fn zero(rows: usize, columns: usize) -> Self {
        Self { columns, cells: vec![0.0; rows * columns] }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.cells.len().checked_div(self.columns).unwrap_or(0)
    }

    /// A row.
    pub fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.columns..][..self.columns]
    }

    /// One cell, to be changed.
    pub fn at(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.columns + column]
    }

    /// Adds `weight · row rowᵀ`.
    pub fn add_square(&mut self, row: &[f64], weight: f64) {
        for (i, &a) in row.iter().enumerate() {
            for (j, &b) in row.iter().enumerate() {
                *self.at(i, j) += weight * a * b;
            }
        }
    }

    /// The lower triangle L with L Lᵀ = self; `None` when self is not positive definite.
    pub fn cholesky(mut self) -> Option<Triangle> {
        let n = self.rows();
        for j in 0..n {
            for i in j..n {
                let known: f64 = (0..j).map(|k| self.row(i)[k] * self.row(j)[k]).sum();
                let left = self.row(i)[j] - known;
                if i == j && (left.is_nan() || left <= 0.0) {
                    return None;
                }
                let pivot = if i == j { left } else { self.row(j)[j] };
                *self.at(i, j) = if i == j { pivot.sqrt() } else { left / pivot };
            }
        }
        Some(Triangle(self))
    }
}

/// The Cholesky factor of a positive definite matrix.
#[derive(Clone, Debug)]
pub struct Triangle(Matrix);

impl Triangle {
    /// x with L Lᵀ x = b.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let n = b.len();
        let mut x = b.to_vec();
        for i in 0..n {
            let row = self.0.row(i);
            let known: f64 = (0..i).map(|k| row[k] * x[k]).sum();
            x[i] = (x[i] - known) / row[i];
        }
        for i in (0..n).rev() {
            let known: f64 = (i + 1..n).map(|k| self.0.row(k)[i] * x[k]).sum();
            x[i] = (x[i] - known) / self.0.row(i)[i];
        }
        x
    }
}

/// The sum of products.
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// x that makes `Σ (row · x − value)²` least, by orthogonal reflections, which keep twice the digits that normal
/// equations keep. `None` when the rows do not determine x.
pub fn least_squares(rows: &[(Vec<f64>, f64)]) -> Option<Vec<f64>> {
    let n = rows.first()?.0.len();
    let mut a: Vec<Vec<f64>> = rows.iter().map(|(row, value)| [&row[..], &[*value]].concat()).collect();
    for column in 0..n {
        reflect(&mut a, column)?;
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| a[i][k] * x[k]).sum();
        x[i] = (a[i][n] - known) / a[i][i];
    }
    Some(x)
}

/// Columns whose part that is new is smaller than this share of the column say nothing new.
const NOTHING_NEW: f64 = 1e-10;

/// Householder's reflection that makes everything below the diagonal of a column zero.
fn reflect(a: &mut [Vec<f64>], column: usize) -> Option<()> {
    let whole = a.iter().map(|row| row[column].powi(2)).sum::<f64>().sqrt();
    let norm = a.get(column..)?.iter().map(|row| row[column].powi(2)).sum::<f64>().sqrt();
    if norm <= NOTHING_NEW * whole || norm == 0.0 {
        return None;
    }
    let alpha = if a[column][column] > 0.0 { -norm } else { norm };
    let mut v: Vec<f64> = a[column..].iter().map(|row| row[column]).collect();
    v[0] -= alpha;
    let scale = 2.0 / dot(&v, &v);
    for j in column..a[column].len() {
        let along: f64 = v.iter().zip(&a[column..]).map(|(v, row)| v * row[j]).sum();
        for (v, row) in v.iter().zip(&mut a[column..]) {
            row[j] -= scale * along * v;
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The naive twin of every solver: elimination with pivots.
    fn eliminated(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
        let n = rows.len();
        for column in 0..n {
            let pivot = (column..n).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
            rows.swap(column, pivot.unwrap());
            for row in (0..n).filter(|&row| row != column) {
                let factor = rows[row][column] / rows[column][column];
                (0..=n).for_each(|k| rows[row][k] -= factor * rows[column][k]);
            }
        }
        (0..n).map(|row| rows[row][n] / rows[row][row]).collect()
    }

    proptest! {
        #[test]
        fn solutions_are_those_of_elimination(
            rows in prop::collection::vec(prop::array::uniform4(-1.0..1.0f64), 6),
            values in prop::array::uniform6(-1.0..1.0f64),
        ) {
            // A ridge makes the columns independent.
            let ridge = (0..4).map(|i| (std::array::from_fn(|j| f64::from(u8::from(i == j))), 0.0));
            let rows: Vec<([f64; 4], f64)> = rows.into_iter().zip(values).chain(ridge).collect();
            let mut normal = Matrix::zero(4, 4);
            let mut right = [0.0; 4];
            for (row, value) in &rows {
                normal.add_square(row, 1.0);
                right.iter_mut().zip(row).for_each(|(right, cell)| *right += cell * value);
            }
            let naive = eliminated((0..4).map(|i| [normal.row(i), &[right[i]]].concat()).collect());
            let close = |found: &[f64]| found.iter().zip(&naive).all(|(a, b)| (a - b).abs() < 1e-9);
            prop_assert!(close(&normal.cholesky().unwrap().solve(&right)));
            let rows: Vec<(Vec<f64>, f64)> = rows.into_iter().map(|(row, value)| (row.to_vec(), value)).collect();
            prop_assert!(close(&least_squares(&rows).unwrap()));
        }
    }

    #[test]
    fn what_is_not_a_number_is_not_positive() {
        let mut m = Matrix::zero(1, 1);
        *m.at(0, 0) = f64::NAN;
        assert!(m.cholesky().is_none());
    }

    #[test]
    fn a_line_through_points_is_found_and_too_few_points_are_not_enough() {
        let rows: Vec<(Vec<f64>, f64)> =
            (0..5).map(|x| (vec![1.0, f64::from(x)], 2.0 - 0.5 * f64::from(x))).collect();
        let line = least_squares(&rows).unwrap();
        assert!((line[0] - 2.0).abs() < 1e-12 && (line[1] + 0.5).abs() < 1e-12);
        assert!(least_squares(&rows[..1]).is_none());
        assert!(least_squares(&[rows[2].clone(), rows[2].clone()]).is_none());
    }

    #[test]
    fn a_positive_definite_system_is_solved_and_no_other() {
        let mut m = Matrix::zero(2, 2);
        m.add_square(&[1.0, 2.0], 1.0);
        assert!(m.clone().cholesky().is_none());
        m.add_square(&[0.0, 1.0], 3.0);
        let x = m.clone().cholesky().unwrap().solve(&[1.0, -1.0]);
        assert!((dot(m.row(0), &x) - 1.0).abs() < 1e-12 && (dot(m.row(1), &x) + 1.0).abs() < 1e-12);
    }
}
