//! Clips at work: what registrations of all kinds share.

use rayon::prelude::*;
use segue_motion::{Anatomy, Clip, ClipId, ClipSet};

use crate::alignment::{self, AlignmentCurve, Along, Track};
use crate::coarse;
use crate::feet::{leg_metres, with_plants};
use crate::heading::Headings;
use crate::matches::{self, ConstraintMatch};
use crate::pair::{self, Pair, Resemblance, Subject};
use crate::staging::ClipUse;
use crate::strikes::{self, Walker};
use crate::timewarp::{self, Moment, Smoothing, Timewarp};
use crate::{Cloud, Grid, Markers, RegisterError, RegisterSettings, Registration, Spline};

/// What was found of clips besides their curves.
pub(crate) struct Finding {
    pub(crate) reference: ClipId,
    pub(crate) resemblance: Vec<Option<Resemblance>>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

pub(crate) fn resemblances(pairs: &[Option<Pair>]) -> Vec<Option<Resemblance>> {
    pairs.iter().map(|pair| pair.as_ref().map(|pair| pair.resemblance)).collect()
}

/// The clips at work.
pub(crate) struct Studio<'a> {
    pub(crate) clips: ClipSet,
    pub(crate) clouds: Vec<Cloud>,
    pub(crate) settings: &'a RegisterSettings,
    /// Of the skeleton that all clips share.
    anatomy: Anatomy,
    /// Length of a leg in metres.
    pub(crate) leg: f64,
}

impl<'a> Studio<'a> {
    pub(crate) fn new(clips: &'a ClipSet, settings: &'a RegisterSettings) -> Result<Self, RegisterError> {
        settings.check()?;
        if clips.len() < 2 {
            return Err(RegisterError::TooFew { found: clips.len() });
        }
        if let Some(found) = settings.reference.filter(|&reference| clips.get(reference).is_none()) {
            let (found, limit) = (found.index(), clips.len());
            return Err(RegisterError::NotThere { what: "reference clip", found, limit });
        }
        let anatomy = Anatomy::of(clips.skeleton());
        let leg = leg_metres(&clips[ClipId::FIRST], &anatomy);
        Ok(Self { clips: clips.clone(), clouds: clouds(clips, settings)?, settings, anatomy, leg })
    }

    /// Finds the plants of clips that carry none.
    pub(crate) fn find_missing_plants(&mut self) {
        self.clips = self.clips.altered(|_, clip| with_plants(clip).map(|planted| (planted, None)));
    }

    /// The cloud of another clip of the same figure.
    pub(crate) fn cloud_of(&self, clip: &Clip) -> Result<Cloud, RegisterError> {
        let settings = self.settings;
        let markers = Markers::new(self.clips.skeleton(), settings.markers, &settings.joint_weights)?;
        Ok(Cloud::new(clip, &markers, &settings.window()?, settings.rate_hz)?)
    }

    /// The cloud of a clip at another rate.
    pub(crate) fn cloud_at(&self, clip: ClipId, rate_hz: f64) -> Result<Cloud, RegisterError> {
        let settings = self.settings;
        let markers = Markers::new(self.clips.skeleton(), settings.markers, &settings.joint_weights)?;
        Ok(Cloud::new(&self.clips[clip], &markers, &settings.window()?, rate_hz)?)
    }

    /// A curve in seconds as one in frames of the registration.
    pub(crate) fn in_frames(&self, clip: ClipId, curve: &Spline) -> Spline {
        curve.scaled(self.settings.rate_hz, 1.0 / self.cloud(clip).spacing_secs())
    }

    /// Curves in frames of the registration as the timewarp.
    pub(crate) fn in_secs(&self, curves: &[Spline]) -> Timewarp {
        let seconds = |(curve, cloud): (&Spline, &Cloud)| {
            curve.scaled(1.0 / self.settings.rate_hz, cloud.spacing_secs())
        };
        Timewarp::new(curves.iter().zip(&self.clouds).map(seconds).collect())
    }

