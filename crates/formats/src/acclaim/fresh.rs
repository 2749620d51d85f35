//! [`Clip`] to a [`Document`] of our own, in the manner of the CMU database: its unit, degrees, XYZ.

use glam::DVec3;
use segue_motion::euler::{Axis, EulerOrder};
use segue_motion::{Clip, JointId};

use super::document::{Angle, Bone, Document, Dof, Motion, Root, Skeleton};
use super::print::header;
use crate::number::NumberStyle;
use crate::rig::{Aligned, moves};
use crate::table::Table;
use crate::units::CMU_UNIT;

const STYLE: NumberStyle = NumberStyle { decimals: 6, padded: false };

/// Bones end where their children start. A joint whose children start at different places becomes a bone of no length
/// with a fixed bone to each of them; all rotations zero is the skeleton's rest pose.
pub(super) fn document_of(clip: &Clip) -> Document {
    let layout = Layout::of(clip);
    let skeleton = Skeleton {
        version: "1.10".to_owned(),
        name: word(clip.name()),
        // Every reader of the format knows this unit: inches over 0.45.
        units: ["mass 1.0", "length 0.45", "angle deg"].map(str::to_owned).to_vec(),
        length: 0.45,
        angle: Angle::Degrees,
        documentation: vec!["written by segue".to_owned()],
        root: Root {
            order: [Axis::ALL.map(Dof::Translation), Axis::ALL.map(Dof::Rotation)].concat(),
            axis: Axis::ALL,
            position: [0.0; 3],
            orientation: [0.0; 3],
        },
        bones: layout.bones,
        rest: Vec::new(),
    };
    let (_, columns) = skeleton.columns();
    let lines = (0..=skeleton.bones.len()).filter(|&part| !skeleton.dof(part).is_empty()).collect();
    let motion = Motion {
        header: header(Angle::Degrees, clip.rate()),
        angle: Angle::Degrees,
        rate: Some(clip.rate()),
        first: 1,
        lines,
        rows: rows(clip, &layout.order, columns),
        style: STYLE,
    };
    Document { skeleton, motion }
}

struct Layout {
    bones: Vec<Bone>,
    /// The joints in the order of their bones, the root first.
    order: Vec<JointId>,
}

impl Layout {
    fn of(clip: &Clip) -> Self {
        let skeleton = clip.skeleton();
        let aligned = Aligned::of(skeleton);
        let order = skeleton.depth_first();
        let mut bones: Vec<Bone> = Vec::new();
        // Where children of a joint hang: the bone of the joint itself, or a fixed bone of their own.
        let mut hook = vec![None; skeleton.len()];
        for &id in order.iter().skip(1) {
            let parent = skeleton.parent(id).unwrap_or(JointId::ROOT);
            let offset = aligned.offset(id);
            let reached = bone_end(&aligned, skeleton, parent);
            let mut hangs_on = hook[parent.index()];
            if offset.distance(reached) > 1e-9 {
                let name = format!("{}_to_{}", skeleton.name(parent), skeleton.name(id));
                bones.push(bone(&name, hangs_on, offset - reached, Vec::new(), bones.len()));
                hangs_on = Some(bones.len() - 1);
            }
            let dof = dof(moves(clip, id));
            let end = bone_end(&aligned, skeleton, id);
            bones.push(bone(skeleton.name(id), hangs_on, end, dof, bones.len()));
            hook[id.index()] = Some(bones.len() - 1);
        }
        Self { bones, order }
    }
}

/// Where the bone of a joint ends: where all its children start, or at its tip. The root has no bone.
fn bone_end(aligned: &Aligned<'_>, skeleton: &segue_motion::Skeleton, id: JointId) -> DVec3 {
    if id == JointId::ROOT {
        return DVec3::ZERO;
    }
    let mut starts = skeleton.children(id).map(|child| aligned.offset(child));
    match starts.next() {
        Some(first) if starts.all(|start| start.distance(first) <= 1e-9) => first,
        Some(_) => DVec3::ZERO,
        None => aligned.tips(id).next().unwrap_or(DVec3::ZERO),
    }
}

fn bone(name: &str, parent: Option<usize>, end: DVec3, dof: Vec<Dof>, before: usize) -> Bone {
    let limits = dof.iter().map(|dof| match dof {
        Dof::Rotation(_) => [-180.0, 180.0],
        _ => [f64::NEG_INFINITY, f64::INFINITY],
    });
    Bone {
        name: word(name),
        parent,
        direction: end.try_normalize().unwrap_or(DVec3::Y).to_array(),
        length: end.length() / CMU_UNIT,
        axis: [0.0; 3],
        axis_order: Axis::ALL,
        limits: limits.collect(),
        dof,
        rest: vec![format!("id {}", before + 1)],
    }
}

fn dof(moves: bool) -> Vec<Dof> {
    let translations = Axis::ALL.map(Dof::Translation).into_iter().filter(|_| moves);
    translations.chain(Axis::ALL.map(Dof::Rotation)).collect()
}

/// A name without what separates words in the format.
fn word(name: &str) -> String {
    let word = |c: char| if c.is_whitespace() || "#,():".contains(c) { '_' } else { c };
    name.chars().map(word).collect()
}

fn rows(clip: &Clip, order: &[JointId], columns: usize) -> Table {
    let aligned = Aligned::of(clip.skeleton());
    // About fixed axes X, Y, Z: the last is outermost.
    let euler = EulerOrder::new(&[Axis::Z, Axis::Y, Axis::X]).expect("three different axes are an order");
    let (mut rows, mut row) = (Table::new(columns), Vec::with_capacity(columns));
    let mut angles = vec![[0.0; 3]; order.len()];
    for pose in clip.frames() {
        row.clear();
        for (&id, angles) in order.iter().zip(&mut angles) {
            let base = if id == JointId::ROOT { DVec3::ZERO } else { aligned.offset(id) };
            let moved = aligned.position(pose, id).map(|position| (position - base) / CMU_UNIT);
            row.extend(moved.into_iter().flat_map(|moved| moved.to_array()).map(|value| STYLE.round(value)));
            *angles = euler.angles_near(aligned.rotation(pose, id), angles);
            let [z, y, x] = angles.map(|angle| STYLE.round(angle.to_degrees()));
            row.extend([x, y, z]);
        }
        rows.push(&row);
    }
    rows
}
