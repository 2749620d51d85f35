//! Where the joints of a glTF file are in the pose in which its meshes were bound to them.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DAffine3, DMat3, DMat4, DQuat, DVec3};

use super::accessor::Accessors;
use super::document::{Document, Skin};
use crate::Note;
use crate::scene::tree::{Tree, World, rotation_in};

/// A turn of the topmost joint up to this far from right angles, in radians, is a pose and no turn of the whole skin: 35°.
const POSED: f64 = 0.61;

/// How far the linear parts of two transforms may differ, as a share, to be the same.
const SAME_LINEAR: f64 = 0.02;

/// How far the length of a bone may differ between two poses, as a share.
const SAME_LENGTH: f64 = 0.05;

/// A bind pose whose height is not within these multiples of the nodes' height belongs to another figure.
const HEIGHTS: std::ops::RangeInclusive<f64> = 0.4..=2.5;

/// Volume of a unit cube after a transform that is too little to tell directions: a scale of a millionth.
const SINGULAR: f64 = 1e-18;

/// The places of all bound joints in the scene, by node; empty where the file has no usable bind pose.
pub(super) fn bind_pose(
    document: &Document,
    tree: &Tree,
    accessors: &mut Accessors<'_>,
    notes: &mut Vec<Note>,
) -> BTreeMap<usize, DAffine3> {
    let standing = tree.standing_world(&World::IDENTITY);
    let joints = document.skins.iter().flat_map(|skin| skin.joints.iter().copied()).collect();
    let stage = Stage { tree, standing: &standing, joints };
    let (mut places, mut spaces) = (BTreeMap::new(), Vec::new());
    let mut skins: Vec<(usize, &Skin)> = document.skins.iter().enumerate().collect();
    // The others follow the skin that shows most of the figure, and those that hang on joints of others follow these.
    skins.sort_by_key(|(_, skin)| (stage.hangs_on_others(skin), std::cmp::Reverse(skin.joints.len())));
    for (index, skin) in skins {
        let Some(matrices) = skin.inverse_bind_matrices else { continue };
        let matrices = match accessors.floats(matrices, 16) {
            Ok(matrices) => matrices,
            Err(fault) => {
                notes.push(Note::warning(format!(
                    "the bind pose of skin {index} cannot be read ({fault}); how its nodes stand is the rest pose"
                )));
                continue;
            }
        };
        let bound = bound_joints(skin, &matrices);
        let Some(scene_from_skin) = stage.scene_from(&bound, &places, &spaces) else { continue };
        for (node, place) in placed(&bound, scene_from_skin) {
            places.entry(node).or_insert(place);
        }
        spaces.push(scene_from_skin);
    }
    if is_of_this_size(&places, &standing) { places } else { BTreeMap::new() }
}

/// The joints of a skin with their inverse bind matrices, without those that were never bound.
fn bound_joints(skin: &Skin, matrices: &[f32]) -> Vec<(usize, DAffine3)> {
    let matrix = |columns: &[f32]| {
        let mut wide = [0.0; 16];
        wide.iter_mut().zip(columns).for_each(|(wide, &value)| *wide = f64::from(value));
        DAffine3::from_mat4(DMat4::from_cols_array(&wide))
    };
    let bound: Vec<(usize, DAffine3)> =
        skin.joints.iter().copied().zip(matrices.chunks_exact(16).map(matrix)).collect();
    let is_identity = |place: &DAffine3| place.abs_diff_eq(DAffine3::IDENTITY, 1e-6);
    // One joint may stand at the origin of its skin; several there were never bound.
    let several = bound.iter().filter(|(_, place)| is_identity(place)).count() > 1;
    let usable = |(_, place): &(usize, DAffine3)| {
        place.matrix3.determinant().abs() > SINGULAR && !(several && is_identity(place))
    };
    bound.into_iter().filter(usable).collect()
}

/// How the nodes of a file stand, and which of them are joints of a skin.
struct Stage<'a> {
    tree: &'a Tree,
    standing: &'a [World],
    joints: BTreeSet<usize>,
}

/// Where the joints of a skin are in the scene.
fn placed(bound: &[(usize, DAffine3)], scene_from_skin: DAffine3) -> Vec<(usize, DAffine3)> {
    let place = |&(node, joint_from_skin): &(usize, DAffine3)| {
        let place = scene_from_skin * joint_from_skin.inverse();
        (place.is_finite() && place.matrix3.determinant().abs() > SINGULAR).then_some((node, place))
    };
    bound.iter().filter_map(place).collect()
}

