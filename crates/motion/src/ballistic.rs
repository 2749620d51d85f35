//! Flights: stretches in which nothing touches the floor and the centre of mass falls freely.

mod rate;

use glam::DVec3;

use crate::{Anatomy, Body, BodyError, Clip, Constraints, FrameRange, MassTable};

pub use rate::{RateCheck, RateVerdict, check_rate, check_rate_in};

/// The acceleration of free fall, in m/s².
pub const GRAVITY: f64 = 9.81;

/// What counts as a flight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FlightSettings {
    /// Shortest time without a contact, in seconds; less is a gap in the plants.
    pub shortest_secs: f64,
    /// Most frames left out at either end, where a foot is still pushing off or already landing.
    pub longest_trim: usize,
    /// A flight's own gravity, fitted freely, lies between these, in m/s². It is inexact on short flights and serves
    /// as a gate only.
    pub gravity_gate: [f64; 2],
}

impl Default for FlightSettings {
    fn default() -> Self {
        Self { shortest_secs: 0.05, longest_trim: 4, gravity_gate: [7.5, 12.5] }
    }
}

/// A stretch of free fall: `position(t) = apex − ½ g (t − apex_time)² · up + velocity · (t − apex_time)`.
///
/// ```
/// use glam::DVec3;
/// use segue_motion::{Constraints, FlightSettings, GRAVITY, find_flights};
///
/// // Half a second of a ball thrown up, at 60 frames per second.
/// let path: Vec<DVec3> = (0..=30)
///     .map(|frame| f64::from(frame) / 60.0)
///     .map(|t| DVec3::new(2.0 * t, 1.0 + 2.5 * t - 0.5 * GRAVITY * t * t, 0.0))
///     .collect();
/// let flights = find_flights(&path, &Constraints::default(), 60.0, &FlightSettings::default());
/// assert_eq!(flights.len(), 1);
/// assert!((flights[0].apex_secs - 2.5 / GRAVITY).abs() < 1e-9);
/// assert!((flights[0].free_gravity - GRAVITY).abs() < 1e-6);
/// assert!((flights[0].speed() - 2.0).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// Frames without contact.
    pub frames: FrameRange,
    /// The frames among them that the fit uses.
    pub fitted: FrameRange,
    /// Where the centre of mass is at the top of the arc, in metres. The top may lie outside the flight: a leap from
    /// a height has passed it before it begins.
    pub apex: DVec3,
    /// When it is there, in seconds from the first frame of the clip.
    pub apex_secs: f64,
    /// Horizontal velocity, in m/s.
    pub velocity: DVec3,
    /// Root mean square distance of the fitted frames from the arc, in metres.
    pub residual: f64,
    /// The acceleration that would fit best, in m/s².
    pub free_gravity: f64,
    /// Root mean square distance from the arc with that acceleration, in metres.
    pub free_residual: f64,
}

impl Flight {
    /// Horizontal speed in m/s.
    pub fn speed(&self) -> f64 {
        self.velocity.length()
    }

    /// Where the arc is at a time in seconds from the first frame of the clip.
    pub fn at(&self, secs: f64) -> DVec3 {
        let t = secs - self.apex_secs;
        self.apex + self.velocity * t - DVec3::Y * (0.5 * GRAVITY * t * t)
    }
}

/// The flights of a clip whose plants are annotated, for a body of average build.
///
/// # Errors
/// When the skeleton's centre of mass is unknown.
pub fn flights_of(
    clip: &Clip,
    anatomy: &Anatomy,
    settings: &FlightSettings,
) -> Result<Vec<Flight>, BodyError> {
    let body = Body::new(clip.skeleton(), anatomy, &MassTable::default(), Body::DEFAULT_MASS)?;
    Ok(find_flights(&body.path(clip), clip.constraints(), clip.rate(), settings))
}

/// The flights along the path of a centre of mass: frames in which nothing is planted, long enough and fitting
/// gravity.
pub fn find_flights(
    path: &[DVec3],
    plants: &Constraints,
    rate: f64,
    settings: &FlightSettings,
) -> Vec<Flight> {
    let [least, most] = settings.gravity_gate;
    let falls = |flight: &Flight| (least..=most).contains(&flight.free_gravity);
    candidates(path, plants, rate, settings, TrimBy::Gravity).filter(falls).collect()
}

/// Which fit decides what is left out at the ends.
#[derive(Clone, Copy)]
enum TrimBy {
    /// The one with the gravity of the earth.
    Gravity,
    /// The one with a gravity of its own, where the rate is in doubt.
    Parabola,
}

/// Nobody stays in the air for longer, not even at a rate stated four times too low. Clips without any plant (swimming,
/// floating) would otherwise be one endless flight.
const LONGEST_SECS: f64 = 4.0;

/// Every stretch without contact, whatever its gravity.
fn candidates<'a>(
    path: &'a [DVec3],
    plants: &Constraints,
    rate: f64,
    settings: &'a FlightSettings,
    trim_by: TrimBy,
) -> impl Iterator<Item = Flight> + 'a {
    let shortest = ((settings.shortest_secs * rate).ceil() as usize).max(Fit::FEWEST);
    let longest = (LONGEST_SECS * rate).ceil() as usize;
    let gaps = airborne(path.len(), plants).into_iter();
    let gaps = gaps.filter(move |gap| (shortest..=longest).contains(&gap.len()));
    gaps.map(move |gap| fit_trimmed(path, gap, rate, settings.longest_trim, trim_by))
}

