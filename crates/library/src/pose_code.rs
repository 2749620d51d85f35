//! The poses of a clip as few bytes, to the last bit.
//!
//! Each column (a coordinate of the root, a component of a joint's rotation, a coordinate of a translation track) is
//! written down on its own. A captured number is close to where the two before it lead, so only the difference from
//! there is kept; differences have mostly empty high bytes, which lie together and pack well.

use glam::{Quat, Vec3};
use segue_motion::{Clip, JointId, Pose, Skeleton};
use std::sync::Arc;

use segue_store::{ContainerError, FileKind, Reader, Writer};

const KIND: FileKind = FileKind {
    tag: *b"POS",
    name: "a run of poses",
    version: 2,
    // Four hours of 70 joints at 120 frames per second.
    largest: 1 << 31,
    remedy: "add the clip to the library again",
};

/// Frames that are packed together, so that neither packing nor unpacking needs much memory beside the clip.
const BLOCK: usize = 2048;

/// The poses and translation tracks of a clip, as a container.
pub(crate) fn encode(clip: &Clip) -> Vec<u8> {
    let mut plain = Writer::default();
    write(clip, &mut plain);
    KIND.pack(&plain.0)
}

/// The poses and translation tracks of a clip.
pub(crate) fn write(clip: &Clip, plain: &mut Writer) {
    plain.count(clip.len());
    plain.count(clip.translated().len());
    clip.translated().iter().for_each(|joint| plain.count(joint.index()));
    let columns = columns(clip.skeleton().len(), clip.translated().len());
    let mut values = Vec::new();
    for first in (0..clip.len()).step_by(BLOCK) {
        let frames = BLOCK.min(clip.len() - first);
        values.clear();
        (first..first + frames).for_each(|frame| push_frame(clip, frame, &mut values));
        for column in 0..columns {
            push_column(values.iter().skip(column).step_by(columns).copied(), frames, &mut plain.0);
        }
    }
}

/// Values in a frame.
fn columns(joints: usize, translated: usize) -> usize {
    3 + 4 * joints + 3 * translated
}

fn push_frame(clip: &Clip, frame: usize, values: &mut Vec<u32>) {
    let pose = clip.frame(frame);
    let mut push = |numbers: &[f32]| values.extend(numbers.iter().map(|number| number.to_bits()));
    push(&pose.root.to_array());
    pose.rotations.iter().for_each(|rotation| push(&rotation.to_array()));
    pose.translations().for_each(|(_, position)| push(&position.to_array()));
}

/// What the two values before lead to expect. In bits, not as numbers: so no rounding can lose anything.
fn expected([before, last]: [u32; 2]) -> u32 {
    last.wrapping_add(last.wrapping_sub(before))
}

/// The four bytes of the differences, all lowest ones first.
fn push_column(values: impl Iterator<Item = u32>, frames: usize, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + 4 * frames, 0);
    let mut history = [0, 0];
    for (row, value) in values.enumerate() {
        let difference = value.wrapping_sub(expected(history)).cast_signed();
        // Small differences of either sign become small numbers.
        let folded = (difference << 1 ^ difference >> 31).cast_unsigned();
        for (plane, byte) in folded.to_le_bytes().into_iter().enumerate() {
            out[start + plane * frames + row] = byte;
        }
        history = [if row == 0 { value } else { history[1] }, value];
    }
}

/// What [`encode`] made bytes of, as a clip without labels and constraints.
pub(crate) fn decode(
    bytes: &[u8],
    name: &str,
    skeleton: Arc<Skeleton>,
    rate: f64,
) -> Result<Clip, ContainerError> {
    let plain = KIND.unpack(bytes)?;
    let mut plain = Reader(&plain);
    let clip = read(&mut plain, name, skeleton, rate);
    clip.filter(|_| plain.0.is_empty()).ok_or_else(|| KIND.damaged("its columns make no clip"))
}

