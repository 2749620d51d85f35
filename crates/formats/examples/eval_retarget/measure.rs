//! The numbers of a clip on a rig, beside those of the clip itself.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{
    Anatomy, Clip, ConstraintKind, Constraints, FrameRange, JointId, PlantSettings, PointId, PointTable,
    Retarget, Role, Side, Skeleton, find_plants,
};

use super::Rig;

/// What is asked for: skate against the source's, height of standing feet in metres at a leg of 0.85 m, angular speed
/// against the source's.
pub(crate) const SKATE: f64 = 1.1;
pub(crate) const HEIGHT: f64 = 0.005;
pub(crate) const SPEED: f64 = 1.2;

/// Legs that lengths are compared at, in metres.
const LEG: f64 = 0.85;

/// Skate below this, in legs a second, is none: ratios of noise say nothing.
const NO_SKATE: f64 = 0.02;

/// One rig with all clips.
pub(crate) struct Row {
    pub(crate) rig: String,
    pub(crate) cases: Vec<Result<Case, String>>,
    pub(crate) certainty: String,
}

/// One clip on one rig.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) clip: String,
    /// Mean speed of planted points against the source's; none where the rig has no feet.
    pub(crate) skate: Option<f64>,
    /// How far planted points are from where they stand in the rest pose, at 95 % of the plants, beyond the source's.
    pub(crate) height: Option<f64>,
    /// Largest angular speed of a part of the body against the source's.
    pub(crate) speed: f64,
    pub(crate) speed_role: String,
}

pub(crate) fn rig(rig: &Rig, clips: &[Clip]) -> Row {
    let cases = clips.iter().map(|clip| case(&rig.skeleton, clip)).collect();
    Row { rig: rig.name.clone(), cases, certainty: Anatomy::of(&rig.skeleton).certainty().to_string() }
}

fn case(target: &Arc<Skeleton>, clip: &Clip) -> Result<Case, String> {
    let retarget = Retarget::guessed(clip.skeleton(), target.clone()).map_err(|error| error.to_string())?;
    let carried = retarget.clip(clip).map_err(|error| error.to_string())?;
    let plants = find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    let (theirs, own) = (Feet::of(clip, &plants), Feet::of(&carried, &plants));
    let skate = theirs.skate.zip(own.skate).map(|(theirs, own)| own.max(NO_SKATE) / theirs.max(NO_SKATE));
    let height = theirs.height.zip(own.height).map(|(theirs, own)| (own - theirs).max(0.0));
    let (speed, role) = fastest(clip, &carried);
    Ok(Case { clip: clip.name().to_owned(), skate, height, speed, speed_role: role.to_string() })
}

/// How the feet of a clip stand.
struct Feet {
    /// Mean speed of planted points, in legs a second.
    skate: Option<f64>,
    /// Height of planted points above where they stand at rest, at 95 % of the plants, in metres at [`LEG`].
    height: Option<f64>,
}

impl Feet {
    fn of(clip: &Clip, plants: &Constraints) -> Self {
        let (skeleton, table) = (clip.skeleton(), PointTable::new(clip));
        let anatomy = Anatomy::of(skeleton);
        let Some(leg) = anatomy.leg_length(skeleton).map(f64::from) else {
            return Self { skate: None, height: None };
        };
        let (mut way, mut secs, mut heights) = (0.0, 0.0, Vec::new());
        for side in Side::BOTH {
            for (kind, point) in [
                (ConstraintKind::heel(side), heel(&anatomy, side)),
                (ConstraintKind::toe(side), toe(&anatomy, side)),
            ] {
                let Some(point) = point else { continue };
                let path: Vec<Vec3> = (0..table.len()).map(|frame| table.row(frame)[point]).collect();
                let stands = standing(&path, plants.of(kind));
                for range in plants.of(kind) {
                    let plant = &path[range.first..=range.last.min(path.len() - 1)];
                    way += plant
                        .windows(2)
                        .map(|pair| f64::from((pair[1] - pair[0]).with_y(0.0).length()))
                        .sum::<f64>();
                    secs += (plant.len() - 1) as f64 / clip.rate();
                    let mut rises: Vec<f32> = plant.iter().map(|place| place.y).collect();
                    rises.sort_by(f32::total_cmp);
                    heights.push((f64::from(rises[rises.len() / 2]) - stands).abs() * LEG / leg);
                }
            }
        }
        heights.sort_by(f64::total_cmp);
        let height = heights.get((0.95 * heights.len() as f64) as usize).or(heights.last()).copied();
        Self { skate: (secs > 0.0).then(|| way / secs / leg), height }
    }
}

/// The height at which a point stands: the median of its plants' lowest parts, so that the floor of the file does not matter.
fn standing(path: &[Vec3], plants: &[FrameRange]) -> f64 {
    let low = |range: &FrameRange| {
        path[range.first..=range.last.min(path.len() - 1)].iter().map(|p| p.y).fold(f32::MAX, f32::min)
    };
    let mut lows: Vec<f32> = plants.iter().map(low).collect();
    lows.sort_by(f32::total_cmp);
    lows.get(lows.len() / 2).map_or(0.0, |&low| f64::from(low))
}

fn heel(anatomy: &Anatomy, side: Side) -> Option<usize> {
    anatomy.joint(Role::Ankle(side)).map(JointId::index)
}

fn toe(anatomy: &Anatomy, side: Side) -> Option<usize> {
    anatomy.point(ConstraintKind::toe(side)).map(PointId::index)
}

/// The part of the body whose largest angular speed is highest against the source's.
fn fastest(clip: &Clip, carried: &Clip) -> (f64, Role) {
    let (theirs, own) = (Anatomy::of(clip.skeleton()), Anatomy::of(carried.skeleton()));
    let [before, after] = [speeds(clip), speeds(carried)];
    let ratio = |(role, joint): (Role, JointId)| {
        let source = before[theirs.joint(role)?.index()];
        Some((after[joint.index()] / source.max(1.0), role))
    };
    let body = |&(role, _): &(Role, JointId)| !matches!(role, Role::Toe(_));
    let ratios = own.roles().filter(body).filter_map(ratio);
    ratios.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or((0.0, Role::Hips))
}

/// Per joint, the largest angular speed in the world, in radians a second; the first frames of captures are left out.
fn speeds(clip: &Clip) -> Vec<f64> {
    let mut before: Vec<Quat> = Vec::new();
    let mut fastest = vec![0.0_f64; clip.skeleton().len()];
    let mut world = Vec::new();
    for pose in clip.frames().skip(6) {
        pose.world_from_joints(clip.skeleton(), &mut world);
        for (joint, (now, then)) in world.iter().zip(&before).enumerate() {
            let turn = f64::from(now.rotation.angle_between(*then)) * clip.rate();
            fastest[joint] = fastest[joint].max(turn);
        }
        before = world.iter().map(|joint| joint.rotation).collect();
    }
    fastest
}
