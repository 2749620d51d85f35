//! Motion files: what is read has finite numbers and can be written.

use std::path::Path;

use segue::Input;
use segue::formats::{Format, ReadOptions, WriteOptions, encode};
use segue::motion::Clip;

use super::{Folder, sample};
use crate::Target;

pub(super) fn bvh() -> Target {
    one_file("bvh", Format::Bvh)
}

pub(super) fn glb() -> Target {
    one_file("glb", Format::Glb)
}

pub(super) fn gltf() -> Target {
    one_file("gltf", Format::Gltf)
}

/// FBX files are not written, so the seed is one that was typed.
pub(super) fn fbx() -> Target {
    let folder = Folder::new("fbx");
    let seed = include_bytes!("../../seeds/walker.fbx").to_vec();
    Target::plain("fbx", vec![seed], move |bytes| reads(&folder.file("a.fbx", bytes)))
}

pub(super) fn npz() -> Target {
    one_file("npz", Format::Npz)
}

fn one_file(name: &'static str, format: Format) -> Target {
    let folder = Folder::new(name);
    let seeds = ["walk", "hop"].map(|name| files(format, &sample(name, 6)).remove(0)).to_vec();
    Target::plain(name, seeds, move |bytes| reads(&folder.file(&format!("a.{name}"), bytes)))
}

/// Skeleton and motion are one input, apart at a line `%`.
pub(super) fn acclaim() -> Target {
    let folder = Folder::new("acclaim");
    let seeds =
        ["walk", "hop"].map(|name| files(Format::Acclaim, &sample(name, 6)).join(&b"\n%\n"[..])).to_vec();
    Target::plain("acclaim", seeds, move |bytes| {
        let split = bytes.windows(3).position(|line| line == b"\n%\n").unwrap_or(bytes.len());
        folder.file("a.asf", &bytes[..split]);
        reads(&folder.file("a.amc", bytes.get(split + 3..).unwrap_or_default()))
    })
}

fn files(format: Format, clip: &Clip) -> Vec<Vec<u8>> {
    let encoded = encode(format, std::slice::from_ref(clip), None, &WriteOptions::default());
    encoded.expect("a sample can be written").files.into_iter().map(|file| file.bytes).collect()
}

fn reads(path: &Path) -> bool {
    let Ok(input) = Input::parse(path) else { return false };
    let Ok(reading) = segue::read(&input, &ReadOptions::default()) else { return false };
    for clip in &reading.clips {
        let is_finite =
            clip.frames().all(|pose| pose.root.is_finite() && pose.rotations.iter().all(|q| q.is_finite()));
        assert!(is_finite, "numbers that are none");
    }
    for format in [Format::Bvh, Format::Glb, Format::Npz] {
        // A file of several clips may not fit; what is written is whole or nothing.
        let _ = encode(format, &reading.clips[..1], reading.origin.as_ref(), &WriteOptions::default());
    }
    true
}
