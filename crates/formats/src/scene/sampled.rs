//! From sampled transforms of joints to clips, for formats in which any joint may move on its parent.

use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{Clip, ClipError, Joint, JointId, Pose, Skeleton};
use segue_store::Budget;

use crate::error::{Fault, Problem};
use crate::scene::size::rest_box;

/// How far a joint may stray from its offset before it counts as moving on its parent, as a share of the figure's
/// extent: a tenth of a millimetre on a person, well above the rounding of 32-bit exporters.
const STRAY: f32 = 5e-5;

/// How far the rest pose may be from what all motions agree on, as a share of the figure's extent, to be mended: a
/// bone that was measured anew. Anything larger is motion, such as hips that stay at the height of a chair.
const MENDED: f32 = 0.02;

/// Joint rotations that all clips of a file may have together beyond [`SAMPLES_PER_BYTE`]: an hour at 30 frames per
/// second with thirty joints is 3.2 million.
const SPARE_SAMPLES: f64 = 4e6;

/// Joint rotations that each byte of the file may grow into: two keys an hour apart must not fill the memory.
const SAMPLES_PER_BYTE: f64 = 16.0;

/// Rotation and position of every joint on its parent, frame by frame; the root's are in the world.
#[derive(Clone, Debug)]
pub(crate) struct Sampled {
    pub(crate) name: String,
    pub(crate) rate: f64,
    /// One row per frame, one entry per joint.
    pub(crate) locals: Vec<(Quat, Vec3)>,
}

/// Refuses to sample far more than a file of `bytes` can justify, as key times of years would ask for.
pub(crate) fn check_budget(frames: f64, nodes: usize, bytes: usize) -> Result<(), Problem> {
    let samples = frames * nodes as f64;
    let limit = SPARE_SAMPLES + SAMPLES_PER_BYTE * bytes as f64;
    if samples <= limit {
        let bytes = samples * size_of::<(Quat, Vec3)>() as f64;
        return Ok(Budget::allow("its motion", bytes as u64)?);
    }
    let what = "joint rotations (frames × joints, as the key times ask for)";
    Err(Problem::TooMany { what, found: samples as usize, limit: limit as usize })
}

/// Clips of all motions on one skeleton, whose offsets are mended where all motions agree on another one, and that skeleton.
///
/// A joint that stays at its offset in a motion gets no translation track there.
pub(crate) fn clips(skeleton: &Skeleton, motions: &[Sampled]) -> Result<(Arc<Skeleton>, Vec<Clip>), Fault> {
    let extent = rest_box(skeleton).max_element();
    let tolerance = STRAY * extent + f32::EPSILON;
    let skeleton = Arc::new(mend_offsets(skeleton, motions, tolerance, MENDED * extent)?);
    let clips =
        motions.iter().map(|motion| Ok(clip(&skeleton, motion, tolerance)?)).collect::<Result<_, Fault>>()?;
    Ok((skeleton, clips))
}

fn mend_offsets(
    skeleton: &Skeleton,
    motions: &[Sampled],
    tolerance: f32,
    farthest: f32,
) -> Result<Skeleton, Fault> {
    let mut joints: Vec<Joint> = skeleton.joints().to_vec();
    let count = joints.len();
    for (index, joint) in joints.iter_mut().enumerate().skip(1) {
        let mut positions = motions.iter().flat_map(|motion| positions(motion, index, count));
        let Some(first) = positions.next() else { continue };
        if first.distance(joint.offset) <= farthest
            && positions.all(|other| other.distance(first) <= tolerance)
        {
            joint.offset = first;
        }
    }
    Ok(Skeleton::new(joints, skeleton.end_sites().to_vec())?)
}

fn positions(motion: &Sampled, joint: usize, joints: usize) -> impl Iterator<Item = Vec3> + '_ {
    motion.locals.iter().skip(joint).step_by(joints).map(|&(_, position)| position)
}

fn clip(skeleton: &Arc<Skeleton>, motion: &Sampled, tolerance: f32) -> Result<Clip, ClipError> {
    let strays = |id: &JointId| {
        let offset = skeleton.joint(*id).offset;
        let strays = |position: Vec3| position.distance(offset) > tolerance || !position.is_finite();
        positions(motion, id.index(), skeleton.len()).any(strays)
    };
    let moving: Vec<JointId> = skeleton.ids().skip(1).filter(strays).collect();
    let mut builder = Clip::builder(motion.name.clone(), skeleton.clone(), motion.rate, &moving);
    builder.reserve(motion.locals.len() / skeleton.len());
    for frame in motion.locals.chunks_exact(skeleton.len()) {
        builder.push(&Pose {
            root: frame[0].1,
            rotations: frame.iter().map(|&(rotation, _)| rotation).collect(),
            translations: moving.iter().map(|&id| (id, frame[id.index()].1)).collect(),
        })?;
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skeleton() -> Skeleton {
        let joint = |name: &str, parent: Option<usize>| Joint {
            name: name.into(),
            parent: parent.map(JointId::new),
            offset: Vec3::Y,
            rest: Quat::IDENTITY,
        };
        Skeleton::new(vec![joint("hips", None), joint("knee", Some(0))], vec![]).unwrap()
    }

    fn motion(knee: &[f32]) -> Sampled {
        let frame = |&y: &f32| [(Quat::IDENTITY, Vec3::ZERO), (Quat::IDENTITY, Vec3::Y * y)];
        Sampled { name: "m".into(), rate: 30.0, locals: knee.iter().flat_map(frame).collect() }
    }

    #[test]
    fn only_joints_that_really_move_get_tracks() {
        let clips = clips(&skeleton(), &[motion(&[1.0, 1.00001]), motion(&[1.0, 1.1])]).unwrap().1;
        assert!(clips[0].translated().is_empty());
        assert_eq!(clips[1].translated(), [JointId::new(1)]);
        assert!(Arc::ptr_eq(clips[0].skeleton(), clips[1].skeleton()));
    }

    #[test]
    fn a_length_that_all_motions_agree_on_is_the_bone() {
        let offset = |motions: &[Sampled]| clips(&skeleton(), motions).unwrap().0.joints()[1].offset;
        assert_eq!(offset(&[motion(&[1.01, 1.01]), motion(&[1.01])]), 1.01 * Vec3::Y);
        assert_eq!(offset(&[motion(&[1.01]), motion(&[1.0])]), Vec3::Y);
        assert_eq!(offset(&[motion(&[1.5])]), Vec3::Y);
    }

    #[test]
    fn a_number_that_is_not_finite_is_refused() {
        let error = clips(&skeleton(), &[motion(&[1.0, f32::NAN])]).unwrap_err().to_string();
        assert!(error.contains("frame 1") && error.contains("`knee`"), "{error}");
    }
}
