//! The steps of a loop, as phases on a circle.

use segue_motion::{Clip, Side, stances};

use crate::wave::Meet;

/// What a toe-off counts against a strike.
const OFF_WEIGHT: f64 = 0.05;

/// When the feet of a loop are set down and lifted, as shares of its lap, in order of the strikes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Rounds {
    /// Left, then right: strike and toe-off, the strike from 0 to 1, the toe-off after it.
    feet: [Vec<[f64; 2]>; 2],
}

impl Rounds {
    /// The rounds of a loop that is played for three laps of so many frames.
    pub(crate) fn of(thrice: &Clip, lap: usize) -> Self {
        let secs = lap as f64 / thrice.rate();
        let of_foot = |side: Side| {
            let all = stances(thrice.constraints(), side, thrice.len(), thrice.rate());
            let whole = all.into_iter().filter(|stance| stance.strike_known && stance.off_known);
            let inside = whole
                .filter(|stance| (secs - HALF_FRAME..2.0 * secs - HALF_FRAME).contains(&stance.strike_secs));
            inside.map(|stance| [stance.strike_secs / secs - 1.0, stance.off_secs / secs - 1.0]).collect()
        };
        Self { feet: Side::BOTH.map(of_foot) }
    }

    /// Steps of a foot in one lap: of the foot that has some, or has fewer.
    pub(crate) fn count(&self) -> usize {
        let counts = self.feet.each_ref().map(Vec::len);
        match counts {
            [0, only] | [only, 0] => only,
            [left, right] => left.min(right),
        }
    }

    /// Whether both feet step as often.
    pub(crate) fn is_even(&self) -> bool {
        self.feet[0].len() == self.feet[1].len()
    }

    /// The same steps as shares of so many laps.
    pub(crate) fn repeated(&self, laps: usize) -> Self {
        let of_foot = |steps: &Vec<[f64; 2]>| {
            let lap =
                |n: usize| steps.iter().map(move |step| step.map(|phase| (phase + n as f64) / laps as f64));
            (0..laps).flat_map(lap).collect()
        };
        Self { feet: self.feet.each_ref().map(of_foot) }
    }

    /// The events of both loops when steps of the left foot (or of the only one) are shifted by so many: each step of this loop goes with
    /// the one so many later in the other.
    pub(crate) fn meets(&self, other: &Self, shift: usize) -> Vec<Meet> {
        let lead = usize::from(self.feet[0].is_empty() || other.feet[0].is_empty());
        let first = pairs(&self.feet[lead], &other.feet[lead], shift);
        let Some(around) = mean_ahead(&first) else { return Vec::new() };
        let mut meets = near(first, around);
        if lead == 0 && !self.feet[1].is_empty() && self.feet[1].len() == other.feet[1].len() {
            let best = (0..self.feet[1].len())
                .map(|shift| pairs(&self.feet[1], &other.feet[1], shift))
                .min_by(|a, b| {
                    let off =
                        |pairs: &[Meet]| mean_ahead(pairs).map_or(1.0, |ahead| wrapped(ahead - around).abs());
                    off(a).total_cmp(&off(b))
                });
            meets.extend(near(best.unwrap_or_default(), around));
        }
        meets
    }
}

/// A strike at the very start of a lap is not one at its end.
const HALF_FRAME: f64 = 1e-6;

/// Strikes and toe-offs of steps that go together; phases ahead are wrapped.
fn pairs(first: &[[f64; 2]], second: &[[f64; 2]], shift: usize) -> Vec<Meet> {
    if first.len() != second.len() {
        return Vec::new();
    }
    let one = |(n, a): (usize, &[f64; 2])| {
        let b = second[(n + shift) % second.len()];
        [0, 1].map(|event| {
            let ahead = wrapped(b[event] - a[event]);
            Meet { phase: a[event], ahead, weight: if event == 0 { 1.0 } else { OFF_WEIGHT } }
        })
    };
    first.iter().enumerate().flat_map(one).collect()
}

/// The circular mean of how far the second is ahead.
fn mean_ahead(meets: &[Meet]) -> Option<f64> {
    let (mut sin, mut cos) = (0.0, 0.0);
    for meet in meets {
        let angle = std::f64::consts::TAU * meet.ahead;
        sin += meet.weight * angle.sin();
        cos += meet.weight * angle.cos();
    }
    (!meets.is_empty()).then(|| sin.atan2(cos) / std::f64::consts::TAU)
}

/// Events with phases ahead unwrapped around a mean, at the mean of their phases.
fn near(meets: Vec<Meet>, around: f64) -> Vec<Meet> {
    let one = |meet: Meet| {
        let ahead = around + wrapped(meet.ahead - around);
        Meet { phase: meet.phase + ahead / 2.0, ahead, ..meet }
    };
    meets.into_iter().map(one).collect()
}

/// A phase difference from −½ to ½.
pub(crate) fn wrapped(phase: f64) -> f64 {
    (phase + 0.5).rem_euclid(1.0) - 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk of so many cycles that begins at a phase: left strikes at 0, right at ½, stances of 0.6 of a cycle.
    fn walk(cycles: usize, start: f64) -> Rounds {
        let foot = |at: f64| {
            let mut steps: Vec<[f64; 2]> = (0..cycles)
                .map(|n| ((n as f64 + at - start) / cycles as f64).rem_euclid(1.0))
                .map(|strike| [strike, strike + 0.6 / cycles as f64])
                .collect();
            steps.sort_by(|a, b| a[0].total_cmp(&b[0]));
            steps
        };
        Rounds { feet: [foot(0.0), foot(0.5)] }
    }

    #[test]
    fn a_loop_that_begins_later_is_ahead_by_as_much() {
        for start in [0.0, 0.1, 0.37, 0.5, 0.9] {
            let meets = walk(1, 0.0).meets(&walk(1, start), 0);
            assert_eq!(meets.len(), 4);
            for meet in meets {
                assert!((wrapped(meet.ahead + start)).abs() < 1e-9, "{start}: {meet:?}");
            }
        }
    }

    #[test]
    fn a_loop_of_one_cycle_repeated_goes_with_one_of_two() {
        let twice = walk(1, 0.2).repeated(2);
        assert_eq!(twice.count(), 2);
        let meets = twice.meets(&walk(2, 0.2), 0);
        assert!(meets.iter().all(|meet| wrapped(meet.ahead).abs() < 1e-9), "{meets:?}");
    }
}
