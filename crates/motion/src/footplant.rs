//! Foot plants: when heels and toes stand.

mod raised;
mod stance;

use glam::Vec3;

pub use stance::{FootStance, stances};

use crate::{Anatomy, Clip, ConstraintKind, Constraints, FrameRange, Skeleton, points};

/// What counts as standing: slow first, low second.
///
/// Lengths are in lengths of the figure's leg, so that a child, a giant and a file in centimetres have the same plants. A foot
/// that rolls at 1 m/s in a swing of 7 m/s stands, so speeds also count against the fastest of the clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlantSettings {
    /// Time over which a point's speed is measured, in seconds; shorter and the noise of capture counts as motion.
    pub speed_window_secs: f64,
    /// A plant begins and ends with a frame in which the point is slower than this, in legs a second, ….
    pub slow_in: f64,
    /// … and goes on until it is faster than this.
    pub slow_out: f64,
    /// The same as shares of the point's swing speed; the larger of the two limits holds.
    pub swing_in: f64,
    /// The share of the swing speed beyond which a plant ends.
    pub swing_out: f64,
    /// A plant begins and ends with a frame in which the point is less than this above its floor, in legs, ….
    pub height_in: f64,
    /// … and goes on until it is higher than this.
    pub height_out: f64,
    /// The floor of a point is this quantile of its heights: robust against single frames that dip below.
    pub floor_quantile: f64,
    /// Gaps up to this long, in seconds, are closed: a foot does not step in that time.
    pub longest_gap_secs: f64,
    /// Plants shorter than this, in seconds, are dropped unless the clip begins or ends in them.
    pub shortest_secs: f64,
    /// Whether a foot may also stand above its floor (stairs, a stool, an uneven floor): when nothing else carries the
    /// body for at least this many seconds and the foot is slow. In free fall from rest a point is slower than 0.4 m/s
    /// for 0.08 s only, so no flight passes. `None` looks at the floor alone.
    pub raised_secs: Option<f64>,
}

impl Default for PlantSettings {
    fn default() -> Self {
        Self {
            speed_window_secs: 0.06,
            slow_in: 0.45,
            slow_out: 0.7,
            swing_in: 0.12,
            swing_out: 0.2,
            height_in: 0.08,
            height_out: 0.11,
            floor_quantile: 0.05,
            longest_gap_secs: 0.06,
            shortest_secs: 0.06,
            raised_secs: Some(0.15),
        }
    }
}

/// The swing speed of a point is this quantile of its speeds.
const SWING_QUANTILE: f64 = 0.9;

/// The leg of a figure without one, in metres.
const LEG_METRES: f64 = 0.85;

/// The points of the feet, which are looked at for plants.
const FEET: [ConstraintKind; 4] =
    [ConstraintKind::LeftHeel, ConstraintKind::LeftToe, ConstraintKind::RightHeel, ConstraintKind::RightToe];

/// When heels and toes are planted. Feet that the skeleton does not have are left out.
///
/// ```
/// use std::sync::Arc;
/// use glam::{Quat, Vec3};
/// use segue_motion::{Anatomy, Clip, ConstraintKind, FrameRange, Joint, JointId, Pose, Skeleton, find_plants};
///
/// let joint = |name: &str, parent: Option<usize>, y| Joint {
///     name: name.into(), parent: parent.map(JointId::new), offset: Vec3::new(0.0, y, 0.0), rest: Quat::IDENTITY,
/// };
/// let skeleton = Arc::new(Skeleton::new(vec![
///     joint("Hips", None, 0.8), joint("LeftUpLeg", Some(0), 0.0), joint("LeftLeg", Some(1), -0.4), joint("LeftFoot", Some(2), -0.4),
/// ], vec![])?);
/// let mut frames = Clip::builder("stand, then be carried off", skeleton.clone(), 30.0, &[]);
/// let mut pose = Pose::rest(&skeleton);
/// for frame in 0..60 {
///     if frame > 30 {
///         pose.root.x += 0.1;
///     }
///     frames.push(&pose)?;
/// }
/// let plants = find_plants(&frames.finish()?, &Anatomy::of(&skeleton), &Default::default());
/// assert_eq!(plants.of(ConstraintKind::LeftHeel), [FrameRange { first: 0, last: 29 }]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn find_plants(clip: &Clip, anatomy: &Anatomy, settings: &PlantSettings) -> Constraints {
    let mut paths = FootPaths::new(anatomy, clip.skeleton());
    let (mut scratch, mut row) = (Vec::new(), Vec::new());
    for pose in clip.frames() {
        points(pose, clip.skeleton(), &mut scratch, &mut row);
        paths.push(anatomy, &row);
    }
    plants_of(&paths, clip.rate(), settings)
}

/// The paths of the points of the feet and of the hips, by which plants are found.
pub(crate) struct FootPaths {
    feet: Vec<(ConstraintKind, Vec<Vec3>)>,
    /// Heights of the hips in metres.
    hips: Vec<f32>,
    /// Length of a leg in metres.
    leg: f64,
}

impl FootPaths {
    /// No frame yet.
    pub(crate) fn new(anatomy: &Anatomy, skeleton: &Skeleton) -> Self {
        let feet = FEET.into_iter().filter(|&kind| anatomy.point(kind).is_some());
        let leg = anatomy.leg_length(skeleton).map_or(LEG_METRES, f64::from);
        Self { feet: feet.map(|kind| (kind, Vec::new())).collect(), hips: Vec::new(), leg }
    }

