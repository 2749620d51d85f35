//! Numbers for the page: `application/x-segue`.
//!
//! `SGB1`, the length of the header as a little-endian `u32`, the header as JSON padded with spaces so that data begin at a
//! multiple of 8, then the data. The header's `arrays` say of each array its type, shape and place in the data.

use std::sync::Arc;

use axum::body::Body;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use segue::motion::{Clip, ConstraintKind, ContentHash, FrameRange, Skeleton};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::AppError;
use crate::wire::ClipFrames;

pub(crate) const KIND: &str = "application/x-segue";
const MAGIC: &[u8; 4] = b"SGB1";
/// Arrays begin at multiples of this.
const ALIGNED: usize = 8;

/// A header and arrays, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct Container {
    header: Map<String, Value>,
    arrays: Map<String, Value>,
    clips: Vec<ClipFrames>,
    skeletons: Vec<(String, Arc<Skeleton>)>,
    data: Vec<u8>,
}

impl Container {
    /// A field of the header.
    pub(crate) fn field(&mut self, name: &str, value: impl Serialize) -> Result<(), AppError> {
        let value = serde_json::to_value(value).map_err(|error| AppError::internal(error.to_string()))?;
        self.header.insert(name.to_owned(), value);
        Ok(())
    }

    /// An array of numbers.
    pub(crate) fn floats(&mut self, name: &str, shape: &[usize], values: impl IntoIterator<Item = f32>) {
        self.array(name, "f32", shape);
        self.data.extend(values.into_iter().flat_map(f32::to_le_bytes));
    }

    /// An array of bytes.
    pub(crate) fn bytes(&mut self, name: &str, shape: &[usize], values: &[u8]) {
        self.array(name, "u8", shape);
        self.data.extend_from_slice(values);
    }

    fn array(&mut self, name: &str, kind: &str, shape: &[usize]) {
        self.data.resize(self.data.len().next_multiple_of(ALIGNED), 0);
        self.arrays.insert(name.to_owned(), json!({"type": kind, "shape": shape, "at": self.data.len()}));
    }

    /// A clip, or some frames of it, in the role that it has in the answer, with the common time of each frame where
    /// that is known.
    pub(crate) fn clip(&mut self, clip: &Clip, role: &str, u: &[f64], window: Option<[f64; 2]>) {
        let frames = frames_of(clip, window);
        let name = format!("clip{}", self.clips.len());
        let info = ClipFrames::of(clip, role, frames);
        self.skeletons.push((info.skeleton.clone(), clip.skeleton().clone()));
        self.clips.push(info);
        self.array(&format!("{name}.rows"), "f32", &[frames.len(), width(clip)]);
        (frames.first..=frames.last).for_each(|frame| push_row(clip, frame, &mut self.data));
        if u.len() == clip.len() {
            let u = u[frames.first..=frames.last].iter().map(|&u| u as f32);
            self.floats(&format!("{name}.u"), &[frames.len()], u);
        }
        self.bytes(&format!("{name}.plants"), &[frames.len()], &plants(clip, frames));
    }

    /// The skeletons of the clips, by fingerprint.
    pub(crate) fn skeletons(&self) -> &[(String, Arc<Skeleton>)] {
        &self.skeletons
    }

    /// All of it.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.header.insert("clips".to_owned(), json!(self.clips));
        self.header.insert("arrays".to_owned(), Value::Object(self.arrays));
        let mut bytes = head(&Value::Object(self.header));
        bytes.extend_from_slice(&self.data);
        bytes
    }
}

