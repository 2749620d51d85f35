//! Knees that do not snap.
//!
//! Near the full length of a leg the bend of its knee goes with the root of what is left, so a knee that is pulled straight in
//! a few frames snaps. The bend is kept above a part of the captured one, gently: the leg slows down before it is straight, as
//! captured legs do, and the heel rises to let it. Where a foot leaves the ground, the bend takes the smoothest course.

use std::ops::Range;

use super::smooth::smoothest_above;
use super::track::smooth;

/// A leg in a frame.
pub(super) struct Knee {
    /// Lengths of thigh and shin, in metres.
    pub(super) bones: [f64; 2],
    /// How far the ankle is from the hip in the clips, and where it should be, in metres.
    pub(super) captured: f64,
    pub(super) wanted: f64,
    /// Whether the heel stands, and whether any of the foot does.
    pub(super) heel: bool,
    pub(super) foot: bool,
}

/// A knee keeps this share of its captured bend: half of what the captured leg leaves to its full length. Over a heel that
/// stands it keeps less, or it would pull that up.
const KEPT: f64 = std::f64::consts::FRAC_1_SQRT_2;
const KEPT_OVER_HEEL: f64 = 0.4;
/// A knee that is bent more than this is free, in radians: 30°.
const FREE: f64 = std::f64::consts::FRAC_PI_6;
/// How gently a knee comes near to its least bend, in radians, and over a heel that stands.
const GENTLE: f64 = 0.15;
const FIRM: f64 = 0.08;
/// The one goes over into the other so long before a heel comes to stand, in seconds.
const COMING_SECS: f64 = 0.16;
/// Where a foot leaves the ground, a bend is smoothed so long before and after, in seconds.
const STANDING_SECS: f64 = 0.05;
const FREE_SECS: f64 = 0.1;

/// How far from its hip an ankle is put in each frame.
pub(super) fn reaches(knees: &[Knee], rate: f64) -> Vec<f64> {
    let least: Vec<f64> = knees.iter().zip(heels(knees, rate)).map(|(knee, heel)| knee.least(heel)).collect();
    let mut bends = least.clone();
    for leaving in leavings(knees, rate) {
        smoothest_above(&least, leaving, &mut bends);
    }
    knees.iter().zip(bends).map(|(knee, bend)| knee.distance(bend)).collect()
}

/// For each frame how much its heel counts: 1 where it stands, from 0 smoothly to that before it does.
fn heels(knees: &[Knee], rate: f64) -> Vec<f64> {
    let mut away = f64::INFINITY;
    let backwards = knees.iter().rev().map(|knee| {
        away = if knee.heel { 0.0 } else { away + 1.0 };
        smooth(1.0 - away / (COMING_SECS * rate))
    });
    let mut heels: Vec<f64> = backwards.collect();
    heels.reverse();
    heels
}

/// The stretches around frames in which a foot leaves the ground, as far as its heel does not stand.
fn leavings(knees: &[Knee], rate: f64) -> Vec<Range<usize>> {
    let [standing, free] = [STANDING_SECS, FREE_SECS].map(|secs| (secs * rate).round() as usize);
    let mut all: Vec<Range<usize>> = Vec::new();
    for leaves in (1..knees.len()).filter(|&frame| knees[frame - 1].foot && !knees[frame].foot) {
        let earliest = all.last().map_or(0, |last| last.end).max(leaves.saturating_sub(standing));
        let heel = (earliest..leaves).rev().find(|&frame| knees[frame].heel);
        let lands = (leaves..knees.len()).find(|&frame| knees[frame].foot).unwrap_or(knees.len());
        all.push(heel.map_or(earliest, |heel| heel + 1)..lands.min(leaves + free));
    }
    all
}

