//! Resampling: another rate, another duration, another course of time.

use glam::{Quat, Vec3};

use crate::{Clip, ClipError, FrameRange, Pose};

/// How poses between frames are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Straight lines and slerp: what [`Clip::sample`] does. Velocity jumps at frames.
    #[default]
    Linear,
    /// Catmull-Rom for positions, Bézier curves of slerps for rotations \[S85\]: passes through the frames with a
    /// continuous velocity.
    Cubic,
}

/// Why a clip cannot be resampled.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ResampleError {
    /// The result is not a valid clip.
    #[error(transparent)]
    Clip(#[from] ClipError),
    /// Speeds at the ends between which time would run backwards.
    #[error(
        "speeds of {start} and {end} at the ends would make time run backwards in between; \
         with neither below 0 nor above 3 it never does"
    )]
    Backwards {
        /// Speed at the start.
        start: f64,
        /// Speed at the end.
        end: f64,
    },
    /// More frames than anybody can want.
    #[error("`{clip}` would have {frames} frames, more than the {limit} a clip may be resampled to", limit = MAX_FRAMES)]
    TooLong {
        /// The clip.
        clip: String,
        /// How many frames were asked for.
        frames: f64,
    },
}

/// Most frames of a resampled clip: a day and a half at 120 frames per second.
const MAX_FRAMES: usize = 1 << 24;

/// How time runs in a stretched clip, from 0 to 1: `T(t) = H1(t) + H2(t) f1 + H3(t) f2` with the cubic Hermite
/// polynomials, so that `T'(0) = f1` and `T'(1) = f2`.
///
/// A speed of 1 is the mean; `EndSpeeds::default()` is uniform. Time never runs backwards.
///
/// ```
/// use segue_motion::EndSpeeds;
///
/// let slow_in = EndSpeeds::new(0.0, 1.5)?;
/// assert_eq!((slow_in.at(0.0), slow_in.at(1.0)), (0.0, 1.0));
/// assert!(slow_in.at(0.1) < 0.05);
/// assert!(EndSpeeds::new(4.0, 4.0).is_err());
/// # Ok::<(), segue_motion::ResampleError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EndSpeeds {
    start: f64,
    end: f64,
}

impl Default for EndSpeeds {
    fn default() -> Self {
        Self { start: 1.0, end: 1.0 }
    }
}

impl EndSpeeds {
    /// Speeds at the start and at the end, relative to the mean.
    ///
    /// # Errors
    /// When time would run backwards somewhere.
    pub fn new(start: f64, end: f64) -> Result<Self, ResampleError> {
        let speeds = Self { start, end };
        if speeds.least_speed() >= 0.0 { Ok(speeds) } else { Err(ResampleError::Backwards { start, end }) }
    }

    /// Where in the source, 0 to 1, the result is at `t`, 0 to 1.
    pub fn at(&self, t: f64) -> f64 {
        let (t2, t3) = (t * t, t * t * t);
        (3.0 * t2 - 2.0 * t3) + (t3 - 2.0 * t2 + t) * self.start + (t3 - t2) * self.end
    }

    /// How fast time runs at `t`.
    pub fn speed_at(&self, t: f64) -> f64 {
        let [a, b, c] = self.speed_polynomial();
        (a * t + b) * t + c
    }

    /// T'(t) = a t² + b t + c.
    fn speed_polynomial(&self) -> [f64; 3] {
        let (f1, f2) = (self.start, self.end);
        [3.0 * (f1 + f2) - 6.0, 6.0 - 4.0 * f1 - 2.0 * f2, f1]
    }

    /// The least speed anywhere; NaN never compares as enough.
    fn least_speed(&self) -> f64 {
        let [a, b, _] = self.speed_polynomial();
        let turning = if a > 0.0 { (-b / (2.0 * a)).clamp(0.0, 1.0) } else { 0.0 };
        let speeds = [0.0, turning, 1.0].map(|t| self.speed_at(t));
        if speeds.iter().any(|speed| speed.is_nan()) {
            f64::NAN
        } else {
            speeds.into_iter().fold(f64::MAX, f64::min)
        }
    }
}

/// The clip at another frame rate. It begins at the first frame and ends at the last time on the finer or coarser grid
/// that is not beyond the last frame; at its own rate it is the same clip.
///
/// # Errors
/// When `rate` is not positive and finite, or would make too many frames.
pub fn resampled(clip: &Clip, rate: f64, interpolation: Interpolation) -> Result<Clip, ResampleError> {
    if !(rate.is_finite() && rate > 0.0) {
        return Err(ClipError::BadRate { clip: clip.name().to_owned(), rate }.into());
    }
    // A rate that is written with few digits must not cost the last frame.
    let last = (clip.duration_secs() * rate * (1.0 + 1e-9)).floor();
    let step = clip.rate() / rate;
    let times = times(clip, last, |frame| frame * step)?;
    sampled_at(clip, &times, rate, interpolation)
}

/// The clip stretched or squeezed to `frames` frames at its own rate, with given speeds at either end.
///
/// # Errors
/// When `frames` is 0 or too many.
pub fn stretched(
    clip: &Clip,
    frames: usize,
    speeds: EndSpeeds,
    interpolation: Interpolation,
) -> Result<Clip, ResampleError> {
    let last = frames.checked_sub(1).ok_or_else(|| ClipError::Empty { clip: clip.name().to_owned() })? as f64;
    let course =
        |frame: f64| if last > 0.0 { speeds.at(frame / last) * clip.last_frame() as f64 } else { 0.0 };
    let times = times(clip, last, course)?;
    sampled_at(clip, &times, clip.rate(), interpolation)
}

