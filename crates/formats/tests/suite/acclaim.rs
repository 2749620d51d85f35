//! Acclaim on synthetic files: what is read, what is refused and how, and what comes back.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "tests stop at the first surprise; numbers come back exactly"
)]

use glam::{Quat, Vec3};
use proptest::prelude::*;
use segue_formats::acclaim::{Document, Dof, Motion, Skeleton, import};
use segue_formats::{
    Confidence, Format, Import, NoteLevel, Place, ReadOptions, WriteOptions, encode, read_file,
};
use segue_motion::euler::Axis;
use segue_motion::{Clip, Pose};

const ASF: &str = "# made up
:version 1.10
:name made-up
:units
  mass 1.0
  length 1.0
  angle deg
:documentation
  nothing to say
:root
  order TX TY TZ RX RY RZ
  axis XYZ
  position 0 0 0
  orientation 0 0 0
:bonedata
  begin
    id 1
    name thigh
    direction 0 -1 0
    length 45
    axis 0 0 20 XYZ
    dof rx ry rz
    limits (-160.0 20.0)
           (-70.0, 70.0)
           (-inf inf)
  end
  begin
    id 2
    name shin   # a comment
    direction 0 -1 0
    length 40
    axis 90 0 0 XYZ
    dof rz rx
    bodymass 3.5
  end
:hierarchy
  begin
    root thigh
    thigh shin
  end
:skin nothing.skin
";

const AMC: &str = "#!OML
:FULLY-SPECIFIED
:DEGREES
1
root 1 90 2 0 90 0
thigh 10 0 0
shin 5 30
2
root 1 91 2 0 450 0
thigh 11 0 0
shin 6 31
";

fn parse(asf: &str, amc: &str) -> Document {
    let skeleton = Skeleton::parse(asf.as_bytes()).unwrap_or_else(|fault| panic!("{fault}"));
    let motion = Motion::parse(amc.as_bytes(), &skeleton).unwrap_or_else(|fault| panic!("{fault}"));
    Document { skeleton, motion }
}

fn read(asf: &str, amc: &str) -> Import {
    let options = ReadOptions { scale: Some(0.01), ..ReadOptions::default() };
    import(parse(asf, amc), "clip", &options).unwrap()
}

fn turn(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis, degrees.to_radians())
}

fn same_turn(a: Quat, b: Quat) -> bool {
    a.abs_diff_eq(b, 1e-5) || a.abs_diff_eq(-b, 1e-5)
}

#[test]
fn bones_start_where_their_parents_end() {
    let clip = read(ASF, AMC).clips.remove(0);
    let skeleton = clip.skeleton();
    let names: Vec<&str> = skeleton.joints().iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["root", "thigh", "shin"]);
    let offsets: Vec<Vec3> = skeleton.joints().iter().map(|joint| joint.offset).collect();
    assert!(offsets[1].abs_diff_eq(Vec3::ZERO, 1e-6));
    assert!(offsets[2].abs_diff_eq(Vec3::new(0.0, -0.45, 0.0), 1e-6));
    assert!(skeleton.end_sites()[0].offset.abs_diff_eq(Vec3::new(0.0, -0.4, 0.0), 1e-6));
    assert!(clip.frame(0).root.abs_diff_eq(Vec3::new(0.01, 0.9, 0.02), 1e-6));
}

#[test]
fn angles_apply_in_the_order_written_about_fixed_axes_of_the_bone() {
    let clip = read(ASF, AMC).clips.remove(0);
    let rotations = clip.frame(0).rotations;
    assert!(same_turn(rotations[0], turn(Vec3::Y, 90.0)));
    let axes = turn(Vec3::Z, 20.0);
    assert!(same_turn(rotations[1], axes * turn(Vec3::X, 10.0) * axes.inverse()));
    let axes = turn(Vec3::X, 90.0);
    assert!(same_turn(rotations[2], axes * turn(Vec3::X, 30.0) * turn(Vec3::Z, 5.0) * axes.inverse()));
}

#[test]
fn radians_in_the_motion_and_in_the_skeleton() {
    let degrees = read(ASF, AMC).clips.remove(0);
    let amc = ":RADIANS\n1\nroot 1 90 2 0 1.5707963 0\nthigh 0.17453293 0 0\nshin 0.08726646 0.5235988\n";
    let asf = ASF
        .replace("angle deg", "angle rad")
        .replace("axis 0 0 20", "axis 0 0 0.34906585")
        .replace("axis 90 0 0", "axis 1.5707963 0 0");
    for asf in [ASF, &asf] {
        let radians = read(asf, amc).clips.remove(0);
        for (a, b) in degrees.frame(0).rotations.iter().zip(radians.frame(0).rotations) {
            assert!(same_turn(*a, *b));
        }
    }
}

