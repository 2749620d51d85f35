//! Clips in place: how fast the figure would travel if the floor stood still.
//!
//! In a treadmill clip the feet that carry move backwards together. Their common velocity is that of the floor, and the root
//! travels at the opposite one.

use glam::DVec2;
use segue_motion::{
    Anatomy, Clip, ConstraintKind, Constraints, PlantSettings, PointTable, Side, find_plants, stances,
};

use crate::closing::lap_frames;
use crate::feet::leg_metres;

/// A clip whose root goes less far than this, in legs, is in place.
const NO_TRAVEL_LEGS: f64 = 0.25;

/// Points within this of their lowest, in legs, and slower than this in height, in legs a second, are on the floor.
const LOW_LEGS: f64 = 0.03;
const LEVEL_LEGS_PER_SEC: f64 = 0.5;

/// What ankles count against toes.
const ANKLE_WEIGHT: f64 = 0.5;

/// Feet agree within this share of the usual speed, which is a quantile of all and at least so many legs a second.
const SAME_SPEED: f64 = 0.15;
const USUAL_QUANTILE: f64 = 0.6;
const LEAST_USUAL: f64 = 0.2;

/// Samples from which the search may start.
const MOST_TRIED: usize = 300;

/// Steps of the search for the speed that most agree on.
const ROUNDS: usize = 30;

/// The least speed that is one, in legs a second; how many must agree on it; how well.
const SLOWEST_LEGS_PER_SEC: f64 = 0.3;
const LEAST_SHARE: f64 = 0.3;
const WIDEST: f64 = 0.3;

/// Feet may slide at this share of the speed, with plants found in the frame that moves along.
const MOST_SLIDE: f64 = 0.25;

/// Feet of a loop that do not agree on a speed imply one all the same if this share of their ways goes one way, if each foot has it
/// within this share, and from this speed on, in legs a second.
const ONE_WAY: f64 = 0.85;
const FEET_ALIKE: f64 = 0.3;
const SLOWEST_ROUGH: f64 = 1.0;

/// Plants in a moving frame are found with these shares of the swing speed.
const SWING_IN: f64 = 0.15;
const SWING_OUT: f64 = 0.25;

/// How a clip in place would travel.
///
/// ```
/// use segue_actors::{Locomotion, Pace};
/// use segue_motion::RootMotion;
/// use segue_register::Treadmill;
///
/// let walk = Locomotion { speed: 1.4, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform()?.clip;
/// assert!(Treadmill::of(&walk).is_none(), "it travels already");
/// let in_place = walk.map_poses(|frame, pose| pose.root.z -= 1.4 * frame as f32 / walk.rate() as f32)?;
/// let found = Treadmill::of(&in_place).expect("its feet move backwards together");
/// assert!((found.speed() - 1.4).abs() < 0.1, "{} m/s", found.speed());
/// assert!((RootMotion::of(&found.travelling(&in_place)).total().z - RootMotion::of(&walk).total().z).abs() < 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Treadmill {
    /// The velocity of the root over the floor, in m/s along X and Z.
    pub velocity: [f64; 2],
}

/// The velocity of a point of a foot, in legs a second, and how much it counts.
#[derive(Clone, Copy, Debug)]
struct Sample {
    velocity: DVec2,
    weight: f64,
    side: Side,
}

impl Treadmill {
    /// The treadmill of a clip in place; `None` for one that travels, and where feet do not agree on a speed.
    pub fn of(clip: &Clip) -> Option<Self> {
        let anatomy = Anatomy::of(clip.skeleton());
        let leg = leg_metres(clip, &anatomy);
        if clip.len() < 4 || travel(clip) > NO_TRAVEL_LEGS * leg {
            return None;
        }
        let samples = samples(clip, &anatomy, leg);
        let along = |floor: DVec2| Self { velocity: [-floor.x * leg, -floor.y * leg] };
        let agreed = common(&samples)
            .map(|floor| (along(floor), floor.length() * leg))
            .filter(|(found, speed)| found.stands(clip, &anatomy, *speed));
        agreed.map(|(found, _)| found).or_else(|| {
            lap_frames(clip, leg)?;
            rough(&samples).map(along)
        })
    }

    /// A treadmill of a chosen speed in m/s, in the direction of the one that is found, or else where the figure faces in its rest
    /// pose.
    pub fn at_speed(clip: &Clip, speed: f64) -> Self {
        let direction =
            Self::of(clip).map_or(DVec2::Y, |found| DVec2::from(found.velocity).normalize_or(DVec2::Y));
        Self { velocity: (direction * speed).into() }
    }

    /// How fast it goes, in m/s.
    pub fn speed(&self) -> f64 {
        DVec2::from(self.velocity).length()
    }

