//! Small dense quadratic programs: least squares under equations and inequalities.

use crate::matrix::{Matrix, Triangle, dot};

/// `½ xᵀ G x − gᵀ x` is to be least, under `row · x = value` for each equality and `row · x ≥ value` for each bound.
#[derive(Clone, Debug)]
pub struct Program {
    /// G, symmetric and positive definite.
    pub matrix: Matrix,
    /// g.
    pub linear: Vec<f64>,
    /// Rows and their values, which hold exactly.
    pub equalities: Vec<(Vec<f64>, f64)>,
    /// Rows and their least values.
    pub bounds: Vec<(Vec<f64>, f64)>,
}

/// Why a [`Program`] has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSolution {
    /// The matrix is not positive definite.
    NotConvex,
    /// No x meets all conditions.
    Infeasible,
    /// It was not found within the rounds allowed.
    TooLong,
}

/// Bounds that are missed by less than this are met.
const MET: f64 = 1e-9;

/// Rounds after which a search is given up; a fit of a stance takes some twenty.
const ROUNDS: usize = 2000;

/// Directions shorter than this, squared, count as zero: the condition depends on those that already hold.
const DEPENDENT: f64 = 1e-14;

/// A condition that holds as an equation, with its multiplier.
struct Active {
    row: Vec<f64>,
    multiplier: f64,
    is_equality: bool,
}

/// The dual active-set method of Goldfarb and Idnani \[GI83\]: from the best x without any condition to the best with
/// all, adding one violated condition after the other and releasing those whose multipliers become negative.
///
/// # Errors
/// When the function has no least value, or no x meets all conditions, or it is not found in time.
pub fn solve(program: &Program) -> Result<Vec<f64>, NoSolution> {
    let factor = program.matrix.clone().cholesky().ok_or(NoSolution::NotConvex)?;
    let mut search = Search { x: factor.solve(&program.linear), factor, active: Vec::new() };
    for (row, value) in &program.equalities {
        let gap = value - dot(row, &search.x);
        // An equation may be approached from either side.
        let sign = if gap < 0.0 { -1.0 } else { 1.0 };
        let row: Vec<f64> = row.iter().map(|cell| sign * cell).collect();
        search.take_in(row, sign * value, true)?;
    }
    for _ in 0..ROUNDS {
        let missed = |(row, value): &&(Vec<f64>, f64)| value - dot(row, &search.x);
        let worst = program.bounds.iter().max_by(|a, b| missed(a).total_cmp(&missed(b)));
        match worst {
            Some(bound) if missed(&bound) > MET => search.take_in(bound.0.clone(), bound.1, false)?,
            _ => return Ok(search.x),
        }
    }
    Err(NoSolution::TooLong)
}

struct Search {
    x: Vec<f64>,
    factor: Triangle,
    active: Vec<Active>,
}

impl Search {
    /// Moves until `row · x = value` holds, releasing bounds whose multipliers become negative.
    fn take_in(&mut self, row: Vec<f64>, value: f64, is_equality: bool) -> Result<(), NoSolution> {
        let mut multiplier = 0.0;
        for _ in 0..ROUNDS {
            let (step, dual) = self.direction(&row)?;
            let gain = dot(&step, &row);
            let full = if gain > DEPENDENT { (value - dot(&row, &self.x)) / gain } else { f64::INFINITY };
            let (blocked, blocking) = self.first_to_go(&dual);
            let length = full.min(blocked);
            if length.is_infinite() {
                return Err(NoSolution::Infeasible);
            }
            if gain > DEPENDENT {
                self.x.iter_mut().zip(&step).for_each(|(x, step)| *x += length * step);
            }
            self.active.iter_mut().zip(&dual).for_each(|(active, dual)| active.multiplier -= length * dual);
            multiplier += length;
            let Some(index) = blocking.filter(|_| blocked < full) else {
                self.active.push(Active { row, multiplier, is_equality });
                return Ok(());
            };
            self.active.remove(index);
        }
        Err(NoSolution::TooLong)
    }

