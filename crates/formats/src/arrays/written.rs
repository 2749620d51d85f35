//! A clip as arrays, each made when it is written: together the arrays of a long clip are several times as large as the clip.

use std::collections::BTreeMap;
use std::{io, iter};

use glam::{Mat3, Quat, Vec3};
use segue_motion::{Clip, ConstraintKind, JointId};
use segue_store::{Budget, OverBudget};

use super::clip::{number, plants};
use super::npy::{Array, Values, write_header};
use super::zip::Packer;
use crate::Content;
use crate::content::Pieces;

/// Numbers in row-major order.
type Numbers<'a> = Box<dyn Iterator<Item = f32> + 'a>;

/// One array of a clip.
pub(super) enum Part<'a> {
    Whole(Array),
    /// An array with a row for each frame, and its shape.
    Frames(Vec<usize>, fn(&'a Clip) -> Numbers<'a>),
}

/// The arrays of a clip by name; docs/arrays.md describes each.
pub(super) fn parts(clip: &Clip) -> BTreeMap<&'static str, Part<'_>> {
    let (skeleton, kinds) = (clip.skeleton(), ConstraintKind::ALL);
    let (frames, joints, moving) = (clip.len(), skeleton.len(), clip.translated().len());
    let singles = |rows: Vec<f32>| Values::Single(rows);
    let offsets = skeleton.joints().iter().flat_map(|joint| joint.offset.to_array()).collect();
    let rests = skeleton.joints().iter().flat_map(|joint| joint.rest.to_array()).collect();
    let whole = |shape: &[usize], values| Part::Whole(Array { shape: shape.to_vec(), values });
    BTreeMap::from([
        ("name", whole(&[], Values::Text(vec![clip.name().to_owned()]))),
        ("rate", whole(&[], Values::Double(vec![clip.rate()]))),
        (
            "names",
            whole(
                &[joints],
                Values::Text(skeleton.joints().iter().map(|joint| joint.name.clone()).collect()),
            ),
        ),
        ("parents", whole(&[joints], Values::Whole(parents(clip)))),
        ("offsets", whole(&[joints, 3], singles(offsets))),
        ("rest", whole(&[joints, 4], singles(rests))),
        ("root", Part::Frames(vec![frames, 3], root)),
        ("rotations", Part::Frames(vec![frames, joints, 4], rotations)),
        ("rotations_6d", Part::Frames(vec![frames, joints, 6], rotations_6d)),
        ("positions", Part::Frames(vec![frames, joints, 3], positions)),
        (
            "translated",
            whole(&[moving], Values::Whole(clip.translated().iter().copied().map(number).collect())),
        ),
        ("translations", Part::Frames(vec![frames, moving, 3], translations)),
        (
            "plant_names",
            whole(&[kinds.len()], Values::Text(kinds.map(|kind| kind.name().to_owned()).to_vec())),
        ),
        ("plants", whole(&[frames, kinds.len()], Values::Flags(plants(clip)))),
    ])
}

/// −1 for the root.
fn parents(clip: &Clip) -> Vec<i64> {
    clip.skeleton().joints().iter().map(|joint| joint.parent.map_or(-1, number)).collect()
}

fn root(clip: &Clip) -> Numbers<'_> {
    Box::new(clip.frames().flat_map(|pose| pose.root.to_array()))
}

fn rotations(clip: &Clip) -> Numbers<'_> {
    Box::new(clip.frames().flat_map(|pose| pose.rotations.iter().flat_map(Quat::to_array)))
}

/// The first two columns of each rotation's matrix: the continuous form that networks learn.
fn rotations_6d(clip: &Clip) -> Numbers<'_> {
    let columns = |turn: &Quat| {
        let matrix = Mat3::from_quat(*turn);
        let (x, y) = (matrix.x_axis, matrix.y_axis);
        [x.x, x.y, x.z, y.x, y.y, y.z]
    };
    Box::new(clip.frames().flat_map(move |pose| pose.rotations.iter().flat_map(columns)))
}

fn positions(clip: &Clip) -> Numbers<'_> {
    Box::new(places(clip).flat_map(|row| row.into_iter().flat_map(|place| place.to_array())))
}

