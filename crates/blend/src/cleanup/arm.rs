//! Hands that stay where they are planted.

use glam::DVec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, FrameRange, PointId, Side};
use segue_numeric::{Penalty, smooth};

use super::limb::DampedLimb;
use super::wish::Blend;

/// What a frame in which a hand is held counts against one in which it is free.
const HELD: f64 = 2000.0;

/// What a frame in which a hand is free counts: it goes back to the body.
const FREE: f64 = 0.02;

/// How fast a hand comes and goes, in Hz.
const HAND_HZ: f64 = 4.0;

/// An arm whose hand is planted at times.
pub(super) struct Arm {
    pub(super) limb: DampedLimb,
    wrist: PointId,
    plants: Vec<FrameRange>,
}

/// The arms of a figure whose hands its clip plants.
pub(super) fn planted(clip: &Clip, anatomy: &Anatomy) -> Vec<Arm> {
    let arm = |side: Side| {
        let kind = ConstraintKind::wrist(side);
        let plants = clip.constraints().of(kind).to_vec();
        let limb = DampedLimb::arm(clip.skeleton(), anatomy, side)?;
        (!plants.is_empty()).then_some(Arm { limb, wrist: anatomy.point(kind)?, plants })
    };
    Side::BOTH.into_iter().filter_map(arm).collect()
}

impl Blend<'_> {
    /// By how much a hand has to move in every frame, after the pelvis has moved, to stay where it is planted. Where one clip is
    /// alone it stays as it is.
    pub(super) fn hand_shifts(&self, arm: &Arm, pelvis: &[DVec3]) -> Vec<DVec3> {
        let mut wishes = vec![DVec3::ZERO; self.table.len()];
        let mut trusts: Vec<f64> = (0..wishes.len()).map(|frame| FREE + self.alone(frame)).collect();
        for range in &arm.plants {
            let away = |frame: usize| -self.table.at(frame, arm.wrist).as_dvec3() - pelvis[frame];
            let shifts: Vec<DVec3> = (range.first..=range.last).map(away).collect();
            let place = self.standing(range.first, &shifts);
            for (n, shift) in shifts.into_iter().enumerate() {
                let frame = range.first + n;
                if self.alone(frame) <= 0.0 {
                    (wishes[frame], trusts[frame]) = (shift - place, HELD);
                }
            }
        }
        smooth(&wishes, &trusts, &[Penalty::low_pass(3, HAND_HZ, 1.0 / self.rate)])
    }
}
