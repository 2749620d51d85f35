//! What holds for every file.

use std::fmt::Write;

use glam::{DMat3, DVec3};
use proptest::prelude::*;
use segue_formats::bvh::{Channel, Document};
use segue_formats::{Format, WriteOptions, encode};
use segue_motion::euler::Axis;

use crate::bvh::{parse, read};

/// A file: for each joint how far its parent is back in the list of open joints, its channels and its values.
#[derive(Clone, Debug)]
struct Made {
    text: String,
    channels: Vec<Vec<Channel>>,
    rows: Vec<Vec<f64>>,
}

fn channels() -> impl Strategy<Value = Vec<Channel>> {
    let all: Vec<Channel> =
        Axis::ALL.into_iter().flat_map(|axis| [Channel::Position(axis), Channel::Rotation(axis)]).collect();
    (prop::sample::subsequence(all, 0..=6)).prop_shuffle()
}

/// A root that moves, then joints with any channels in any order, nested at random.
fn made() -> impl Strategy<Value = Made> {
    let joint = (0..3usize, channels(), any::<bool>());
    (prop::collection::vec(joint, 0..6), 1..5usize, 0..7usize).prop_flat_map(|(joints, frames, decimals)| {
        let count: usize = 6 + joints.iter().map(|(_, channels, _)| channels.len()).sum::<usize>();
        let rows = prop::collection::vec(prop::collection::vec(-800.0..800.0f64, count), frames);
        rows.prop_map(move |rows| make(&joints, &rows, decimals))
    })
}

fn make(joints: &[(usize, Vec<Channel>, bool)], rows: &[Vec<f64>], decimals: usize) -> Made {
    let names =
        |channels: &[Channel]| channels.iter().map(|channel| channel.name()).collect::<Vec<_>>().join(" ");
    let root: Vec<Channel> =
        Axis::ALL.map(Channel::Position).into_iter().chain(Axis::ALL.map(Channel::Rotation)).collect();
    let mut text = format!("HIERARCHY\nROOT j\n{{\nOFFSET 0 0 0\nCHANNELS 6 {}\n", names(&root));
    let mut channels = vec![root];
    let mut open = 1;
    for (index, (up, own, tip)) in joints.iter().enumerate() {
        for _ in 0..(*up).min(open - 1) {
            text += "}\n";
            open -= 1;
        }
        let _ = writeln!(
            text,
            "JOINT j{index}\n{{\nOFFSET 1 {index}.5 -2\nCHANNELS {} {}",
            own.len(),
            names(own)
        );
        text += if *tip { "End Site\n{\nOFFSET 0 1 0\n}\n" } else { "" };
        open += 1;
        channels.push(own.clone());
    }
    text += &"}\n".repeat(open);
    let _ = writeln!(text, "MOTION\nFrames: {}\nFrame Time: 0.0333333", rows.len());
    let mut read = Vec::new();
    for row in rows {
        let words: Vec<String> = row.iter().map(|value| format!("{value:.decimals$}")).collect();
        let _ = writeln!(text, "{}", words.join("\t"));
        read.push(words.iter().map(|word| word.parse().unwrap()).collect());
    }
    Made { text, channels, rows: read }
}

/// The rotation matrix of channels, one plain matrix after the other.
fn naive_rotation(channels: &[Channel], values: &[f64]) -> DMat3 {
    let turn = |axis: Axis, degrees: f64| {
        let (s, c) = degrees.to_radians().sin_cos();
        match axis {
            Axis::X => DMat3::from_cols_array_2d(&[[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]]),
            Axis::Y => DMat3::from_cols_array_2d(&[[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]]),
            Axis::Z => DMat3::from_cols_array_2d(&[[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]),
        }
    };
    let mut rotation = DMat3::IDENTITY;
    for (channel, &value) in channels.iter().zip(values) {
        if let Channel::Rotation(axis) = *channel {
            rotation *= turn(axis, value);
        }
    }
    rotation
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn printing_and_parsing_gives_the_document_back(made in made()) {
        let document = parse(&made.text);
        let again = Document::parse(&document.to_bytes()).unwrap();
        prop_assert_eq!(again.joints(), document.joints());
        for frame in 0..document.frames() {
            prop_assert_eq!(document.frame(frame), &made.rows[frame][..]);
            prop_assert_eq!(again.frame(frame), &made.rows[frame][..]);
        }
    }

    #[test]
    fn a_clip_written_back_has_every_value_of_its_file(made in made()) {
        let import = read(&made.text);
        let first = usize::from(import.conversion().rest_frame_dropped);
        prop_assert_eq!(import.clips[0].len() + first, made.rows.len());
        let files = encode(Format::Bvh, &import.clips, Some(&import.origin), &WriteOptions::default()).unwrap().files;
        let written = Document::parse(&files[0].bytes).unwrap();
        for (frame, row) in made.rows.iter().enumerate() {
            prop_assert_eq!(written.frame(frame), &row[..]);
        }
    }

    #[test]
    fn mixed_channel_orders_agree_with_plain_matrices(made in made()) {
        let import = read(&made.text);
        let (clip, document) = (&import.clips[0], parse(&made.text));
        let first = usize::from(import.conversion().rest_frame_dropped);
        for (frame, row) in made.rows.iter().enumerate().skip(first) {
            let pose = clip.frame(frame - first);
            let mut column = 0;
            for (joint, channels) in made.channels.iter().enumerate() {
                let values = &row[column..][..channels.len()];
                column += channels.len();
                let expected = naive_rotation(channels, values);
                // The root is also turned to Y up, which a file of no figure leaves a guess.
                if joint > 0 {
                    let found = DMat3::from_quat(pose.rotations[joint].as_dquat());
                    prop_assert!(found.abs_diff_eq(expected, 1e-5), "joint {}: {} instead of {}", joint, found, expected);
                }
                let moved = pose.translations().find(|(id, _)| id.index() == joint).map(|(_, position)| position);
                if let Some(moved) = moved {
                    let mut expected = DVec3::from(document.joints()[joint].offset);
                    for (channel, &value) in channels.iter().zip(values) {
                        if let Channel::Position(axis) = *channel {
                            expected[axis as usize] = value;
                        }
                    }
                    prop_assert!((moved.as_dvec3() * 100.0).abs_diff_eq(expected, 1e-3));
                }
            }
        }
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = Document::parse(&bytes);
    }

    #[test]
    fn no_damage_to_a_file_makes_it_panic(made in made(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = made.text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(document) = Document::parse(&bytes) {
            let _ = segue_formats::bvh::import(document, "damaged", &segue_formats::ReadOptions::default());
        }
    }
}
