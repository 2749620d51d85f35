//! What an outside judge measures of a motion: feet that drag, hips that spin, knees that snap.
//!
//! Nothing here uses plants that the project found: a clean-up that misses a plant must not also hide it.

use std::collections::BTreeSet;
use std::f64::consts::{PI, TAU};

use glam::DVec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, PointId, PointPaths, Role, Side, points};

/// A toe within this of its floor is on it, in metres.
const ON_FLOOR_METRES: f64 = 0.012;

/// A toe on the floor that is faster than this, in m/s, is dragged; slower is rolling and the noise of capture.
const DRAG_SPEED: f64 = 0.4;

/// Shorter stretches are strikes and push-offs, in seconds.
const SHORTEST_DRAG_SECS: f64 = 0.08;

/// The span over which hips turn, in seconds.
const SPIN_SECS: f64 = 0.1;

/// The step of third differences, in seconds: at a fixed step motion of all frame rates compares.
const STEP_SECS: f64 = 1.0 / 60.0;

/// The floor of a toe is this quantile of its heights.
const FLOOR: f64 = 0.05;

/// The lowest a foot gets is this quantile of the heights of the lower toe, so that one bad frame does not count.
const LOWEST: f64 = 0.01;

/// Legs between these lengths, in metres, are a person's; other figures are measured as if theirs were of
/// [`PERSON_LEG_METRES`].
const PERSON_LEGS: [f64; 2] = [0.5, 1.2];
const PERSON_LEG_METRES: f64 = 0.85;

/// A number and the moment it is reached.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Peak {
    /// The number.
    pub value: f64,
    /// When, in seconds from the first frame.
    pub secs: f64,
}

impl Peak {
    /// The larger of the two, the first of equals.
    fn or(self, value: f64, secs: f64) -> Self {
        if value > self.value { Self { value, secs } } else { self }
    }
}

/// The marks of one motion. They say nothing alone; a motion that was made is compared with its sources.
///
/// Lengths are in metres of a figure of human size: those of a giant are scaled down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// How far toes travel while they are on the floor and fast, left and right together, in metres; the moment is the middle
    /// of the longest drag.
    pub drag: Peak,
    /// The side of the longest drag.
    pub drag_side: Side,
    /// The fastest turn of the hips over 0.1 s, in degrees a second.
    pub spin: Peak,
    /// The largest third difference of a knee's angle over 1/60 s, in degrees.
    pub knee: Peak,
    /// The side of that knee.
    pub knee_side: Side,
    /// From the lowest to the highest place of the hips, in metres.
    pub bob: f64,
    /// The lowest and the highest place of the hips, in metres.
    pub hips: [f64; 2],
    /// The largest third difference of a joint's place over 1/60 s, in metres.
    pub jolt: Peak,
    /// The point that jolts.
    pub jolt_point: PointId,
    /// The height of the lower toe in all but the lowest hundredth of the frames, in metres.
    pub low: Option<f64>,
}

impl Marks {
    /// Measures a clip.
    pub fn of(clip: &Clip, anatomy: &Anatomy) -> Self {
        Self::on_floors(clip, anatomy, [f64::NEG_INFINITY; 2])
    }

    /// Measures a clip whose toes, left and right, are on the floor at these heights in metres where they are higher than its own
    /// floors: so a clip is seen as a part of a motion that stands a little higher.
    pub(super) fn on_floors(clip: &Clip, anatomy: &Anatomy, floors: [f64; 2]) -> Self {
        let legs = f64::from(anatomy.leg_length(clip.skeleton()).unwrap_or(PERSON_LEG_METRES as f32));
        let human = (PERSON_LEGS[0]..=PERSON_LEGS[1]).contains(&legs);
        let scale = if human || legs <= 0.0 { 1.0 } else { PERSON_LEG_METRES / legs };
        let measure = Measure { paths: paths_of(clip, anatomy), anatomy, rate: clip.rate(), scale };
        let (drag, drag_side) = measure.drag(floors);
        let (knee, knee_side) = measure.knee();
        let (jolt, jolt_point) = measure.jolt(clip);
        let hips = measure.hips();
        Self {
            drag,
            drag_side,
            spin: measure.spin(),
            knee,
            knee_side,
            bob: hips[1] - hips[0],
            hips,
            jolt,
            jolt_point,
            low: measure.low(),
        }
    }
}

