//! Which axis of the file points up.

use glam::{DQuat, Vec3};
use segue_motion::{Clip, Pose};

use crate::landmarks::{Landmarks, positions};
use crate::{Inferred, ReadOptions, Up};

/// Mean share of the way from feet to head along an axis that counts as upright: 60° from the horizontal.
const UPRIGHT: f32 = 0.85;

/// Mean share along Y below which a figure is not even leaning along Y.
const LEANING: f32 = 0.5;

impl Up {
    /// The turn that brings the file's up axis to Y.
    pub(crate) fn clip_from_file(self) -> DQuat {
        use std::f64::consts::FRAC_PI_2;
        match self {
            Self::X => DQuat::from_rotation_z(FRAC_PI_2),
            Self::Y => DQuat::IDENTITY,
            Self::Z => DQuat::from_rotation_x(-FRAC_PI_2),
        }
    }
}

/// The up axis of frames taken all over a motion.
pub(crate) fn infer_up(sample: &Clip, options: &ReadOptions) -> Inferred<Up> {
    if let Some(up) = options.up {
        return Inferred::certain(up, "as asked");
    }
    let figure = Landmarks::of(sample.skeleton());
    let frames: Vec<_> = (0..sample.len()).map(|frame| positions(sample, frame)).collect();
    let upward: Vec<Vec3> = frames.iter().filter_map(|positions| figure.upward(positions)).collect();
    if upward.is_empty() {
        return Inferred::guess(Up::Y, "no head is named; Y is usual");
    }
    let mean = upward.iter().sum::<Vec3>() / upward.len() as f32;
    if mean.y >= UPRIGHT {
        return Inferred::certain(Up::Y, "the head is above the feet along Y");
    }
    if mean.y >= LEANING {
        return Inferred::likely(Up::Y, "the head is mostly above the feet along Y");
    }
    let (other, share) = if mean.x > mean.z { (Up::X, mean.x) } else { (Up::Z, mean.z) };
    let level = floor_spread(&frames, other) < 0.5 * floor_spread(&frames, Up::Y);
    if share >= UPRIGHT && (level || rests_upright(sample, &figure, other)) {
        return Inferred::likely(other, format!("the head is above the feet along {other}"));
    }
    Inferred::guess(Up::Y, "the figure is upright along no axis; Y is usual")
}

/// Whether the figure also stands along the axis when nothing is turned. A crawling figure does not.
fn rests_upright(sample: &Clip, figure: &Landmarks, up: Up) -> bool {
    let mut world = Vec::new();
    Pose::rest(sample.skeleton()).world_from_joints(sample.skeleton(), &mut world);
    let positions: Vec<Vec3> = world.iter().map(|joint| joint.translation).collect();
    figure.upward(&positions).is_some_and(|upward| height(upward, up) >= UPRIGHT)
}

/// How far a position is along the up axis.
fn height(position: Vec3, up: Up) -> f32 {
    match up {
        Up::X => position.x,
        Up::Y => position.y,
        Up::Z => position.z,
    }
}

/// How much the lowest point of the figure moves along an axis: next to nothing along the vertical, where a lying or
/// crawling figure still has its floor.
fn floor_spread(frames: &[Vec<Vec3>], up: Up) -> f32 {
    let mut lowest: Vec<f32> = frames
        .iter()
        .map(|positions| positions.iter().map(|&position| height(position, up)).fold(f32::INFINITY, f32::min))
        .collect();
    lowest.sort_by(f32::total_cmp);
    // Without the extremes: a jump leaves the floor.
    lowest[lowest.len() * 9 / 10] - lowest[lowest.len() / 10]
}
