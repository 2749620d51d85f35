//! What the row of a clip ends with, so that the clip can be told by its own pages alone.
//!
//! `SQLite` keeps the beginning of a long row in a page of the table and the rest in pages that follow one another. Where a file
//! is cut off, the former may be lost and the latter not. So a row ends with all else that the clip consists of, and with the
//! beginning of its poses.

use std::sync::Arc;

use segue_motion::{Clip, ContentHash};
use segue_store::{FileKind, Reader, Writer};

use crate::{Packed, pose_code, skeleton_code};

/// Marks a trailer. It is written twice, so that one of them lies within a page.
pub(crate) const MARK: [u8; 16] = *b"Segue clip ends\n";

/// Bytes of the poses that are written again, and of the row before a trailer at least: more than there are of a row in a page of
/// the table.
const HEAD: usize = 4096;

const KIND: FileKind = FileKind {
    tag: *b"END",
    name: "the end of a clip",
    version: 1,
    // A skeleton and the beginning of the poses.
    largest: 1 << 25,
    remedy: "add the clip to the library again",
};

/// A clip without all of its poses.
pub(crate) struct Trailer {
    pub(crate) name: String,
    rate: f64,
    hash: [u8; 32],
    skeleton: Vec<u8>,
    /// Bytes of the poses.
    poses: usize,
    /// The first of them.
    head: Vec<u8>,
}

impl Trailer {
    pub(crate) fn of(name: &str, clip: &Packed) -> Self {
        Self {
            name: name.to_owned(),
            rate: clip.rate,
            hash: *clip.hash.as_bytes(),
            skeleton: clip.skeleton.clone(),
            poses: clip.poses.len(),
            head: clip.poses[..HEAD.min(clip.poses.len())].to_vec(),
        }
    }

    /// The same of a clip that has another name.
    pub(crate) fn renamed(self, name: &str) -> Self {
        Self { name: name.to_owned(), ..self }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut body = Writer::default();
        body.word(&self.name);
        body.number(self.rate);
        body.block(&self.hash);
        body.block(&self.skeleton);
        body.count(self.poses);
        body.block(&self.head);
        let body = KIND.pack(&body.0);
        let mut out = Writer(vec![0; HEAD.saturating_sub(self.poses)]);
        out.0.extend([MARK, MARK].concat());
        out.block(&body);
        out.0
    }

    /// What [`Trailer::encode`] made bytes of; `None` for any others.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let bytes = &bytes[bytes.iter().position(|&byte| byte != 0)?..];
        let mut bytes = Reader(bytes.strip_prefix(&MARK)?.strip_prefix(&MARK)?);
        Self::decode_unmarked(bytes.block()?)
    }

    /// The same without the marks and the length.
    pub(crate) fn decode_unmarked(bytes: &[u8]) -> Option<Self> {
        let body = KIND.unpack(bytes).ok()?;
        let mut body = Reader(&body);
        let (name, rate) = (body.word()?, body.number()?);
        let hash = body.block()?.try_into().ok()?;
        let skeleton = body.block()?.to_vec();
        let poses = body.count()?;
        let head = body.block()?.to_vec();
        (head.len() <= poses).then_some(Self { name, rate, hash, skeleton, poses, head })
    }

    /// How many bytes from the end of the poses are missing.
    pub(crate) fn missing(&self) -> usize {
        self.poses - self.head.len()
    }

    /// The clip, of at least as many of the last bytes of its poses as are missing; `None` where they are those of another.
    pub(crate) fn clip(&self, last: &[u8]) -> Option<Clip> {
        let first = last.len().checked_sub(self.missing())?;
        let poses = [&self.head, &last[first..]].concat();
        let skeleton = Arc::new(skeleton_code::decode(&self.skeleton).ok()?);
        let clip = pose_code::decode(&poses, &self.name, skeleton, self.rate).ok()?;
        (ContentHash::of_motion(&clip) == ContentHash::from_bytes(self.hash)).then_some(clip)
    }
}
