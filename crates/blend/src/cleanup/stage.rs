//! A motion on whose feet corrections are tried until knees allow them.

use glam::DVec3;
use segue_motion::{
    Anatomy, Clip, ClipError, ConstraintKind, Constraints, PlantSettings, Pose, Side, find_plants,
};
use segue_numeric::{Penalty, smooth};

use super::arm::{self, Arm};
use super::hold::{Footing, Hold};
use super::limb::DampedLimb;
use super::wish::{Blend, Correction, Foot, Plant};
use super::{CleanUp, CleanUpReport, Cleaned, Feet, Shifts};
use crate::quality::knee_jerk;

/// The softest a knee becomes.
const SOFTEST: f64 = 0.5;

/// How softly knees give way while a foot is held: hardly.
const HARD: f64 = 0.005;

/// What a frame in which a foot is held counts against one in which it moves as in the clips: holds follow the motion up to 31 Hz.
/// With a tenth of it, 21 Hz, a quarter of the stances of runs and walks drifted by more than 1 mm.
const HOLD_TRUST: f64 = 20000.0;

/// How fast corrections of a foot may change around holds, in Hz.
const FOOT_HZ: f64 = 6.0;

/// A knee may be jerkier than in the clips by this, than the motion as it was by this, or reach this many degrees; else
/// what is done is done more softly.
const KNEE_OF_SOURCES: f64 = 1.1;
const KNEE_OF_MOTION: f64 = 1.1;
const KNEE_DEGREES: f64 = 4.0;

/// Rounds in which holds that cost too much are made shorter, and rounds in which they are then given up.
const SHORTER_ROUNDS: usize = 4;
const MOST_ROUNDS: usize = 10;

/// Rounds in which the pelvis takes over what legs leave.
const PELVIS_ROUNDS: usize = 3;

/// What a leg whose foot is held counts in what is left to the pelvis.
const HELD_WEIGHT: f64 = 20.0;

/// Time around a knee's jerk within which a hold is taken to be its cause, in seconds.
const NEAR_SECS: f64 = 0.12;

/// By how much more a foot is let go than to the jerk of its knee, in seconds.
const LET_GO_SECS: f64 = 0.04;

/// A leg and its foot.
struct Limb {
    leg: DampedLimb,
    foot: Foot,
}

/// A motion that is cleaned up.
pub(super) struct Stage<'a> {
    clip: &'a Clip,
    anatomy: &'a Anatomy,
    blend: Blend<'a>,
    legs: Vec<Limb>,
    arms: Vec<Arm>,
    settings: CleanUp,
    shifts: &'a Shifts,
}

/// A clip that was tried, and what it took.
struct Attempt {
    clip: Clip,
    root_shift: f64,
    miss: f64,
}

/// A knee that jerks: the leg, when, and by how many degrees.
#[derive(Clone, Copy)]
struct Jerk {
    leg: usize,
    secs: f64,
    degrees: f64,
}

impl<'a> Stage<'a> {
    pub(super) fn new(
        clip: &'a Clip,
        anatomy: &'a Anatomy,
        blend: Blend<'a>,
        settings: CleanUp,
        shifts: &'a Shifts,
    ) -> Self {
        let limb = |side: Side| {
            let leg = DampedLimb::leg(clip.skeleton(), anatomy, side)?;
            let [toe, heel] =
                [ConstraintKind::toe(side), ConstraintKind::heel(side)].map(|kind| anatomy.point(kind));
            Some(Limb { leg, foot: Foot { side, toe, heel } })
        };
        let legs = Side::BOTH.into_iter().filter_map(limb).collect();
        Self { clip, anatomy, blend, legs, arms: arm::planted(clip, anatomy), settings, shifts }
    }

    pub(super) fn clean(&self) -> Result<Cleaned, ClipError> {
        let may: Vec<Vec<Plant>> =
            self.legs.iter().map(|limb| limb.foot.plants(self.clip.constraints())).collect();
        let plants: Vec<Vec<Plant>> = may.iter().map(|may| self.landed(may)).collect();
        let gentle: Vec<Correction> = self
            .legs
            .iter()
            .zip(may.iter().zip(&plants))
            .map(|(limb, (may, plants))| self.blend.correction(&limb.foot, may, plants))
            .collect();
        let footing = self.footing(&plants, &gentle);
        let stood: Vec<Vec<Plant>> =
            plants.iter().zip(&footing).map(|(plants, footing)| self.blend.stood(plants, footing)).collect();
        let mut holds: Vec<Vec<Hold>> = footing.into_iter().map(|footing| footing.holds).collect();
        let limits = self.knee_limits();
        let mut softness = self.settings.softness;
        for round in 1.. {
            let corrections = self.held(&gentle, &holds);
            let attempt = self.attempt(&corrections, &holds, softness)?;
            let mut jerks = self.jerks(&attempt.clip);
            jerks.retain(|jerk| jerk.degrees > limits[jerk.leg]);
            let enough = softness >= SOFTEST || round >= MOST_ROUNDS || self.settings.feet == Feet::Lock;
            if jerks.is_empty() || enough {
                return self.finish(attempt, &corrections, &stood, &holds);
            }
            if !self.let_go(&mut holds, &jerks, round > SHORTER_ROUNDS) {
                softness *= 2.0;
            }
        }
        unreachable!("the last round ends")
    }

