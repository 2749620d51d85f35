//! How truly a motion was carried over, measured on what came out.

mod legs;

use glam::{Quat, Vec3};

use self::legs::least_speed;
use crate::{
    Anatomy, Clip, ConstraintKind, Constraints, FrameRange, JointId, PlantSettings, PointId, PointTable,
    Role, Side, Skeleton, find_plants,
};

/// Legs that heights are compared at, in metres.
const LEG: f64 = 0.85;

/// Skate below this, in legs a second, is none: ratios of noise say nothing.
const NO_SKATE: f64 = 0.02;

/// Slower joints than this, in radians a second, are counted as this fast.
pub(super) const STILL: f64 = 1.0;

/// The first frames of captures, which often jump, are left out of speeds.
pub(super) const SETTLING: usize = 6;

/// A motion beside the one that it was carried over from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fidelity {
    /// How fast planted points slide, relative to the source's; `None` without feet or plants.
    pub skate: Option<f64>,
    /// How many more metres planted points are off the height that they stand at than the source's, at 95 % of the plants, at a leg
    /// of 0.85 m.
    pub height: Option<f64>,
    /// The largest turn of a part of the body in a second, relative to the source's.
    pub speed: f64,
    /// The part of the body with that speed.
    pub fastest: Role,
    /// For a thigh or shin: the speed that bones of these lengths have when hip and ankle go exactly as the source's do.
    pub least_speed: Option<f64>,
}

impl Fidelity {
    /// Up to these values a result is good.
    pub const SKATE: f64 = 1.1;
    /// In metres.
    pub const HEIGHT: f64 = 0.005;
    /// Relative to the source.
    pub const SPEED: f64 = 1.2;

    /// Compares `carried`, which moves the joints of `target`, with `clip`, which moves those of `source`: skeletons in rest poses
    /// that show their bodies.
    pub(super) fn of(clip: &Clip, source: &Skeleton, carried: &Clip, target: &Skeleton) -> Option<Self> {
        let (theirs, own) = (Figure::of(clip, source)?, Figure::of(carried, target)?);
        let plants = find_plants(clip, &theirs.anatomy, &PlantSettings::default());
        let (before, after) = (theirs.feet(&plants), own.feet(&plants));
        let skate =
            before.skate.zip(after.skate).map(|(before, after)| after.max(NO_SKATE) / before.max(NO_SKATE));
        let height = before.height.zip(after.height).map(|(before, after)| (after - before).max(0.0));
        let (fastest, speed) = own.fastest(&theirs)?;
        let least_speed = least_speed(fastest, clip, [&theirs.anatomy, &own.anatomy], [source, target]);
        Some(Self { skate, height, speed, fastest, least_speed })
    }

    /// What is worse than it should be, one clause each.
    pub fn misses(&self) -> Vec<String> {
        let skate = self.skate.filter(|&skate| skate > Self::SKATE);
        let height = self.height.filter(|&height| height > Self::HEIGHT);
        let slides = |skate| format!("its planted feet slide {skate:.1} times as fast as captured");
        let stands = |height| format!("its planted feet are {:.0} mm off the floor", 1000.0 * height);
        let turns = || {
            let needed = self.least_speed.filter(|&least| least > Self::SPEED);
            let needed = needed.map(|least| {
                format!("; bones of these lengths need {least:.1} where hip and foot go as captured")
            });
            let (part, speed) = (self.fastest, self.speed);
            format!("its {part} turns {speed:.1} times as fast as captured{}", needed.unwrap_or_default())
        };
        let turns = (self.speed > Self::SPEED).then(turns);
        [skate.map(slides), height.map(stands), turns].into_iter().flatten().collect()
    }
}

/// A clip with the parts of its body.
struct Figure<'a> {
    clip: &'a Clip,
    anatomy: Anatomy,
    leg: f64,
}

/// How the feet of a clip stand.
#[derive(Default)]
struct Feet {
    /// Mean speed of planted points, in legs a second.
    skate: Option<f64>,
    /// How far they are from the height that they stand at, at 95 % of the plants, in metres at [`LEG`].
    height: Option<f64>,
}

