//! Blending without registration: the baselines that registration curves are compared with.

use std::ops::RangeInclusive;

use segue_motion::{Clip, ClipId, ClipSet, ConstraintKind, Constraints, FrameRange, Ground, Pose};
use segue_register::RegisterError;

use crate::error::steps;
use crate::weights::normalise;
use crate::{BlendError, PoseMean};

/// How the times of clips go together in a linear blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeScaling {
    /// Frame i goes with frame i; the blend ends with the shortest clip.
    #[default]
    None,
    /// All clips are stretched to one length, the weighted mean of theirs.
    Uniform,
}

/// Blends clips moment by moment where they stand: no timewarp, no alignment, no constraint matches (\[Lee\] linear
/// blending). The result has the rate of the first clip. A point counts as planted where it is in clips with at least
/// half the weight; nothing makes it stay there.
///
/// # Errors
/// When the weights cannot be used.
pub fn linear_blend(clips: &ClipSet, weights: &[f64], scaling: TimeScaling) -> Result<Clip, BlendError> {
    let mut unit = vec![0.0; clips.len()];
    normalise(weights, &mut unit)?;
    let rate = clips[ClipId::FIRST].rate();
    let steps = steps(duration_secs(clips, &unit, scaling), rate)?;
    let mut mean = PoseMean::new(clips.skeleton());
    let mut frames = Clip::builder("linear blend", clips.skeleton().clone(), rate, &[]);
    let mut planted = vec![Vec::new(); ConstraintKind::ALL.len()];
    for step in 0..=steps {
        let frame_of = |clip: &Clip| match scaling {
            TimeScaling::None => step as f64 / rate * clip.rate(),
            TimeScaling::Uniform => clip.last_frame() as f64 * step as f64 / steps.max(1) as f64,
        };
        for (clip, weight) in clips.clips().zip(&unit) {
            mean.add(*weight, &clip.sample(frame_of(clip)));
        }
        frames.push(&mean.finish())?;
        for (kind, planted) in ConstraintKind::ALL.into_iter().zip(&mut planted) {
            let holds = |clip: &Clip| clip.constraints().holds(kind, frame_of(clip).round() as usize);
            let weight: f64 = clips.clips().zip(&unit).filter(|(clip, _)| holds(clip)).map(|(_, w)| w).sum();
            planted.push(weight >= 0.5);
        }
    }
    let mut constraints = Constraints::default();
    for (kind, planted) in ConstraintKind::ALL.into_iter().zip(planted) {
        constraints.set(kind, runs(&planted)).expect("runs are in order");
    }
    Ok(frames.finish()?.with_constraints(constraints)?)
}

fn duration_secs(clips: &ClipSet, unit: &[f64], scaling: TimeScaling) -> f64 {
    let sizes: f64 = unit.iter().map(|weight| weight.abs()).sum();
    let weighted = |(clip, weight): (&Clip, &f64)| weight.abs() / sizes * clip.duration_secs();
    match scaling {
        TimeScaling::None => clips.clips().map(Clip::duration_secs).fold(f64::INFINITY, f64::min),
        TimeScaling::Uniform => clips.clips().zip(unit).map(weighted).sum(),
    }
}

/// The longest stretches of frames that hold.
fn runs(holds: &[bool]) -> Vec<FrameRange> {
    let mut runs: Vec<FrameRange> = Vec::new();
    for (frame, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == frame => run.last = frame,
            _ => runs.push(FrameRange { first: frame, last: frame }),
        }
    }
    runs
}

/// How a cross-fade is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossFade {
    /// Moment of either clip at the middle of the fade, in seconds.
    pub at_secs: [f64; 2],
    /// Time to either side of it.
    pub half_width_secs: f64,
}

/// What an engine does: plays the first of two clips, fades over to the second while both run at their own speed, and goes on
/// with the second. The second is placed once, so that the roots and headings agree in the middle of the fade. A point
/// counts as planted where it is in clips with at least half the weight.
///
/// # Errors
/// When there are not two clips, or one ends within the fade.
pub fn cross_fade(clips: &ClipSet, fade: &CrossFade) -> Result<Clip, BlendError> {
    let skeleton = clips.skeleton();
    let clips = clips.pair().ok_or(RegisterError::NotTwo { found: clips.len() })?;
    let rate = clips[0].rate();
    let half = steps(fade.half_width_secs, rate)?.max(1) as f64 / rate;
    let room = [0, 1].map(|n| fade.at_secs[n].min(clips[n].duration_secs() - fade.at_secs[n]));
    if room[0].min(room[1]) + 1e-9 < half {
        return Err(BlendError::Room {
            first: clips[0].name().to_owned(),
            second: clips[1].name().to_owned(),
            wanted: fade.half_width_secs,
            first_at: fade.at_secs[0],
            second_at: fade.at_secs[1],
            largest: room[0].min(room[1]).max(0.0),
        });
    }
    let sample = |n: usize, secs: f64| clips[n].sample((fade.at_secs[n] + secs) * clips[n].rate());
    let first_from_second = onto(&sample(0, 0.0), &sample(1, 0.0));
    let before = (fade.at_secs[0] * rate).floor() as i64;
    let after = ((clips[1].duration_secs() - fade.at_secs[1]) * rate).floor() as i64;
    let mut mean = PoseMean::new(skeleton);
    let mut frames = Clip::builder("cross-fade", skeleton.clone(), rate, &[]);
    for step in -before..=after {
        let secs = step as f64 / rate;
        let second = second_weight(secs, half);
        if second < 1.0 {
            mean.add(1.0 - second, &sample(0, secs));
        }
        if second > 0.0 {
            let mut pose = sample(1, secs);
            first_from_second.move_pose(&mut pose);
            mean.add(second, &pose);
        }
        frames.push(&mean.finish())?;
    }
    let constraints = faded_plants(clips, fade, half, -before..=after);
    Ok(frames.finish()?.with_constraints(constraints)?)
}

/// What is planted in clips with at least half the weight.
fn faded_plants(clips: [&Clip; 2], fade: &CrossFade, half: f64, steps: RangeInclusive<i64>) -> Constraints {
    let rate = clips[0].rate();
    let mut constraints = Constraints::default();
    for kind in ConstraintKind::ALL {
        let holds = |step: i64| {
            let secs = step as f64 / rate;
            let second = second_weight(secs, half);
            let planted = |n: usize| {
                let frame = ((fade.at_secs[n] + secs) * clips[n].rate()).round().max(0.0) as usize;
                clips[n].constraints().holds(kind, frame)
            };
            let weight = [1.0 - second, second].into_iter().enumerate().filter(|&(n, _)| planted(n));
            weight.map(|(_, weight)| weight).sum::<f64>() >= 0.5
        };
        let planted: Vec<bool> = steps.clone().map(holds).collect();
        constraints.set(kind, runs(&planted)).expect("runs are in order");
    }
    constraints
}

/// How much the second clip counts at a moment of the fade.
fn second_weight(secs: f64, half: f64) -> f64 {
    ((secs + half) / (2.0 * half)).clamp(0.0, 1.0)
}

/// The transform on the floor that puts the second root above the first and makes it face the same way.
fn onto(first: &Pose, second: &Pose) -> Ground {
    let turn = (first.rotations[0] * second.rotations[0].conjugate()).normalize();
    // The part of the turn about the vertical axis (swing-twist decomposition).
    let angle = 2.0 * f64::from(turn.y).atan2(f64::from(turn.w));
    let turned = Ground::new(angle, 0.0, 0.0) * second.root;
    Ground::new(angle, f64::from(first.root.x - turned.x), f64::from(first.root.z - turned.z))
}
