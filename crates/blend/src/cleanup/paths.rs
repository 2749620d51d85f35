//! Where the points of a clip that can be planted are, frame by frame.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, ConstraintKind, PointId, points};

/// The places of some points in every frame: the places of all points of an hour are as large as its clip.
pub(super) struct Paths {
    frames: usize,
    paths: Vec<(PointId, Vec<Vec3>)>,
}

impl Paths {
    /// Those of the points that some kinds of plants hold.
    pub(super) fn new(
        clip: &Clip,
        anatomy: &Anatomy,
        kinds: impl IntoIterator<Item = ConstraintKind>,
    ) -> Self {
        let path = |kind| Some((anatomy.point(kind)?, Vec::with_capacity(clip.len())));
        let mut paths: Vec<(PointId, Vec<Vec3>)> = kinds.into_iter().filter_map(path).collect();
        let (mut scratch, mut places) = (Vec::new(), Vec::new());
        for pose in clip.frames() {
            points(pose, clip.skeleton(), &mut scratch, &mut places);
            for (point, path) in &mut paths {
                path.push(places[point.index()]);
            }
        }
        Self { frames: clip.len(), paths }
    }

    /// How many frames there are.
    pub(super) fn len(&self) -> usize {
        self.frames
    }

    /// Where a point is, frame by frame.
    pub(super) fn of(&self, point: PointId) -> &[Vec3] {
        let found = self.paths.iter().find(|(of, _)| *of == point);
        &found.expect("only points that can be planted are looked at").1
    }

    /// Where a point is in a frame.
    pub(super) fn at(&self, frame: usize, point: PointId) -> Vec3 {
        self.of(point)[frame]
    }
}
