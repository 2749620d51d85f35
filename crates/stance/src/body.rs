//! The whole figure as one rigid body.

use glam::{DMat3, DQuat, DVec3, Vec3};
use segue_motion::{
    Anatomy, Body, BodyError, Clip, JointId, MassTable, PointId, PointTable, Pose, Skeleton, fit_rotation,
    points,
};

/// Radius of gyration of a segment about its own centre, in metres: about that of a thigh. Lumps in a line would have
/// no inertia about it.
const OWN_GYRATION: f64 = 0.1;

/// A figure reduced to mass, inertia and orientation at its centre of mass.
///
/// The orientation of a frame is the rotation that best carries the rest pose's segment centres, weighted by mass and
/// taken from the centre of mass, onto the frame's: that of the whole figure, not of its pelvis.
#[derive(Clone, Debug)]
pub struct RigidBody {
    body: Body,
    /// Segment centres of the rest pose from its centre of mass.
    rest: Vec<DVec3>,
    leg: f64,
}

/// The points of a foot: its ankle and all below it, ends of chains included.
pub(crate) fn foot_points(skeleton: &Skeleton, ankle: JointId) -> Vec<PointId> {
    let belongs = |point: &PointId| {
        let carrier = point.carrier(skeleton);
        carrier == ankle || skeleton.ancestors(carrier).any(|joint| joint == ankle)
    };
    let sites = (0..skeleton.end_sites().len()).map(|site| PointId::end_site(skeleton, site));
    skeleton.ids().map(PointId::joint).chain(sites).filter(belongs).collect()
}

impl RigidBody {
    /// The body of a figure that weighs `mass` kilograms.
    ///
    /// # Errors
    /// When the skeleton's centre of mass is unknown or the mass is not positive.
    pub fn new(skeleton: &Skeleton, anatomy: &Anatomy, mass: f64) -> Result<Self, BodyError> {
        let body = Body::new(skeleton, anatomy, &MassTable::default(), mass)?;
        let leg = f64::from(anatomy.leg_length(skeleton).expect("a body has two legs"));
        let (mut scratch, mut row) = (Vec::new(), Vec::new());
        let pose = Pose::rest(skeleton);
        let clip_pose = rest_clip(skeleton, &pose);
        points(clip_pose.frame(0), skeleton, &mut scratch, &mut row);
        let rest = from_centre(&body, &row);
        Ok(Self { body, rest, leg })
    }

    /// In kilograms.
    pub fn mass(&self) -> f64 {
        self.body.mass()
    }

    /// Hip to ankle, in metres.
    pub fn leg_length(&self) -> f64 {
        self.leg
    }

    /// The centre of mass of a frame, given its points.
    pub fn centre(&self, points: &[Vec3]) -> DVec3 {
        self.body.centre(points)
    }

    /// The centre of mass through a clip, a position a frame.
    pub fn path(&self, table: &PointTable) -> Vec<DVec3> {
        self.body.path_of(table)
    }

    /// The orientation of a frame, given its points: the rotation from the rest pose.
    pub fn orientation(&self, points: &[Vec3]) -> DQuat {
        let masses = self.body.segments().iter().map(|segment| segment.mass);
        let pairs = self.rest.iter().zip(from_centre(&self.body, points)).zip(masses);
        fit_rotation(pairs.map(|((rest, at), mass)| (*rest, at, mass)))
    }

    /// The inertia about the centre of mass in the axes of the body (those of the rest pose), in kg·m².
    pub fn inertia(&self, points: &[Vec3], orientation: DQuat) -> DMat3 {
        let places = from_centre(&self.body, points);
        let of_lump = |(place, mass): (&DVec3, f64)| {
            let r = orientation.conjugate() * *place;
            let own = OWN_GYRATION * OWN_GYRATION;
            (DMat3::from_diagonal(DVec3::splat(r.length_squared() + own)) - outer(r)) * mass
        };
        let masses = self.body.segments().iter().map(|segment| segment.mass);
        places.iter().zip(masses).map(of_lump).fold(DMat3::ZERO, |sum, lump| sum + lump)
    }
}

fn outer(r: DVec3) -> DMat3 {
    DMat3::from_cols(r * r.x, r * r.y, r * r.z)
}

fn from_centre(body: &Body, points: &[Vec3]) -> Vec<DVec3> {
    let centre = body.centre(points);
    body.segments().iter().map(|segment| segment.centre(points) - centre).collect()
}

fn rest_clip(skeleton: &Skeleton, pose: &Pose) -> Clip {
    let mut frames = Clip::builder("rest", std::sync::Arc::new(skeleton.clone()), 1.0, &[]);
    frames.push(pose).expect("a rest pose fits its skeleton");
    frames.finish().expect("one frame makes a clip")
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn a_turned_clip_has_a_turned_orientation_and_the_same_inertia() {
        let clip = Sample::find("jump").unwrap().clip();
        let anatomy = Anatomy::of(clip.skeleton());
        let body = RigidBody::new(clip.skeleton(), &anatomy, 70.0).unwrap();
        let ground = segue_motion::Ground::new(0.8, 3.0, -2.0);
        let (here, there) = (PointTable::new(&clip), PointTable::new(&ground.move_clip(&clip)));
        for frame in [0, clip.len() / 2] {
            let [a, b] = [&here, &there].map(|table| body.orientation(table.row(frame)));
            assert!((DQuat::from_rotation_y(0.8) * a).angle_between(b) < 1e-3);
            let [i, j] = [body.inertia(here.row(frame), a), body.inertia(there.row(frame), b)];
            assert!((i - j).abs_diff_eq(DMat3::ZERO, 1e-2), "{i} {j}");
            // A standing adult: some 10 kg·m² about the axes across, 1 about the vertical.
            assert!(i.x_axis.x > 5.0 && i.x_axis.x < 16.0 && i.y_axis.y > 0.8 && i.y_axis.y < 3.0, "{i}");
        }
    }

    #[test]
    fn a_mass_of_nothing_is_refused() {
        let clip = Sample::find("stand").unwrap().clip();
        let error = RigidBody::new(clip.skeleton(), &Anatomy::of(clip.skeleton()), 0.0).unwrap_err();
        assert!(error.to_string().contains("a mass of 0 kg"), "{error}");
    }
}
