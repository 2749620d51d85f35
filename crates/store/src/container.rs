//! Kind, version, checksum and compression around a body of bytes.

use std::cell::RefCell;

use crate::{Budget, ContainerError, Reader, Writer};

const MAGIC: &[u8; 5] = b"SEGUE";

/// Of 14 captured clips (21 MB) and the 105 webs between them (0.85 MB) this level leaves 44.5 % and 63.3 %, packs 140 and 60 MB
/// and unpacks 2800 and 400 MB a second. Level 3 packs twice as fast and leaves 44.9 % and 65.4 %; beyond 6 little is gained.
/// Deflate at its usual level leaves 44.9 % and 62.3 %, packs 31 and 26 MB and unpacks 560 and 210 MB a second.
const LEVEL: i32 = 6;

/// Bytes of a checksum: no accident gives the same.
const CHECKSUM: usize = 16;

/// Bytes that any container may unpack to: a clip of an hour in which nobody moves packs to nearly nothing.
const SPARE: usize = 1 << 28;

/// Bytes that each further byte of a container may unpack to, so that a small file cannot take much memory.
const PER_BYTE: usize = 64;

/// Bytes before the packed body.
const HEADER: usize = MAGIC.len() + 3 + 1 + 8 + 8 + CHECKSUM;

thread_local! {
    // To make one takes longer than to pack a small web.
    static PACKER: RefCell<zstd::bulk::Compressor<'static>> =
        RefCell::new(zstd::bulk::Compressor::new(LEVEL).expect("memory is all that packing needs"));
    static UNPACKER: RefCell<zstd::bulk::Decompressor<'static>> =
        RefCell::new(zstd::bulk::Decompressor::new().expect("memory is all that unpacking needs"));
}

/// One kind of stored data.
///
/// ```
/// use segue_store::{FileKind, ContainerError};
///
/// const NOTE: FileKind =
///     FileKind { tag: *b"NOT", name: "a note", version: 2, largest: 1000, remedy: "write it again" };
/// let bytes = NOTE.pack(b"remember the milk");
/// assert_eq!(NOTE.unpack(&bytes)?, b"remember the milk");
///
/// let newer = FileKind { version: 3, ..NOTE };
/// let error = newer.unpack(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "a note of version 2, this program reads version 3; write it again");
/// # Ok::<(), ContainerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    /// Three capital letters, another for each kind.
    pub tag: [u8; 3],
    /// Its name, with an article.
    pub name: &'static str,
    /// Changes whenever the bytes of the body do.
    pub version: u8,
    /// Bytes of a body, at most: a container that claims more is refused before any memory is asked for.
    pub largest: usize,
    /// What to do when one cannot be read: a sentence without its full stop.
    pub remedy: &'static str,
}

/// A container that is whole.
struct Sealed<'a> {
    length: usize,
    packed: &'a [u8],
}

impl FileKind {
    /// The body as a container.
    ///
    /// # Panics
    /// When there is no memory to pack it.
    pub fn pack(&self, body: &[u8]) -> Vec<u8> {
        debug_assert!(body.len() <= self.largest, "what is written can be read again");
        let mut packed =
            PACKER.with_borrow_mut(|packer| packer.compress(body)).expect("memory is all that packing needs");
        fill_up(&mut packed, body.len());
        self.seal(body.len(), &packed)
    }

