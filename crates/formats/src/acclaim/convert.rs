//! [`Document`] to a [`Rig`].

use glam::{DQuat, DVec3};
use segue_motion::euler::{Axis, EulerOrder};

use super::document::{Bone, Document, Dof, Skeleton};
use crate::error::{Fault, Place, Problem};
use crate::rig::{Rig, RigJoint};
use crate::{Confidence, Inferred, Note, ReadOptions, units};

/// The rate of the CMU database, and a usual one elsewhere.
const USUAL_RATE: f64 = 120.0;

/// The joints and rows of a document: the root, then the bones, parents first. A joint sits where its bone starts.
pub(super) fn rig(document: &Document) -> Result<Rig<'_>, Fault> {
    let (skeleton, motion) = (&document.skeleton, &document.motion);
    let (starts, _) = skeleton.columns();
    let order = parents_first(skeleton);
    let mut place = vec![0; skeleton.bones.len()];
    let mut joints = vec![root_joint(document)?];
    for &bone in &order {
        place[bone] = joints.len();
        let parent = skeleton.bones[bone].parent.map_or(0, |parent| place[parent]);
        joints.push(bone_joint(document, bone, parent, starts[bone + 1])?);
    }
    Ok(Rig { joints, rows: &motion.rows, style: motion.style })
}

/// The bones so that each comes after the one it hangs on; in file order where that is so already.
pub(super) fn parents_first(skeleton: &Skeleton) -> Vec<usize> {
    let depth = |bone: usize| std::iter::successors(Some(bone), |&bone| skeleton.bones[bone].parent).count();
    let already =
        skeleton.bones.iter().enumerate().all(|(index, bone)| bone.parent.is_none_or(|p| p < index));
    let mut order: Vec<usize> = (0..skeleton.bones.len()).collect();
    if !already {
        order.sort_by_key(|&bone| depth(bone));
    }
    order
}

fn root_joint(document: &Document) -> Result<RigJoint, Fault> {
    let (root, angle) = (&document.skeleton.root, document.skeleton.angle.radians_per_unit());
    let columns = Columns::of(&root.order, 0, "root")?;
    Ok(RigJoint {
        name: "root".to_owned(),
        parent: None,
        offset: root.position.into(),
        tips: Vec::new(),
        before: DQuat::IDENTITY,
        after: fixed_axes(root.axis, root.orientation.map(|value| value * angle)),
        ..columns.joint(document)
    })
}

fn bone_joint(document: &Document, index: usize, parent: usize, start: usize) -> Result<RigJoint, Fault> {
    let skeleton = &document.skeleton;
    let bone = &skeleton.bones[index];
    let columns = Columns::of(&bone.dof, start, &bone.name)?;
    let angle = skeleton.angle.radians_per_unit();
    let axes = fixed_axes(bone.axis_order, bone.axis.map(|value| value * angle));
    let is_last = skeleton.bones.iter().all(|other| other.parent != Some(index));
    Ok(RigJoint {
        name: bone.name.clone(),
        parent: Some(parent),
        offset: bone.parent.map_or(DVec3::ZERO, |parent| end(&skeleton.bones[parent])),
        tips: if is_last { vec![end(bone)] } else { Vec::new() },
        before: axes,
        after: axes.inverse(),
        ..columns.joint(document)
    })
}

/// Where a bone ends, seen from where it starts.
fn end(bone: &Bone) -> DVec3 {
    DVec3::from(bone.direction) * bone.length
}

/// The rotation of angles about axes that stay where they are, in order: the last is outermost.
fn fixed_axes(order: [Axis; 3], angles: [f64; 3]) -> DQuat {
    order.iter().zip(angles).fold(DQuat::IDENTITY, |turned, (axis, angle)| axis.turn(angle) * turned)
}

/// The columns of a list of degrees of freedom.
struct Columns {
    order: EulerOrder,
    rotation: [usize; 3],
    position: [Option<usize>; 3],
    carried: Vec<usize>,
}

impl Columns {
    /// Rotations are about fixed axes in the order written, so the last is outermost.
    fn of(dof: &[Dof], start: usize, name: &str) -> Result<Self, Fault> {
        let (mut axes, mut rotation, mut position) = (Vec::new(), Vec::new(), [None; 3]);
        let mut carried = Vec::new();
        for (index, dof) in dof.iter().enumerate() {
            match *dof {
                Dof::Rotation(axis) => {
                    axes.insert(0, axis);
                    rotation.insert(0, start + index);
                }
                Dof::Translation(axis) => position[axis as usize] = Some(start + index),
                Dof::Length => carried.push(start + index),
            }
        }
        rotation.resize(3, 0);
        let order = EulerOrder::new(&axes).ok_or_else(|| {
            let found: Vec<&str> = dof.iter().map(|dof| dof.name()).collect();
            Problem::unexpected("each rotation at most once", format!("`{}`", found.join(" ")))
                .at(Place::Joint(name.to_owned()))
        })?;
        Ok(Self { order, rotation: [rotation[0], rotation[1], rotation[2]], position, carried })
    }

    /// A joint with these columns and nothing else.
    fn joint(self, document: &Document) -> RigJoint {
        RigJoint {
            name: String::new(),
            parent: None,
            offset: DVec3::ZERO,
            tips: Vec::new(),
            order: self.order,
            rotation: self.rotation,
            radians_per_unit: document.motion.angle.radians_per_unit(),
            before: DQuat::IDENTITY,
            after: DQuat::IDENTITY,
            position: self.position,
            added: true,
            carried: self.carried,
        }
    }
}

/// The rate asked for, or written in the file, or usual for its kind.
pub(super) fn rate(document: &Document, is_cmu: bool, options: &ReadOptions) -> Inferred<f64> {
    match (options.fps, document.motion.rate) {
        (Some(fps), _) => Inferred::certain(fps, "as asked"),
        (None, Some(rate)) => Inferred::certain(rate, "as written"),
        (None, None) if is_cmu => Inferred::likely(USUAL_RATE, "the rate of the CMU database"),
        (None, None) => Inferred::guess(USUAL_RATE, "AMC files do not say; give --fps if it is another"),
    }
}

/// Notes about the document after its conversion.
pub(super) fn notes(document: &Document, rate: &Inferred<f64>) -> Vec<Note> {
    let mut notes = Vec::new();
    let text = format!("{} frames per second: {rate}", rate.value);
    match rate.confidence {
        Confidence::Guess => notes.push(Note::warning(text)),
        Confidence::Likely => notes.push(Note::info(text)),
        Confidence::Certain => {}
    }
    let stretched = document.skeleton.bones.iter().find(|bone| bone.dof.contains(&Dof::Length));
    if let Some(bone) = stretched {
        notes.push(Note::warning(format!("the stretch of bone `{}` is not read", bone.name)));
    }
    notes
}

/// Whether the bones are those of the CMU database.
pub(super) fn is_cmu(document: &Document) -> bool {
    let bones = document.skeleton.bones.iter().map(|bone| bone.name.as_str());
    units::is_cmu_bones(std::iter::once("root").chain(bones))
}
