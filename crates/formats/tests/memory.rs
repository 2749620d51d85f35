//! Reading takes about twice the memory of the clip that comes out, and writing a text next to none.
#![allow(clippy::unwrap_used, reason = "tests stop at the first surprise")]

use std::fmt::Write;

use segue_formats::{Format, Import, ReadOptions, WriteOptions, bvh, encoding, read_file};

#[global_allocator]
static ALLOCATOR: segue_heap::Counting = segue_heap::Counting;

/// A figure of the usual size for some frames at 120 frames per second, with these values in a frame.
fn file(frames: i32, value: impl Fn(i32, i32) -> f64) -> String {
    const CHAINS: [(&str, [f32; 2], usize); 5] = [
        ("LeftLeg", [0.1, -0.4], 4),
        ("RightLeg", [-0.1, -0.4], 4),
        ("Spine", [0.0, 0.2], 5),
        ("LeftArm", [0.2, 0.0], 7),
        ("RightArm", [-0.2, 0.0], 7),
    ];
    let mut text = "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation \
        Xrotation\n"
        .to_owned();
    for (name, [x, y], joints) in CHAINS {
        for joint in 0..joints {
            let _ = writeln!(
                text,
                "JOINT {name}{joint}\n{{\nOFFSET {x} {y} 0\nCHANNELS 3 Zrotation Yrotation Xrotation"
            );
        }
        text += &"}\n".repeat(joints);
    }
    let _ = writeln!(text, "}}\nMOTION\nFrames: {frames}\nFrame Time: 0.0083333");
    for frame in 0..frames {
        let row = (0..87).map(|column| format!("{:.4}", value(frame, column)));
        text += &row.collect::<Vec<_>>().join(" ");
        text += "\n";
    }
    text
}

/// Some frames of turning about.
fn turning(frames: i32) -> String {
    file(frames, |frame, column| 50.0 * (0.01 * f64::from(frame * (column + 1))).sin())
}

/// Two seconds of hopping, so that the whole clip is looked at for what its flights say about the rate.
fn falling_file() -> String {
    let height = |frame: i32| {
        let secs = f64::from(frame % 72) / 120.0 - 0.35;
        (1.0_f64).max(1.3 - 0.5 * 9.81 * secs * secs)
    };
    file(240, |frame, column| if column == 1 { height(frame) } else { 0.0 })
}

fn peak_ratio(text: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bvh");
    std::fs::write(&path, text).unwrap();
    let (import, peak) = segue_heap::most(|| read_file(&path, &ReadOptions::default()).unwrap());
    let clip = &import.clips[0];
    let size = clip.len() * (1 + clip.skeleton().len()) * 16;
    peak as f64 / size as f64
}

/// The most memory that writing a long clip takes, as a share of the clip: to the format that it was read from, and to those for
/// programs.
fn written_ratio(import: &Import, format: Format, with_origin: bool) -> f64 {
    let size = import.clips[0].len() * (1 + import.clips[0].skeleton().len()) * 16;
    let ((), peak) = segue_heap::most(|| {
        let origin = Some(&import.origin).filter(|_| with_origin);
        let encoded = encoding(format, &import.clips, origin, &WriteOptions::default()).unwrap();
        for (_, content) in encoded.files {
            content.write_to(&mut std::io::sink()).unwrap();
        }
    });
    peak as f64 / size as f64
}

/// One test, since the counters are those of the whole program.
#[test]
fn reading_takes_little_more_than_the_clip_and_writing_a_text_nothing() {
    let (long, falling) = (peak_ratio(&turning(7200)), peak_ratio(&falling_file()));
    println!("long: {long:.2}, falling: {falling:.2}");
    assert!(long <= 2.2, "reading a long file took {long:.2} times the clip");
    assert!(falling <= 3.0, "reading a short file with flights took {falling:.2} times the clip");
    let document = bvh::Document::parse(turning(7200).as_bytes()).unwrap();
    let import = bvh::import(document, "a", &ReadOptions::default()).unwrap();
    for (format, with_origin) in
        [(Format::Bvh, true), (Format::Bvh, false), (Format::Csv, false), (Format::Json, false)]
    {
        let written = written_ratio(&import, format, with_origin);
        println!("{format}: {written:.2}");
        assert!(written <= 0.1, "writing {format} took {written:.2} times the clip");
    }
}
