//! A captured motion: poses at a fixed rate.

mod builder;
mod error;

use std::sync::Arc;

use glam::{Vec4, Vec4Swizzles};

pub use builder::ClipBuilder;
pub use error::ClipError;

use crate::{ConstraintKind, Constraints, FrameRange, JointId, Pose, PoseRef, Skeleton};

/// Poses at a fixed rate on one skeleton, with a name, labels and constraint annotations.
///
/// A clip is a continuous function of time: between frames the root and translation tracks are interpolated
/// linearly and rotations by slerp. It has at least one frame, every number in it is finite and every rotation has
/// unit length. q and −q are the same turn; every rotation lies in the same hemisphere as the one a frame before, so that
/// sums over frames never mix two signs of one turn. All frames lie in one allocation, one row each: root, one
/// rotation per joint, translation tracks. Copies of a clip share it, whatever their names, rates and constraints are.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Clip, Joint, Pose, Skeleton};
///
/// let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
/// let skeleton = Arc::new(Skeleton::new(vec![root], vec![])?);
/// let mut pose = Pose::rest(&skeleton);
/// let mut frames = Clip::builder("slide", skeleton, 30.0, &[]);
/// for _ in 0..31 {
///     frames.push(&pose)?;
///     pose.root.x += 0.1;
/// }
/// let clip = frames.finish()?;
/// assert_eq!(clip.len(), 31);
/// assert_eq!(clip.duration_secs(), 1.0);
/// assert!((clip.sample(4.5).root.x - 0.45).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Clip {
    name: String,
    skeleton: Arc<Skeleton>,
    rate: f64,
    translated: Arc<[JointId]>,
    rows: Arc<Vec<Vec4>>,
    /// Words that say what happens in the clip; a search can be restricted to them.
    pub labels: Vec<String>,
    constraints: Constraints,
}

impl Clip {
    /// Starts a clip at `rate` frames per second in which the joints `translated` (in order of number, without
    /// the root) move relative to their parents.
    pub fn builder(
        name: impl Into<String>,
        skeleton: Arc<Skeleton>,
        rate: f64,
        translated: &[JointId],
    ) -> ClipBuilder {
        assert!(
            translated.is_sorted_by(|a, b| a < b) && !translated.contains(&JointId::ROOT),
            "translation tracks are listed in order of joint number, without the root"
        );
        ClipBuilder { name: name.into(), skeleton, rate, translated: translated.into(), rows: Vec::new() }
    }

    /// The name of the clip.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The same clip under another name.
    #[must_use]
    pub fn renamed(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// The skeleton it moves.
    pub fn skeleton(&self) -> &Arc<Skeleton> {
        &self.skeleton
    }

    /// The same poses on a skeleton with the same joints in the same order.
    pub(crate) fn on_same(mut self, skeleton: Arc<Skeleton>) -> Self {
        assert_eq!(skeleton.len(), self.skeleton.len(), "the joints are the same");
        self.skeleton = skeleton;
        self
    }

    /// Frames per second.
    pub fn rate(&self) -> f64 {
        self.rate
    }

    /// The same frames played at another rate.
    ///
    /// # Errors
    /// When `rate` is not positive and finite.
    pub fn with_rate(mut self, rate: f64) -> Result<Self, ClipError> {
        check_rate(&self.name, rate)?;
        self.rate = rate;
        Ok(self)
    }

    /// Number of frames, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a clip is never empty")]
    pub fn len(&self) -> usize {
        self.rows.len() / self.stride()
    }

    /// Number of the last frame.
    pub fn last_frame(&self) -> usize {
        self.len() - 1
    }

    /// Time from the first frame to the last.
    pub fn duration_secs(&self) -> f64 {
        self.last_frame() as f64 / self.rate
    }

    /// The joints other than the root that move relative to their parents, in order of number.
    pub fn translated(&self) -> &[JointId] {
        &self.translated
    }

    /// The pose at a whole frame, as it lies in the clip.
    pub fn frame(&self, frame: usize) -> PoseRef<'_> {
        let row = &self.rows[frame * self.stride()..][..self.stride()];
        let (rotations, translations) = row[1..].split_at(self.skeleton.len());
        PoseRef {
            root: row[0].xyz(),
            rotations: bytemuck::cast_slice(rotations),
            translated: &self.translated,
            translations,
        }
    }