    /// The clip sent along at this velocity.
    pub fn travelling(&self, clip: &Clip) -> Clip {
        let [x, z] = self.velocity;
        if self.speed() <= 0.0 {
            return clip.clone();
        }
        let moved = clip.map_poses(|frame, pose| {
            let secs = frame as f64 / clip.rate();
            pose.root.x += (x * secs) as f32;
            pose.root.z += (z * secs) as f32;
        });
        moved.unwrap_or_else(|_| clip.clone())
    }

    /// The plants of a clip that was sent along.
    pub(crate) fn plants(&self, sent: &Clip) -> Constraints {
        let anatomy = Anatomy::of(sent.skeleton());
        if self.speed() > 0.0 {
            moving_plants(sent, &anatomy)
        } else {
            find_plants(sent, &anatomy, &PlantSettings::default())
        }
    }

    /// Whether both feet have stances in the moving frame, and slide little in them.
    fn stands(&self, clip: &Clip, anatomy: &Anatomy, speed: f64) -> bool {
        let moved = self.travelling(clip);
        let plants = moving_plants(&moved, anatomy);
        let both =
            Side::BOTH.into_iter().all(|side| !stances(&plants, side, moved.len(), moved.rate()).is_empty());
        both && slide(&moved, anatomy, &plants) < MOST_SLIDE * speed
    }
}

/// How far the root gets from its first place, on the whole, in metres.
fn travel(clip: &Clip) -> f64 {
    let way = clip.frame(clip.last_frame()).root - clip.frame(0).root;
    f64::from(way.x).hypot(f64::from(way.z))
}

fn moving_plants(moved: &Clip, anatomy: &Anatomy) -> Constraints {
    let settings = PlantSettings { swing_in: SWING_IN, swing_out: SWING_OUT, ..PlantSettings::default() };
    find_plants(moved, anatomy, &settings)
}

/// The mean speed of planted points, in m/s.
fn slide(clip: &Clip, anatomy: &Anatomy, plants: &Constraints) -> f64 {
    let table = PointTable::new(clip);
    let (mut way, mut secs) = (0.0, 0.0);
    for (kind, ranges) in plants.iter() {
        let Some(point) = anatomy.point(kind) else { continue };
        for range in ranges {
            for frame in range.first + 1..=range.last {
                let step = table.at(frame, point) - table.at(frame - 1, point);
                way += f64::from(step.x).hypot(f64::from(step.z));
                secs += 1.0 / clip.rate();
            }
        }
    }
    if secs > 0.0 { way / secs } else { f64::INFINITY }
}

/// How the points of the feet move on the floor.
fn samples(clip: &Clip, anatomy: &Anatomy, leg: f64) -> Vec<Sample> {
    let table = PointTable::new(clip);
    let kinds = Side::BOTH.into_iter().flat_map(|side| {
        [(side, ConstraintKind::toe(side), 1.0), (side, ConstraintKind::heel(side), ANKLE_WEIGHT)]
    });
    let mut samples = Vec::new();
    for (side, kind, share) in kinds {
        let Some(point) = anatomy.point(kind) else { continue };
        let lowest = table.path(point).map(|place| place.y).fold(f32::INFINITY, f32::min);
        for frame in 1..clip.last_frame() {
            let step = (table.at(frame + 1, point) - table.at(frame - 1, point)).as_dvec3();
            let velocity = step * clip.rate() / 2.0 / leg;
            let height = f64::from(table.at(frame, point).y - lowest) / leg;
            let low =
                (-(height / LOW_LEGS).powi(2)).exp() * (-(velocity.y / LEVEL_LEGS_PER_SEC).powi(2)).exp();
            samples.push(Sample { velocity: DVec2::new(velocity.x, velocity.z), weight: share * low, side });
        }
    }
    samples
}

/// The mean velocity of feet that are drawn backwards by a loop, but not evenly, as in runs that were drawn by hand; `None`
/// when they go to and fro, when it is slower than a run, or when the feet differ.
fn rough(samples: &[Sample]) -> Option<DVec2> {
    let mean = |of: &dyn Fn(&Sample) -> bool| {
        let some = || samples.iter().filter(|sample| of(sample));
        let weight: f64 = some().map(|sample| sample.weight).sum();
        let sum: DVec2 = some().map(|sample| sample.weight * sample.velocity).sum();
        let ways: f64 = some().map(|sample| sample.weight * sample.velocity.length()).sum();
        (weight > 0.0).then(|| (sum / weight, sum.length() / ways.max(f64::MIN_POSITIVE)))
    };
    let (all, one_way) = mean(&|_| true)?;
    let of_side = |side: Side| mean(&|sample: &Sample| sample.side == side).map(|(velocity, _)| velocity);
    let alike = Side::BOTH
        .into_iter()
        .all(|side| of_side(side).is_some_and(|one| (one - all).length() < FEET_ALIKE * all.length()));
    (one_way > ONE_WAY && alike && all.length() > SLOWEST_ROUGH).then_some(all)
}

