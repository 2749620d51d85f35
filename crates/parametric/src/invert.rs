//! From parameters to weights by the nearest samples.

use crate::BlendSample;
use crate::sample::distance;

/// Samples that are averaged. 12: as in \[KG04\] §4.3.
pub(crate) const NEAREST: usize = 12;

/// Two distances nearer to each other than this are equal, and a sample nearer than this is hit, in metres.
const SAME_METRES: f64 = 1e-9;

/// Writes the weights with which a blend should measure about `target` (\[KG04\] §4.3): the mean of the nearest samples',
/// with α ∝ 1/D − 1/Dₖ. Such a mean of valid weights is valid. Nothing is allocated.
///
/// A sample that is hit is the answer; where all are equally far, so that the formula gives no weight at all, they count
/// the same.
pub(crate) fn invert(samples: &[BlendSample], target: &[f64], scales: &[f64], weights: &mut [f64]) {
    let mut found = [(f64::INFINITY, 0usize); NEAREST];
    for (n, sample) in samples.iter().enumerate() {
        let far = distance(&sample.parameters, target, scales);
        if far < found[NEAREST - 1].0 {
            let place = found.partition_point(|near| near.0 <= far);
            found[place..].rotate_right(1);
            found[place] = (far, n);
        }
    }
    let found = &found[..NEAREST.min(samples.len())];
    weights.fill(0.0);
    let farthest = found[found.len() - 1].0;
    let share = |far: f64| match far {
        far if found[0].0 < SAME_METRES => f64::from(u8::from(far < SAME_METRES)),
        _ if farthest - found[0].0 < SAME_METRES => 1.0,
        far => 1.0 / far - 1.0 / farthest,
    };
    let total: f64 = found.iter().map(|&(far, _)| share(far)).sum();
    for &(far, n) in found {
        for &(example, weight) in &samples[n].weights {
            weights[example.index()] += share(far) / total * weight;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Valid;
    use proptest::prelude::*;
    use segue_motion::ClipId;
    use segue_numeric::Random;

    fn of(parameter: f64, example: usize) -> BlendSample {
        BlendSample::of_example(example, vec![parameter])
    }

    #[test]
    fn a_sample_that_is_hit_is_the_answer_and_ties_count_the_same() {
        let samples = [of(0.0, 0), of(1.0, 1), of(2.0, 2)];
        let at = |target: f64| {
            let mut weights = [9.0; 3];
            invert(&samples, &[target], &[1.0], &mut weights);
            weights
        };
        let same =
            |found: &[f64], expected: &[f64]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
        assert!(same(&at(1.0), &[0.0, 1.0, 0.0]));
        assert!(same(&at(2.0), &[0.0, 0.0, 1.0]));
        let mut even = [0.0; 2];
        invert(&samples[..2], &[0.5], &[1.0], &mut even);
        assert!(same(&even, &[0.5, 0.5]), "both are as far as the farthest");
    }

    proptest! {
        #[test]
        fn answers_are_valid(
            targets in prop::collection::vec(-9.0..9.0f64, 2),
            seed: u64,
            count in 1..40u64,
        ) {
            let valid = Valid::default();
            let sample = |number: u64| {
                let mut random = Random::numbered(seed, number);
                let parameters = vec![random.unit(), random.unit()];
                let weights = ClipId::all(3).zip(valid.random(3, &mut random)).collect();
                BlendSample { parameters, weights, number: 0 }
            };
            let samples: Vec<BlendSample> = (0..count).map(sample).collect();
            let mut weights = [0.0; 3];
            invert(&samples, &targets, &[1.0, 1.0], &mut weights);
            prop_assert!(valid.holds(&weights), "{weights:?}");
        }
    }
}