    pub(crate) fn subject(&self, clip: ClipId) -> Subject<'_> {
        Subject { name: self.clips[clip].name(), cloud: self.cloud(clip), leg_metres: self.leg }
    }

    pub(crate) fn cloud(&self, clip: ClipId) -> &Cloud {
        &self.clouds[clip.index()]
    }

    fn align(&self, first: ClipId, second: ClipId) -> Result<Pair, RegisterError> {
        if self.is_long(first, second) {
            return coarse::align(self, [first, second]);
        }
        pair::align(self.subject(first), self.subject(second), self.settings)
    }

    /// Whether two clips have more frames than are compared at once.
    fn is_long(&self, first: ClipId, second: ClipId) -> bool {
        coarse::is_long([self.cloud(first), self.cloud(second)], self.settings.most_pairs)
    }

    /// The pair of two variants of an action.
    pub(crate) fn align_variants(&self, first: ClipId, second: ClipId) -> Result<Pair, RegisterError> {
        pair::align_variants(self.subject(first), self.subject(second), self.settings)
    }

    /// The pair of the reference with every other clip. Always in this order, so that a pair does not depend on the
    /// order of the inputs.
    pub(crate) fn pairs_with(&self, reference: ClipId) -> Result<Vec<Option<Pair>>, RegisterError> {
        let one = |other: ClipId| {
            if other == reference { Ok(None) } else { self.align(reference, other).map(Some) }
        };
        (0..self.clips.len()).into_par_iter().map(ClipId::new).map(one).collect()
    }

    /// The clip with the smallest mean distance to all others.
    pub(crate) fn nearest_to_all(&self) -> Result<ClipId, RegisterError> {
        let pairs: Vec<[ClipId; 2]> = all_pairs(&self.clips).collect();
        let mean = |grid: &mut Grid, &[first, second]: &[ClipId; 2]| {
            if self.is_long(first, second) {
                return coarse::align(self, [first, second]).map(|pair| pair.resemblance.mean_metres);
            }
            pair::mean_metres(self.subject(first), self.subject(second), self.settings, grid)
        };
        let means: Vec<f64> = pairs.par_iter().map_init(Grid::empty, mean).collect::<Result<_, _>>()?;
        let mut sums = vec![0.0f64; self.clips.len()];
        for (pair, mean) in pairs.iter().zip(means) {
            for clip in pair {
                sums[clip.index()] += mean;
            }
        }
        let sum = |clip: ClipId| sums[clip.index()];
        Ok(self.clips.ids().min_by(|&a, &b| sum(a).total_cmp(&sum(b))).unwrap_or_default())
    }

    /// Refuses clips that do not belong with the reference; notes those that are doubtful.
    pub(crate) fn judge(
        &self,
        reference: ClipId,
        pairs: &[Option<Pair>],
    ) -> Result<Vec<String>, RegisterError> {
        let mut notes = Vec::new();
        for (clip, pair) in self.clips.clips().zip(pairs) {
            let Some(Pair { resemblance, .. }) = pair else { continue };
            let (first, second) = (self.clips[reference].name(), clip.name());
            let (mean_cm, contrast) = (resemblance.mean_metres * 100.0, resemblance.contrast);
            if resemblance.is_unlike() && !self.settings.force {
                let (first, second) = (first.to_owned(), second.to_owned());
                return Err(RegisterError::Unlike { first, second, mean_cm, contrast });
            }
            if resemblance.is_doubtful() {
                notes.push(format!(
                    "`{first}` and `{second}` are {mean_cm:.0} cm apart on average, {contrast:.2} of what frames \
                     paired at random are: a transition may suit them better than a blend as a whole"
                ));
            }
        }
        Ok(notes)
    }

    pub(crate) fn smoothing(&self) -> Smoothing {
        Smoothing { limit: self.settings.slope_limit, knot_frames: self.settings.knot_frames() }
    }

    /// The curves of all clips in frames of the registration rate.
    pub(crate) fn timewarp(
        &self,
        reference: ClipId,
        pairs: &[Option<Pair>],
    ) -> Result<Vec<Spline>, RegisterError> {
        let fit = |(n, pair): (usize, &Option<Pair>)| {
            let Some(pair) = pair else { return Ok(None) };
            let moments = self.moments(reference, ClipId::new(n), pair);
            timewarp::of_moments(&moments, self.smoothing()).map(Some)
        };
        let curves: Vec<Option<[Spline; 2]>> =
            pairs.par_iter().enumerate().map(fit).collect::<Result<_, _>>()?;
        // Of two clips the pair is the curve; it was aligned as (reference, other).
        match &curves[..] {
            [None, Some([first, second])] | [Some([second, first]), None] => {
                Ok(vec![first.clone(), second.clone()])
            }
            _ => self.join(reference, &curves, self.settings.knot_frames()),
        }
    }

    /// Corresponding moments of the reference and another clip, in frames.
    pub(crate) fn moments(&self, reference: ClipId, other: ClipId, pair: &Pair) -> Vec<Moment> {
        let walkers = [reference, other].map(|n| Walker {
            clip: &self.clips[n],
            frames: self.cloud(n).len(),
            spacing_secs: self.cloud(n).spacing_secs(),
        });
        let cells = pair.path.cells().iter().map(|cell| cell.map(|frame| frame as f64));
        let path: Vec<Moment> = cells.zip(&pair.weights).map(|(at, &weight)| Moment { at, weight }).collect();
        if self.settings.meet_strikes {
            return strikes::meet(&path, walkers, self.settings.slope_limit);
        }
        path
    }

    /// One curve over the frames of the reference that all pairs cover.
    pub(crate) fn join(
        &self,
        reference: ClipId,
        curves: &[Option<[Spline; 2]>],
        knot_frames: f64,
    ) -> Result<Vec<Spline>, RegisterError> {
        let covered = curves.iter().enumerate().filter_map(|(n, pair)| {
            let [of_reference, _] = pair.as_ref()?;
            Some((ClipId::new(n), of_reference.range().map(|u| of_reference.at(u))))
        });
        let (mut start, mut end, mut last) = (0.0f64, f64::INFINITY, ClipId::FIRST);
        for (n, [first, until]) in covered {
            if first > start || until < end {
                last = n;
            }
            (start, end) = (start.max(first), end.min(until));
        }
        let frames = pair::FEWEST_FRAMES.min(self.cloud(reference).len());
        if end - start < (frames - 1) as f64 {
            let [first, second] = [reference, last].map(|n| self.clips[n].name().to_owned());
            return Err(RegisterError::NoOverlap { first, second, frames });
        }
        Ok(timewarp::of_pairs(curves, [start, end], Smoothing { knot_frames, ..self.smoothing() })?)
    }

    /// Which way each clip faces, where its figure shows it.
    fn headings(&self) -> Vec<Option<Headings>> {
        let clips: Vec<&Clip> = self.clips.clips().collect();
        let of = |(clip, cloud): (&Clip, &Cloud)| Headings::of(clip, &self.anatomy, cloud);
        clips.into_par_iter().zip(&self.clouds).map(of).collect()
    }

    /// The registration along curves in frames; `matches` are those of the sources unless others are given.
    pub(crate) fn finish(
        self,
        finding: Finding,
        curves: &[Spline],
        matches: Option<Vec<ConstraintMatch>>,
    ) -> Registration {
        let Finding { reference, resemblance, notes, warnings } = finding;
        let timewarp = self.in_secs(curves);
        let headings = self.headings();
        let along = |clip: ClipId| {
            let n = clip.index();
            Along { cloud: &self.clouds[n], curve: &curves[n], headings: headings[n].as_ref() }
        };
        let angle = |clip: ClipId| {
            alignment::angle(along(reference), along(clip), self.settings.knot_frames())
                .scaled(1.0 / self.settings.rate_hz, 1.0)
        };
        let alignment = |n: usize| match ClipId::new(n) {
            clip if clip == reference => AlignmentCurve::REFERENCE,
            clip => AlignmentCurve::new(angle(clip)),
        };
        Registration {
            settings: self.settings.clone(),
            reference,
            alignments: (0..self.clips.len()).into_par_iter().map(alignment).collect(),
            tracks: self.clouds.iter().map(Track::new).collect(),
            matches: matches.unwrap_or_else(|| matches::of_clips(&self.clips, &timewarp)),
            resemblance,
            notes: self.clips.notes().map(str::to_owned).chain(notes).collect(),
            warnings,
            timewarp,
            uses: vec![ClipUse::default(); self.clips.len()],
            cyclic: false,
        }
    }
}

/// Every two clips, the first before the second.
pub(crate) fn all_pairs(clips: &ClipSet) -> impl Iterator<Item = [ClipId; 2]> {
    let ids = clips.ids();
    ids.clone().flat_map(move |first| ids.clone().skip(first.index() + 1).map(move |second| [first, second]))
}

fn clouds(clips: &ClipSet, settings: &RegisterSettings) -> Result<Vec<Cloud>, RegisterError> {
    let markers = Markers::new(clips.skeleton(), settings.markers, &settings.joint_weights)?;
    let window = settings.window()?;
    let one = |clip: &Clip| {
        Cloud::check_memory(clip, markers.len(), settings.rate_hz)?;
        Ok(Cloud::new(clip, &markers, &window, settings.rate_hz)?)
    };
    clips.clips().collect::<Vec<_>>().into_par_iter().map(one).collect()
}

/// The paths of the clips' centroids, as [`register`] found them.
pub(crate) fn tracks(clips: &ClipSet, settings: &RegisterSettings) -> Result<Vec<Track>, RegisterError> {
    Ok(clouds(clips, settings)?.iter().map(Track::new).collect())
}
