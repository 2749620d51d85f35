//! The same rigs as other hands would have built them.

use std::sync::Arc;

use glam::Quat;
use segue_actors::rigs::{blanked, hung_on_the_root, on_a_turned_root, scaled};
use segue_motion::{Anatomy, Clip, JointId, PointTable, Retarget, Role, Side, Skeleton};

use super::Rig;

/// A joint farther than this from its place on the unaltered rig, as a share of the height, is wrong.
const FAR: f32 = 0.03;

type Alteration = (&'static str, fn(&Skeleton) -> (Skeleton, f32));

const ALTERATIONS: [Alteration; 5] = [
    ("names blanked", |rig| (blanked(rig), 1.0)),
    ("scaled by 100", |rig| (scaled(rig, 100.0), 100.0)),
    ("on a turned root", |rig| (on_a_turned_root(rig, Quat::from_rotation_x(1.57)), 1.0)),
    ("feet on the root", |rig| (loose_feet(rig), 1.0)),
    ("feet on the root, blanked", |rig| (blanked(&loose_feet(rig)), 1.0)),
];

pub(crate) fn report(rigs: &[Rig], clip: &Clip) {
    println!("| alteration | rigs | as before | not |");
    println!("|---|---|---|---|");
    for (name, alter) in ALTERATIONS {
        let (mut same, mut other) = (0, Vec::new());
        for rig in rigs {
            let (skeleton, scale) = alter(&rig.skeleton);
            match apart(rig, &Arc::new(skeleton), scale, clip) {
                Ok(far) if far <= FAR => same += 1,
                Ok(far) => other.push(format!("{} ({far:.2})", rig.name)),
                Err(reason) => other.push(format!("{} ({reason})", rig.name)),
            }
        }
        println!("| {name} | {} | {same} | {} |", rigs.len(), other.join(", "));
    }
}

/// How far hands, feet, knees, elbows and head are from where they are on the rig itself, relative to the hips.
fn apart(rig: &Rig, altered: &Arc<Skeleton>, scale: f32, clip: &Clip) -> Result<f32, String> {
    let carried = |target: &Arc<Skeleton>| {
        let retarget = Retarget::guessed(clip.skeleton(), target.clone());
        retarget.and_then(|retarget| retarget.clip(clip)).map_err(|error| error.to_string())
    };
    let (own, other) = (carried(&rig.skeleton)?, carried(altered)?);
    let (own, other) = (PointTable::new(&own), PointTable::new(&other));
    let anatomy = Anatomy::of(&rig.skeleton);
    let body = anatomy.roles().filter(|(role, _)| !matches!(role, Role::Toe(_) | Role::Clavicle(_)));
    let joints: Vec<JointId> = body.map(|(_, joint)| joint).collect();
    let extra = altered.len() - rig.skeleton.len();
    let rest = height(&rig.skeleton);
    let far = (0..own.len()).flat_map(|frame| {
        let (own, other) = (own.row(frame), other.row(frame));
        joints
            .iter()
            .map(move |joint| (own[joint.index()] * scale).distance(other[joint.index() + extra]) / scale)
    });
    Ok(far.fold(0.0, f32::max) / rest)
}

fn height(skeleton: &Skeleton) -> f32 {
    let mut world = Vec::new();
    segue_motion::Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let heights = world.iter().map(|joint| joint.translation.y);
    let (low, high) = heights.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
    (high - low).max(f32::MIN_POSITIVE)
}

fn loose_feet(skeleton: &Skeleton) -> Skeleton {
    let anatomy = Anatomy::of(skeleton);
    let feet = Side::BOTH.into_iter().filter_map(|side| anatomy.joint(Role::Ankle(side)));
    hung_on_the_root(skeleton, &feet.collect::<Vec<_>>())
}
