//! The registration that is made unless another is asked for: steps where clips travel, poses where they stop.

use rayon::prelude::*;
use segue_motion::{Anatomy, ClipId};

use crate::action::{self, SALIENCE_HZ, Salience, Scene};
use crate::coarse::{self, View};
use crate::feet::{Feet, leg_metres};
use crate::meeting::{Distances, Meeting};
use crate::partners;
use crate::pins::{self, Pin};
use crate::studio::{Finding, Studio, all_pairs};
use crate::unlike::Unlike;
use crate::{Cloud, Grid, RegisterError, Registration, Resemblance, Spline, dtw, steps, verdict};

/// Time between knots of curves through events, in seconds: two frames at 30 Hz, so that events stay within 3 ms.
const KNOT_SECS: f64 = 1.0 / 15.0;

/// A clip whose ends are nearer than this to each other, in legs, is a cycle.
const CLOSED_LEGS: f64 = 0.08;

/// Cycles whose beginnings are nearer than this to each other, in legs, begin at the same phase.
const IN_PHASE_LEGS: f64 = 0.25;

/// Clips with what is known of their feet.
pub(crate) struct Troupe<'a> {
    pub(crate) studio: Studio<'a>,
    feet: Vec<Feet>,
    /// The length of a leg in metres.
    pub(crate) leg: f64,
    saliences: Vec<Salience>,
    /// More than two clips at the rate of their saliences.
    coarse: Vec<Cloud>,
}

/// Two clips that were aligned, the reference first.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) meeting: Meeting,
    pub(crate) resemblance: Resemblance,
    pub(crate) unlike: Unlike,
}

impl<'a> Troupe<'a> {
    /// Looks at the feet of clips on one skeleton.
    pub(crate) fn new(mut studio: Studio<'a>) -> Result<Self, RegisterError> {
        studio.find_missing_plants();
        let anatomy = Anatomy::of(studio.clips.skeleton());
        let leg = leg_metres(&studio.clips[ClipId::FIRST], &anatomy);
        let feet: Vec<Feet> = studio.clips.clips().map(|clip| Feet::of(clip, leg)).collect();
        let of = |n: usize| studio.cloud_at(ClipId::new(n), SALIENCE_HZ);
        let coarse = (0..studio.clips.len()).into_par_iter().map(of).collect::<Result<Vec<_>, _>>()?;
        let saliences = coarse.par_iter().map(|cloud| Salience::of(cloud, leg)).collect();
        // Of two clips neither is nearer, and those of an hour are large.
        let coarse = if coarse.len() > 2 { coarse } else { Vec::new() };
        Ok(Self { studio, feet, leg, saliences, coarse })
    }

    /// The numbers of the clips.
    fn ids(&self) -> impl ExactSizeIterator<Item = ClipId> + Clone + use<> {
        ClipId::all(self.feet.len())
    }

    /// What is known of the feet of a clip.
    pub(crate) fn feet(&self, clip: ClipId) -> &Feet {
        &self.feet[clip.index()]
    }

    /// What stands out in a clip.
    pub(crate) fn salience(&self, clip: ClipId) -> &Salience {
        &self.saliences[clip.index()]
    }

    /// Registers all clips with one of them.
    pub(crate) fn register(self, chosen: Option<ClipId>) -> Result<Registration, RegisterError> {
        let reference = match chosen {
            Some(reference) => reference,
            // Two clips are as near to each other either way.
            None if self.feet.len() == 2 => ClipId::FIRST,
            None => self.nearest_to_all()?,
        };
        let met = self.meet_all(reference)?;
        let said = verdict::of(&self, reference, &met)?;
        let curves = self.curves(reference, &met)?;
        let partners =
            met.iter().map(|met| met.as_ref().map(|met| &met.meeting.partners[..])).collect::<Vec<_>>();
        let in_secs = self.studio.in_secs(&curves);
        // Steps that met may not any more where a person pinned others: then plants match where they overlap.
        let is_pinned = !self.studio.settings.pins.is_empty();
        let matches =
            (!is_pinned).then(|| partners::matches(&self.studio.clips, &self.feet, &partners, &in_secs));
        let resemblance = met.iter().map(|met| met.as_ref().map(|met| met.resemblance)).collect();
        let finding = Finding { reference, resemblance, notes: said.notes, warnings: said.warnings };
        Ok(self.studio.finish(finding, &curves, matches))
    }