/// The joints' positions in the world, frame by frame.
pub(super) fn places(clip: &Clip) -> impl Iterator<Item = Vec<Vec3>> + '_ {
    let mut world = Vec::new();
    clip.frames().map(move |pose| {
        pose.world_from_joints(clip.skeleton(), &mut world);
        world.iter().map(|joint| joint.translation).collect()
    })
}

fn translations(clip: &Clip) -> Numbers<'_> {
    Box::new(clip.frames().flat_map(|pose| {
        pose.translations().flat_map(|(_, place): (JointId, Vec3)| place.to_array()).collect::<Vec<_>>()
    }))
}

/// The bytes of a `.npz` file.
///
/// # Errors
/// When they are more than the budget of the program.
pub(super) fn npz(clip: &Clip) -> Result<Vec<u8>, OverBudget> {
    let parts = parts(clip);
    let bytes = numbers(&parts).saturating_mul(size_of::<f32>());
    Budget::allow(format!("the archive of `{}`", clip.name()), bytes as u64)?;
    let mut archive = Packer::default();
    for (name, part) in parts {
        archive.add(&format!("{name}.npy"), |out| match part {
            Part::Whole(array) => array.write(out),
            Part::Frames(shape, numbers) => {
                write_header("<f4", &shape, out);
                out.extend(numbers(clip).flat_map(f32::to_le_bytes));
            }
        });
    }
    Ok(archive.finish())
}

/// The arrays as nested lists.
pub(super) fn json(clip: &Clip) -> Content<'_> {
    /// Bytes of a number between −1 and 1 with a comma, most often.
    const USUAL: usize = 13;
    let numbers = numbers(&parts(clip));
    Content::made(format!("the JSON of `{}`", clip.name()), numbers.saturating_mul(USUAL), |out| {
        write_json(clip, out)
    })
}

fn write_json(clip: &Clip, out: &mut Pieces<'_>) -> io::Result<()> {
    out.text.push(b'{');
    for (n, (name, part)) in parts(clip).into_iter().enumerate() {
        out.text.extend(if n == 0 { "" } else { "," }.bytes());
        put(name, &mut out.text);
        out.text.push(b':');
        match part {
            Part::Frames(shape, numbers) => nested(&shape, &mut numbers(clip), out),
            Part::Whole(Array { shape, values }) => match values {
                Values::Single(values) => nested(&shape, &mut values.into_iter(), out),
                Values::Double(values) => nested(&shape, &mut values.into_iter(), out),
                Values::Whole(values) => nested(&shape, &mut values.into_iter(), out),
                Values::Flags(values) => nested(&shape, &mut values.into_iter(), out),
                Values::Text(values) => nested(&shape, &mut values.into_iter(), out),
            },
        }?;
    }
    out.text.push(b'}');
    Ok(())
}

/// Lists within lists, as deep as the shape.
fn nested<T: serde::Serialize>(
    shape: &[usize],
    values: &mut dyn Iterator<Item = T>,
    out: &mut Pieces<'_>,
) -> io::Result<()> {
    let Some((&length, inner)) = shape.split_first() else {
        values.next().iter().for_each(|value| put(value, &mut out.text));
        return Ok(());
    };
    out.text.push(b'[');
    for n in 0..length {
        if n > 0 {
            out.text.push(b',');
        }
        nested(inner, values, out)?;
    }
    out.text.push(b']');
    out.pass_on()
}

fn put(value: impl serde::Serialize, out: &mut Vec<u8>) {
    serde_json::to_writer(out, &value).expect("numbers and words are always JSON");
}

/// The numbers of all arrays with a row for each frame.
fn numbers(parts: &BTreeMap<&'static str, Part<'_>>) -> usize {
    let numbers = |part: &Part<'_>| match part {
        Part::Frames(shape, _) => shape.iter().product(),
        Part::Whole(_) => 0,
    };
    parts.values().map(numbers).sum()
}

/// The 7 numbers of each joint in a frame: position and rotation.
pub(super) fn rows(clip: &Clip) -> impl Iterator<Item = impl Iterator<Item = f32>> {
    iter::zip(places(clip), clip.frames()).map(|(places, pose)| {
        places.into_iter().zip(pose.rotations).flat_map(|(place, turn)| {
            let ([x, y, z], [i, j, k, w]) = (place.to_array(), turn.to_array());
            [x, y, z, i, j, k, w]
        })
    })
}
