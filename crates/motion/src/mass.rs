//! The masses of the body's parts, and its centre of mass.

mod table;

use glam::{DVec3, Vec3};

use crate::anatomy::rest_points;
use crate::{Anatomy, Arm, Clip, ConstraintKind, JointId, Leg, PointId, PointTable, Role, Side, Skeleton};

pub use table::MassTable;

/// A part of the body with its mass in one lump.
#[derive(Clone, Debug, PartialEq)]
pub struct BodySegment {
    /// What it is: `head`, `upper trunk`, `left thigh`, ….
    pub name: String,
    /// In kilograms.
    pub mass: f64,
    centre: Blend,
}

impl BodySegment {
    /// Where its centre lies, given the positions of a frame's points (see [`crate::points`]).
    pub fn centre(&self, points: &[Vec3]) -> DVec3 {
        self.centre.at(points)
    }
}

/// The segments of a figure's body, from an anthropometric table mapped onto its skeleton.
///
/// Every centre is a fixed combination of the skeleton's points, so the centre of mass is one too: a centre follows
/// any rigid motion of its points, and bones of any length. Masses add up to [`Body::mass`].
///
/// A trunk's three parts lie along the spine, so that a bent back moves them. Skeletons that lost the bone between
/// spine and shoulders (BVH of the CMU library) have a centre of mass about 3 cm too low.
///
/// ```
/// use glam::{Quat, Vec3};
/// use segue_motion::{Anatomy, Body, Joint, JointId, MassTable, Skeleton, points, Pose};
///
/// let joint = |name: &str, parent: Option<usize>, x, y| Joint {
///     name: name.into(), parent: parent.map(JointId::new), offset: Vec3::new(x, y, 0.0), rest: Quat::IDENTITY,
/// };
/// let skeleton = Skeleton::new(vec![
///     joint("Hips", None, 0.0, 0.9), joint("Spine", Some(0), 0.0, 0.2), joint("Head", Some(1), 0.0, 0.4),
///     joint("LeftUpLeg", Some(0), 0.1, 0.0), joint("LeftLeg", Some(3), 0.0, -0.4), joint("LeftFoot", Some(4), 0.0, -0.4),
///     joint("RightUpLeg", Some(0), -0.1, 0.0), joint("RightLeg", Some(6), 0.0, -0.4), joint("RightFoot", Some(7), 0.0, -0.4),
/// ], vec![])?;
/// let body = Body::new(&skeleton, &Anatomy::of(&skeleton), &MassTable::default(), 70.0)?;
/// let rest: Vec<Vec3> = skeleton.joints().iter().map(|_| Vec3::ZERO).collect();
/// assert_eq!(body.centre(&rest).length(), 0.0);
/// assert!((body.segments().iter().map(|part| part.mass).sum::<f64>() - 70.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    segments: Vec<BodySegment>,
    centre: Blend,
    mass: f64,
}

/// Why a skeleton has no centre of mass.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BodyError {
    /// A part that carries too much of the mass to be left out.
    #[error("no {part} was found in the skeleton (root `{root}`), so its centre of mass is unknown")]
    Missing {
        /// What was looked for.
        part: &'static str,
        /// The skeleton's root.
        root: String,
    },
    /// A mass that is not a positive number.
    #[error("a mass of {mass} kg; it must be positive and finite")]
    BadMass {
        /// The mass.
        mass: f64,
    },
}

impl Body {
    /// The mass that a figure has when nothing is known about it, in kilograms.
    pub const DEFAULT_MASS: f64 = 70.0;

    /// Maps `table` onto a skeleton for a figure of `mass` kilograms. The masses of parts that the figure does not
    /// have (arms, a head) are shared out among the rest.
    ///
    /// # Errors
    /// When there are not two whole legs and a spine, or `mass` is not positive.
    pub fn new(
        skeleton: &Skeleton,
        anatomy: &Anatomy,
        table: &MassTable,
        mass: f64,
    ) -> Result<Self, BodyError> {
        if !(mass.is_finite() && mass > 0.0) {
            return Err(BodyError::BadMass { mass });
        }
        let missing = |part| BodyError::Missing { part, root: skeleton.name(JointId::ROOT).to_owned() };
        let parts = Parts { skeleton, anatomy, table, rest: rest_points(skeleton) };
        let legs = Side::BOTH.map(|side| anatomy.leg(side));
        let [Some(left), Some(right)] = legs else { return Err(missing("pair of legs")) };
        let mut shares = parts.trunk([left, right]).ok_or_else(|| missing("spine"))?;
        shares.extend(parts.head());
        for (side, leg) in Side::BOTH.into_iter().zip([left, right]) {
            shares.extend(parts.leg(side, leg));
            shares.extend(anatomy.arm(side).into_iter().flat_map(|arm| parts.arm(side, arm)));
        }
        Ok(Self::weighed(shares, mass))
    }