#[test]
fn what_is_written_is_kept() {
    let Document { skeleton, motion } = parse(ASF, AMC);
    assert_eq!(skeleton.bones()[0].limits[1], [-70.0, 70.0]);
    assert_eq!(skeleton.bones()[0].limits[2], [f64::NEG_INFINITY, f64::INFINITY]);
    assert_eq!(skeleton.bones()[1].dof, [Dof::Rotation(Axis::Z), Dof::Rotation(Axis::X)]);
    assert_eq!(motion.frame(1)[..6], [1.0, 91.0, 2.0, 0.0, 450.0, 0.0]);
    let again = Skeleton::parse(&skeleton.to_bytes()).unwrap();
    assert_eq!(again, skeleton);
    let import = import(Document { skeleton, motion }, "a", &ReadOptions::default()).unwrap();
    let files =
        encode(Format::Acclaim, &import.clips, Some(&import.origin), &WriteOptions::default()).unwrap().files;
    assert_eq!(String::from_utf8(files[1].bytes.clone()).unwrap(), AMC);
}

/// Found by fuzzing: such lines were printed after the hierarchy and read as a part of it.
#[test]
fn stray_lines_after_the_name_are_kept_as_documentation() {
    for line in [":name made-up\n", ":version 1.10\n"] {
        let skeleton = parse(&ASF.replace(line, &format!("{line}  stray words\n")), AMC).skeleton;
        assert_eq!(Skeleton::parse(&skeleton.to_bytes()).unwrap(), skeleton);
        assert_eq!(skeleton.bones().len(), 2);
    }
}

#[test]
fn bones_may_be_missing_only_where_the_file_is_not_fully_specified() {
    let amc = AMC.replace("thigh 11 0 0\n", "");
    let skeleton = Skeleton::parse(ASF.as_bytes()).unwrap();
    let fault = Motion::parse(amc.as_bytes(), &skeleton).unwrap_err().to_string();
    assert!(fault.contains("`thigh` in frame 2"), "{fault}");
    let motion = Motion::parse(amc.replace(":FULLY-SPECIFIED\n", "").as_bytes(), &skeleton).unwrap();
    assert_eq!(motion.frame(1)[6], 10.0, "the value of the frame before");
}

#[test]
fn the_rate_is_a_guess_unless_it_is_told() {
    let import = read(ASF, AMC);
    let rate = &import.conversion().rate;
    assert_eq!((rate.value, rate.confidence), (120.0, Confidence::Guess));
    assert!(import.notes.iter().any(|note| note.level == NoteLevel::Warning && note.text.contains("--fps")));
    let told = read(ASF, &AMC.replace(":DEGREES", ":SAMPLES-PER-SECOND 60\n:DEGREES"));
    assert_eq!(told.clips[0].rate(), 60.0);
    let options = ReadOptions { fps: Some(30.0), ..ReadOptions::default() };
    assert_eq!(segue_formats::acclaim::import(parse(ASF, AMC), "a", &options).unwrap().clips[0].rate(), 30.0);
}

#[test]
fn a_stretch_is_told_and_carried_along() {
    let (asf, amc) = (ASF.replace("dof rz rx", "dof rz l rx"), AMC.replace("shin 5 30", "shin 5 1.5 30"));
    let import = read(&asf, &amc.replace("shin 6 31", "shin 6 2.5 31"));
    assert!(import.notes.iter().any(|note| note.text.contains("stretch of bone `shin`")));
    let turned =
        import.clips[0].map_poses(|_, pose: &mut Pose| pose.rotations[2] = turn(Vec3::Y, 25.0)).unwrap();
    let files =
        encode(Format::Acclaim, &[turned], Some(&import.origin), &WriteOptions::default()).unwrap().files;
    let written = Motion::parse(&files[1].bytes, &Skeleton::parse(&files[0].bytes).unwrap()).unwrap();
    assert_eq!((written.frame(0)[10], written.frame(1)[10]), (1.5, 2.5));
}