impl Stage<'_> {
    /// Whether every joint of a skin is below some joint, its own topmost one below that of another skin.
    fn hangs_on_others(&self, skin: &Skin) -> bool {
        let above = |joint: usize| self.tree.ancestors(joint).skip(1).any(|node| self.joints.contains(&node));
        skin.joints.iter().all(|&joint| above(joint))
    }

    /// From the space in which a skin was bound to the scene: by a joint that it shares with another skin, else as another skin where
    /// its bones then join those of the other, else by its topmost joint. `known` and `spaces` are those of the other skins.
    fn scene_from(
        &self,
        bound: &[(usize, DAffine3)],
        known: &BTreeMap<usize, DAffine3>,
        spaces: &[DAffine3],
    ) -> Option<DAffine3> {
        let depth = |node: usize| self.tree.ancestors(node).count();
        let &(top, joint_from_skin) = bound.iter().min_by_key(|(node, _)| depth(*node))?;
        let shared =
            bound.iter().find_map(|(node, joint_from_skin)| Some(*known.get(node)? * *joint_from_skin));
        let as_another = || spaces.iter().copied().find(|&space| self.joins(&placed(bound, space), known));
        Some(shared.or_else(as_another).unwrap_or_else(|| self.scene_from_skin(top, joint_from_skin)))
    }

    /// Whether most bones between the joints of a skin and those that are known are as long as in the nodes, however these are posed:
    /// feet and controls that hang on the root are nowhere.
    fn joins(&self, skin: &[(usize, DAffine3)], known: &BTreeMap<usize, DAffine3>) -> bool {
        let skin: BTreeMap<usize, DAffine3> = skin.iter().copied().collect();
        let between = |upper: &BTreeMap<usize, DAffine3>, lower: &BTreeMap<usize, DAffine3>| -> Vec<bool> {
            let bone = |(&node, place): (&usize, &DAffine3)| {
                let parent = self.tree.parent(node)?;
                let bound = place.translation.distance(upper.get(&parent)?.translation);
                let stands = self.standing[node].position().distance(self.standing[parent].position());
                Some((bound - stands).abs() <= SAME_LENGTH * stands)
            };
            lower.iter().filter_map(bone).collect()
        };
        let bones = [between(known, &skin), between(&skin, known)].concat();
        2 * bones.iter().filter(|&&joined| joined).count() > bones.len()
    }

    /// From the space in which a skin was bound to the scene, by its topmost joint, which may be posed.
    fn scene_from_skin(&self, top: usize, joint_from_skin: DAffine3) -> DAffine3 {
        let found = self.standing[top].affine * joint_from_skin;
        let turn = rotation_in(found.matrix3);
        let squared = right_angled(turn);
        let linear = if turn.angle_between(squared) < POSED {
            DMat3::from_quat(squared * turn.inverse()) * found.matrix3
        } else {
            found.matrix3
        };
        // A joint of another skin above it stands anywhere in the body.
        let above = self.tree.parent(top).filter(|parent| !self.joints.contains(parent));
        if let Some(above) = above.map(|parent| self.standing[parent].affine)
            && is_same_linear(above.matrix3, linear)
        {
            return above;
        }
        let in_skin = joint_from_skin.inverse().translation;
        DAffine3 { matrix3: linear, translation: self.standing[top].position() - linear * in_skin }
    }
}

fn is_same_linear(a: DMat3, b: DMat3) -> bool {
    let size = |m: DMat3| m.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    size(a - b) <= SAME_LINEAR * size(b)
}

/// The nearest turn that takes axes to axes.
fn right_angled(turn: DQuat) -> DQuat {
    let matrix = DMat3::from_quat(turn);
    let axis = |v: DVec3, taken: Option<DVec3>| {
        let free = [DVec3::X, DVec3::Y, DVec3::Z]
            .into_iter()
            .filter(|axis| taken.is_none_or(|taken| taken.dot(*axis).abs() < 0.5));
        let best = free.max_by(|a, b| v.dot(*a).abs().total_cmp(&v.dot(*b).abs())).unwrap_or(DVec3::X);
        best * v.dot(best).signum()
    };
    let x = axis(matrix.x_axis, None);
    let y = axis(matrix.y_axis, Some(x));
    DQuat::from_mat3(&DMat3::from_cols(x, y, x.cross(y)))
}

fn is_of_this_size(places: &BTreeMap<usize, DAffine3>, standing: &[World]) -> bool {
    let height = |heights: &mut dyn Iterator<Item = f64>| {
        let (low, high) =
            heights.fold((f64::MAX, f64::MIN), |(low, high), height| (low.min(height), high.max(height)));
        high - low
    };
    let bound = height(&mut places.values().map(|place| place.translation.y));
    let stands = height(&mut places.keys().map(|&node| standing[node].position().y));
    !places.is_empty() && HEIGHTS.contains(&(bound / stands))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_snap_to_the_nearest_right_angles() {
        let quarter = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
        for posed in [DQuat::IDENTITY, DQuat::from_rotation_y(0.5), DQuat::from_rotation_z(-0.5)] {
            assert!(right_angled(posed).angle_between(DQuat::IDENTITY) < 1e-6, "{posed}");
            assert!(right_angled(posed * quarter).angle_between(quarter) < 1e-6, "{posed}");
        }
    }
}
