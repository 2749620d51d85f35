//! A clip as arrays.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{Clip, ConstraintKind, Constraints, Joint, JointId, Pose, Skeleton};

use super::npy::{Archive, Values};
use crate::error::{Fault, Problem};

/// The arrays that a clip is read from; docs/arrays.md describes each.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrays {
    pub(super) name: String,
    pub(super) rate: f64,
    pub(super) names: Vec<String>,
    /// −1 for the root.
    pub(super) parents: Vec<i64>,
    pub(super) offsets: Vec<[f32; 3]>,
    pub(super) rest: Vec<[f32; 4]>,
    pub(super) root: Vec<[f32; 3]>,
    /// Frame by frame, joint by joint.
    pub(super) rotations: Vec<[f32; 4]>,
    pub(super) translated: Vec<i64>,
    pub(super) translations: Vec<[f32; 3]>,
    /// Frame by frame, one for each of [`ConstraintKind::ALL`].
    pub(super) plants: Vec<bool>,
}

impl Arrays {
    pub(super) fn read(archive: &Archive) -> Result<Self, Problem> {
        let text = |name: &str, dimensions: usize| match &archive.get(name, dimensions)?.values {
            Values::Text(texts) => Ok(texts.clone()),
            _ => Err(Problem::unexpected(format!("text in array `{name}`"), "something else")),
        };
        let whole = |name: &str| match &archive.get(name, 1)?.values {
            Values::Whole(numbers) => Ok(numbers.clone()),
            _ => Err(Problem::unexpected(format!("whole numbers in array `{name}`"), "something else")),
        };
        let plants = match archive.get("plants", 2) {
            Ok(array) => match &array.values {
                Values::Flags(flags) => flags.clone(),
                _ => Vec::new(),
            },
            Err(_) => Vec::new(),
        };
        let rates = archive.numbers("rate", 0)?.0;
        let arrays = Self {
            name: text("name", 0)?.into_iter().next().unwrap_or_default(),
            rate: rates.first().copied().unwrap_or(f64::NAN),
            names: text("names", 1)?,
            parents: whole("parents")?,
            offsets: rows(archive, "offsets", 2)?,
            rest: rows(archive, "rest", 2)?,
            root: rows(archive, "root", 2)?,
            rotations: rows(archive, "rotations", 3)?,
            translated: whole("translated")?,
            translations: rows(archive, "translations", 3)?,
            plants,
        };
        arrays.check()?;
        Ok(arrays)
    }

    /// Refuses arrays that disagree about the number of joints or frames.
    fn check(&self) -> Result<(), Problem> {
        let (joints, frames) = (self.names.len(), self.root.len());
        let lengths = [
            ("parents", self.parents.len(), joints),
            ("offsets", self.offsets.len(), joints),
            ("rest", self.rest.len(), joints),
            ("rotations", self.rotations.len(), joints.saturating_mul(frames)),
            ("translations", self.translations.len(), self.translated.len().saturating_mul(frames)),
        ];
        match lengths.iter().find(|(_, found, expected)| found != expected) {
            Some((name, found, expected)) => Err(Problem::unexpected(
                format!("{expected} rows in array `{name}` for {joints} joints and {frames} frames"),
                found.to_string(),
            )),
            None => Ok(()),
        }
    }

    /// The clip of the arrays, under a name.
    pub(super) fn clip(&self, name: &str) -> Result<Clip, Fault> {
        let skeleton = Arc::new(self.skeleton()?);
        let joint = |&number: &i64| {
            usize::try_from(number).ok().filter(|&joint| (1..self.names.len()).contains(&joint))
        };
        let moving: Option<Vec<JointId>> =
            self.translated.iter().map(|n| joint(n).map(JointId::new)).collect();
        let moving = moving.filter(|moving| moving.is_sorted_by(|a, b| a < b)).ok_or_else(|| {
            Problem::unexpected(
                "joints in rising order, without the root, in array `translated`",
                format!("{:?}", self.translated),
            )
        })?;
        let mut builder = Clip::builder(name, skeleton.clone(), self.rate, &moving);
        for (frame, &root) in self.root.iter().enumerate() {
            let rotations = &self.rotations[frame * self.names.len()..][..self.names.len()];
            let places = &self.translations[frame * moving.len()..][..moving.len()];
            builder.push(&Pose {
                root: Vec3::from_array(root),
                rotations: rotations.iter().map(|&turn| Quat::from_array(turn)).collect(),
                translations: moving
                    .iter()
                    .copied()
                    .zip(places.iter().map(|&at| Vec3::from_array(at)))
                    .collect(),
            })?;
        }
        let clip = builder.finish()?;
        let plants = constraints(&self.plants, clip.len());
        Ok(clip.with_constraints(plants)?)
    }

