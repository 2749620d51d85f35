//! Smooth curves through given values, and above given ones.

use std::ops::Range;

use segue_numeric::Band;

/// How strictly values and bounds are met: what smoothness asks for moves them by less than a tenth of a millimetre.
const STRICT: f64 = 1e4;
/// Bounds are first met so much less strictly, and ever more so.
const LOOSE: f64 = 1e-10;
/// Steps towards the smoothest curve for each strictness, and halvings of each.
const ROUNDS: usize = 20;
const HALVINGS: i32 = 12;

/// The smoothest curve through given values that is nowhere less than a bound: the sum of its squared third differences is the
/// least, so it rises early to clear what is high. Away from all that it comes back to nothing within about `back` samples.
pub(super) fn smoothest(given: &[Option<f64>], least: &[f64], back: f64) -> Vec<f64> {
    let rest = vec![0.0; given.len()];
    above(&Wanted { given, least, rest: &rest, prices: back_within(back), strict: STRICT })
}

/// Replaces a stretch of a curve by the smoothest way that is nowhere less than a bound and goes on as the bound does at either
/// end.
pub(super) fn smoothest_above(least: &[f64], stretch: Range<usize>, curve: &mut [f64]) {
    let around = stretch.start.saturating_sub(JOINED)..(stretch.end + JOINED).min(least.len());
    let given: Vec<Option<f64>> =
        around.clone().map(|at| (!stretch.contains(&at)).then(|| least[at])).collect();
    let least = &least[around.clone()];
    let prices = back_within(stretch.len() as f64);
    let way = above(&Wanted { given: &given, least, rest: least, prices, strict: STRICT });
    curve[stretch.clone()].copy_from_slice(&way[stretch.start - around.start..][..stretch.len()]);
}

/// Values on either side of a stretch to which it is joined, as many as tell how a curve bends.
const JOINED: usize = 3;

fn back_within(back: f64) -> [f64; 4] {
    [back.powi(-6), 0.0, 0.0, 1.0]
}

/// The best curve that keeps to its bounds.
///
/// Broken bounds cost the square of what they are broken by, at a price that rises from round to round. That is convex, and as
/// long as the same bounds are broken quadratic: Newton's steps, shortened where they overshoot, end at the least.
fn above(wanted: &Wanted<'_>) -> Vec<f64> {
    let mut wanted = Wanted { strict: LOOSE * wanted.strict, ..*wanted };
    let mut curve = wanted.through(&vec![false; wanted.given.len()]);
    while wanted.strict < STRICT {
        wanted.strict *= 10.0;
        for _ in 0..ROUNDS {
            let Some(next) = wanted.improved(&curve) else { break };
            curve = next;
        }
    }
    curve
}

/// A curve through given values that goes on as they move and comes to rest without swinging: speed is lost within about
/// `stop` samples, what is left goes within about `back`.
pub(super) fn eased(given: &[Option<f64>], stop: f64, back: f64) -> Vec<f64> {
    // As a sum of squares, what makes the rates of decay those two, the first twice, forwards and backwards in time:
    // (1 + stop² ω²)² (1 + back² ω²), ω for each difference.
    let (fast, slow) = (stop * stop, back * back);
    let all = fast * fast * slow;
    let prices = [1.0 / all, (2.0 * fast + slow) / all, (fast * fast + 2.0 * fast * slow) / all, 1.0];
    let (free, rest) = (vec![f64::NEG_INFINITY; given.len()], vec![0.0; given.len()]);
    Wanted { given, least: &free, rest: &rest, prices, strict: STRICT }.through(&vec![false; given.len()])
}

/// What a curve should do.
struct Wanted<'a> {
    given: &'a [Option<f64>],
    least: &'a [f64],
    /// Where it comes back to.
    rest: &'a [f64],
    /// The price of its squared distance from there where no value is given, and of its first, second and third differences.
    prices: [f64; 4],
    /// The price of broken bounds.
    strict: f64,
}

/// What differences of each order are made of.
const DIFFERENCES: [&[f64]; 3] = [&[-1.0, 1.0], &[1.0, -2.0, 1.0], &[-1.0, 3.0, -3.0, 1.0]];

