//! Fingerprints of clips.

use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::{Clip, Constraints, Pose, Skeleton};

/// A fingerprint of the content of a clip: skeleton, rate, poses and plants, but not its name or labels.
///
/// In files of text it is 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ContentHash([u8; 32]);

impl ContentHash {
    /// The fingerprint of a clip.
    pub fn of(clip: &Clip) -> Self {
        let mut numbers = Numbers::default();
        for joint in clip.skeleton().joints() {
            numbers.add(&joint.offset.to_array());
            numbers.add(&joint.rest.to_array());
        }
        for site in clip.skeleton().end_sites() {
            numbers.add(&site.offset.to_array());
        }
        for pose in clip.frames() {
            numbers.add(&pose.root.to_array());
            pose.rotations.iter().for_each(|rotation| numbers.add(&rotation.to_array()));
            pose.translations().for_each(|(_, position)| numbers.add(&position.to_array()));
        }
        let mut hasher = numbers.finish();
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

    /// The fingerprint of a skeleton: that of a clip of its rest pose.
    ///
    /// # Panics
    /// Never: a rest pose is a clip of one frame.
    pub fn of_skeleton(skeleton: &Arc<Skeleton>) -> Self {
        let mut rest = Clip::builder("rest", skeleton.clone(), 1.0, &[]);
        rest.push(&Pose::rest(skeleton)).expect("a rest pose has every joint");
        Self::of(&rest.finish().expect("one frame is a clip"))
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

/// Numbers on their way into a fingerprint: many together are taken in in a third of the time.
#[derive(Default)]
struct Numbers {
    hasher: blake3::Hasher,
    waiting: Vec<u8>,
}

/// Bytes that are taken in together.
const AT_ONCE: usize = 64 << 10;

impl Numbers {
    fn add(&mut self, values: &[f32]) {
        self.waiting.extend(values.iter().flat_map(|value| value.to_le_bytes()));
        if self.waiting.len() >= AT_ONCE {
            self.hasher.update(&self.waiting);
            self.waiting.clear();
        }
    }

    fn finish(mut self) -> blake3::Hasher {
        self.hasher.update(&self.waiting);
        self.hasher
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

impl From<ContentHash> for String {
    fn from(hash: ContentHash) -> Self {
        let mut digits = Self::with_capacity(64);
        for byte in hash.0 {
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}

/// Text that is no fingerprint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a fingerprint is 64 hexadecimal digits, not `{0}`")]
pub struct HashError(String);

impl TryFrom<String> for ContentHash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        match blake3::Hash::from_hex(&text) {
            Ok(hash) => Ok(Self(*hash.as_bytes())),
            Err(_) => Err(HashError(text)),
        }
    }
}

/// The first eight digits, for people to compare.
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

    #[test]
    fn digits_and_fingerprint_are_the_same() {
        let hash = ContentHash::of(&testing::walk(30.0, 1.0));
        let digits = String::from(hash);
        assert_eq!(ContentHash::try_from(digits.clone()), Ok(hash));
        assert!(digits.starts_with(&hash.to_string()));
        assert!(ContentHash::try_from(digits[1..].to_owned()).is_err());
        assert!(ContentHash::try_from("no digits".to_owned()).is_err());
    }
}
