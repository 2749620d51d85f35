//! Any bytes as a skeleton and a motion, apart at a line `%`: refused, or read and written back to the same values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use segue_formats::acclaim::{Document, Motion, Skeleton, import};
use segue_formats::{Format, ReadOptions, WriteOptions, encode};

fuzz_target!(|bytes: &[u8]| {
    let split = bytes.windows(2).position(|pair| pair == b"%\n").unwrap_or(bytes.len());
    let Ok(skeleton) = Skeleton::parse(&bytes[..split]) else { return };
    let again = Skeleton::parse(&skeleton.to_bytes()).expect("what was printed is read");
    assert_eq!(again.bones(), skeleton.bones());
    let Ok(motion) = Motion::parse(bytes.get(split + 2..).unwrap_or_default(), &skeleton) else { return };
    let original = motion.clone();
    let Ok(import) = import(Document { skeleton, motion }, "fuzz", &ReadOptions::default()) else { return };
    let clip = &import.clips[0];
    assert!(
        clip.frames().all(|pose| pose.root.is_finite() && pose.rotations.iter().all(|q| q.is_normalized()))
    );
    let files =
        encode(Format::Acclaim, &import.clips, Some(&import.origin), &WriteOptions::default()).expect("one clip can be written").files;
    let skeleton = Skeleton::parse(&files[0].bytes).expect("the skeleton that was written is read");
    let written = Motion::parse(&files[1].bytes, &skeleton).expect("the motion that was written is read");
    assert_eq!(written.frames(), original.frames());
    for frame in 0..written.frames() {
        assert_eq!(written.frame(frame), original.frame(frame), "frame {frame}");
    }
    encode(Format::Bvh, &import.clips, None, &WriteOptions::default()).expect("one clip can be written from scratch").files;
});
