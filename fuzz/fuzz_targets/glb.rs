//! Any bytes as a glTF or GLB file: a clip of finite numbers or an error.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use segue_formats::{Format, ReadOptions, WriteOptions, encode, gltf};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(import) = gltf::read(Path::new("fuzz.glb"), bytes, &ReadOptions::default()) {
        assert!(import.clips.iter().flat_map(|clip| clip.frames()).all(|pose| pose.root.is_finite()));
        // What was read can be written, unless its times are beyond 32-bit numbers.
        let _ = encode(Format::Glb, &import.clips, None, &WriteOptions::default());
    }
});