    fn weighed(mut segments: Vec<BodySegment>, mass: f64) -> Self {
        let total: f64 = segments.iter().map(|segment| segment.mass).sum();
        let mut centre = Blend::default();
        for segment in &mut segments {
            centre.add(&segment.centre, segment.mass / total);
            segment.mass *= mass / total;
        }
        Self { segments, centre, mass }
    }

    /// The whole mass in kilograms.
    pub fn mass(&self) -> f64 {
        self.mass
    }

    /// The parts.
    pub fn segments(&self) -> &[BodySegment] {
        &self.segments
    }

    /// The centre of mass of a frame, given its points (see [`crate::points`]).
    pub fn centre(&self, points: &[Vec3]) -> DVec3 {
        self.centre.at(points)
    }

    /// The share of every point in the centre of mass; they sum to 1.
    pub fn shares(&self) -> impl Iterator<Item = (PointId, f64)> + '_ {
        self.centre.0.iter().copied()
    }

    /// The path of the centre of mass through a clip, one position a frame.
    pub fn path(&self, clip: &Clip) -> Vec<DVec3> {
        self.path_of(&PointTable::new(clip))
    }

    /// [`Body::path`] of a clip whose points are already known.
    pub fn path_of(&self, table: &PointTable) -> Vec<DVec3> {
        table.iter().map(|row| self.centre(row)).collect()
    }
}

/// A combination of points whose weights sum to 1.
#[derive(Clone, Debug, Default, PartialEq)]
struct Blend(Vec<(PointId, f64)>);

impl Blend {
    fn point(point: PointId) -> Self {
        Self(vec![(point, 1.0)])
    }

    fn joint(joint: JointId) -> Self {
        Self::point(PointId::joint(joint))
    }

    /// The point at `fraction` of the way from `a` to `b`; beyond 1 it lies behind `b`.
    fn between(a: &Self, b: &Self, fraction: f64) -> Self {
        let mut out = Self::default();
        out.add(a, 1.0 - fraction);
        out.add(b, fraction);
        out
    }

    fn add(&mut self, other: &Self, weight: f64) {
        for &(point, share) in &other.0 {
            match self.0.iter_mut().find(|(known, _)| *known == point) {
                Some((_, sum)) => *sum += share * weight,
                None => self.0.push((point, share * weight)),
            }
        }
    }

    fn at(&self, points: &[Vec3]) -> DVec3 {
        self.0.iter().map(|&(point, weight)| points[point.index()].as_dvec3() * weight).sum()
    }
}

/// Finds the end points of the segments on a skeleton.
struct Parts<'a> {
    skeleton: &'a Skeleton,
    anatomy: &'a Anatomy,
    table: &'a MassTable,
    rest: Vec<Vec3>,
}

