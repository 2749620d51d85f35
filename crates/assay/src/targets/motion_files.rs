//! Motion files: what is read has finite numbers and can be written.

use std::path::Path;

use segue::formats::{Format, ReadOptions, WriteOptions, encode, read_file};
use segue::motion::Clip;

use super::Folder;
use super::figure::leg;
use crate::Target;

pub(super) fn bvh() -> Target {
    one_file("bvh", Format::Bvh)
}

/// Files of other tools hold no mesh; ours do, and are many times as large.
pub(super) fn glb() -> Target {
    let cubic = include_bytes!("../../../../fuzz/seeds/glb/cubic.glb");
    let step = include_bytes!("../../../../fuzz/seeds/glb/step.glb");
    one_file("glb", Format::Glb).with_seeds(&[cubic, step])
}

pub(super) fn gltf() -> Target {
    let linear = include_bytes!("../../../../fuzz/seeds/glb/linear.gltf");
    let sparse = include_bytes!("../../../../fuzz/seeds/glb/sparse.gltf");
    one_file("gltf", Format::Gltf).with_seeds(&[linear, sparse])
}

/// FBX files are not written, so the seeds are one that was typed and the same in binary form, with packed curves.
pub(super) fn fbx() -> Target {
    let folder = Folder::new("fbx");
    let seeds: [&[u8]; 2] =
        [include_bytes!("../../seeds/walker.fbx"), include_bytes!("../../seeds/walker-binary.fbx")];
    let seeds = seeds.map(<[u8]>::to_vec).to_vec();
    Target::plain("fbx", seeds, move |bytes| reads(&folder.file("a.fbx", bytes), bytes.len()))
}

pub(super) fn npz() -> Target {
    one_file("npz", Format::Npz)
}

fn one_file(name: &'static str, format: Format) -> Target {
    let folder = Folder::new(name);
    let seeds = [2, 4].map(|frames| files(format, &leg(frames)).remove(0)).to_vec();
    Target::plain(name, seeds, move |bytes| reads(&folder.file(&format!("a.{name}"), bytes), bytes.len()))
}

/// Skeleton and motion are one input, apart at a line `%`.
pub(super) fn acclaim() -> Target {
    let folder = Folder::new("acclaim");
    let seed = |frames| files(Format::Acclaim, &leg(frames)).join(&b"\n%\n"[..]);
    let seeds = [2, 4].map(seed).to_vec();
    Target::plain("acclaim", seeds, move |bytes| {
        let split = bytes.windows(3).position(|line| line == b"\n%\n").unwrap_or(bytes.len());
        folder.file("a.asf", &bytes[..split]);
        reads(&folder.file("a.amc", bytes.get(split + 3..).unwrap_or_default()), bytes.len())
    })
}

fn files(format: Format, clip: &Clip) -> Vec<Vec<u8>> {
    let encoded = encode(format, std::slice::from_ref(clip), None, &WriteOptions::default());
    encoded.expect("a sample can be written").files.into_iter().map(|file| file.bytes).collect()
}

/// Reads a file; now and then what it holds is written in one of three formats. `turn` says when, and which.
fn reads(path: &Path, turn: usize) -> bool {
    /// One in so many is written: that takes many times as long as reading.
    const WRITTEN: usize = 5;
    let Ok(import) = read_file(path, &ReadOptions::default()) else { return false };
    if import.clips.is_empty() {
        return false;
    }
    for clip in &import.clips {
        let is_finite =
            clip.frames().all(|pose| pose.root.is_finite() && pose.rotations.iter().all(|q| q.is_finite()));
        assert!(is_finite, "numbers that are none");
    }
    if turn.is_multiple_of(WRITTEN) {
        let format = [Format::Bvh, Format::Glb, Format::Npz][turn / WRITTEN % 3];
        // A file of several clips may not fit; what is written is whole or nothing.
        let _ = encode(format, &import.clips[..1], Some(&import.origin), &WriteOptions::default());
    }
    true
}
