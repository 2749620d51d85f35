//! Knees that do not snap.
//!
//! Near the full length of a leg the bend of its knee goes with the root of what is left, so a knee that is pulled straight in
//! a few frames snaps. The bend is kept above a part of the captured one, gently: the leg slows down before it is straight, as
//! captured legs do, and the heel rises to let it. Where a foot comes to the ground or leaves it, the bend takes the smoothest
//! course.

use std::ops::Range;

use super::smooth::smoothest_above;

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
const KEPT_OVER_HEEL: f64 = 0.6;
/// A knee that is bent more than this is free, in radians: 30°.
const FREE: f64 = std::f64::consts::FRAC_PI_6;
/// How gently a knee comes near to its least bend, in radians, and over a heel that stands.
const GENTLE: f64 = 0.15;
const FIRM: f64 = 0.012;
/// Where a foot comes to the ground or leaves it, a bend is smoothed so long on its side and off it, in seconds.
const STANDING_SECS: f64 = 0.05;
const FREE_SECS: f64 = 0.1;

/// How far from its hip an ankle is put in each frame.
pub(super) fn reaches(knees: &[Knee], rate: f64) -> Vec<f64> {
    let least: Vec<f64> = knees.iter().map(Knee::least).collect();
    let mut bends = least.clone();
    for change in changes(knees, rate) {
        smoothest_above(&least, change, &mut bends);
    }
    knees.iter().zip(bends).map(|(knee, bend)| knee.distance(bend)).collect()
}

/// The stretches around frames in which a foot leaves the ground, as far as its heel does not stand.
fn changes(knees: &[Knee], rate: f64) -> Vec<Range<usize>> {
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
    /// The least bend: that which the foot asks for, or that which keeps the knee from snapping.
    fn least(&self) -> f64 {
        let [captured, wanted] = [self.captured, self.wanted].map(|distance| self.bend(distance));
        let (share, gentle) = if self.heel { (KEPT_OVER_HEEL, FIRM) } else { (KEPT, GENTLE) };
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
