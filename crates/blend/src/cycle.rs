//! Where a cyclic blend goes on when it begins anew.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use segue_motion::{Clip, ClipId, Ground, Pose};
use segue_register::{Cloud, Markers, RegisterSettings, Window};

use crate::Ensemble;

/// The last and the first frame of a cycle may differ by this much, in metres of root-mean-square marker distance.
/// Two strides of one walk differ by 2 to 4 cm.
const CLOSED_METRES: f64 = 0.15;

/// A clip that cannot loop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "clip {clip} is not cyclic: its last frame in use differs from its first by {cm:.0} cm (at most {limit:.0}); \
     cut it to whole cycles",
    limit = 100.0 * CLOSED_METRES
)]
pub struct CycleError {
    /// Its number, from 0.
    pub clip: ClipId,
    /// How far apart the ends are, in cm.
    pub cm: f64,
}

/// For each clip the transform, in aligned space, that puts the start of the curve where its end is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cycle {
    ends_from_starts: Vec<Ground>,
}

impl Cycle {
    pub(crate) fn new(ensemble: &Ensemble) -> Result<Self, CycleError> {
        let one = |clip: ClipId| {
            let (closed, metres) = clip_end_from_start(ensemble, clip);
            if metres > CLOSED_METRES {
                return Err(CycleError { clip, cm: 100.0 * metres });
            }
            let registration = ensemble.registration();
            let [start, end] = registration.range().map(|u| registration.reference_from_clip(clip, u));
            Ok(end * closed * start.inverse())
        };
        let mut ends_from_starts: Vec<Ground> = ensemble.ids().map(one).collect::<Result<_, _>>()?;
        unwrap_about(&mut ends_from_starts, ensemble.registration().reference());
        Ok(Self { ends_from_starts })
    }

    pub(crate) fn end_from_start(&self, clip: ClipId) -> Ground {
        self.ends_from_starts[clip.index()]
    }
}

/// Adds whole turns, so that angles may be averaged: all clips turn nearly as the reference does.
fn unwrap_about(transforms: &mut [Ground], reference: ClipId) {
    let angle = transforms[reference.index()].angle;
    for transform in transforms {
        transform.angle += ((angle - transform.angle) / TAU).round() * TAU;
    }
}

/// The transform that lays the first frame in use onto the last, and how far apart they are then.
///
/// Windows of several frames would be cut off at the ends of a clip, one in front and one behind, and pull the ends
/// apart by a few centimetres; so single frames are compared.
fn clip_end_from_start(ensemble: &Ensemble, clip: ClipId) -> (Ground, f64) {
    let registration = ensemble.registration();
    let mut ends = Clip::builder("ends", ensemble.skeleton().clone(), 1.0, &[]);
    for u in registration.range() {
        let pose = own_pose(ensemble, clip, registration.timewarp().at(clip, u));
        ends.push(&pose).expect("a pose of a valid clip is valid");
    }
    let ends = ends.finish().expect("two frames make a clip");
    let markers = Markers::new(ends.skeleton(), RegisterSettings::default().markers, &BTreeMap::new())
        .expect("equal weights are valid");
    let cloud = Cloud::new(&ends, &markers, &Window::equal(0), 1.0).expect("two frames make a cloud");
    let placement = cloud.place(1.0, &cloud, 0.0);
    (placement.first_from_second, placement.rms_metres())
}

/// The pose of one clip alone, where it was captured.
fn own_pose(ensemble: &Ensemble, clip: ClipId, secs: f64) -> Pose {
    let mut row = vec![crate::Lanes::IDENTITY; crate::Lanes::groups(ensemble.skeleton().len())];
    let mut pose = Pose { translations: Vec::new(), ..Pose::rest(ensemble.skeleton()) };
    pose.root = ensemble.source(clip).sample(secs, &mut row).0;
    crate::Lanes::store(&row, &mut pose.rotations);
    pose
}
