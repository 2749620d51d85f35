//! The archives that `NumPy` puts arrays into: ZIP, stored or deflated.

use std::borrow::Cow;

use segue_store::Budget;

use crate::error::Problem;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// Bytes that an archive may unpack to beyond [`PER_BYTE`]: small files of zeros are still read.
const SPARE: usize = 64 << 20;

/// Bytes that each byte of an archive may unpack to.
const PER_BYTE: usize = 64;

/// Gives each file of an archive by name, unpacked.
pub(super) fn unpack(bytes: &[u8], mut each: impl FnMut(&str, &[u8])) -> Result<(), Problem> {
    let mut left = SPARE.saturating_add(bytes.len().saturating_mul(PER_BYTE));
    let (count, mut at) = directory(bytes)?;
    for _ in 0..count {
        let entry = Entry::parse(bytes, at)?;
        at = entry.next;
        let data = entry.unpack(bytes, left)?;
        left -= data.len();
        each(&entry.name, &data);
    }
    Ok(())
}

/// An archive in the making, of files that are stored as they are.
#[derive(Default)]
pub(super) struct Packer {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    count: u16,
}

impl Packer {
    /// Adds a file, which is written into the archive itself.
    pub(super) fn add(&mut self, name: &str, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        self.bytes.extend(LOCAL.to_le_bytes());
        let head = self.bytes.len();
        self.bytes.extend([0; HEADER]);
        self.bytes.extend(name.as_bytes());
        let data = self.bytes.len();
        write(&mut self.bytes);
        let header = header(name, &self.bytes[data..]);
        self.bytes[head..head + HEADER].copy_from_slice(&header);
        self.directory.extend(CENTRAL.to_le_bytes());
        self.directory.extend(20_u16.to_le_bytes());
        self.directory.extend(&header);
        self.directory.extend([0; 10]);
        self.directory.extend((start as u32).to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.count += 1;
    }

    /// The bytes of the archive.
    pub(super) fn finish(self) -> Vec<u8> {
        let Self { mut bytes, directory, count } = self;
        let (start, length) = (bytes.len() as u32, directory.len() as u32);
        bytes.extend(directory);
        bytes.extend(END.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend([count.to_le_bytes(), count.to_le_bytes()].concat());
        bytes.extend([length.to_le_bytes(), start.to_le_bytes()].concat());
        bytes.extend([0; 2]);
        bytes
    }
}

/// Bytes of what local headers and the directory both say about a file.
const HEADER: usize = 26;

/// What local headers and the directory both say about a file: version, flags, method, time, checksum, sizes, lengths of names.
fn header(name: &str, data: &[u8]) -> [u8; HEADER] {
    /// The first day that ZIP can name: files are the same whenever they are made.
    const DAY: u16 = 0x0021;
    let words = [20_u16, 0, STORED, 0, DAY].map(u16::to_le_bytes);
    let sizes = [crc(data), data.len() as u32, data.len() as u32].map(u32::to_le_bytes);
    let lengths = [name.len() as u16, 0].map(u16::to_le_bytes);
    let mut header = [0; HEADER];
    let all = words.as_flattened().iter().chain(sizes.as_flattened()).chain(lengths.as_flattened());
    header.iter_mut().zip(all).for_each(|(to, from)| *to = *from);
    header
}

/// The number of files in an archive, and where its directory starts.
fn directory(bytes: &[u8]) -> Result<(usize, usize), Problem> {
    /// The end record and the longest comment after it.
    const TAIL: usize = 22 + 65_535;
    let tail = bytes.len().saturating_sub(TAIL);
    let end = (tail..bytes.len().saturating_sub(21)).rev().find(|&at| word32(bytes, at).ok() == Some(END));
    let end =
        end.ok_or_else(|| Problem::unexpected("a NumPy archive", "a file without the directory of a ZIP"))?;
    Ok((usize::from(word16(bytes, end + 10)?), word32(bytes, end + 16)? as usize))
}

struct Entry {
    name: String,
    method: u16,
    packed: usize,
    size: usize,
    start: usize,
    next: usize,
}

impl Entry {
    fn parse(bytes: &[u8], at: usize) -> Result<Self, Problem> {
        if word32(bytes, at)? != CENTRAL {
            return Err(Problem::unexpected("an entry of the archive's directory", "something else"));
        }
        let lengths = [28, 30, 32].map(|offset| word16(bytes, at + offset).map(usize::from));
        let [name, extra, comment] = lengths;
        let (name_length, extra, comment) = (name?, extra?, comment?);
        let name = bytes.get(at + 46..at + 46 + name_length).ok_or_else(cut_off)?;
        let local = word32(bytes, at + 42)? as usize;
        // The local header has lengths of its own.
        let skip =
            usize::from(word16(bytes, local.saturating_add(26))?) + usize::from(word16(bytes, local + 28)?);
        Ok(Self {
            name: String::from_utf8_lossy(name).into_owned(),
            method: word16(bytes, at + 10)?,
            packed: word32(bytes, at + 20)? as usize,
            size: word32(bytes, at + 24)? as usize,
            start: local + 30 + skip,
            next: at + 46 + name_length + extra + comment,
        })
    }

    fn unpack<'a>(&self, bytes: &'a [u8], limit: usize) -> Result<Cow<'a, [u8]>, Problem> {
        if self.size > limit {
            return Err(Problem::TooMany { what: "bytes in the archive", found: self.size, limit });
        }
        let packed = bytes.get(self.start..).and_then(|rest| rest.get(..self.packed)).ok_or_else(cut_off)?;
        match self.method {
            STORED => Ok(packed.into()),
            DEFLATED => {
                Budget::allow("the archive", self.size as u64)?;
                miniz_oxide::inflate::decompress_to_vec_with_limit(packed, self.size)
                    .map(Cow::Owned)
                    .map_err(|error| Problem::unexpected("deflated data", format!("a mistake: {error}")))
            }
            other => Err(Problem::unexpected("stored or deflated data", format!("method {other}"))),
        }
    }
}

