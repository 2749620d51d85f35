//! What files look like in the wild.

use glam::{Quat, Vec3};
use segue_formats::bvh::{Channel, import};
use segue_formats::{NoteLevel, ReadOptions, RestFrame, Up};
use segue_motion::JointId;
use segue_motion::euler::Axis;

use crate::bvh::{parse, read, two_joints};

#[test]
fn tabs_line_ends_case_exponents_and_bare_points_make_no_difference() {
    let plain = two_joints("1.5 90 0 0 0 0 0.25 100\n0 91 0 1 2 3 4 5\n");
    let odd = plain
        .replace("HIERARCHY", "\u{feff}hierarchy")
        .replace("OFFSET", "offset\t ")
        .replace("Xrotation", "XROTATION")
        .replace("1.5 90", "  15e-1\t+9.0E+001 ")
        .replace("0.25", ".25")
        .replace("Frame Time: 0.04", "FRAME TIME:\t.04")
        .replace("Frames: 2", "frames:2")
        .replace("ROOT Hips\n{", "Root Hips {")
        .replace("End Site\n    {", "END SITE {")
        .replace('\n', "\r\n");
    let (plain, odd) = (parse(&plain), parse(&odd));
    assert_eq!(odd.joints(), plain.joints());
    assert_eq!((odd.frame(0), odd.frame(1)), (plain.frame(0), plain.frame(1)));
    assert!((odd.frame_time() - plain.frame_time()).abs() < f64::EPSILON);
}

#[test]
fn the_whole_hierarchy_may_stand_on_one_line() {
    let text = "HIERARCHY ROOT a { OFFSET 0 0 0 CHANNELS 1 Xposition } MOTION\nFrames: 1\nFrame Time: 1\n3\n";
    // Only a name is taken to the end of its line.
    assert!(segue_formats::bvh::Document::parse(text.as_bytes()).is_err());
    let text = text.replace("a {", "a {\n");
    assert_eq!(parse(&text).frame(0), [3.0]);
}

#[test]
fn names_may_have_spaces_and_need_not_be_unique() {
    let text =
        two_joints("0 0 0 0 0 0 0 0\n").replace("Knee", "Bip01 L Calf").replace("Hips", "Bip01 L Calf");
    let import = read(&text);
    assert_eq!(parse(&text).joints()[1].name, "Bip01 L Calf");
    assert_eq!(import.clips[0].skeleton().joints()[1].name, "Bip01 L Calf_2");
    assert!(import.notes.iter().any(|note| note.level == NoteLevel::Warning && note.text.contains("Calf_2")));
}

#[test]
fn the_rows_decide_about_the_number_of_frames() {
    for declared in ["5", "0", "1000000000000", "18446744073709551616", "1e300"] {
        let text = two_joints("0 0 0 0 0 0 0 0\n").replace("Frames: 1", &format!("Frames: {declared}"));
        let import = read(&text);
        assert_eq!(import.clips[0].len(), 1, "{declared}");
        assert!(import.notes.iter().any(|note| note.text.contains("the file has 1")), "{declared}");
    }
}

#[test]
fn channels_apply_in_the_order_written_the_first_outermost() {
    let clip = read(&two_joints("0 100 0 90 0 90 90 90\n")).clips.remove(0);
    let turn = |axis: Vec3| Quat::from_axis_angle(axis, 90_f32.to_radians());
    let pose = clip.frame(0);
    assert!(pose.rotations[0].abs_diff_eq(turn(Vec3::Z) * turn(Vec3::X), 1e-6));
    assert!(pose.rotations[1].abs_diff_eq(turn(Vec3::X) * turn(Vec3::Z), 1e-6));
    assert!(pose.root.abs_diff_eq(Vec3::Y, 1e-6));
}

#[test]
fn joints_without_channels_stand_still() {
    let text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\nCHANNELS 1 Yrotation\nJOINT b\n{\nOFFSET 0 1 0\nJOINT c\n{\n\
        OFFSET 0 2 0\nCHANNELS 0\n}\n}\n}\nMOTION\nFrames: 1\nFrame Time: .1\n45\n";
    let clip = read(text).clips.remove(0);
    assert_eq!(clip.skeleton().len(), 3);
    assert_eq!(clip.frame(0).rotations[1..], [Quat::IDENTITY; 2]);
    assert_eq!(parse(text).joints()[0].channels, [Channel::Rotation(Axis::Y)]);
}

/// The knee with six channels.
fn six_channels(rows: &str) -> String {
    two_joints(rows).replace("CHANNELS 2 Xrotation", "CHANNELS 5 Xposition Yposition Zposition Xrotation")
}

#[test]
fn positions_that_only_repeat_the_offset_make_no_track() {
    let clip = read(&six_channels("0 90 0 0 0 0 0 -45 0 10 0\n0 90 0 0 0 0 0 -45 0 20 0\n")).clips.remove(0);
    assert!(clip.translated().is_empty());
}

