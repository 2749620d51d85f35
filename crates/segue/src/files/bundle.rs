//! Clips and what was made of them, in one run of bytes that needs nothing else.

use segue_library::{pack_clip, unpack_clip};
use segue_motion::Clip;

/// How a kind of bundle begins.
pub(crate) struct Kind {
    pub(crate) magic: &'static [u8; 8],
    /// Changes whenever the bytes do; older versions are read or refused by name.
    pub(crate) version: u8,
}

/// Why bytes are no bundle of a kind.
#[derive(Debug)]
pub(crate) enum Spoilt {
    /// They begin otherwise.
    NotOne,
    /// They are of this version.
    Version(u8),
    /// They are cut short or changed.
    Damaged,
}

impl Kind {
    /// The clips, packed, and then the bytes of what was made of them.
    pub(crate) fn encode<'a>(&self, clips: impl ExactSizeIterator<Item = &'a Clip>, made: &[u8]) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.push(self.version);
        bytes.extend_from_slice(&(clips.len() as u64).to_le_bytes());
        for clip in clips {
            push(&mut bytes, &pack_clip(clip));
        }
        push(&mut bytes, made);
        bytes
    }

    /// What [`Kind::encode`] was given.
    pub(crate) fn decode<'a>(&self, bytes: &'a [u8]) -> Result<(Vec<Clip>, &'a [u8]), Spoilt> {
        let rest = bytes.strip_prefix(self.magic).ok_or(Spoilt::NotOne)?;
        let (&version, mut rest) = rest.split_first().ok_or(Spoilt::NotOne)?;
        if version != self.version {
            return Err(Spoilt::Version(version));
        }
        let count = number(&mut rest).ok_or(Spoilt::Damaged)?;
        let mut clips = Vec::new();
        for _ in 0..count {
            let clip = block(&mut rest).and_then(unpack_clip);
            clips.push(clip.ok_or(Spoilt::Damaged)?);
        }
        Ok((clips, block(&mut rest).ok_or(Spoilt::Damaged)?))
    }
}

fn push(bytes: &mut Vec<u8>, part: &[u8]) {
    bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
    bytes.extend_from_slice(part);
}

fn number(bytes: &mut &[u8]) -> Option<usize> {
    let (number, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    usize::try_from(u64::from_le_bytes(*number)).ok()
}

fn block<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = number(bytes)?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}
