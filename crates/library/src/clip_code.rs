//! Whole clips as bytes, for containers that hold some clips of their own.

use std::sync::Arc;

use segue_motion::{Clip, ConstraintKind, Constraints, FrameRange};
use segue_store::{Reader, Writer};

use crate::{pose_code, skeleton_code};

/// Writes a clip: its name, rate, skeleton, poses to the last bit and constraints; labels are left out.
pub fn write_clip(clip: &Clip, out: &mut Writer) {
    out.word(clip.name());
    out.number(clip.rate());
    skeleton_code::write(clip.skeleton(), out);
    pose_code::write(clip, out);
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
}

/// The clip that [`write_clip`] wrote; `None` when the bytes are something else.
///
/// ```
/// use segue_actors::Sample;
/// use segue_library::{read_clip, write_clip};
/// use segue_store::{Reader, Writer};
///
/// let mut walk = Sample::find("walk").unwrap().clip();
/// walk.labels.clear();
/// let mut out = Writer::default();
/// write_clip(&walk, &mut out);
/// assert_eq!(read_clip(&mut Reader(&out.0)), Some(walk));
/// assert_eq!(read_clip(&mut Reader(b"walk")), None);
/// ```
pub fn read_clip(bytes: &mut Reader<'_>) -> Option<Clip> {
    let name = bytes.word()?;
    let rate = bytes.number()?;
    let skeleton = skeleton_code::read(bytes)?;
    let clip = pose_code::read(bytes, &name, Arc::new(skeleton), rate)?;
    let mut constraints = Constraints::default();
    for _ in 0..bytes.length(8)? {
        let kind = ConstraintKind::from_name(&bytes.word()?)?;
        let count = bytes.length(8)?;
        let ranges = (0..count).map(|_| FrameRange::new(bytes.count()?, bytes.count()?));
        constraints.set(kind, ranges.collect::<Option<Vec<_>>>()?).ok()?;
    }
    clip.with_constraints(constraints).ok()
}
