//! What the tests of retargeting share.

use std::sync::Arc;

use glam::Vec3;
use segue_actors::{Figure, Locomotion, Pace};
use segue_motion::{Anatomy, Clip, Joint, JointId, PointTable, Retarget, Role, Side, Skeleton};

pub(crate) fn walk() -> Clip {
    Locomotion::new(Pace::Walk).perform().unwrap().clip
}

pub(crate) fn other_figure() -> Arc<Skeleton> {
    Figure::long_legged().skeleton().unwrap()
}

pub(crate) fn carried(clip: &Clip, target: Skeleton) -> Clip {
    Retarget::guessed(clip.skeleton(), Arc::new(target)).unwrap().clip(clip).unwrap()
}

/// How far the body of an altered figure is from where it is on the figure itself; joints have moved by `extra` places.
pub(crate) fn apart(own: &Clip, altered: &Clip, scale: f32, index: impl Fn(JointId) -> usize) -> f32 {
    let (a, b) = (PointTable::new(own), PointTable::new(altered));
    let joints = body(own.skeleton());
    let far = (0..a.len()).flat_map(|frame| {
        let (a, b) = (a.row(frame), b.row(frame));
        joints
            .iter()
            .map(|joint| (a[joint.index()] * scale).distance(b[index(*joint)]) / scale)
            .collect::<Vec<_>>()
    });
    far.fold(0.0, f32::max)
}

pub(crate) fn feet(skeleton: &Skeleton) -> Vec<JointId> {
    let anatomy = Anatomy::of(skeleton);
    Side::BOTH.into_iter().filter_map(|side| anatomy.joint(Role::Ankle(side))).collect()
}

/// The figure with other proportions of the leg: shins and feet longer or shorter by factors.
pub(crate) fn with_other_legs(figure: &Skeleton, shins: f32, feet: f32) -> Skeleton {
    let anatomy = Anatomy::of(figure);
    let scaled = |(id, joint): (JointId, &Joint)| {
        let is =
            |role: fn(Side) -> Role| Side::BOTH.into_iter().any(|side| anatomy.joint(role(side)) == Some(id));
        let factor = if is(Role::Ankle) {
            shins
        } else if is(Role::Toe) {
            feet
        } else {
            1.0
        };
        Joint { offset: joint.offset * factor, ..joint.clone() }
    };
    let sites = figure.end_sites().to_vec();
    Skeleton::new(figure.ids().zip(figure.joints()).map(scaled).collect(), sites).unwrap()
}

/// The figure with knees that stand out ahead by so many metres.
pub(crate) fn with_bent_knees(figure: &Skeleton, by: f32) -> Skeleton {
    let anatomy = Anatomy::of(figure);
    let moved = |(id, joint): (JointId, &Joint)| {
        let ahead = match anatomy.role_of(id) {
            Some(Role::Knee(_)) => by,
            Some(Role::Ankle(_)) => -by,
            _ => 0.0,
        };
        Joint { offset: joint.offset + Vec3::Z * ahead, ..joint.clone() }
    };
    let joints = figure.ids().zip(figure.joints()).map(moved).collect();
    Skeleton::new(joints, figure.end_sites().to_vec()).unwrap()
}

/// The joints that play parts of the body, but for toes and clavicles, which figures without names may lack.
fn body(skeleton: &Skeleton) -> Vec<JointId> {
    let parts = Anatomy::of(skeleton);
    let parts = parts.roles().filter(|(role, _)| !matches!(role, Role::Toe(_) | Role::Clavicle(_)));
    parts.map(|(_, joint)| joint).collect()
}
