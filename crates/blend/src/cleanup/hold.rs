//! Feet that stand still while they carry.

use glam::DVec3;
use segue_motion::{FrameRange, PointId};

use super::plants::{NO_STEP_SECS, SEEN_SECS};
use super::wish::{Blend, Foot, Plant};

/// A point is held while it is within this of the lowest place of its plant, in legs: before it comes down and rolls off.
const LOW_LEGS: f64 = 0.02;

/// Its height is held below the first of these above its lowest place, in legs; above the second it comes down and rolls off as in
/// the clips.
const FLAT_LEGS: [f64; 2] = [0.005, 0.012];

/// In between it is held while it is within this: feet that stand are not all flat.
const LIFTED_LEGS: f64 = 0.03;

/// Time in which the hold passes from heel to toe, in seconds, while both stand.
const PASS_SECS: f64 = 0.08;

/// The hold passes in at most this share of the time in which both stand: runners' feet are flat for a moment only.
const PASS_SHARE: f64 = 0.25;

/// A stance is held when its foot moves by at most this from where the motion has it, in legs.
const FURTHEST_LEGS: f64 = 0.12;

/// A hold shorter than this, in seconds, is not seen.
const SHORTEST_SECS: f64 = 0.06;

/// Clips that are mixed less than this hold their feet less: one clip alone is left as it is.
const MIXED: f64 = 0.36;

/// Where a foot stands and where it does not.
#[derive(Clone, Debug, Default)]
pub(super) struct Footing {
    pub(super) holds: Vec<Hold>,
    /// Stances that would have to go too far to be held: in them the foot goes from one place to another.
    pub(super) moved: Vec<FrameRange>,
}

/// A stretch in which one foot stands and does not move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hold {
    pub(super) first: usize,
    frames: Vec<Held>,
}

/// One frame of a hold.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    /// By how much the foot has to move to stand still, on the floor and in height.
    shift: DVec3,
    /// How much of the shift is made, up to 1.
    share: f64,
    /// The point that does not move; `None` while the hold passes from heel to toe.
    point: Option<PointId>,
}

impl Hold {
    pub(super) fn last(&self) -> usize {
        self.first + self.frames.len() - 1
    }

    /// How much of the shift of a frame is made.
    pub(super) fn share(&self, frame: usize) -> f64 {
        self.frames[frame - self.first].share
    }

    pub(super) fn shift(&self, frame: usize) -> DVec3 {
        self.frames[frame - self.first].shift
    }

    /// Whether a frame is in it and held at all.
    pub(super) fn holds(&self, frame: usize) -> bool {
        (self.first..=self.last()).contains(&frame) && self.share(frame) > 0.0
    }

    /// Whether a frame is in it and the foot does not move there.
    pub(super) fn is_firm(&self, frame: usize) -> bool {
        self.holds(frame) && self.share(frame) >= 1.0
    }

    /// Lets the foot go around a frame: from the nearer end of the hold up to `pad` frames beyond it.
    pub(super) fn let_go(&mut self, frame: usize, pad: usize) {
        let place = frame.saturating_sub(self.first).min(self.frames.len() - 1);
        let near_start = 2 * place < self.frames.len();
        let gone = |n: usize| if near_start { n <= place + pad } else { n + pad >= place };
        self.frames.iter_mut().enumerate().filter(|(n, _)| gone(*n)).for_each(|(_, held)| held.share = 0.0);
    }

    /// How many frames are held.
    pub(super) fn count(&self) -> usize {
        self.frames.iter().filter(|held| held.share > 0.0).count()
    }

    /// The runs of frames in which a point does not move.
    pub(super) fn still(&self) -> Vec<(PointId, [usize; 2])> {
        let mut still: Vec<(PointId, [usize; 2])> = Vec::new();
        for (n, held) in self.frames.iter().enumerate() {
            let (Some(point), true) = (held.point, held.share >= 1.0) else { continue };
            let frame = self.first + n;
            match still.last_mut() {
                Some((last, run)) if *last == point && run[1] + 1 == frame => run[1] = frame,
                _ => still.push((point, [frame; 2])),
            }
        }
        still.retain(|(_, run)| run[1] > run[0]);
        still
    }
}

/// What carries in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bearing {
    frame: usize,
    toe: bool,
    heel: bool,
}