fn cut_off() -> Problem {
    Problem::unexpected("a whole archive", "one that is cut off")
}

fn word16(bytes: &[u8], at: usize) -> Result<u16, Problem> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk()).ok_or_else(cut_off)?;
    Ok(u16::from_le_bytes(*word))
}

fn word32(bytes: &[u8], at: usize) -> Result<u32, Problem> {
    let word = bytes.get(at..).and_then(|rest| rest.first_chunk()).ok_or_else(cut_off)?;
    Ok(u32::from_le_bytes(*word))
}

/// The checksum of ZIP.
fn crc(bytes: &[u8]) -> u32 {
    const POLYNOMIAL: u32 = 0xedb8_8320;
    let table: [u32; 256] = std::array::from_fn(|byte| {
        (0..8)
            .fold(byte as u32, |value, _| if value & 1 == 1 { POLYNOMIAL ^ (value >> 1) } else { value >> 1 })
    });
    !bytes
        .iter()
        .fold(!0, |value: u32, &byte| table[((value ^ u32::from(byte)) & 0xff) as usize] ^ (value >> 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_is_unpacked_and_cuts_are_refused() {
        assert_eq!(crc(b"123456789"), 0xcbf4_3926);
        let mut packer = Packer::default();
        packer.add("a.npy", |out| out.extend([1, 2, 3]));
        packer.add("b.npy", |_| ());
        let archive = packer.finish();
        let files = |archive: &[u8]| {
            let mut files = Vec::new();
            unpack(archive, |name, data| files.push((name.to_owned(), data.to_vec()))).map(|()| files)
        };
        let expected = [("a.npy".to_owned(), vec![1, 2, 3]), ("b.npy".to_owned(), Vec::new())];
        assert_eq!(files(&archive).unwrap(), expected);
        for length in 0..archive.len() {
            assert!(files(&archive[..length]).is_err(), "{length}");
        }
        for at in 0..archive.len() {
            let mut damaged = archive.clone();
            damaged[at] ^= 0xff;
            // Some damage is to the data; none may panic.
            let _ = files(&damaged);
        }
    }
}
