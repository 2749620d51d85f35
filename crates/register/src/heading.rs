//! Which way figures face, and the turn between two of them that cannot wind.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::DVec2;
use segue_motion::{Anatomy, Clip, Role, Side};
use segue_numeric::{Penalty, smooth};

use crate::Cloud;

/// How fast the turn may depart from the difference of headings, in Hz.
const DEPARTURE_HZ: f64 = 0.8;

/// How fast the turn itself may change, in Hz.
const TURN_HZ: f64 = 1.5;

/// What the best turn counts where it contradicts the headings.
const CONTRADICTED: f64 = 0.001;

/// The heading of a figure at the frames of a cloud, in radians, continuous along its own frames.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Headings {
    values: Vec<f64>,
}

impl Headings {
    /// The direction across hips and shoulders; `None` for a figure that has neither.
    pub(crate) fn of(clip: &Clip, anatomy: &Anatomy, cloud: &Cloud) -> Option<Self> {
        let pairs: Vec<_> = [Role::Hip as fn(Side) -> Role, Role::Shoulder as fn(Side) -> Role]
            .into_iter()
            .filter_map(|role| anatomy.joint(role(Side::Right)).zip(anatomy.joint(role(Side::Left))))
            .collect();
        if pairs.is_empty() {
            return None;
        }
        let mut world = Vec::new();
        let mut across = |frame: usize| {
            let place = frame as f64 * cloud.spacing_secs() * clip.rate();
            clip.sample(place).world_from_joints(clip.skeleton(), &mut world);
            let at = |joint: segue_motion::JointId| world[joint.index()].translation.as_dvec3();
            let sum: glam::DVec3 = pairs.iter().map(|&(right, left)| at(right) - at(left)).sum();
            sum.x.atan2(sum.z)
        };
        Some(Self { values: unwrapped((0..cloud.len()).map(&mut across)) })
    }

    fn at(&self, frame: f64) -> f64 {
        let frame = frame.clamp(0.0, (self.values.len() - 1) as f64);
        let before = (frame as usize).min(self.values.len().saturating_sub(2));
        let after = (before + 1).min(self.values.len() - 1);
        self.values[before] + (self.values[after] - self.values[before]) * (frame - before as f64)
    }
}

/// The best turn of one cloud onto another at one moment, and how certain it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Turn {
    pub(crate) angle: f64,
    /// From 0, when every turn is as good, to 1.
    pub(crate) certainty: f64,
    /// Frames of both clips, the one that stays first.
    pub(crate) frames: [f64; 2],
}

/// The turn of the second clip onto the first at each of the moments, `step_secs` apart: it differs from the difference of
/// their headings by less than half a turn, always.
///
/// Best turns taken one after the other and unwrapped end a full turn off where poses are unlike for a moment.
pub(crate) fn unwound(turns: &[Turn], headings: Option<[&Headings; 2]>, step_secs: f64) -> Vec<f64> {
    let differences: Vec<f64> = match headings {
        Some([first, second]) => {
            turns.iter().map(|turn| first.at(turn.frames[0]) - second.at(turn.frames[1])).collect()
        }
        // Nothing is known but the turns themselves.
        None => unwrapped(turns.iter().map(|turn| turn.angle)),
    };
    let departures: Vec<f64> =
        turns.iter().zip(&differences).map(|(turn, difference)| wrapped(turn.angle - difference)).collect();
    let trusts: Vec<f64> = turns.iter().map(|turn| turn.certainty * turn.certainty).collect();
    let mean = circular_mean(&departures, &trusts);
    let agree = |departure: f64| departure.abs() < FRAC_PI_2;
    let (values, trusts): (Vec<f64>, Vec<f64>) = departures
        .iter()
        .zip(trusts)
        .map(|(&departure, trust)| if agree(departure) { (departure, trust) } else { (mean, CONTRADICTED) })
        .unzip();
    let trust = trusts.iter().sum::<f64>() / trusts.len() as f64;
    let departure = Penalty::low_pass(2, DEPARTURE_HZ, step_secs).times(trust.max(CONTRADICTED));
    let departures = smooth(&values, &trusts, &[departure]);
    let angles: Vec<f64> = differences.iter().zip(departures).map(|(d, r)| d + r.clamp(-PI, PI)).collect();
    let angles = smooth(&angles, &vec![1.0; angles.len()], &[Penalty::low_pass(2, TURN_HZ, step_secs)]);
    let whole = (angles[angles.len() / 2] / TAU).round() * TAU;
    angles.into_iter().map(|angle| angle - whole).collect()
}

/// The angle between −π and π.
fn wrapped(angle: f64) -> f64 {
    (angle + PI).rem_euclid(TAU) - PI
}

fn circular_mean(angles: &[f64], weights: &[f64]) -> f64 {
    let sum: DVec2 =
        angles.iter().zip(weights).map(|(angle, weight)| *weight * DVec2::from_angle(*angle)).sum();
    if sum.length() > 1e-9 { sum.to_angle() } else { 0.0 }
}

/// The same angles with whole turns added so that neighbours differ by at most half a turn.
fn unwrapped(angles: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut unwrapped: Vec<f64> = Vec::new();
    for angle in angles {
        let turns = unwrapped.last().map_or(0.0, |before| ((before - angle) / TAU).round());
        unwrapped.push(angle + turns * TAU);
    }
    unwrapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const STEP_SECS: f64 = 1.0 / 30.0;

    #[test]
    fn angles_are_continuous_across_half_turns() {
        let spin: Vec<f64> = (0..100).map(|n| 0.2 * f64::from(n)).collect();
        let wrapped = spin.iter().map(|angle| (angle + PI).rem_euclid(TAU) - PI);
        assert!(unwrapped(wrapped).iter().zip(&spin).all(|(a, b)| (a - b).abs() < 1e-9));
    }

    proptest! {
        /// Wherever a best turn jumps while nothing is certain, the curve stays with the headings.
        #[test]
        fn uncertain_turns_do_not_wind(jumps in prop::collection::vec(-PI..PI, 20), start in 20..60usize) {
            let straight = Headings { values: vec![0.4; 100] };
            let other = Headings { values: vec![0.1; 100] };
            let turns: Vec<Turn> = (0..100usize)
                .map(|n| {
                    let jump = n.checked_sub(start).and_then(|k| jumps.get(k));
                    let (angle, certainty) = jump.map_or((0.35, 0.9), |&jump| (jump, 0.1));
                    Turn { angle, certainty, frames: [n as f64; 2] }
                })
                .collect();
            let found = unwound(&turns, Some([&straight, &other]), STEP_SECS);
            prop_assert!(found.iter().all(|angle| (angle - 0.3).abs() < FRAC_PI_2), "{found:?}");
            prop_assert!((found[0] - 0.35).abs() < 0.1 && (found[99] - 0.35).abs() < 0.1);
        }
    }

    #[test]
    fn a_real_difference_of_turning_is_followed() {
        let turning = Headings { values: (0..100).map(|n| 0.05 * f64::from(n)).collect() };
        let straight = Headings { values: vec![0.0; 100] };
        let turns: Vec<Turn> = (0..100)
            .map(|n| Turn { angle: wrapped(0.05 * n as f64), certainty: 0.9, frames: [n as f64; 2] })
            .collect();
        let found = unwound(&turns, Some([&turning, &straight]), STEP_SECS);
        assert!((found[99] - found[0] - 4.95).abs() < 0.05, "{} {}", found[0], found[99]);
    }
}
