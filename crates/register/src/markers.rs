//! Where on the body the points of a cloud sit.

use std::collections::BTreeMap;

use glam::Vec3;
use segue_motion::Skeleton;

use crate::fewest::fewest;

/// Bones shorter than this are joints drawn apart for bookkeeping; their two ends would count as one point twice.
const ZERO_BONE_METRES: f32 = 1e-6;

/// Markers on the bones of one skeleton, with weights that sum to 1.
///
/// They sit on joints and end sites, without joints that lie on their parent, which would count twice. Then the
/// longest bones are subdivided until there are as many as asked for; where a skeleton has more points than that,
/// those on the shortest bones (fingers, as a rule) are left out.
///
/// Kept are the fewest markers that give the same distances and placements: the 40 of a figure with 28 points are 28 in
/// other places and with other weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Markers {
    places: Vec<Place>,
    weights: Vec<f64>,
}

/// A point on the way `from` one point of the skeleton `to` another; points are numbered as
/// [`segue_motion::points`] lists them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) fraction: f32,
}

/// Why weights cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JointWeightError {
    /// A weight for a joint that is not there.
    #[error(
        "there is a weight for joint `{joint}`, which the skeleton does not have; its joints are {joints}"
    )]
    UnknownJoint {
        /// The name that was given.
        joint: String,
        /// The names there are.
        joints: String,
    },
    /// A weight that is negative or not finite.
    #[error("the weight of {what} is {weight}; weights are finite and not negative")]
    BadWeight {
        /// Which weight.
        what: String,
        /// The number.
        weight: f64,
    },
    /// All weights are zero.
    #[error("all weights of {what} are zero; at least one must be positive")]
    AllZero {
        /// Joints or window positions.
        what: &'static str,
    },
    /// A window needs an odd number of positions.
    #[error("{found} window weights were given; a window of {half} frames either side needs {expected}")]
    WindowLength {
        /// How many there were.
        found: usize,
        /// Frames on either side.
        half: usize,
        /// How many there should be.
        expected: usize,
    },
}

impl Markers {
    /// Places `count` markers on `skeleton`; joints named in `joint_weights` count that many times as much as the
    /// others, whose weight is 1.
    ///
    /// # Errors
    /// When a weight names no joint, is negative or not finite, or when nothing is left to compare.
    pub fn new(
        skeleton: &Skeleton,
        count: usize,
        joint_weights: &BTreeMap<String, f64>,
    ) -> Result<Self, JointWeightError> {
        let places = spread(skeleton, count);
        let of_points = point_weights(skeleton, joint_weights)?;
        let weight = |place: &Place| {
            let fraction = f64::from(place.fraction);
            of_points[place.from] * (1.0 - fraction) + of_points[place.to] * fraction
        };
        let weights = normalised(places.iter().map(weight).collect(), "joints")?;
        let (places, weights) =
            fewest(&places.into_iter().zip(weights).collect::<Vec<_>>()).into_iter().unzip();
        Ok(Self { places, weights })
    }

    /// How many markers there are, at least 1 and at most as many as were asked for.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The weight of each marker; they sum to 1.
    pub fn weights(&self) -> &[f64] {
        &self.weights
    }

    /// The positions of the markers, given what [`segue_motion::points`] lists for the pose.
    pub fn positions<'a>(&'a self, points: &'a [Vec3]) -> impl ExactSizeIterator<Item = Vec3> + 'a {
        self.places.iter().map(|place| points[place.from].lerp(points[place.to], place.fraction))
    }
}

/// As many places on the bones as asked for.
fn spread(skeleton: &Skeleton, count: usize) -> Vec<Place> {
    let bones = Bone::all(skeleton);
    let mut places = vec![Place { from: 0, to: 0, fraction: 0.0 }];
    places.extend(tips_and_joints(&bones, count.saturating_sub(1)));
    let missing = count.saturating_sub(places.len());
    places.extend(subdivisions(&bones, missing));
    places
}

/// A stretch between two points of the skeleton that are not the same. It starts from the first of the joints that lie
/// in one place.
struct Bone {
    from: usize,
    to: usize,
    length: f32,
}

impl Bone {
    fn all(skeleton: &Skeleton) -> Vec<Self> {
        let mut firsts: Vec<usize> = Vec::with_capacity(skeleton.len());
        for (number, joint) in skeleton.joints().iter().enumerate() {
            let on_parent = joint.parent.filter(|_| joint.offset.length() <= ZERO_BONE_METRES);
            firsts.push(on_parent.map_or(number, |parent| firsts[parent.index()]));
        }
        let joints = skeleton.joints().iter().enumerate();
        let to_joints = joints.filter_map(|(to, joint)| Some((joint.parent?.index(), to, joint.offset)));
        let sites = skeleton.end_sites().iter().enumerate();
        let to_sites = sites.map(|(n, site)| (site.parent.index(), skeleton.len() + n, site.offset));
        to_joints
            .chain(to_sites)
            .map(|(from, to, offset)| Self { from: firsts[from], to, length: offset.length() })
            .filter(|bone| bone.length > ZERO_BONE_METRES)
            .collect()
    }
}

/// The far ends of the `most` longest bones, in order of the skeleton.
fn tips_and_joints(bones: &[Bone], most: usize) -> Vec<Place> {
    let mut order: Vec<usize> = (0..bones.len()).collect();
    order.sort_by(|&a, &b| bones[b].length.total_cmp(&bones[a].length).then(a.cmp(&b)));
    order.truncate(most);
    order.sort_unstable();
    order.into_iter().map(|n| Place { from: bones[n].to, to: bones[n].to, fraction: 0.0 }).collect()
}