    /// A container of a body of this length that is packed already.
    pub fn seal(&self, length: usize, packed: &[u8]) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(HEADER + packed.len()));
        out.0.extend_from_slice(MAGIC);
        out.0.extend_from_slice(&self.tag);
        out.byte(self.version);
        out.whole(length as u64);
        out.whole(packed.len() as u64);
        let sum = checksum(&out.0, packed);
        out.0.extend_from_slice(&sum);
        out.0.extend(packed);
        out.0
    }

    /// The body of a container. Never takes more memory than [`FileKind::largest`] and the [`Budget`] of the program, whatever the
    /// bytes are.
    ///
    /// # Errors
    /// One variant of [`ContainerError`] for each way in which the bytes are no container of this kind.
    pub fn unpack(&self, bytes: &[u8]) -> Result<Vec<u8>, ContainerError> {
        let Sealed { length, packed } = self.sealed(bytes)?;
        Budget::allow(self.name, length as u64)?;
        let mut body = Vec::new();
        body.try_reserve_exact(length).map_err(|_| self.damaged("there is no memory for its body"))?;
        // Writes no further than what is reserved.
        let unpacked = UNPACKER.with_borrow_mut(|unpacker| unpacker.decompress_to_buffer(packed, &mut body));
        unpacked.map_err(|error| self.damaged(error.to_string()))?;
        if body.len() == length { Ok(body) } else { Err(self.damaged("its body has another length")) }
    }

    /// Whether the bytes are a whole container of this kind, without unpacking it.
    ///
    /// # Errors
    /// As [`FileKind::unpack`].
    pub fn check(&self, bytes: &[u8]) -> Result<(), ContainerError> {
        self.sealed(bytes).map(|_| ())
    }

    /// The error of a body that does not read as what it should be.
    pub fn damaged(&self, what: impl Into<String>) -> ContainerError {
        ContainerError::Damaged { kind: self.name, what: what.into(), remedy: self.remedy }
    }

    fn sealed<'a>(&self, bytes: &'a [u8]) -> Result<Sealed<'a>, ContainerError> {
        self.check_front(bytes)?;
        let cut_off = |expected: u64| ContainerError::CutOff {
            kind: self.name,
            found: bytes.len() as u64,
            expected,
            remedy: self.remedy,
        };
        let (header, packed) = bytes.split_at_checked(HEADER).ok_or_else(|| cut_off(HEADER as u64))?;
        let (front, sum) = header.split_at(HEADER - CHECKSUM);
        let mut lengths = Reader(&front[MAGIC.len() + 4..]);
        let (claimed, held) = (lengths.whole().unwrap_or(0), lengths.whole().unwrap_or(0));
        if (packed.len() as u64) < held {
            return Err(cut_off(held.saturating_add(HEADER as u64)));
        }
        if sum != checksum(front, packed) {
            return Err(self.damaged("its checksum does not match"));
        }
        let largest = self.largest.min(most(packed.len()));
        let length = usize::try_from(claimed).ok().filter(|&length| length <= largest);
        let (kind, largest, remedy) = (self.name, largest as u64, self.remedy);
        let length = length.ok_or(ContainerError::TooLarge { kind, claimed, largest, remedy })?;
        Ok(Sealed { length, packed })
    }

    /// The magic word, the tag and the version, which every version has in the same place.
    fn check_front(&self, bytes: &[u8]) -> Result<(), ContainerError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(ContainerError::NotSegue { expected: self.name })?;
        let (kind, reads, remedy) = (self.name, self.version, self.remedy);
        let Some((&[a, b, c, found], _)) = rest.split_first_chunk() else {
            let (found, expected) = (bytes.len() as u64, HEADER as u64);
            return Err(ContainerError::CutOff { kind, found, expected, remedy });
        };
        let tag = [a, b, c];
        if tag != self.tag {
            let found = tag.escape_ascii().to_string();
            return Err(ContainerError::OtherKind { expected: kind, found });
        }
        if found != reads {
            return Err(ContainerError::Version { kind, found, reads, remedy });
        }
        Ok(())
    }
}

/// Bytes that so many packed bytes may unpack to.
fn most(packed: usize) -> usize {
    SPARE.saturating_add(packed.saturating_mul(PER_BYTE))
}

/// Adds a frame that unpacking skips where a body packs better than a reader trusts.
fn fill_up(packed: &mut Vec<u8>, length: usize) {
    /// What a frame to be skipped begins with, before its length.
    const SKIPPED: u32 = 0x184d_2a50;
    if length <= most(packed.len()) {
        return;
    }
    let missing = (length - SPARE).div_ceil(PER_BYTE) - packed.len();
    let padding = u32::try_from(missing).expect("a body is smaller than 2³² times what it may unpack to");
    packed.extend(SKIPPED.to_le_bytes());
    packed.extend(padding.to_le_bytes());
    packed.resize(packed.len() + missing, 0);
}

