//! What comes back.

use glam::{Quat, Vec3};
use segue_formats::bvh::{Document, import};
use segue_formats::{Format, Import, ReadOptions, RestFrame, Up, WriteError, WriteOptions, encode};
use segue_motion::{Clip, Pose};

use crate::bvh::{parse, read, two_joints};

fn write(import: &Import, clip: &Clip) -> Document {
    let files =
        encode(Format::Bvh, std::slice::from_ref(clip), Some(&import.origin), &WriteOptions::default())
            .unwrap()
            .files;
    Document::parse(&files[0].bytes).unwrap()
}

/// The clip with every pose changed.
fn edited(clip: &Clip, edit: impl FnMut(usize, &mut Pose)) -> Clip {
    clip.map_poses(edit).unwrap()
}

#[test]
fn an_unmodified_file_comes_back_to_the_letter() {
    let rows = "0.5000 90.0000 0.0000 725.0000 1.0000 -0.0000 370.2500 5.0000\n\
        0.0000 91.2500 0.0000 -0.5000 2.0000 3.0000 4.0000 5.0000\n";
    let import = read(&two_joints(rows));
    let files =
        encode(Format::Bvh, &import.clips, Some(&import.origin), &WriteOptions::default()).unwrap().files;
    let text = String::from_utf8(files[0].bytes.clone()).unwrap();
    assert!(text.ends_with(&format!("Frames: 2\nFrame Time: 0.04\n{rows}")), "{text}");
}

#[test]
fn what_was_edited_is_written_and_what_was_not_is_kept() {
    let import = read(&two_joints("0.1 90 0 725.5 1 0 370 5\n0 91 0 726.5 2 3 371 5\n"));
    let clip = edited(&import.clips[0], |frame, pose| {
        if frame == 1 {
            pose.rotations[0] *= Quat::from_rotation_x(0.1);
            pose.root.y += 0.5;
        }
    });
    let written = write(&import, &clip);
    assert_eq!(written.frame(0), [0.1, 90.0, 0.0, 725.5, 1.0, 0.0, 370.0, 5.0]);
    let expected = [0.0, 141.0, 0.0, 726.5, 2.0, 3.0 + 0.1_f64.to_degrees(), 371.0, 5.0];
    for (found, expected) in written.frame(1).iter().zip(expected) {
        assert!((found - expected).abs() < 1e-4, "{found} instead of {expected}");
    }
}

#[test]
fn a_joint_that_turns_as_its_channels_cannot_say_gets_three() {
    let import = read(&two_joints("0 90 0 0 0 0 10 20\n"));
    let turn = Quat::from_rotation_y(0.5);
    let written = write(&import, &edited(&import.clips[0], |_, pose| pose.rotations[1] = turn));
    assert_eq!(written.joints()[1].channels.len(), 3);
    let again = import_again(&written);
    assert!(again.frame(0).rotations[1].abs_diff_eq(turn, 1e-5));
}

fn import_again(document: &Document) -> Clip {
    let options = ReadOptions { scale: Some(0.01), up: Some(Up::Y), ..ReadOptions::default() };
    import(document.clone(), "again", &options).unwrap().clips.remove(0)
}

#[test]
fn axes_and_units_go_back_to_those_of_the_file() {
    let options = ReadOptions { scale: Some(0.0254), up: Some(Up::Z), ..ReadOptions::default() };
    let rows = "1 2 3 10 20 30 40 50\n2 3 4 11 21 31 41 51\n";
    let import = import(parse(&two_joints(rows)), "clip", &options).unwrap();
    let same = write(&import, &import.clips[0]);
    assert_eq!(same.frame(1), [2.0, 3.0, 4.0, 11.0, 21.0, 31.0, 41.0, 51.0]);
    // A centimetre up in the clip is along Z in the file.
    let raised = write(&import, &edited(&import.clips[0], |_, pose| pose.root.y += 0.0254));
    let root = Vec3::from_slice(&raised.frame(0)[..3].iter().map(|&value| value as f32).collect::<Vec<_>>());
    assert!(root.abs_diff_eq(Vec3::new(1.0, 2.0, 4.0), 1e-4), "{root}");
}

#[test]
fn another_rate_gives_another_frame_time() {
    let import = read(&two_joints("0 90 0 0 0 0 10 20\n"));
    let faster = import.clips[0].clone().with_rate(120.0).unwrap();
    assert!((write(&import, &faster).frame_time() - 1.0 / 120.0).abs() < 1e-9);
    assert!((write(&import, &import.clips[0]).frame_time() - 0.04).abs() < 1e-15);
}

