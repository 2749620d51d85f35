//! Where a foot should be: as the clips had it, not as the blend happens to put it.

use glam::DVec3;
use segue_motion::{ConstraintKind, Constraints, FrameRange, PointId, Side};
use segue_numeric::{Penalty, smooth};

use super::CleanUp;
use super::paths::Paths;
use super::source::Sources;

/// What toes and heels count for: toes carry longer and roll less.
const TOE_WEIGHT: f64 = 1.0;
const HEEL_WEIGHT: f64 = 0.3;

/// Time over which a plant comes and goes, in seconds, at most a third of it.
const TAPER_SECS: f64 = 0.04;

/// Corrections on the floor saturate at this, in legs: a foot that would have to go further is not the same step.
const CAP_LEGS: f64 = 0.12;

/// How fast corrections of a foot may change, in Hz, and below which they return to nothing between plants.
const FOOT_HZ: f64 = 6.0;
const RETURN_HZ: f64 = 1.5;

/// What any correction costs.
const RIDGE: f64 = 0.001;

/// A foot about which the clips disagree is lifted by this, in legs, …
const LIFT_LEGS: f64 = 0.03;

/// … in full when it is faster by the second than the first, in legs a second, …
const LIFT_SPEEDS: [f64; 2] = [0.3, 0.4];

/// … where 4 p (1 − p) for the share p of clips in which it is planted is above this.
const DISAGREE: f64 = 0.3;

/// Lifts are widened by this to either side, in seconds, and smoothed at this many Hz.
const LIFT_SECS: f64 = 0.06;
const LIFT_HZ: f64 = 5.0;

/// Frames in which one clip is alone count this much more in where a plant stands than frames of clips that are well mixed.
const LEAST_MIXED: f64 = 0.01;

/// What a frame in which one clip is alone, and nothing is corrected, counts against a frame of a plant.
const ALONE_TRUST: f64 = 1000.0;

/// A foot with the points that can be planted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foot {
    pub(super) side: Side,
    pub(super) toe: Option<PointId>,
    pub(super) heel: Option<PointId>,
}

impl Foot {
    fn points(&self) -> impl Iterator<Item = (ConstraintKind, PointId, f64)> {
        let toe = self.toe.map(|point| (ConstraintKind::toe(self.side), point, TOE_WEIGHT));
        let heel = self.heel.map(|point| (ConstraintKind::heel(self.side), point, HEEL_WEIGHT));
        toe.into_iter().chain(heel)
    }

    /// The plants of its points.
    pub(super) fn plants(&self, constraints: &Constraints) -> Vec<Plant> {
        let of_point = |(kind, point, weight): (ConstraintKind, PointId, f64)| {
            constraints.of(kind).iter().map(move |&range| Plant { kind, point, weight, range })
        };
        self.points().flat_map(of_point).collect()
    }
}

/// One plant of a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Plant {
    kind: ConstraintKind,
    pub(super) point: PointId,
    weight: f64,
    pub(super) range: FrameRange,
}

impl Plant {
    /// The runs of its frames in which something is true.
    pub(super) fn parts(&self, is: impl Fn(usize) -> bool) -> Vec<Self> {
        let mut parts: Vec<Self> = Vec::new();
        for frame in (self.range.first..=self.range.last).filter(|&frame| is(frame)) {
            match parts.last_mut() {
                Some(part) if part.range.last + 1 == frame => part.range.last = frame,
                _ => parts.push(Self { range: FrameRange { first: frame, last: frame }, ..*self }),
            }
        }
        parts
    }
}

/// How a foot has to move in every frame, and how much it matters.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    pub(super) shifts: Vec<DVec3>,
    pub(super) trusts: Vec<f64>,
}

/// The motion whose feet are looked at.
pub(super) struct Blend<'a> {
    pub(super) sources: &'a Sources<'a>,
    pub(super) table: &'a Paths,
    pub(super) rate: f64,
    pub(super) leg: f64,
    /// Whether feet stand still wherever legs reach.
    pub(super) is_locked: bool,
    /// Whether frames of one clip alone stay as they are.
    pub(super) keep_single: bool,
    /// Whether feet are held less where clips are hardly mixed.
    pub(super) fades: bool,
    /// How feet are cleaned up.
    pub(super) settings: CleanUp,
}

