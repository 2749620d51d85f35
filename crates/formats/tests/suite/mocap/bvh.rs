//! All BVH files: they load with the truths of the index and come back as they were.

use segue_formats::bvh::{Channel, Document};
use segue_formats::{
    Confidence, Format, Import, ReadOptions, RestFrame, Up, WriteOptions, encode, read_file,
};
use segue_motion::{Clip, Pose};

use crate::mocap::{as_written, files, index, mocap};

const CMU_UNIT: f64 = 0.0254 / 0.45;

#[test]
fn cmu_files_load_with_the_truths_of_the_index() {
    let Some(mocap) = mocap() else { return };
    let index = index(&mocap);
    let files = files(&mocap.join("cmu_bvh"), "bvh");
    assert_eq!(files.len(), 75);
    for path in files {
        let import = read_file(&path, &as_written()).unwrap();
        let (clip, conversion) = (&import.clips[0], import.conversion());
        let (rows, joints) = index[&format!("cmu_bvh/{}.bvh", clip.name())];
        assert_eq!(
            (clip.len() + 1, clip.skeleton().len(), clip.rate()),
            (rows, joints, 120.0),
            "{}",
            clip.name()
        );
        assert!(conversion.rest_frame_dropped, "{}", clip.name());
        assert_eq!((conversion.scale.value, conversion.scale.confidence), (CMU_UNIT, Confidence::Certain));
        assert_eq!(conversion.up.value, Up::Y);
    }
}

#[test]
fn other_files_load_at_human_size_with_all_their_frames() {
    let Some(mocap) = mocap() else { return };
    let index = index(&mocap);
    let truths = [
        ("cmu131_03_3dsmax", 120.0, CMU_UNIT),
        ("custom_skeleton_walk_example", 72.0, 0.01),
        ("pirouette", 120.0, 0.01),
        ("test_freebvh", 30.0, 0.01),
    ];
    for (name, rate, scale) in truths {
        let import = read_file(mocap.join(format!("other_bvh/{name}.bvh")), &as_written()).unwrap();
        let (clip, conversion) = (&import.clips[0], import.conversion());
        assert_eq!((clip.len(), clip.skeleton().len()), index[&format!("other_bvh/{name}.bvh")], "{name}");
        assert_eq!(
            (clip.rate(), conversion.up.value, conversion.rest_frame_dropped),
            (rate, Up::Y, false),
            "{name}"
        );
        assert!((conversion.scale.value / scale - 1.0).abs() < 0.15, "{name}: {:?}", conversion.scale);
        let lowest = lowest_point(clip);
        assert!(lowest.abs() < 0.25, "{name} stands {lowest} m above the ground");
    }
}

fn lowest_point(clip: &Clip) -> f32 {
    let mut world = Vec::new();
    let mut lowest = f32::INFINITY;
    for pose in clip.frames() {
        pose.world_from_joints(clip.skeleton(), &mut world);
        lowest = world.iter().map(|joint| joint.translation.y).fold(lowest, f32::min);
    }
    lowest
}

#[test]
fn unmodified_files_come_back_value_by_value() {
    let Some(mocap) = mocap() else { return };
    for path in files(&mocap.join("cmu_bvh"), "bvh").into_iter().chain(files(&mocap.join("other_bvh"), "bvh"))
    {
        let original = Document::parse(&std::fs::read(&path).unwrap()).unwrap();
        let import = read_file(&path, &as_written()).unwrap();
        let written = write(&import, &import.clips[0]);
        let header =
            |document: &Document| (document.joints().to_vec(), document.frame_time(), document.frames());
        assert_eq!(header(&written), header(&original), "{}", path.display());
        for frame in 0..original.frames() {
            assert_eq!(written.frame(frame), original.frame(frame), "frame {frame} of {}", path.display());
        }
    }
}

fn write(import: &Import, clip: &Clip) -> Document {
    let files =
        encode(Format::Bvh, std::slice::from_ref(clip), Some(&import.origin), &WriteOptions::default())
            .unwrap()
            .files;
    Document::parse(&files[0].bytes).unwrap()
}

