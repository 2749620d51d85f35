//! Just enough anatomy to judge size and posture: where the head and the feet are, and how long the body is.

use glam::Vec3;
use segue_motion::{Anatomy, Clip, JointId, Role, Side, Skeleton};

/// The landmarks of a figure.
#[derive(Clone, Debug)]
pub(crate) struct Landmarks {
    head: Option<JointId>,
    /// Both ankles, as far as they were found.
    feet: Vec<JointId>,
}

impl Landmarks {
    pub(crate) fn of(skeleton: &Skeleton) -> Self {
        let anatomy = Anatomy::of(skeleton);
        let feet = Side::BOTH.into_iter().filter_map(|side| anatomy.joint(Role::Ankle(side)));
        Self { head: anatomy.joint(Role::Head), feet: feet.collect() }
    }

    /// Length along the bones from foot to head over the root: about the height of the figure, in any pose.
    pub(crate) fn length(&self, skeleton: &Skeleton) -> Option<f64> {
        let foot = self.feet.first()?;
        let (up, down) = (path_to_root(skeleton, self.head?), path_to_root(skeleton, *foot));
        Some(up + down).filter(|&length| length > 0.0)
    }

    /// From between the feet to the head in one frame; from the root where no foot is known.
    pub(crate) fn upward(&self, positions: &[Vec3]) -> Option<Vec3> {
        let head = positions[self.head?.index()];
        let low = match self.feet.len() {
            0 => positions[0],
            feet => self.feet.iter().map(|foot| positions[foot.index()]).sum::<Vec3>() / feet as f32,
        };
        (head - low).try_normalize()
    }
}

fn path_to_root(skeleton: &Skeleton, joint: JointId) -> f64 {
    skeleton.ancestors(joint).filter(|&id| id != JointId::ROOT).map(|id| bone(skeleton, id)).sum()
}

fn bone(skeleton: &Skeleton, joint: JointId) -> f64 {
    f64::from(skeleton.joint(joint).offset.length())
}

/// The longest way along the bones from one tip to another: hand to foot in a human figure.
pub(crate) fn span(skeleton: &Skeleton) -> f64 {
    let mut reach = vec![0.0_f64; skeleton.len()];
    for site in skeleton.end_sites() {
        let tip = f64::from(site.offset.length());
        reach[site.parent.index()] = reach[site.parent.index()].max(tip);
    }
    let mut longest = 0.0_f64;
    for id in skeleton.ids().rev() {
        longest = longest.max(reach[id.index()]);
        if let Some(parent) = skeleton.parent(id) {
            let through = reach[id.index()] + bone(skeleton, id);
            longest = longest.max(through + reach[parent.index()]);
            reach[parent.index()] = reach[parent.index()].max(through);
        }
    }
    longest
}

/// World positions of all joints in a frame.
pub(crate) fn positions(clip: &Clip, frame: usize) -> Vec<Vec3> {
    let mut world = Vec::new();
    clip.frame(frame).world_from_joints(clip.skeleton(), &mut world);
    world.iter().map(|joint| joint.translation).collect()
}
