//! Blending without registration: the baselines that registration curves are compared with.

use segue_motion::{Clip, Constraints, Ground, Pose};

use crate::error::steps;
use crate::weights::normalise;
use crate::{BlendError, Lanes, average};

/// How the times of clips go together in a linear blend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeScaling {
    /// Frame i goes with frame i; the blend ends with the shortest clip.
    #[default]
    None,
    /// All clips are stretched to one length, the weighted mean of theirs.
    Uniform,
}

/// Blends clips moment by moment where they stand: no timewarp, no alignment, no constraint matches ([Lee] linear
/// blending). The result has the rate of the first clip and no plants.
///
/// # Errors
/// When the weights cannot be used or the skeletons differ in their number of joints.
pub fn linear_blend(clips: &[&Clip], weights: &[f64], scaling: TimeScaling) -> Result<Clip, BlendError> {
    let mut unit = vec![0.0; clips.len()];
    normalise(weights, &mut unit)?;
    check_joints(clips)?;
    let shortest = clips.iter().map(|clip| clip.duration_secs()).fold(f64::INFINITY, f64::min);
    let sizes: f64 = unit.iter().map(|weight| weight.abs()).sum();
    let mean =
        clips.iter().zip(&unit).map(|(clip, weight)| weight.abs() / sizes * clip.duration_secs()).sum();
    let secs = if scaling == TimeScaling::None { shortest } else { mean };
    let rate = clips[0].rate();
    let steps = steps(secs, rate)?;
    let mut mixer = Mixer::new(clips[0]);
    let mut frames = Clip::builder("linear blend", clips[0].skeleton().clone(), rate, &[]);
    for step in 0..=steps {
        for (clip, weight) in clips.iter().zip(&unit) {
            let secs = match scaling {
                TimeScaling::None => step as f64 / rate,
                TimeScaling::Uniform => clip.duration_secs() * step as f64 / steps.max(1) as f64,
            };
            mixer.add(*weight, &clip.sample(secs * clip.rate()));
        }
        frames.push(&mixer.finish())?;
    }
    Ok(frames.finish()?)
}

/// How a cross-fade is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrossFade {
    /// Moment of either clip at the middle of the fade, in seconds.
    pub at_secs: [f64; 2],
    /// Time to either side of it.
    pub half_width_secs: f64,
}

/// What an engine does: plays the first clip, fades over to the second while both run at their own speed, and goes on
/// with the second. The second is placed once, so that the roots and headings agree in the middle of the fade. Keeps
/// the plants of each clip outside the fade.
///
/// # Errors
/// When the skeletons differ in their number of joints or a clip ends within the fade.
pub fn cross_fade(clips: [&Clip; 2], fade: &CrossFade) -> Result<Clip, BlendError> {
    check_joints(&clips)?;
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
    let mut mixer = Mixer::new(clips[0]);
    let mut frames = Clip::builder("cross-fade", clips[0].skeleton().clone(), rate, &[]);
    for step in -before..=after {
        let secs = step as f64 / rate;
        let second = ((secs + half) / (2.0 * half)).clamp(0.0, 1.0);
        if second < 1.0 {
            mixer.add(1.0 - second, &sample(0, secs));
        }
        if second > 0.0 {
            let mut pose = sample(1, secs);
            first_from_second.move_pose(&mut pose);
            mixer.add(second, &pose);
        }
        frames.push(&mixer.finish())?;
    }
    let constraints = faded_plants(clips, fade, half, before);
    Ok(frames.finish()?.with_constraints(constraints)?)
}

/// The plants of the first clip before the fade and of the second after it.
fn faded_plants(clips: [&Clip; 2], fade: &CrossFade, half: f64, before: i64) -> Constraints {
    let rate = clips[0].rate();
    let mut constraints = Constraints::default();
    for kind in segue_motion::ConstraintKind::ALL {
        let mut ranges = Vec::new();
        for (n, window) in [[-f64::INFINITY, -half], [half, f64::INFINITY]].into_iter().enumerate() {
            for range in clips[n].constraints().of(kind) {
                let secs = |frame: usize| frame as f64 / clips[n].rate() - fade.at_secs[n];
                let first = (secs(range.first).max(window[0]) * rate).ceil() as i64 + before;
                let last = (secs(range.last).min(window[1]) * rate).floor() as i64 + before;
                let after_last =
                    ranges.last().is_none_or(|r: &segue_motion::FrameRange| r.last < first.max(0) as usize);
                if first >= 0 && after_last {
                    ranges.extend(
                        segue_motion::FrameRange::new(first as usize, last.max(0) as usize)
                            .filter(|_| last >= first),
                    );
                }
            }
        }
        constraints.set(kind, ranges).expect("ranges were added in order");
    }
    constraints
}

/// The transform on the floor that puts the second root above the first and makes it face the same way.
fn onto(first: &Pose, second: &Pose) -> Ground {
    let turn = (first.rotations[0] * second.rotations[0].conjugate()).normalize();
    // The part of the turn about the vertical axis (swing-twist decomposition).
    let angle = 2.0 * f64::from(turn.y).atan2(f64::from(turn.w));
    let turned = Ground::new(angle, 0.0, 0.0) * second.root;
    Ground::new(angle, f64::from(first.root.x - turned.x), f64::from(first.root.z - turned.z))
}

fn check_joints(clips: &[&Clip]) -> Result<(), BlendError> {
    let expected = clips[0].skeleton().len();
    match clips.iter().find(|clip| clip.skeleton().len() != expected) {
        None => Ok(()),
        Some(clip) => Err(BlendError::Ensemble(crate::EnsembleError::Joints {
            clip: clip.name().to_owned(),
            reference: clips[0].name().to_owned(),
            found: clip.skeleton().len(),
            expected,
        })),
    }
}

/// Averages poses that are added one by one.
struct Mixer {
    rows: Vec<Lanes>,
    weights: Vec<f32>,
    root: glam::Vec3,
    groups: usize,
    pose: Pose,
}

impl Mixer {
    fn new(clip: &Clip) -> Self {
        let groups = Lanes::groups(clip.skeleton().len());
        let pose = Pose::rest(clip.skeleton());
        Self { rows: Vec::new(), weights: Vec::new(), root: glam::Vec3::ZERO, groups, pose }
    }

    fn add(&mut self, weight: f64, pose: &Pose) {
        let end = self.rows.len();
        self.rows.resize(end + self.groups, Lanes::IDENTITY);
        Lanes::load(&pose.rotations, &mut self.rows[end..]);
        if end > 0 {
            let (first, rest) = self.rows.split_at_mut(self.groups);
            let own = &mut rest[end - self.groups..];
            for (lanes, partner) in own.iter_mut().zip(first) {
                lanes.face(partner);
            }
        }
        self.root += weight as f32 * pose.root;
        self.weights.push(weight as f32);
    }

    /// The average of what was added; nothing has been added after it.
    fn finish(&mut self) -> Pose {
        let mut mean = vec![Lanes::IDENTITY; self.groups];
        average(&self.rows, &self.weights, &mut mean);
        Lanes::store(&mean, &mut self.pose.rotations);
        self.pose.root = self.root;
        self.root = glam::Vec3::ZERO;
        self.rows.clear();
        self.weights.clear();
        self.pose.clone()
    }
}
