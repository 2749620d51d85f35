//! The registration curve of several clips.

use std::borrow::Cow;

use rayon::prelude::*;
use segue_motion::{Anatomy, Clip, Ground};

use crate::alignment::{self, AlignmentCurve, Along, Track};
use crate::feet::{leg_metres, with_plants};
use crate::feet_first::Troupe;
use crate::heading::Headings;
use crate::matches::{self, ConstraintMatch};
use crate::pair::{self, Pair, Resemblance, Seeded, Subject};
use crate::strikes::{self, Walker};
use crate::timewarp::{self, Moment, Smoothing, Timewarp};
use crate::{Cloud, Conformed, Ends, Grid, Markers, RegisterError, Settings, Spline, conform};

/// Which moments of several clips correspond, where each clip has to stand for that, and which plants are the same:
/// a timewarp curve, an alignment curve per clip and constraint matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Registration {
    pub(crate) settings: Settings,
    pub(crate) reference: usize,
    pub(crate) timewarp: Timewarp,
    pub(crate) alignments: Vec<AlignmentCurve>,
    pub(crate) tracks: Vec<Track>,
    pub(crate) matches: Vec<ConstraintMatch>,
    pub(crate) resemblance: Vec<Option<Resemblance>>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

impl Registration {
    /// How the clips were compared.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Number of clips.
    pub fn clips(&self) -> usize {
        self.alignments.len()
    }

    /// The clip all others are compared with, which stays where it is.
    pub fn reference(&self) -> usize {
        self.reference
    }

    /// The timewarp curve S(u), in seconds.
    pub fn timewarp(&self) -> &Timewarp {
        &self.timewarp
    }

    /// First and last u.
    pub fn range(&self) -> [f64; 2] {
        self.timewarp.range()
    }

    /// The transform A(u) that lays the clip at its moment S(u) onto the reference at its own; the identity for the
    /// reference.
    pub fn reference_from_clip(&self, clip: usize, u: f64) -> Ground {
        let centroid = |n: usize| self.tracks[n].at(self.timewarp.at(n, u));
        self.alignments[clip].ground(u, centroid(clip), centroid(self.reference))
    }

    /// The alignment curve of a clip.
    pub fn alignment(&self, clip: usize) -> &AlignmentCurve {
        &self.alignments[clip]
    }

    /// The constraint matches, kind by kind in order of time.
    pub fn matches(&self) -> &[ConstraintMatch] {
        &self.matches
    }

    /// How well a clip corresponds to the reference; `None` for the reference itself.
    pub fn resemblance(&self, clip: usize) -> Option<Resemblance> {
        self.resemblance[clip]
    }

    /// What a person should know about how this registration came about.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// What is doubtful about it; a person should look at blends of these clips.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }
}

/// What was found of clips besides their curves.
pub(crate) struct Finding {
    pub(crate) reference: usize,
    pub(crate) resemblance: Vec<Option<Resemblance>>,
    pub(crate) notes: Vec<String>,
    pub(crate) warnings: Vec<String>,
}

/// Registers clips as a whole.
///
/// Clips whose bones differ are compared on the skeleton of the reference, or of the first clip when none is chosen;
/// blend the clips that [`conform`] makes of them. The reference is the clip nearest to all others unless one is chosen.
///
/// With [`Ends::Automatic`] feet come first: in clips that travel, steps that correspond meet, and the clips are used as far as
/// they share steps; other clips are aligned by poses, what stands out in them counting most, and then by the feet that agree.
/// Plants that clips do not carry are found. The other ends are the sources': first frames with first frames, or wherever the
/// clips cease to be alike.
///
/// Memory: while two clips are compared, 4 bytes for each pair of their frames at the registration rate, one more for
/// the steps of the path at most, and about 1.5 kB a frame; 5000 × 5000 frames take 136 MB. Each thread compares one
/// pair at a time.
///
/// # Errors
/// One variant of [`RegisterError`] for each reason; clips that do not belong together are refused unless
/// [`Settings::force`] is set.
pub fn register(clips: &[&Clip], settings: &Settings) -> Result<Registration, RegisterError> {
    let studio = Studio::new(clips, settings)?;
    let chosen = match settings.reference {
        Some(found) if found >= clips.len() => {
            return Err(RegisterError::NotThere { what: "reference clip", found, limit: clips.len() });
        }
        chosen => chosen,
    };
    if settings.ends == Ends::Automatic {
        return Troupe::new(studio)?.register(chosen);
    }
    let reference = match chosen {
        Some(reference) => reference,
        // Two clips are as near to each other either way.
        None if clips.len() == 2 => 0,
        None => studio.nearest_to_all()?,
    };
    let pairs = studio.pairs_with(reference)?;
    let warnings = studio.judge(reference, &pairs)?;
    let curves = studio.timewarp(reference, &pairs)?;
    let finding = Finding { reference, resemblance: resemblances(&pairs), notes: Vec::new(), warnings };
    Ok(studio.finish(finding, &curves, None))
}