/// What [`write`] wrote; `None` when the bytes are something else.
pub(crate) fn read(plain: &mut Reader<'_>, name: &str, skeleton: Arc<Skeleton>, rate: f64) -> Option<Clip> {
    let frames = plain.count()?;
    let translated = plain.length(4)?;
    let translated: Vec<JointId> =
        (0..translated).map(|_| JointId::checked(plain.count()?)).collect::<Option<_>>()?;
    let is_there = |joint: &JointId| joint.index() < skeleton.len() && *joint != JointId::ROOT;
    if !translated.is_sorted_by(|a, b| a < b) || !translated.iter().all(is_there) {
        return None;
    }
    let columns = columns(skeleton.len(), translated.len());
    if frames.checked_mul(4 * columns)? > plain.0.len() {
        return None;
    }
    let mut pose = Pose::rest(&skeleton);
    pose.translations = translated.iter().map(|&joint| (joint, Vec3::ZERO)).collect();
    let mut builder = Clip::builder(name, skeleton, rate, &translated);
    builder.reserve(frames);
    let mut values = Vec::new();
    for first in (0..frames).step_by(BLOCK) {
        let block = BLOCK.min(frames - first);
        read_block(plain, block, columns, &mut values)?;
        for row in values.chunks_exact(columns) {
            fill(row, &mut pose);
            builder.push(&pose).ok()?;
        }
    }
    builder.finish().ok().filter(Clip::is_within_bounds)
}

fn read_block(plain: &mut Reader<'_>, frames: usize, columns: usize, values: &mut Vec<f32>) -> Option<()> {
    values.clear();
    values.resize(frames * columns, 0.0);
    for column in 0..columns {
        let planes = plain.take(4 * frames)?;
        let mut history = [0, 0];
        for row in 0..frames {
            let byte = |plane: usize| planes[plane * frames + row];
            let folded = u32::from_le_bytes([byte(0), byte(1), byte(2), byte(3)]);
            let difference = (folded >> 1) ^ 0_u32.wrapping_sub(folded & 1);
            let value = expected(history).wrapping_add(difference);
            values[row * columns + column] = f32::from_bits(value);
            history = [if row == 0 { value } else { history[1] }, value];
        }
    }
    Some(())
}

fn fill(row: &[f32], pose: &mut Pose) {
    let (root, rest) = row.split_at(3);
    let (rotations, translations) = rest.split_at(4 * pose.rotations.len());
    pose.root = Vec3::from_slice(root);
    for (rotation, values) in pose.rotations.iter_mut().zip(rotations.chunks_exact(4)) {
        *rotation = Quat::from_slice(values);
    }
    for ((_, position), values) in pose.translations.iter_mut().zip(translations.chunks_exact(3)) {
        *position = Vec3::from_slice(values);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn joint_and_frame_numbers_that_no_clip_has_are_damage() {
        let clip = Sample::find("walk").unwrap().clip();
        let decoded = |frames: usize, translated: &[usize]| {
            let mut out = Writer::default();
            out.count(frames);
            out.count(translated.len());
            for &joint in translated {
                out.count(joint);
            }
            decode(&KIND.pack(&out.0), "clip", clip.skeleton().clone(), 30.0)
        };
        let beyond = clip.skeleton().len();
        for (frames, translated) in
            [(0, &[70_000][..]), (u32::MAX as usize, &[]), (1, &[1 << 30]), (1, &[beyond]), (1, &[0])]
        {
            assert!(matches!(decoded(frames, translated), Err(ContainerError::Damaged { .. })), "{frames}");
        }
    }

    /// What a reader of motion files would refuse is refused here too.
    #[test]
    fn clips_beyond_all_use_are_damage() {
        let clip = Sample::find("walk").unwrap().clip();
        let decoded = |clip: &Clip, rate: f64| decode(&encode(clip), "clip", clip.skeleton().clone(), rate);
        assert!(decoded(&clip, 30.0).is_ok());
        let far = clip.map_poses(|_, pose| pose.root.x = 1e20).unwrap();
        for (clip, rate) in [(&far, 30.0), (&clip, 1e-8), (&clip, 1e300), (&clip, f64::NAN)] {
            assert!(matches!(decoded(clip, rate), Err(ContainerError::Damaged { .. })), "{rate}");
        }
        // A joint of another skeleton, with all the numbers that its track needs.
        let mut one = Pose::rest(clip.skeleton());
        one.translations = vec![(JointId::new(clip.skeleton().len()), Vec3::ZERO)];
        let mut frames = Clip::builder("a", clip.skeleton().clone(), 30.0, &[one.translations[0].0]);
        frames.push(&one).unwrap();
        assert!(decoded(&frames.finish().unwrap(), 30.0).is_err());
    }
}
