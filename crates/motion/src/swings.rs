//! Do the legs swing as fast as legs can at the stated frame rate?

use crate::{Anatomy, Clip, ConstraintKind, GRAVITY, Side};

/// Distance that the root travels during a swing, in leg lengths, for it to count as a step.
const STEP: f64 = 0.3;

/// Fewest steps that are evidence: people hurry for two or three.
const FEWEST: usize = 4;

/// Duration of a swing, in units of √(leg length / gravity), that people stay above: a leg swings as a driven pendulum, in 1.3
/// to 2.5 units from a sprint to a stroll (0.4 to 0.75 s).
const FASTEST: f64 = 1.15;

/// Share of the steps that have to be faster.
const MOST: f64 = 0.75;

/// What the swings of the legs say about the frame rate of a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwingCheck {
    /// How many steps were timed.
    pub steps: usize,
    /// How many of them are faster than legs swing.
    pub too_fast: usize,
    /// Median duration of a swing at the stated rate, in units of √(leg length / gravity): a pendulum as long as the leg
    /// swings from side to side in π of them.
    pub median: f64,
    /// The same in seconds.
    pub median_secs: f64,
}

impl SwingCheck {
    /// Whether nearly all steps are faster than legs swing: half the rate is likely right. A walk has no flight by which
    /// to check gravity, but its legs still swing like pendulums. Quick footwork on the spot can look the same.
    pub fn is_too_fast(&self) -> bool {
        self.steps >= FEWEST && self.too_fast as f64 >= MOST * self.steps as f64
    }
}

/// Times the swings of the legs in a clip whose plants are annotated; `None` without legs or steps.
pub fn check_swings(clip: &Clip, anatomy: &Anatomy) -> Option<SwingCheck> {
    let leg = f64::from(anatomy.leg_length(clip.skeleton())?);
    let unit = (leg / GRAVITY).sqrt();
    let mut swings: Vec<f64> = Side::BOTH
        .into_iter()
        .flat_map(|side| swings(clip, side))
        .filter(|&(lift, strike)| travelled(clip, lift, strike) > STEP * leg)
        .map(|(lift, strike)| (strike - lift) as f64 / clip.rate() / unit)
        .collect();
    swings.sort_by(f64::total_cmp);
    let median = *swings.get(swings.len() / 2)?;
    let too_fast = swings.iter().filter(|&&swing| swing < FASTEST).count();
    Some(SwingCheck { steps: swings.len(), too_fast, median, median_secs: median * unit })
}

/// The frames between two stands of a foot: the first without contact and the first with contact again.
fn swings(clip: &Clip, side: Side) -> Vec<(usize, usize)> {
    let stands = |frame: usize| {
        let kinds = [ConstraintKind::heel(side), ConstraintKind::toe(side)];
        kinds.into_iter().any(|kind| clip.constraints().holds(kind, frame))
    };
    let lifts = (1..clip.len()).filter(|&frame| stands(frame - 1) && !stands(frame));
    let strike = |lift: usize| (lift..clip.len()).find(|&frame| stands(frame));
    lifts.filter_map(|lift| Some((lift, strike(lift)?))).collect()
}

fn travelled(clip: &Clip, from: usize, to: usize) -> f64 {
    f64::from((clip.frame(to).root - clip.frame(from).root).with_y(0.0).length())
}