fn checksum(front: &[u8], packed: &[u8]) -> [u8; CHECKSUM] {
    let hash = *blake3::Hasher::new().update(front).update(packed).finalize().as_bytes();
    std::array::from_fn(|n| hash[n])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KIND: FileKind =
        FileKind { tag: *b"TST", name: "a test", version: 4, largest: 1 << 20, remedy: "write it again" };

    /// A container that says it unpacks to `claimed` bytes, with the right checksum.
    fn forged(claimed: u64, packed: &[u8]) -> Vec<u8> {
        let mut out = Writer(b"SEGUETST\x04".to_vec());
        out.whole(claimed);
        out.whole(packed.len() as u64);
        let sum = checksum(&out.0, packed);
        [&out.0, &sum[..], packed].concat()
    }

    proptest! {
        #[test]
        fn a_body_comes_back(body in prop::collection::vec(any::<u8>(), 0..3000)) {
            let bytes = KIND.pack(&body);
            prop_assert_eq!(&forged(body.len() as u64, &bytes[HEADER..]), &bytes);
            prop_assert!(KIND.check(&bytes).is_ok());
            prop_assert_eq!(KIND.unpack(&bytes).unwrap(), body);
        }

        #[test]
        fn every_change_of_a_bit_is_found(body in prop::collection::vec(any::<u8>(), 0..100), at in any::<prop::sample::Index>(), bit in 0..8u32) {
            let mut bytes = KIND.pack(&body);
            let at = at.index(bytes.len());
            bytes[at] ^= 1 << bit;
            prop_assert!(KIND.check(&bytes).is_err());
        }

        #[test]
        fn no_bytes_are_too_wild(packed in prop::collection::vec(any::<u8>(), 0..100), claimed in any::<u64>()) {
            prop_assert!(KIND.unpack(&packed).is_err());
            prop_assert!(KIND.unpack(&forged(claimed, &packed)).is_err());
        }
    }

    #[test]
    fn whatever_is_missing_is_said() {
        let bytes = KIND.pack(b"something");
        for length in 0..bytes.len() {
            let error = KIND.unpack(&bytes[..length]).unwrap_err();
            let is_told = if length < MAGIC.len() {
                matches!(error, ContainerError::NotSegue { .. })
            } else {
                matches!(error, ContainerError::CutOff { .. })
            };
            assert!(is_told, "{length}: {error}");
        }
        assert!(KIND.unpack(&[&bytes[..], b"!"].concat()).is_err(), "and what is too much");
    }

    #[test]
    fn other_files_kinds_and_versions_are_refused_by_name() {
        let bytes = KIND.pack(b"something");
        let said = |kind: &FileKind, bytes: &[u8]| kind.unpack(bytes).unwrap_err().to_string();
        assert_eq!(said(&KIND, b"HIERARCHY"), "not a Segue file, where a test was expected");
        let other = FileKind { tag: *b"OTH", name: "another test", ..KIND };
        assert_eq!(said(&other, &bytes), "a Segue file of the kind `TST`, where another test was expected");
        // The front of a file is the same in all versions.
        assert_eq!(
            said(&KIND, b"SEGUETST\x00whatever version 0 had here"),
            "a test of version 0, this program reads version 4; write it again"
        );
    }

    #[test]
    fn a_body_that_packs_to_nearly_nothing_comes_back() {
        let still = vec![0; SPARE + 70_000];
        let kind = FileKind { largest: usize::MAX, ..KIND };
        let bytes = kind.pack(&still);
        assert!(bytes.len() < SPARE / 1000, "{}", bytes.len());
        assert!(kind.unpack(&bytes).unwrap() == still);
        let mut packed = vec![1, 2, 3];
        fill_up(&mut packed, SPARE + 640);
        assert_eq!((packed.len(), most(packed.len()) >= SPARE + 640), (3 + 8 + 7, true));
    }

    #[test]
    fn no_container_unpacks_to_more_than_it_may() {
        let zeros = vec![0; KIND.largest + 1];
        let packed = zstd::bulk::compress(&zeros, LEVEL).unwrap();
        let honest = KIND.unpack(&forged(zeros.len() as u64, &packed)).unwrap_err();
        assert!(matches!(honest, ContainerError::TooLarge { claimed: 1_048_577, .. }), "{honest}");
        let huge = KIND.unpack(&forged(u64::MAX, &packed)).unwrap_err();
        assert!(matches!(huge, ContainerError::TooLarge { .. }), "{huge}");
        for claimed in [0, 1, KIND.largest as u64] {
            let lying = KIND.unpack(&forged(claimed, &packed)).unwrap_err();
            assert!(matches!(lying, ContainerError::Damaged { .. }), "{lying}");
        }
        let small = FileKind { largest: usize::MAX, ..KIND };
        let bomb = small.unpack(&forged(most(packed.len()) as u64 + 1, &packed)).unwrap_err();
        assert!(matches!(bomb, ContainerError::TooLarge { .. }), "{bomb}");
        let short =
            KIND.unpack(&forged(KIND.largest as u64, &zstd::bulk::compress(b"short", LEVEL).unwrap()));
        assert!(matches!(short, Err(ContainerError::Damaged { .. })));
    }
}