impl Blend<'_> {
    /// How a foot should move, all of it in one smooth curve: on the floor in its plants, in height always. Of what it `may` stand in,
    /// `plants` are the parts in which it does.
    pub(super) fn correction(&self, foot: &Foot, may: &[Plant], plants: &[Plant]) -> Correction {
        let (wishes, trusts) = self.floor_wishes(plants);
        let floor = self.smooth_floor(&wishes, &trusts);
        let heights = self.heights(foot, [may, plants], &floor);
        let shifts =
            floor.into_iter().zip(heights).map(|(floor, y)| DVec3::new(floor.x, y, floor.z)).collect();
        Correction { shifts, trusts }
    }

    /// Wishes on the floor of all plants, and how much they count.
    fn floor_wishes(&self, plants: &[Plant]) -> (Vec<DVec3>, Vec<f64>) {
        let mut sums = vec![DVec3::ZERO; self.table.len()];
        let mut weights = vec![0.0; self.table.len()];
        for plant in plants {
            for (n, wish) in self.plant_wishes(plant).into_iter().enumerate() {
                let weight = plant.weight * self.taper(plant, n);
                sums[plant.range.first + n] += weight * wish;
                weights[plant.range.first + n] += weight;
            }
        }
        let mean = |(sum, weight): (DVec3, &f64)| {
            if *weight > 0.0 { self.capped(sum / *weight) } else { DVec3::ZERO }
        };
        let wishes = sums.into_iter().zip(&weights).map(mean).collect();
        (wishes, weights.into_iter().map(|weight| weight.min(1.0)).collect())
    }

    /// How the planted point would move as it does in the clips, less how it does in the motion, about where it stands.
    fn plant_wishes(&self, plant: &Plant) -> Vec<DVec3> {
        let own = self.sources.own_motion(plant.kind, plant.point, plant.range);
        let wish = |(n, own): (usize, DVec3)| {
            let there = own - self.table.at(plant.range.first + n, plant.point).as_dvec3();
            DVec3::new(there.x, 0.0, there.z)
        };
        let wishes: Vec<DVec3> = own.into_iter().enumerate().map(wish).collect();
        let mean = self.standing(plant.range.first, &wishes);
        wishes.into_iter().map(|wish| wish - mean).collect()
    }

    /// The mean of what is wished in successive frames. Frames in which one clip is alone decide: nothing moves there.
    pub(super) fn standing(&self, first: usize, wishes: &[DVec3]) -> DVec3 {
        let weight = |n: usize| 1.0 / (LEAST_MIXED + self.sources.moment(first + n).mixed());
        let weights: f64 = (0..wishes.len()).map(weight).sum();
        wishes.iter().enumerate().map(|(n, wish)| weight(n) * *wish).sum::<DVec3>() / weights
    }

    /// How much a frame counts in which one clip is alone and nothing is corrected; 0 in all others.
    pub(super) fn alone(&self, frame: usize) -> f64 {
        if self.sources.moment(frame).is_alone() && self.keep_single { ALONE_TRUST } else { 0.0 }
    }

    /// How much a frame of a plant counts, from 0 at its ends to 1 inside.
    fn taper(&self, plant: &Plant, n: usize) -> f64 {
        let frames = plant.range.len();
        let taper = (TAPER_SECS * self.rate).min(frames as f64 / 3.0).max(f64::EPSILON);
        let inside = (n + 1).min(frames - n) as f64;
        (inside / (taper + 1.0)).min(1.0)
    }

    fn capped(&self, wish: DVec3) -> DVec3 {
        wish / (1.0 + (wish.length() / (CAP_LEGS * self.leg)).powi(2)).sqrt()
    }

    fn step_secs(&self) -> f64 {
        1.0 / self.rate
    }

    /// The curve near the wishes that swings over smoothly from plant to plant.
    fn smooth_floor(&self, wishes: &[DVec3], trusts: &[f64]) -> Vec<DVec3> {
        let bends = Penalty::low_pass(3, FOOT_HZ, self.step_secs());
        let slope = bends.weight * (std::f64::consts::TAU * RETURN_HZ * self.step_secs()).powi(4);
        let pull = |frame: usize| RIDGE + self.alone(frame);
        let pulled: Vec<f64> = trusts.iter().enumerate().map(|(n, trust)| trust + pull(n)).collect();
        let values: Vec<DVec3> = (0..wishes.len()).map(|n| wishes[n] * (trusts[n] / pulled[n])).collect();
        smooth(&values, &pulled, &[bends, Penalty { order: 1, weight: slope }])
    }

    /// By how much a foot is raised: to the mean of the clips' heights, and over the floor where it must travel.
    fn heights(&self, foot: &Foot, [may, plants]: [&[Plant]; 2], floor: &[DVec3]) -> Vec<f64> {
        let points: Vec<PointId> = foot.points().map(|(_, point, _)| point).collect();
        let lifts = self.lifts(foot, [may, plants], floor);
        let wish = |frame: usize| {
            if self.alone(frame) > 0.0 {
                return 0.0;
            }
            let of_point = |&point: &PointId| {
                self.sources.height(point, frame) - f64::from(self.table.at(frame, point).y)
            };
            points.iter().map(of_point).sum::<f64>() / points.len().max(1) as f64 + lifts[frame]
        };
        let wishes: Vec<f64> = (0..self.table.len()).map(wish).collect();
        let trusts: Vec<f64> = (0..wishes.len()).map(|frame| 1.0 + self.alone(frame)).collect();
        smooth(&wishes, &trusts, &[Penalty::low_pass(3, FOOT_HZ, self.step_secs())])
    }

    /// Whether a planted foot stands at about one place in the motion: else it stands in all clips, but they do not agree where.
    pub(super) fn is_same_step(&self, plant: &Plant) -> bool {
        self.plant_wishes(plant).iter().all(|wish| wish.length() <= CAP_LEGS * self.leg)
    }

    /// A foot that must travel where the clips disagree makes a low step, also between the parts of a plant in which it stands.
    fn lifts(&self, foot: &Foot, [may, plants]: [&[Plant]; 2], floor: &[DVec3]) -> Vec<f64> {
        let frames = self.table.len();
        let Some(toe) = foot.toe.or(foot.heel) else { return vec![0.0; frames] };
        let grounds = self.sources.floors(toe);
        let same: Vec<&Plant> = plants.iter().filter(|plant| self.is_same_step(plant)).collect();
        let other: Vec<&Plant> = may.iter().filter(|plant| !self.is_same_step(plant)).collect();
        let within = |plants: &[&Plant], frame| plants.iter().any(|plant| plant.range.contains(frame));
        let place = |frame: usize| self.table.at(frame, toe).as_dvec3() + floor[frame];
        let missing = |frame: usize| {
            let share = self.sources.planted(foot.side, frame);
            let agree = 4.0 * share * (1.0 - share) <= DISAGREE && !within(&other, frame);
            if agree || within(&same, frame) {
                return 0.0;
            }
            let (from, to) = (place(frame.saturating_sub(1)), place((frame + 1).min(frames - 1)));
            let speed = (to.x - from.x).hypot(to.z - from.z) * self.rate / 2.0 / self.leg;
            let wanted = LIFT_LEGS * self.leg * ((speed - LIFT_SPEEDS[0]) / LIFT_SPEEDS[1]).clamp(0.0, 1.0);
            (wanted - (self.sources.height(toe, frame) - grounds[frame])).max(0.0)
        };
        let missing: Vec<f64> = (0..frames).map(missing).collect();
        if missing.iter().all(|&missing| missing <= 0.0) {
            return missing;
        }
        let reach = (LIFT_SECS * self.rate).round() as usize;
        let widest = |frame: usize| {
            let window = &missing[frame.saturating_sub(reach)..(frame + reach + 1).min(frames)];
            window.iter().copied().fold(0.0, f64::max)
        };
        let widened: Vec<f64> = (0..frames).map(widest).collect();
        smooth(&widened, &vec![1.0; frames], &[Penalty::low_pass(2, LIFT_HZ, self.step_secs())])
    }
}
