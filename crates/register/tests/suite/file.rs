//! Registrations on disk.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::PathBuf;

use crate::common::{Dice, Stroll, figure};
use glam::Quat;
use segue_motion::{Clip, ConstraintKind, Constraints, FrameRange, Pose};
use segue_register::{ContentHash, Ends, FileError, Registration, Settings, register};

fn settings() -> Settings {
    Settings { ends: Ends::Pinned, joint_weights: [("Head".to_owned(), 2.0)].into(), ..Settings::default() }
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
    let registration = register(&[&a, &b], &settings()).unwrap();
    let bytes = registration.encode(&[&a, &b]);
    (registration, bytes)
}

fn decode(bytes: &[u8]) -> Result<Registration, FileError> {
    let [a, b] = two();
    Registration::decode(bytes, &[&a, &b])
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
    let clips: Vec<Clip> = (0..4).map(clip).collect();
    let clips: Vec<&Clip> = clips.iter().collect();
    let size: usize = clips.iter().map(|clip| clip.len() * (3 + 4 * clip.skeleton().len()) * 4).sum();
    let bytes = register(&clips, &Settings::default()).unwrap().encode(&clips);
    assert!(bytes.len() * 50 <= size, "{} bytes for {size}", bytes.len());
}

#[test]
fn other_clips_are_refused_by_name_and_fingerprint() {
    let (_, bytes) = encoded();
    let [a, b] = two();
    let error = Registration::decode(&bytes, &[&b, &a]).unwrap_err();
    assert!(matches!(error, FileError::OtherClip { number: 1, .. }), "{error}");
    assert!(error.to_string().contains("`slower nod`") && error.to_string().contains("`nod`"), "{error}");
    let error = Registration::decode(&bytes, &[&a]).unwrap_err();
    assert!(matches!(error, FileError::Count { expected: 2, found: 1, .. }), "{error}");
    let renamed = b.clone().renamed("another name");
    assert!(Registration::decode(&bytes, &[&a, &renamed]).is_ok(), "a name is not content");
    let without_plants = b.with_constraints(Constraints::default()).unwrap();
    assert!(Registration::decode(&bytes, &[&a, &without_plants]).is_err(), "plants are");
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
    let (registration, bytes) = encoded();
    assert_eq!(decode(b"something else").unwrap_err(), FileError::NotOne);
    let mut newer = bytes.clone();
    newer[8] = 99;
    assert_eq!(decode(&newer).unwrap_err(), FileError::Version { found: 99 });
    for length in 0..bytes.len() {
        assert!(decode(&bytes[..length]).is_err(), "cut at {length}");
    }
    let mut dice = Dice(3);
    for _ in 0..2000 {
        let mut damaged = bytes.clone();
        let at = (dice.next().abs() * damaged.len() as f64) as usize % damaged.len();
        damaged[at] ^= 1 << (at % 8);
        // Some changes go unnoticed (a name, a note); none may panic or give a broken registration.
        if let Ok(read) = decode(&damaged) {
            assert_eq!(read.clips(), registration.clips());
        }
    }
}

/// Files of every version there has been are read for ever, or refused by name.
#[test]
fn frozen_files_of_all_versions_are_read() {
    let fresh = encoded().0;
    let old = Settings { meet_strikes: false, ..fresh.settings().clone() };
    check_frozen(1, &fresh, &old);
    check_frozen(2, &fresh, fresh.settings());
}

fn check_frozen(version: u8, fresh: &Registration, settings: &Settings) {
    let read = decode(&std::fs::read(frozen(version)).unwrap()).unwrap();
    assert_eq!((read.reference(), read.settings()), (fresh.reference(), settings));
    let [start, end] = read.range();
    for n in 0..=10 {
        let u = start + (end - start) * f64::from(n) / 10.0;
        for clip in 0..2 {
            assert!((read.timewarp().at(clip, u) - fresh.timewarp().at(clip, u)).abs() < 0.05);
            let (p, q) = (read.reference_from_clip(clip, u), fresh.reference_from_clip(clip, u));
            assert!((p.angle - q.angle).abs() < 0.05 && (p.x - q.x).abs() < 0.05 && (p.z - q.z).abs() < 0.05);
        }
    }
}

#[test]
#[ignore = "makes the frozen file of the current version; run once when the version changes"]
fn freeze() {
    std::fs::write(frozen(encoded().1[8]), encoded().1).unwrap();
}

fn frozen(version: u8) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/frozen/v{version}.segue-reg"))
}
