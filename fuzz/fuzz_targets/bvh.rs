//! Any bytes as a BVH file: refused, or read and written back to the same values.
#![no_main]

use libfuzzer_sys::fuzz_target;
use segue_formats::bvh::{Document, import};
use segue_formats::{Format, ReadOptions, WriteOptions, encode};

fuzz_target!(|bytes: &[u8]| {
    let Ok(document) = Document::parse(bytes) else { return };
    let again = Document::parse(&document.to_bytes()).expect("what was printed is read");
    assert_eq!(again.frames(), document.frames());
    for frame in 0..document.frames() {
        assert_eq!(again.frame(frame), document.frame(frame));
    }
    let Ok(import) = import(document, "fuzz", &ReadOptions::default()) else { return };
    let clip = &import.clips[0];
    assert!(
        clip.frames().all(|pose| pose.root.is_finite() && pose.rotations.iter().all(|q| q.is_normalized()))
    );
    let files = encode(Format::Bvh, &import.clips, Some(&import.origin), &WriteOptions::default()).expect("one clip can be written").files;
    let written = Document::parse(&files[0].bytes).expect("what was written is read");
    assert_eq!(written.frames(), again.frames());
    for frame in 0..written.frames() {
        assert_eq!(written.frame(frame), again.frame(frame), "frame {frame}");
    }
    for format in [Format::Bvh, Format::Acclaim] {
        encode(format, &import.clips, None, &WriteOptions::default()).expect("one clip can be written from scratch").files;
    }
});
