//! Collecting the frames of a clip.

use std::sync::Arc;

use glam::{Quat, Vec4};

use super::{Clip, ClipError, check_rate};
use crate::{Constraints, JointId, Pose, Skeleton};

/// Collects the frames of a [`Clip`]; made by [`Clip::builder`].
#[derive(Clone, Debug)]
pub struct ClipBuilder {
    pub(super) name: String,
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) rate: f64,
    pub(super) translated: Arc<[JointId]>,
    pub(super) rows: Vec<Vec4>,
}

impl ClipBuilder {
    /// Makes room for this many more frames.
    pub fn reserve(&mut self, frames: usize) {
        self.rows.reserve(frames * (1 + self.skeleton.len() + self.translated.len()));
    }

    /// Frames so far.
    pub fn frames(&self) -> usize {
        self.rows.len() / (1 + self.skeleton.len() + self.translated.len())
    }

    /// Adds a frame. Rotations are brought to unit length and to the hemisphere of the frame before.
    ///
    /// # Errors
    /// When the pose has the wrong number of rotations or translations, or a number that is not finite.
    pub fn push(&mut self, pose: &Pose) -> Result<(), ClipError> {
        self.check_lengths(pose)?;
        if !pose.root.is_finite() {
            return Err(self.bad_number(JointId::ROOT, "position"));
        }
        self.rows.push(pose.root.extend(0.0));
        if pose.rotations.iter().all(|rotation| rotation.is_normalized()) {
            self.rows.extend(pose.rotations.iter().map(|&rotation| Vec4::from(rotation)));
        } else {
            self.push_brought_to_unit(pose)?;
        }
        self.face_frame_before();
        for &(joint, position) in &pose.translations {
            if !position.is_finite() {
                return Err(self.bad_number(joint, "translation"));
            }
            self.rows.push(position.extend(0.0));
        }
        Ok(())
    }

    fn push_brought_to_unit(&mut self, pose: &Pose) -> Result<(), ClipError> {
        for (joint, &rotation) in self.skeleton.ids().zip(&pose.rotations) {
            let unit = unit(rotation).ok_or_else(|| self.bad_number(joint, "rotation"))?;
            self.rows.push(unit.into());
        }
        Ok(())
    }

    /// Turns the rotations that were just pushed to the hemisphere of those a frame earlier.
    fn face_frame_before(&mut self) {
        let (joints, stride) = (self.skeleton.len(), 1 + self.skeleton.len() + self.translated.len());
        let now = self.rows.len() - joints;
        let Some(start) = now.checked_sub(stride) else { return };
        let (earlier, now) = self.rows.split_at_mut(now);
        for (rotation, before) in now.iter_mut().zip(&earlier[start..]) {
            if rotation.dot(*before) < 0.0 {
                *rotation = -*rotation;
            }
        }
    }

    /// The clip of all frames so far, with no labels or constraints.
    ///
    /// # Errors
    /// When there is no frame, or the rate is not positive and finite.
    pub fn finish(self) -> Result<Clip, ClipError> {
        check_rate(&self.name, self.rate)?;
        if self.rows.is_empty() {
            return Err(ClipError::Empty { clip: self.name });
        }
        Ok(Clip {
            name: self.name,
            skeleton: self.skeleton,
            rate: self.rate,
            translated: self.translated,
            rows: Arc::new(self.rows),
            labels: Vec::new(),
            constraints: Constraints::default(),
        })
    }

    fn check_lengths(&self, pose: &Pose) -> Result<(), ClipError> {
        let wrong = |what, found, expected| {
            let (clip, frame) = (self.name.clone(), self.frames());
            Err(ClipError::WrongLength { clip, frame, what, found, expected })
        };
        if pose.rotations.len() != self.skeleton.len() {
            return wrong("rotations", pose.rotations.len(), self.skeleton.len());
        }
        if !pose.translations.iter().map(|&(joint, _)| joint).eq(self.translated.iter().copied()) {
            return wrong("translations", pose.translations.len(), self.translated.len());
        }
        Ok(())
    }

    fn bad_number(&self, joint: JointId, what: &'static str) -> ClipError {
        let joint = self.skeleton.name(joint).to_owned();
        ClipError::BadNumber { clip: self.name.clone(), frame: self.frames(), joint, what }
    }
}

fn unit(rotation: Quat) -> Option<Quat> {
    let length = rotation.length();
    (length.is_finite() && length > 1e-6)
        .then(|| if rotation.is_normalized() { rotation } else { rotation / length })
}