/// A motion in the hands of the judge.
struct Measure<'a> {
    paths: PointPaths,
    anatomy: &'a Anatomy,
    rate: f64,
    scale: f64,
}

/// The paths of what is measured by itself: hips, legs and toes.
fn paths_of(clip: &Clip, anatomy: &Anatomy) -> PointPaths {
    let legs = Side::BOTH.into_iter().filter_map(|side| anatomy.leg(side));
    let legs = legs.flat_map(|leg| [leg.hip, leg.knee, leg.ankle]);
    let hips = Side::BOTH.into_iter().filter_map(|side| anatomy.joint(Role::Hip(side)));
    let toes = Side::BOTH.into_iter().filter_map(|side| anatomy.point(ConstraintKind::toe(side)));
    let joints = std::iter::once(anatomy.hips()).chain(hips).chain(legs).map(PointId::joint);
    let points: BTreeSet<PointId> = joints.chain(toes).collect();
    PointPaths::of(clip, points)
}

impl Measure<'_> {
    fn path(&self, point: PointId) -> Vec<DVec3> {
        self.paths.path(point).map(|place| place.as_dvec3() * self.scale).collect()
    }

    fn joint(&self, role: Role) -> Option<Vec<DVec3>> {
        Some(self.path(PointId::joint(self.anatomy.joint(role)?)))
    }

    fn toe(&self, side: Side) -> Option<Vec<DVec3>> {
        Some(self.path(self.anatomy.point(ConstraintKind::toe(side))?))
    }

    /// Frames of a step of third differences, at least one.
    fn step(&self) -> usize {
        (STEP_SECS * self.rate).round_ties_even().max(1.0) as usize
    }

    fn drag(&self, floors: [f64; 2]) -> (Peak, Side) {
        let (mut total, mut longest, mut worst) = (0.0, Peak::default(), Side::Left);
        for (side, least) in Side::BOTH.into_iter().zip(floors) {
            let drags = |toe: Vec<DVec3>| drags(&toe, floor_of(&toe).max(least * self.scale), self.rate);
            for (metres, secs) in self.toe(side).map_or(Vec::new(), drags) {
                total += metres;
                if metres > longest.value {
                    (longest, worst) = (Peak { value: metres, secs }, side);
                }
            }
        }
        (Peak { value: total, secs: longest.secs }, worst)
    }

    fn spin(&self) -> Peak {
        let hips = self.joint(Role::Hip(Side::Left)).zip(self.joint(Role::Hip(Side::Right)));
        let Some((left, right)) = hips else { return Peak::default() };
        let turns = left.iter().zip(&right).map(|(l, r)| (l.z - r.z).atan2(l.x - r.x));
        let headings = unwrapped(turns);
        let span = (SPIN_SECS * self.rate).round_ties_even().max(1.0) as usize;
        let secs = span as f64 / self.rate;
        let rates = headings.windows(span + 1).map(|window| (window[span] - window[0]).abs() / secs);
        let middle = |n: usize| (n as f64 + span as f64 / 2.0) / self.rate;
        rates.enumerate().fold(Peak::default(), |peak, (n, rate)| peak.or(rate.to_degrees(), middle(n)))
    }

    fn knee(&self) -> (Peak, Side) {
        let mut worst = (Peak::default(), Side::Left);
        for side in Side::BOTH {
            let Some(angles) = self.knee_angles(side) else { continue };
            let peak = third_differences(&angles, self.step())
                .fold(Peak::default(), |peak, (n, jerk)| peak.or(jerk.abs(), self.third_secs(n)));
            if peak.value > worst.0.value {
                worst = (peak, side);
            }
        }
        worst
    }

    /// The angle at a knee in every frame, in degrees.
    fn knee_angles(&self, side: Side) -> Option<Vec<f64>> {
        let leg = self.anatomy.leg(side)?;
        let [hip, knee, ankle] = [leg.hip, leg.knee, leg.ankle].map(|joint| self.path(PointId::joint(joint)));
        let angle = |n: usize| (hip[n] - knee[n]).angle_between(ankle[n] - knee[n]).to_degrees();
        Some((0..hip.len()).map(angle).collect())
    }

    fn hips(&self) -> [f64; 2] {
        let heights = self.path(PointId::joint(self.anatomy.hips())).into_iter().map(|place| place.y);
        heights.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], y| [low.min(y), high.max(y)])
    }

    /// Of all joints that have a role, of which the last few frames are at hand: all frames of an hour are as large as its poses.
    fn jolt(&self, clip: &Clip) -> (Peak, PointId) {
        let joints: Vec<PointId> = self.anatomy.roles().map(|(_, joint)| PointId::joint(joint)).collect();
        let mut peaks = vec![Peak::default(); joints.len()];
        let step = self.step();
        let mut last = vec![Vec::new(); 3 * step + 1];
        let (mut scratch, mut all) = (Vec::new(), Vec::new());
        for (frame, pose) in clip.frames().enumerate() {
            points(pose, clip.skeleton(), &mut scratch, &mut all);
            let places = joints.iter().map(|point| all[point.index()].as_dvec3() * self.scale);
            last[frame % (3 * step + 1)] = places.collect::<Vec<DVec3>>();
            let Some(first) = frame.checked_sub(3 * step) else { continue };
            let [a, b, c, d] = [0, 1, 2, 3].map(|n| &last[(first + n * step) % (3 * step + 1)]);
            for (n, peak) in peaks.iter_mut().enumerate() {
                *peak = peak.or((d[n] - 3.0 * c[n] + 3.0 * b[n] - a[n]).length(), self.third_secs(first));
            }
        }
        let hips = (Peak::default(), PointId::joint(self.anatomy.hips()));
        let larger = |worst: (Peak, PointId), new: (Peak, PointId)| {
            if new.0.value > worst.0.value { new } else { worst }
        };
        peaks.into_iter().zip(joints).fold(hips, larger)
    }

    /// The middle of a third difference that starts at a frame.
    fn third_secs(&self, first: usize) -> f64 {
        (first as f64 + 1.5 * self.step() as f64) / self.rate
    }

    fn low(&self) -> Option<f64> {
        let toes: Vec<Vec<DVec3>> = Side::BOTH.into_iter().filter_map(|side| self.toe(side)).collect();
        let lower = |n: usize| toes.iter().map(|toe| toe[n].y).fold(f64::INFINITY, f64::min);
        let heights: Vec<f64> = (0..self.paths.len()).map(lower).collect();
        (!toes.is_empty()).then(|| quantile(heights, LOWEST))
    }
}

