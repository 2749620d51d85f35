//! Registrations on disk.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use crate::common::{Dice, Stroll, figure, set};
use glam::Quat;
use segue_motion::{Clip, ClipSet, ConstraintKind, Constraints, FrameRange, Pose, Skeleton, SkeletonChoice};
use segue_register::{ContentHash, Ends, RegisterSettings, Registration, RegistrationFileError, register};
use segue_store::{ContainerError, FileKind};

fn settings() -> RegisterSettings {
    RegisterSettings {
        ends: Ends::Pinned,
        joint_weights: [("Head".to_owned(), 2.0)].into(),
        ..RegisterSettings::default()
    }
}

/// A clip made with exact arithmetic only, so that it is the same on every machine.
fn nod(name: &str, frames: i32, half: i32) -> Clip {
    let skeleton = figure();
    let mut builder = Clip::builder(name, skeleton.clone(), 30.0, &[]);
    let mut pose = Pose::rest(&skeleton);
    for frame in 0..frames {
        let swing = ((frame % (2 * half)) - half).abs() as f32 / half as f32 - 0.5;
        pose.root.z = frame as f32 / 32.0;
        pose.rotations[3] = Quat::from_xyzw(swing, 0.0, 0.0, 1.0);
        pose.rotations[9] = Quat::from_xyzw(-swing / 2.0, 0.0, 0.0, 1.0);
        builder.push(&pose).unwrap();
    }
    let mut plants = Constraints::default();
    plants.set(ConstraintKind::LeftToe, vec![FrameRange::new(5, 20).unwrap()]).unwrap();
    builder.finish().unwrap().with_constraints(plants).unwrap()
}

fn two() -> [Clip; 2] {
    [nod("nod", 61, 16), nod("slower nod", 76, 20)]
}

fn encoded() -> (Registration, Vec<u8>) {
    let [a, b] = two();
    let registration = register(&set([&a, &b]), &settings()).unwrap();
    let bytes = registration.encode(&set([&a, &b]));
    (registration, bytes)
}

fn decode(bytes: &[u8]) -> Result<Registration, RegistrationFileError> {
    let [a, b] = two();
    Registration::decode(bytes, &set([&a, &b]))
}

#[test]
fn what_is_read_is_what_was_written() {
    let (registration, bytes) = encoded();
    assert_eq!(registration.matches().len(), 1);
    assert!(decode(&bytes).unwrap() == registration);
    assert_eq!(encoded().1, bytes, "the same clips give the same bytes");
}

#[test]
fn a_file_is_at_most_two_percent_of_its_clips() {
    let clip =
        |n: u8| Stroll { cadence: 0.8 + 0.02 * f64::from(n), ..Stroll::default() }.clip("walk", 600, 60.0);
    let clips = ClipSet::of((0..4).map(clip)).unwrap();
    let size: usize = clips.clips().map(|clip| clip.len() * (3 + 4 * clip.skeleton().len()) * 4).sum();
    let bytes = register(&clips, &RegisterSettings::default()).unwrap().encode(&clips);
    assert!(bytes.len() * 50 <= size, "{} bytes for {size}", bytes.len());
}

#[test]
fn other_clips_are_refused_by_name_and_fingerprint() {
    let (_, bytes) = encoded();
    let [a, b] = two();
    let error = Registration::decode(&bytes, &set([&b, &a])).unwrap_err();
    assert!(matches!(error, RegistrationFileError::OtherClip { number: 1, .. }), "{error}");
    assert!(error.to_string().contains("`slower nod`") && error.to_string().contains("`nod`"), "{error}");
    let error = Registration::decode(&bytes, &set([&a])).unwrap_err();
    assert!(matches!(error, RegistrationFileError::Count { expected: 2, found: 1, .. }), "{error}");
    let renamed = b.clone().renamed("another name");
    assert!(Registration::decode(&bytes, &set([&a, &renamed])).is_ok(), "a name is not content");
    let without_plants = b.with_constraints(Constraints::default()).unwrap();
    assert!(Registration::decode(&bytes, &set([&a, &without_plants])).is_err(), "plants are");
}

/// The same clips, read from the same files, but with the bones of the longer figure.
#[test]
fn another_skeleton_is_refused() {
    let [a, b] = two();
    let mut joints = figure().joints().to_vec();
    joints.iter_mut().skip(1).for_each(|joint| joint.offset *= 1.2);
    let longer = Arc::new(Skeleton::new(joints, figure().end_sites().to_vec()).unwrap());
    let given = SkeletonChoice::Given(longer);
    let carried = ClipSet::new([a, b], &given).unwrap();
    let stored = register(&carried, &settings()).unwrap().encode(&carried);
    assert!(Registration::decode(&stored, &carried).is_ok());
    let error = decode(&stored).unwrap_err();
    assert!(matches!(error, RegistrationFileError::OtherSkeleton { .. }), "{error}");
}

#[test]
fn every_part_of_a_clip_counts_in_its_fingerprint() {
    let clip = nod("nod", 40, 16);
    let hash = ContentHash::of(&clip);
    assert_eq!(hash, ContentHash::of(&clip.clone().renamed("other")));
    assert_ne!(hash, ContentHash::of(&clip.clone().with_rate(60.0).unwrap()));
    assert_ne!(
        hash,
        ContentHash::of(&clip.map_poses(|frame, pose| pose.root.y += frame as f32 * 1e-3).unwrap())
    );
    assert_ne!(hash, ContentHash::of(&nod("nod", 41, 16)));
}

#[test]
fn damaged_files_are_errors_and_never_panics() {
    let (_, bytes) = encoded();
    assert!(matches!(
        decode(b"something else"),
        Err(RegistrationFileError::Stored(ContainerError::NotSegue { .. }))
    ));
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_err(), "cut at {length}");
    }
    let mut dice = Dice(3);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        let at = (dice.next().abs() * damaged.len() as f64) as usize % damaged.len();
        damaged[at] ^= 1 << (at % 8);
        assert!(decode(&damaged).is_err(), "bit {} of byte {at}", at % 8);
    }
}

#[test]
fn scribbled_bodies_never_panic() {
    let (registration, bytes) = encoded();
    let whole = FileKind { tag: *b"REG", name: "a registration", version: 4, largest: 1 << 20, remedy: "" };
    let body = whole.unpack(&bytes).unwrap();
    let mut dice = Dice(3);
    for _ in 0..2000 {
        let mut scribbled = body.clone();
        let at = (dice.next().abs() * scribbled.len() as f64) as usize % scribbled.len();
        scribbled[at] ^= 1 << (at % 8);
        // Some changes go unnoticed (a name, a note); none may give a broken registration.
        if let Ok(read) = decode(&whole.pack(&scribbled)) {
            assert_eq!(read.clips(), registration.clips());
        }
    }
}

/// Files of every version there has been are refused by name: those of 0.1 are not read any more.
#[test]
fn frozen_files_of_other_versions_are_refused() {
    for version in [1, 2] {
        let path = format!("{}/tests/frozen/v{version}.segue-reg", env!("CARGO_MANIFEST_DIR"));
        let error = decode(&std::fs::read(path).unwrap()).unwrap_err().to_string();
        let said = format!(
            "a registration of version {version}, this program reads version 4; register the clips again"
        );
        assert_eq!(error, said);
    }
}