/// The longest stretches of frames in which no point is planted.
fn airborne(frames: usize, plants: &Constraints) -> Vec<FrameRange> {
    let mut planted: Vec<FrameRange> = plants.iter().flat_map(|(_, ranges)| ranges.iter().copied()).collect();
    planted.sort();
    let mut gaps = Vec::new();
    let mut next = 0;
    for range in planted {
        gaps.extend(range.first.checked_sub(1).and_then(|last| FrameRange::new(next, last)));
        next = next.max(range.last + 1);
    }
    gaps.extend(frames.checked_sub(1).and_then(|last| FrameRange::new(next, last)));
    gaps
}

/// How much worse than the best trim a fit may be to be kept: trimming always fits better, so the least trim that is
/// nearly as good is taken.
const TRIM_SLACK: f64 = 1.5;

/// Residuals below this, in metres, are as good as any.
const GOOD: f64 = 0.001;

/// How many trims of either end are tried at most; flights up to half a second at 120 Hz are trimmed frame by frame.
const MOST_TRIMS: usize = 16;

fn fit_trimmed(path: &[DVec3], gap: FrameRange, rate: f64, longest: usize, trim_by: TrimBy) -> Flight {
    // At low rates four frames are much of a flight; a quarter is left out at either end at most.
    let longest = longest.min(gap.len() / 4);
    let ends = move || (0..=longest).step_by(longest / MOST_TRIMS + 1);
    let trims = ends().flat_map(|a| ends().map(move |b| (a, b)));
    // Only how good each is: hundreds of whole fits would take more than the clip of a short flight.
    let mut fits: Vec<(usize, f64, FrameRange)> = trims
        .map(|(a, b)| (a + b, FrameRange { first: gap.first + a, last: gap.last - b }))
        .filter(|(trim, range)| *trim == 0 || range.len() >= Fit::FEWEST)
        .map(|(trim, range)| (trim, Fit::new(path, range, rate).deviation(trim_by), range))
        .collect();
    let best = fits.iter().map(|(_, deviation, _)| *deviation).fold(f64::MAX, f64::min);
    fits.retain(|(_, deviation, _)| *deviation <= (TRIM_SLACK * best).max(GOOD));
    let least = fits.into_iter().min_by(|(a, x, _), (b, y, _)| a.cmp(b).then(x.total_cmp(y)));
    let (.., range) = least.expect("the best fit is among those nearly as good");
    Fit::new(path, range, rate).flight(gap)
}

/// An arc with the gravity of the earth through some frames, and the gravity that they would choose.
struct Fit {
    fitted: FrameRange,
    /// Middle of the fitted frames in seconds from the start of the clip: the fit counts time from there, which makes
    /// the constant and linear terms independent.
    middle: f64,
    position: DVec3,
    velocity: DVec3,
    free_gravity: f64,
    residual: f64,
    free_residual: f64,
}

impl Fit {
    /// Fewest frames that determine the curvature of a parabola.
    const FEWEST: usize = 4;

    fn new(path: &[DVec3], fitted: FrameRange, rate: f64) -> Self {
        let n = fitted.len() as f64;
        let middle = (fitted.first + fitted.last) as f64 / 2.0 / rate;
        let samples: Vec<(f64, DVec3)> =
            (fitted.first..=fitted.last).map(|frame| (frame as f64 / rate - middle, path[frame])).collect();
        let mean = |f: &dyn Fn(f64, DVec3) -> DVec3| samples.iter().map(|&(t, p)| f(t, p)).sum::<DVec3>() / n;
        let t2 = samples.iter().map(|(t, _)| t * t).sum::<f64>() / n;
        let t4 = samples.iter().map(|(t, _)| t.powi(4)).sum::<f64>() / n;
        let fall = |t: f64| DVec3::Y * (-0.5 * GRAVITY * t * t);
        let position = mean(&|t, p| p - fall(t));
        let velocity = if t2 > 0.0 { mean(&|t, p| p * t) / t2 } else { DVec3::ZERO };
        let spread = t4 - t2 * t2;
        let curvature = if spread > 0.0 { mean(&|t, p| p * (t * t - t2)).y / spread } else { 0.0 };
        let free_gravity = -2.0 * curvature;
        let squares = samples.iter().map(|&(t, p)| (position + velocity * t + fall(t)).distance_squared(p));
        let mean_square = squares.sum::<f64>() / n;
        // The gap between the two gravities is a term of its own, perpendicular to the constant and the linear one.
        let by_gravity = (0.5 * (GRAVITY - free_gravity)).powi(2) * spread;
        let free_residual = (mean_square - by_gravity).max(0.0).sqrt();
        Self { fitted, middle, position, velocity, free_gravity, residual: mean_square.sqrt(), free_residual }
    }

    /// A residual per degree of freedom, to compare fits of different lengths.
    fn deviation(&self, trim_by: TrimBy) -> f64 {
        let n = self.fitted.len() as f64;
        match trim_by {
            TrimBy::Gravity => self.residual * (n / (n - 2.0)).sqrt(),
            TrimBy::Parabola => self.free_residual * (n / (n - 3.0)).sqrt(),
        }
    }

    fn flight(self, frames: FrameRange) -> Flight {
        let to_apex = self.velocity.y / GRAVITY;
        let velocity = self.velocity.with_y(0.0);
        let rise = 0.5 * GRAVITY * to_apex * to_apex;
        Flight {
            frames,
            fitted: self.fitted,
            apex: self.position.with_y(self.position.y + rise) + velocity * to_apex,
            apex_secs: self.middle + to_apex,
            velocity,
            residual: self.residual,
            free_gravity: self.free_gravity,
            free_residual: self.free_residual,
        }
    }
}

#[cfg(test)]
mod tests;
