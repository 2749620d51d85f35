//! The clean-up that corrects what blending did wrong, and nothing that the clips did.
//!
//! Feet go where the clips had them: as high as the weighted mean of their feet, and on the floor as they moved in their own
//! plants. Stances then stand still wherever knees allow it. With all weight on one clip every wish is nought.

mod hold;
mod leg;
mod source;
mod wish;

use std::collections::BTreeMap;

use glam::DVec3;
use segue_motion::{
    Anatomy, Clip, ClipError, ClipSet, ConstraintKind, Constraints, FrameRange, PointId, PointTable, Pose,
    Side,
};
use segue_numeric::{Penalty, smooth};
use segue_register::Registration;

use crate::quality::knee_jerk;
use crate::{CleanUpReport, Cleaned, Trace};
use hold::Hold;
use leg::DampedLeg;
use source::Sources;
use wish::{Blend, Correction, Foot, Plant};

/// How feet are cleaned up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GentleCleanUp {
    /// How softly a knee gives way, as a share of the mean bone. 0.04: with 0.01 three knees of 400 blends snapped, from 0.04 to
    /// 0.08 none.
    pub softness: f64,
    /// Whether feet stand still in their stances where knees allow it; else they move as they do in the clips.
    pub hold: bool,
}

impl Default for GentleCleanUp {
    fn default() -> Self {
        Self { softness: 0.04, hold: true }
    }
}

/// The softest a knee becomes.
const SOFTEST: f64 = 0.5;

/// How softly knees give way while a foot is held: hardly.
const HARD: f64 = 0.005;

/// What a frame in which a foot is held counts against one in which it moves as in the clips.
const HOLD_TRUST: f64 = 2000.0;

/// How fast the pelvis follows the feet on the floor and in height, and what legs leave to it, in Hz.
const PELVIS_FLOOR_HZ: f64 = 1.2;
const PELVIS_HEIGHT_HZ: f64 = 2.5;

/// A knee may be jerkier than in the clips by this, than the blend as it was by this, or reach this many degrees; else
/// what is done is done more softly.
const KNEE_OF_SOURCES: f64 = 1.1;
const KNEE_OF_BLEND: f64 = 1.1;
const KNEE_DEGREES: f64 = 4.0;

/// Rounds in which holds that cost too much are given up.
const MOST_ROUNDS: usize = 6;

/// Time around a knee's jerk within which a hold is taken to be its cause, in seconds.
const NEAR_SECS: f64 = 0.12;

/// Cleans up a blend of `clips`, which are those of the registration, in the same order.
///
/// The plants of the result are the stretches in which feet are held, and those of stances that are not.
///
/// # Errors
/// When the corrected poses do not make a clip, which would be a bug.
///
/// # Panics
/// When the trace is not that of the blend.
pub fn clean_gently(
    blend: &Clip,
    trace: &Trace,
    (clips, registration): (&ClipSet, &Registration),
    settings: &GentleCleanUp,
) -> Result<Cleaned, ClipError> {
    assert_eq!(blend.len(), trace.moments().len(), "the trace is that of the blend");
    let anatomy = Anatomy::of(blend.skeleton());
    let sources = Sources::new(clips, registration, trace, &anatomy);
    let table = PointTable::new(blend);
    let leg = anatomy.leg_length(blend.skeleton()).map_or(1.0, f64::from);
    let stage = Stage {
        clip: blend,
        feet: Blend { sources: &sources, table: &table, rate: blend.rate(), leg },
        legs: legs(blend, &anatomy),
        settings: *settings,
    };
    stage.clean()
}

/// A leg and its foot.
struct Limb {
    leg: DampedLeg,
    foot: Foot,
}

fn legs(clip: &Clip, anatomy: &Anatomy) -> Vec<Limb> {
    let limb = |side: Side| {
        let leg = DampedLeg::new(clip.skeleton(), anatomy, side)?;
        let [toe, heel] =
            [ConstraintKind::toe(side), ConstraintKind::heel(side)].map(|kind| anatomy.point(kind));
        Some(Limb { leg, foot: Foot { side, toe, heel } })
    };
    Side::BOTH.into_iter().filter_map(limb).collect()
}