fn rows(rows: impl Iterator<Item = String>) -> String {
    rows.collect::<Vec<_>>().join("\n") + "\n"
}

/// Rows with a rest pose put before motion that turns slowly.
fn with_rest_pose(frames: usize) -> String {
    let motion = (0..frames).map(|frame| format!("5 90 0 60 40 {} 70 {frame}", 30 + frame));
    rows(std::iter::once("5 90 0 0 0 0 0 0".to_owned()).chain(motion))
}

#[test]
fn an_inserted_rest_pose_is_dropped_told_and_put_back() {
    let text = two_joints(&with_rest_pose(10));
    let import = read(&text);
    assert!(import.conversion().rest_frame_dropped);
    assert!(import.notes.iter().any(|note| note.text.contains("rest pose")));
    assert_eq!(import.clips[0].len(), 10);
    let written = write(&import, &import.clips[0]);
    assert_eq!(written.frames(), 11);
    assert_eq!(written.frame(0), parse(&text).frame(0));
    let kept = ReadOptions { rest: RestFrame::Keep, ..ReadOptions::default() };
    assert_eq!(segue_formats::bvh::import(parse(&text), "clip", &kept).unwrap().clips[0].len(), 11);
}

/// Found by fuzzing.
#[test]
fn a_rest_pose_a_little_off_the_motion_is_put_back_too() {
    let text = two_joints(&with_rest_pose(10).replacen("5 90", "5.01 90", 1));
    let import = read(&text);
    assert!(import.conversion().rest_frame_dropped);
    assert_eq!(write(&import, &import.clips[0]).frame(0), parse(&text).frame(0));
}

/// A person of twelve joints, with rows of the root's position and turns and then of all other turns.
fn person(rows: &str) -> String {
    let joint = |name: &str, offset: &str, inner: &str| {
        format!("JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 3 Zrotation Xrotation Yrotation\n{inner}}}\n")
    };
    let end = |offset: &str| format!("End Site\n{{\nOFFSET {offset}\n}}\n");
    let arm = |side: &str, x: i32| {
        let hand =
            joint(&format!("{side}Hand"), &format!("{} 0 0", 26 * x), &end(&format!("{} 0 0", 18 * x)));
        let fore = joint(&format!("{side}ForeArm"), &format!("{} 0 0", 28 * x), &hand);
        joint(&format!("{side}Arm"), &format!("{} 40 0", 18 * x), &fore)
    };
    let leg = |side: &str, x: i32| {
        let foot = joint(&format!("{side}Foot"), "0 -44 0", &end("0 -8 20"));
        let shin = joint(&format!("{side}Leg"), "0 -42 0", &foot);
        joint(&format!("{side}UpLeg"), &format!("{} 0 0", 10 * x), &shin)
    };
    let head = joint("Head", "0 60 0", &end("0 20 0"));
    let limbs = [head, arm("Left", 1), arm("Right", -1), leg("Left", 1), leg("Right", -1)].concat();
    let frames = rows.lines().count();
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Yrotation Xrotation \
         Zrotation\n{limbs}}}\nMOTION\nFrames: {frames}\nFrame Time: 0.01\n{rows}"
    )
}

#[test]
fn a_rest_pose_that_faces_another_way_is_dropped_too() {
    let others = |degrees: f64| format!("{degrees} 0 0 ").repeat(13);
    let motion = |frame: usize| format!("0 90 0 {} 0 0 {}", 80 + frame, others(40.0 + 0.2 * frame as f64));
    let frames = |first: String| {
        let text = person(&rows(std::iter::once(first).chain((0..20).map(motion))));
        read(&text).clips[0].len()
    };
    assert_eq!(frames(format!("0 90 0 80 0 0 {}", others(0.0))), 20, "nothing but the whole is turned");
    let twisted = format!("0 90 0 80 0 0 {}", "0 0 0 0 90 0 0 0 0 0 0 0 ".repeat(3) + "0 0 0");
    assert_eq!(frames(twisted), 20, "a T-pose whose limbs are twisted");
    assert_eq!(frames(format!("0 90 0 80 0 0 {}", others(25.0))), 21, "a pose that no rest pose is");
}

