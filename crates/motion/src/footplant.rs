//! Finding when the feet stand.

mod flat;
mod learn;
mod raised;

use glam::Vec3;

use crate::{Anatomy, Clip, ConstraintKind, Constraints, FrameRange, points};

/// What counts as standing. The defaults were found on the CMU library at its own rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlantSettings {
    /// Time over which a point's speed is measured, in seconds; shorter and the noise of capture counts as motion.
    pub speed_window_secs: f64,
    /// A plant needs a frame in which the point is slower than this, in m/s, ….
    pub speed_in: f64,
    /// … and lasts until it is faster than this.
    pub speed_out: f64,
    /// A plant needs a frame in which the point is less than this above its floor, in metres, ….
    pub height_in: f64,
    /// … and lasts until it is higher than this.
    pub height_out: f64,
    /// The floor of a point is this quantile of its heights: robust against single frames that dip below.
    pub floor_quantile: f64,
    /// Gaps up to this long, in seconds, are closed: a foot does not step in that time.
    pub longest_gap_secs: f64,
    /// Plants shorter than this, in seconds, are dropped.
    pub shortest_secs: f64,
    /// Whether the two speeds give way to ones learned from the clip where slow and fast frames are clearly apart, so
    /// that a creeping foot is not taken for a standing one.
    pub learn_speeds: bool,
    /// Whether a foot may also stand above its floor (stairs, a stool, an uneven floor): when nothing else carries the
    /// body for at least this many seconds and the foot is slow. In free fall from rest a point is slower than 0.4 m/s
    /// for 0.08 s only, so no flight passes. `None` looks at the floor alone.
    pub raised_secs: Option<f64>,
}

impl Default for PlantSettings {
    fn default() -> Self {
        Self {
            speed_window_secs: 0.06,
            speed_in: 0.4,
            speed_out: 0.6,
            height_in: 0.04,
            height_out: 0.06,
            floor_quantile: 0.05,
            longest_gap_secs: 0.05,
            shortest_secs: 0.05,
            learn_speeds: true,
            raised_secs: Some(0.15),
        }
    }
}

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
    let mut paths = FootPaths::new(anatomy);
    let (mut scratch, mut row) = (Vec::new(), Vec::new());
    for pose in clip.frames() {
        points(pose, clip.skeleton(), &mut scratch, &mut row);
        paths.push(anatomy, &row);
    }
    plants_of(&paths, clip.rate(), settings)
}

/// Where the points of the feet and the hips go: all that plants are judged by.
pub(crate) struct FootPaths {
    feet: Vec<(ConstraintKind, Vec<Vec3>)>,
    /// Heights of the hips in metres.
    hips: Vec<f32>,
}

impl FootPaths {
    /// No frame yet.
    pub(crate) fn new(anatomy: &Anatomy) -> Self {
        let feet = FEET.into_iter().filter(|&kind| anatomy.point(kind).is_some());
        Self { feet: feet.map(|kind| (kind, Vec::new())).collect(), hips: Vec::new() }
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
        paths.feet.iter().map(|(kind, path)| Track::new(*kind, path, rate, settings)).collect();
    let mut plants: Vec<Vec<FrameRange>> = tracks.iter().map(|track| track.on_the_floor(settings)).collect();
    flat::add_flat(&tracks, &mut plants, settings);
    if let Some(secs) = settings.raised_secs {
        raised::add_raised(&tracks, &mut plants, secs, settings, |frame| paths.hips[frame].into());
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
    speed_in: f64,
    speed_out: f64,
}

impl Track {
    fn new(kind: ConstraintKind, path: &[Vec3], rate: f64, settings: &PlantSettings) -> Self {
        let speeds = speeds(path, rate, settings.speed_window_secs);
        let (heights, floor) = heights(path, settings.floor_quantile);
        let split = if settings.learn_speeds { learn::split_of(&speeds) } else { None };
        let speed_in = split.unwrap_or(settings.speed_in);
        let speed_out = speed_in * settings.speed_out / settings.speed_in;
        Self { kind, rate, speeds, heights, floor, speed_in, speed_out }
    }

    /// Runs of frames that pass the loose limits and have one that passes the strict ones. Unlike a switch that is
    /// thrown forwards in time, this finds the same plants in a clip played backwards.
    fn on_the_floor(&self, settings: &PlantSettings) -> Vec<FrameRange> {
        let strict =
            |frame: usize| self.speeds[frame] < self.speed_in && self.heights[frame] < settings.height_in;
        let loose =
            |frame: usize| self.speeds[frame] < self.speed_out && self.heights[frame] < settings.height_out;
        let mut runs = runs(self.speeds.len(), loose);
        runs.retain(|run| (run.first..=run.last).any(strict));
        runs
    }

    fn finished(&self, plants: Vec<FrameRange>, settings: &PlantSettings) -> Vec<FrameRange> {
        let mut plants = close_gaps(plants, settings.longest_gap_secs * self.rate);
        plants.retain(|plant| plant.len() as f64 >= settings.shortest_secs * self.rate);
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
    let mut sorted = heights.clone();
    sorted.sort_by(f64::total_cmp);
    let floor = sorted[((sorted.len() - 1) as f64 * quantile.clamp(0.0, 1.0)).round() as usize];
    (heights.into_iter().map(|height| height - floor).collect(), floor)
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