fn times(clip: &Clip, last: f64, course: impl Fn(f64) -> f64) -> Result<Vec<f64>, ResampleError> {
    if last >= MAX_FRAMES as f64 {
        return Err(ResampleError::TooLong { clip: clip.name().to_owned(), frames: last + 1.0 });
    }
    let end = clip.last_frame() as f64;
    Ok((0..=last as usize).map(|frame| course(frame as f64).clamp(0.0, end)).collect())
}

/// The poses of a clip at `times`, in frames of the clip and never decreasing, as a clip of its own at `rate`.
/// Name, labels and translation tracks are kept; constraints hold where their frames are sampled.
///
/// # Errors
/// When there are no times or `rate` is not positive and finite.
pub fn sampled_at(
    clip: &Clip,
    times: &[f64],
    rate: f64,
    interpolation: Interpolation,
) -> Result<Clip, ResampleError> {
    assert!(times.is_sorted(), "times of samples never decrease");
    let mut builder = Clip::builder(clip.name(), clip.skeleton().clone(), rate, clip.translated());
    builder.reserve(times.len());
    let mut pose = clip.frame(0).to_pose();
    for &time in times {
        match interpolation {
            Interpolation::Linear => clip.sample_into(time, &mut pose),
            Interpolation::Cubic => sample_cubic(clip, time, &mut pose),
        }
        builder.push(&pose)?;
    }
    let mut sampled = builder.finish()?;
    sampled.labels.clone_from(&clip.labels);
    Ok(sampled.with_constraints(clip.constraints().map(|range| carried(range, times)))?)
}

/// The samples inside an interval, or the nearest to its middle when it falls between two samples.
fn carried(range: FrameRange, times: &[f64]) -> Option<FrameRange> {
    // Sample times are products of rates and may miss a whole frame by rounding.
    const ROUNDING: f64 = 1e-6;
    let first = times.partition_point(|&time| time < range.first as f64 - ROUNDING);
    let end = times.partition_point(|&time| time <= range.last as f64 + ROUNDING);
    if first < end {
        return FrameRange::new(first, end - 1);
    }
    let inside = first > 0 && first < times.len();
    inside.then_some(FrameRange { first, last: first })
}

/// The pose at any frame time on curves with a continuous velocity through the frames; times outside the clip give its
/// ends.
pub fn sample_cubic(clip: &Clip, frame: f64, pose: &mut Pose) {
    let last = clip.last_frame();
    let frame = frame.clamp(0.0, last as f64);
    let before = frame as usize;
    let t = (frame - before as f64) as f32;
    pose.copy_from(clip.frame(before));
    if t <= 0.0 {
        return;
    }
    let around =
        [before.checked_sub(1), Some(before), Some(before + 1), (before + 2 <= last).then_some(before + 2)];
    let [a, b, c, d] = around.map(|frame| frame.map(|frame| clip.frame(frame)));
    let (Some(b), Some(c)) = (b, c) else { return };
    pose.root = catmull_rom([a.map(|p| p.root), Some(b.root), Some(c.root), d.map(|p| p.root)], t);
    for (joint, rotation) in pose.rotations.iter_mut().enumerate() {
        let near = [a, Some(b), Some(c), d].map(|p| p.map(|p| p.rotations[joint]));
        *rotation = bezier_of_slerps(near, t);
    }
    for (track, (_, position)) in pose.translations.iter_mut().enumerate() {
        let near =
            [a, Some(b), Some(c), d].map(|p| p.and_then(|p| p.translations().nth(track)).map(|(_, p)| p));
        *position = catmull_rom(near, t);
    }
}

/// The cubic through the middle two points whose velocity there is that of the chord of their neighbours \[CR74\]; a
/// neighbour that is missing is put where the chord goes on straight.
fn catmull_rom([a, b, c, d]: [Option<Vec3>; 4], t: f32) -> Vec3 {
    let (b, c) = (b.unwrap_or_default(), c.unwrap_or_default());
    let (a, d) = (a.unwrap_or(2.0 * b - c), d.unwrap_or(2.0 * c - b));
    let (from, to) = ((c - a) / 2.0, (d - b) / 2.0);
    let (t2, t3) = (t * t, t * t * t);
    b * (2.0 * t3 - 3.0 * t2 + 1.0) + from * (t3 - 2.0 * t2 + t) + c * (3.0 * t2 - 2.0 * t3) + to * (t3 - t2)
}

/// The same for rotations: a Bézier curve by de Casteljau's construction with slerp in place of straight lines, whose
/// inner control points lie a third of the mean turn away from the outer ones \[S85\].
fn bezier_of_slerps([a, b, c, d]: [Option<Quat>; 4], t: f32) -> Quat {
    let (b, c) = (b.unwrap_or_default(), c.unwrap_or_default());
    let turn = |from: Quat, to: Quat| {
        let turn = from.conjugate() * to;
        // Shortest arc: q and −q are the same turn.
        (if turn.w < 0.0 { -turn } else { turn }).to_scaled_axis()
    };
    let here = turn(b, c);
    let from = (a.map_or(here, |a| turn(a, b)) + here) / 2.0;
    let to = (d.map_or(here, |d| turn(c, d)) + here) / 2.0;
    let controls = [b, b * Quat::from_scaled_axis(from / 3.0), c * Quat::from_scaled_axis(to / -3.0), c];
    let [p, q, r] = [0, 1, 2].map(|i| controls[i].slerp(controls[i + 1], t));
    let [p, q] = [p.slerp(q, t), q.slerp(r, t)];
    p.slerp(q, t)
}

#[cfg(test)]
mod tests;