/// A blend that is cleaned up.
struct Stage<'a> {
    clip: &'a Clip,
    feet: Blend<'a>,
    legs: Vec<Limb>,
    settings: GentleCleanUp,
}

/// A clip that was tried, and what it took.
struct Attempt {
    clip: Clip,
    root_shift: f64,
    miss: f64,
}

impl Stage<'_> {
    fn clean(&self) -> Result<Cleaned, ClipError> {
        let plants: Vec<Vec<Plant<'_>>> = self.legs.iter().map(|limb| self.feet.plants(&limb.foot)).collect();
        let gentle: Vec<Correction> = self
            .legs
            .iter()
            .zip(&plants)
            .map(|(limb, plants)| self.feet.correction(&limb.foot, plants))
            .collect();
        let mut holds = self.holds(&plants, &gentle);
        let limits = self.knee_limits();
        let mut softness = self.settings.softness;
        for _ in 0..MOST_ROUNDS {
            let corrections = self.held(&gentle, &holds);
            let attempt = self.attempt(&corrections, &holds, softness)?;
            let jerks = self.jerks(&attempt.clip);
            let bad: Vec<&(usize, f64, f64)> =
                jerks.iter().filter(|(leg, _, jerk)| *jerk > limits[*leg]).collect();
            if bad.is_empty() || softness >= SOFTEST {
                return self.finish(attempt, &corrections, &plants, &holds);
            }
            if !self.give_up(&mut holds, &bad) {
                softness *= 2.0;
            }
        }
        let none = vec![Vec::new(); holds.len()];
        let corrections = self.held(&gentle, &none);
        let attempt = self.attempt(&corrections, &none, SOFTEST)?;
        self.finish(attempt, &corrections, &plants, &none)
    }

    fn holds(&self, plants: &[Vec<Plant<'_>>], gentle: &[Correction]) -> Vec<Vec<Hold>> {
        let of_foot = |(limb, (plants, gentle)): (&Limb, (&Vec<Plant<'_>>, &Correction))| {
            if !self.settings.hold {
                return Vec::new();
            }
            let heights: Vec<f64> = gentle.shifts.iter().map(|shift| shift.y).collect();
            let mut holds = self.feet.holds(&limb.foot, plants, &heights);
            holds.retain(|hold| hold.share > 0.0);
            holds
        };
        self.legs.iter().zip(plants.iter().zip(gentle)).map(of_foot).collect()
    }

    /// The worst knee that each leg may show, in degrees.
    fn knee_limits(&self) -> Vec<f64> {
        let worst = |clip: &Clip, side: Side| {
            let jerks = knee_jerk(clip, self.feet.sources.anatomy, side);
            jerks.into_iter().map(|(_, jerk)| jerk).fold(0.0, f64::max)
        };
        let sources: Vec<f64> = Side::BOTH
            .into_iter()
            .flat_map(|side| self.feet.sources.clips().map(move |source| (source.clip, side)))
            .map(|(clip, side)| worst(clip, side))
            .collect();
        let of_sources = KNEE_OF_SOURCES * sources.into_iter().fold(0.0, f64::max);
        let limit = |limb: &Limb| {
            let of_blend = KNEE_OF_BLEND * worst(self.clip, limb.foot.side);
            of_sources.max(of_blend).max(KNEE_DEGREES)
        };
        self.legs.iter().map(limit).collect()
    }

    /// Leg, moment and degrees of all jerks of the knees.
    fn jerks(&self, clip: &Clip) -> Vec<(usize, f64, f64)> {
        let of_leg = |(n, limb): (usize, &Limb)| {
            let jerks = knee_jerk(clip, self.feet.sources.anatomy, limb.foot.side);
            jerks.into_iter().map(move |(secs, jerk)| (n, secs, jerk)).collect::<Vec<_>>()
        };
        self.legs.iter().enumerate().flat_map(of_leg).collect()
    }

    /// Drops the holds around knees that snap; whether there was one.
    fn give_up(&self, holds: &mut [Vec<Hold>], bad: &[&(usize, f64, f64)]) -> bool {
        let before: usize = holds.iter().map(Vec::len).sum();
        for (leg, holds) in holds.iter_mut().enumerate() {
            holds.retain(|hold| {
                let [first, last] = [hold.first, hold.last()].map(|frame| frame as f64 / self.feet.rate);
                let near = |secs: f64| (first - NEAR_SECS..=last + NEAR_SECS).contains(&secs);
                !bad.iter().any(|(of, secs, _)| *of == leg && near(*secs))
            });
        }
        holds.iter().map(Vec::len).sum::<usize>() < before
    }

    /// The corrections with stances held.
    fn held(&self, gentle: &[Correction], holds: &[Vec<Hold>]) -> Vec<Correction> {
        let of_foot = |(gentle, holds): (&Correction, &Vec<Hold>)| {
            if holds.is_empty() {
                return gentle.clone();
            }
            let (mut values, mut trusts) = (gentle.shifts.clone(), vec![0.05; gentle.shifts.len()]);
            for (n, trust) in trusts.iter_mut().enumerate() {
                *trust += gentle.trusts[n];
            }
            for hold in holds {
                for frame in hold.first..=hold.last() {
                    values[frame] = values[frame].lerp(hold.shift(frame), hold.share);
                    trusts[frame] = 1.0 + HOLD_TRUST * hold.share;
                }
            }
            let bends = Penalty::low_pass(3, 6.0, 1.0 / self.feet.rate);
            Correction { shifts: smooth(&values, &trusts, &[bends]), trusts: gentle.trusts.clone() }
        };
        gentle.iter().zip(holds).map(of_foot).collect()
    }

    fn attempt(
        &self,
        corrections: &[Correction],
        holds: &[Vec<Hold>],
        softness: f64,
    ) -> Result<Attempt, ClipError> {
        let softness: Vec<Vec<f64>> = holds.iter().map(|holds| self.softness(holds, softness)).collect();
        let pelvis = self.pelvis(corrections);
        let (_, left) = self.apply(corrections, &pelvis, &softness)?;
        let pelvis = self.with_rest(pelvis, &left, corrections);
        let (clip, left) = self.apply(corrections, &pelvis, &softness)?;
        let longest = |vectors: &[DVec3]| vectors.iter().map(|vector| vector.length()).fold(0.0, f64::max);
        let miss = left.iter().map(|left| longest(left)).fold(0.0, f64::max);
        Ok(Attempt { clip, root_shift: longest(&pelvis), miss })
    }

    /// How soft a knee is in every frame: hard in holds, and on the way there and back in between.
    fn softness(&self, holds: &[Hold], softness: f64) -> Vec<f64> {
        let reach = (NEAR_SECS / 2.0 * self.feet.rate).max(1.0);
        let far = |frame: usize, hold: &Hold| {
            let away = hold.first.saturating_sub(frame).max(frame.saturating_sub(hold.last()));
            (away as f64 / reach).min(1.0)
        };
        let at = |frame: usize| {
            let away = holds.iter().map(|hold| far(frame, hold)).fold(1.0, f64::min);
            HARD.min(softness) + (softness - HARD).max(0.0) * away * away * (3.0 - 2.0 * away)
        };
        (0..self.clip.len()).map(at).collect()
    }

    /// The pelvis goes with what both feet have in common.
    fn pelvis(&self, corrections: &[Correction]) -> Vec<DVec3> {
        let count = corrections.len().max(1) as f64;
        let mean = |frame: usize| corrections.iter().map(|one| one.shifts[frame]).sum::<DVec3>() / count;
        let means: Vec<DVec3> = (0..self.clip.len()).map(mean).collect();
        let trusts = vec![1.0; means.len()];
        let step_secs = 1.0 / self.feet.rate;
        let floor = smooth(&means, &trusts, &[Penalty::low_pass(2, PELVIS_FLOOR_HZ, step_secs)]);
        let height = smooth(&means, &trusts, &[Penalty::low_pass(2, PELVIS_HEIGHT_HZ, step_secs)]);
        floor.into_iter().zip(height).map(|(floor, height)| DVec3::new(floor.x, height.y, floor.z)).collect()
    }

    /// The pelvis with what legs left undone.
    fn with_rest(&self, pelvis: Vec<DVec3>, left: &[Vec<DVec3>], corrections: &[Correction]) -> Vec<DVec3> {
        let weight = |foot: usize, frame: usize| 0.05 + corrections[foot].trusts[frame];
        let rest = |frame: usize| {
            let sum: DVec3 =
                left.iter().enumerate().map(|(foot, left)| weight(foot, frame) * left[frame]).sum();
            let weights: f64 = (0..left.len()).map(|foot| weight(foot, frame)).sum();
            if weights > 0.0 { sum / weights } else { DVec3::ZERO }
        };
        let rests: Vec<DVec3> = (0..self.clip.len()).map(rest).collect();
        let low = Penalty::low_pass(2, PELVIS_HEIGHT_HZ, 1.0 / self.feet.rate);
        let rests = smooth(&rests, &vec![1.0; rests.len()], &[low]);
        pelvis.into_iter().zip(rests).map(|(pelvis, rest)| pelvis + rest).collect()
    }

    /// The clip with the pelvis and the legs moved, and what each leg left undone in every frame.
    fn apply(
        &self,
        corrections: &[Correction],
        pelvis: &[DVec3],
        softness: &[Vec<f64>],
    ) -> Result<(Clip, Vec<Vec<DVec3>>), ClipError> {
        let skeleton = self.clip.skeleton();
        let mut left = vec![Vec::with_capacity(self.clip.len()); self.legs.len()];
        let mut world = Vec::new();
        let clip = self.clip.map_poses(|frame, pose: &mut Pose| {
            pose.world_from_joints(skeleton, &mut world);
            let ankles: Vec<DVec3> = self.legs.iter().map(|limb| limb.leg.places(&world)[2]).collect();
            pose.root += pelvis[frame].as_vec3();
            for (n, limb) in self.legs.iter().enumerate() {
                let wish = ankles[n] + corrections[n].shifts[frame];
                let reached = limb.leg.put(skeleton, pose, wish, softness[n][frame]);
                left[n].push(wish - reached);
            }
        })?;
        Ok((clip, left))
    }

    fn finish(
        &self,
        attempt: Attempt,
        corrections: &[Correction],
        plants: &[Vec<Plant<'_>>],
        holds: &[Vec<Hold>],
    ) -> Result<Cleaned, ClipError> {
        let Attempt { clip, root_shift, miss } = attempt;
        let shifts = corrections.iter().flat_map(|one| &one.shifts);
        let report = CleanUpReport {
            plants: holds.iter().flatten().map(|hold| hold.still.len()).sum(),
            correction: shifts.map(|shift| shift.length()).fold(0.0, f64::max),
            root_shift,
            stretch: 0.0,
            miss,
        };
        let constraints = self.constraints(plants, holds);
        Ok(Cleaned { clip: clip.with_constraints(constraints)?, report })
    }

    /// Where points are held, and the plants of stances that are not; wrists as they were.
    fn constraints(&self, plants: &[Vec<Plant<'_>>], holds: &[Vec<Hold>]) -> Constraints {
        let mut constraints = self.clip.constraints().clone();
        for (limb, (plants, holds)) in self.legs.iter().zip(plants.iter().zip(holds)) {
            let points = [
                (ConstraintKind::heel(limb.foot.side), limb.foot.heel),
                (ConstraintKind::toe(limb.foot.side), limb.foot.toe),
            ];
            for (kind, point) in points {
                let Some(point) = point else { continue };
                let ranges = ranges(point, plants, holds);
                // In order and apart, as they were made; if not, the plants of the blend stay.
                let _ = constraints.set(kind, ranges);
            }
        }
        constraints
    }
}

/// The frames in which a point is planted: held ones, and whole plants that no hold touches.
fn ranges(point: PointId, plants: &[Plant<'_>], holds: &[Hold]) -> Vec<FrameRange> {
    let mut found: BTreeMap<usize, usize> = BTreeMap::new();
    for (of, [first, last]) in holds.iter().filter(|hold| hold.share >= 1.0).flat_map(|hold| &hold.still) {
        if *of == point {
            found.insert(*first, *last);
        }
    }
    for plant in plants.iter().filter(|plant| plant.point == point) {
        let touched = holds.iter().any(|hold| {
            hold.share >= 1.0
                && (hold.contains(plant.first)
                    || hold.contains(plant.last)
                    || (plant.first..=plant.last).contains(&hold.first))
        });
        if !touched {
            found.insert(plant.first, plant.last);
        }
    }
    found.into_iter().map(|(first, last)| FrameRange { first, last }).collect()
}