    /// All numbers as they lie in memory: for each frame rows of four, first the place of the root (the fourth number means
    /// nothing), then one rotation (x, y, z, w) for each joint, then the translation tracks.
    pub fn numbers(&self) -> &[f32] {
        bytemuck::cast_slice(self.rows.as_slice())
    }

    /// All poses in order.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = PoseRef<'_>> + DoubleEndedIterator {
        (0..self.len()).map(|frame| self.frame(frame))
    }

    /// The pose at any frame time, whole or not; times outside the clip give its ends.
    pub fn sample(&self, frame: f64) -> Pose {
        let mut pose = self.frame(0).to_pose();
        self.sample_into(frame, &mut pose);
        pose
    }

    /// [`Clip::sample`] into a pose that already exists, without allocating once the lengths agree.
    pub fn sample_into(&self, frame: f64, pose: &mut Pose) {
        let frame = frame.clamp(0.0, self.last_frame() as f64);
        let before = frame as usize;
        let fraction = (frame - before as f64) as f32;
        pose.copy_from(self.frame(before));
        if fraction > 0.0 {
            let after = self.frame(before + 1);
            pose.root = pose.root.lerp(after.root, fraction);
            for (rotation, &next) in pose.rotations.iter_mut().zip(after.rotations) {
                *rotation = rotation.slerp(next, fraction);
            }
            for ((_, position), (_, next)) in pose.translations.iter_mut().zip(after.translations()) {
                *position = position.lerp(next, fraction);
            }
        }
    }

    /// Which points are planted, and when.
    pub fn constraints(&self) -> &Constraints {
        &self.constraints
    }

    /// The clip with other constraint annotations.
    ///
    /// # Errors
    /// When an interval reaches beyond the last frame.
    pub fn with_constraints(mut self, constraints: Constraints) -> Result<Self, ClipError> {
        let last = self.last_frame();
        let outside = |(kind, ranges): (ConstraintKind, &[FrameRange])| {
            ranges.last().filter(|range| range.last > last).map(|&range| (kind, range))
        };
        if let Some((kind, range)) = constraints.iter().find_map(outside) {
            return Err(ClipError::ConstraintOutside { clip: self.name, kind, range, last });
        }
        self.constraints = constraints;
        Ok(self)
    }

    /// The clip with every pose passed through `f`, which gets the frame number; name, labels and constraints stay.
    ///
    /// # Errors
    /// When `f` makes a pose that is not finite or changes the number of rotations or translations.
    pub fn map_poses(&self, mut f: impl FnMut(usize, &mut Pose)) -> Result<Self, ClipError> {
        let mut builder =
            Self::builder(self.name.clone(), self.skeleton.clone(), self.rate, &self.translated);
        builder.reserve(self.len());
        let mut pose = self.frame(0).to_pose();
        for (frame, source) in self.frames().enumerate() {
            pose.copy_from(source);
            f(frame, &mut pose);
            builder.push(&pose)?;
        }
        Ok(Self { labels: self.labels.clone(), constraints: self.constraints.clone(), ..builder.finish()? })
    }

    /// Some of the frames as a clip of their own; constraint annotations are cut to them and counted from the first.
    ///
    /// # Panics
    /// When the range reaches beyond the last frame.
    #[must_use]
    pub fn slice(&self, range: FrameRange) -> Self {
        assert!(range.last <= self.last_frame(), "frames {range} of a clip of {} frames", self.len());
        let shifted =
            |part: FrameRange| FrameRange { first: part.first - range.first, last: part.last - range.first };
        Self {
            name: self.name.clone(),
            skeleton: self.skeleton.clone(),
            rate: self.rate,
            translated: self.translated.clone(),
            rows: Arc::new(self.rows[range.first * self.stride()..(range.last + 1) * self.stride()].to_vec()),
            labels: self.labels.clone(),
            constraints: self.constraints.map(|interval| interval.intersection(range).map(shifted)),
        }
    }

    fn stride(&self) -> usize {
        1 + self.skeleton.len() + self.translated.len()
    }
}

