//! Another centre of mass above another floor, by which known parameters were measured.

use glam::{DVec3, Vec3};
use segue_motion::{Clip, ConstraintKind, Flight, FrameRange, GRAVITY, PointId, PointTable, Skeleton};
use segue_stance::Params;

/// The bone between spine and shoulders that BVH of the CMU library lost, in proportion to the one below it. By the ASF
/// files of the library: 1.000, 1.000, 1.014.
const LOST_BONE: f64 = 1.0;

/// Planted toes are lower than this quantile only by noise.
const FLOOR: f64 = 0.05;

/// The segments of \[Win09\] table 4.1: share of the mass, from, to, and the centre's place between them.
const LIMBS: [(f64, &str, &str, f64); 6] = [
    (0.0280, "Arm", "ForeArm", 0.436),
    (0.0160, "ForeArm", "Hand", 0.430),
    (0.0060, "Hand", "HandIndex1", 0.506),
    (0.1000, "UpLeg", "Leg", 0.433),
    (0.0465, "Leg", "Foot", 0.433),
    (0.0145, "Foot", "ToeBase", 0.500),
];
const TRUNK: f64 = 0.497;
const HEAD: f64 = 0.081;

/// A clip measured with the table of \[Win09\], the lost bone put back, above the one floor of the whole clip.
pub(crate) struct Other {
    rate: f64,
    path: Vec<DVec3>,
    floor: f64,
}

impl Other {
    pub(crate) fn new(clip: &Clip) -> Self {
        let table = PointTable::new(clip);
        let path = (0..clip.len()).map(|frame| centre(clip.skeleton(), table.row(frame))).collect();
        Self { rate: clip.rate(), path, floor: floor(clip, &table) }
    }

    /// What a stance between two flights does.
    pub(crate) fn params(&self, [before, after]: [&Flight; 2]) -> Params {
        let [(start, v), (end, w)] = [before, after].map(|flight| self.apex(flight.fitted));
        let heading = v / v.length();
        Params {
            zs: start.y - self.floor,
            ze: end.y - self.floor,
            vs: v.length(),
            ve: w.dot(heading),
            vp: w.dot(heading.cross(DVec3::Y)),
            x: (end - start).dot(heading),
        }
    }

    /// Place and velocity at the apex of free fall, by least squares.
    fn apex(&self, frames: FrameRange) -> (DVec3, DVec3) {
        let n = frames.len() as f64;
        let middle = f64::midpoint(frames.first as f64, frames.last as f64);
        let (mut mean, mut slope, mut squares) = (DVec3::ZERO, DVec3::ZERO, 0.0);
        for frame in frames.first..=frames.last {
            let t = (frame as f64 - middle) / self.rate;
            let at = self.path[frame] + DVec3::Y * (0.5 * GRAVITY * t * t);
            (mean, slope, squares) = (mean + at / n, slope + at * t, squares + t * t);
        }
        let velocity = slope / squares;
        let t = velocity.y / GRAVITY;
        (mean + velocity * t - DVec3::Y * (0.5 * GRAVITY * t * t), velocity.with_y(0.0))
    }
}

fn floor(clip: &Clip, table: &PointTable) -> f64 {
    let mut heights = Vec::new();
    for (kind, toe) in [(ConstraintKind::LeftToe, "LeftToeBase"), (ConstraintKind::RightToe, "RightToeBase")]
    {
        let tip = tip(clip.skeleton(), toe);
        let planted = clip.constraints().of(kind).iter().flat_map(|range| range.first..=range.last);
        heights.extend(planted.map(|frame| table.at(frame, tip).y));
    }
    heights.sort_by(f32::total_cmp);
    f64::from(heights[(heights.len() as f64 * FLOOR) as usize])
}

/// The end of a chain below a joint, or the joint.
fn tip(skeleton: &Skeleton, joint: &str) -> PointId {
    let joint = skeleton.find(joint).unwrap();
    let site = skeleton.end_sites().iter().position(|site| site.parent == joint);
    site.map_or(PointId::joint(joint), |site| PointId::end_site(skeleton, site))
}

/// The centre of mass.
fn centre(skeleton: &Skeleton, row: &[Vec3]) -> DVec3 {
    let at = |name: &str| row[PointId::joint(skeleton.find(name).unwrap()).index()].as_dvec3();
    let end = |name: &str| row[tip(skeleton, name).index()].as_dvec3();
    let restored = LOST_BONE * (at("Spine1") - at("Spine"));
    let shoulders = at("LeftArm").midpoint(at("RightArm")) + restored;
    let hips = at("LeftUpLeg").midpoint(at("RightUpLeg"));
    let mut sum = TRUNK * shoulders.midpoint(hips) + HEAD * (at("Head") + restored);
    let mut mass = TRUNK + HEAD;
    for side in ["Left", "Right"] {
        for (share, from, to, place) in LIMBS {
            let [from_name, to_name] = [from, to].map(|name| format!("{side}{name}"));
            let lift = if from.contains("Arm") || from == "Hand" { restored } else { DVec3::ZERO };
            let (from, to) = (at(&from_name), if place >= 0.5 { end(&to_name) } else { at(&to_name) });
            sum += share * (from + place * (to - from) + lift);
            mass += share;
        }
    }
    sum / mass
}
