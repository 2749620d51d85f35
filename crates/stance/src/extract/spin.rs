//! The torque that turns the body as it was captured.

use glam::{DMat3, DQuat, DVec3};

use super::ends::{Ends, Place};
use super::scene::Scene;
use crate::CubicSpline;
use crate::simulate::{Run, Turning};
use segue_numeric::Matrix;

/// Noise of a captured orientation, in radians: a degree.
const NOISE: f64 = 0.0175;

/// Expected size of torques about the centre of mass, in newton metres.
const SIZE: f64 = 80.0;

/// Rounds of Gauss and Newton; the problem is nearly linear.
const ROUNDS: usize = 6;

pub(super) struct Fitted {
    pub(super) torque: CubicSpline,
    pub(super) inertia: DMat3,
    pub(super) orientation: DQuat,
    pub(super) spin: DVec3,
    /// Root mean square angle from the captured orientation.
    pub(super) deviation: f64,
}

/// Fits start, spin and torque together, so that the body turns as captured from apex to apex.
pub(super) fn fit(scene: &Scene<'_>, ends: &Ends, place: &Place, points: usize) -> Fitted {
    let problem = Problem::new(scene, ends, place);
    let mut guess = problem.first_guess(points);
    for _ in 0..ROUNDS {
        problem.improve(&mut guess);
    }
    let deviation = problem.deviation(&guess);
    let inertia = problem.inertia;
    Fitted { torque: guess.spline(), inertia, orientation: guess.orientation, spin: guess.spin(), deviation }
}

struct Problem {
    turning: Turning,
    inertia: DMat3,
    /// Seconds from the first apex.
    times: Vec<f64>,
    /// In the axes of the stance.
    captured: Vec<DQuat>,
    landing: f64,
    ground: f64,
}

/// Where the search stands: an orientation, and spin and control points in one row of numbers.
#[derive(Clone)]
struct Guess {
    orientation: DQuat,
    numbers: Vec<f64>,
}

impl Guess {
    fn spin(&self) -> DVec3 {
        DVec3::from_slice(&self.numbers)
    }

    fn spline(&self) -> CubicSpline {
        let points =
            self.numbers[3..].chunks_exact(3).map(|p| [p[0] * SIZE, p[1] * SIZE, p[2] * SIZE]).collect();
        CubicSpline::new(points).expect("settings ask for at least four control points")
    }

    /// The guess after a small step: a turn of the start and changes of all other numbers.
    fn stepped(&self, step: &[f64]) -> Self {
        let orientation = (DQuat::from_scaled_axis(DVec3::from_slice(step)) * self.orientation).normalize();
        let numbers = self.numbers.iter().zip(&step[3..]).map(|(number, step)| number + step).collect();
        Self { orientation, numbers }
    }
}

impl Problem {
    fn new(scene: &Scene<'_>, ends: &Ends, place: &Place) -> Self {
        let frames: Vec<usize> = scene.frames(ends.start.secs, ends.end.secs).collect();
        let times = frames.iter().map(|&frame| frame as f64 / scene.rate() - ends.start.secs).collect();
        let world: Vec<DQuat> =
            frames.iter().map(|&frame| scene.body.orientation(scene.table.row(frame))).collect();
        let inertias =
            frames.iter().zip(&world).map(|(&frame, &turn)| scene.body.inertia(scene.table.row(frame), turn));
        let inertia = inertias.fold(DMat3::ZERO, |sum, one| sum + one) * (1.0 / frames.len().max(1) as f64);
        let captured = world.into_iter().map(|turn| place.axes * turn).collect();
        let landing = ends.landing_secs - ends.start.secs;
        Self {
            turning: Turning::new(inertia),
            inertia,
            times,
            captured,
            landing,
            ground: ends.liftoff_secs - ends.landing_secs,
        }
    }

    /// The captured start, turning evenly as far as it was captured from frame to frame: a whole turn ends as it began.
    fn first_guess(&self, points: usize) -> Guess {
        let first = self.captured[0];
        let secs = (self.times[self.times.len() - 1] - self.times[0]).max(1e-3);
        let turned: DVec3 = self.captured.windows(2).map(|pair| log(pair[1] * pair[0].conjugate())).sum();
        let spin = turned / secs;
        let mut numbers = vec![0.0; 3 + 3 * points];
        numbers[..3].copy_from_slice(&spin.to_array());
        Guess { orientation: first, numbers }
    }

    fn simulated(&self, guess: &Guess) -> Vec<DQuat> {
        let run = Run {
            orientation: guess.orientation,
            spin: guess.spin(),
            torque: &guess.spline(),
            landing: self.landing,
            ground: self.ground,
        };
        self.turning.orientations(&run, &self.times)
    }

    /// What is missing in each frame, as a rotation vector.
    fn missing(&self, guess: &Guess) -> Vec<DVec3> {
        let simulated = self.simulated(guess);
        self.captured
            .iter()
            .zip(simulated)
            .map(|(captured, found)| log(*captured * found.conjugate()))
            .collect()
    }

    fn deviation(&self, guess: &Guess) -> f64 {
        let missing = self.missing(guess);
        (missing.iter().map(|angle| angle.length_squared()).sum::<f64>() / missing.len() as f64).sqrt()
    }

    /// One step of Gauss and Newton with torques held near nothing; it is taken only if it helps.
    fn improve(&self, guess: &mut Guess) {
        const NUDGE: f64 = 1e-4;
        let missing = self.missing(guess);
        let n = 3 + guess.numbers.len();
        let columns: Vec<Vec<DVec3>> = (0..n)
            .map(|i| {
                let mut step = vec![0.0; n];
                step[i] = NUDGE;
                let moved = self.missing(&guess.stepped(&step));
                missing.iter().zip(moved).map(|(before, after)| (*before - after) / NUDGE).collect()
            })
            .collect();
        let (mut matrix, mut right) = (Matrix::zero(n, n), vec![0.0; n]);
        for (frame, missing) in missing.iter().enumerate() {
            for axis in 0..3 {
                let row: Vec<f64> = columns.iter().map(|column| column[frame][axis] / NOISE).collect();
                matrix.add_square(&row, 1.0);
                right.iter_mut().zip(&row).for_each(|(sum, cell)| *sum += cell * missing[axis] / NOISE);
            }
        }
        for i in 0..n {
            *matrix.at(i, i) += 1e-6;
        }
        for (i, number) in guess.numbers.iter().enumerate().skip(3) {
            *matrix.at(3 + i, 3 + i) += 1.0;
            right[3 + i] -= number;
        }
        if let Some(factor) = matrix.cholesky() {
            let next = guess.stepped(&factor.solve(&right));
            if next.numbers.iter().all(|number| number.is_finite()) && self.cost(&next) <= self.cost(guess) {
                *guess = next;
            }
        }
    }

    fn cost(&self, guess: &Guess) -> f64 {
        let off: f64 = self.missing(guess).iter().map(|angle| angle.length_squared() / (NOISE * NOISE)).sum();
        off + guess.numbers[3..].iter().map(|number| number * number).sum::<f64>()
    }
}

/// The rotation vector of the shorter way round.
fn log(turn: DQuat) -> DVec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    turn.to_scaled_axis()
}
