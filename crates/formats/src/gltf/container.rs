//! The two ways a glTF file is packed: plain JSON, or a GLB container of a JSON and a binary chunk.

use crate::error::{Fault, Place, Problem};

const MAGIC: &[u8] = b"glTF";
const VERSION: u32 = 2;
const JSON: u32 = u32::from_le_bytes(*b"JSON");
const BIN: u32 = u32::from_le_bytes(*b"BIN\0");
const HEADER_LEN: usize = 12;
const CHUNK_HEADER_LEN: usize = 8;

/// The parts of a glTF file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts<'a> {
    /// The document.
    pub(super) json: &'a [u8],
    /// The first buffer, when the file is a GLB that has one.
    pub(super) bin: Option<&'a [u8]>,
}

/// Takes a file apart; what does not start like a GLB is taken for JSON.
pub(super) fn split(bytes: &[u8]) -> Result<Parts<'_>, Fault> {
    if !bytes.starts_with(MAGIC) {
        return Ok(Parts { json: bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), bin: None });
    }
    let version = word(bytes, 4)?;
    if version != VERSION {
        let problem = Problem::unexpected("a GLB of version 2", format!("version {version}"));
        return Err(problem.at(Place::Byte(4)));
    }
    let (json, end) = chunk(bytes, HEADER_LEN, JSON, "JSON")?;
    // Further chunks belong to extensions and are skipped, as the format asks.
    let bin = if end < bytes.len() { Some(chunk(bytes, end, BIN, "BIN")?.0) } else { None };
    Ok(Parts { json, bin })
}

/// Puts a document and its buffer, if it has one, into a GLB.
pub(super) fn join(json: &[u8], bin: Option<&[u8]>) -> Vec<u8> {
    let length = bin.map_or(0, <[u8]>::len);
    let mut glb = Vec::with_capacity(HEADER_LEN + 2 * CHUNK_HEADER_LEN + json.len() + length + 6);
    glb.extend_from_slice(MAGIC);
    push_word(&mut glb, VERSION);
    push_word(&mut glb, 0);
    push_chunk(&mut glb, JSON, json, b' ');
    if let Some(bin) = bin {
        push_chunk(&mut glb, BIN, bin, 0);
    }
    let length = glb.len() as u32;
    glb[8..HEADER_LEN].copy_from_slice(&length.to_le_bytes());
    glb
}

fn chunk<'a>(bytes: &'a [u8], start: usize, kind: u32, name: &str) -> Result<(&'a [u8], usize), Fault> {
    let length = word(bytes, start)? as usize;
    let found = word(bytes, start + 4)?;
    if found != kind {
        let found = String::from_utf8_lossy(&found.to_le_bytes()).into_owned();
        let problem = Problem::unexpected(format!("a {name} chunk"), format!("a chunk of type {found:?}"));
        return Err(problem.at(Place::Byte(start as u64 + 4)));
    }
    let start = start + CHUNK_HEADER_LEN;
    let data = bytes.get(start..).and_then(|rest| rest.get(..length)).ok_or_else(|| {
        let found = format!("a file that ends after {} of them", bytes.len() - start);
        Problem::unexpected(format!("a {name} chunk of {length} bytes"), found).at(Place::Byte(start as u64))
    })?;
    Ok((data, start + length))
}

fn word(bytes: &[u8], start: usize) -> Result<u32, Fault> {
    match bytes.get(start..).and_then(|rest| rest.first_chunk()) {
        Some(&word) => Ok(u32::from_le_bytes(word)),
        None => Err(Problem::unexpected("a GLB header", "the end of the file").at(Place::Byte(start as u64))),
    }
}

fn push_word(glb: &mut Vec<u8>, word: u32) {
    glb.extend_from_slice(&word.to_le_bytes());
}

fn push_chunk(glb: &mut Vec<u8>, kind: u32, data: &[u8], padding: u8) {
    let padded = data.len().next_multiple_of(4);
    push_word(glb, padded as u32);
    push_word(glb, kind);
    glb.extend_from_slice(data);
    glb.resize(glb.len() + padded - data.len(), padding);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_joined_comes_apart() {
        let glb = join(b"{\"a\":1}", Some(&[1, 2, 3, 4, 5]));
        assert_eq!(glb.len() % 4, 0);
        assert_eq!(word(&glb, 8).unwrap() as usize, glb.len());
        let parts = split(&glb).unwrap();
        assert_eq!(parts.json, b"{\"a\":1} ");
        assert_eq!(parts.bin, Some(&[1, 2, 3, 4, 5, 0, 0, 0][..]));
    }

    #[test]
    fn every_broken_container_is_refused_at_its_byte() {
        let glb = join(b"{}  ", Some(&[1, 2, 3, 4]));
        let place = |bytes: &[u8]| split(bytes).unwrap_err().place;
        for length in 4..glb.len() {
            // A file that ends exactly after the JSON chunk is complete: a GLB need not have a buffer.
            assert_eq!(split(&glb[..length]).is_ok(), length == 24, "{length} bytes");
        }
        assert_eq!(place(&glb[..10]), Place::Byte(12));
        let mut version = glb.clone();
        version[4] = 1;
        assert_eq!(place(&version), Place::Byte(4));
        let mut long = glb.clone();
        long[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(place(&long), Place::Byte(20));
        let mut kind = glb.clone();
        kind[16] = b'X';
        assert_eq!(place(&kind), Place::Byte(16));
    }
}
