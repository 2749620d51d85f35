//! The Khronos validator finds nothing wrong with what is written.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use segue_formats::Format;
use segue_motion::{Clip, Joint, JointId, Pose, Skeleton};
use serde_json::Value;

use super::support::{bytes, clips, march};

/// Puts the validator's package beside its script, once; other test processes wait for the lock.
fn tool() -> &'static Path {
    static TOOL: OnceLock<PathBuf> = OnceLock::new();
    TOOL.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/validator");
        let lock = std::fs::File::create(std::env::temp_dir().join("segue-validator.lock")).unwrap();
        lock.lock().unwrap();
        if !folder.join("node_modules/gltf-validator").is_dir() {
            let run = Command::new("npm").arg("ci").current_dir(&folder).output();
            let run =
                run.expect("the validator needs Node: install it, then run `npm ci` in tools/validator");
            assert!(
                run.status.success(),
                "`npm ci` in tools/validator: {}",
                String::from_utf8_lossy(&run.stderr)
            );
        }
        folder.join("validate.mjs")
    })
}

fn assert_valid(files: &[(String, Vec<u8>)]) {
    let folder = tempfile::tempdir().unwrap();
    let paths = files.iter().map(|(name, bytes)| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    });
    let paths: Vec<PathBuf> = paths.collect();
    let run = Command::new("node").arg(tool()).args(&paths).output().expect("the validator needs Node");
    let text = String::from_utf8_lossy(&run.stdout);
    let reports: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(reports.len(), files.len(), "{text}{}", String::from_utf8_lossy(&run.stderr));
    for report in reports {
        let counts = ["errors", "warnings", "infos", "hints"].map(|kind| report[kind].as_u64());
        assert_eq!(counts, [Some(0); 4], "{report:#}");
    }
    assert!(run.status.success());
}

#[test]
fn a_person_is_valid() {
    let clips = [march("march", 40, 30.0), march("slow", 1, 24.0)];
    assert_valid(&[
        ("person.glb".to_owned(), bytes(Format::Glb, &clips)),
        ("person.gltf".to_owned(), bytes(Format::Gltf, &clips)),
    ]);
}

#[test]
fn random_skeletons_are_valid() {
    let mut runner = TestRunner::deterministic();
    let file = |index: usize| {
        let clips = clips().new_tree(&mut runner).unwrap().current();
        (format!("random{index}.glb"), bytes(Format::Glb, &clips))
    };
    assert_valid(&(0..24).map(file).collect::<Vec<_>>());
}

#[test]
fn extreme_skeletons_are_valid() {
    let chain = |joints: usize, length: f32| -> Clip {
        let joint = |index: usize| Joint {
            name: format!("j{index}"),
            parent: index.checked_sub(1).map(JointId::new),
            offset: glam::Vec3::Y * length,
            rest: glam::Quat::IDENTITY,
        };
        let skeleton = std::sync::Arc::new(Skeleton::new((0..joints).map(joint).collect(), vec![]).unwrap());
        let mut builder = Clip::builder("chain", skeleton.clone(), 30.0, &[]);
        builder.push(&Pose::rest(&skeleton)).unwrap();
        builder.finish().unwrap()
    };
    let files =
        [("one", 1, 0.0), ("collapsed", 5, 0.0), ("tiny", 5, 1e-4), ("huge", 5, 1e4), ("many", 1100, 0.001)];
    let file =
        |&(name, joints, length)| (format!("{name}.glb"), bytes(Format::Glb, &[chain(joints, length)]));
    assert_valid(&files.iter().map(file).collect::<Vec<_>>());
}

/// Proves that the test above can fail: the same tool objects to a broken file.
#[test]
fn the_validator_does_object() {
    let mut broken = bytes(Format::Gltf, &[march("march", 5, 30.0)]);
    let text = String::from_utf8(broken).unwrap().replace("\"LINEAR\"", "\"SPHERICAL\"");
    broken = text.into_bytes();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.gltf");
    std::fs::write(&path, broken).unwrap();
    let run = Command::new("node").arg(tool()).arg(&path).output().unwrap();
    assert_eq!(run.status.code(), Some(1), "{}", String::from_utf8_lossy(&run.stdout));
}