impl Blend<'_> {
    /// The holds of a foot, one for each stance that can be held, and where it steps although its plants say that it stands.
    pub(super) fn footing(&self, foot: &Foot, plants: &[Plant], heights: &[f64]) -> Footing {
        let mut footing = Footing::default();
        for stance in self.stances(foot, plants) {
            match self.hold(foot, &stance, heights) {
                Some(hold) if self.is_seen(&hold) => footing.holds.push(hold),
                None if self.settings.own_stances => {
                    let [first, last] = [0, stance.len() - 1].map(|n| stance[n].frame);
                    footing.moved.push(FrameRange { first, last });
                }
                _ => {}
            }
        }
        footing
    }

    /// The parts of plants in which the foot stands: of a stance that goes from one place to another, those in which its point stays at
    /// one for a while.
    pub(super) fn stood(&self, plants: &[Plant], footing: &Footing) -> Vec<Plant> {
        let of_plant = |plant: &Plant| {
            let stays = self.stays(plant);
            let moved = |frame: usize| footing.moved.iter().any(|stance| stance.contains(frame));
            plant.parts(|frame| !moved(frame) || stays.iter().any(|stay| stay.contains(frame)))
        };
        plants.iter().flat_map(of_plant).collect()
    }

    /// The stretches of a plant in which its point stays about where it was at their start, long enough to be seen.
    fn stays(&self, plant: &Plant) -> Vec<FrameRange> {
        let place = |frame: usize| self.table.at(frame, plant.point).as_dvec3();
        let mut stays: Vec<FrameRange> = Vec::new();
        for frame in plant.range.first..=plant.range.last {
            let is_there =
                |stay: &&mut FrameRange| place(stay.first).distance(place(frame)) < FLAT_LEGS[1] * self.leg;
            match stays.last_mut().filter(is_there) {
                Some(stay) => stay.last = frame,
                None => stays.push(FrameRange { first: frame, last: frame }),
            }
        }
        stays.retain(|stay| stay.len() as f64 >= SEEN_SECS * self.rate);
        stays
    }

    /// Whether a hold is long enough to be seen.
    pub(super) fn is_seen(&self, hold: &Hold) -> bool {
        hold.count() as f64 >= SHORTEST_SECS * self.rate
    }

    /// Runs of frames in which the toe, or failing it the heel, is planted and low. Gaps in which a foot cannot step are part of them:
    /// held at two places, it would jump from one to the other.
    fn stances(&self, foot: &Foot, plants: &[Plant]) -> Vec<Vec<Bearing>> {
        let [toe, heel] = [foot.toe, foot.heel].map(|point| self.low_frames(point, plants));
        let gap = self.no_step();
        let mut stances: Vec<Vec<Bearing>> = Vec::new();
        for frame in (0..self.table.len()).filter(|&frame| toe[frame] || heel[frame]) {
            let bearing = Bearing { frame, toe: toe[frame], heel: heel[frame] };
            match stances.last_mut() {
                Some(stance) if frame <= stance[stance.len() - 1].frame + 1 + gap => {
                    let before = stance[stance.len() - 1];
                    stance.extend((before.frame + 1..frame).map(|frame| Bearing { frame, ..before }));
                    stance.push(bearing);
                }
                _ => stances.push(vec![bearing]),
            }
        }
        stances
    }

    /// The most frames in which a foot cannot step.
    fn no_step(&self) -> usize {
        if self.settings.own_stances { (NO_STEP_SECS * self.rate) as usize } else { 0 }
    }

    /// In which frames of the motion a point is planted and down. What is so near to an end of the motion that the foot cannot step
    /// in between goes on to it.
    fn low_frames(&self, point: Option<PointId>, plants: &[Plant]) -> Vec<bool> {
        let mut low = vec![false; self.table.len()];
        for plant in plants.iter().filter(|plant| Some(plant.point) == point) {
            self.low(plant).into_iter().for_each(|frame| low[frame] = true);
        }
        let (gap, end) = (self.no_step(), low.len() - 1);
        let first = low.iter().position(|low| *low).filter(|first| *first <= gap);
        let last = low.iter().rposition(|low| *low).filter(|last| last + gap >= end);
        low[..first.unwrap_or(0)].fill(true);
        low[last.map_or(end + 1, |last| last + 1)..].fill(true);
        low
    }

    /// The frames in which a planted point is down: from where it comes down to where it rolls off, unless it is lifted in between.
    fn low(&self, plant: &Plant) -> Vec<usize> {
        let range = plant.range;
        let height = |frame: usize| self.sources.height(plant.point, frame);
        let lowest = (range.first..=range.last).map(height).fold(f64::INFINITY, f64::min);
        let below = |frame: usize, legs: f64| height(frame) < lowest + legs * self.leg;
        let mut ends = (range.first..=range.last).filter(|&frame| below(frame, LOW_LEGS));
        let Some(first) = ends.next() else { return Vec::new() };
        let last = ends.next_back().unwrap_or(first);
        (first..=last).filter(|&frame| below(frame, LIFTED_LEGS)).collect()
    }

    /// The stance from where the toe is down, when the heel comes down a moment before: feet that are set down flat are held by the
    /// toe.
    fn without_touch<'b>(&self, stance: &'b [Bearing]) -> &'b [Bearing] {
        let toe = stance.iter().position(|bearing| bearing.toe).unwrap_or(0);
        if (toe as f64) < SHORTEST_SECS * self.rate { &stance[toe..] } else { stance }
    }

    fn hold(&self, foot: &Foot, stance: &[Bearing], heights: &[f64]) -> Option<Hold> {
        let stance = self.without_touch(stance);
        let first = stance[0].frame;
        let toes = self.toe_shares(stance);
        let place = |point: Option<PointId>, n: usize| {
            point.map_or(DVec3::ZERO, |point| {
                let frame = stance[n].frame;
                self.table.at(frame, point).as_dvec3() + DVec3::Y * heights[frame]
            })
        };
        let grips = [foot.toe, foot.heel].map(|point| self.grips(point, stance));
        let mut shifts = vec![DVec3::ZERO; stance.len()];
        for n in 1..stance.len() {
            let way = |point, grips: &[f64]| {
                (place(point, n) - place(point, n - 1)) * DVec3::new(1.0, grips[n], 1.0)
            };
            let toe = f64::midpoint(toes[n - 1], toes[n]);
            shifts[n] =
                shifts[n - 1] - (toe * way(foot.toe, &grips[0]) + (1.0 - toe) * way(foot.heel, &grips[1]));
        }
        let place = self.place_of(first, &shifts)?;
        let held = |n: usize| Held {
            shift: shifts[n] - place + DVec3::Y * heights[first + n],
            share: self.hold_share(first + n),
            point: held_point(foot, toes[n]).filter(|_| grips[usize::from(toes[n] <= 0.0)][n] >= 1.0),
        };
        Some(Hold { first, frames: (0..shifts.len()).map(held).collect() })
    }

    /// How firmly the height of a point is held in the frames of a stance.
    fn grips(&self, point: Option<PointId>, stance: &[Bearing]) -> Vec<f64> {
        let Some(point) = point else { return vec![0.0; stance.len()] };
        let heights: Vec<f64> =
            stance.iter().map(|bearing| self.sources.height(point, bearing.frame)).collect();
        let lowest = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let [flat, rolling] = FLAT_LEGS.map(|legs| legs * self.leg);
        heights.iter().map(|y| ((rolling - (y - lowest)) / (rolling - flat)).clamp(0.0, 1.0)).collect()
    }

    /// The place at which a foot stands; `None` when it would have to go too far from where the motion has it. Such a stance is not
    /// the same step in all clips: held for a part of it, the foot would be dragged in the rest.
    fn place_of(&self, first: usize, shifts: &[DVec3]) -> Option<DVec3> {
        let place = self.standing(first, shifts);
        let furthest = shifts.iter().map(|shift| (*shift - place).length()).fold(0.0, f64::max);
        (self.is_locked || furthest <= FURTHEST_LEGS * self.leg).then_some(place)
    }

    /// How firmly a foot is held in a frame: not at all where one clip is alone.
    fn hold_share(&self, frame: usize) -> f64 {
        if self.fades { (self.sources.moment(frame).mixed() / MIXED).min(1.0) } else { 1.0 }
    }

    /// How much the toe is held rather than the heel: it takes over slowly while both stand.
    fn toe_shares(&self, stance: &[Bearing]) -> Vec<f64> {
        let both = stance.iter().filter(|bearing| bearing.toe && bearing.heel).count() as f64;
        let most = 1.0 / (PASS_SECS * self.rate).min(PASS_SHARE * both).max(1.0);
        let goal = |bearing: &Bearing| if bearing.toe { 1.0 } else { 0.0 };
        let mut shares: Vec<f64> = Vec::with_capacity(stance.len());
        for bearing in stance {
            let both = bearing.toe && bearing.heel;
            let before = shares.last().copied().unwrap_or(goal(bearing));
            let step: f64 = goal(bearing) - before;
            shares.push(if both { before + step.clamp(-most, most) } else { goal(bearing) });
        }
        shares
    }
}

/// The point that stands still at a share of the toe; `None` in between.
fn held_point(foot: &Foot, toe: f64) -> Option<PointId> {
    if toe >= 1.0 {
        foot.toe
    } else if toe <= 0.0 {
        foot.heel
    } else {
        None
    }
}
