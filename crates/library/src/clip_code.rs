//! Whole clips as bytes, for files that hold some clips of their own.

use std::sync::Arc;

use segue_motion::{Clip, ConstraintKind, Constraints, FrameRange};

use crate::{pose_code, skeleton_code};
use segue_motion::bytes::{Reader, Writer};

/// Changes whenever the bytes do.
const VERSION: u8 = 1;

/// A clip as bytes: its name, rate, skeleton, poses to the last bit and constraints; labels are left out.
pub fn pack_clip(clip: &Clip) -> Vec<u8> {
    let mut out = Writer(vec![VERSION]);
    out.word(clip.name());
    out.number(clip.rate());
    for part in [skeleton_code::encode(clip.skeleton()), pose_code::encode(clip)] {
        out.count(part.len());
        out.0.extend(part);
    }
    let kinds: Vec<_> = clip.constraints().iter().collect();
    out.count(kinds.len());
    for (kind, ranges) in kinds {
        out.word(kind.name());
        out.count(ranges.len());
        for range in ranges {
            out.count(range.first);
            out.count(range.last);
        }
    }
    out.0
}

/// The clip that [`pack_clip`] made bytes of; `None` when they are something else.
///
/// ```
/// use segue_library::{pack_clip, unpack_clip};
/// use segue_actors::Sample;
///
/// let mut walk = Sample::find("walk").unwrap().clip();
/// walk.labels.clear();
/// assert_eq!(unpack_clip(&pack_clip(&walk)), Some(walk));
/// assert_eq!(unpack_clip(b"walk"), None);
/// ```
pub fn unpack_clip(bytes: &[u8]) -> Option<Clip> {
    let mut bytes = Reader(bytes);
    bytes.byte().filter(|&version| version == VERSION)?;
    let name = bytes.word()?;
    let rate = bytes.number()?;
    let mut part = || {
        let length = bytes.length(1)?;
        bytes.take(length)
    };
    let skeleton = skeleton_code::decode(part()?)?;
    let clip = pose_code::decode(part()?, &name, Arc::new(skeleton), rate)?;
    let mut constraints = Constraints::default();
    for _ in 0..bytes.length(8)? {
        let kind = ConstraintKind::from_name(&bytes.word()?)?;
        let count = bytes.length(8)?;
        let ranges = (0..count).map(|_| FrameRange::new(bytes.count()?, bytes.count()?));
        constraints.set(kind, ranges.collect::<Option<Vec<_>>>()?).ok()?;
    }
    clip.with_constraints(constraints).ok().filter(|_| bytes.0.is_empty())
}
