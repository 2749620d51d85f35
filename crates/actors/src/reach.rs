//! Keeps both legs within reach by lowering the pelvis, smoothly.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, joint};
use crate::body::BodyPlan;
use crate::curve::bump;
use crate::leg::bent_length;
use crate::side::Sided;
use segue_motion::Side;

/// Least bend of a knee: a straight knee locks, and the solver would snap at the edge of reach.
const LEAST_KNEE_BEND: f64 = 0.1;

/// A lowering is spread over this many seconds before and after the moment that asks for it.
const SPREAD_SECS: f64 = 0.12;

/// Lowers the pelvis wherever a leg would have to stretch beyond [`LEAST_KNEE_BEND`].
pub(crate) fn keep_within_reach(actor: &Actor, plans: &mut [(f64, BodyPlan)], rate: f64) {
    let needed: Vec<f64> = plans.iter().map(|(_, plan)| needed_drop(actor, plan, LEAST_KNEE_BEND)).collect();
    if needed.iter().all(|&drop| drop <= 0.0) {
        return;
    }
    for ((_, plan), drop) in plans.iter_mut().zip(spread(&needed, rate)) {
        plan.pelvis.y -= drop;
    }
}

/// How far the pelvis must come down for both ankles to be in reach of legs bent by `least_bend` at the knee.
pub(crate) fn needed_drop(actor: &Actor, plan: &BodyPlan, least_bend: f64) -> f64 {
    let drops = Side::BOTH.map(|side| drop_for(actor, plan, side, least_bend));
    drops[0].max(drops[1])
}

/// The same for one leg.
pub(crate) fn drop_for(actor: &Actor, plan: &BodyPlan, side: Side, least_bend: f64) -> f64 {
    let pelvis = (plan.pelvis, plan.pelvis_turn.rotation());
    drop_over(actor, pelvis, (side, plan.feet[side.index()].ankle), least_bend)
}

/// The same for a pelvis in the world, with its rotation, over an ankle.
pub(crate) fn drop_over(
    actor: &Actor,
    (pelvis, world_from_pelvis): (DVec3, DQuat),
    (side, ankle): (Side, DVec3),
    least_bend: f64,
) -> f64 {
    let [_, _, shank, foot, _] = joint::leg(side);
    let reach = bent_length(-actor.offset(shank).y, -actor.offset(foot).y, least_bend);
    let away = pelvis + world_from_pelvis * actor.hip(side) - ankle;
    let across = away.x * away.x + away.z * away.z;
    (away.y - libm::sqrt((reach * reach - across).max(0.0))).max(0.0)
}

/// A smooth curve that is nowhere below `needed`: the highest value within the spread, averaged over the spread.
pub(crate) fn spread(needed: &[f64], rate: f64) -> Vec<f64> {
    let reach = (SPREAD_SECS * rate).ceil() as usize;
    let around = |i: usize| i.saturating_sub(reach)..(i + reach + 1).min(needed.len());
    let highest: Vec<f64> =
        (0..needed.len()).map(|i| needed[around(i)].iter().copied().fold(0.0, f64::max)).collect();
    let weight = |i: usize, j: usize| bump(0.5 + 0.5 * (j as f64 - i as f64) / (reach + 1) as f64);
    let average = |i: usize| {
        let (sum, total) = around(i)
            .fold((0.0, 0.0), |(sum, total), j| (sum + weight(i, j) * highest[j], total + weight(i, j)));
        sum / total
    };
    (0..needed.len()).map(average).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_spread_is_nowhere_too_low(needed in proptest::collection::vec(0.0..0.1f64, 1..60)) {
            for (spread, needed) in spread(&needed, 60.0).iter().zip(&needed) {
                prop_assert!(*spread >= needed - 1e-12);
            }
        }
    }
}
