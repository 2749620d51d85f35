//! When the feet of a clip stand, and how far it travels.

use segue_motion::{Anatomy, Clip, FootStance, PlantSettings, Side, find_plants, stances};

/// The span over which a clip's speed is taken, in seconds.
const SPAN_SECS: f64 = 0.5;

/// A clip whose root is never slower than this over half a second, in legs a second, travels. Captured walks are at least at
/// 0.78 and runs at 2.1, synthetic sneaks at 0.49; kicks, jumps, sits and stairs come below 0.25.
pub(crate) const TRAVELS_LEGS_PER_SEC: f64 = 0.4;

/// The leg of a figure without one, as a share of its height at rest.
const LEG_OF_HEIGHT: f64 = 0.5;

/// What steps are aligned by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Feet {
    /// Left, then right, in order of time.
    pub(crate) stances: [Vec<FootStance>; 2],
    pub(crate) duration_secs: f64,
    /// Whether the figure never stops.
    pub(crate) travels: bool,
    /// The slowest half second, in legs a second.
    pub(crate) slowest: f64,
}

impl Feet {
    /// The feet of a clip whose figure has legs of `leg` metres: those that its plants mark.
    pub(crate) fn of(clip: &Clip, leg: f64) -> Self {
        let slowest = slowest(clip) / leg;
        Self {
            stances: Side::BOTH.map(|side| stances(clip.constraints(), side, clip.len(), clip.rate())),
            duration_secs: clip.duration_secs(),
            travels: slowest > TRAVELS_LEGS_PER_SEC,
            slowest,
        }
    }

    /// How many stances there are.
    pub(crate) fn count(&self) -> usize {
        self.stances.iter().map(Vec::len).sum()
    }

    /// Whether a foot stands at a moment.
    pub(crate) fn stands(&self, foot: usize, secs: f64) -> bool {
        let stances = &self.stances[foot];
        let begun = stances.partition_point(|stance| stance.strike_secs <= secs);
        begun.checked_sub(1).is_some_and(|last| secs <= stances[last].off_secs)
    }
}

/// The clip with plants: its own, or where it has none those that its motion shows.
pub(crate) fn with_plants(clip: &Clip) -> Option<Clip> {
    let unknown = clip.constraints().is_empty();
    let found = || find_plants(clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    unknown.then(|| clip.clone().with_constraints(found()).ok()).flatten()
}

/// The length of a leg in metres, by which distances between bodies are judged; half the height of a figure without legs.
pub fn leg_metres(clip: &Clip, anatomy: &Anatomy) -> f64 {
    let leg = anatomy.leg_length(clip.skeleton()).map(f64::from).filter(|leg| *leg > 0.0);
    leg.unwrap_or_else(|| {
        let table =
            segue_motion::PointTable::new(&clip.slice(segue_motion::FrameRange { first: 0, last: 0 }));
        let heights = table.row(0).iter().map(|point| f64::from(point.y));
        let (low, high) =
            heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), y| (low.min(y), high.max(y)));
        (LEG_OF_HEIGHT * (high - low)).max(f64::EPSILON)
    })
}

/// Whether the figure of a clip never stops: it walks, runs or sneaks all the time.
pub fn travels(clip: &Clip) -> bool {
    slowest(clip) / leg_metres(clip, &Anatomy::of(clip.skeleton())) > TRAVELS_LEGS_PER_SEC
}

/// The lowest mean speed of the root on the floor over half a second, in m/s; over the whole clip when it is shorter.
fn slowest(clip: &Clip) -> f64 {
    let span = ((SPAN_SECS * clip.rate()).round() as usize).clamp(1, clip.last_frame().max(1));
    let place = |frame: usize| clip.frame(frame).root;
    let speed = |frame: usize| {
        let (from, to) = (place(frame), place((frame + span).min(clip.last_frame())));
        f64::from((to.x - from.x).hypot(to.z - from.z)) * clip.rate() / span as f64
    };
    (0..clip.len().saturating_sub(span).max(1)).map(speed).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::{Locomotion, Pace, Sample};

    #[test]
    fn walks_and_runs_travel_and_actions_do_not() {
        for pace in [Pace::Walk, Pace::Jog] {
            let clip = Locomotion { cycles: 2, ..Locomotion::new(pace) }.perform().unwrap().clip;
            let leg = leg_metres(&clip, &Anatomy::of(clip.skeleton()));
            let feet = Feet::of(&clip, leg);
            assert!(feet.travels, "{pace:?} at {}", feet.slowest);
            assert!(feet.count() >= 4, "{feet:?}");
        }
        let kick = Sample::find("kick").unwrap().clip();
        assert!(!Feet::of(&kick, 0.85).travels);
    }
}
