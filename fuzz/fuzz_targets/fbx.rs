//! Any bytes as an FBX file: a clip of finite numbers or an error.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use segue_formats::{ReadOptions, fbx};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(import) = fbx::read(Path::new("fuzz.fbx"), bytes, &ReadOptions::default()) {
        assert!(import.clips.iter().flat_map(|clip| clip.frames()).all(|pose| pose.root.is_finite()));
    }
});