fn check_rate(clip: &str, rate: f64) -> Result<(), ClipError> {
    if rate.is_finite() && rate > 0.0 {
        Ok(())
    } else {
        Err(ClipError::BadRate { clip: clip.to_owned(), rate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Joint;
    use glam::{Quat, Vec3};
    use proptest::prelude::*;

    /// One joint that moves 1 m a frame, with its foot down in every second run of five frames.
    fn slide(frames: usize) -> Clip {
        let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
        let skeleton = Arc::new(Skeleton::new(vec![root], vec![]).unwrap());
        let mut pose = Pose::rest(&skeleton);
        let mut builder = Clip::builder("slide", skeleton, 30.0, &[]);
        for frame in 0..frames {
            pose.root.x = frame as f32;
            builder.push(&pose).unwrap();
        }
        let mut plants = Constraints::default();
        let down =
            (0..frames).step_by(10).map(|first| FrameRange { first, last: (first + 4).min(frames - 1) });
        plants.set(ConstraintKind::LeftToe, down.collect()).unwrap();
        builder.finish().unwrap().with_constraints(plants).unwrap()
    }

    #[test]
    fn copies_share_their_frames() {
        let clip = slide(10);
        let copy = clip.clone().renamed("copy").with_rate(60.0).unwrap();
        let copy = copy.with_constraints(Constraints::default()).unwrap();
        assert!(std::ptr::eq(clip.numbers(), copy.numbers()));
    }

    proptest! {
        /// Keys of glTF files change sign in the middle of a clip; blends then threw a thigh by half a turn.
        #[test]
        fn rotations_never_change_hemisphere(turns in prop::collection::vec((prop::array::uniform4(-1.0..1.0f32), any::<bool>()), 2..30)) {
            let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
            let skeleton = Arc::new(Skeleton::new(vec![root], vec![]).unwrap());
            let mut pose = Pose::rest(&skeleton);
            let mut builder = Clip::builder("signs", skeleton, 30.0, &[]);
            for (numbers, negative) in &turns {
                let turn = Quat::from_array(*numbers);
                pose.rotations[0] = if *negative { -turn } else { turn };
                prop_assume!(builder.push(&pose).is_ok());
            }
            let clip = builder.finish().unwrap();
            for frame in 1..clip.len() {
                let [before, now] = [frame - 1, frame].map(|frame| clip.frame(frame).rotations[0]);
                prop_assert!(before.dot(now) >= 0.0);
            }
            for (frame, (numbers, _)) in turns.iter().enumerate() {
                let asked = Quat::from_array(*numbers).normalize();
                prop_assert!(asked.dot(clip.frame(frame).rotations[0]).abs() > 0.999, "the turn itself stays");
            }
        }

        #[test]
        fn a_slice_has_the_poses_and_plants_of_its_frames((first, last, frames) in (0..40usize, 0..40usize, 0..20usize).prop_map(|(a, b, more)| (a.min(b), a.max(b), a.max(b) + 1 + more))) {
            let clip = slide(frames);
            let part = clip.slice(FrameRange { first, last });
            prop_assert_eq!(part.len(), last - first + 1);
            for frame in 0..part.len() {
                prop_assert_eq!(part.frame(frame).root, clip.frame(first + frame).root);
                let planted = |clip: &Clip, frame| clip.constraints().holds(ConstraintKind::LeftToe, frame);
                prop_assert_eq!(planted(&part, frame), planted(&clip, first + frame));
            }
        }
    }
}
