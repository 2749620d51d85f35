//! Real FBX files load with what their index says, and agree with the BVH of the same trial.

use segue_formats::{Confidence, Document, Import, ReadOptions, RestFrame, read_file};
use segue_motion::Clip;

use crate::mocap::glb::positions;

fn read(name: &str, options: &ReadOptions) -> Option<Import> {
    Some(read_file(segue_captures::file(name)?, options).unwrap())
}

fn limbs(import: &Import) -> usize {
    match &import.origin.document {
        Document::Fbx(file) => file.document().limbs,
        other => panic!("an FBX file gave {other:?}"),
    }
}

#[test]
fn cmu_files_have_31_joints_and_lose_their_t_pose() {
    for (name, frames) in [("fbx/07_01_cmu.fbx", 317), ("fbx/49_08_cmu.fbx", 576)] {
        let Some(import) = read(name, &ReadOptions::default()) else { return };
        let clip = &import.clips[0];
        assert_eq!(
            (clip.skeleton().len(), clip.skeleton().end_sites().len(), limbs(&import)),
            (31, 7, 38),
            "{name}"
        );
        assert_eq!(clip.len(), frames - 1, "{name}");
        let told = "of 38 limb nodes 31 are joints and 7 the tips of last bones";
        assert!(import.notes.iter().any(|note| note.text == told), "{:?}", import.notes);
        assert!((clip.rate() - 120.0).abs() < 1e-9);
        assert!(import.conversion().rest_frame_dropped);
        assert_eq!(import.conversion().scale.confidence, Confidence::Certain);
        assert!(clip.translated().is_empty(), "{name}: {:?}", clip.translated());
        let kept = read(name, &ReadOptions { rest: RestFrame::Keep, ..ReadOptions::default() }).unwrap();
        assert_eq!(kept.clips[0].len(), frames, "{name}");
    }
}

/// Mean and largest distance between the same joints of two clips, in metres.
fn difference(a: &Clip, b: &Clip) -> (f32, f32) {
    let partner = |name: &str| b.skeleton().find(name).unwrap().index();
    let pairs: Vec<(usize, usize)> =
        a.skeleton().ids().map(|id| (id.index(), partner(a.skeleton().name(id)))).collect();
    let at = |frame: usize| {
        let (a, b) = (positions(a, frame), positions(b, frame));
        pairs.iter().map(move |&(i, j)| a[i].distance(b[j])).collect::<Vec<_>>()
    };
    let all: Vec<f32> = (0..a.len()).flat_map(at).collect();
    (all.iter().sum::<f32>() / all.len() as f32, all.iter().copied().fold(0.0, f32::max))
}

/// The program that wrote these files left out keys that it thought unimportant (one axis of a root has 54 of 317 in
/// all), so frames between keys differ by millimetres.
#[test]
fn fbx_and_bvh_of_a_trial_agree() {
    for trial in ["07_01", "49_08"] {
        let files = [format!("fbx/{trial}_cmu.fbx"), format!("cmu_bvh/{trial}.bvh")];
        let [Some(fbx), Some(bvh)] = files.map(|file| read(&file, &ReadOptions::default())) else { return };
        assert_eq!(fbx.clips[0].len(), bvh.clips[0].len());
        let (mean, largest) = difference(&fbx.clips[0], &bvh.clips[0]);
        println!("{trial}: joints differ by {mean} m on average, {largest} m at most");
        assert!(mean < 1e-3 && largest < 1e-2, "{trial}: {mean} m, {largest} m");
    }
}

#[test]
fn all_stacks_of_a_file_are_clips() {
    let Some(import) = read("fbx/locomotions.fbx", &ReadOptions::default()) else { return };
    let clips: Vec<(&str, usize)> = import.clips.iter().map(|clip| (clip.name(), clip.len())).collect();
    assert_eq!(clips, [("locomotions/jog", 25), ("locomotions/run", 21), ("locomotions/walk", 41)]);
    let skeleton = import.clips[0].skeleton();
    assert_eq!((skeleton.len() + skeleton.end_sites().len(), limbs(&import)), (67, 67));
    for clip in &import.clips {
        assert!((clip.rate() - 30.0).abs() < 1e-9);
        let heights: Vec<f32> = positions(clip, 0).iter().map(|point| point.y).collect();
        let (low, high) =
            heights.iter().fold((f32::MAX, f32::MIN), |(low, high), &y| (low.min(y), high.max(y)));
        assert!(low.abs() < 0.1 && (1.5..1.9).contains(&high), "{}: {low} to {high}", clip.name());
    }
}

#[test]
fn the_rate_to_sample_at_can_be_given() {
    let options = ReadOptions { fps: Some(60.0), ..ReadOptions::default() };
    let Some(import) = read("fbx/locomotions.fbx", &options) else { return };
    let walk = &import.clips[2];
    assert_eq!(walk.len(), 81);
    assert!((walk.duration_secs() - 4.0 / 3.0).abs() < 1e-6);
}
