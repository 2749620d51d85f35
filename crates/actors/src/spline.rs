//! Cubic splines through keys: the timing of everything that is neither planted nor in flight.

use segue_numeric::Value;

/// A C2 curve through keyed values. Keys are in order of time, at least one.
///
/// A [`Track::new`] is at rest at both ends and stays there, a [`Track::passing`] keeps going as it was.
#[derive(Clone, Debug)]
pub(crate) struct Track<T> {
    times: Vec<f64>,
    values: Vec<T>,
    slopes: Vec<T>,
}

impl<T: Value> Track<T> {
    /// Through `(time, value)` keys, at rest before the first and after the last.
    pub(crate) fn new(keys: &[(f64, T)]) -> Self {
        let (times, values) = checked(keys);
        let slopes = clamped_slopes(&times, &values);
        Self { times, values, slopes }
    }

    /// Through `(time, value)` keys, neither slowing down at the first nor at the last; straight on beyond them.
    pub(crate) fn passing(keys: &[(f64, T)]) -> Self {
        let (times, values) = checked(keys);
        let slopes = natural_slopes(&times, &values);
        Self { times, values, slopes }
    }

    /// The same value for ever.
    pub(crate) fn constant(value: T) -> Self {
        Self::new(&[(0.0, value)])
    }

    /// The value at `time`.
    pub(crate) fn at(&self, time: f64) -> T {
        let last = self.times.len() - 1;
        if last == 0 || time <= self.times[0] {
            return self.values[0] + self.slopes[0] * (time - self.times[0]);
        }
        if time >= self.times[last] {
            return self.values[last] + self.slopes[last] * (time - self.times[last]);
        }
        let i = self.times.partition_point(|&key| key <= time) - 1;
        let h = self.times[i + 1] - self.times[i];
        let u = (time - self.times[i]) / h;
        let (u2, u3) = (u * u, u * u * u);
        self.values[i] * (2.0 * u3 - 3.0 * u2 + 1.0)
            + self.slopes[i] * (h * (u3 - 2.0 * u2 + u))
            + self.values[i + 1] * (3.0 * u2 - 2.0 * u3)
            + self.slopes[i + 1] * (h * (u3 - u2))
    }
}

impl Track<f64> {
    /// Through `(time, value)` keys, at rest before the first and after the last, never beyond the two keys around
    /// a moment: smooth to the second derivative except where that would overshoot \[FC80\].
    pub(crate) fn settled(keys: &[(f64, f64)]) -> Self {
        let mut track = Self::new(keys);
        for i in 1..track.times.len().max(1) - 1 {
            let secant =
                |a: usize| (track.values[a + 1] - track.values[a]) / (track.times[a + 1] - track.times[a]);
            let (before, after) = (secant(i - 1), secant(i));
            let steepest = 3.0 * before.abs().min(after.abs());
            let turns = before * after <= 0.0;
            track.slopes[i] = if turns { 0.0 } else { track.slopes[i].clamp(-steepest, steepest) };
            // A slope against both neighbours overshoots too.
            track.slopes[i] = if track.slopes[i] * before < 0.0 { 0.0 } else { track.slopes[i] };
        }
        track
    }
}

fn checked<T: Value>(keys: &[(f64, T)]) -> (Vec<f64>, Vec<T>) {
    assert!(!keys.is_empty(), "a track has at least one key");
    assert!(keys.is_sorted_by(|a, b| a.0 < b.0), "keys of a track are in order of time");
    keys.iter().copied().unzip()
}

/// Slopes that make the second derivative continuous, zero at both ends.
fn clamped_slopes<T: Value>(times: &[f64], values: &[T]) -> Vec<T> {
    let n = times.len();
    let mut slopes = vec![T::ZERO; n];
    if n < 3 {
        return slopes;
    }
    let rows: Vec<Row<T>> = (1..n - 1).map(|i| row(times, values, i - 1, i, i + 1)).collect();
    slopes[1..n - 1].copy_from_slice(&thomas(&rows));
    slopes
}

/// Slopes that make the second derivative continuous and zero at both ends.
fn natural_slopes<T: Value>(times: &[f64], values: &[T]) -> Vec<T> {
    let n = times.len();
    if n < 2 {
        return vec![T::ZERO; n];
    }
    let end = |a: usize, b: usize| (values[b] - values[a]) * (3.0 / (times[b] - times[a]));
    let mut rows = vec![Row { before: 0.0, here: 2.0, after: 1.0, right: end(0, 1) }];
    rows.extend((1..n - 1).map(|i| row(times, values, i - 1, i, i + 1)));
    rows.push(Row { before: 1.0, here: 2.0, after: 0.0, right: end(n - 2, n - 1) });
    thomas(&rows)
}

