//! The registration that is made unless another is asked for: steps where clips travel, poses where they stop.

use rayon::prelude::*;
use segue_motion::Anatomy;

use crate::action::{self, SALIENCE_HZ, Salience, Scene, unlike_part};
use crate::feet::{Feet, leg_metres};
use crate::meeting::{Distances, Meeting};
use crate::partners;
use crate::registration::{Finding, Studio};
use crate::{Cloud, RegisterError, Registration, Resemblance, Spline, steps, verdict};

/// Time between knots of curves through events, in seconds: a frame at 30 Hz, so that what is between events is kept.
const KNOT_SECS: f64 = 1.0 / 30.0;

/// Clips with what is known of their feet.
pub(crate) struct Troupe<'a> {
    pub(crate) studio: Studio<'a>,
    pub(crate) feet: Vec<Feet>,
    /// The length of a leg in metres.
    pub(crate) leg: f64,
    pub(crate) saliences: Vec<Salience>,
}

/// Two clips that were aligned, the reference first.
#[derive(Clone, Debug)]
pub(crate) struct Met {
    pub(crate) meeting: Meeting,
    pub(crate) resemblance: Resemblance,
    /// How much of what stands out in them does not correspond.
    pub(crate) unlike_part: f64,
}

impl<'a> Troupe<'a> {
    /// Looks at the feet of clips on one skeleton.
    pub(crate) fn new(mut studio: Studio<'a>) -> Result<Self, RegisterError> {
        studio.find_missing_plants();
        let anatomy = Anatomy::of(studio.clips[0].skeleton());
        let leg = leg_metres(&studio.clips[0], &anatomy);
        let feet: Vec<Feet> = studio.clips.iter().map(|clip| Feet::of(clip, leg)).collect();
        let saliences = saliences(&studio, leg)?;
        Ok(Self { studio, feet, leg, saliences })
    }

    /// Registers all clips with one of them.
    pub(crate) fn register(self, chosen: Option<usize>) -> Result<Registration, RegisterError> {
        let count = self.feet.len();
        let reference = match chosen {
            Some(reference) => reference,
            // Two clips are as near to each other either way.
            None if count == 2 => 0,
            None => self.nearest_to_all()?,
        };
        let one = |other: usize| {
            if other == reference { Ok(None) } else { self.meet(reference, other).map(Some) }
        };
        let met: Vec<Option<Met>> = (0..count).into_par_iter().map(one).collect::<Result<_, _>>()?;
        let said = verdict::of(&self, reference, &met)?;
        let curves = self.curves(reference, &met)?;
        let partners =
            met.iter().map(|met| met.as_ref().map(|met| &met.meeting.partners[..])).collect::<Vec<_>>();
        let in_secs = self.studio.in_secs(&curves);
        let matches = partners::matches(&self.studio.clips, &self.feet, &partners, &in_secs);
        let resemblance = met.iter().map(|met| met.as_ref().map(|met| met.resemblance)).collect();
        let finding = Finding { reference, resemblance, notes: said.notes, warnings: said.warnings };
        Ok(self.studio.finish(finding, &curves, Some(matches)))
    }

    /// How two clips go together: by steps where both travel and have some in common, else by poses.
    fn meet(&self, reference: usize, other: usize) -> Result<Met, RegisterError> {
        let grid = self.studio.grid(reference, other)?;
        let clouds = [reference, other].map(|n| &self.studio.clouds[n]);
        let distances = Distances { grid: &grid, spacing_secs: clouds.map(Cloud::spacing_secs) };
        let feet = [reference, other].map(|n| &self.feet[n]);
        let by_steps = feet.iter().all(|feet| feet.travels) && self.studio.settings.meet_strikes;
        let stepped = || steps::align(feet, distances, self.leg);
        let meeting =
            by_steps.then(stepped).flatten().map_or_else(|| self.act(reference, other, distances), Ok)?;
        let resemblance = self.resemblance(&meeting, distances, feet);
        let saliences = [reference, other].map(|n| &self.saliences[n]);
        let unlike_part = unlike_part(saliences, (&meeting.lag, meeting.range), (distances, self.leg));
        Ok(Met { meeting, resemblance, unlike_part })
    }

    fn act(
        &self,
        reference: usize,
        other: usize,
        distances: Distances<'_>,
    ) -> Result<Meeting, RegisterError> {
        let scene = Scene {
            feet: [&self.feet[reference], &self.feet[other]],
            saliences: [&self.saliences[reference], &self.saliences[other]],
            distances,
            leg: self.leg,
            limit: self.studio.settings.slope_limit,
        };
        let [first, second] = [reference, other].map(|n| self.studio.clips[n].name().to_owned());
        action::align(&scene).ok_or(RegisterError::NothingAlike { first, second })
    }

    fn resemblance(&self, meeting: &Meeting, distances: Distances<'_>, feet: [&Feet; 2]) -> Resemblance {
        let mean_metres = distances.mean_metres(&meeting.lag, meeting.range);
        let median = distances.grid.median_metres();
        let frame = distances.spacing_secs[0].max(distances.spacing_secs[1]);
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

    /// The clip with the smallest mean distance to all others; one that shares nothing with another counts as a leg away.
    fn nearest_to_all(&self) -> Result<usize, RegisterError> {
        let count = self.feet.len();
        let ids: Vec<[usize; 2]> = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j])).collect();
        let mean = |&[i, j]: &[usize; 2]| match self.meet(i, j) {
            Ok(met) => Ok(met.resemblance.mean_metres),
            Err(RegisterError::NothingAlike { .. }) => Ok(self.leg),
            Err(error) => Err(error),
        };
        let means: Vec<f64> = ids.par_iter().map(mean).collect::<Result<_, _>>()?;
        let mut sums = vec![0.0f64; count];
        for (&[i, j], mean) in ids.iter().zip(means) {
            sums[i] += mean;
            sums[j] += mean;
        }
        Ok((0..count).min_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0))
    }

    /// The curves of all clips, in frames of the registration.
    fn curves(&self, reference: usize, met: &[Option<Met>]) -> Result<Vec<Spline>, RegisterError> {
        let pair = |(n, met): (usize, &Option<Met>)| {
            let met = met.as_ref()?;
            let [first, second] = met.meeting.lag.curves(met.meeting.range, KNOT_SECS);
            Some([self.studio.in_frames(reference, &first), self.studio.in_frames(n, &second)])
        };
        let pairs: Vec<Option<[Spline; 2]>> = met.iter().enumerate().map(pair).collect();
        match &pairs[..] {
            [None, Some([first, second])] | [Some([second, first]), None] => {
                Ok(vec![first.clone(), second.clone()])
            }
            _ => self.studio.join(reference, &pairs, KNOT_SECS * self.studio.settings.rate_hz),
        }
    }
}

fn saliences(studio: &Studio<'_>, leg: f64) -> Result<Vec<Salience>, RegisterError> {
    let one = |n: usize| Ok(Salience::of(&studio.cloud_at(n, SALIENCE_HZ)?, leg));
    (0..studio.clips.len()).into_par_iter().map(one).collect()
}