/// The third differences of a knee's angle over 1/60 s: moment in seconds, size in degrees. None without that leg.
pub(crate) fn knee_jerk(clip: &Clip, anatomy: &Anatomy, side: Side) -> Vec<(f64, f64)> {
    let measure = Measure { paths: paths_of(clip, anatomy), anatomy, rate: clip.rate(), scale: 1.0 };
    let Some(angles) = measure.knee_angles(side) else { return Vec::new() };
    let all = third_differences(&angles, measure.step());
    all.map(|(n, jerk)| (measure.third_secs(n), jerk.abs())).collect()
}

/// The floor of each toe in a clip, left and right, in metres; as low as can be without that toe.
pub(super) fn toe_floors(clip: &Clip, anatomy: &Anatomy) -> [f64; 2] {
    let measure = Measure { paths: paths_of(clip, anatomy), anatomy, rate: clip.rate(), scale: 1.0 };
    Side::BOTH.map(|side| measure.toe(side).map_or(f64::NEG_INFINITY, |toe| floor_of(&toe)))
}

fn floor_of(toe: &[DVec3]) -> f64 {
    quantile(toe.iter().map(|place| place.y).collect(), FLOOR)
}

/// The stretches in which a toe slides over the floor: metres and middle.
fn drags(toe: &[DVec3], floor: f64, rate: f64) -> Vec<(f64, f64)> {
    let speed = |n: usize| (toe[n].x - toe[n - 1].x).hypot(toe[n].z - toe[n - 1].z) * rate;
    let dragged = |n: usize| toe[n].y < floor + ON_FLOOR_METRES && speed(n) > DRAG_SPEED;
    let mut found = Vec::new();
    let mut n = 1;
    while n < toe.len() {
        let first = n;
        while n < toe.len() && dragged(n) {
            n += 1;
        }
        if (n - first) as f64 / rate >= SHORTEST_DRAG_SECS {
            let metres = (first..n).map(speed).sum::<f64>() / rate;
            found.push((metres, (first + n - 1) as f64 / 2.0 / rate));
        }
        n = n.max(first + 1);
    }
    found
}

