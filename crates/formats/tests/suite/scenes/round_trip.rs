//! What is written as glTF comes back.

use proptest::prelude::*;
use segue_formats::{Format, WriteError, WriteOptions, encode};
use segue_motion::Clip;

use super::support::{bytes, clips, march, person, positions, read_bytes};

/// Rounding of 32-bit numbers, in metres and radians, after a chain of a few joints.
const TOLERANCE: f32 = 2e-5;

fn assert_same(written: &Clip, found: &Clip) -> Result<(), TestCaseError> {
    prop_assert_eq!(written.len(), found.len());
    prop_assert!((written.rate() / found.rate() - 1.0).abs() < 1e-12);
    let (before, after) = (written.skeleton(), found.skeleton());
    prop_assert_eq!(before.len(), after.len());
    for (id, (a, b)) in before.ids().zip(before.joints().iter().zip(after.joints())) {
        prop_assert_eq!((&a.name, a.parent), (&b.name, b.parent));
        prop_assert!(a.rest.dot(b.rest).abs() > 1.0 - 1e-6);
        if !written.translated().contains(&id) {
            prop_assert!(a.offset.distance(b.offset) < TOLERANCE, "{} {} {}", a.name, a.offset, b.offset);
        }
    }
    prop_assert_eq!(before.end_sites().len(), after.end_sites().len());
    for frame in 0..written.len() {
        let (a, b) = (written.frame(frame), found.frame(frame));
        prop_assert!(a.root.distance(b.root) < TOLERANCE);
        for (a, b) in a.rotations.iter().zip(b.rotations) {
            prop_assert!(a.dot(*b).abs() > 1.0 - TOLERANCE, "{a} {b}");
        }
        for (a, b) in positions(written, frame).iter().zip(positions(found, frame)) {
            prop_assert!(a.distance(b) < 2e-4, "frame {frame}: {a} {b}");
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn random_clips_come_back(clips in clips(), binary in any::<bool>()) {
        let (format, name) = if binary { (Format::Glb, "file.glb") } else { (Format::Gltf, "file.gltf") };
        let import = read_bytes(name, &bytes(format, &clips)).unwrap();
        prop_assert_eq!(import.clips.len(), clips.len());
        for (written, found) in clips.iter().zip(&import.clips) {
            assert_same(written, found)?;
        }
    }
}

#[test]
fn clips_are_named_after_file_and_animation() {
    let walk = march("first/walk", 20, 30.0);
    let run = march("second/run", 10, 60.0);
    let names = |clips: &[Clip]| -> Vec<String> {
        let import = read_bytes("moves.glb", &bytes(Format::Glb, clips)).unwrap();
        import.clips.iter().map(|clip| clip.name().to_owned()).collect()
    };
    assert_eq!(names(std::slice::from_ref(&walk)), ["moves"]);
    assert_eq!(names(&[walk.clone(), run]), ["moves/walk", "moves/run"]);
    assert_eq!(names(&[walk.clone(), walk.renamed("other/walk")]), ["moves/first/walk", "moves/other/walk"]);
}

#[test]
fn different_skeletons_do_not_fit_one_file() {
    let walk = march("walk", 3, 30.0);
    let mut joints = person().joints().to_vec();
    joints[3].offset.y += 0.1;
    let other = std::sync::Arc::new(segue_motion::Skeleton::new(joints, vec![]).unwrap());
    let mut builder = Clip::builder("tall", other.clone(), 30.0, &[]);
    builder.push(&segue_motion::Pose::rest(&other)).unwrap();
    let clips = [walk, builder.finish().unwrap()];
    let error = encode(Format::Glb, &clips, None, &WriteOptions::default()).unwrap_err();
    assert_eq!(error, WriteError::SeveralSkeletons { first: "walk".into(), second: "tall".into() });
    assert_eq!(encode(Format::Glb, &[], None, &WriteOptions::default()).unwrap_err(), WriteError::NoClip);
}

#[test]
fn times_that_cannot_be_told_apart_are_refused() {
    let clip = march("endless", 3, 30.0).with_rate(1e-40).unwrap();
    let error = encode(Format::Glb, &[clip], None, &WriteOptions::default()).unwrap_err().to_string();
    assert!(error.contains("`endless`") && error.contains("32-bit times"), "{error}");
}

#[test]
fn constant_tracks_cost_two_keys() {
    let long = bytes(Format::Glb, &[march("long", 1000, 100.0)]).len();
    let short = bytes(Format::Glb, &[march("short", 10, 100.0)]).len();
    // Six moving joints and the root of 21 joints.
    let per_frame = (long - short) as f64 / 990.0;
    assert!(per_frame < 4.0 + 12.0 + 6.0 * 16.0 + 1.0, "{per_frame} bytes per frame");
}