/// One equation of the tridiagonal system: `before·s₋ + here·s + after·s₊ = right`.
#[derive(Clone, Copy)]
struct Row<T> {
    before: f64,
    here: f64,
    after: f64,
    right: T,
}

/// Continuity of the second derivative at key `b` between its neighbours `a` and `c`.
fn row<T: Value>(times: &[f64], values: &[T], a: usize, b: usize, c: usize) -> Row<T> {
    let (h0, h1) = (times[b] - times[a], times[c] - times[b]);
    spans((h0, h1), values[b] - values[a], values[c] - values[b])
}

fn spans<T: Value>((h0, h1): (f64, f64), before: T, after: T) -> Row<T> {
    Row {
        before: 1.0 / h0,
        here: 2.0 / h0 + 2.0 / h1,
        after: 1.0 / h1,
        right: before * (3.0 / (h0 * h0)) + after * (3.0 / (h1 * h1)),
    }
}

/// Solves a tridiagonal, diagonally dominant system whose outer neighbours are zero.
fn thomas<T: Value>(rows: &[Row<T>]) -> Vec<T> {
    let mut reduced: Vec<(f64, T)> = Vec::with_capacity(rows.len());
    for row in rows {
        let (factor, right) = *reduced.last().unwrap_or(&(0.0, T::ZERO));
        let pivot = row.here - row.before * factor;
        reduced.push((row.after / pivot, (row.right - right * row.before) * (1.0 / pivot)));
    }
    let mut next = T::ZERO;
    let mut solution = vec![T::ZERO; rows.len()];
    for (out, &(factor, right)) in solution.iter_mut().zip(&reduced).rev() {
        next = right - next * factor;
        *out = next;
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn second_difference(f: impl Fn(f64) -> f64, time: f64, h: f64) -> f64 {
        (f(time + 2.0 * h) - 2.0 * f(time + h) + f(time)) / (h * h)
    }

    proptest! {
        #[test]
        fn a_track_meets_its_keys_and_bends_smoothly(values in proptest::collection::vec(-3.0..3.0f64, 2..9), gap in 0.1..1.0f64) {
            let keys: Vec<_> = values.iter().enumerate().map(|(i, &v)| (i as f64 * gap + 0.03 * (i % 2) as f64, v)).collect();
            let track = Track::new(&keys);
            for &(time, value) in &keys {
                prop_assert!((track.at(time) - value).abs() < 1e-12);
            }
            for &(time, _) in &keys[1..keys.len() - 1] {
                let before = second_difference(|t| track.at(t), time, -1e-4);
                let after = second_difference(|t| track.at(t), time, 1e-4);
                // What the third derivative adds over the two steps of the difference.
                let step = 0.1 / (gap - 0.03).powi(3);
                prop_assert!((before - after).abs() < step, "{before} {after}");
            }
        }

        #[test]
        fn a_settled_track_stays_between_its_keys(values in proptest::collection::vec(-3.0..3.0f64, 2..9)) {
            let keys: Vec<_> = values.iter().enumerate().map(|(i, &v)| (i as f64, v)).collect();
            let track = Track::settled(&keys);
            for step in 0..(keys.len() - 1) * 20 {
                let (a, b) = (values[step / 20], values[step / 20 + 1]);
                let found = track.at(step as f64 / 20.0);
                prop_assert!((a.min(b) - 1e-9..=a.max(b) + 1e-9).contains(&found));
            }
        }

        #[test]
        fn a_passing_track_goes_on_straight(values in proptest::collection::vec(-3.0..3.0f64, 2..9)) {
            let keys: Vec<_> = values.iter().enumerate().map(|(i, &v)| (i as f64, v)).collect();
            let track = Track::passing(&keys);
            for time in [0.0, values.len() as f64 - 1.0] {
                prop_assert!((track.at(time) - values[time as usize]).abs() < 1e-12);
                let (before, after) = (track.at(time - 1e-4), track.at(time + 1e-4));
                prop_assert!((before + after - 2.0 * track.at(time)).abs() < 1e-9);
            }
        }
    }
}