pub(crate) fn resemblances(pairs: &[Option<Pair>]) -> Vec<Option<Resemblance>> {
    pairs.iter().map(|pair| pair.as_ref().map(|pair| pair.resemblance)).collect()
}

/// Registers two clips around a pair of moments, in seconds from their first frames: for transitions between clips
/// that resemble each other there.
///
/// # Errors
/// As for [`register`], except that the clips need not be alike as wholes.
pub fn register_at(
    clips: [&Clip; 2],
    secs: [f64; 2],
    how: Seeded,
    settings: &Settings,
) -> Result<Registration, RegisterError> {
    let settings = &Settings { reference: Some(0), ..settings.clone() };
    let studio = Studio::new(&clips, settings)?;
    let mut seed = [0; 2];
    for (n, cloud) in studio.clouds.iter().enumerate() {
        let frame = (secs[n] / cloud.spacing_secs()).round().max(0.0) as usize;
        if frame >= cloud.len() {
            return Err(RegisterError::NotThere { what: "frame", found: frame, limit: cloud.len() });
        }
        seed[n] = frame;
    }
    let pair = pair::align_at(studio.subject(0), studio.subject(1), seed, how, settings)?;
    let pairs = vec![None, Some(pair)];
    let curves = studio.timewarp(0, &pairs)?;
    let (notes, warnings) = (Vec::new(), Vec::new());
    let finding = Finding { reference: 0, resemblance: resemblances(&pairs), notes, warnings };
    Ok(studio.finish(finding, &curves, None))
}

/// The clips at work.
pub(crate) struct Studio<'a> {
    pub(crate) clips: Vec<Cow<'a, Clip>>,
    pub(crate) clouds: Vec<Cloud>,
    pub(crate) settings: &'a Settings,
    notes: Vec<String>,
    /// Of the skeleton that all clips share.
    anatomy: Anatomy,
    /// Length of a leg in metres.
    leg: f64,
}

impl<'a> Studio<'a> {
    pub(crate) fn new(clips: &[&'a Clip], settings: &'a Settings) -> Result<Self, RegisterError> {
        settings.check()?;
        if clips.len() < 2 {
            return Err(RegisterError::TooFew { found: clips.len() });
        }
        let Conformed { clips, notes } = conform(clips, settings.reference.unwrap_or(0))?;
        let clouds = clouds(&clips, settings)?;
        let anatomy = Anatomy::of(clips[0].skeleton());
        let leg = leg_metres(&clips[0], &anatomy);
        Ok(Self { clips, clouds, settings, notes, anatomy, leg })
    }

    /// Finds the plants of clips that carry none.
    pub(crate) fn find_missing_plants(&mut self) {
        for clip in &mut self.clips {
            if let Some(planted) = with_plants(clip) {
                *clip = Cow::Owned(planted);
            }
        }
    }

    /// The cloud of a clip at another rate.
    pub(crate) fn cloud_at(&self, n: usize, rate_hz: f64) -> Result<Cloud, RegisterError> {
        let settings = self.settings;
        let markers = Markers::new(self.clips[0].skeleton(), settings.markers, &settings.joint_weights)?;
        Ok(Cloud::new(&self.clips[n], &markers, &settings.window()?, rate_hz)?)
    }

    /// The distances of all frames of two clips.
    pub(crate) fn grid(&self, first: usize, second: usize) -> Result<Grid, RegisterError> {
        pair::grid(self.subject(first), self.subject(second), self.settings)
    }

    /// A curve in seconds as one in frames of the registration.
    pub(crate) fn in_frames(&self, n: usize, curve: &Spline) -> Spline {
        curve.scaled(self.settings.rate_hz, 1.0 / self.clouds[n].spacing_secs())
    }

    /// Curves in frames of the registration as the timewarp.
    pub(crate) fn in_secs(&self, curves: &[Spline]) -> Timewarp {
        let seconds = |(curve, cloud): (&Spline, &Cloud)| {
            curve.scaled(1.0 / self.settings.rate_hz, cloud.spacing_secs())
        };
        Timewarp::new(curves.iter().zip(&self.clouds).map(seconds).collect())
    }

    fn subject(&self, n: usize) -> Subject<'_> {
        Subject { name: self.clips[n].name(), cloud: &self.clouds[n], leg_metres: self.leg }
    }

    fn align(&self, first: usize, second: usize) -> Result<Pair, RegisterError> {
        pair::align(self.subject(first), self.subject(second), self.settings)
    }

    /// The pair of two variants of an action.
    pub(crate) fn align_variants(&self, first: usize, second: usize) -> Result<Pair, RegisterError> {
        pair::align_variants(self.subject(first), self.subject(second), self.settings)
    }

