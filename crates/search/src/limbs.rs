//! How the limbs of a body move on it: whatever way it faces, and whatever stance it is in.
//!
//! A limb hangs on a joint where the body branches, an arm on the chest, a leg on the hips. What its points do seen from
//! there is what an action is made of: a punch from a crouch is the punch of an upright body, and a reach to the floor
//! lifts the arm off the chest as one to a shelf does.

use segue_motion::{Clip, JointId, Pose, Rigid, Skeleton};

/// Points of a skeleton and the joints they are seen from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    points: Vec<Point>,
    limbs: usize,
}

/// A joint or end site that does not lie on its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    joint: JointId,
    offset: glam::Vec3,
    /// The joint it is seen from.
    base: JointId,
    /// The limb it belongs to, by number.
    limb: usize,
}

/// The body branches where two or more chains longer than this share of the longest in the skeleton part: not at the
/// hand, whose fingers are a tenth of it.
const LIMB_SHARE: f32 = 0.15;

/// Bones shorter than this are joints drawn apart for bookkeeping.
const ZERO_BONE_METRES: f32 = 1e-6;

impl Layout {
    pub(crate) fn new(skeleton: &Skeleton) -> Self {
        let bases = bases(skeleton);
        // A limb is what hangs on one joint by one child.
        let (mut stems, mut points): (Vec<JointId>, Vec<Point>) = (Vec::new(), Vec::new());
        let mut push = |joint: JointId, base: JointId, stem: JointId, offset: glam::Vec3| {
            let limb = stems.iter().position(|other| *other == stem).unwrap_or(stems.len());
            if limb == stems.len() {
                stems.push(stem);
            }
            points.push(Point { joint, offset, base, limb });
        };
        for id in skeleton.ids() {
            if let Some((base, stem)) = bases[id.index()]
                && skeleton.joint(id).offset.length() > ZERO_BONE_METRES
            {
                push(id, base, stem, glam::Vec3::ZERO);
            }
        }
        for site in skeleton.end_sites() {
            if let Some((base, stem)) = bases[site.parent.index()]
                && site.offset.length() > ZERO_BONE_METRES
            {
                push(site.parent, base, stem, site.offset);
            }
        }
        Self { limbs: stems.len(), points }
    }
}

/// Per joint but the root, the joint it is seen from and the child of that joint on the way to it.
fn bases(skeleton: &Skeleton) -> Vec<Option<(JointId, JointId)>> {
    let reach = reaches(skeleton);
    let longest = reach.iter().copied().fold(0.0, f32::max);
    let is_branch = |id: JointId| {
        skeleton.children(id).filter(|child| reach[child.index()] > LIMB_SHARE * longest).count() > 1
    };
    let mut bases: Vec<Option<(JointId, JointId)>> = Vec::with_capacity(skeleton.len());
    for id in skeleton.ids() {
        let base = skeleton.parent(id).map(|parent| match bases[parent.index()] {
            Some(above) if !is_branch(parent) => above,
            _ => (parent, id),
        });
        bases.push(base);
    }
    bases
}

/// Per joint the length of the longest chain from its parent through it, in metres.
fn reaches(skeleton: &Skeleton) -> Vec<f32> {
    let mut below = vec![0.0f32; skeleton.len()];
    for site in skeleton.end_sites() {
        let parent = &mut below[site.parent.index()];
        *parent = parent.max(site.offset.length());
    }
    let mut reaches = below.clone();
    for id in skeleton.ids().rev() {
        let Some(parent) = skeleton.parent(id) else { continue };
        reaches[id.index()] = below[id.index()] + skeleton.joint(id).offset.length();
        let above = &mut below[parent.index()];
        *above = above.max(reaches[id.index()]);
    }
    let root = skeleton.ids().next().map_or(0, JointId::index);
    reaches[root] = below[root];
    reaches
}

/// The velocities of the points of all frames of a clip, each seen from its base.
#[derive(Clone, Debug)]
pub(crate) struct Limbs {
    /// Per value of a frame the limb it belongs to.
    limb_of: Vec<usize>,
    count: usize,
    /// Frame by frame, in mm/s: a clip of hours has to fit into memory, and no limb reaches 32 m/s.
    values: Vec<i16>,
}

/// Seconds before and after a frame over which a velocity is taken: less is noise, more blurs punches.
const HALF_SECS: f64 = 1.0 / 30.0;