/// A blend of which one clip has all the weight may be as long as that clip and start where it does.
#[test]
fn a_changed_motion_gets_no_rest_pose() {
    let import = read(&two_joints(&with_rest_pose(10)));
    let changed = edited(&import.clips[0], |frame, pose| {
        if frame == 7 {
            pose.root.x += 0.01;
        }
    });
    let written = write(&import, &changed);
    assert_eq!(written.frames(), 10);
    assert_eq!(written.frame(0), [5.0, 90.0, 0.0, 60.0, 40.0, 30.0, 70.0, 0.0]);
}

#[test]
fn a_first_frame_is_kept_or_dropped_as_asked() {
    let slow = rows((0..6).map(|frame| format!("5 90 0 {frame} 0 0 {frame} 0")));
    let frames = |rest| {
        let options = ReadOptions { scale: Some(0.01), rest, ..ReadOptions::default() };
        import(parse(&two_joints(&slow)), "clip", &options).unwrap().clips[0].len()
    };
    assert_eq!([RestFrame::Infer, RestFrame::Keep, RestFrame::Drop].map(frames), [6, 6, 5]);
}

#[test]
fn a_start_that_only_looks_like_a_rest_pose_stays() {
    let turned = |angle: usize| format!("5 90 0 {angle} 0 0 {angle} 0");
    let smooth = rows((0..12).map(|frame| turned(2 * frame)));
    assert!(!read(&two_joints(&smooth)).conversion().rest_frame_dropped, "motion that starts from rest");
    let jumpy = rows((0..12).map(|frame| turned(70 * (frame % 2))));
    assert!(!read(&two_joints(&jumpy)).conversion().rest_frame_dropped, "motion that jumps all the time");
    let elsewhere = with_rest_pose(10).replacen("5 90", "50 90", 1);
    assert!(!read(&two_joints(&elsewhere)).conversion().rest_frame_dropped, "a first frame in another place");
    assert!(!read(&two_joints(&with_rest_pose(2))).conversion().rest_frame_dropped, "too short to tell");
}

#[test]
fn joints_in_any_order_are_written_inside_their_parents() {
    use segue_motion::{Joint, JointId, Skeleton};
    let joint = |name: &str, parent: Option<usize>| Joint {
        name: name.into(),
        parent: parent.map(JointId::new),
        offset: Vec3::Y,
        rest: Quat::from_rotation_z(0.3),
    };
    let joints =
        vec![joint("hips", None), joint("leg", Some(0)), joint("spine", Some(0)), joint("my foot", Some(1))];
    let skeleton = std::sync::Arc::new(Skeleton::new(joints, vec![]).unwrap());
    let mut frames = Clip::builder("clip", skeleton.clone(), 30.0, &[JointId::new(2)]);
    let mut pose = Pose::rest(&skeleton);
    pose.translations = vec![(JointId::new(2), Vec3::new(0.1, 1.0, 0.0))];
    frames.push(&pose).unwrap();
    let clip = frames.finish().unwrap();
    let files =
        encode(Format::Bvh, std::slice::from_ref(&clip), None, &WriteOptions::default()).unwrap().files;
    let document = Document::parse(&files[0].bytes).unwrap();
    let names: Vec<&str> = document.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["hips", "leg", "my_foot", "spine"]);
    // The rest pose is no rotation at all.
    assert!(document.frame(0)[3..].iter().take(9).all(|angle| angle.abs() < 1e-4), "{:?}", document.frame(0));
    let again = import_again(&document);
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    clip.frame(0).world_from_joints(&skeleton, &mut ours);
    again.frame(0).world_from_joints(again.skeleton(), &mut theirs);
    assert!(ours[2].translation.abs_diff_eq(theirs[3].translation, 1e-5));
    assert!(ours[3].translation.abs_diff_eq(theirs[2].translation, 1e-5));
}

#[test]
fn no_clip_and_two_clips_are_refused() {
    let clip = read(&two_joints("0 90 0 0 0 0 10 20\n")).clips.remove(0);
    assert_eq!(encode(Format::Bvh, &[], None, &WriteOptions::default()), Err(WriteError::NoClip));
    let two = [clip.clone(), clip];
    assert_eq!(
        encode(Format::Bvh, &two, None, &WriteOptions::default()),
        Err(WriteError::SeveralClips { format: Format::Bvh, found: 2 })
    );
    assert_eq!(
        encode(Format::Fbx, &two, None, &WriteOptions::default()),
        Err(WriteError::ReadOnly { format: Format::Fbx })
    );
}
