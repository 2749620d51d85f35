//! Clips as glTF animations.

use std::collections::{BTreeSet, HashMap};

use glam::Quat;
use segue_motion::{Clip, JointId};

use super::super::document::{Animation, AnimationExtras, Channel, Sampler, Target};
use super::tables::{Tables, Use};
use crate::{Format, WriteError};

/// Values that differ by no more than this in any component count as constant: rounding of 32-bit numbers.
const CONSTANT: f32 = 1e-7;

/// When the frames of a clip are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Clock {
    /// The first, in seconds.
    pub(super) start: f64,
    /// Frames per second.
    pub(super) rate: f64,
}

impl Clock {
    /// When a frame is shown, in seconds.
    pub(super) fn time(self, frame: usize) -> f64 {
        self.start + frame as f64 / self.rate
    }
}

/// Writes the animations of one file into its tables.
pub(super) struct Recorder<'a> {
    tables: &'a mut Tables,
    /// Accessors of key times by number of keys, start and rate.
    times: HashMap<(usize, u64, u64), usize>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(tables: &'a mut Tables) -> Self {
        Self { tables, times: HashMap::new() }
    }

    /// The animation of a clip, whose joints are the nodes with the same numbers; those that are `translated` in any clip of
    /// the file move on their parents, so that playing one animation after another leaves nothing of the first behind.
    pub(super) fn record(
        &mut self,
        clip: &Clip,
        name: &str,
        translated: &BTreeSet<JointId>,
    ) -> Result<Animation, WriteError> {
        let mut animation = Self::start(clip, name)?;
        let clock = Clock { start: 0.0, rate: clip.rate() };
        let roots: Vec<[f32; 3]> = clip.frames().map(|pose| pose.root.to_array()).collect();
        self.push(&mut animation, (0, "translation"), &roots, clock);
        for joint in clip.skeleton().ids() {
            let keys = continuous(clip.frames().map(|pose| pose.rotations[joint.index()]));
            self.push(&mut animation, (joint.index(), "rotation"), &keys, clock);
        }
        for &joint in translated {
            self.push(&mut animation, (joint.index(), "translation"), &positions(clip, joint), clock);
        }
        Ok(animation)
    }

    /// The animation of a clip, without a channel yet.
    pub(super) fn start(clip: &Clip, name: &str) -> Result<Animation, WriteError> {
        check_times(clip)?;
        Ok(Animation {
            name: Some(name.to_owned()),
            extras: Some(AnimationExtras { fps: Some(clip.rate()) }),
            ..Animation::default()
        })
    }

    /// Adds a channel for a property of a node; a constant one gets a key at each end only.
    pub(super) fn push<const N: usize>(
        &mut self,
        animation: &mut Animation,
        (node, path): (usize, &str),
        keys: &[[f32; N]],
        clock: Clock,
    ) {
        let constant =
            keys.iter().all(|key| key.iter().zip(&keys[0]).all(|(a, b)| (a - b).abs() <= CONSTANT));
        let (input, output) = if constant && keys.len() > 2 {
            let ends = [keys[0], keys[0]];
            let rate = clock.rate / (keys.len() - 1) as f64;
            (self.times(2, Clock { rate, ..clock }), self.tables.floats(Use::Keys, &ends, false))
        } else {
            (self.times(keys.len(), clock), self.tables.floats(Use::Keys, keys, false))
        };
        let sampler = animation.samplers.len();
        animation.samplers.push(Sampler { input, interpolation: Some("LINEAR".to_owned()), output });
        let target = Target { node: Some(node), path: path.to_owned() };
        animation.channels.push(Channel { sampler, target });
    }

    /// The accessor of `frames` times, stored once.
    fn times(&mut self, frames: usize, clock: Clock) -> usize {
        *self.times.entry((frames, clock.start.to_bits(), clock.rate.to_bits())).or_insert_with(|| {
            let times: Vec<[f32; 1]> = (0..frames).map(|frame| [clock.time(frame) as f32]).collect();
            self.tables.floats(Use::Keys, &times, true)
        })
    }
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

/// Where a joint is on its parent in every frame.
fn positions(clip: &Clip, joint: JointId) -> Vec<[f32; 3]> {
    let offset = clip.skeleton().joint(joint).offset;
    let Ok(track) = clip.translated().binary_search(&joint) else {
        return vec![offset.to_array(); clip.len()];
    };
    let frames = clip.frames();
    frames.map(|pose| pose.translations().nth(track).map_or(offset, |(_, at)| at).to_array()).collect()
}

/// Rotations with signs chosen so that neighbours lie close: some programs interpolate component by component.
pub(super) fn continuous(rotations: impl Iterator<Item = Quat>) -> Vec<[f32; 4]> {
    let mut last = Quat::IDENTITY;
    rotations
        .map(|rotation| {
            last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
            last.to_array()
        })
        .collect()
}