impl Parts<'_> {
    fn trunk(&self, legs: [Leg; 2]) -> Option<Vec<BodySegment>> {
        let line = self.spine_line(legs)?;
        let parts = [
            ("lower trunk", self.table.lower_trunk),
            ("middle trunk", self.table.middle_trunk),
            ("upper trunk", self.table.upper_trunk),
        ];
        let place = |(name, (share, along)): (&str, _)| segment(name, share, self.along(&line, along));
        Some(parts.into_iter().map(place).collect())
    }

    /// From the middle of the hips through the spine to the middle of the shoulders (or, without arms, the neck).
    fn spine_line(&self, legs: [Leg; 2]) -> Option<Vec<Blend>> {
        let middle = |a, b| Blend::between(&Blend::joint(a), &Blend::joint(b), 0.5);
        let mut line = vec![middle(legs[0].hip, legs[1].hip)];
        line.extend(self.anatomy.spine().iter().copied().map(Blend::joint));
        let shoulders = Side::BOTH.map(|side| self.anatomy.joint(Role::Shoulder(side)));
        let neck = self.anatomy.neck().first().copied().or(self.anatomy.joint(Role::Head));
        match shoulders {
            [Some(left), Some(right)] => line.push(middle(left, right)),
            _ => line.extend(neck.map(Blend::joint)),
        }
        (line.len() >= 2).then_some(line)
    }

    /// The point at `fraction` of a line's length in the rest pose.
    fn along(&self, line: &[Blend], fraction: f64) -> Blend {
        let places: Vec<DVec3> = line.iter().map(|point| point.at(&self.rest)).collect();
        let lengths: Vec<f64> = places.windows(2).map(|pair| pair[0].distance(pair[1])).collect();
        let mut left = fraction.min(1.0) * lengths.iter().sum::<f64>();
        for (index, &length) in lengths.iter().enumerate() {
            let last = index + 1 == lengths.len();
            if (left <= length || last) && length > 1e-9 {
                return Blend::between(&line[index], &line[index + 1], (left / length).min(1.0));
            }
            left = (left - length).max(0.0);
        }
        line[line.len() - 1].clone()
    }

    /// The middle between the base of the neck and the crown; where the skeleton has no crown, the table's length of
    /// the head is laid off along the neck.
    fn head(&self) -> Option<BodySegment> {
        let head = self.anatomy.joint(Role::Head)?;
        let base = self.anatomy.neck().first().copied().or(self.skeleton.parent(head))?;
        let (share, fraction) = self.table.head;
        let top = self.farthest_below(head);
        let centre = top.map_or_else(
            || {
                Blend::between(
                    &Blend::joint(base),
                    &Blend::joint(head),
                    fraction * self.heads_per_neck(base, head),
                )
            },
            |crown| Blend::between(&Blend::joint(base), &Blend::point(crown), fraction),
        );
        Some(segment("head", share, centre))
    }

    /// The length of neck and head by the table, in units of the bone from `base` to `head`.
    fn heads_per_neck(&self, base: JointId, head: JointId) -> f64 {
        let neck = self.at(base).distance(self.at(head)) as f64;
        let leg = self.anatomy.leg_length(self.skeleton).unwrap_or(0.0) as f64;
        if neck > 1e-3 { self.table.head_length_to_leg * leg / neck } else { 1.0 }
    }

    fn arm(&self, side: Side, arm: Arm) -> Vec<BodySegment> {
        let joint = Blend::joint;
        let (upper_share, upper) = self.table.upper_arm;
        let (lower_share, lower) = self.table.forearm;
        let (hand_share, _) = self.table.hand;
        vec![
            sided(
                side,
                "upper arm",
                upper_share,
                Blend::between(&joint(arm.shoulder), &joint(arm.elbow), upper),
            ),
            sided(side, "forearm", lower_share, Blend::between(&joint(arm.elbow), &joint(arm.wrist), lower)),
            sided(side, "hand", hand_share, self.hand(arm)),
        ]
    }

    fn hand(&self, arm: Arm) -> Blend {
        let (_, to_fingertip) = self.table.hand;
        let beyond = 1.0 + self.table.hand_beyond_wrist;
        self.farthest_below(arm.wrist).map_or_else(
            || Blend::between(&Blend::joint(arm.elbow), &Blend::joint(arm.wrist), beyond),
            |tip| Blend::between(&Blend::joint(arm.wrist), &Blend::point(tip), to_fingertip),
        )
    }

    fn leg(&self, side: Side, leg: Leg) -> Vec<BodySegment> {
        let joint = Blend::joint;
        let (thigh_share, thigh) = self.table.thigh;
        let (shank_share, shank) = self.table.shank;
        let (foot_share, _) = self.table.foot;
        vec![
            sided(side, "thigh", thigh_share, Blend::between(&joint(leg.hip), &joint(leg.knee), thigh)),
            sided(side, "shank", shank_share, Blend::between(&joint(leg.knee), &joint(leg.ankle), shank)),
            sided(side, "foot", foot_share, self.foot(side, leg)),
        ]
    }

    fn foot(&self, side: Side, leg: Leg) -> Blend {
        let heel = self.anatomy.point(ConstraintKind::heel(side)).unwrap_or(PointId::joint(leg.ankle));
        let toe = self.farthest_below(leg.ankle).or(self.anatomy.point(ConstraintKind::toe(side)));
        let Some(toe) = toe else { return Blend::joint(leg.ankle) };
        let (_, from_heel) = self.table.foot;
        let from_ankle =
            (from_heel - self.table.ankle_ahead_of_heel) / (1.0 - self.table.ankle_ahead_of_heel);
        let fraction = if heel == PointId::joint(leg.ankle) { from_ankle } else { from_heel };
        Blend::between(&Blend::point(heel), &Blend::point(toe), fraction)
    }

    fn at(&self, joint: JointId) -> Vec3 {
        self.rest[joint.index()]
    }

    /// The point under a joint that is farthest from it in the rest pose: fingertip, tip of the toes, crown.
    fn farthest_below(&self, joint: JointId) -> Option<PointId> {
        let joints = self.skeleton.ids().map(PointId::joint);
        let sites = (0..self.skeleton.end_sites().len()).map(|site| PointId::end_site(self.skeleton, site));
        let below = |point: &PointId| {
            let carrier = point.carrier(self.skeleton);
            *point != PointId::joint(joint) && crate::anatomy::carries(self.skeleton, joint, carrier)
        };
        let distance = |point: PointId| self.rest[point.index()].distance(self.at(joint));
        let farthest =
            joints.chain(sites).filter(below).max_by(|&a, &b| distance(a).total_cmp(&distance(b)))?;
        (distance(farthest) > 1e-3).then_some(farthest)
    }
}

fn segment(name: &str, share: f64, centre: Blend) -> BodySegment {
    BodySegment { name: name.to_owned(), mass: share, centre }
}

fn sided(side: Side, name: &str, share: f64, centre: Blend) -> BodySegment {
    let side = match side {
        Side::Left => "left",
        Side::Right => "right",
    };
    segment(&format!("{side} {name}"), share, centre)
}

#[cfg(test)]
mod tests;