/// The frames of `clip` from `first` on.
fn cut(clip: &Clip, first: usize) -> Clip {
    let mut builder = Clip::builder("cut", clip.skeleton().clone(), clip.rate(), clip.translated());
    clip.frames().skip(first).for_each(|pose| builder.push(&pose.to_pose()).unwrap());
    builder.finish().unwrap()
}

#[test]
fn a_cut_clip_keeps_its_values_and_gets_no_rest_frame() {
    let Some(mocap) = mocap() else { return };
    let import = read_file(mocap.join("cmu_bvh/49_08.bvh"), &as_written()).unwrap();
    let original = Document::parse(&std::fs::read(mocap.join("cmu_bvh/49_08.bvh")).unwrap()).unwrap();
    let written = write(&import, &cut(&import.clips[0], 100));
    assert_eq!(written.frames(), original.frames() - 101);
    assert_eq!(written.frame(0), original.frame(101));
    assert_eq!(written.frame(written.frames() - 1), original.frame(original.frames() - 1));
}

#[test]
fn an_edited_clip_keeps_its_unwrapped_angles() {
    let Some(mocap) = mocap() else { return };
    let import = read_file(mocap.join("cmu_bvh/144_01.bvh"), &as_written()).unwrap();
    let original = Document::parse(&std::fs::read(mocap.join("cmu_bvh/144_01.bvh")).unwrap()).unwrap();
    // Too much to pass for rounding, too little to matter.
    let nudge = glam::Quat::from_rotation_x(1e-5);
    let edited = import.clips[0]
        .map_poses(|_, pose: &mut Pose| {
            pose.rotations.iter_mut().for_each(|rotation| *rotation *= nudge);
        })
        .unwrap();
    let written = write(&import, &edited);
    let rotations: Vec<usize> = original
        .joints()
        .iter()
        .flat_map(|joint| &joint.channels)
        .enumerate()
        .filter(|(_, channel)| matches!(channel, Channel::Rotation(_)))
        .map(|(column, _)| column)
        .collect();
    let mut largest = 0.0_f64;
    let mut far = 0;
    for frame in 1..original.frames() {
        for &column in &rotations {
            // An edited clip is written without the inserted rest pose.
            let angle = written.frame(frame - 1)[column];
            largest = largest.max(angle.abs());
            far += usize::from((angle - original.frame(frame)[column]).abs() > 1.0);
        }
    }
    assert!(largest > 360.0, "the largest angle is {largest}");
    assert_eq!(far, 0, "angles jumped to another branch");
}

#[test]
fn a_file_made_from_scratch_moves_the_same() {
    let Some(mocap) = mocap() else { return };
    for name in ["cmu_bvh/49_08.bvh", "other_bvh/custom_skeleton_walk_example.bvh", "other_bvh/pirouette.bvh"]
    {
        let clip = read_file(mocap.join(name), &as_written()).unwrap().clips.remove(0);
        let bytes = encode(Format::Bvh, std::slice::from_ref(&clip), None, &WriteOptions::default())
            .unwrap()
            .files
            .remove(0)
            .bytes;
        let options = ReadOptions { scale: Some(0.01), rest: RestFrame::Keep, ..ReadOptions::default() };
        let again = segue_formats::bvh::import(Document::parse(&bytes).unwrap(), "again", &options).unwrap();
        let again = &again.clips[0];
        assert_eq!((again.len(), again.rate()), (clip.len(), clip.rate()));
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        for (a, b) in clip.frames().zip(again.frames()) {
            a.world_from_joints(clip.skeleton(), &mut ours);
            b.world_from_joints(again.skeleton(), &mut theirs);
            for id in clip.skeleton().ids() {
                let other = again.skeleton().find(clip.skeleton().name(id)).unwrap();
                let apart = ours[id.index()].translation.distance(theirs[other.index()].translation);
                assert!(apart < 1e-5, "{name}, {}: {apart} m", clip.skeleton().name(id));
            }
        }
    }
}
