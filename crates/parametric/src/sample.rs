//! What blends of the examples measure.

use rayon::prelude::*;
use segue_motion::ClipId;

use crate::build::BuildSettings;
use crate::rehearsal::Rehearsal;
use segue_numeric::Random;

/// A blend and what it measures.
#[derive(Clone, Debug, PartialEq)]
pub struct BlendSample {
    /// What it measures.
    pub parameters: Vec<f64>,
    /// The examples with weight, by number, and their weights; the others have none.
    pub weights: Vec<(ClipId, f64)>,
    /// Which of all tries it was, by which its weights are found again; 0 for examples.
    pub(crate) number: u32,
}

impl BlendSample {
    pub(crate) fn of_example(number: usize, parameters: Vec<f64>) -> Self {
        Self { parameters, weights: vec![(ClipId::new(number), 1.0)], number: 0 }
    }
}

/// How much the box of the examples' parameters is grown on the whole, each way by half (\[KG04\] §4.2).
const GROWTH: f64 = 0.2;

/// Samples around the examples, which come first. `scales` turn parameters to metres.
pub(crate) fn samples(
    examples: Vec<Vec<f64>>,
    scales: &[f64],
    settings: &BuildSettings,
    rehearsal: &Rehearsal,
) -> Vec<BlendSample> {
    let tries: Vec<Option<BlendSample>> = (0..settings.tries as u32)
        .into_par_iter()
        .map_init(
            || rehearsal.clone(),
            |rehearsal, number| {
                let weights = weights_of_try(number, &examples, scales, settings);
                attempt(number, weights, examples.len(), rehearsal)
            },
        )
        .collect();
    let given =
        examples.into_iter().enumerate().map(|(n, parameters)| BlendSample::of_example(n, parameters));
    let mut kept: Vec<BlendSample> = given.collect();
    for found in tries.into_iter().flatten() {
        let near = |other: &BlendSample| {
            distance(&other.parameters, &found.parameters, scales) < settings.tolerance_metres
        };
        if !kept.iter().any(near) {
            kept.push(found);
        }
    }
    kept
}

/// The random weights of a try, of the examples nearest to a random point.
pub(crate) fn weights_of_try(
    number: u32,
    examples: &[Vec<f64>],
    scales: &[f64],
    settings: &BuildSettings,
) -> Vec<(ClipId, f64)> {
    let mut random = Random::numbered(settings.seed, number.into());
    let wanted = wanted(examples, &mut random);
    let chosen = nearest(examples, &wanted, scales, scales.len() + 1);
    let weights = settings.valid.random(chosen.len(), &mut random);
    chosen.into_iter().map(ClipId::new).zip(weights).collect()
}

/// Measures a blend; `None` where a measure is undefined.
fn attempt(
    number: u32,
    weights: Vec<(ClipId, f64)>,
    count: usize,
    rehearsal: &mut Rehearsal,
) -> Option<BlendSample> {
    let mut dense = vec![0.0; count];
    for &(n, weight) in &weights {
        dense[n.index()] = weight;
    }
    let parameters = rehearsal.measure(&dense).ok()?.to_vec();
    let is_defined = parameters.iter().all(|value| value.is_finite());
    is_defined.then_some(BlendSample { parameters, weights, number })
}

/// A random point in the grown box of the examples.
fn wanted(examples: &[Vec<f64>], random: &mut Random) -> Vec<f64> {
    let dimension = |d: usize| {
        let [low, high] = extent(examples.iter().map(|example| example[d]));
        let grown = GROWTH / 2.0 * (high - low);
        random.between(low - grown, high + grown)
    };
    (0..examples[0].len()).map(dimension).collect()
}

/// The least and the largest of some values.
pub(crate) fn extent(values: impl Iterator<Item = f64>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], value| [low.min(value), high.max(value)])
}

/// The `count` points nearest to one, nearest first; of equally near ones the first.
pub(crate) fn nearest(points: &[Vec<f64>], to: &[f64], scales: &[f64], count: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    let far = |n: usize| distance(&points[n], to, scales);
    order.sort_by(|&a, &b| far(a).total_cmp(&far(b)).then(a.cmp(&b)));
    order.truncate(count);
    order
}

/// How far apart parameters are, in metres.
pub(crate) fn distance(first: &[f64], second: &[f64], scales: &[f64]) -> f64 {
    let square = |((a, b), scale): ((&f64, &f64), &f64)| (scale * (a - b)).powi(2);
    first.iter().zip(second).zip(scales).map(square).sum::<f64>().sqrt()
}
