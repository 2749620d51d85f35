//! From a pose that is near to one that is there.

use glam::Vec3;
use segue_motion::{Anatomy, IkSettings, JointId, PointId, Pose, Role, Skeleton, TwoBone};

use super::PoseSpace;

/// Rounds of asking for a little more where a blend falls short; each takes most of what is left, as far as the captured
/// poses go.
const ROUNDS: usize = 12;

/// Nearer than this, in metres, is there.
const THERE: f32 = 1e-4;

/// A pose that puts a point of the body somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Reached {
    /// The pose, in the frame of the space.
    pub pose: Pose,
    /// Where its point is.
    pub place: Vec3,
    /// How far that is from where it should be, in metres.
    pub off_metres: f32,
    /// How far off the blend of captured poses was, before the limb was bent, in metres.
    pub blend_off_metres: f32,
}

/// The captured pose whose point is nearest to a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestExample {
    /// The number of its clip.
    pub clip: usize,
    /// Its frame.
    pub frame: usize,
    /// How far its point is away, in metres.
    pub distance_metres: f32,
}

impl PoseSpace {
    /// The pose that puts the point at `target`, or as near as it gets: the blend of captured poses that comes nearest,
    /// and then an arm or a leg bent the rest of the way. Other points stay where the blend has them.
    pub fn reach(&self, target: Vec3) -> Reached {
        let blend = self.nearest_blend(target);
        let blended = self.place_in(&blend);
        let blend_off_metres = blended.distance(target);
        let mut pose = blend;
        if let Some(limb) = &self.limb
            && blend_off_metres > THERE
        {
            limb.put(&self.skeleton, &mut pose, blended, target);
        }
        let place = self.place_in(&pose);
        Reached { pose, place, off_metres: place.distance(target), blend_off_metres }
    }

    /// The captured pose whose point is nearest to `target`.
    pub fn nearest(&self, target: Vec3) -> NearestExample {
        let all = self.places.iter().enumerate().flat_map(|(clip, places)| {
            places.iter().enumerate().map(move |(frame, place)| NearestExample {
                clip,
                frame,
                distance_metres: place.distance(target),
            })
        });
        let nearest = all.min_by(|a, b| a.distance_metres.total_cmp(&b.distance_metres));
        nearest.unwrap_or(NearestExample { clip: 0, frame: 0, distance_metres: f32::INFINITY })
    }

    /// Where the point is in each captured pose, in the frame of the space.
    pub fn places(&self) -> impl Iterator<Item = Vec3> {
        self.places.iter().flatten().copied()
    }

    /// Asks for a place beyond the target by as much as the blend fell short of it.
    fn nearest_blend(&self, target: Vec3) -> Pose {
        let [low, high] = self.bounds();
        let mut asked = target;
        let mut best = (f32::INFINITY, self.pose(asked));
        for _ in 0..ROUNDS {
            let pose = self.pose(asked);
            let short = target - self.place_in(&pose);
            if short.length() < best.0 {
                best = (short.length(), pose);
            }
            asked = (asked + short).clamp(low, high);
        }
        best.1
    }

    fn place_in(&self, pose: &Pose) -> Vec3 {
        let mut world = Vec::new();
        pose.world_from_joints(&self.skeleton, &mut world);
        let carrier = world[self.point.carrier(&self.skeleton).index()];
        match self.point.index().checked_sub(self.skeleton.len()) {
            None => carrier.translation,
            Some(site) => carrier * self.skeleton.end_sites()[site].offset,
        }
    }
}

/// The arm or leg that can put a point somewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    bones: TwoBone,
}

impl Limb {
    /// The limb of a wrist, an ankle or a toe.
    pub(super) fn of(skeleton: &Skeleton, point: PointId) -> Option<Self> {
        let anatomy = Anatomy::of(skeleton);
        let is_joint = point.index() < skeleton.len();
        let bones = match anatomy.role_of(JointId::new(point.index())).filter(|_| is_joint)? {
            Role::Wrist(side) => TwoBone::arm(skeleton, &anatomy, side),
            Role::Ankle(side) | Role::Toe(side) => TwoBone::leg(skeleton, &anatomy, side),
            _ => None,
        };
        bones.map(|bones| Self { bones })
    }

    /// Bends the limb so that its point, which is at `place`, comes to `target`. A toe goes with the foot, which keeps
    /// its turn.
    fn put(&self, skeleton: &Skeleton, pose: &mut Pose, place: Vec3, target: Vec3) {
        let mut world = Vec::new();
        pose.world_from_joints(skeleton, &mut world);
        let end = world[self.bones.end().index()].translation;
        self.bones.solve(skeleton, pose, target + (end - place), &IkSettings::default());
    }
}