    /// The pair of the reference with every other clip. Always in this order, so that a pair does not depend on the
    /// order of the inputs.
    fn pairs_with(&self, reference: usize) -> Result<Vec<Option<Pair>>, RegisterError> {
        let one =
            |other: usize| if other == reference { Ok(None) } else { self.align(reference, other).map(Some) };
        (0..self.clips.len()).into_par_iter().map(one).collect()
    }

    /// The clip with the smallest mean distance to all others.
    fn nearest_to_all(&self) -> Result<usize, RegisterError> {
        let count = self.clips.len();
        let ids: Vec<[usize; 2]> = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j])).collect();
        let mean = |grid: &mut Grid, &[i, j]: &[usize; 2]| {
            pair::mean_metres(self.subject(i), self.subject(j), self.settings, grid)
        };
        let means: Vec<f64> = ids.par_iter().map_init(Grid::empty, mean).collect::<Result<_, _>>()?;
        let mut sums = vec![0.0f64; count];
        for (&[i, j], mean) in ids.iter().zip(means) {
            sums[i] += mean;
            sums[j] += mean;
        }
        Ok((0..count).min_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0))
    }

    /// Refuses clips that do not belong with the reference; notes those that are doubtful.
    fn judge(&self, reference: usize, pairs: &[Option<Pair>]) -> Result<Vec<String>, RegisterError> {
        let mut notes = Vec::new();
        for (clip, pair) in self.clips.iter().zip(pairs) {
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
    fn timewarp(&self, reference: usize, pairs: &[Option<Pair>]) -> Result<Vec<Spline>, RegisterError> {
        let fit = |(n, pair): (usize, &Option<Pair>)| {
            let Some(pair) = pair else { return Ok(None) };
            let moments = self.moments(reference, n, pair);
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
    pub(crate) fn moments(&self, reference: usize, other: usize, pair: &Pair) -> Vec<Moment> {
        let walkers = [reference, other].map(|n| Walker {
            clip: &self.clips[n],
            frames: self.clouds[n].len(),
            spacing_secs: self.clouds[n].spacing_secs(),
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
        reference: usize,
        curves: &[Option<[Spline; 2]>],
        knot_frames: f64,
    ) -> Result<Vec<Spline>, RegisterError> {
        let covered = curves.iter().enumerate().filter_map(|(n, pair)| {
            let [of_reference, _] = pair.as_ref()?;
            Some((n, of_reference.range().map(|u| of_reference.at(u))))
        });
        let (mut start, mut end, mut last) = (0.0f64, f64::INFINITY, 0);
        for (n, [first, until]) in covered {
            if first > start || until < end {
                last = n;
            }
            (start, end) = (start.max(first), end.min(until));
        }
        let frames = pair::FEWEST_FRAMES.min(self.clouds[reference].len());
        if end - start < (frames - 1) as f64 {
            let [first, second] = [reference, last].map(|n| self.clips[n].name().to_owned());
            return Err(RegisterError::NoOverlap { first, second, frames });
        }
        Ok(timewarp::of_pairs(curves, [start, end], Smoothing { knot_frames, ..self.smoothing() })?)
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
        let headings: Vec<Option<Headings>> = self
            .clips
            .par_iter()
            .zip(&self.clouds)
            .map(|(clip, cloud)| Headings::of(clip, &self.anatomy, cloud))
            .collect();
        let along =
            |n: usize| Along { cloud: &self.clouds[n], curve: &curves[n], headings: headings[n].as_ref() };
        let angle = |n: usize| {
            alignment::angle(along(reference), along(n), self.settings.knot_frames())
                .scaled(1.0 / self.settings.rate_hz, 1.0)
        };
        let alignment =
            |n: usize| if n == reference { AlignmentCurve::REFERENCE } else { AlignmentCurve::new(angle(n)) };
        Registration {
            settings: self.settings.clone(),
            reference,
            alignments: (0..self.clips.len()).into_par_iter().map(alignment).collect(),
            tracks: self.clouds.iter().map(Track::new).collect(),
            matches: matches.unwrap_or_else(|| matches::of_clips(&self.clips, &timewarp)),
            resemblance,
            notes: [self.notes, notes].concat(),
            warnings,
            timewarp,
        }
    }
}

fn clouds(clips: &[Cow<'_, Clip>], settings: &Settings) -> Result<Vec<Cloud>, RegisterError> {
    let markers = Markers::new(clips[0].skeleton(), settings.markers, &settings.joint_weights)?;
    let window = settings.window()?;
    let one = |clip: &Cow<'_, Clip>| Ok(Cloud::new(clip, &markers, &window, settings.rate_hz)?);
    clips.par_iter().map(one).collect()
}

/// The paths of the clips' centroids, as [`register`] found them.
pub(crate) fn tracks(clips: &[&Clip], settings: &Settings) -> Result<Vec<Track>, RegisterError> {
    let conformed = conform(clips, settings.reference.unwrap_or(0))?;
    Ok(clouds(&conformed.clips, settings)?.iter().map(Track::new).collect())
}