    /// Every other clip with the reference. Of several the shortest come first, and the others go with the stretch of the
    /// reference that is left: cycles would else pair with different steps of it.
    fn meet_all(&self, reference: ClipId) -> Result<Vec<Option<Met>>, RegisterError> {
        let mut others: Vec<ClipId> = self.ids().filter(|&clip| clip != reference).collect();
        others.sort_by(|&a, &b| self.feet(a).duration_secs.total_cmp(&self.feet(b).duration_secs));
        let mut met: Vec<Option<Met>> = vec![None; self.feet.len()];
        let several = others.len() > 1;
        let mut common = [0.0, self.feet(reference).duration_secs];
        for other in others {
            let one = self.meet(reference, other, several.then_some(common))?;
            let [start, end] = one.meeting.range.map(|u| one.meeting.lag.secs(0, u));
            common = [start.max(common[0]), end.min(common[1])];
            met[other.index()] = Some(one);
        }
        Ok(met)
    }

    /// Whether all clips are cycles that begin at the same phase and have as many steps: their first frames go together, and their
    /// last ones, or blends would not loop.
    pub(crate) fn loops_together(&self) -> bool {
        let near = |first: (ClipId, f64), second: (ClipId, f64)| {
            let clouds = [first.0, second.0].map(|clip| self.studio.cloud(clip));
            clouds[0].place(first.1, clouds[1], second.1).rms_metres()
        };
        let last = |clip: ClipId| (self.studio.cloud(clip).len() - 1) as f64;
        let closed = |n: ClipId| near((n, 0.0), (n, last(n))) < CLOSED_LEGS * self.leg;
        let steps = |clip: ClipId| self.feet(clip).stances.each_ref().map(Vec::len);
        let first = ClipId::FIRST;
        let in_phase = |n: ClipId| {
            let corners = near((first, 0.0), (n, 0.0)).max(near((first, last(first)), (n, last(n))));
            corners < IN_PHASE_LEGS * self.leg && steps(n) == steps(first)
        };
        self.ids().all(|n| closed(n) && in_phase(n))
    }

    /// Whether clips that are cycles of one phase do the same: they travel, or nothing about them is doubtful. A jump and a sit that
    /// begin and end standing are no cycles of one motion.
    pub(crate) fn act_alike(&self) -> bool {
        let doubtful = || {
            let met = self.meet_all(ClipId::FIRST)?;
            verdict::of(self, ClipId::FIRST, &met).map(|said| !said.warnings.is_empty())
        };
        self.feet.iter().all(|feet| feet.travels) || self.studio.settings.force || !doubtful().unwrap_or(true)
    }

    /// How two clips go together: by steps where both travel and have some in common, else by poses.
    fn meet(&self, reference: ClipId, other: ClipId, within: Option<[f64; 2]>) -> Result<Met, RegisterError> {
        let view = View::of(&self.studio, [reference, other])?;
        let distances = view.distances();
        let feet = [reference, other].map(|clip| self.feet(clip));
        let by_steps = feet.iter().all(|feet| feet.travels) && self.studio.settings.meet_strikes;
        let stepped = || steps::align(feet, distances, self.leg, within);
        let meeting =
            by_steps.then(stepped).flatten().map_or_else(|| self.act(reference, other, distances), Ok)?;
        let pins = self.pins(reference, other)?;
        let names = [reference, other].map(|clip| self.studio.clips[clip].name());
        let meeting = pins::hold(meeting, &pins, feet, names)?;
        let resemblance = self.resemblance(&meeting, distances, feet);
        let saliences = [reference, other].map(|clip| self.salience(clip));
        let unlike = Unlike::of(&meeting, saliences, distances, self.leg);
        Ok(Met { meeting, resemblance, unlike })
    }

    /// What a person says about two clips, the reference first.
    fn pins(&self, reference: ClipId, other: ClipId) -> Result<Vec<Pin>, RegisterError> {
        let settings = self.studio.settings;
        let wanted =
            settings.pins.iter().filter(|pin| settings.reference == Some(reference) && pin.clip == other);
        let mut pins: Vec<Pin> = wanted.copied().collect();
        pins.sort_by(|a, b| a.reference_secs.total_cmp(&b.reference_secs));
        for pin in &pins {
            for (clip, secs) in [(reference, pin.reference_secs), (other, pin.secs)] {
                let duration_secs = self.feet(clip).duration_secs;
                if !(0.0..=duration_secs).contains(&secs) {
                    let clip = self.studio.clips[clip].name().to_owned();
                    return Err(RegisterError::PinOutside { clip, secs, duration_secs });
                }
            }
        }
        Ok(pins)
    }

