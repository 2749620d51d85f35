//! Skeletons altered on purpose: the same figure as other programs and other hands would have built it.
//!
//! Every alteration keeps where the joints of the body are in the rest pose (up to a scale), so that a motion that is
//! carried over to the altered figure must look as on the figure itself.

use glam::{Quat, Vec3};
use segue_motion::{Clip, EndSite, Joint, JointId, Mirror, Pose, Rigid, Skeleton};
use segue_numeric::Random;

/// The joints with names that say nothing.
pub fn blanked(skeleton: &Skeleton) -> Skeleton {
    let joints = skeleton.joints().iter().enumerate();
    let joints = joints.map(|(index, joint)| Joint { name: format!("bone{index}"), ..joint.clone() });
    made(joints.collect(), skeleton.end_sites().to_vec())
}

/// The figure whose left joints have the names of the right ones: those of a figure that was mirrored as a whole.
pub fn with_sides_exchanged(skeleton: &Skeleton) -> Skeleton {
    let mirror = Mirror::of(skeleton);
    let name = |id: JointId| skeleton.name(mirror.partner(id)).to_owned();
    let joints = skeleton.ids().zip(skeleton.joints());
    let joints = joints.map(|(id, joint)| Joint { name: name(id), ..joint.clone() });
    made(joints.collect(), skeleton.end_sites().to_vec())
}

/// The figure with local axes that point anywhere.
pub fn rolled(skeleton: &Skeleton, seed: u64) -> Skeleton {
    let mut random = Random::new(seed);
    let mut turn = || Quat::from_scaled_axis(2.0 * Vec3::from([(); 3].map(|()| random.signed() as f32)));
    let turns: Vec<Quat> = skeleton.ids().map(|_| turn()).collect();
    let joints = skeleton.ids().zip(skeleton.joints()).map(|(id, joint)| {
        let outer = joint.parent.map_or(Quat::IDENTITY, |parent| turns[parent.index()].conjugate());
        let rest = (outer * joint.rest * turns[id.index()]).normalize();
        Joint { offset: outer * joint.offset, rest, ..joint.clone() }
    });
    let sites = skeleton.end_sites().iter();
    let sites = sites.map(|site| {
        let offset = turns[site.parent.index()].conjugate() * site.offset;
        EndSite { offset, ..site.clone() }
    });
    made(joints.collect(), sites.collect())
}

/// The figure without some joints other than the root; what hangs on them hangs on the joint above, where it is.
pub fn without(skeleton: &Skeleton, gone: &[JointId]) -> Skeleton {
    let mut world: Vec<Rigid> = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let kept: Vec<JointId> = skeleton.ids().filter(|id| !gone.contains(id)).collect();
    let place = |id: JointId| kept.binary_search(&id).ok().map(JointId::new);
    let joints = kept.iter().map(|&id| {
        let joint = skeleton.joint(id);
        let above = skeleton.ancestors(id).skip(1).find(|above| !gone.contains(above));
        let local =
            above.map_or(world[id.index()], |above| world[above.index()].inverse() * world[id.index()]);
        let (offset, rest) = (local.translation, local.rotation.normalize());
        Joint { parent: above.and_then(place), offset, rest, ..joint.clone() }
    });
    let sites = skeleton.end_sites().iter();
    let sites = sites.filter_map(|site| Some(EndSite { parent: place(site.parent)?, ..site.clone() }));
    made(joints.collect(), sites.collect())
}

/// The figure whose rest pose is a frame of a clip of it, as rigs are that were saved in the middle of a motion.
pub fn posed_as(clip: &Clip, frame: usize) -> Skeleton {
    let (skeleton, pose) = (clip.skeleton(), clip.frame(frame));
    let joints = skeleton.ids().zip(skeleton.joints()).map(|(id, joint)| Joint {
        offset: if joint.parent.is_none() { pose.root } else { joint.offset },
        rest: pose.rotations[id.index()],
        ..joint.clone()
    });
    made(joints.collect(), skeleton.end_sites().to_vec())
}

/// The figure `scale` times as large.
pub fn scaled(skeleton: &Skeleton, scale: f32) -> Skeleton {
    let joints =
        skeleton.joints().iter().map(|joint| Joint { offset: joint.offset * scale, ..joint.clone() });
    let sites =
        skeleton.end_sites().iter().map(|site| EndSite { offset: site.offset * scale, ..site.clone() });
    made(joints.collect(), sites.collect())
}

/// The figure on a root at the origin that is turned; the figure itself stays as it stands.
pub fn on_a_turned_root(skeleton: &Skeleton, turn: Quat) -> Skeleton {
    let root = Joint { name: "FloorRoot".into(), parent: None, offset: Vec3::ZERO, rest: turn };
    let below = |joint: &Joint| match joint.parent {
        Some(parent) => Joint { parent: Some(JointId::new(parent.index() + 1)), ..joint.clone() },
        None => Joint {
            parent: Some(JointId::ROOT),
            offset: turn.conjugate() * joint.offset,
            rest: (turn.conjugate() * joint.rest).normalize(),
            ..joint.clone()
        },
    };
    let joints = std::iter::once(root).chain(skeleton.joints().iter().map(below)).collect();
    let sites = skeleton.end_sites().iter();
    let sites = sites.map(|site| EndSite { parent: JointId::new(site.parent.index() + 1), ..site.clone() });
    made(joints, sites.collect())
}

/// The figure with some joints hung on its root, where they are, as IK rigs have their feet.
pub fn hung_on_the_root(skeleton: &Skeleton, loose: &[JointId]) -> Skeleton {
    let mut world: Vec<Rigid> = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let joints = skeleton.ids().zip(skeleton.joints()).map(|(id, joint)| {
        if !loose.contains(&id) {
            return joint.clone();
        }
        let local = world[0].inverse() * world[id.index()];
        let (offset, rest) = (local.translation, local.rotation.normalize());
        Joint { parent: Some(JointId::ROOT), offset, rest, ..joint.clone() }
    });
    made(joints.collect(), skeleton.end_sites().to_vec())
}

/// The figure with a joint in the middle of the bone from each of `ends` to its parent, as twist bones are.
pub fn with_twist_bones(skeleton: &Skeleton, ends: &[JointId]) -> Skeleton {
    let mut joints: Vec<Joint> = Vec::new();
    let mut moved: Vec<JointId> = Vec::with_capacity(skeleton.len());
    for (id, joint) in skeleton.ids().zip(skeleton.joints()) {
        let mut parent = joint.parent.map(|parent| moved[parent.index()]);
        let mut offset = joint.offset;
        if ends.contains(&id) {
            offset *= 0.5;
            let name = format!("{}Half", joint.name);
            joints.push(Joint { name, parent, offset, rest: Quat::IDENTITY });
            parent = Some(JointId::new(joints.len() - 1));
        }
        moved.push(JointId::new(joints.len()));
        joints.push(Joint { parent, offset, ..joint.clone() });
    }
    let sites = skeleton.end_sites().iter();
    let sites = sites.map(|site| EndSite { parent: moved[site.parent.index()], ..site.clone() });
    made(joints, sites.collect())
}

fn made(joints: Vec<Joint>, sites: Vec<EndSite>) -> Skeleton {
    Skeleton::new(joints, sites)
        .expect("the alterations keep one root, the order of joints and different names")
}
