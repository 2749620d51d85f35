//! Cutting and joining clips.

use std::sync::Arc;

use glam::{Quat, Vec3};

use crate::root_motion::heading;
use crate::{Clip, ClipError, Constraints, FrameRange, Ground, JointId, PoseRef};

/// Some frames of a clip, without a copy.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Clip, ClipRange, FrameRange, Joint, Pose, Skeleton};
///
/// let root = Joint { name: "Hips".into(), parent: None, offset: Vec3::Y, rest: Quat::IDENTITY };
/// let skeleton = Arc::new(Skeleton::new(vec![root], vec![])?);
/// let mut frames = Clip::builder("still", skeleton.clone(), 30.0, &[]);
/// for _ in 0..10 {
///     frames.push(&Pose::rest(&skeleton))?;
/// }
/// let clip = frames.finish()?;
/// let part = ClipRange::new(&clip, FrameRange { first: 2, last: 5 }).unwrap();
/// assert_eq!(part.len(), 4);
/// assert_eq!(part.to_clip().len(), 4);
/// assert!(ClipRange::new(&clip, FrameRange { first: 2, last: 10 }).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ClipRange<'a> {
    clip: &'a Clip,
    range: FrameRange,
}

impl<'a> ClipRange<'a> {
    /// The frames `range` of `clip`; `None` when it ends before them.
    pub fn new(clip: &'a Clip, range: FrameRange) -> Option<Self> {
        (range.first <= range.last && range.last <= clip.last_frame()).then_some(Self { clip, range })
    }

    /// The clip that the frames are of.
    pub fn clip(self) -> &'a Clip {
        self.clip
    }

    /// The frames, counted in the clip.
    pub fn range(self) -> FrameRange {
        self.range
    }

    /// Number of frames, at least 1.
    #[expect(clippy::len_without_is_empty, reason = "a range is never empty")]
    pub fn len(self) -> usize {
        self.range.len()
    }

    /// The pose at a frame counted from the first of the range.
    pub fn frame(self, frame: usize) -> PoseRef<'a> {
        assert!(frame < self.len(), "frame {frame} of a range of {}", self.len());
        self.clip.frame(self.range.first + frame)
    }

    /// All poses in order.
    pub fn frames(self) -> impl ExactSizeIterator<Item = PoseRef<'a>> + DoubleEndedIterator {
        (0..self.len()).map(move |frame| self.frame(frame))
    }

    /// The frames as a clip of their own; see [`Clip::slice`].
    pub fn to_clip(self) -> Clip {
        self.clip.slice(self.range)
    }
}

/// Where the second of two joined clips stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seam {
    /// Where it is.
    AsIs,
    /// Where the first one ends: turned and moved on the floor so that the root continues in its heading, one frame's
    /// step ahead.
    Aligned,
}

/// Why clips cannot be joined.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum JoinError {
    /// There is nothing to join.
    #[error("there is no clip to join")]
    Nothing,
    /// Two different skeletons.
    #[error("`{first}` and `{second}` move different skeletons; retarget one of them first")]
    Skeletons {
        /// A clip.
        first: String,
        /// One with another skeleton.
        second: String,
    },
    /// Two different rates.
    #[error("`{first}` has {rate} frames per second and `{second}` has {other}; resample one of them first")]
    Rates {
        /// A clip.
        first: String,
        /// Its rate.
        rate: f64,
        /// Another clip.
        second: String,
        /// The other rate.
        other: f64,
    },
    /// Translation tracks on different joints.
    #[error("`{first}` and `{second}` have translation tracks on different joints")]
    Tracks {
        /// A clip.
        first: String,
        /// One with other tracks.
        second: String,
    },
    /// The joined frames are not a valid clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
}

/// Joins clips end to end under a new name. Labels are united; plants that meet at a seam become one.
///
/// # Errors
/// When skeletons, rates or translation tracks differ.
pub fn concatenated(name: &str, clips: &[Clip], seam: Seam) -> Result<Clip, JoinError> {
    let (first, rest) = clips.split_first().ok_or(JoinError::Nothing)?;
    let mut builder = Clip::builder(name, first.skeleton().clone(), first.rate(), first.translated());
    builder.reserve(clips.iter().map(Clip::len).sum());
    let (mut labels, mut constraints) = (first.labels.clone(), first.constraints().clone());
    push_all(&mut builder, first, Ground::IDENTITY)?;
    let mut placed = (first, Ground::IDENTITY);
    for clip in rest {
        check_alike(first, clip)?;
        let ground = match seam {
            Seam::AsIs => Ground::IDENTITY,
            Seam::Aligned => placed.1 * continued(placed.0, clip),
        };
        constraints = joined(&constraints, clip.constraints(), builder.frames());
        push_all(&mut builder, clip, ground)?;
        let new: Vec<String> = clip.labels.iter().filter(|&label| !labels.contains(label)).cloned().collect();
        labels.extend(new);
        placed = (clip, ground);
    }
    let mut clip = builder.finish()?;
    clip.labels = labels;
    Ok(clip.with_constraints(constraints)?)
}

fn push_all(builder: &mut crate::ClipBuilder, clip: &Clip, ground: Ground) -> Result<(), ClipError> {
    clip.frames().try_for_each(|pose| {
        let mut pose = pose.to_pose();
        ground.move_pose(&mut pose);
        builder.push(&pose)
    })
}

