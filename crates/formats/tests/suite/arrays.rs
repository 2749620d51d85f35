//! Arrays for programs: what is written comes back, and `NumPy`'s own layout is read.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "tests stop at the first surprise and say what they leave out"
)]

use std::process::Command;

use segue_actors::Sample;
use segue_formats::{Format, ReadOptions, WriteOptions, arrays, encode};
use segue_motion::{Clip, points};

fn walk() -> Clip {
    Sample::find("walk").unwrap().clip()
}

fn bytes(format: Format, clip: &Clip) -> Vec<u8> {
    let clips = std::slice::from_ref(clip);
    encode(format, clips, None, &WriteOptions::default()).unwrap().files.remove(0).bytes
}

#[test]
fn an_archive_comes_back_as_it_was_written() {
    let walk = walk();
    let import =
        arrays::read("walk.npz".as_ref(), &bytes(Format::Npz, &walk), &ReadOptions::default()).unwrap();
    let again = &import.clips[0];
    assert_eq!((again.name(), again.len(), again.rate()), ("walk", walk.len(), walk.rate()));
    assert_eq!(again.constraints(), walk.constraints());
    let places = |clip: &Clip, frame: usize| {
        let (mut scratch, mut found) = (Vec::new(), Vec::new());
        points(clip.frame(frame), clip.skeleton(), &mut scratch, &mut found);
        found.truncate(clip.skeleton().len());
        found
    };
    for frame in (0..walk.len()).step_by(7) {
        assert_eq!(places(again, frame), places(&walk, frame));
    }
    // Twice the same bytes.
    assert_eq!(bytes(Format::Npz, &walk), bytes(Format::Npz, &walk));
}

#[test]
fn tables_have_a_row_for_each_frame() {
    let walk = walk();
    let text = String::from_utf8(bytes(Format::Csv, &walk)).unwrap();
    let rows: Vec<&str> = text.lines().collect();
    assert_eq!(rows.len(), walk.len() + 1);
    let columns = rows[0].split(',').count();
    assert_eq!(columns, 2 + 7 * walk.skeleton().len() + 6);
    assert!(rows.iter().all(|row| row.split(',').count() == columns));
    let cells: Vec<f32> = rows[6].split(',').map(|cell| cell.parse().unwrap()).collect();
    assert_eq!(cells[2..5], walk.frame(5).root.to_array());
}

#[test]
fn json_holds_the_same_arrays() {
    let walk = walk();
    let json: serde_json::Value = serde_json::from_slice(&bytes(Format::Json, &walk)).unwrap();
    assert_eq!(json["positions"].as_array().unwrap().len(), walk.len());
    assert_eq!(json["rotations_6d"][3].as_array().unwrap().len(), walk.skeleton().len());
    assert_eq!(json["names"][0], walk.skeleton().joints()[0].name);
    assert_eq!(json["parents"][0], -1);
}

/// The layout of AMASS: a figure that turns to its left while it walks along the file's −Y.
#[test]
fn amass_archives_are_read_and_written() {
    let clip = {
        // Our own writer makes one as soon as the origin is one, so the first is put together by hand.
        let text = include_bytes!("../data/amass.npz");
        arrays::read("turn.npz".as_ref(), text, &ReadOptions::default()).unwrap()
    };
    let turn = &clip.clips[0];
    assert_eq!((turn.len(), turn.rate(), turn.skeleton().len()), (3, 60.0, 22));
    assert!(clip.notes.iter().any(|note| note.text.contains("betas")), "{:?}", clip.notes);
    // Z up in the file: 0.9 m above the floor, and the pelvis some centimetres above where the body is moved to.
    assert!((turn.frame(0).root.y - 0.93).abs() < 1e-5, "{}", turn.frame(0).root);
    let file = encode(Format::Npz, &clip.clips, Some(&clip.origin), &WriteOptions::default()).unwrap();
    let again = arrays::read("turn.npz".as_ref(), &file.files[0].bytes, &ReadOptions::default()).unwrap();
    for frame in 0..3 {
        let (a, b) = (turn.frame(frame), again.clips[0].frame(frame));
        assert!(a.root.distance(b.root) < 1e-6);
        assert!(a.rotations.iter().zip(b.rotations).all(|(a, b)| a.angle_between(*b) < 1e-3));
    }
}

#[test]
fn damaged_archives_are_refused_by_name() {
    let good = bytes(Format::Npz, &walk());
    for length in (0..good.len()).step_by(997) {
        let error = arrays::read("cut.npz".as_ref(), &good[..length], &ReadOptions::default()).unwrap_err();
        assert!(error.to_string().contains("cut.npz"), "{error}");
    }
    for at in (0..good.len()).step_by(1013) {
        let mut damaged = good.clone();
        damaged[at] ^= 0x55;
        // Some damage is to numbers; none may panic.
        let _ = arrays::read("x.npz".as_ref(), &damaged, &ReadOptions::default());
    }
}

/// Opens an archive with `NumPy`: puts the positions together from rotations and offsets, compares them with those in the
/// archive, and saves all arrays again, compressed.
const BY_NUMPY: &str = r#"
import sys
import numpy as np

clip = np.load(sys.argv[1], allow_pickle=False)
rotations, parents = clip["rotations"].astype(float), clip["parents"]
x, y, z, w = np.moveaxis(rotations, -1, 0)
matrices = np.stack([
    np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], -1),
    np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], -1),
    np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], -1),
], -2)
assert np.allclose(np.concatenate([matrices[..., 0], matrices[..., 1]], -1), clip["rotations_6d"], atol=1e-5), "6D"
places, turns = np.zeros_like(clip["positions"], dtype=float), np.zeros_like(matrices)
for joint, parent in enumerate(parents):
    if parent < 0:
        turns[:, joint], places[:, joint] = matrices[:, joint], clip["root"]
        continue
    offset = np.broadcast_to(clip["offsets"][joint], places[:, joint].shape)
    if joint in clip["translated"]:
        offset = clip["translations"][:, list(clip["translated"]).index(joint)]
    turns[:, joint] = turns[:, parent] @ matrices[:, joint]
    places[:, joint] = places[:, parent] + np.einsum("fij,fj->fi", turns[:, parent], offset)
assert np.abs(places - clip["positions"]).max() < 1e-4, "positions"
assert clip["plants"].dtype == bool and clip["plants"].shape == (len(places), len(clip["plant_names"])), "plants"
np.savez_compressed(sys.argv[2], **{name: clip[name] for name in clip.files})
"#;

/// A Python with `NumPy`, if there is one.
fn numpy() -> Option<&'static str> {
    let has = |python: &&str| {
        Command::new(python).args(["-c", "import numpy"]).output().is_ok_and(|run| run.status.success())
    };
    ["python3", "/usr/bin/python3"].into_iter().find(has)
}

#[test]
fn numpy_opens_archives_and_its_own_are_read() {
    let Some(python) = numpy() else {
        println!("skipped: no NumPy");
        return;
    };
    let (walk, folder) = (walk(), tempfile::tempdir().unwrap());
    let [ours, theirs] = ["ours.npz", "theirs.npz"].map(|name| folder.path().join(name));
    std::fs::write(&ours, bytes(Format::Npz, &walk)).unwrap();
    let run = Command::new(python).args(["-c", BY_NUMPY]).args([&ours, &theirs]).output().unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let again = arrays::read(&theirs, &std::fs::read(&theirs).unwrap(), &ReadOptions::default()).unwrap();
    assert_eq!(again.clips[0].frame(5).rotations, walk.frame(5).rotations);
    assert_eq!(again.clips[0].constraints(), walk.constraints());
}