    /// The plants of a foot, as far as it stands in this motion.
    fn landed(&self, may: &[Plant]) -> Vec<Plant> {
        if !self.settings.own_stances {
            return may.to_vec();
        }
        may.iter().flat_map(|plant| self.blend.landed(*plant)).collect()
    }

    fn footing(&self, plants: &[Vec<Plant>], gentle: &[Correction]) -> Vec<Footing> {
        let of_foot = |(limb, (plants, gentle)): (&Limb, (&Vec<Plant>, &Correction))| {
            if self.settings.feet == Feet::Follow {
                return Footing::default();
            }
            let heights: Vec<f64> = gentle.shifts.iter().map(|shift| shift.y).collect();
            self.blend.footing(&limb.foot, plants, &heights)
        };
        self.legs.iter().zip(plants.iter().zip(gentle)).map(of_foot).collect()
    }

    /// The worst knee that each leg may show, in degrees.
    fn knee_limits(&self) -> Vec<f64> {
        let worst = |clip: &Clip, side: Side| {
            let jerks = knee_jerk(clip, self.anatomy, side);
            jerks.into_iter().map(|(_, jerk)| jerk).fold(0.0, f64::max)
        };
        let of_source =
            |clip: &Clip| Side::BOTH.map(|side| worst(clip, side)).into_iter().fold(0.0, f64::max);
        let sources = self.blend.sources.clips().map(|source| of_source(source.clip)).fold(0.0, f64::max);
        let limit = |limb: &Limb| {
            let of_motion = KNEE_OF_MOTION * worst(self.clip, limb.foot.side);
            (KNEE_OF_SOURCES * sources).max(of_motion).max(KNEE_DEGREES)
        };
        self.legs.iter().map(limit).collect()
    }

    fn jerks(&self, clip: &Clip) -> Vec<Jerk> {
        let of_leg = |(leg, limb): (usize, &Limb)| {
            let jerks = knee_jerk(clip, self.anatomy, limb.foot.side);
            jerks.into_iter().map(move |(secs, degrees)| Jerk { leg, secs, degrees })
        };
        self.legs.iter().enumerate().flat_map(of_leg).collect()
    }

    /// Lets feet go around knees that snap; whether there was one to let go. A hold gets shorter, from the end at which the knee
    /// snaps, or is given up `wholly`.
    fn let_go(&self, holds: &mut [Vec<Hold>], bad: &[Jerk], wholly: bool) -> bool {
        let frame = |secs: f64| (secs * self.blend.rate).round().max(0.0) as usize;
        let mut some = false;
        for (leg, holds) in holds.iter_mut().enumerate() {
            for hold in holds.iter_mut() {
                let [first, last] = [hold.first, hold.last()].map(|n| n as f64 / self.blend.rate);
                let near = |jerk: &&Jerk| {
                    jerk.leg == leg && (first - NEAR_SECS..=last + NEAR_SECS).contains(&jerk.secs)
                };
                let worst = bad.iter().filter(near).max_by(|a, b| a.degrees.total_cmp(&b.degrees));
                if let Some(worst) = worst {
                    let pad = if wholly { hold.last() - hold.first } else { frame(LET_GO_SECS).max(1) };
                    hold.let_go(frame(worst.secs), pad);
                    some = true;
                }
            }
            holds.retain(|hold| self.blend.is_seen(hold));
        }
        some
    }

