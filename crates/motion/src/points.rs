//! Positions in the world: every joint, then every end site.

use glam::Vec3;

use crate::{Clip, JointId, PoseRef, Rigid, Skeleton};

/// The number of a point of the body: joints come first, end sites after them, as [`points`] lists them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(usize);

impl PointId {
    /// The position of a joint.
    pub fn joint(joint: JointId) -> Self {
        Self(joint.index())
    }

    /// End site number `site` of `skeleton`.
    pub fn end_site(skeleton: &Skeleton, site: usize) -> Self {
        assert!(site < skeleton.end_sites().len(), "an end site's number is below the number of end sites");
        Self(skeleton.len() + site)
    }

    /// The number as an index into the rows of [`points`] and [`PointTable`].
    pub fn index(self) -> usize {
        self.0
    }

    /// The joint that carries the point: itself for a joint, the parent for an end site.
    pub fn carrier(self, skeleton: &Skeleton) -> JointId {
        match self.0.checked_sub(skeleton.len()) {
            None => JointId::new(self.0),
            Some(site) => skeleton.end_sites()[site].parent,
        }
    }
}

/// Positions of all joints, then all end sites, of one pose in the world.
///
/// `scratch` is reused from frame to frame; `points` is replaced.
pub fn points(pose: PoseRef<'_>, skeleton: &Skeleton, scratch: &mut Vec<Rigid>, points: &mut Vec<Vec3>) {
    pose.world_from_joints(skeleton, scratch);
    points.clear();
    push_points(skeleton, scratch, points);
}

fn push_points(skeleton: &Skeleton, world_from_joint: &[Rigid], points: &mut Vec<Vec3>) {
    points.extend(world_from_joint.iter().map(|world| world.translation));
    let sites = skeleton.end_sites().iter();
    points.extend(sites.map(|site| world_from_joint[site.parent.index()] * site.offset));
}

/// The world positions of every point in every frame of a clip, one row per frame.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Clip, EndSite, Joint, JointId, PointId, PointTable, Pose, Skeleton};
///
/// let root = Joint { name: "Head".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
/// let top = EndSite { parent: JointId::ROOT, offset: Vec3::new(0.0, 0.2, 0.0) };
/// let skeleton = Arc::new(Skeleton::new(vec![root], vec![top])?);
/// let mut frames = Clip::builder("nod", skeleton.clone(), 30.0, &[]);
/// frames.push(&Pose::rest(&skeleton))?;
/// let table = PointTable::new(&frames.finish()?);
/// assert_eq!(table.at(0, PointId::end_site(&skeleton, 0)), Vec3::new(0.0, 1.2, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PointTable {
    columns: usize,
    rows: Vec<Vec3>,
}

/// The world positions of some points in every frame of a clip: of an hour, all points are as large as its poses.
///
/// ```
/// use segue_actors::Sample;
/// use segue_motion::{Anatomy, ConstraintKind, PointPaths, PointTable};
///
/// let walk = Sample::find("walk").unwrap().clip();
/// let toe = Anatomy::of(walk.skeleton()).point(ConstraintKind::LeftToe).unwrap();
/// let paths = PointPaths::of(&walk, [toe]);
/// assert_eq!(paths.at(7, toe), PointTable::new(&walk).at(7, toe));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct PointPaths {
    points: Vec<PointId>,
    rows: Vec<Vec3>,
    frames: usize,
}

impl PointPaths {
    /// Forward kinematics of a whole clip, of which these points are kept.
    pub fn of(clip: &Clip, points: impl IntoIterator<Item = PointId>) -> Self {
        let points: Vec<PointId> = points.into_iter().collect();
        let mut rows = Vec::with_capacity(points.len() * clip.len());
        let (mut scratch, mut all) = (Vec::new(), Vec::new());
        for pose in clip.frames().filter(|_| !points.is_empty()) {
            self::points(pose, clip.skeleton(), &mut scratch, &mut all);
            rows.extend(points.iter().map(|point| all[point.index()]));
        }
        Self { points, rows, frames: clip.len() }
    }

    /// Number of frames.
    #[expect(clippy::len_without_is_empty, reason = "a clip is never empty")]
    pub fn len(&self) -> usize {
        self.frames
    }

    /// One point in one frame.
    ///
    /// # Panics
    /// When the point is none of those that were kept.
    pub fn at(&self, frame: usize, point: PointId) -> Vec3 {
        self.rows[frame * self.points.len() + self.column(point)]
    }

    /// The path of one point through the clip.
    ///
    /// # Panics
    /// As [`PointPaths::at`].
    pub fn path(&self, point: PointId) -> impl Iterator<Item = Vec3> + '_ {
        self.rows.iter().skip(self.column(point)).step_by(self.points.len()).copied()
    }

    fn column(&self, point: PointId) -> usize {
        self.points.iter().position(|kept| *kept == point).expect("the point was kept")
    }
}

impl PointTable {
    /// Forward kinematics of a whole clip.
    pub fn new(clip: &Clip) -> Self {
        let skeleton = clip.skeleton();
        let columns = skeleton.len() + skeleton.end_sites().len();
        let mut rows = Vec::with_capacity(columns * clip.len());
        let mut scratch = Vec::new();
        for pose in clip.frames() {
            pose.world_from_joints(skeleton, &mut scratch);
            push_points(skeleton, &scratch, &mut rows);
        }
        Self { columns, rows }
    }

    /// Number of frames.
    #[expect(clippy::len_without_is_empty, reason = "a clip is never empty")]
    pub fn len(&self) -> usize {
        self.rows.len() / self.columns
    }

    /// Points per frame: joints and end sites.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All points of one frame.
    pub fn row(&self, frame: usize) -> &[Vec3] {
        &self.rows[frame * self.columns..][..self.columns]
    }

    /// All frames in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Vec3]> {
        self.rows.chunks_exact(self.columns)
    }

    /// One point in one frame.
    pub fn at(&self, frame: usize, point: PointId) -> Vec3 {
        self.row(frame)[point.index()]
    }

    /// The path of one point through the clip.
    pub fn path(&self, point: PointId) -> impl ExactSizeIterator<Item = Vec3> + '_ {
        self.iter().map(move |row| row[point.index()])
    }
}
