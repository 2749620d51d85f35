//! The timewarp curve: corresponding moments of all clips as smooth, strictly increasing functions of one parameter.

use segue_motion::ClipId;

use crate::Spline;
use crate::dtw::SlopeLimit;
use crate::fit::{self, Bounds, CurveSample, Infeasible, Knots};

/// Slope limit of the curve when the path has none: a curve must keep moving to have an inverse.
const LOOSEST: f64 = 10.0;

/// What a bend of the curve counts against being off the path. It straightens nothing where the path counts fully, and half a
/// second where both clips stand still and the path is arbitrary.
const STIFFNESS: f64 = 0.1;

/// Through other clips one may be slower than the slope limit lets a pair be; the curve may then be this much steeper than
/// on the whole.
const LEAST_ROOM: f64 = 1.2;

/// S(u): at every u one moment per clip, in seconds, all at structurally the same point of the motion.
///
/// Strictly increasing in every dimension: `t.u_at(clip, t.at(clip, u)) == u` up to rounding. u is in seconds too:
/// the mean time of a pair, or the time of the reference when there are more clips. Outside its range the curve
/// holds its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Timewarp {
    curves: Vec<Spline>,
}

impl Timewarp {
    /// A curve of one spline per clip.
    ///
    /// # Panics
    /// When there is no spline, they differ in their knots, or one does not increase strictly.
    pub fn new(curves: Vec<Spline>) -> Self {
        Self::checked(curves).expect("the curves of a timewarp share their knots and increase strictly")
    }

    /// [`Timewarp::new`] of curves that may be unfit.
    pub(crate) fn checked(curves: Vec<Spline>) -> Option<Self> {
        let fit = |curve: &Spline| curve.has_knots_of(&curves[0]) && curve.slopes()[0] > 0.0;
        (!curves.is_empty() && curves.iter().all(fit)).then_some(Self { curves })
    }

    /// First and last u.
    pub fn range(&self) -> [f64; 2] {
        self.curves[0].range()
    }

    /// Number of clips.
    pub fn clips(&self) -> usize {
        self.curves.len()
    }

    /// The moment of a clip at `u`, in seconds from its first frame.
    pub fn at(&self, clip: ClipId, u: f64) -> f64 {
        self.curves[clip.index()].at(u)
    }

    /// How fast a clip runs at `u`: seconds of the clip per unit of u, positive.
    pub fn rate(&self, clip: ClipId, u: f64) -> f64 {
        self.curves[clip.index()].slope(u)
    }

    /// The u at which a clip is at `secs`; the nearer end when the curve never gets there.
    pub fn u_at(&self, clip: ClipId, secs: f64) -> f64 {
        self.curves[clip.index()].inverse(secs)
    }

    /// The curve of one clip.
    pub fn curve(&self, clip: ClipId) -> &Spline {
        &self.curves[clip.index()]
    }

    /// The curves of all clips.
    pub fn curves(&self) -> &[Spline] {
        &self.curves
    }
}

/// What a fit needs to know besides its samples, in frames of the registration rate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Smoothing {
    pub(crate) limit: SlopeLimit,
    pub(crate) knot_frames: f64,
}

/// Moments of two clips that correspond, in frames.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Moment {
    pub(crate) at: [f64; 2],
    /// How much it counts in the fit.
    pub(crate) weight: f64,
}

impl Moment {
    fn u(&self) -> f64 {
        f64::midpoint(self.at[0], self.at[1])
    }
}

/// Both curves of corresponding moments over u = (i + j) / 2, in frames. The moments are in order, at least two.
pub(crate) fn of_moments(moments: &[Moment], smoothing: Smoothing) -> Result<[Spline; 2], Infeasible> {
    let (start, end) = (moments[0], moments[moments.len() - 1]);
    let knots = Knots::between(start.u(), end.u(), smoothing.knot_frames);
    let (start, end) = (start.at, end.at);
    let one = |side: usize| {
        let sample =
            |moment: &Moment| CurveSample { u: moment.u(), value: moment.at[side], weight: moment.weight };
        let samples: Vec<CurveSample> = moments.iter().map(sample).collect();
        let (first, last) = (start[side], end[side]);
        let limit = steepest(smoothing.limit, start, end);
        // Slopes of both curves add up to 2, so the quotient of the two is at most the limit.
        let (slowest, fastest) = (2.0 / (limit + 1.0), 2.0 * limit / (limit + 1.0));
        fit::increasing(knots, &samples, STIFFNESS, Bounds { first, last, slowest, fastest })
    };
    Ok([one(0)?, one(1)?])
}

/// One curve per clip over the frames of the reference, from the pairs of curves of the reference (0) with each
/// other clip (1); `None` stands for the reference itself.
pub(crate) fn of_pairs(
    pairs: &[Option<[Spline; 2]>],
    frames: [f64; 2],
    smoothing: Smoothing,
) -> Result<Vec<Spline>, Infeasible> {
    let through = |[reference, other]: &[Spline; 2], frame: f64| other.at(reference.inverse(frame));
    let maps: Vec<_> =
        pairs.iter().map(|pair| pair.as_ref().map(|pair| move |frame| through(pair, frame))).collect();
    of_maps(&maps, frames, smoothing)
}

/// One curve per clip over the frames of the reference, from functions that carry a frame of the reference to one of each
/// other clip; `None` stands for the reference itself.
pub(crate) fn of_maps<F: Fn(f64) -> f64>(
    maps: &[Option<F>],
    [start, end]: [f64; 2],
    smoothing: Smoothing,
) -> Result<Vec<Spline>, Infeasible> {
    let knots = Knots::between(start, end, smoothing.knot_frames);
    let one = |through: &Option<F>| {
        let Some(through) = through else {
            return Ok(identity(knots));
        };
        let between = (start.ceil() as usize..=end.floor() as usize).map(|frame| frame as f64);
        let samples: Vec<_> = between.map(|frame| CurveSample::new(frame, through(frame))).collect();
        let (first, last) = (through(start), through(end));
        let whole = ratio((last - first) / (end - start));
        let limit = match smoothing.limit {
            SlopeLimit::AtMost(limit) => f64::from(limit).max(LEAST_ROOM * whole),
            SlopeLimit::None => LOOSEST.max(2.0 * whole),
        };
        fit::increasing(
            knots,
            &samples,
            fit::LIMP,
            Bounds { first, last, slowest: 1.0 / limit, fastest: limit },
        )
    };
    maps.iter().map(one).collect()
}

/// The curve on which time is the parameter itself.
fn identity(knots: Knots) -> Spline {
    let controls = (0..knots.pieces + 2).map(|n| knots.start + (n as f64 - 0.5) * knots.spacing);
    Spline::new(knots.start, knots.spacing, controls.collect())
}

fn steepest(limit: SlopeLimit, start: [f64; 2], end: [f64; 2]) -> f64 {
    match limit {
        SlopeLimit::AtMost(limit) => f64::from(limit),
        SlopeLimit::None => {
            let [rows, columns] = [0, 1].map(|side| (end[side] - start[side]).max(1.0));
            LOOSEST.max(2.0 * ratio(rows / columns))
        }
    }
}

fn ratio(slope: f64) -> f64 {
    slope.max(1.0 / slope)
}
