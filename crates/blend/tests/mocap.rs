//! Blends of real captures. They lie beside the workspace and are not part of it; without them nothing is tested.
#![expect(clippy::unwrap_used, clippy::print_stdout, reason = "helpers of tests")]

use std::path::PathBuf;
use std::sync::Arc;

use segue_blend::quality::Quality;
use segue_blend::{
    Ensemble, InterpolateSettings, TimeScaling, TransitionSettings, interpolate, linear_blend, transition,
};
use segue_formats::{ReadOptions, read_file};
use segue_motion::{Anatomy, Clip, PlantSettings, find_plants};
use segue_register::{Settings, register};

fn folder() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/mocap");
    let folder = std::env::var_os("SEGUE_MOCAP").map_or(beside, PathBuf::from);
    if !folder.is_dir() {
        println!("skipped: no mocap");
        return None;
    }
    Some(folder)
}

/// A capture with its plants.
fn capture(name: &str) -> Option<Clip> {
    let path = folder()?.join("cmu_bvh").join(format!("{name}.bvh"));
    let clip = read_file(path, &ReadOptions::default()).unwrap().clips.remove(0);
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    Some(clip.with_constraints(plants).unwrap())
}

fn ensemble(clips: &[&Clip]) -> Arc<Ensemble> {
    let registration = register(clips, &Settings::default()).unwrap();
    println!("{:?} {:?}", registration.likeness(0), registration.likeness(1));
    Arc::new(Ensemble::new(clips, registration).unwrap())
}

#[test]
fn opposite_turns_halfway_walk_straight() {
    for [left, right] in [["16_11", "16_13"], ["16_17", "16_19"]] {
        let (Some(left), Some(right)) = (capture(left), capture(right)) else { return };
        let anatomy = Anatomy::of(left.skeleton());
        let clips = [&left, &right];
        for clip in clips {
            println!("{}: {}", clip.name(), Quality::of(clip, &anatomy));
        }
        let blend = interpolate(&ensemble(&clips), &[0.5, 0.5], &InterpolateSettings::default()).unwrap();
        println!("registered: {}", Quality::of(&blend, &anatomy));
        let linear = linear_blend(&clips, &[0.5, 0.5], TimeScaling::Uniform).unwrap();
        println!("linear: {}", Quality::of(&linear, &anatomy));
    }
}

#[test]
fn a_walk_becomes_a_run() {
    let (Some(walk), Some(run)) = (capture("16_15"), capture("16_35")) else { return };
    let anatomy = Anatomy::of(walk.skeleton());
    let settings = TransitionSettings::default();
    let made = transition([&walk, &run], &settings).unwrap();
    println!(
        "{:?} {} {} {:?}",
        made.at_secs.map(|t| t * 30.0),
        made.half_width_secs,
        made.largest_half_width_secs,
        made.frames
    );
    println!("{:?}", made.registration.likeness(1));
    for clip in [&walk, &run, &made.clip] {
        println!("{}: {}", clip.name(), Quality::of(clip, &anatomy));
    }
}