/// Everything before the data.
fn head(header: &Value) -> Vec<u8> {
    let mut text = header.to_string();
    while !(2 * MAGIC.len() + text.len()).is_multiple_of(ALIGNED) {
        text.push(' ');
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(text.as_bytes());
    bytes
}

impl ClipFrames {
    fn of(clip: &Clip, role: &str, frames: FrameRange) -> Self {
        Self {
            name: clip.name().to_owned(),
            role: role.to_owned(),
            skeleton: ContentHash::of_skeleton(clip.skeleton()).to_string(),
            rate: clip.rate(),
            start_secs: frames.first as f64 / clip.rate(),
            frames: frames.len(),
            all_frames: clip.len(),
            joints: clip.skeleton().len(),
            translated: clip.translated().iter().map(|joint| joint.index()).collect(),
        }
    }
}

/// The frames within some seconds; all of them without a window.
fn frames_of(clip: &Clip, window: Option<[f64; 2]>) -> FrameRange {
    let last = clip.last_frame();
    let whole = FrameRange { first: 0, last };
    let Some([from, to]) = window else { return whole };
    // Casts saturate, and no number becomes 0.
    let frame = |secs: f64| ((secs * clip.rate()).floor().max(0.0) as usize).min(last);
    FrameRange::new(frame(from), frame(to)).unwrap_or(whole)
}

/// Numbers in a row: the root, a quaternion for each joint, and a place for each that moves on its parent.
fn width(clip: &Clip) -> usize {
    3 + 4 * clip.skeleton().len() + 3 * clip.translated().len()
}

fn push_row(clip: &Clip, frame: usize, out: &mut Vec<u8>) {
    let pose = clip.frame(frame);
    let mut push =
        |values: &[f32]| values.iter().for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
    push(&pose.root.to_array());
    pose.rotations.iter().for_each(|rotation| push(&rotation.to_array()));
    pose.translations().for_each(|(_, place)| push(&place.to_array()));
}

/// A byte for each frame, a bit for each kind of plant that holds.
fn plants(clip: &Clip, frames: FrameRange) -> Vec<u8> {
    let mut bits = vec![0; frames.len()];
    for (bit, kind) in ConstraintKind::ALL.into_iter().enumerate() {
        for range in clip.constraints().of(kind) {
            let (first, last) = (range.first.max(frames.first), range.last.min(frames.last));
            (first..=last).for_each(|frame| bits[frame - frames.first] |= 1 << bit);
        }
    }
    bits
}

/// Rows that are sent at once.
const CHUNK: usize = 1 << 20;

/// The poses of one clip as an answer, row by row as they are asked for: ten minutes of capture need not be in memory
/// twice, and the page draws the first before the last has come.
pub(crate) fn stream(clip: Clip, frames: FrameRange) -> Response {
    let info = ClipFrames::of(&clip, "clip", frames);
    let shape = [frames.len(), width(&clip)];
    let header = json!({
        "answer": {}, "clips": [info], "arrays": {"clip0.rows": {"type": "f32", "shape": shape, "at": 0}}
    });
    let rows = Rows { clip, next: frames.first, last: frames.last, head: head(&header) };
    ([("content-type", KIND)], Body::from_stream(rows)).into_response()
}

/// The rows of a clip, in pieces.
struct Rows {
    clip: Clip,
    next: usize,
    last: usize,
    head: Vec<u8>,
}

impl futures_core::Stream for Rows {
    type Item = Result<Bytes, std::convert::Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        _: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        let mut chunk = std::mem::take(&mut self.head);
        while self.next <= self.last && chunk.len() < CHUNK {
            push_row(&self.clip, self.next, &mut chunk);
            self.next += 1;
        }
        std::task::Poll::Ready((!chunk.is_empty()).then(|| Ok(chunk.into())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads it as the page does.
    fn read(bytes: &[u8]) -> (Value, &[u8]) {
        assert_eq!(&bytes[..4], MAGIC);
        let length = u32::from_le_bytes(bytes[4..8].try_into().unwrap()) as usize;
        assert_eq!((8 + length) % ALIGNED, 0);
        (serde_json::from_slice(&bytes[8..8 + length]).unwrap(), &bytes[8 + length..])
    }

    #[test]
    fn what_goes_in_comes_out() {
        let clip = segue::actors::Sample::find("walk").unwrap().clip();
        let mut container = Container::default();
        container.field("answer", json!({"a": "é"})).unwrap();
        container.bytes("odd", &[3], &[1, 2, 3]);
        container.clip(&clip, "result", &vec![0.5; clip.len()], Some([0.5, 1.0]));
        let bytes = container.finish();
        let (header, data) = read(&bytes);
        assert_eq!(header["answer"]["a"], "é");
        let info = &header["clips"][0];
        let first = (0.5 * clip.rate()).floor() as usize;
        assert_eq!(info["start_secs"], json!(first as f64 / clip.rate()));
        let rows = &header["arrays"]["clip0.rows"];
        let at = rows["at"].as_u64().unwrap() as usize;
        assert_eq!(at % ALIGNED, 0);
        assert_eq!(rows["shape"][1].as_u64().unwrap() as usize, width(&clip));
        let bits = |n: usize| f32::from_le_bytes(data[at + 4 * n..][..4].try_into().unwrap()).to_bits();
        let pose = clip.frame(first);
        assert_eq!([0, 1, 2].map(bits), pose.root.to_array().map(f32::to_bits));
        assert_eq!([3, 4, 5, 6].map(bits), pose.rotations[0].to_array().map(f32::to_bits));
        let planted = header["arrays"]["clip0.plants"]["at"].as_u64().unwrap() as usize;
        let left = clip.constraints().of(ConstraintKind::ALL[0]).iter().any(|range| range.contains(first));
        assert_eq!(data[planted] & 1 == 1, left);
    }
}
