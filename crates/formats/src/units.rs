//! How long a unit of the file is.

use segue_motion::Skeleton;

use crate::landmarks::{Landmarks, span};
use crate::{Inferred, ReadOptions};

/// Metres per unit of the CMU database: Acclaim files there say `length 0.45`, in inches.
pub(crate) const CMU_UNIT: f64 = 0.0254 / 0.45;

/// Units that motion files are written in, in metres.
const UNITS: [(f64, &str); 7] = [
    (1.0, "metres"),
    (0.01, "centimetres"),
    (0.001, "millimetres"),
    (0.0254, "inches"),
    (0.3048, "feet"),
    (0.1, "decimetres"),
    (CMU_UNIT, "CMU units of 2.54/0.45 cm"),
];

/// Ankle to head joint along the bones of a grown person, in metres: stature less the foot and most of the head, plus
/// the width of the pelvis.
const USUAL_LENGTH: f64 = 1.5;

/// Fingertip to toe along the bones of a grown person, in metres.
const USUAL_SPAN: f64 = 2.0;

/// A unit is believed when the figure comes out within this factor of the usual: from a child of 1 m to a giant.
/// Units that lie closer together than its square would be ambiguous.
const BELIEVABLE: f64 = 1.48;

/// The joints of the CMU database's BVH conversion, in order.
const CMU_JOINTS: [&str; 31] = [
    "Hips",
    "LHipJoint",
    "LeftUpLeg",
    "LeftLeg",
    "LeftFoot",
    "LeftToeBase",
    "RHipJoint",
    "RightUpLeg",
    "RightLeg",
    "RightFoot",
    "RightToeBase",
    "LowerBack",
    "Spine",
    "Spine1",
    "Neck",
    "Neck1",
    "Head",
    "LeftShoulder",
    "LeftArm",
    "LeftForeArm",
    "LeftHand",
    "LeftFingerBase",
    "LeftHandIndex1",
    "LThumb",
    "RightShoulder",
    "RightArm",
    "RightForeArm",
    "RightHand",
    "RightFingerBase",
    "RightHandIndex1",
    "RThumb",
];

/// The bones of the CMU database's Acclaim files, root included, sorted.
const CMU_BONES: [&str; 31] = [
    "head",
    "lclavicle",
    "lfemur",
    "lfingers",
    "lfoot",
    "lhand",
    "lhipjoint",
    "lhumerus",
    "lowerback",
    "lowerneck",
    "lradius",
    "lthumb",
    "ltibia",
    "ltoes",
    "lwrist",
    "rclavicle",
    "rfemur",
    "rfingers",
    "rfoot",
    "rhand",
    "rhipjoint",
    "rhumerus",
    "root",
    "rradius",
    "rthumb",
    "rtibia",
    "rtoes",
    "rwrist",
    "thorax",
    "upperback",
    "upperneck",
];

/// Metres per unit for a skeleton in file units.
pub(crate) fn infer_scale(skeleton: &Skeleton, options: &ReadOptions) -> Inferred<f64> {
    if let Some(scale) = options.scale {
        return Inferred::certain(scale, "as asked");
    }
    if is_cmu(skeleton) && believable(CMU_UNIT, size(skeleton).0) {
        return Inferred::certain(CMU_UNIT, "CMU hierarchy, 2.54/0.45 cm per unit");
    }
    infer_from_size(skeleton)
}

/// Whether the joints are those of the CMU database, in BVH or Acclaim.
fn is_cmu(skeleton: &Skeleton) -> bool {
    let names = || skeleton.joints().iter().map(|joint| joint.name.as_str());
    names().eq(CMU_JOINTS) || is_cmu_bones(names())
}

/// Whether names, in any order, are the root and bones of the CMU database's Acclaim files.
pub(crate) fn is_cmu_bones<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut sorted: Vec<_> = names.collect();
    sorted.sort_unstable();
    sorted == CMU_BONES
}

fn infer_from_size(skeleton: &Skeleton) -> Inferred<f64> {
    let (share, what) = size(skeleton);
    if share <= 0.0 {
        return Inferred::guess(0.01, "the figure has no size; centimetres are usual");
    }
    let misfit = |unit: f64| libm::log(unit * share).abs();
    let (unit, name) =
        UNITS.into_iter().min_by(|a, b| misfit(a.0).total_cmp(&misfit(b.0))).unwrap_or(UNITS[1]);
    if !believable(unit, share) {
        return Inferred::guess(
            1.0 / share,
            format!("no usual unit fits the {what}, made that of a grown person"),
        );
    }
    let metres = unit * share * USUAL_LENGTH;
    Inferred::likely(unit, format!("{name}, which makes the figure about {metres:.2} m from ankle to head"))
}

/// The size of the figure in file units over the usual size in metres, and what was measured.
fn size(skeleton: &Skeleton) -> (f64, &'static str) {
    match Landmarks::of(skeleton).length(skeleton) {
        Some(length) => (length / USUAL_LENGTH, "height of the figure"),
        None => (span(skeleton) / USUAL_SPAN, "span of the figure"),
    }
}

fn believable(unit: f64, share: f64) -> bool {
    libm::log(unit * share).abs() < libm::log(BELIEVABLE)
}
