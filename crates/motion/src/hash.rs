//! Fingerprints of clips.

use std::fmt;

use crate::{Clip, Constraints};

/// A fingerprint of all that matters about a clip: skeleton, rate, poses and plants, but not its name or labels.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// The fingerprint of a clip.
    pub fn of(clip: &Clip) -> Self {
        let mut hasher = blake3::Hasher::new();
        let mut numbers = |values: &[f32]| {
            for value in values {
                hasher.update(&value.to_le_bytes());
            }
        };
        for joint in clip.skeleton().joints() {
            numbers(&joint.offset.to_array());
            numbers(&joint.rest.to_array());
        }
        for site in clip.skeleton().end_sites() {
            numbers(&site.offset.to_array());
        }
        for pose in clip.frames() {
            numbers(&pose.root.to_array());
            pose.rotations.iter().for_each(|rotation| numbers(&rotation.to_array()));
            pose.translations().for_each(|(_, position)| numbers(&position.to_array()));
        }
        hash_structure(clip, &mut hasher);
        Self(*hasher.finalize().as_bytes())
    }

    /// The fingerprint of the motion alone, without plants: correcting them by hand does not change it, and no distance of
    /// poses depends on them.
    pub fn of_motion(clip: &Clip) -> Self {
        if clip.constraints().iter().next().is_none() {
            return Self::of(clip);
        }
        let bare = clip.clone().with_constraints(Constraints::default());
        Self::of(&bare.expect("no interval reaches beyond the clip"))
    }

    /// The fingerprint of these 32 bytes, as [`ContentHash::as_bytes`] gave them.
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes of the fingerprint.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Names, tree, rate and plants; every list is preceded by its length, so that no two clips read the same.
fn hash_structure(clip: &Clip, hasher: &mut blake3::Hasher) {
    let mut number = |value: usize| {
        hasher.update(&(value as u64).to_le_bytes());
    };
    number(clip.len());
    number(clip.skeleton().len());
    number(clip.skeleton().end_sites().len());
    clip.skeleton().end_sites().iter().for_each(|site| number(site.parent.index()));
    number(clip.translated().len());
    clip.translated().iter().for_each(|joint| number(joint.index()));
    for (kind, ranges) in clip.constraints().iter() {
        number(kind as usize);
        number(ranges.len());
        for range in ranges {
            number(range.first);
            number(range.last);
        }
    }
    for joint in clip.skeleton().joints() {
        hasher.update(&(joint.name.len() as u64).to_le_bytes());
        hasher.update(joint.name.as_bytes());
        let parent = joint.parent.map_or(u64::MAX, |parent| parent.index() as u64);
        hasher.update(&parent.to_le_bytes());
    }
    hasher.update(&clip.rate().to_le_bytes());
}

/// The first eight digits, as a person would compare them.
impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0[..4].iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ContentHash({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ConstraintKind, FrameRange, testing};

    #[test]
    fn plants_are_content_but_not_motion() {
        let bare = testing::walk(30.0, 1.0);
        let mut plants = Constraints::default();
        plants.set(ConstraintKind::LeftToe, vec![FrameRange { first: 2, last: 9 }]).unwrap();
        let planted = bare.clone().with_constraints(plants).unwrap();
        assert_ne!(ContentHash::of(&planted), ContentHash::of(&bare));
        assert_eq!(ContentHash::of_motion(&planted), ContentHash::of_motion(&bare));
        assert_eq!(ContentHash::of_motion(&bare), ContentHash::of(&bare));
    }
}