    /// The direction in x that keeps all active conditions, and how their multipliers change along it.
    fn direction(&self, row: &[f64]) -> Result<(Vec<f64>, Vec<f64>), NoSolution> {
        let mut step = self.factor.solve(row);
        if self.active.is_empty() {
            return Ok((step, Vec::new()));
        }
        let through: Vec<Vec<f64>> =
            self.active.iter().map(|active| self.factor.solve(&active.row)).collect();
        let mut gram = Matrix::zero(self.active.len(), self.active.len());
        for (i, active) in self.active.iter().enumerate() {
            for (j, through) in through.iter().enumerate() {
                *gram.at(i, j) = dot(&active.row, through);
            }
        }
        let pushes: Vec<f64> = self.active.iter().map(|active| dot(&active.row, &step)).collect();
        let dual = gram.cholesky().ok_or(NoSolution::Infeasible)?.solve(&pushes);
        for (through, share) in through.iter().zip(&dual) {
            step.iter_mut().zip(through).for_each(|(step, through)| *step -= share * through);
        }
        Ok((step, dual))
    }

    /// The step length at which the first active bound is released, and which one it is.
    fn first_to_go(&self, dual: &[f64]) -> (f64, Option<usize>) {
        let candidates = self.active.iter().zip(dual).enumerate();
        let falling = candidates.filter(|(_, (active, dual))| !active.is_equality && **dual > 0.0);
        let lengths = falling.map(|(index, (active, dual))| (active.multiplier / dual, index));
        let first = lengths.min_by(|a, b| a.0.total_cmp(&b.0));
        first.map_or((f64::INFINITY, None), |(length, index)| (length, Some(index)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn identity(n: usize) -> Matrix {
        let mut m = Matrix::zero(n, n);
        (0..n).for_each(|i| *m.at(i, i) = 1.0);
        m
    }

    #[test]
    fn contradictions_and_flat_functions_are_refused() {
        let program = |bounds| Program { matrix: identity(1), linear: vec![0.0], equalities: vec![], bounds };
        let found = solve(&program(vec![(vec![1.0], 1.0), (vec![-1.0], 0.0)]));
        assert_eq!(found, Err(NoSolution::Infeasible));
        let flat = Program { matrix: Matrix::zero(1, 1), ..program(vec![]) };
        assert_eq!(solve(&flat), Err(NoSolution::NotConvex));
    }

    proptest! {
        /// The nearest point of a box on a plane, against projecting to and fro (Dykstra).
        #[test]
        fn the_nearest_point_of_a_box_on_a_plane(wish in prop::array::uniform4(-3.0..3.0f64), sum in -1.0..1.0f64) {
            let unit = |i: usize, sign: f64| (0..4).map(|j| if i == j { sign } else { 0.0 }).collect::<Vec<f64>>();
            let bounds = (0..4).flat_map(|i| [(unit(i, 1.0), -1.0), (unit(i, -1.0), -1.0)]).collect();
            let program = Program { matrix: identity(4), linear: wish.to_vec(), equalities: vec![(vec![1.0; 4], sum)], bounds };
            let found = solve(&program).unwrap();
            let (mut x, mut correction) = (wish, [0.0; 4]);
            for _ in 0..20_000 {
                let boxed: [f64; 4] = std::array::from_fn(|i| (x[i] + correction[i]).clamp(-1.0, 1.0));
                correction = std::array::from_fn(|i| x[i] + correction[i] - boxed[i]);
                let off = (sum - boxed.iter().sum::<f64>()) / 4.0;
                x = boxed.map(|b| b + off);
            }
            for (a, b) in found.iter().zip(x) {
                prop_assert!((a - b).abs() < 1e-4, "{found:?} {x:?}");
            }
        }
    }
}