fn third_differences(values: &[f64], step: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
    let third = move |n: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| values[n + k * step]);
        (n, d - 3.0 * c + 3.0 * b - a)
    };
    (0..values.len().saturating_sub(3 * step)).map(third)
}

/// The same angles with whole turns added so that neighbours differ by at most half a turn.
fn unwrapped(angles: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut unwrapped: Vec<f64> = Vec::new();
    for angle in angles {
        let before = unwrapped.last().copied().unwrap_or(angle);
        unwrapped.push(before + (angle - before + PI).rem_euclid(TAU) - PI);
    }
    unwrapped
}

/// The value below which a share of the values lies, interpolated between neighbours.
pub(super) fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let place = (values.len() - 1) as f64 * share;
    let (before, fraction) = (place as usize, place.fract());
    let after = (before + 1).min(values.len() - 1);
    values[before] + (values[after] - values[before]) * fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A toe that stands, is dragged by `metres` in `secs` and stands again, at 120 Hz.
    fn dragged(metres: f64, secs: f64) -> Vec<DVec3> {
        let moving = (secs * 120.0).round();
        let way = |n: f64| metres * ((n - 60.0) / moving).clamp(0.0, 1.0);
        (0..240).map(|n| DVec3::new(way(f64::from(n)), 0.0, 0.0)).collect()
    }

    #[test]
    fn a_toe_that_is_dragged_counts_by_as_much() {
        let found = drags(&dragged(0.3, 0.25), 0.0, 120.0);
        assert_eq!(found.len(), 1);
        let (metres, secs) = found[0];
        assert!((metres - 0.3).abs() < 1e-9 && (secs - 0.625).abs() < 0.01, "{metres} m at {secs} s");
    }

    #[test]
    fn what_rolls_strikes_or_is_lifted_is_not_dragged() {
        assert_eq!(drags(&dragged(0.1, 0.3), 0.0, 120.0), [], "slower than a drag");
        assert_eq!(drags(&dragged(0.05, 0.07), 0.0, 120.0), [], "too short");
        let mut lifted = dragged(0.3, 0.25);
        lifted[55..100].iter_mut().for_each(|place| place.y = 0.02);
        assert_eq!(drags(&lifted, 0.0, 120.0), []);
    }

    #[test]
    fn quantiles_lie_between_values() {
        assert!((quantile(vec![3.0, 1.0, 2.0], 0.25) - 1.5).abs() < 1e-12);
        assert!((quantile(vec![7.0], 0.5) - 7.0).abs() < 1e-12);
    }

    #[test]
    fn headings_wind_on_across_half_a_turn() {
        let spin: Vec<f64> = (0..50).map(|n| 0.3 * f64::from(n)).collect();
        let wrapped = spin.iter().map(|angle| (angle + PI).rem_euclid(TAU) - PI);
        assert!(unwrapped(wrapped).iter().zip(&spin).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