#[test]
fn an_edited_clip_keeps_what_was_not_edited() {
    let import = read(ASF, AMC);
    let clip = import.clips[0].map_poses(|frame, pose: &mut Pose| {
        if frame == 1 {
            pose.rotations[2] = turn(Vec3::Z, 25.0);
        }
    });
    let files = encode(Format::Acclaim, &[clip.unwrap()], Some(&import.origin), &WriteOptions::default())
        .unwrap()
        .files;
    let skeleton = Skeleton::parse(&files[0].bytes).unwrap();
    let motion = Motion::parse(&files[1].bytes, &skeleton).unwrap();
    assert_eq!(
        skeleton.bones()[1].dof.len(),
        3,
        "about its own Z and X, which is the world's Y, it cannot turn so"
    );
    assert_eq!(motion.frame(1)[..9], parse(ASF, AMC).motion.frame(1)[..9]);
    let again = import_in_centimetres(Document { skeleton, motion });
    assert!(same_turn(again.frame(1).rotations[2], turn(Vec3::Z, 25.0)));
    assert!(same_turn(again.frame(0).rotations[2], import.clips[0].frame(0).rotations[2]));
}

fn import_in_centimetres(document: Document) -> Clip {
    let options = ReadOptions { scale: Some(0.01), ..ReadOptions::default() };
    import(document, "again", &options).unwrap().clips.remove(0)
}

/// The error for a skeleton with one text replaced by another.
fn refused_skeleton(old: &str, new: &str) -> (Place, String) {
    assert!(ASF.contains(old), "{old}");
    let fault = Skeleton::parse(ASF.replacen(old, new, 1).as_bytes()).expect_err(new);
    (fault.place, fault.problem.to_string())
}

#[test]
fn skeletons_that_are_refused() {
    let cases = [
        (":version 1.10", "version 1.10", 2, "a keyword such as :version"),
        ("length 1.0", "length 0", 6, "a positive length"),
        ("angle deg", "angle turns", 7, "deg or rad"),
        ("order TX", "order QX", 11, "rx, ry, rz, tx, ty, tz or l"),
        ("axis XYZ\n", "axis XXY\n", 12, "an order of axes such as XYZ"),
        ("orientation 0 0 0", "orientation 0 0", 14, "3 numbers after orientation"),
        ("orientation 0 0 0", "orientation 0 nan 0", 14, "3 numbers after orientation"),
        ("  begin\n    id 1", "  bone\n    id 1", 16, "begin or the next section"),
        ("length 45", "length 1e999", 20, "1 numbers after length"),
        ("axis 0 0 20 XYZ", "axis 0 0 20 XY", 21, "an order of axes"),
        ("dof rx ry rz", "dof rx ry rx", 22, "each degree of freedom once"),
        ("(-70.0, 70.0)", "(-70.0)", 24, "a lower and an upper limit"),
        ("name shin", "name thigh", 35, "a name that no other bone has"),
        ("name shin", "name root", 35, "a name of its own"),
        ("thigh shin", "thigh shin foot", 39, "bone `foot` is not defined"),
        ("thigh shin", "thigh shin thigh", 39, "each bone once as a child"),
    ];
    for (old, new, line, expected) in cases {
        let (place, sentence) = refused_skeleton(old, new);
        assert!(sentence.contains(expected), "{new}: {sentence}");
        assert_eq!(place, Place::Line(line), "{new}: {sentence}");
    }
    assert_eq!(refused_skeleton("    thigh shin\n", "").0, Place::Joint("shin".into()));
    let (place, sentence) = refused_skeleton("root thigh\n    thigh shin", "shin thigh\n    thigh shin");
    assert!(place == Place::Joint("thigh".into()) && sentence.contains("below the root"), "{sentence}");
    assert!(refused_skeleton(&ASF[ASF.find("  end").unwrap()..], "").1.contains("end of a bone"));
    assert!(Skeleton::parse(b"").is_err());
}

#[test]
fn motions_that_are_refused() {
    let skeleton = Skeleton::parse(ASF.as_bytes()).unwrap();
    let cases = [
        ("1\nroot", "root", 4, "the number of the first frame"),
        ("shin 5 30", "shin 5", 7, "2 values for `shin`"),
        ("shin 5 30", "shin 5 30 1", 7, "found 3"),
        ("shin 5 30", "shin 5 inf", 7, "a finite number as value 2"),
        ("shin 5 30", "foot 5 30", 7, "bone `foot` is not defined"),
        ("shin 5 30", "thigh 1 2 3", 7, "each bone once in a frame"),
        ("2\nroot", "4\nroot", 8, "expected frame 2, found frame 4"),
        ("shin 6 31\n", "", 11, "`shin` in frame 2"),
    ];
    for (old, new, line, expected) in cases {
        let fault = Motion::parse(AMC.replacen(old, new, 1).as_bytes(), &skeleton).expect_err(new);
        let sentence = fault.problem.to_string();
        assert!(sentence.contains(expected), "{new}: {sentence}");
        assert_eq!(fault.place, Place::Line(line), "{new}: {sentence}");
    }
    assert!(Motion::parse(b"", &skeleton).unwrap_err().to_string().contains("the end of the file"));
}

