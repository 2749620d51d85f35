//! The noise of capture.

use glam::{Quat, Vec3};

use crate::error::ActorError;
use crate::noise::Noise;
use crate::truth::Performance;
use segue_motion::Clip;

/// Markers tremble this many times a second.
const TREMOR: f64 = 6.0;
/// The root is off by this many metres for every degree.
const ROOT: f64 = 0.002;
/// The standard deviation of [`Noise`]: half the squares of its waves, summed.
const DEVIATION: f64 = 0.444;

/// The same performance with every joint off by about `degrees`.
pub(crate) fn grained(made: Performance, degrees: f64, seed: u64) -> Result<Performance, ActorError> {
    let skeleton = made.clip.skeleton().clone();
    let trembling = |part: String| {
        ["x", "y", "z"].map(|axis| Noise::new(seed, &format!("grain of {part} {axis}"), TREMOR))
    };
    let root = trembling("root".to_owned());
    let joints: Vec<[Noise; 3]> = skeleton.ids().map(|id| trembling(skeleton.name(id).to_owned())).collect();
    let mut builder = Clip::builder(made.clip.name(), skeleton, made.clip.rate(), &[]);
    for (i, frame) in made.clip.frames().enumerate() {
        let time = i as f64 / made.clip.rate();
        let off = |noise: &[Noise; 3], size: f64| {
            Vec3::from_array([0, 1, 2].map(|axis| (size / DEVIATION * noise[axis].at(time)) as f32))
        };
        let mut pose = frame.to_pose();
        pose.root += off(&root, ROOT * degrees);
        for (rotation, noise) in pose.rotations.iter_mut().zip(&joints) {
            *rotation = (*rotation * small_turn(off(noise, degrees.to_radians()))).normalize();
        }
        builder.push(&pose)?;
    }
    let mut clip = builder.finish()?.with_constraints(made.truth.plants.clone())?;
    clip.labels = made.clip.labels;
    Ok(Performance { clip, truth: made.truth })
}

/// The turn about an axis by its length in radians, to the second order: the sine of no machine is asked.
fn small_turn(turn: Vec3) -> Quat {
    let half = 0.5 * turn;
    Quat::from_xyzw(half.x, half.y, half.z, 1.0 - 0.5 * half.length_squared()).normalize()
}