impl Wanted<'_> {
    /// A curve that costs less; `None` where nothing is to be gained.
    fn improved(&self, curve: &[f64]) -> Option<Vec<f64>> {
        let broken: Vec<bool> = curve.iter().zip(self.least).map(|(at, least)| at < least).collect();
        let (target, now) = (self.through(&broken), self.price(curve));
        let part = |share: f64| -> Vec<f64> {
            curve.iter().zip(&target).map(|(a, b)| a + (b - a) * share).collect()
        };
        let steps = (0..HALVINGS).map(|n| part(0.5f64.powi(n)));
        steps.into_iter().find(|next| self.price(next) < now * (1.0 - 1e-9))
    }

    fn price(&self, curve: &[f64]) -> f64 {
        let difference =
            |at: &[f64], parts: &[f64]| -> f64 { at.iter().zip(parts).map(|(a, b)| a * b).sum() };
        let bends = DIFFERENCES.iter().zip(&self.prices[1..]).map(|(parts, price)| {
            price * curve.windows(parts.len()).map(|at| difference(at, parts).powi(2)).sum::<f64>()
        });
        let value = |i: usize| {
            let broken = (self.least[i] - curve[i]).max(0.0);
            let free = self.prices[0] * (curve[i] - self.rest[i]).powi(2) + self.strict * broken.powi(2);
            self.given[i].map_or(free, |given| STRICT * (curve[i] - given).powi(2))
        };
        let slope = |at: &[f64], first: usize| at[first + 1] - at[first];
        let ends =
            Self::ends(curve.len()).map(|first| (slope(curve, first) - slope(self.rest, first)).powi(2));
        bends.sum::<f64>() + ends.sum::<f64>() + (0..curve.len()).map(value).sum::<f64>()
    }

    /// Where the two samples at either end begin: a curve rises there as what it comes back to, or a free end would fly away
    /// without bending.
    fn ends(count: usize) -> impl Iterator<Item = usize> {
        [0, count.saturating_sub(2)].into_iter().filter(move |_| count > 2)
    }

    /// The best curve if some bounds and no others cost anything.
    fn through(&self, broken: &[bool]) -> Vec<f64> {
        let count = self.given.len();
        let (mut matrix, mut right) = (Band::new(count, 3), vec![0.0; count]);
        for (parts, &price) in DIFFERENCES.iter().zip(&self.prices[1..]) {
            for first in 0..(count + 1).saturating_sub(parts.len()) {
                matrix.add_square(first, parts, price);
            }
        }
        for first in Self::ends(count) {
            matrix.add_square(first, DIFFERENCES[0], 1.0);
            let slope = self.rest[first + 1] - self.rest[first];
            right[first] -= slope;
            right[first + 1] += slope;
        }
        for i in 0..count {
            let (weight, value) = match self.given[i] {
                Some(given) => (STRICT, given),
                None if broken[i] => (self.strict, self.least[i]),
                None => (0.0, 0.0),
            };
            let free = if self.given[i].is_none() { self.prices[0] } else { 0.0 };
            matrix.add(i, i, weight + free);
            right[i] += weight * value + free * self.rest[i];
        }
        matrix.factors().solve(right)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const RATE: f64 = 60.0;

    fn third(at: &[f64]) -> f64 {
        at[3] - at[0] + 3.0 * (at[1] - at[2])
    }

    fn greatest_jerk(curve: &[f64]) -> f64 {
        curve.windows(4).map(|at| third(at).abs()).fold(0.0, f64::max) * RATE.powi(3)
    }

    /// A swing of 50 samples between two stances, and an edge that is in its way.
    fn swing(edge: Range<usize>, height: f64) -> (Vec<Option<f64>>, Vec<f64>) {
        let given = (0..70).map(|i| (!(10..60).contains(&i)).then_some(0.0)).collect();
        (given, (0..70).map(|i| if edge.contains(&i) { height } else { 0.0 }).collect())
    }

    #[test]
    fn a_foot_rises_early_to_clear_an_edge() {
        let (given, least) = swing(23..30, 0.4);
        let curve = smoothest(&given, &least, 24.0);
        assert!(curve[18] > 0.05, "well before the edge: {}", curve[18]);
        assert!(greatest_jerk(&curve) < 2500.0, "{} m/s³", greatest_jerk(&curve));
    }

    #[test]
    fn a_curve_goes_on_as_what_is_given_moves() {
        let given: Vec<Option<f64>> = (0..40).map(|i| (i < 10).then(|| 0.01 * f64::from(i))).collect();
        let curve = smoothest(&given, &[-1.0; 40], 24.0);
        assert!((curve[10] - 0.1).abs() < 0.005, "{}", curve[10]);
        assert!(smoothest(&[], &[], 24.0).is_empty());
        let free = vec![None; 40];
        let least: Vec<f64> =
            (0..40).map(|i| if i < 3 { 0.0 } else { 0.02 * f64::from(i - 20).powi(2) - 1.0 }).collect();
        let curve = smoothest(&free, &least, 24.0);
        assert!(curve.iter().all(|at| *at < 7.0), "a free end stays: {curve:?}");
    }

    proptest! {
        #[test]
        fn what_moves_comes_to_rest_without_swinging(place in -0.2..0.2f64, speed in -2.0..2.0f64) {
            let moving = |i: usize| (i < 5).then(|| place + speed / RATE * (i as f64 - 4.0));
            let curve = eased(&(0..65).map(moving).collect::<Vec<_>>(), 2.0, 6.0);
            let first = speed / RATE;
            let goes_on = curve[5] - curve[4] - first;
            prop_assert!(goes_on.abs() < 0.6 * first.abs() + 0.1 * place.abs() + 1e-3, "it goes on: {goes_on}");
            prop_assert!(curve[64].abs() < 1e-4, "it ends at rest");
            let turns = curve[4..].windows(3).filter(|at| (at[1] - at[0]) * (at[2] - at[1]) < -1e-14).count();
            prop_assert!(turns <= 2, "it does not swing: {curve:?}");
            let far = curve.iter().fold(0.0, |far: f64, at| far.max(at.abs()));
            prop_assert!(far < place.abs() + 6.0 * first.abs() + 1e-3, "{far}");
        }

        #[test]
        fn bounds_are_kept_wherever_the_edge_is(from in 16usize..45, wide in 1usize..10, height in 0.01..0.6f64) {
            let (given, least) = swing(from..(from + wide).min(54), height);
            let curve = smoothest(&given, &least, 24.0);
            for i in 0..given.len() {
                prop_assert!(curve[i] > least[i] - 2e-3, "{} under {}", curve[i], least[i]);
                prop_assert!(given[i].is_none_or(|given| (curve[i] - given).abs() < 2e-3));
            }
        }
    }
}