#[test]
fn the_skeleton_is_found_beside_the_motion() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let read = |name: &str| read_file(folder.path().join(name), &ReadOptions::default());
    write("02_01.amc", AMC);
    let error = read("02_01.amc").unwrap_err().to_string();
    assert!(
        error.contains("02_01.asf or 02.asf is needed") && error.contains("holds 0 .asf files"),
        "{error}"
    );
    write("lonely.asf", ASF);
    assert_eq!(read("02_01.amc").unwrap().clips[0].len(), 2, "the only one in the folder");
    write("other.asf", ASF);
    assert!(read("02_01.amc").unwrap_err().to_string().contains("holds 2 .asf files"));
    write("02.ASF", ASF);
    assert_eq!(read("02_01.amc").unwrap().clips[0].name(), "02_01", "the one of the subject");
    write("02_01.asf", "broken");
    let error = read("02_01.amc").unwrap_err().to_string();
    assert!(error.ends_with("02_01.asf:1"), "the one of the same name comes first: {error}");
    let figure = read("other.asf").unwrap();
    assert!(figure.clips.is_empty(), "a skeleton alone is a figure");
    assert_eq!(
        figure.figure.skeleton.to_string(),
        read("02_01.amc").map_or_else(
            |_| "root\n  thigh\n    shin *\n".to_owned(),
            |motion| motion.figure.skeleton.to_string(),
        )
    );
}

proptest! {
    #[test]
    fn values_come_back(values in prop::collection::vec(-400.0..400.0f64, 22)) {
        let words: Vec<String> = values.iter().map(|value| format!("{value:.4}")).collect();
        let frame = |n: usize| {
            let w = &words[11 * n..];
            format!("{}\nroot {}\nthigh {}\nshin {}\n", n + 1, w[..6].join(" "), w[6..9].join(" "), w[9..11].join(" "))
        };
        let amc = format!(":FULLY-SPECIFIED\n:DEGREES\n{}{}", frame(0), frame(1));
        let import = read(ASF, &amc);
        let files = encode(Format::Acclaim, &import.clips, Some(&import.origin), &WriteOptions::default()).unwrap().files;
        let again = Motion::parse(&files[1].bytes, &Skeleton::parse(&files[0].bytes).unwrap()).unwrap();
        let original = parse(ASF, &amc).motion;
        prop_assert_eq!(again.frame(0), original.frame(0));
        prop_assert_eq!(again.frame(1), original.frame(1));
    }

    #[test]
    fn no_damage_makes_it_panic(at in any::<prop::sample::Index>(), byte: u8, skeleton: bool) {
        let (mut asf, mut amc) = (ASF.as_bytes().to_vec(), AMC.as_bytes().to_vec());
        let damaged = if skeleton { &mut asf } else { &mut amc };
        let at = at.index(damaged.len());
        damaged[at] = byte;
        if let Ok(skeleton) = Skeleton::parse(&asf)
            && let Ok(motion) = Motion::parse(&amc, &skeleton)
        {
            let _ = import(Document { skeleton, motion }, "damaged", &ReadOptions::default());
        }
    }
}

#[test]
fn content_under_a_wrong_name_is_read_with_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    let read = |name: &str| read_file(folder.path().join(name), &ReadOptions::default()).unwrap();
    let warned = |import: &Import, content: &str| {
        let note = &import.notes[0];
        assert!(note.level == NoteLevel::Warning && note.text.contains(content), "{note:?}");
    };
    write("02.asf", ASF);
    write("02_01.bvh", AMC);
    write("02_02.asf", AMC);
    write("lonely.bvh", ASF);
    write("lonely.amc", ASF);
    for name in ["02_01.bvh", "02_02.asf"] {
        let import = read(name);
        assert_eq!(import.clips[0].len(), 2, "{name}");
        warned(&import, "Acclaim");
    }
    for name in ["lonely.bvh", "lonely.amc"] {
        let import = read(name);
        assert!(import.clips.is_empty() && import.figure.skeleton.len() > 1, "{name}");
        warned(&import, "Acclaim");
    }
}
