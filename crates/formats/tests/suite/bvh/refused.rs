//! What is refused, and what the error says.

use std::fmt::Write;

use segue_formats::bvh::{Document, import};
use segue_formats::{Place, ReadOptions, read_file};

use crate::bvh::{TWO_JOINTS, parse, two_joints};

/// The error for `text`: its line and its sentence.
fn refused(text: &str) -> (usize, String) {
    let fault = Document::parse(text.as_bytes()).expect_err(text);
    let Place::Line(line) = fault.place else { panic!("{fault} names no line") };
    (line, fault.problem.to_string())
}

/// `two_joints` with one line replaced; the error must name that line and say `expected` and `found`.
fn with_line(line: usize, text: &str, expected: &str, found: &str) {
    let good = two_joints("0 0 0 0 0 0 0 0\n1 1 1 1 1 1 1 1\n");
    let bad: Vec<&str> =
        good.lines().enumerate().map(|(index, old)| if index + 1 == line { text } else { old }).collect();
    let (at, sentence) = refused(&bad.join("\n"));
    assert_eq!(at, line, "{sentence}");
    assert!(sentence.contains(expected) && sentence.contains(found), "{sentence}");
}

#[test]
fn words_out_of_place() {
    with_line(1, "HIERARCHIE", "HIERARCHY", "`HIERARCHIE`");
    with_line(2, "JOINT Hips", "ROOT", "`JOINT`");
    with_line(3, "OFFSET", "{", "`OFFSET`");
    with_line(4, "OFFSET 0 0 zero", "Z of OFFSET", "`zero`");
    with_line(4, "OFFSE 0 0 0", "OFFSET, CHANNELS, JOINT", "`OFFSE`");
    with_line(6, "JOINT", "name of a joint", "nothing on the line");
    with_line(6, "  JOINT Knee { {", "name of a joint", "`Knee { {`");
    with_line(10, "End Side", "Site", "`Side`");
    with_line(16, "ROOT second", "MOTION", "`ROOT`");
    with_line(17, "Frame: 2", "`Frames:` and a number", "`Frame: 2`");
    with_line(17, "Frames: many", "`Frames:` and a number", "`Frames: many`");
    with_line(18, "Frame Time: soon", "`Frame Time:` and a number", "soon");
    with_line(18, "0 0 0 0 0 0 0 0", "`Frame Time:`", "`0 0 0");
}

#[test]
fn channels_that_cannot_be() {
    with_line(5, "  CHANNELS 7 Xposition", "0 to 6", "`7`");
    with_line(5, "  CHANNELS -1 Xposition", "0 to 6", "`-1`");
    with_line(5, "  CHANNELS 99999999999999999999 Xposition", "0 to 6", "`9999");
    with_line(5, "  CHANNELS 1 Wrotation", "a channel such as", "`Wrotation`");
    with_line(5, "  CHANNELS 2 Xposition Xposition", "each position once", "Xposition Xposition");
    with_line(5, "  CHANNELS 2 Xrotation Xrotation", "no two in a row", "Xrotation Xrotation");
    with_line(
        9,
        "    CHANNELS 4 Xrotation Yrotation Xrotation Yrotation",
        "at most three rotations",
        "Yrotation",
    );
    // More channels declared than named: the next keyword is no channel.
    let (line, sentence) = refused(&two_joints("").replace("CHANNELS 2", "CHANNELS 3"));
    assert!(line == 10 && sentence.contains("`End`"), "{line}: {sentence}");
}

#[test]
fn rows_that_are_too_short_or_too_long_or_no_numbers() {
    with_line(20, "1 1 1 1 1 1 1", "8 values for frame 1", "found 7");
    with_line(20, "1 1 1 1 1 1 1 1 1", "8 values for frame 1", "found 9");
    with_line(20, "1 1 1 1 x 1 1 1", "finite number as value 5", "`x`");
    for bad in ["nan", "-inf", "1e999", "NaN(ind)", "1.#QNAN", "0x1p3", "1,5"] {
        with_line(19, &format!("1 1 {bad} 1 1 1 1 1"), "finite number as value 3", bad);
        with_line(8, &format!("OFFSET 1 {bad} 1"), "the Y of OFFSET", bad);
    }
}

#[test]
fn files_that_end_early() {
    let whole = two_joints("0 0 0 0 0 0 0 0\n");
    let ends: Vec<usize> = whole.match_indices(char::is_whitespace).map(|(at, _)| at).collect();
    let motion = whole.find("Frames").unwrap();
    for end in ends.into_iter().filter(|&end| end < whole.len() - 1) {
        let fault = Document::parse(&whole.as_bytes()[..end]).unwrap_err();
        let sentence = fault.to_string();
        let said = ["the end of the file", "nothing on the line"].iter().any(|word| sentence.contains(word));
        assert!(said || end > motion, "cut at {end}: {sentence}");
    }
}

