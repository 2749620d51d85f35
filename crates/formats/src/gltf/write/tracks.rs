//! Clips as glTF animations.

use std::collections::HashMap;

use glam::{Quat, Vec3};
use segue_motion::{Clip, JointId};

use super::super::document::{Animation, AnimationExtras, Channel, Sampler, Target};
use super::tables::{Tables, Use};
use crate::{Format, WriteError};

/// Values that differ by no more than this in any component count as constant: rounding of 32-bit numbers.
const CONSTANT: f32 = 1e-7;

/// Key times of clips, each list stored once.
#[derive(Debug, Default)]
pub(super) struct Times {
    stored: HashMap<(usize, u64), usize>,
}

impl Times {
    /// The accessor of `frames` times at `rate` frames per second.
    fn accessor(&mut self, tables: &mut Tables, frames: usize, rate: f64) -> usize {
        *self.stored.entry((frames, rate.to_bits())).or_insert_with(|| {
            let times: Vec<[f32; 1]> = (0..frames).map(|frame| [(frame as f64 / rate) as f32]).collect();
            tables.floats(Use::Keys, &times, true)
        })
    }
}

/// The animation of a clip, whose joints are the nodes with the same numbers.
pub(super) fn animation(
    clip: &Clip,
    name: &str,
    times: &mut Times,
    tables: &mut Tables,
) -> Result<Animation, WriteError> {
    check_times(clip)?;
    let mut animation = Animation {
        name: Some(name.to_owned()),
        extras: Some(AnimationExtras { fps: Some(clip.rate()) }),
        ..Animation::default()
    };
    let roots: Vec<[f32; 3]> = clip.frames().map(|pose| pose.root.to_array()).collect();
    push(&mut animation, JointId::ROOT, "translation", times, tables, &roots, clip.rate());
    for joint in clip.skeleton().ids() {
        let keys = continuous(clip.frames().map(|pose| pose.rotations[joint.index()]));
        push(&mut animation, joint, "rotation", times, tables, &keys, clip.rate());
    }
    for (track, &joint) in clip.translated().iter().enumerate() {
        let position = |track| {
            move |pose: segue_motion::PoseRef<'_>| -> Option<Vec3> {
                pose.translations().nth(track).map(|(_, position)| position)
            }
        };
        let keys: Vec<[f32; 3]> = clip.frames().filter_map(position(track)).map(|p| p.to_array()).collect();
        push(&mut animation, joint, "translation", times, tables, &keys, clip.rate());
    }
    Ok(animation)
}

/// Times are 32-bit numbers, so a very long clip at a high rate would have frames at the same time.
fn check_times(clip: &Clip) -> Result<(), WriteError> {
    let time = |frame: usize| (frame as f64 / clip.rate()) as f32;
    let last = clip.last_frame();
    if time(last).is_finite() && (last == 0 || time(last - 1) < time(last)) {
        return Ok(());
    }
    Err(WriteError::Inexpressible {
        clip: clip.name().to_owned(),
        format: Format::Glb,
        reason: format!(
            "{} frames at {} fps cannot be told apart by 32-bit times; write it in parts",
            clip.len(),
            clip.rate()
        ),
    })
}

/// Adds a channel; a constant one gets a key at each end only.
fn push<const N: usize>(
    animation: &mut Animation,
    joint: JointId,
    path: &str,
    times: &mut Times,
    tables: &mut Tables,
    keys: &[[f32; N]],
    rate: f64,
) {
    let constant = keys.iter().all(|key| key.iter().zip(&keys[0]).all(|(a, b)| (a - b).abs() <= CONSTANT));
    let (input, output) = if constant && keys.len() > 2 {
        let ends = [keys[0], keys[0]];
        let seconds = (keys.len() - 1) as f64 / rate;
        (times.accessor(tables, 2, 1.0 / seconds), tables.floats(Use::Keys, &ends, false))
    } else {
        (times.accessor(tables, keys.len(), rate), tables.floats(Use::Keys, keys, false))
    };
    let sampler = animation.samplers.len();
    animation.samplers.push(Sampler { input, interpolation: Some("LINEAR".to_owned()), output });
    let target = Target { node: Some(joint.index()), path: path.to_owned() };
    animation.channels.push(Channel { sampler, target });
}

/// Rotations with signs chosen so that neighbours lie close: some programs interpolate component by component.
fn continuous(rotations: impl Iterator<Item = Quat>) -> Vec<[f32; 4]> {
    let mut last = Quat::IDENTITY;
    rotations
        .map(|rotation| {
            last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
            last.to_array()
        })
        .collect()
}
