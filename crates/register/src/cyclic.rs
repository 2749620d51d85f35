//! Loops: registered on a circle, wherever each of them begins.
//!
//! Steps say which phases go together. Loops of different numbers of steps are played as often as it takes for them to have as
//! many. Where no step is known, the constant shift with the least distance is taken.

mod align;
mod around;
mod judge;
mod phases;

use segue_motion::{Anatomy, Clip, ClipId, ClipSet};

use self::align::Aligned;
use self::around::around_matches;
use self::phases::Phases;
use crate::alignment::Track;
use crate::closing::lap_frames;
use crate::rounds::{Rounds, wrapped};
use crate::staging::{ClipUse, CycleUse, lap_of, one, played};
use crate::studio::Studio;
use crate::{Cloud, RegisterError, RegisterSettings, Registration, Resemblance};

/// A loop is played at most this often to have as many steps as another.
pub(crate) const MOST_LAPS: usize = 12;

/// Loops that travel and begin within this of each other, as part of a step's cycle, need not be turned.
const IN_PHASE: f64 = 0.15;

/// The longest loop, in seconds: what is longer is no cycle of steps, whatever its ends are.
const LONGEST_SECS: f64 = 300.0;

/// One loop, played three times.
struct Loop {
    clip: Clip,
    cloud: Cloud,
    /// Frames of a lap.
    lap: usize,
    rounds: Rounds,
    in_place: bool,
    travels: bool,
}

/// Registers clips all of which are loops; `None` when they are not, or when their ends go together as they are. `uses` say how clips
/// in place are sent along.
pub(crate) fn register(
    clips: &ClipSet,
    uses: &[ClipUse],
    settings: &RegisterSettings,
) -> Result<Option<Registration>, RegisterError> {
    if clips.clips().any(|clip| clip.duration_secs() > LONGEST_SECS) {
        return Ok(None);
    }
    let sent = played(clips, uses);
    let studio = Studio::new(&sent, settings)?;
    let laps: Option<Vec<usize>> = sent.clips().map(|clip| lap_frames(clip, studio.leg)).collect();
    let Some(laps) = laps else { return Ok(None) };
    let loops = clips
        .ids()
        .map(|id| Loop::new(&clips[id], laps[id.index()], &uses[id.index()], &studio))
        .collect::<Result<Vec<_>, _>>()?;
    // Of a figure without legs no step is known: what closes is then a loop, not an action that ends as it began.
    let legless = Anatomy::of(clips.skeleton()).leg_length(clips.skeleton()).is_none();
    let Some(circle) = Circle::of(&loops, studio.leg, legless) else { return Ok(None) };
    let reference = settings.reference.unwrap_or_else(|| circle.nearest_to_all());
    let aligned: Vec<Option<Aligned>> =
        clips.ids().map(|id| (id != reference).then(|| circle.align(reference, id))).collect();
    if circle.in_phase(&aligned) {
        return Ok(None);
    }
    circle.registration(clips, (reference, &aligned), uses, settings).map(Some)
}

impl Loop {
    fn new(clip: &Clip, lap: usize, how: &ClipUse, studio: &Studio<'_>) -> Result<Self, RegisterError> {
        let cycle = CycleUse { first: 0, lap, frames: 3 * lap + 1 };
        let thrice = one(clip, &ClipUse { cycle: Some(cycle), ..*how });
        let rounds = Rounds::of(&thrice, lap);
        let secs = lap as f64 / clip.rate();
        let travel = lap_of(&thrice.slice(segue_motion::FrameRange { first: 0, last: lap }));
        let speed = travel.x.hypot(travel.z) / secs / studio.leg;
        Ok(Self {
            cloud: studio.cloud_of(&thrice)?,
            clip: thrice,
            lap,
            rounds,
            in_place: how.treadmill.speed() > 0.0,
            travels: speed > crate::feet::TRAVELS_LEGS_PER_SEC,
        })
    }

    /// The frame of the cloud at a phase of one lap, in the middle of the three.
    fn cloud_frame(&self, phase: f64) -> f64 {
        let secs = (1.0 + phase.rem_euclid(1.0)) * self.lap as f64 / self.clip.rate();
        secs / self.cloud.spacing_secs()
    }
}

