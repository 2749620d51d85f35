//! Where a transition goes over: clips that are alike there, and enough left of both, above all of what they are about.

use std::cmp::Ordering;

use segue_motion::{Anatomy, Clip, PlantSettings, Side, find_plants, stances};
use segue_register::{
    Cloud, Markers, RegisterError, RegisterSettings, Salience, Stretch, Window, leg_metres, stream, travels,
};

use crate::BlendError;

/// What a foot that stands in one clip and not in the other all the while adds to the distance, in legs: steps go together before
/// poses do.
const FOOT_LEGS: f64 = 0.2;

/// Moments of a transition in which feet are compared: one in 33 ms of a default one, and both feet in one word.
const MOMENTS: usize = 25;

/// What it costs, in legs, to lose all that stands out in a clip that is to be kept, and in one that is not.
const KEPT_LEGS: f64 = 1.5;
const OTHER_LEGS: f64 = 0.3;

/// A clip should go on for so many seconds on its side of the transition, or for this part of it when it is short; what it costs to
/// keep nothing, in legs.
const ENOUGH_SECS: f64 = 1.0;
const ENOUGH_PART: f64 = 0.4;
const ENOUGH_LEGS: f64 = 0.3;

/// Which clip's action a transition must not cut off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepAction {
    /// That of the first clip.
    First,
    /// That of the second.
    #[default]
    Second,
    /// Those of both.
    Both,
}

impl KeepAction {
    /// What losing the action of each clip costs, in legs.
    fn costs(self) -> [f64; 2] {
        match self {
            Self::First => [KEPT_LEGS, OTHER_LEGS],
            Self::Second => [OTHER_LEGS, KEPT_LEGS],
            Self::Both => [KEPT_LEGS; 2],
        }
    }
}

/// One side of a transition: a clip, frame by frame of its cloud.
struct Bank {
    cloud: Cloud,
    /// Whether each foot stands in the moments of a transition around the frame, a bit each.
    stands: Vec<u64>,
    /// What it costs to go over in a frame, in legs: what is lost, and too little that is kept.
    costs: Vec<f64>,
}

/// For each margin the moments of both clips at which a transition goes over best, among those at least so many seconds from their
/// ends; `None` when a clip does not leave the least margin. One that leaves no larger one is left in its middle.
pub(super) fn best<const N: usize>(
    clips: [&Clip; 2],
    (half_secs, margins_secs): (f64, [f64; N]),
    keep: KeepAction,
    settings: &RegisterSettings,
) -> Result<[Option<[f64; 2]>; N], BlendError> {
    settings.check()?;
    let one = |n: usize| side(clips[n], n, half_secs, keep.costs()[n], settings);
    let sides = [one(0)?, one(1)?];
    let spacing = [0, 1].map(|n: usize| sides[n].cloud.spacing_secs());
    let leg = leg_metres(clips[0], &Anatomy::of(clips[0].skeleton()));
    let gap_of = |secs: f64, side: usize| (secs / spacing[side]).ceil() as usize;
    let least = margins_secs.into_iter().fold(f64::INFINITY, f64::min);
    let gap = margins_secs.map(|secs| {
        [0, 1].map(|side| {
            let middle = sides[side].cloud.len().saturating_sub(1) / 2;
            gap_of(secs, side).min(middle.max(gap_of(least, side)))
        })
    });
    let crossing = Crossing { sides: &sides, leg, gap };
    // Strip by strip, since all distances of two clips of an hour do not fit in memory.
    let found = stream(
        &sides[0].cloud,
        &sides[1].cloud,
        |_| [None; N],
        |best: &mut [Option<Cell>; N], stretch| crossing.look(stretch, best),
    );
    let cheapest = |n: usize| found.iter().filter_map(|best| best[n]).min_by(Cell::order);
    Ok(std::array::from_fn(|n| {
        cheapest(n).map(|cell| [0, 1].map(|side| cell.at[side] as f64 * spacing[side]))
    }))
}

/// Two frames and what it costs to go over there, in legs.
#[derive(Clone, Copy)]
struct Cell {
    cost: f64,
    at: [usize; 2],
}

impl Cell {
    /// The cheaper first, of equals the earlier.
    fn order(&self, other: &Self) -> Ordering {
        self.cost.total_cmp(&other.cost).then_with(|| self.at.cmp(&other.at))
    }
}

/// Both sides, and how many frames are left at their ends for each margin.
struct Crossing<'a, const N: usize> {
    sides: &'a [Bank; 2],
    leg: f64,
    gap: [[usize; 2]; N],
}