    fn act(
        &self,
        reference: ClipId,
        other: ClipId,
        distances: Distances<'_>,
    ) -> Result<Meeting, RegisterError> {
        let scene = Scene {
            feet: [self.feet(reference), self.feet(other)],
            saliences: [self.salience(reference), self.salience(other)],
            distances,
            leg: self.leg,
            limit: self.studio.settings.slope_limit,
        };
        let [first, second] = [reference, other].map(|n| self.studio.clips[n].name().to_owned());
        action::align(&scene)?.ok_or(RegisterError::NothingAlike { first, second })
    }

    fn resemblance(&self, meeting: &Meeting, distances: Distances<'_>, feet: [&Feet; 2]) -> Resemblance {
        let mean_metres = distances.mean_metres(&meeting.lag, meeting.range);
        let median = distances.grid.median_metres();
        let spacing_secs =
            distances.finer.map_or(distances.spacing_secs, |clouds| clouds.map(Cloud::spacing_secs));
        let frame = spacing_secs[0].max(spacing_secs[1]);
        let whole = |clip: usize| {
            let [start, end] = meeting.range.map(|u| meeting.lag.secs(clip, u));
            start < frame && end > feet[clip].duration_secs - frame
        };
        Resemblance {
            mean_metres,
            contrast: if median > 0.0 { mean_metres / median } else { 0.0 },
            pinned: whole(0) && whole(1),
            leg_metres: self.leg,
        }
    }

    /// The clip with the smallest mean distance to all others, at a lower rate: there are many pairs.
    fn nearest_to_all(&self) -> Result<ClipId, RegisterError> {
        let pairs: Vec<[ClipId; 2]> = all_pairs(&self.studio.clips).collect();
        let means: Vec<f64> = pairs
            .par_iter()
            .map_init(Grid::empty, |grid, &pair| self.coarse_metres(pair, grid))
            .collect::<Result<_, _>>()?;
        let mut sums = vec![0.0f64; self.feet.len()];
        for (&[i, j], mean) in pairs.iter().zip(means) {
            sums[i.index()] += mean;
            sums[j.index()] += mean;
        }
        let least = self.ids().min_by(|a, b| sums[a.index()].total_cmp(&sums[b.index()]));
        Ok(least.unwrap_or(ClipId::FIRST))
    }

    /// The mean distance of two clips where they are most alike, at the rate of their saliences; `grid` is memory to work in.
    fn coarse_metres(&self, pair: [ClipId; 2], grid: &mut Grid) -> Result<f64, RegisterError> {
        let limit = self.studio.settings.slope_limit;
        let clouds = pair.map(|clip| &self.coarse[clip.index()]);
        if coarse::is_long(clouds, self.studio.settings.most_pairs) {
            let [first, second] = coarse::coarser(&self.studio, pair)?;
            let grid = coarse::grid([&first, &second])?;
            return Ok(dtw::open_ended(&grid, limit).mean_metres(&grid));
        }
        grid.compute(clouds[0], clouds[1]);
        Ok(dtw::open_ended(grid, limit).mean_metres(grid))
    }

    /// The curves of all clips, in frames of the registration.
    fn curves(&self, reference: ClipId, met: &[Option<Met>]) -> Result<Vec<Spline>, RegisterError> {
        let pair = |(n, met): (ClipId, &Option<Met>)| {
            let met = met.as_ref()?;
            let [first, second] = met.meeting.lag.curves(met.meeting.range, KNOT_SECS);
            Some([self.studio.in_frames(reference, &first), self.studio.in_frames(n, &second)])
        };
        let pairs: Vec<Option<[Spline; 2]>> = self.ids().zip(met).map(pair).collect();
        match &pairs[..] {
            [None, Some([first, second])] | [Some([second, first]), None] => {
                Ok(vec![first.clone(), second.clone()])
            }
            _ => self.studio.join(reference, &pairs, KNOT_SECS * self.studio.settings.rate_hz),
        }
    }
}