/// The velocity on which most samples agree (mean shift from the sample with most neighbours); `None` when too few do, or it is
/// no speed.
fn common(samples: &[Sample]) -> Option<DVec2> {
    let mut speeds: Vec<f64> = samples.iter().map(|sample| sample.velocity.length()).collect();
    speeds.sort_by(f64::total_cmp);
    let usual = *speeds.get(((speeds.len().checked_sub(1)?) as f64 * USUAL_QUANTILE).round() as usize)?;
    let scale = SAME_SPEED * usual.max(LEAST_USUAL);
    let near = |place: DVec2, sample: &Sample| {
        sample.weight * (-(sample.velocity - place).length_squared() / (2.0 * scale * scale)).exp()
    };
    let crowd = |place: DVec2| samples.iter().map(|sample| near(place, sample)).sum::<f64>();
    let tried = samples.iter().step_by(samples.len().div_ceil(MOST_TRIED));
    let start = tried.max_by(|a, b| crowd(a.velocity).total_cmp(&crowd(b.velocity)))?;
    let mut place = start.velocity;
    for _ in 0..ROUNDS {
        let sum: DVec2 = samples.iter().map(|sample| near(place, sample) * sample.velocity).sum();
        place = sum / crowd(place).max(f64::MIN_POSITIVE);
    }
    let inside = |sample: &&Sample| (sample.velocity - place).length() < 2.0 * scale;
    let weight: f64 = samples.iter().filter(inside).map(|sample| sample.weight).sum();
    let all: f64 = samples.iter().map(|sample| sample.weight).sum();
    let squares: f64 = samples
        .iter()
        .filter(inside)
        .map(|sample| sample.weight * (sample.velocity - place).length_squared())
        .sum();
    let spread = (squares / weight.max(f64::MIN_POSITIVE)).sqrt();
    let agreed = weight > LEAST_SHARE * all && spread < WIDEST * place.length();
    (place.length() > SLOWEST_LEGS_PER_SEC && agreed).then_some(place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::{Locomotion, Pace, Sample as Actor};

    #[test]
    fn walks_and_runs_on_a_treadmill_are_recognised_and_actions_are_not() {
        for (pace, speed) in [(Pace::Walk, 1.2), (Pace::Jog, 2.6)] {
            let clip = Locomotion { speed, cycles: 2, ..Locomotion::new(pace) }.perform().unwrap().clip;
            let back = |frame: usize| speed as f32 * frame as f32 / clip.rate() as f32;
            let in_place = clip.map_poses(|frame, pose| pose.root.z -= back(frame)).unwrap();
            let found = Treadmill::of(&in_place).unwrap();
            assert!(
                (found.speed() - speed).abs() < 0.1 * speed,
                "{pace:?}: {} instead of {speed}",
                found.speed()
            );
            assert!(found.velocity[0].abs() < 0.1, "straight on: {:?}", found.velocity);
        }
        for name in ["kick", "jab", "turn-left"] {
            assert_eq!(Treadmill::of(&Actor::find(name).unwrap().clip()), None, "{name}");
        }
    }

    #[test]
    fn a_run_that_was_drawn_unevenly_has_a_rough_speed() {
        let run = Locomotion { speed: 3.0, cycles: 2, ..Locomotion::new(Pace::Run) }.perform().unwrap().clip;
        let secs = |frame: usize| frame as f64 / run.rate();
        let uneven = |frame: usize| {
            let phase = std::f64::consts::TAU * frame as f64 / run.last_frame() as f64;
            3.0 * secs(frame) - 0.12 * (1.0 - (8.0 * phase).cos())
        };
        let lap = run.map_poses(|frame, pose| pose.root.z -= uneven(frame) as f32).unwrap();
        let leg = leg_metres(&lap, &Anatomy::of(lap.skeleton()));
        assert!(lap_frames(&lap, leg).is_some(), "it is a loop");
        let found = Treadmill::of(&lap).unwrap();
        assert!((found.speed() - 3.0).abs() < 0.9 && found.velocity[1] > 0.0, "{:?}", found.velocity);
    }

    #[test]
    fn a_giant_on_a_treadmill_is_one_too() {
        let walk =
            Locomotion { speed: 1.3, cycles: 2, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
        let in_place = walk.map_poses(|frame, pose| pose.root.z -= 1.3 * frame as f32 / walk.rate() as f32);
        let chosen = Treadmill::at_speed(&in_place.unwrap(), 2.0);
        assert!((chosen.speed() - 2.0).abs() < 1e-9 && chosen.velocity[1] > 1.9);
    }
}
