//! The root trajectory on the floor.

use std::f64::consts::{PI, TAU};
use std::fmt;

use glam::{DVec2, Quat, Vec3};
use segue_motion::Clip;

/// The root trajectory on the floor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootPath {
    /// Length in metres, of the path smoothed over a stride, so that swaying does not count.
    pub metres: f64,
    /// Distance from start to end ÷ length: 1 for a straight line. 1 for a figure that stays where it is.
    pub straightness: f64,
    /// By how much the direction of travel turns from start to end, in degrees; positive to the right.
    pub turn_degrees: f64,
    /// By how much the figure itself turns, in degrees; positive to the left.
    pub facing_degrees: f64,
    /// Root-mean-square sideways acceleration of the root in m/s².
    pub roughness: f64,
}

/// Time over which the path is smoothed: half a stride sways to one side, the next to the other.
const SMOOTH_SECS: f64 = 0.5;

/// Time over which directions are taken: a stride, so that swaying does not count.
const END_SECS: f64 = 1.0;

/// A path shorter than this, in metres, has no direction.
const NO_WAY: f64 = 0.05;

/// Time step of the roughness.
const STEP_SECS: f64 = 1.0 / 30.0;

impl RootPath {
    /// Measures the root of a clip.
    pub fn of(clip: &Clip) -> Self {
        let floor: Vec<DVec2> = clip.frames().map(|pose| on_floor(pose.root)).collect();
        let smooth = smoothed(&floor, (SMOOTH_SECS * clip.rate() / 2.0).round() as usize);
        let metres: f64 = smooth.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        let chord = smooth[0].distance(smooth[smooth.len() - 1]);
        Self {
            metres,
            straightness: if metres > NO_WAY { chord / metres } else { 1.0 },
            turn_degrees: turn(&smooth, (END_SECS * clip.rate()).round().max(1.0) as usize),
            facing_degrees: facing(clip),
            roughness: roughness(clip),
        }
    }
}

fn on_floor(point: Vec3) -> DVec2 {
    DVec2::new(point.x.into(), point.z.into())
}

/// Means over windows that shrink towards the ends, so that a straight path stays as long as it is.
fn smoothed(path: &[DVec2], half: usize) -> Vec<DVec2> {
    let mean = |n: usize| {
        let reach = half.min(n).min(path.len() - 1 - n);
        let window = &path[n - reach..=n + reach];
        window.iter().sum::<DVec2>() / window.len() as f64
    };
    (0..path.len()).map(mean).collect()
}

/// The angle between the directions at the ends, followed along the path, in degrees.
fn turn(path: &[DVec2], span: usize) -> f64 {
    let span = span.clamp(1, ((path.len() - 1) / 3).max(1));
    let directions = (0..path.len().saturating_sub(span)).map(|n| path[n + span] - path[n]);
    let directions: Vec<DVec2> = directions.filter(|way| way.length() > NO_WAY).collect();
    directions.windows(2).map(|pair| pair[0].angle_to(pair[1])).sum::<f64>().to_degrees()
}

/// How far the figure itself turns about the vertical axis from its first frame to its last, in degrees.
fn facing(clip: &Clip) -> f64 {
    let turn = |from: Quat, to: Quat| {
        let turn = to * from.conjugate();
        // The part about the vertical axis, of at most half a turn.
        let angle = 2.0 * f64::from(turn.y).atan2(f64::from(turn.w));
        (angle + PI).rem_euclid(TAU) - PI
    };
    let roots: Vec<Quat> = clip.frames().map(|pose| pose.rotations[0]).collect();
    roots.windows(2).map(|pair| turn(pair[0], pair[1])).sum::<f64>().to_degrees()
}

fn roughness(clip: &Clip) -> f64 {
    let steps = (clip.duration_secs() / STEP_SECS).floor() as usize;
    let root = |step: usize| on_floor(clip.sample(step as f64 * STEP_SECS * clip.rate()).root);
    let path: Vec<DVec2> = (0..=steps).map(root).collect();
    let squares: Vec<f64> = path
        .windows(3)
        .map(|three| {
            let acceleration = (three[2] - 2.0 * three[1] + three[0]) / (STEP_SECS * STEP_SECS);
            let along = (three[2] - three[0]).normalize_or_zero();
            acceleration.perp_dot(along).powi(2)
        })
        .collect();
    if squares.is_empty() { 0.0 } else { (squares.iter().sum::<f64>() / squares.len() as f64).sqrt() }
}

impl fmt::Display for RootPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "path {:.2} m, straightness {:.3}, turn {:.0}°, facing {:.0}°, roughness {:.2} m/s²",
            self.metres, self.straightness, self.turn_degrees, self.facing_degrees, self.roughness
        )
    }
}