#[test]
fn nothing_and_something_else_entirely() {
    for text in ["", "\n\n", "\u{feff}"] {
        assert!(refused(text).1.contains("found the end of the file"), "{text:?}");
    }
    let binary: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let sentence = Document::parse(&binary).unwrap_err().to_string();
    assert!(sentence.len() < 300 && sentence.chars().all(|c| !c.is_control()), "{sentence}");
}

#[test]
fn motion_without_a_frame_or_a_channel() {
    let missing = two_joints("").replace("Frames: 0", "Frames: 2");
    assert!(refused(&missing).1.contains("a row of values for frame 0"));
    let still = two_joints("").replace("CHANNELS", "CHANNELS 0\n").replace("6 X", "X");
    assert!(Document::parse(still.as_bytes()).is_err());
    let text = "HIERARCHY\nROOT a\n{\nOFFSET 0 0 0\n}\nMOTION\nFrames: 1\nFrame Time: 1\n";
    assert!(refused(text).1.contains("the file holds no motion"));
}

#[test]
fn hierarchies_too_deep_or_too_wide() {
    let mut deep = String::from("HIERARCHY\nROOT j\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n");
    for joint in 0..600 {
        let _ = writeln!(deep, "JOINT j{joint}\n{{\nOFFSET 0 0 0");
    }
    assert!(refused(&deep).1.contains("nested joints are more than the 512"));
    let mut wide = String::from("HIERARCHY\nROOT j\n{\nOFFSET 0 0 0\nCHANNELS 1 Xposition\n");
    for joint in 0..66_000 {
        let _ = writeln!(wide, "JOINT j{joint}\n{{\nOFFSET 0 0 0\n}}");
    }
    assert!(refused(&wide).1.contains("joints are more than the 65535"));
}

#[test]
fn a_huge_number_of_frames_in_the_header_takes_no_memory() {
    // Would be 8 TB of values.
    let text = two_joints("0 0 0 0 0 0 0 0\n").replace("Frames: 1", "Frames: 1000000000000");
    assert_eq!(parse(&text).frames(), 1);
}

#[test]
fn a_frame_time_that_is_no_time_unless_a_rate_is_given() {
    for time in ["0", "-0.01", "1e-320"] {
        let text = two_joints("0 0 0 0 0 0 0 0\n").replace("0.04", time);
        let sentence = import(parse(&text), "a", &ReadOptions::default()).unwrap_err().to_string();
        assert!(sentence.contains("Frame Time must be a positive number"), "{sentence}");
        let options = ReadOptions { fps: Some(60.0), ..ReadOptions::default() };
        assert!(import(parse(&text), "a", &options).is_ok());
    }
}

#[test]
fn numbers_that_a_clip_cannot_hold() {
    let rows = two_joints("1e300 0 0 0 0 0 0 0\n");
    let sentence = import(parse(&rows), "a", &ReadOptions::default()).unwrap_err().to_string();
    assert!(sentence.contains("`Hips`"), "{sentence}");
    let offset = two_joints("0 0 0 0 0 0 0 0\n").replace("-45", "-1e300");
    let sentence = import(parse(&offset), "a", &ReadOptions::default()).unwrap_err().to_string();
    assert!(sentence.contains("`Knee`"), "{sentence}");
}

#[test]
fn options_that_are_no_numbers() {
    let document = || parse(&two_joints("0 0 0 0 0 0 0 0\n"));
    for value in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let scale = ReadOptions { scale: Some(value), ..ReadOptions::default() };
        assert!(import(document(), "a", &scale).unwrap_err().to_string().contains("the scale asked for"));
        let fps = ReadOptions { fps: Some(value), ..ReadOptions::default() };
        assert!(import(document(), "a", &fps).unwrap_err().to_string().contains("the rate asked for"));
    }
}

#[test]
fn the_error_of_a_file_names_it_and_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("walk.bvh");
    std::fs::write(&path, format!("{TWO_JOINTS}MOTION\nFrames: 1\nFrame Time: .1\n1 2 3\n")).unwrap();
    let error = read_file(&path, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.ends_with("walk.bvh:19") && error.contains("found 3"), "{error}");
    let error = read_file(folder.path().join("none.bvh"), &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("cannot read the file") && error.ends_with("none.bvh"), "{error}");
    let text = folder.path().join("walk.txt");
    std::fs::rename(&path, &text).unwrap();
    let error = read_file(&text, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.ends_with("walk.txt:19"), "the content decides where the name says nothing: {error}");
    std::fs::write(&text, "nothing").unwrap();
    let error = read_file(&text, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("a file name ending in .bvh") && error.contains("found neither"), "{error}");
}
