//! The poses of a clip as few bytes, to the last bit.
//!
//! Each column (a coordinate of the root, a component of a joint's rotation, a coordinate of a translation track) is
//! written down on its own. A captured number is close to where the two before it lead, so only the difference from
//! there is kept; differences have mostly empty high bytes, which lie together and pack well.

use glam::{Quat, Vec3};
use segue_motion::{Clip, JointId, Pose, Skeleton};
use std::sync::Arc;

use segue_motion::bytes::{Reader, Writer};

/// Changes whenever the bytes do.
const VERSION: u8 = 1;

/// Little is gained beyond; packing takes about a tenth of reading the file.
const LEVEL: i32 = 3;

/// Frames that are packed together, so that neither packing nor unpacking needs much memory beside the clip.
const BLOCK: usize = 2048;

/// The poses and translation tracks of a clip.
pub(crate) fn encode(clip: &Clip) -> Vec<u8> {
    let mut plain = Writer(Vec::new());
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
    let mut out = vec![VERSION];
    out.extend(pack(&plain.0));
    out
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

fn pack(plain: &[u8]) -> Vec<u8> {
    let mut packer = zstd::bulk::Compressor::new(LEVEL).expect("the level is one of zstd's");
    packer.include_checksum(true).expect("a checksum is one of zstd's options");
    let packed = packer.compress(plain).expect("memory is the only thing that packing needs");
    let mut out = Writer(Vec::with_capacity(packed.len() + 4));
    out.count(plain.len());
    out.0.extend(packed);
    out.0
}

/// What [`encode`] made bytes of, as a clip without labels and constraints; `None` when they are something else or were
/// changed.
pub(crate) fn decode(bytes: &[u8], name: &str, skeleton: Arc<Skeleton>, rate: f64) -> Option<Clip> {
    let mut bytes = Reader(bytes);
    bytes.byte().filter(|&version| version == VERSION)?;
    let plain = unpack(bytes)?;
    let mut plain = Reader(&plain);
    let frames = plain.count()?;
    let translated = plain.length(4)?;
    let translated: Vec<JointId> =
        (0..translated).map(|_| plain.count().map(JointId::new)).collect::<Option<_>>()?;
    if !translated.is_sorted_by(|a, b| a < b) || translated.first() == Some(&JointId::ROOT) {
        return None;
    }
    let columns = columns(skeleton.len(), translated.len());
    if frames.checked_mul(4 * columns)? != plain.0.len() {
        return None;
    }
    let mut pose = Pose::rest(&skeleton);
    pose.translations = translated.iter().map(|&joint| (joint, Vec3::ZERO)).collect();
    let mut builder = Clip::builder(name, skeleton, rate, &translated);
    builder.reserve(frames);
    let mut values = Vec::new();
    for first in (0..frames).step_by(BLOCK) {
        let block = BLOCK.min(frames - first);
        read_block(&mut plain, block, columns, &mut values)?;
        for row in values.chunks_exact(columns) {
            fill(row, &mut pose);
            builder.push(&pose).ok()?;
        }
    }
    builder.finish().ok()
}

fn unpack(mut bytes: Reader<'_>) -> Option<Vec<u8>> {
    let length = bytes.count()?;
    // Asks for memory as the bytes come, so that a damaged length cannot ask for too much.
    let plain = zstd::bulk::Decompressor::new().ok()?.decompress(bytes.0, length).ok()?;
    (plain.len() == length).then_some(plain)
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
