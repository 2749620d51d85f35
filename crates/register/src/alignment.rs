//! The alignment curve: where each clip has to stand so that corresponding frames lie on top of each other.

use segue_motion::Ground;

use crate::fit::{self, CurveSample, Knots};
use crate::heading::{Headings, Turn, unwound};
use crate::placement::carrying;
use crate::{Cloud, Spline};

/// The path of a clip's window centroids on the floor: what the alignment carries exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Track {
    spacing_secs: f64,
    centroids: Vec<[f64; 2]>,
}

impl Track {
    pub(crate) fn new(cloud: &Cloud) -> Self {
        let centroids = (0..cloud.len()).map(|frame| cloud.window_centroid(frame as f64)).collect();
        Self { spacing_secs: cloud.spacing_secs(), centroids }
    }

    /// Where the centroid is at a moment of the clip, in metres; at the ends outside it.
    pub fn at(&self, secs: f64) -> [f64; 2] {
        let frame = (secs / self.spacing_secs).clamp(0.0, (self.centroids.len() - 1) as f64);
        let (before, fraction) = (frame as usize, frame.fract());
        let [a, b] = [before, (before + 1).min(self.centroids.len() - 1)].map(|n| self.centroids[n]);
        [a[0] + (b[0] - a[0]) * fraction, a[1] + (b[1] - a[1]) * fraction]
    }
}

/// A(u) of one clip: turns it by a smooth angle and carries its window centroid exactly onto the reference's.
///
/// Only the angle is fitted. Fitting the translation as well, about any origin, is worse and would make the curve
/// depend on where a clip was captured (\[K04\] §5.2.2 fits all three).
#[derive(Clone, Debug, PartialEq)]
pub struct AlignmentCurve {
    /// `None` for the reference, which stays where it is.
    angle: Option<Spline>,
}

impl AlignmentCurve {
    /// The curve of the reference.
    pub const REFERENCE: Self = Self { angle: None };

    pub(crate) fn new(angle: Spline) -> Self {
        Self { angle: Some(angle) }
    }

    /// The angle θ(u) in radians, continuous; 0 for the reference.
    pub fn angle(&self, u: f64) -> f64 {
        self.angle.as_ref().map_or(0.0, |angle| angle.at(u))
    }

    /// The fitted angle, `None` for the reference.
    pub fn spline(&self) -> Option<&Spline> {
        self.angle.as_ref()
    }

    /// The transform at `u`, given where the clip's and the reference's centroids are.
    pub(crate) fn ground(&self, u: f64, clip: [f64; 2], reference: [f64; 2]) -> Ground {
        match &self.angle {
            None => Ground::IDENTITY,
            Some(angle) => carrying(angle.at(u), clip, reference),
        }
    }
}

/// A clip along its curve, in frames.
#[derive(Clone, Copy)]
pub(crate) struct Along<'a> {
    pub(crate) cloud: &'a Cloud,
    pub(crate) curve: &'a Spline,
    pub(crate) headings: Option<&'a Headings>,
}

/// Fits the angle of `other` against `reference`, sampled at every frame between the interpolated windows: path cells jump,
/// which the sources filter with a median.
pub(crate) fn angle(reference: Along<'_>, other: Along<'_>, knot_frames: f64) -> Spline {
    let [start, end] = reference.curve.range();
    let steps = (end - start).round().max(2.0) as usize;
    let u = |step: usize| start + (end - start) * step as f64 / steps as f64;
    let turn = |step: usize| {
        let frames = [reference.curve.at(u(step)), other.curve.at(u(step))];
        let placement = reference.cloud.place(frames[0], other.cloud, frames[1]);
        Turn { angle: placement.first_from_second.angle, certainty: placement.certainty, frames }
    };
    let turns: Vec<Turn> = (0..=steps).map(turn).collect();
    let step_secs = (end - start) / steps as f64 * reference.cloud.spacing_secs();
    let headings = reference.headings.zip(other.headings).map(|(first, second)| [first, second]);
    let angles = unwound(&turns, headings, step_secs);
    let samples: Vec<CurveSample> =
        angles.into_iter().enumerate().map(|(step, angle)| CurveSample::new(u(step), angle)).collect();
    fit::free(Knots::between(start, end, knot_frames), &samples)
}
