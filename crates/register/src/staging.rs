//! How clips are played: in place or along the floor, once or around.

use segue_motion::{
    Anatomy, Clip, ClipId, ClipSet, Constraints, FrameRange, Ground, PlantSettings, find_plants,
};

use crate::Treadmill;
use crate::closing::closed_after;
pub(crate) use crate::closing::lap_of;
use crate::cyclic::MOST_LAPS;

/// How one clip is played. Moments of the clip *as it is played* are those of registrations.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ClipUse {
    /// The velocity that was added to a clip in place, in m/s along X and Z; 0 for one that is played where it is.
    pub treadmill: Treadmill,
    /// How often a loop is played, and from where; `None` for a clip that is played once, from start to end.
    pub cycle: Option<CycleUse>,
}

/// How a loop is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CycleUse {
    /// The frame of the loop with which it begins.
    pub first: usize,
    /// Frames of one lap.
    pub lap: usize,
    /// Frames that are played, the first and the last included.
    pub frames: usize,
}

impl ClipUse {
    /// The moment of the clip as it was read, in seconds, at a moment of the clip as it is played.
    pub fn read_secs(&self, secs: f64, rate: f64) -> f64 {
        let Some(cycle) = self.cycle else { return secs };
        let lap_secs = cycle.lap as f64 / rate;
        (secs + cycle.first as f64 / rate).rem_euclid(lap_secs)
    }

    /// Whether a clip can be played like that.
    pub(crate) fn fits(&self, clip: &Clip) -> bool {
        let fits = |cycle: CycleUse| {
            let most = (MOST_LAPS + 2) * (cycle.lap + 4);
            (2..=clip.len()).contains(&cycle.lap)
                && cycle.first < cycle.lap
                && (2..=most).contains(&cycle.frames)
        };
        self.cycle.is_none_or(fits)
    }

    fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

/// Clips as they are played.
///
/// # Panics
/// When there is not one use for each clip.
pub fn played(clips: &ClipSet, uses: &[ClipUse]) -> ClipSet {
    assert_eq!(clips.len(), uses.len(), "every clip is played in some way");
    clips.altered(|id, clip| {
        let how = &uses[id.index()];
        (!how.is_plain()).then(|| (one(clip, how), note(clip, how)))
    })
}

fn note(clip: &Clip, how: &ClipUse) -> Option<String> {
    let speed = how.treadmill.speed();
    (speed > 0.0).then(|| format!("`{}` is in place; its feet imply {speed:.2} m/s", clip.name()))
}

/// One clip as it is played. Plants that were found in it are found anew as it is played; those that were given go along.
pub(crate) fn one(clip: &Clip, how: &ClipUse) -> Clip {
    let found = clip.constraints().is_empty()
        || *clip.constraints() == find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    let sent = how.treadmill.travelling(clip);
    let played = how.cycle.and_then(|cycle| around(&sent, cycle)).unwrap_or(sent);
    if !found {
        return played;
    }
    let plants = how.treadmill.plants(&played);
    played.clone().with_constraints(plants).unwrap_or(played)
}

/// A loop played from one of its frames, lap after lap. Plants that meet at the seam are one.
fn around(clip: &Clip, cycle: CycleUse) -> Option<Clip> {
    let clip = closed_after(clip, cycle.lap)?;
    let place = |n: usize| (cycle.first + n) % cycle.lap;
    let laps = |n: usize| (cycle.first + n) / cycle.lap;
    let next = lap_of(&clip);
    let mut ground = vec![Ground::IDENTITY];
    for n in 0..laps(cycle.frames) {
        ground.push(ground[n] * next);
    }
    let mut frames = Clip::builder(clip.name(), clip.skeleton().clone(), clip.rate(), clip.translated());
    for n in 0..cycle.frames {
        let mut pose = clip.frame(place(n)).to_pose();
        ground[laps(n)].move_pose(&mut pose);
        frames.push(&pose).ok()?;
    }
    let mut played = frames.finish().ok()?.with_constraints(plants(&clip, cycle)).ok()?;
    played.labels.clone_from(&clip.labels);
    Some(played)
}

/// The plants of a loop that is played around.
fn plants(clip: &Clip, cycle: CycleUse) -> Constraints {
    let mut constraints = Constraints::default();
    for (kind, ranges) in clip.constraints().iter() {
        let holds = |n: usize| {
            let frame = (cycle.first + n) % cycle.lap;
            // The last frame of a loop is its first.
            ranges.iter().any(|range| range.contains(frame) || frame == 0 && range.contains(cycle.lap))
        };
        let mut found: Vec<FrameRange> = Vec::new();
        for frame in (0..cycle.frames).filter(|&n| holds(n)) {
            match found.last_mut() {
                Some(range) if range.last + 1 == frame => range.last = frame,
                _ => found.push(FrameRange { first: frame, last: frame }),
            }
        }
        constraints.set(kind, found).expect("runs of frames are disjoint and in order");
    }
    constraints
}

/// How clips in place are sent along, each once from start to end. `speeds` override what is found, one for each clip in m/s; none of them when it is empty.
pub fn treadmills(clips: &ClipSet, speeds: &[f64]) -> Vec<ClipUse> {
    let of = |(id, clip): (ClipId, &Clip)| {
        let treadmill = match speeds.get(id.index()) {
            Some(&speed) => Treadmill::at_speed(clip, speed),
            None => Treadmill::of(clip).unwrap_or_default(),
        };
        ClipUse { treadmill, cycle: None }
    };
    clips.iter().map(of).collect()
}