    /// Adds a frame, given its points (see [`points`]).
    pub(crate) fn push(&mut self, anatomy: &Anatomy, points: &[Vec3]) {
        for (kind, path) in &mut self.feet {
            path.extend(anatomy.point(*kind).map(|point| points[point.index()]));
        }
        self.hips.push(points[anatomy.hips().index()].y);
    }
}

/// [`find_plants`] of a clip whose feet are already followed.
pub(crate) fn plants_of(paths: &FootPaths, rate: f64, settings: &PlantSettings) -> Constraints {
    let tracks: Vec<Track> =
        paths.feet.iter().map(|(kind, path)| Track::new(*kind, path, rate, (paths.leg, settings))).collect();
    let mut plants: Vec<Vec<FrameRange>> = tracks.iter().map(Track::on_the_floor).collect();
    if let Some(secs) = settings.raised_secs {
        raised::add_raised(&tracks, &mut plants, secs, |frame| paths.hips[frame].into());
    }
    let mut constraints = Constraints::default();
    for (track, plants) in tracks.iter().zip(plants) {
        let plants = track.finished(plants, settings);
        constraints.set(track.kind, plants).expect("runs of frames are disjoint and in order");
    }
    constraints
}

/// How one point of a foot moves.
struct Track {
    kind: ConstraintKind,
    rate: f64,
    /// In m/s, one per frame.
    speeds: Vec<f64>,
    /// Above the point's floor in metres, one per frame.
    heights: Vec<f64>,
    /// Height of the floor in the world.
    floor: f64,
    /// Limits in m/s and metres.
    speed_in: f64,
    speed_out: f64,
    height_in: f64,
    height_out: f64,
}

impl Track {
    fn new(kind: ConstraintKind, path: &[Vec3], rate: f64, (leg, settings): (f64, &PlantSettings)) -> Self {
        let speeds = speeds(path, rate, settings.speed_window_secs);
        let (heights, floor) = heights(path, settings.floor_quantile);
        let swing = quantile(&speeds, SWING_QUANTILE);
        Self {
            kind,
            rate,
            speed_in: (settings.slow_in * leg).max(settings.swing_in * swing),
            speed_out: (settings.slow_out * leg).max(settings.swing_out * swing),
            height_in: settings.height_in * leg,
            height_out: settings.height_out * leg,
            speeds,
            heights,
            floor,
        }
    }

    /// From the first to the last frame that passes the strict limits in each run that passes the loose ones. Unlike a
    /// switch that is thrown forwards in time, this finds the same plants in a clip played backwards.
    fn on_the_floor(&self) -> Vec<FrameRange> {
        let strict =
            |frame: &usize| self.speeds[*frame] < self.speed_in && self.heights[*frame] < self.height_in;
        let loose =
            |frame: usize| self.speeds[frame] < self.speed_out && self.heights[frame] < self.height_out;
        let trimmed = |run: FrameRange| {
            let first = (run.first..=run.last).find(strict)?;
            let last = (run.first..=run.last).rev().find(strict)?;
            FrameRange::new(first, last)
        };
        runs(self.speeds.len(), loose).into_iter().filter_map(trimmed).collect()
    }

    fn finished(&self, plants: Vec<FrameRange>, settings: &PlantSettings) -> Vec<FrameRange> {
        let mut plants = close_gaps(plants, settings.longest_gap_secs * self.rate);
        let last = self.speeds.len() - 1;
        plants.retain(|plant| {
            plant.len() as f64 >= settings.shortest_secs * self.rate || plant.first == 0 || plant.last == last
        });
        plants
    }
}

/// The speed of a point at every frame, over a window around it; windows are cut off at the ends of the clip.
fn speeds(path: &[Vec3], rate: f64, window_secs: f64) -> Vec<f64> {
    let half = ((window_secs * rate / 2.0).round() as usize).max(1);
    let last = path.len() - 1;
    let speed = |frame: usize| {
        let (from, to) = (frame.saturating_sub(half), (frame + half).min(last));
        let way = path[to].as_dvec3().distance(path[from].as_dvec3());
        if to > from { way * rate / (to - from) as f64 } else { 0.0 }
    };
    (0..=last).map(speed).collect()
}

/// The height of a point above its own floor at every frame, and that floor.
fn heights(path: &[Vec3], quantile: f64) -> (Vec<f64>, f64) {
    let heights: Vec<f64> = path.iter().map(|place| f64::from(place.y)).collect();
    let floor = self::quantile(&heights, quantile);
    (heights.into_iter().map(|height| height - floor).collect(), floor)
}

/// The value below which a share of the values lies.
fn quantile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share.clamp(0.0, 1.0)).round() as usize]
}

/// The longest stretches of frames below `frames` that hold.
fn runs(frames: usize, holds: impl Fn(usize) -> bool) -> Vec<FrameRange> {
    let mut runs: Vec<FrameRange> = Vec::new();
    for frame in (0..frames).filter(|&frame| holds(frame)) {
        match runs.last_mut() {
            Some(run) if run.last + 1 == frame => run.last = frame,
            _ => runs.push(FrameRange { first: frame, last: frame }),
        }
    }
    runs
}

/// Joins runs, in order, that overlap or have at most `longest` frames between them.
fn close_gaps(runs: Vec<FrameRange>, longest: f64) -> Vec<FrameRange> {
    let mut joined: Vec<FrameRange> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(before) if run.first as f64 - before.last as f64 - 1.0 <= longest => {
                before.last = before.last.max(run.last);
            }
            _ => joined.push(run),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
