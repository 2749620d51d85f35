//! [`Rig`] to [`Clip`].

use std::sync::Arc;

use glam::{DQuat, Quat, Vec3};
use segue_motion::{Clip, EndSite, Joint, JointId, Pose, Skeleton};

use super::turns::LANES;
use super::{Rig, RigJoint};
use crate::{Conversion, Fault, Up};

/// Reads poses off the rows of a rig.
///
/// Only the root feels the up axis: it is turned and moved as a whole, the other joints hang on it.
pub(crate) struct Converter<'a> {
    pub(crate) rig: &'a Rig<'a>,
    pub(crate) scale: f64,
    pub(crate) clip_from_file: DQuat,
    pub(crate) skeleton: Arc<Skeleton>,
    pub(crate) translated: Vec<JointId>,
}

impl<'a> Converter<'a> {
    /// The converter to metres and Y up. When the first frame was dropped, it is the skeleton's rest pose.
    pub(crate) fn new(rig: &'a Rig<'a>, conversion: &Conversion) -> Result<Self, Fault> {
        Self::with(rig, conversion.scale.value, conversion.up.value, conversion.rest_frame_dropped)
    }

    /// The converter that leaves units and axes as they are in the file.
    pub(crate) fn raw(rig: &'a Rig<'a>) -> Result<Self, Fault> {
        Self::with(rig, 1.0, Up::Y, false)
    }

    fn with(rig: &'a Rig<'a>, scale: f64, up: Up, first_is_rest: bool) -> Result<Self, Fault> {
        let clip_from_file = up.clip_from_file();
        let rest = first_is_rest.then(|| rig.row(0));
        let skeleton = Arc::new(skeleton(rig, scale, clip_from_file, rest.as_deref())?);
        Ok(Self { rig, scale, clip_from_file, skeleton, translated: translated(rig) })
    }

    /// Frames from all over the motion, from `first` on.
    pub(crate) fn sample(&self, first: usize) -> Result<Clip, Fault> {
        /// Enough to meet every posture of a clip; reading more would only cost time.
        const SAMPLES: usize = 64;
        let frames = self.rig.frames();
        self.clip("sample", 1.0, (first..frames).step_by((frames / SAMPLES).max(1)))
    }

    /// The clip of some frames.
    pub(crate) fn clip(
        &self,
        name: &str,
        rate: f64,
        frames: impl ExactSizeIterator<Item = usize>,
    ) -> Result<Clip, Fault> {
        let mut builder = Clip::builder(name, self.skeleton.clone(), rate, &self.translated);
        builder.reserve(frames.len());
        let mut pose = Pose::rest(&self.skeleton);
        pose.translations = self.translated.iter().map(|&joint| (joint, Vec3::ZERO)).collect();
        let mut poses: [Pose; LANES] = std::array::from_fn(|_| pose.clone());
        // Lanes beyond the last frame hold what they held; nobody looks at them.
        let mut rows: [Vec<f64>; LANES] = std::array::from_fn(|_| vec![0.0; self.rig.rows.columns()]);
        let mut frames = frames.peekable();
        while frames.peek().is_some() {
            let mut used = 0;
            for (row, frame) in rows.iter_mut().zip(frames.by_ref().take(LANES)) {
                self.rig.rows.read(frame, row);
                used += 1;
            }
            self.turn_into(&rows, &mut poses);
            for (row, pose) in rows.iter().zip(&mut poses).take(used) {
                self.move_into(row, pose);
                builder.push(pose)?;
            }
        }
        Ok(builder.finish()?)
    }

    fn move_into(&self, row: &[f64], pose: &mut Pose) {
        pose.root = self.position(row, 0);
        for (joint, position) in &mut pose.translations {
            *position = self.position(row, joint.index());
        }
    }

    /// The clip's axes seen from those the file hangs a joint on.
    pub(crate) fn clip_from_parent(&self, joint: usize) -> DQuat {
        clip_from_parent(self.clip_from_file, joint)
    }

    /// A joint's rotation in a row, as it is in the clip.
    pub(crate) fn rotation(&self, row: &[f64], joint: usize) -> Quat {
        let rotation = self.rig.joints[joint].rotation_in(row);
        if joint == 0 { (self.clip_from_file * rotation).as_quat() } else { rotation.as_quat() }
    }

    /// A joint's position in a row, as it is in the clip.
    pub(crate) fn position(&self, row: &[f64], joint: usize) -> Vec3 {
        let position = self.rig.joints[joint].position_in(row) * self.scale;
        (self.clip_from_parent(joint) * position).as_vec3()
    }
}

fn clip_from_parent(clip_from_file: DQuat, joint: usize) -> DQuat {
    if joint == 0 { clip_from_file } else { DQuat::IDENTITY }
}

/// The skeleton in metres, with the rest pose of the row `rest`, or of no rotation at all.
fn skeleton(
    rig: &Rig<'_>,
    scale: f64,
    clip_from_file: DQuat,
    rest: Option<&[f64]>,
) -> Result<Skeleton, Fault> {
    let joint = |(index, joint): (usize, &RigJoint)| {
        let clip_from_parent = clip_from_parent(clip_from_file, index);
        let turn = rest.map_or(joint.before * joint.after, |row| joint.rotation_in(row));
        Joint {
            name: joint.name.clone(),
            parent: joint.parent.map(JointId::new),
            offset: (clip_from_parent * joint.offset * scale).as_vec3(),
            rest: (clip_from_parent * turn).as_quat().normalize(),
        }
    };
    let sites = |(index, joint): (usize, &RigJoint)| {
        let site =
            |tip: &glam::DVec3| EndSite { parent: JointId::new(index), offset: (*tip * scale).as_vec3() };
        joint.tips.iter().map(site).collect::<Vec<_>>()
    };
    let joints = rig.joints.iter().enumerate();
    Ok(Skeleton::new(joints.clone().map(joint).collect(), joints.flat_map(sites).collect())?)
}

/// The joints other than the root whose position columns do anything: many files repeat the offset in every frame.
fn translated(rig: &Rig<'_>) -> Vec<JointId> {
    let longest = rig.joints.iter().map(|joint| joint.offset.length()).fold(0.0, f64::max);
    // What rounding of offset and column can make, and what a single-precision clip can hold.
    let still = 1e-6 * longest + libm::pow(10.0, -f64::from(rig.style.decimals));
    let is_still = |joint: usize, row: &[f64]| {
        let joint = &rig.joints[joint];
        joint.position_in(row).distance(joint.offset) <= still
    };
    let placed: Vec<usize> =
        (1..rig.joints.len()).filter(|&joint| rig.joints[joint].has_position()).collect();
    let (mut resting, mut rows) = (placed.clone(), rig.rows.each());
    while let Some(row) = rows.next().filter(|_| !resting.is_empty()) {
        resting.retain(|&joint| is_still(joint, &row));
    }
    placed.into_iter().filter(|joint| !resting.contains(joint)).map(JointId::new).collect()
}