fn check_alike(first: &Clip, second: &Clip) -> Result<(), JoinError> {
    let names = || (first.name().to_owned(), second.name().to_owned());
    let same = Arc::ptr_eq(first.skeleton(), second.skeleton()) || first.skeleton() == second.skeleton();
    if !same {
        let (first, second) = names();
        return Err(JoinError::Skeletons { first, second });
    }
    // Rates that differ in the last digits are the same one written twice.
    if (first.rate() / second.rate() - 1.0).abs() > 1e-6 {
        let (rate, other) = (first.rate(), second.rate());
        let (first, second) = names();
        return Err(JoinError::Rates { first, rate, second, other });
    }
    if first.translated() != second.translated() {
        let (first, second) = names();
        return Err(JoinError::Tracks { first, second });
    }
    Ok(())
}

/// The placement of `second` that makes it go on where `first` ends.
fn continued(first: &Clip, second: &Clip) -> Ground {
    let rest = first.skeleton().joint(JointId::ROOT).rest;
    let place = |clip: &Clip, frame: usize| {
        let pose = clip.frame(frame);
        Ground::new(
            heading(pose.rotations[0] * rest.conjugate(), 0.0),
            pose.root.x.into(),
            pose.root.z.into(),
        )
    };
    let end = place(first, first.last_frame());
    let steps = [
        step(first, first.last_frame().saturating_sub(1), end.angle),
        step(second, 0, place(second, 0).angle),
    ];
    let ahead = Quat::from_rotation_y(end.angle as f32) * ((steps[0] + steps[1]) / 2.0);
    let next = Ground::new(end.angle, end.x + f64::from(ahead.x), end.z + f64::from(ahead.z));
    next * place(second, 0).inverse()
}

/// How far the root moves over the floor from one frame to the next, relative to its heading.
fn step(clip: &Clip, frame: usize, heading: f64) -> Vec3 {
    let next = (frame + 1).min(clip.last_frame());
    let way = (clip.frame(next).root - clip.frame(frame).root).with_y(0.0);
    Quat::from_rotation_y(-heading as f32) * way
}

/// The annotations of one clip followed by those of another that begins at frame `start`.
fn joined(before: &Constraints, after: &Constraints, start: usize) -> Constraints {
    let mut all = Constraints::default();
    for kind in crate::ConstraintKind::ALL {
        let shifted =
            after.of(kind).iter().map(|r| FrameRange { first: r.first + start, last: r.last + start });
        let mut ranges: Vec<FrameRange> = before.of(kind).to_vec();
        for range in shifted {
            match ranges.last_mut() {
                Some(last) if last.last + 1 == start && range.first == start => last.last = range.last,
                _ => ranges.push(range),
            }
        }
        all.set(kind, ranges).expect("the second clip's intervals come after the first's");
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{moving, walk};
    use crate::{Anatomy, PlantSettings, RootMotion, find_plants, resampled};
    use proptest::prelude::*;

    fn planted() -> Clip {
        let clip = walk(30.0, 3.0);
        let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
        clip.with_constraints(plants).unwrap()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn a_clip_cut_in_two_and_joined_is_the_clip(cut in 0usize..90) {
            let clip = planted();
            let parts = [FrameRange { first: 0, last: cut }, FrameRange { first: cut + 1, last: clip.last_frame() }];
            let parts = parts.map(|range| ClipRange::new(&clip, range).unwrap().to_clip());
            prop_assert!(concatenated("walk", &parts, Seam::AsIs).unwrap() == clip);
        }
    }

    #[test]
    fn an_aligned_walk_goes_on_where_it_ended_from_anywhere() {
        let clip = planted();
        // The walk has a period of one second: frames 0 to 29 can be repeated without end.
        let cycle = clip.slice(FrameRange { first: 0, last: 29 });
        let away = Ground::new(2.0, 5.0, -3.0).move_clip(&cycle);
        let long = concatenated("long", &[cycle.clone(), away.clone(), cycle, away], Seam::Aligned).unwrap();
        assert_eq!(long.len(), 120);
        let motion = RootMotion::of(&long);
        assert!((motion.at(119.0).z - 1.2 * 119.0 / 30.0).abs() < 1e-3, "{:?}", motion.at(119.0));
        assert!(motion.at(119.0).x.abs() < 1e-3);
        let steps = long.frames().map(|pose| pose.root).collect::<Vec<_>>();
        assert!(steps.windows(2).all(|pair| (pair[1].distance(pair[0]) - 0.04).abs() < 1e-3));
    }

    #[test]
    fn what_does_not_fit_together_is_named() {
        let (walk, still) = (planted(), moving(30.0));
        let join = |clips: &[Clip]| concatenated("x", clips, Seam::AsIs);
        assert_eq!(join(&[]), Err(JoinError::Nothing));
        let faster = resampled(&walk, 60.0, crate::Interpolation::Linear).unwrap();
        assert!(matches!(join(&[walk.clone(), faster]), Err(JoinError::Rates { .. })));
        let root = walk.skeleton().joint(JointId::ROOT).clone();
        let stump = Arc::new(crate::Skeleton::new(vec![root], vec![]).unwrap());
        let mut builder = Clip::builder("stump", stump.clone(), 30.0, &[]);
        builder.push(&crate::Pose::rest(&stump)).unwrap();
        assert!(matches!(join(&[walk.clone(), builder.finish().unwrap()]), Err(JoinError::Skeletons { .. })));
        assert!(join(&[walk, still]).is_ok(), "equal skeletons need not be the same allocation");
    }
}