    fn skeleton(&self) -> Result<Skeleton, Fault> {
        if self.names.len() > Skeleton::MAX_JOINTS {
            return Err(segue_motion::SkeletonError::TooMany { found: self.names.len() }.into());
        }
        let parent = |&number: &i64| -> Result<Option<JointId>, Problem> {
            match usize::try_from(number) {
                Ok(parent) if parent < self.names.len() => Ok(Some(JointId::new(parent))),
                Err(_) if number == -1 => Ok(None),
                _ => Err(Problem::unexpected(
                    "the number of a joint, or -1, in array `parents`",
                    number.to_string(),
                )),
            }
        };
        let joints = self.names.iter().zip(&self.parents).zip(self.offsets.iter().zip(&self.rest));
        let joints = joints.map(|((name, number), (&offset, &rest))| {
            let rest = Quat::from_array(rest);
            let rest = if rest.length_squared() > 1e-12 { rest.normalize() } else { Quat::IDENTITY };
            Ok(Joint { name: name.clone(), parent: parent(number)?, offset: Vec3::from_array(offset), rest })
        });
        Ok(Skeleton::new(joints.collect::<Result<_, Problem>>()?, Vec::new())?)
    }
}

/// Rows of `N` numbers from an array with this number of dimensions, the last of which is `N`.
fn rows<const N: usize>(archive: &Archive, name: &str, dimensions: usize) -> Result<Vec<[f32; N]>, Problem> {
    let array = archive.get(name, dimensions)?;
    if array.shape.last() != Some(&N) {
        return Err(Problem::unexpected(
            format!("{N} numbers in each row of array `{name}`"),
            format!("{:?}", array.shape),
        ));
    }
    if let Values::Single(numbers) = &array.values {
        return Ok(numbers.as_chunks::<N>().0.to_vec());
    }
    let (numbers, _) = archive.numbers(name, dimensions)?;
    Ok(numbers.as_chunks::<N>().0.iter().map(|row| row.map(|number| number as f32)).collect())
}

/// The number of a joint; there are far fewer than numbers.
pub(super) fn number(joint: JointId) -> i64 {
    i64::try_from(joint.index()).unwrap_or(i64::MAX)
}

/// Frame by frame whether each point is planted.
pub(super) fn plants(clip: &Clip) -> Vec<bool> {
    let kinds = ConstraintKind::ALL;
    let mut flags = vec![false; clip.len() * kinds.len()];
    for (kind, ranges) in clip.constraints().iter() {
        let Some(column) = kinds.iter().position(|&other| other == kind) else { continue };
        for frame in ranges.iter().flat_map(|range| range.first..=range.last) {
            flags[frame * kinds.len() + column] = true;
        }
    }
    flags
}

/// The intervals of flags that were written by [`plants`]; none where there are too few.
fn constraints(flags: &[bool], frames: usize) -> Constraints {
    let kinds = ConstraintKind::ALL;
    let mut found = Constraints::default();
    if flags.len() != frames * kinds.len() {
        return found;
    }
    for (column, kind) in kinds.into_iter().enumerate() {
        let is_planted = |frame: usize| frame < frames && flags[frame * kinds.len() + column];
        let mut ranges = Vec::new();
        let mut frame = 0;
        while frame < frames {
            let first = frame;
            while is_planted(frame) {
                frame += 1;
            }
            if frame > first {
                ranges.push(segue_motion::FrameRange { first, last: frame - 1 });
            }
            frame += 1;
        }
        found.set(kind, ranges).expect("stretches of flags are disjoint and in order");
    }
    found
}