impl<const N: usize> Crossing<'_, N> {
    /// Looks for cheaper cells among some of a row.
    fn look(&self, stretch: Stretch<'_>, best: &mut [Option<Cell>; N]) {
        let row = stretch.row;
        // Margins only grow, so what the least leaves out all leave out.
        if !self.leaves(0, 0, row) {
            return;
        }
        let mut farthest = self.farthest(row, best);
        for (n, &distance) in stretch.distances.iter().enumerate() {
            if distance > farthest {
                continue;
            }
            let at = [row, stretch.column + n];
            let found = Cell { cost: self.cost(at, distance), at };
            for (margin, best) in best.iter_mut().enumerate() {
                let allowed = (0..2).all(|side| self.leaves(margin, side, at[side]));
                if allowed && best.is_none_or(|best| found.order(&best).is_lt()) {
                    *best = Some(found);
                }
            }
            farthest = self.farthest(row, best);
        }
    }

    /// The largest distance that can still be cheaper than what was found.
    fn farthest(&self, row: usize, best: &[Option<Cell>; N]) -> f32 {
        let dearest =
            best.iter().map(|best| best.map_or(f64::INFINITY, |cell| cell.cost)).fold(0.0, f64::max);
        let left = (dearest - self.sides[0].costs[row]).max(0.0) * self.leg;
        // Rounded up, so that equals are looked at.
        (left * left * (1.0 + 1e-6)) as f32
    }

    fn leaves(&self, margin: usize, side: usize, frame: usize) -> bool {
        let gap = self.gap[margin][side];
        frame >= gap && frame + gap < self.sides[side].cloud.len()
    }

    fn cost(&self, [row, column]: [usize; 2], distance: f32) -> f64 {
        let [first, second] = self.sides;
        let differ = (first.stands[row] ^ second.stands[column]).count_ones();
        let apart = f64::from(distance).sqrt() / self.leg;
        apart + FOOT_LEGS * f64::from(differ) / MOMENTS as f64 + first.costs[row] + second.costs[column]
    }
}

fn side(
    clip: &Clip,
    number: usize,
    half_secs: f64,
    lost_legs: f64,
    settings: &RegisterSettings,
) -> Result<Bank, BlendError> {
    let window = Window::equal((settings.half_window_secs * settings.rate_hz).round() as usize);
    let markers = Markers::new(clip.skeleton(), settings.markers, &settings.joint_weights)
        .map_err(RegisterError::from)?;
    Cloud::check_memory(clip, markers.len(), settings.rate_hz).map_err(RegisterError::from)?;
    let cloud = Cloud::new(clip, &markers, &window, settings.rate_hz).map_err(RegisterError::from)?;
    let salience = Salience::of_clip(clip, settings)?;
    // The steps of a clip that travels are much the same: none stands out.
    let lost_legs = if travels(clip) { 0.0 } else { lost_legs };
    let secs = clip.duration_secs();
    let enough = ENOUGH_SECS.min(ENOUGH_PART * secs);
    let cost = |frame: usize| {
        let at = frame as f64 * cloud.spacing_secs();
        // The first clip fades out around the moment, the second fades in.
        let (lost, kept) = match number {
            0 => ([at - half_secs / 2.0, secs], at),
            _ => ([0.0, at + half_secs / 2.0], secs - at),
        };
        let missing = if enough > 0.0 { (1.0 - kept / enough).max(0.0) } else { 0.0 };
        lost_legs * salience.part(lost) + ENOUGH_LEGS * missing
    };
    let costs = (0..cloud.len()).map(cost).collect();
    let stands = stands(clip, &cloud, half_secs);
    Ok(Bank { cloud, stands, costs })
}

/// Whether each foot stands in the moments around every frame of a cloud, a bit each.
fn stands(clip: &Clip, cloud: &Cloud, half_secs: f64) -> Vec<u64> {
    let found;
    let plants = if clip.constraints().is_empty() {
        found = find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        &found
    } else {
        clip.constraints()
    };
    let feet = Side::BOTH.map(|side| stances(plants, side, clip.len(), clip.rate()));
    let down = |side: usize, secs: f64| {
        let begun = feet[side].partition_point(|stance| stance.strike_secs <= secs);
        begun.checked_sub(1).is_some_and(|last| secs <= feet[side][last].off_secs)
    };
    let around = |frame: usize| {
        let middle = frame as f64 * cloud.spacing_secs();
        let moment = |n: usize| {
            let away = 2.0 * n as f64 / (MOMENTS - 1) as f64 - 1.0;
            (middle + away * half_secs).clamp(0.0, clip.duration_secs())
        };
        let stands = (0..MOMENTS).flat_map(|n| [0, 1].map(|side| down(side, moment(n))));
        stands.fold(0, |bits, stands| bits << 1 | u64::from(stands))
    };
    (0..cloud.len()).map(around).collect()
}
