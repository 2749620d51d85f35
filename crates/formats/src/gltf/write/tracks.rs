//! Clips as glTF animations.

use std::collections::{BTreeSet, HashMap};

use glam::Quat;
use segue_motion::{Clip, JointId};

use super::super::document::{Animation, AnimationExtras, Channel, Sampler, Target};
use super::tables::{Tables, Use};
use crate::{Format, WriteError};

/// Values that differ by no more than this in any component count as constant: rounding of 32-bit numbers.
const CONSTANT: f32 = 1e-7;

/// Writes the animations of one file into its tables.
///
/// Every animation moves the same properties of the same joints, so that playing one after another leaves nothing of
/// the first behind.
pub(super) struct Recorder<'a> {
    tables: &'a mut Tables,
    /// Accessors of key times by number of keys and rate.
    times: HashMap<(usize, u64), usize>,
    translated: BTreeSet<JointId>,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(clips: &[Clip], tables: &'a mut Tables) -> Self {
        let translated = clips.iter().flat_map(|clip| clip.translated().iter().copied()).collect();
        Self { tables, times: HashMap::new(), translated }
    }

    /// The animation of a clip, whose joints are the nodes with the same numbers.
    pub(super) fn record(&mut self, clip: &Clip, name: &str) -> Result<Animation, WriteError> {
        check_times(clip)?;
        let mut animation = Animation {
            name: Some(name.to_owned()),
            extras: Some(AnimationExtras { fps: Some(clip.rate()) }),
            ..Animation::default()
        };
        let roots: Vec<[f32; 3]> = clip.frames().map(|pose| pose.root.to_array()).collect();
        self.push(&mut animation, JointId::ROOT, "translation", &roots, clip.rate());
        for joint in clip.skeleton().ids() {
            let keys = continuous(clip.frames().map(|pose| pose.rotations[joint.index()]));
            self.push(&mut animation, joint, "rotation", &keys, clip.rate());
        }
        for joint in self.translated.clone() {
            self.push(&mut animation, joint, "translation", &positions(clip, joint), clip.rate());
        }
        Ok(animation)
    }

    /// Adds a channel; a constant one gets a key at each end only.
    fn push<const N: usize>(
        &mut self,
        animation: &mut Animation,
        joint: JointId,
        path: &str,
        keys: &[[f32; N]],
        rate: f64,
    ) {
        let constant =
            keys.iter().all(|key| key.iter().zip(&keys[0]).all(|(a, b)| (a - b).abs() <= CONSTANT));
        let (input, output) = if constant && keys.len() > 2 {
            let ends = [keys[0], keys[0]];
            let seconds = (keys.len() - 1) as f64 / rate;
            (self.times(2, 1.0 / seconds), self.tables.floats(Use::Keys, &ends, false))
        } else {
            (self.times(keys.len(), rate), self.tables.floats(Use::Keys, keys, false))
        };
        let sampler = animation.samplers.len();
        animation.samplers.push(Sampler { input, interpolation: Some("LINEAR".to_owned()), output });
        let target = Target { node: Some(joint.index()), path: path.to_owned() };
        animation.channels.push(Channel { sampler, target });
    }

    /// The accessor of `frames` times at `rate` frames per second, stored once.
    fn times(&mut self, frames: usize, rate: f64) -> usize {
        *self.times.entry((frames, rate.to_bits())).or_insert_with(|| {
            let times: Vec<[f32; 1]> = (0..frames).map(|frame| [(frame as f64 / rate) as f32]).collect();
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
fn continuous(rotations: impl Iterator<Item = Quat>) -> Vec<[f32; 4]> {
    let mut last = Quat::IDENTITY;
    rotations
        .map(|rotation| {
            last = if rotation.dot(last) < 0.0 { -rotation } else { rotation };
            last.to_array()
        })
        .collect()
}