#[test]
fn positions_that_move_make_a_track_in_place_of_the_offset() {
    let clip = read(&six_channels("0 90 0 0 0 0 0 -45 0 10 0\n0 90 0 0 0 0 1 -44 0 20 0\n")).clips.remove(0);
    assert_eq!(clip.translated(), [JointId::new(1)]);
    let (_, moved) = clip.frame(1).translations().next().unwrap();
    assert!(moved.abs_diff_eq(Vec3::new(0.01, -0.44, 0.0), 1e-6));
}

#[test]
fn a_single_position_channel_leaves_the_other_axes_at_the_offset() {
    let text =
        "HIERARCHY\nROOT a\n{\nOFFSET 1 2 3\nCHANNELS 1 Zposition\n}\nMOTION\nFrames: 1\nFrame Time: .1\n7\n";
    let clip = read(text).clips.remove(0);
    assert!(clip.frame(0).root.abs_diff_eq(Vec3::new(0.01, 0.02, 0.07), 1e-6), "{}", clip.frame(0).root);
}

#[test]
fn options_override_what_is_inferred() {
    let options = ReadOptions {
        scale: Some(2.0),
        up: Some(Up::Z),
        fps: Some(50.0),
        rest: RestFrame::Keep,
        ..ReadOptions::default()
    };
    let import = import(parse(&two_joints("1 2 3 0 0 0 0 0\n")), "clip", &options).unwrap();
    let clip = &import.clips[0];
    assert!((clip.rate() - 50.0).abs() < 1e-12);
    // Z up to Y up: y becomes −z, z becomes y.
    assert!(clip.frame(0).root.abs_diff_eq(Vec3::new(2.0, 6.0, -4.0), 1e-5), "{}", clip.frame(0).root);
}

/// A figure that walks, as rows of a file with the given up axis.
fn walker(up: Up) -> String {
    let point = |x: f64, y: f64, z: f64| match up {
        Up::Y => format!("{x} {y} {z}"),
        Up::Z => format!("{x} {} {y}", -z),
        Up::X => format!("{y} {} {z}", -x),
    };
    let joint =
        |name: &str, offset: String| format!("JOINT {name}\n{{\nOFFSET {offset}\nCHANNELS 1 Xrotation\n");
    let mut text =
        "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\n".to_owned();
    for (side, x) in [("Left", 10.0), ("Right", -10.0)] {
        text += &joint(&format!("{side}UpLeg"), point(x, 0.0, 0.0));
        text += &joint(&format!("{side}Leg"), point(0.0, -45.0, 0.0));
        text += &joint(&format!("{side}Foot"), point(0.0, -45.0, 0.0));
        text += "}\n}\n}\n";
    }
    text += &joint("Spine", point(0.0, 30.0, 0.0));
    text += &joint("Head", point(0.0, 30.0, 0.0));
    text += "}\n}\n}\nMOTION\nFrames: 20\nFrame Time: 0.04\n";
    for frame in 0..20 {
        let hips = point(0.0, 90.0, 5.0 * f64::from(frame));
        text += &(hips + " 0 0 0 0 0 0 0 0\n");
    }
    text
}

#[test]
fn the_up_axis_is_where_the_head_is() {
    for up in [Up::X, Up::Y, Up::Z] {
        let import = read(&walker(up));
        assert_eq!(import.conversion().up.value, up);
        let clip = &import.clips[0];
        let mut world = Vec::new();
        clip.frame(19).world_from_joints(clip.skeleton(), &mut world);
        let head = world[clip.skeleton().find("Head").unwrap().index()].translation;
        assert!((head.y - 1.5).abs() < 1e-4, "{up} up: the head is at {head}");
    }
}

#[test]
fn units_are_told_by_the_height_of_the_figure() {
    let scaled = |factor: f64| {
        let number =
            |word: &str| word.parse::<f64>().map_or(word.to_owned(), |value| (value * factor).to_string());
        let line = |line: &str| match line.split_once("OFFSET ") {
            Some((indent, numbers)) => {
                format!("{indent}OFFSET {}", numbers.split(' ').map(number).collect::<Vec<_>>().join(" "))
            }
            None => line.to_owned(),
        };
        walker(Up::Y).lines().map(line).collect::<Vec<_>>().join("\n")
    };
    for (factor, scale) in [(1.0, 0.01), (0.01, 1.0), (10.0, 0.001), (1.0 / 2.54, 0.0254)] {
        let import = import(parse(&scaled(factor)), "clip", &ReadOptions::default()).unwrap();
        assert!(
            (import.conversion().scale.value / scale - 1.0).abs() < 1e-9,
            "{:?}",
            import.conversion().scale
        );
    }
    let import = import(parse(&scaled(0.05)), "clip", &ReadOptions::default()).unwrap();
    assert!(import.notes.iter().any(|note| note.level == NoteLevel::Warning && note.text.contains("scale")));
}
