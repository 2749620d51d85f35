//! Clips and what was made of them, in one container that needs nothing else.

use segue_library::{read_clip, write_clip};
use segue_motion::Clip;
use segue_store::{ContainerError, FileKind, Reader, Writer};

/// Bytes of a bundle, at most: two hours of examples of 70 joints at 120 frames per second.
pub(crate) const LARGEST: usize = 1 << 30;

/// The clips, and then the bytes of what was made of them.
pub(crate) fn pack<'a>(
    kind: &FileKind,
    clips: impl ExactSizeIterator<Item = &'a Clip>,
    made: &[u8],
) -> Vec<u8> {
    let mut body = Writer::default();
    body.count(clips.len());
    clips.for_each(|clip| write_clip(clip, &mut body));
    body.block(made);
    kind.pack(&body.0)
}

/// What [`pack`] was given.
pub(crate) fn unpack(kind: &FileKind, bytes: &[u8]) -> Result<(Vec<Clip>, Vec<u8>), ContainerError> {
    let body = kind.unpack(bytes)?;
    let mut body = Reader(&body);
    // A clip takes more than a hundred bytes.
    let count = body.length(100).ok_or_else(|| kind.damaged("the number of clips"))?;
    let clips = (0..count).map(|_| read_clip(&mut body)).collect::<Option<_>>();
    let clips = clips.ok_or_else(|| kind.damaged("a clip"))?;
    let made = body.block().filter(|_| body.0.is_empty());
    Ok((clips, made.ok_or_else(|| kind.damaged("what was made of the clips"))?.to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    const KIND: FileKind =
        FileKind { tag: *b"TST", name: "a test", version: 1, largest: LARGEST, remedy: "write it again" };

    /// A short clip, and its bundle before it is packed.
    fn bundle() -> (Clip, Vec<u8>) {
        let mut clip = Sample::find("hop").unwrap().clip();
        clip.labels.clear();
        let body = KIND.unpack(&pack(&KIND, [&clip].into_iter(), b"made")).unwrap();
        (clip, body)
    }

    #[test]
    fn clips_and_what_was_made_of_them_come_back() {
        let (clip, body) = bundle();
        assert_eq!(unpack(&KIND, &KIND.pack(&body)).unwrap(), (vec![clip], b"made".to_vec()));
    }

    /// Bytes that nobody wrote by accident: the checksum is right, a number in the body is not.
    #[test]
    fn scribbled_bodies_are_errors_and_never_panics() {
        let (_, body) = bundle();
        let refused = |scribbled: &[u8]| {
            matches!(unpack(&KIND, &KIND.pack(scribbled)), Err(ContainerError::Damaged { .. }))
        };
        for cut in (0..body.len()).step_by(body.len() / 50) {
            assert!(refused(&body[..cut]), "cut at {cut}");
        }
        // Every length, joint number and letter in turn becomes 70,000 and the largest there is.
        for at in 0..400 {
            for value in [70_000_u32, u32::MAX - 1] {
                let mut scribbled = body.clone();
                scribbled[at..at + 4].copy_from_slice(&value.to_le_bytes());
                let is_joint = at == parent_of_second_joint(&body);
                let is_refused = refused(&scribbled);
                assert!(is_refused || !is_joint, "the joint number {value}");
            }
        }
    }

    /// Where the body says that the second joint's parent is the root.
    fn parent_of_second_joint(body: &[u8]) -> usize {
        let mut bytes = Reader(body);
        let mut skip = || {
            bytes.count()?;
            bytes.word()?;
            bytes.number()?;
            bytes.count()?;
            bytes.word()?;
            bytes.take(4 + 28)?;
            bytes.word()
        };
        skip().expect("a bundle starts with the clip's name, rate and joints");
        body.len() - bytes.0.len()
    }
}
