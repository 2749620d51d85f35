//! Numbers that follow others without a jump.

/// Follows what is asked for as a critically damped spring does: neither place nor speed jumps, and it does not swing over.
#[derive(Clone, Debug)]
pub(crate) struct Follower {
    at: Vec<f64>,
    speed: Vec<f64>,
    /// Time in which three quarters of a jump are made up for; 0 to follow at once.
    secs: f64,
    started: bool,
}

/// ω of a spring that has made up for three quarters of a jump after one unit of time: (1 + ω) e^−ω = ¼.
const RATE: f64 = 2.692_6;

impl Follower {
    pub(crate) fn new(count: usize, secs: f64) -> Self {
        Self { at: vec![0.0; count], speed: vec![0.0; count], secs, started: false }
    }

    /// Where it is.
    pub(crate) fn at(&self) -> &[f64] {
        &self.at
    }

    /// Forgets where it was: the next request is met at once.
    pub(crate) fn reset(&mut self) {
        self.started = false;
    }

    pub(crate) fn follow(&mut self, target: &[f64], dt_secs: f64) {
        if !self.started || self.secs <= 0.0 {
            self.at.copy_from_slice(target);
            self.speed.fill(0.0);
            self.started = true;
            return;
        }
        let (rate, dt) = (RATE / self.secs, dt_secs.abs());
        let left = (-rate * dt).exp();
        for ((at, speed), target) in self.at.iter_mut().zip(&mut self.speed).zip(target) {
            let off = *at - target;
            let pull = *speed + rate * off;
            *at = target + left * (off + pull * dt);
            *speed = left * (*speed - rate * pull * dt);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_is_made_up_for_smoothly() {
        let mut follower = Follower::new(1, 0.2);
        follower.follow(&[1.0], 0.01);
        assert_eq!(follower.at(), [1.0], "the first request is met at once");
        let mut course = vec![1.0];
        for _ in 0..200 {
            follower.follow(&[3.0], 0.01);
            course.push(follower.at()[0]);
        }
        assert!((course[20] - 2.5).abs() < 1e-3, "three quarters after 0.2 s: {}", course[20]);
        assert!(course.windows(2).all(|pair| pair[1] >= pair[0] && pair[1] <= 3.0), "never back or beyond");
        assert!(course[1] - course[0] < 0.02, "it starts from rest");
        assert!((course[200] - 3.0).abs() < 1e-6);
        let mut coarse = Follower::new(1, 0.2);
        coarse.follow(&[1.0], 0.01);
        (0..4).for_each(|_| coarse.follow(&[3.0], 0.05));
        assert!((coarse.at()[0] - course[20]).abs() < 1e-9, "whatever the length of a step");
        follower.reset();
        follower.follow(&[0.0], 0.01);
        assert_eq!(follower.at(), [0.0]);
    }
}