impl Knee {
    /// The least bend: that which the foot asks for, or that which keeps the knee from snapping, as far as its heel counts.
    fn least(&self, heel: f64) -> f64 {
        let [captured, wanted] = [self.captured, self.wanted].map(|distance| self.bend(distance));
        let (share, gentle) = (KEPT + (KEPT_OVER_HEEL - KEPT) * heel, GENTLE * (FIRM / GENTLE).powf(heel));
        let kept = (share * captured).min(FREE);
        let more = |bend: f64| gentle * ((kept - bend) / gentle).exp().ln_1p();
        wanted + (more(wanted) - more(captured)).max(0.0)
    }

    /// The bend of the knee in radians, 0 when straight and below it where the leg is too short.
    fn bend(&self, distance: f64) -> f64 {
        let [thigh, shin] = self.bones;
        let cosine = (distance * distance - thigh * thigh - shin * shin) / (2.0 * thigh * shin);
        let over = 2.0 * (cosine - 1.0).max(0.0);
        cosine.clamp(-1.0, 1.0).acos() - over.sqrt()
    }

    /// How far the ankle is from the hip with a bend.
    fn distance(&self, bend: f64) -> f64 {
        let [thigh, shin] = self.bones;
        (thigh * thigh + shin * shin + 2.0 * thigh * shin * bend.cos()).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BONES: [f64; 2] = [0.43, 0.43];

    /// A foot that is pulled away from the hip while it stands, on its toe, and leaves the ground in the frame `free`.
    fn pulled(captured: &[f64], wanted: &[f64], free: usize) -> Vec<Knee> {
        let knee = |(frame, (&captured, &wanted))| Knee {
            bones: BONES,
            captured,
            wanted,
            heel: false,
            foot: frame < free,
        };
        captured.iter().zip(wanted).enumerate().map(knee).collect()
    }

    fn greatest_jerk(knees: &[Knee], distances: &[f64]) -> f64 {
        let bends: Vec<f64> =
            knees.iter().zip(distances).map(|(knee, &distance)| knee.bend(distance)).collect();
        bends.windows(4).map(|at| (at[3] - at[0] + 3.0 * (at[1] - at[2])).abs()).fold(0.0, f64::max)
    }

    #[test]
    fn a_leg_slows_down_before_it_is_straight() {
        let captured = [
            0.778, 0.785, 0.795, 0.806, 0.817, 0.827, 0.835, 0.841, 0.846, 0.848, 0.848, 0.846, 0.843, 0.838,
        ];
        let wanted = [
            0.735, 0.748, 0.766, 0.783, 0.800, 0.816, 0.836, 0.858, 0.858, 0.858, 0.857, 0.855, 0.852, 0.845,
        ];
        let knees = pulled(&captured, &wanted, 9);
        let reached = reaches(&knees, 60.0);
        for (reach, wanted) in reached.iter().zip(wanted) {
            assert!(*reach <= wanted + 1e-3, "{reach} of {wanted}: an ankle is not put beyond its place");
        }
        let [before, after] = [greatest_jerk(&knees, &wanted), greatest_jerk(&knees, &reached)];
        assert!(after < 0.4 * before, "{after} of {before} rad per frame³");
    }

    #[test]
    fn a_heel_lands_without_a_jump() {
        let mut knees = pulled(&[0.83; 24], &[0.845; 24], 0);
        knees[12..].iter_mut().for_each(|knee| (knee.heel, knee.foot) = (true, true));
        let bends: Vec<f64> =
            knees.iter().zip(reaches(&knees, 60.0)).map(|(knee, reach)| knee.bend(reach)).collect();
        assert!(bends[0] > bends[23] + 0.02, "over a heel that stands a knee is straighter");
        let most = bends.windows(2).map(|at| (at[1] - at[0]).abs()).fold(0.0, f64::max);
        assert!(most < 0.02, "{most} rad in a frame");
    }

    #[test]
    fn what_was_captured_is_kept() {
        let captured = [0.80, 0.82, 0.835, 0.846, 0.852, 0.855, 0.856, 0.855, 0.852, 0.846, 0.835];
        for (reach, wanted) in
            reaches(&pulled(&captured, &captured, captured.len()), 60.0).iter().zip(captured)
        {
            assert!((reach - wanted).abs() < 1e-9, "{reach} of {wanted}");
        }
    }
}
