//! Feet that stand still while they carry.

use glam::DVec3;
use segue_motion::PointId;

use super::wish::{Blend, Foot, Plant};

/// A point is held while it is within this of the lowest place of its plant, in legs: before it comes down and rolls off.
const LOW_LEGS: f64 = 0.012;

/// Time in which the hold passes from heel to toe, in seconds, while both stand.
const PASS_SECS: f64 = 0.08;

/// A stance is held when its foot moves by at most this from where the blend has it, in legs.
const FURTHEST_LEGS: f64 = 0.12;

/// A hold shorter than this, in seconds, is not seen.
const SHORTEST_SECS: f64 = 0.06;

/// Blends of clips that are mixed less than this hold their feet less: one clip alone is left as it is.
const MIXED: f64 = 0.36;

/// A stretch in which one foot stands and does not move.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Hold {
    pub(super) first: usize,
    /// One shift a frame, on the floor and in height, by which the foot stands still.
    pub(super) shifts: Vec<DVec3>,
    /// How much of the shift is made, up to 1.
    pub(super) share: f64,
    /// The frames in which each point does not move.
    pub(super) still: Vec<(PointId, [usize; 2])>,
}

impl Hold {
    pub(super) fn last(&self) -> usize {
        self.first + self.shifts.len() - 1
    }

    pub(super) fn contains(&self, frame: usize) -> bool {
        (self.first..=self.last()).contains(&frame)
    }

    pub(super) fn shift(&self, frame: usize) -> DVec3 {
        self.shifts[frame - self.first]
    }
}

impl Blend<'_> {
    /// The holds of a foot, one for each stance that can be held.
    pub(super) fn holds(&self, foot: &Foot, plants: &[Plant<'_>], heights: &[f64]) -> Vec<Hold> {
        self.stances(foot, plants)
            .into_iter()
            .filter_map(|stance| self.hold(foot, &stance, heights))
            .collect()
    }

    /// Runs of frames in which the toe, or failing it the heel, is planted and low.
    fn stances(&self, foot: &Foot, plants: &[Plant<'_>]) -> Vec<Vec<Bearing>> {
        let low: Vec<(PointId, Vec<bool>)> =
            plants.iter().map(|plant| (plant.point, self.low(plant))).collect();
        let bears = |point: Option<PointId>, frame: usize| {
            point.is_some_and(|point| low.iter().any(|(of, low)| *of == point && low[frame]))
        };
        let mut stances: Vec<Vec<Bearing>> = Vec::new();
        let mut open = false;
        for frame in 0..self.table.len() {
            let bearing = Bearing { frame, toe: bears(foot.toe, frame), heel: bears(foot.heel, frame) };
            if bearing.toe || bearing.heel {
                match stances.last_mut() {
                    Some(stance) if open => stance.push(bearing),
                    _ => stances.push(vec![bearing]),
                }
            }
            open = bearing.toe || bearing.heel;
        }
        stances.retain(|stance| stance.len() as f64 >= SHORTEST_SECS * self.rate);
        stances
    }

    /// In which frames of the blend a planted point is down.
    fn low(&self, plant: &Plant<'_>) -> Vec<bool> {
        let height = |frame: usize| self.sources.height(plant.point, frame);
        let lowest = (plant.first..=plant.last).map(height).fold(f64::INFINITY, f64::min);
        let down = |frame: usize| {
            (plant.first..=plant.last).contains(&frame) && height(frame) < lowest + LOW_LEGS * self.leg
        };
        (0..self.table.len()).map(down).collect()
    }

    fn hold(&self, foot: &Foot, stance: &[Bearing], heights: &[f64]) -> Option<Hold> {
        let first = stance[0].frame;
        let shares = self.toe_shares(stance);
        let place = |point: Option<PointId>, n: usize| {
            point.map_or(DVec3::ZERO, |point| {
                let frame = stance[n].frame;
                self.table.at(frame, point).as_dvec3() + DVec3::Y * heights[frame]
            })
        };
        let mut shifts = vec![DVec3::ZERO; stance.len()];
        for n in 1..stance.len() {
            let way = |point| place(point, n) - place(point, n - 1);
            let share = f64::midpoint(shares[n - 1], shares[n]);
            shifts[n] = shifts[n - 1] - (share * way(foot.toe) + (1.0 - share) * way(foot.heel));
        }
        let mean = shifts.iter().sum::<DVec3>() / shifts.len() as f64;
        let furthest = shifts.iter().map(|shift| (*shift - mean).length()).fold(0.0, f64::max);
        if furthest > FURTHEST_LEGS * self.leg {
            return None;
        }
        for (n, shift) in shifts.iter_mut().enumerate() {
            *shift += DVec3::Y * heights[first + n] - mean;
        }
        let middle = self.sources.moment(stance[stance.len() / 2].frame);
        let share = (middle.mixed() / MIXED).min(1.0);
        let still = still(foot, stance, &shares);
        Some(Hold { first, shifts, share, still })
    }

    /// How much the toe is held rather than the heel: it takes over slowly while both stand.
    fn toe_shares(&self, stance: &[Bearing]) -> Vec<f64> {
        let most = 1.0 / (PASS_SECS * self.rate).max(1.0);
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

/// What carries in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bearing {
    frame: usize,
    toe: bool,
    heel: bool,
}

/// The runs of frames in which the toe alone, or the heel alone, is held.
fn still(foot: &Foot, stance: &[Bearing], shares: &[f64]) -> Vec<(PointId, [usize; 2])> {
    let mut still: Vec<(PointId, [usize; 2])> = Vec::new();
    for (bearing, share) in stance.iter().zip(shares) {
        let point = if *share >= 1.0 {
            foot.toe
        } else if *share <= 0.0 {
            foot.heel
        } else {
            None
        };
        let Some(point) = point else { continue };
        match still.last_mut() {
            Some((last, run)) if *last == point && run[1] + 1 == bearing.frame => run[1] = bearing.frame,
            _ => still.push((point, [bearing.frame; 2])),
        }
    }
    still.retain(|(_, run)| run[1] > run[0]);
    still
}