    /// The corrections with stances held.
    fn held(&self, gentle: &[Correction], holds: &[Vec<Hold>]) -> Vec<Correction> {
        let of_foot = |(gentle, holds): (&Correction, &Vec<Hold>)| {
            if holds.is_empty() {
                return gentle.clone();
            }
            let trust = |frame: usize| 0.05 + gentle.trusts[frame] + self.blend.alone(frame);
            let mut values = gentle.shifts.clone();
            let mut trusts: Vec<f64> = (0..values.len()).map(trust).collect();
            for hold in holds {
                for frame in (hold.first..=hold.last()).filter(|&frame| hold.holds(frame)) {
                    let share = hold.share(frame);
                    values[frame] = values[frame].lerp(hold.shift(frame), share);
                    trusts[frame] = 1.0 + HOLD_TRUST * share;
                }
            }
            let bends = Penalty::low_pass(3, FOOT_HZ, 1.0 / self.blend.rate);
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
        let held = |leg: usize, frame: usize| holds[leg].iter().any(|hold| hold.holds(frame));
        let weight = |leg: usize, frame: usize| {
            corrections[leg].trusts[frame] + if held(leg, frame) { HELD_WEIGHT } else { 0.0 }
        };
        let weights: Vec<Vec<f64>> = (0..self.legs.len())
            .map(|leg| (0..self.clip.len()).map(|frame| weight(leg, frame)).collect())
            .collect();
        let mut pelvis = self.blend.pelvis(corrections);
        pelvis.iter_mut().enumerate().for_each(|(frame, shift)| *shift += self.shifts.of_pelvis(frame));
        for _ in 0..PELVIS_ROUNDS - 1 {
            let (_, left) = self.apply(corrections, &pelvis, &softness)?;
            pelvis = self.blend.with_rest(pelvis, &left, &weights);
        }
        let (clip, left) = self.apply(corrections, &pelvis, &softness)?;
        let longest = |vectors: &[DVec3]| vectors.iter().map(|vector| vector.length()).fold(0.0, f64::max);
        let miss = left.iter().map(|left| longest(left)).fold(0.0, f64::max);
        Ok(Attempt { clip, root_shift: longest(&pelvis), miss })
    }

    /// How soft a knee is in every frame: hard in holds, and on the way there and back in between.
    fn softness(&self, holds: &[Hold], softness: f64) -> Vec<f64> {
        let reach = (NEAR_SECS / 2.0 * self.blend.rate).max(1.0);
        let held: Vec<usize> =
            (0..self.clip.len()).filter(|&frame| holds.iter().any(|hold| hold.holds(frame))).collect();
        let at = |frame: usize| {
            let after = held.partition_point(|&held| held < frame);
            let around = held.get(after).into_iter().chain(after.checked_sub(1).map(|n| &held[n]));
            let away = around.map(|&held| held.abs_diff(frame) as f64 / reach).fold(1.0, f64::min);
            HARD.min(softness) + (softness - HARD).max(0.0) * away * away * (3.0 - 2.0 * away)
        };
        (0..self.clip.len()).map(at).collect()
    }

    /// The clip with pelvis, legs and arms moved, and what each leg left undone in every frame. Frames of one clip alone are as
    /// they were, bit for bit.
    fn apply(
        &self,
        corrections: &[Correction],
        pelvis: &[DVec3],
        softness: &[Vec<f64>],
    ) -> Result<(Clip, Vec<Vec<DVec3>>), ClipError> {
        let skeleton = self.clip.skeleton();
        let hands: Vec<Vec<DVec3>> =
            self.arms.iter().map(|arm| self.blend.hand_shifts(arm, pelvis)).collect();
        let mut left = vec![vec![DVec3::ZERO; self.clip.len()]; self.legs.len()];
        let mut world = Vec::new();
        let clip = self.clip.map_poses(|frame, pose: &mut Pose| {
            if self.blend.alone(frame) > 0.0 {
                return;
            }
            pose.world_from_joints(skeleton, &mut world);
            let ankles: Vec<DVec3> = self.legs.iter().map(|limb| limb.leg.places(&world)[2]).collect();
            let wrists: Vec<DVec3> = self.arms.iter().map(|arm| arm.limb.places(&world)[2]).collect();
            pose.root += pelvis[frame].as_vec3();
            for (n, limb) in self.legs.iter().enumerate() {
                let own = self.shifts.of_foot(limb.foot.side, frame);
                let wish = ankles[n] + corrections[n].shifts[frame] + own;
                let reached = limb.leg.put(skeleton, pose, wish, softness[n][frame]);
                left[n][frame] = wish - reached;
            }
            for (n, arm) in self.arms.iter().enumerate() {
                let wish = wrists[n] + pelvis[frame] + hands[n][frame];
                arm.limb.put(skeleton, pose, wish, HARD);
            }
        })?;
        Ok((clip, left))
    }

    fn finish(
        &self,
        attempt: Attempt,
        corrections: &[Correction],
        plants: &[Vec<Plant>],
        holds: &[Vec<Hold>],
    ) -> Result<Cleaned, ClipError> {
        let Attempt { clip, root_shift, miss } = attempt;
        let shifts = corrections.iter().flat_map(|one| &one.shifts);
        let report = CleanUpReport {
            plants: holds.iter().flatten().map(|hold| hold.still().len()).sum(),
            correction: shifts.map(|shift| shift.length()).fold(0.0, f64::max),
            root_shift,
            miss,
        };
        let constraints = self.constraints(&clip, plants, holds);
        Ok(Cleaned { clip: clip.with_constraints(constraints)?, report })
    }

    /// Where points stand still, and the plants of stances that are not held; wrists as they were.
    fn constraints(&self, cleaned: &Clip, plants: &[Vec<Plant>], holds: &[Vec<Hold>]) -> Constraints {
        let mut constraints = self.clip.constraints().clone();
        let seen = find_plants(cleaned, self.anatomy, &PlantSettings::default());
        for (limb, (plants, holds)) in self.legs.iter().zip(plants.iter().zip(holds)) {
            let points = [
                (ConstraintKind::heel(limb.foot.side), limb.foot.heel),
                (ConstraintKind::toe(limb.foot.side), limb.foot.toe),
            ];
            for (kind, point) in points {
                let Some(point) = point else { continue };
                let ranges = self.blend.ranges(point, (plants, seen.of(kind)), holds);
                constraints.set(kind, ranges).expect("runs of frames are disjoint and in order");
            }
        }
        constraints
    }
}