/// Loops with how often each is played to have as many steps as the others.
struct Circle<'a> {
    loops: &'a [Loop],
    laps: Vec<usize>,
    steps: usize,
    leg: f64,
}

impl<'a> Circle<'a> {
    /// `None` when loops of these kinds do not go together on a circle.
    fn of(loops: &'a [Loop], leg: f64, legless: bool) -> Option<Self> {
        let counts: Vec<usize> = loops.iter().map(|one| one.rounds.count()).collect();
        let known = counts.iter().all(|&count| count > 0) && loops.iter().all(|one| one.rounds.is_even());
        let any_in_place = loops.iter().any(|one| one.in_place);
        let least = counts.iter().copied().min().unwrap_or(0).max(1);
        let divide = counts.iter().all(|count| count % least == 0);
        let all_travel = loops.iter().all(|one| one.travels && !one.in_place) && divide && known;
        if !(any_in_place || all_travel || legless) {
            return None;
        }
        let steps = if known { counts.iter().copied().fold(1, lcm) } else { 1 };
        let fits = known && counts.iter().all(|count| steps / count <= MOST_LAPS);
        let laps = counts.iter().map(|count| if fits { steps / count } else { 1 }).collect();
        Some(Self { loops, laps, steps: if fits { steps } else { 1 }, leg })
    }

    fn one(&self, id: ClipId) -> &Loop {
        &self.loops[id.index()]
    }

    /// The loop with the smallest mean distance to all others.
    fn nearest_to_all(&self) -> ClipId {
        let ids = ClipId::all(self.loops.len());
        if self.loops.len() == 2 {
            return ClipId::FIRST;
        }
        let sum = |id: ClipId| {
            let others = ClipId::all(self.loops.len()).filter(|&other| other != id);
            others.map(|other| self.align(id.min(other), id.max(other)).mean_metres).sum::<f64>()
        };
        ids.min_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or_default()
    }

    /// Whether all travel, have as many steps and begin together: then their ends go together as they are.
    fn in_phase(&self, aligned: &[Option<Aligned>]) -> bool {
        let travel = self.loops.iter().all(|one| one.travels && !one.in_place);
        let once = self.laps.iter().all(|&laps| laps == 1);
        let together = |one: &Aligned| wrapped(one.wave.at(0.0)).abs() * self.steps as f64 <= IN_PHASE;
        travel && once && aligned.iter().flatten().all(together)
    }

    /// Frames of a loop on the whole circle.
    fn circle_frames(&self, id: ClipId) -> usize {
        self.one(id).lap * self.laps[id.index()]
    }

    fn registration(
        &self,
        clips: &ClipSet,
        (reference, aligned): (ClipId, &[Option<Aligned>]),
        uses: &[ClipUse],
        settings: &RegisterSettings,
    ) -> Result<Registration, RegisterError> {
        let warnings = self.judge(clips, reference, aligned, settings.force)?;
        let phases = Phases { circle: self, reference, aligned };
        let uses: Vec<ClipUse> = clips.ids().map(|id| phases.use_of(id, &uses[id.index()])).collect();
        let staged = played(clips, &uses);
        let studio = Studio::new(&staged, settings)?;
        let timewarp = phases.timewarp();
        let alignment = |id: ClipId| phases.alignment(id, &studio, &timewarp);
        let resemblance = |id: ClipId| {
            let one = aligned[id.index()].as_ref()?;
            let median = self.median_metres([reference, id]);
            let contrast = if median > 0.0 { one.mean_metres / median } else { 0.0 };
            Some(Resemblance { mean_metres: one.mean_metres, contrast, pinned: true, leg_metres: self.leg })
        };
        let told =
            clips.ids().filter_map(|id| Some(self.told(clips, reference, id, aligned[id.index()].as_ref()?)));
        Ok(Registration {
            settings: settings.clone(),
            reference,
            alignments: clips.ids().map(alignment).collect(),
            tracks: studio.clouds.iter().map(Track::new).collect(),
            matches: around_matches(&staged, &timewarp),
            resemblance: clips.ids().map(resemblance).collect(),
            notes: staged.notes().map(str::to_owned).chain(told).collect(),
            warnings,
            timewarp,
            uses,
            cyclic: true,
        })
    }
}

fn lcm(a: usize, b: usize) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    a / gcd(a, b) * b
}