impl<'a> Figure<'a> {
    fn of(clip: &'a Clip, skeleton: &Skeleton) -> Option<Self> {
        let anatomy = Anatomy::of(skeleton);
        anatomy.humanoid().ok()?;
        let leg = anatomy.leg_length(skeleton).map_or(0.0, f64::from);
        Some(Self { clip, anatomy, leg })
    }

    fn feet(&self, plants: &Constraints) -> Feet {
        if self.leg <= 0.0 {
            return Feet::default();
        }
        let table = PointTable::new(self.clip);
        let (mut way, mut secs, mut heights) = (0.0, 0.0, Vec::new());
        for (kind, point) in Side::BOTH.into_iter().flat_map(|side| self.points(side)) {
            let Some(point) = point else { continue };
            let path: Vec<Vec3> = table.iter().map(|row| row[point]).collect();
            let stands = standing(&path, plants.of(kind));
            for range in plants.of(kind) {
                let plant = &path[range.first..=range.last.min(path.len() - 1)];
                way += plant
                    .windows(2)
                    .map(|pair| f64::from((pair[1] - pair[0]).with_y(0.0).length()))
                    .sum::<f64>();
                secs += (plant.len() - 1) as f64 / self.clip.rate();
                heights.push((middle(plant.iter().map(|place| place.y)) - stands).abs() * LEG / self.leg);
            }
        }
        heights.sort_by(f64::total_cmp);
        let height = heights.get((0.95 * heights.len() as f64) as usize).or(heights.last()).copied();
        Feet { skate: (secs > 0.0).then(|| way / secs / self.leg), height }
    }

    /// The ankle and the ball of a foot.
    fn points(&self, side: Side) -> [(ConstraintKind, Option<usize>); 2] {
        let (heel, toe) = (ConstraintKind::heel(side), ConstraintKind::toe(side));
        let ankle = self.anatomy.joint(Role::Ankle(side)).map(JointId::index);
        [(heel, ankle), (toe, self.anatomy.point(toe).map(PointId::index))]
    }

    /// The part of the body whose largest speed is highest against the source's.
    fn fastest(&self, theirs: &Self) -> Option<(Role, f64)> {
        let [before, after] = [theirs.speeds(), self.speeds()];
        let body = self.anatomy.roles().filter(|(role, _)| !matches!(role, Role::Toe(_)));
        let ratio = |(role, joint): (Role, JointId)| {
            let source = before[theirs.anatomy.joint(role)?.index()];
            Some((role, after[joint.index()] / source.max(STILL)))
        };
        body.filter_map(ratio).max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Per joint, the largest angular speed in the world, in radians a second.
    fn speeds(&self) -> Vec<f64> {
        let skeleton = self.clip.skeleton();
        let mut before: Vec<Quat> = Vec::new();
        let mut fastest = vec![0.0_f64; skeleton.len()];
        let mut world = Vec::new();
        for pose in self.clip.frames().skip(SETTLING) {
            pose.world_from_joints(skeleton, &mut world);
            for (fastest, (now, then)) in fastest.iter_mut().zip(world.iter().zip(&before)) {
                let turn = f64::from(now.rotation.angle_between(*then)) * self.clip.rate();
                *fastest = fastest.max(turn);
            }
            before = world.iter().map(|joint| joint.rotation).collect();
        }
        fastest
    }
}

/// The height at which a point stands: the median of its plants' lowest parts, so that the floor of the file does not matter.
fn standing(path: &[Vec3], plants: &[FrameRange]) -> f64 {
    let low = |range: &FrameRange| {
        path[range.first..=range.last.min(path.len() - 1)].iter().map(|p| p.y).fold(f32::MAX, f32::min)
    };
    middle(plants.iter().map(low))
}

fn middle(values: impl Iterator<Item = f32>) -> f64 {
    let mut values: Vec<f32> = values.collect();
    values.sort_by(f32::total_cmp);
    values.get(values.len() / 2).map_or(0.0, |&value| f64::from(value))
}