impl Limbs {
    /// The limbs of a clip sampled at `frames` frames, as its cloud is.
    pub(crate) fn new(clip: &Clip, layout: &Layout, frames: usize) -> Self {
        let places = places(clip, layout, frames);
        let size = 3 * layout.points.len();
        let spacing_secs = clip.duration_secs() / (frames - 1) as f64;
        let half = ((HALF_SECS / spacing_secs).round() as usize).max(1);
        let mut values = Vec::with_capacity(frames * size);
        for frame in 0..frames {
            let (before, after) = (frame.saturating_sub(half), (frame + half).min(frames - 1));
            let per_sec = 1e3 / ((after - before) as f64 * spacing_secs) as f32;
            let pair = places[after * size..][..size].iter().zip(&places[before * size..][..size]);
            values.extend(pair.map(|(after, before)| ((after - before) * per_sec).round() as i16));
        }
        let limb_of = layout.points.iter().flat_map(|point| [point.limb; 3]).collect();
        Self { limb_of, count: layout.limbs, values }
    }

    /// How many frames there are.
    pub(crate) fn len(&self) -> usize {
        self.values.len() / self.size()
    }

    /// Values of a frame.
    pub(crate) fn size(&self) -> usize {
        self.limb_of.len()
    }

    /// The velocities of a frame in m/s.
    pub(crate) fn at(&self, frame: usize) -> impl Iterator<Item = f32> {
        self.values[frame * self.size()..][..self.size()].iter().map(|&value| f32::from(value) * 1e-3)
    }

    /// Per limb the sum of something over the values of a frame.
    pub(crate) fn by_limb(&self, values: impl Iterator<Item = f32>) -> Vec<f64> {
        let mut sums = vec![0.0; self.count];
        for (&limb, value) in self.limb_of.iter().zip(values) {
            sums[limb] += f64::from(value);
        }
        sums
    }

    /// The values of a limb's weight, one per value of a frame.
    pub(crate) fn spread<'a>(&'a self, of_limbs: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        self.limb_of.iter().map(|&limb| of_limbs[limb])
    }
}

/// Where the points are, each seen from its base, frame by frame.
fn places(clip: &Clip, layout: &Layout, frames: usize) -> Vec<f32> {
    let step = clip.last_frame() as f64 / (frames - 1) as f64;
    let (mut pose, mut world_from_joint) = (Pose::rest(clip.skeleton()), Vec::<Rigid>::new());
    let mut places = Vec::with_capacity(frames * 3 * layout.points.len());
    for frame in 0..frames {
        clip.sample_into(frame as f64 * step, &mut pose);
        pose.world_from_joints(clip.skeleton(), &mut world_from_joint);
        for point in &layout.points {
            let base_from_world = world_from_joint[point.base.index()].inverse();
            let place = base_from_world * (world_from_joint[point.joint.index()] * point.offset);
            places.extend(place.to_array());
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::sample;

    fn limbs_of(clip: &Clip) -> Limbs {
        Limbs::new(clip, &Layout::new(clip.skeleton()), clip.len())
    }

    #[test]
    fn arms_are_seen_from_the_chest_and_legs_from_the_hips() {
        let clip = sample("walk").unwrap().clip;
        let skeleton = clip.skeleton();
        let layout = Layout::new(skeleton);
        let base_of = |part: &str| {
            let found = layout.points.iter().find(|point| skeleton.name(point.joint).contains(part));
            found.map(|point| skeleton.parent(point.base).is_none()).unwrap()
        };
        assert!(base_of("Foot"), "a foot is seen from the root");
        assert!(!base_of("Hand"), "a hand is not");
        assert!(layout.limbs >= 5, "{}", layout.limbs);
    }

    #[test]
    fn where_the_body_is_and_faces_does_not_matter() {
        let clip = sample("punch").unwrap().clip;
        let turn = glam::Quat::from_rotation_y(1.0) * glam::Quat::from_rotation_x(0.4);
        let moved = clip.map_poses(|_, pose| {
            pose.root = turn * pose.root + glam::Vec3::new(3.0, 1.0, -2.0);
            pose.rotations[0] = turn * pose.rotations[0];
        });
        let (here, there) = (limbs_of(&clip), limbs_of(&moved.unwrap()));
        assert!(here.values.iter().any(|value| value.abs() > 1000), "a punch is fast");
        let farthest = here.values.iter().zip(&there.values).map(|(a, b)| (a - b).abs()).max();
        assert!(farthest.unwrap() <= 2, "{farthest:?} mm/s");
    }
}
