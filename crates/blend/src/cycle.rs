//! Where a cyclic blend continues when it starts again.

use std::collections::BTreeMap;
use std::f64::consts::TAU;

use segue_motion::{Anatomy, Clip, ClipId, Ground, Pose};
use segue_register::{Cloud, Markers, RegisterSettings, Window};

use crate::Ensemble;

/// The last and the first frame of a cycle may differ by this much, in legs of root-mean-square marker distance. Two strides of one
/// walk differ by 0.03 to 0.05.
const CLOSED_LEGS: f64 = 0.18;

/// The leg of a figure without one.
const USUAL_LEG_METRES: f64 = 0.85;

/// A clip that cannot loop.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(
    "clip {number} is not cyclic: its last frame in use differs from its first by {cm:.1} cm (at most {limit_cm:.1}); \
     cut it to whole cycles",
    number = clip.index() + 1
)]
pub struct CycleError {
    /// Which one.
    pub clip: ClipId,
    /// How far apart the ends are, in cm.
    pub cm: f64,
    /// How far they may be, in cm.
    pub limit_cm: f64,
}

/// For each clip the transform, in aligned space, that puts the start of the curve where its end is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cycle {
    ends_from_starts: Vec<Ground>,
}

impl Cycle {
    pub(crate) fn new(ensemble: &Ensemble) -> Result<Self, CycleError> {
        let leg = Anatomy::of(ensemble.skeleton()).leg_length(ensemble.skeleton());
        let limit = CLOSED_LEGS * leg.map_or(USUAL_LEG_METRES, f64::from);
        let one = |clip: ClipId| {
            let (closed, metres) = clip_end_from_start(ensemble, clip);
            if metres > limit {
                return Err(CycleError { clip, cm: 100.0 * metres, limit_cm: 100.0 * limit });
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