/// `missing` points inside bones, each time one more in the bone with the longest pieces.
fn subdivisions(bones: &[Bone], missing: usize) -> Vec<Place> {
    let mut inside = vec![0usize; bones.len()];
    let piece = |inside: &[usize], n: usize| bones[n].length / (inside[n] + 1) as f32;
    for _ in 0..missing {
        // `rev`: of equal pieces the first bone of the skeleton is taken.
        let longest = (0..bones.len()).rev().max_by(|&a, &b| piece(&inside, a).total_cmp(&piece(&inside, b)));
        if let Some(longest) = longest {
            inside[longest] += 1;
        }
    }
    let within = |(bone, &inside): (&Bone, &usize)| {
        let (from, to) = (bone.from, bone.to);
        (1..=inside).map(move |k| Place { from, to, fraction: k as f32 / (inside + 1) as f32 })
    };
    bones.iter().zip(&inside).flat_map(within).collect()
}

/// The weight of every point of the skeleton; an end site has that of its joint.
fn point_weights(
    skeleton: &Skeleton,
    joint_weights: &BTreeMap<String, f64>,
) -> Result<Vec<f64>, JointWeightError> {
    let mut weights = vec![1.0; skeleton.len()];
    for (name, &weight) in joint_weights {
        let joint = skeleton.find(name).ok_or_else(|| unknown(skeleton, name))?;
        weights[joint.index()] = weight;
    }
    weights.extend(skeleton.end_sites().iter().map(|site| weights[site.parent.index()]).collect::<Vec<_>>());
    Ok(weights)
}

fn unknown(skeleton: &Skeleton, name: &str) -> JointWeightError {
    let joints: Vec<&str> = skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    JointWeightError::UnknownJoint { joint: name.to_owned(), joints: joints.join(", ") }
}

/// The weights divided by their sum.
pub(crate) fn normalised(mut weights: Vec<f64>, what: &'static str) -> Result<Vec<f64>, JointWeightError> {
    if let Some(&weight) = weights.iter().find(|weight| !(weight.is_finite() && **weight >= 0.0)) {
        return Err(JointWeightError::BadWeight { what: format!("one of the {what}"), weight });
    }
    let sum: f64 = weights.iter().sum();
    if sum <= 0.0 {
        return Err(JointWeightError::AllZero { what });
    }
    for weight in &mut weights {
        *weight /= sum;
    }
    Ok(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;
    use segue_motion::{EndSite, Joint, JointId};

    fn joint(name: &str, parent: Option<usize>, y: f32) -> Joint {
        let (parent, offset) = (parent.map(JointId::new), Vec3::new(0.0, y, 0.0));
        Joint { name: name.into(), parent, offset, rest: Quat::IDENTITY }
    }

    /// A hip twice in one place, a thigh of 0.6 m, a foot of 0.1 m.
    fn leg() -> Skeleton {
        let joints = vec![
            joint("hips", None, 1.0),
            joint("hip", Some(0), 0.0),
            joint("knee", Some(1), -0.6),
            joint("ankle", Some(2), -0.3),
        ];
        let tip = EndSite { parent: JointId::new(3), offset: Vec3::new(0.0, 0.0, 0.1) };
        Skeleton::new(joints, vec![tip]).unwrap()
    }

    fn places(count: usize) -> Vec<(usize, usize, f32)> {
        spread(&leg(), count).iter().map(|place| (place.from, place.to, place.fraction)).collect()
    }

    #[test]
    fn joints_on_their_parent_do_not_count_twice() {
        assert_eq!(places(4), [(0, 0, 0.0), (2, 2, 0.0), (3, 3, 0.0), (4, 4, 0.0)]);
    }

    #[test]
    fn the_longest_bone_is_subdivided_first() {
        assert_eq!(places(5)[4..], [(0, 2, 0.5)]);
        assert_eq!(places(6)[4..], [(0, 2, 1.0 / 3.0), (0, 2, 2.0 / 3.0)]);
    }

    #[test]
    fn the_shortest_bones_go_when_there_are_too_many() {
        assert_eq!(places(3), [(0, 0, 0.0), (2, 2, 0.0), (3, 3, 0.0)]);
    }

    #[test]
    fn weights_are_shared_out_and_checked() {
        let new = |name: &str, weight| Markers::new(&leg(), 4, &BTreeMap::from([(name.to_owned(), weight)]));
        assert_eq!(new("knee", 2.0).unwrap().weights(), [0.2, 0.4, 0.2, 0.2]);
        assert_eq!(new("ankle", 0.0).unwrap().weights(), [0.5, 0.5], "a tip follows its joint");
        assert!(matches!(new("tail", 1.0), Err(JointWeightError::UnknownJoint { .. })));
        assert!(matches!(new("knee", -1.0), Err(JointWeightError::BadWeight { .. })));
        assert!(matches!(new("knee", f64::NAN), Err(JointWeightError::BadWeight { .. })));
        let none = leg().joints().iter().map(|joint| (joint.name.clone(), 0.0)).collect();
        assert!(matches!(Markers::new(&leg(), 4, &none), Err(JointWeightError::AllZero { .. })));
    }
}
