//! Clips that stop: poses say which moment goes with which, then the feet that agree.

use segue_motion::{Anatomy, Clip, FootStance};

use crate::coarse::{self, Compared};
use crate::dtw::{Costs, Path, SlopeLimit, free};
use crate::feet::{Feet, leg_metres};
use crate::lag::{Anchor, Lag, along};
use crate::meeting::{Distances, Meeting, Partners, inside};
use crate::pair::longest_run;
use crate::{Cloud, Markers, RegisterError, RegisterSettings, near, stream};

/// The distance in legs at which two frames are neither alike nor unlike.
pub(crate) const ALIKE_LEGS: f64 = 0.5;

/// What a foot that stands in one clip and not in the other adds to the distance, in legs.
const FOOT_LEGS: f64 = 0.2;

/// Frames this far from what a clip mostly shows, in legs, count twice: the kick or the bend, not the standing around.
const SALIENT_LEGS: f64 = 0.12;

/// A path of fewer cells shows nothing that is alike.
const FEWEST_CELLS: usize = 8;

/// Events further than this from the path of poses, in seconds, are not the same.
const FURTHEST_SECS: f64 = 0.35;

/// Stances are the same when they share this part of the longer.
const SHARED: f64 = 0.5;

/// The rate at which salience is computed, in frames a second.
pub(crate) const SALIENCE_HZ: f64 = 10.0;

/// How much each moment of a clip counts: 1 for what it mostly shows, more for what stands out.
///
/// ```
/// use segue_actors::Sample;
/// use segue_register::{RegisterSettings, Salience};
///
/// let kick = Sample::find("kick").unwrap().clip();
/// let salience = Salience::of_clip(&kick, &RegisterSettings::default())?;
/// let secs = kick.duration_secs();
/// assert!((salience.part([0.0, secs]) - 1.0).abs() < 1e-9);
/// assert!(salience.part([0.0, 0.5 * secs]) < 1.0, "the kick is not over at half time");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Salience {
    spacing_secs: f64,
    values: Vec<f64>,
    /// What stands out before each value, and in the end all of it.
    sums: Vec<f64>,
}

impl Salience {
    /// The salience of a clip from its cloud at [`SALIENCE_HZ`]: by the distance from its medoid, the frame nearest to all.
    pub(crate) fn of(cloud: &Cloud, leg: f64) -> Self {
        let legs = |distance: f32| f64::from(distance).sqrt() / leg;
        // Rows are summed as they are computed: those of an hour would not fit in memory.
        let sums = stream(
            cloud,
            cloud,
            |rows| (rows.start, vec![0.0; rows.len()]),
            |(start, sums), stretch| {
                let sum = &mut sums[stretch.row - *start];
                stretch.distances.iter().for_each(|&distance| *sum += legs(distance));
            },
        );
        let sums: Vec<f64> = sums.into_iter().flat_map(|(_, sums)| sums).collect();
        let medoid = (0..sums.len()).min_by(|&a, &b| sums[a].total_cmp(&sums[b])).unwrap_or(0);
        let row = near::part([cloud; 2], medoid..medoid + 1, 0..cloud.len());
        let value = |&distance: &f32| 1.0 + (legs(distance) / SALIENT_LEGS).powi(2);
        Self::of_values(cloud.spacing_secs(), row.cells().iter().map(value).collect())
    }

    fn of_values(spacing_secs: f64, values: Vec<f64>) -> Self {
        let sums = values.iter().scan(0.0, |sum, value| {
            *sum += value - 1.0;
            Some(*sum)
        });
        Self { spacing_secs, sums: std::iter::once(0.0).chain(sums).collect(), values }
    }

    /// The salience of a clip.
    ///
    /// # Errors
    /// When the settings make no sense, or the clip is too short.
    pub fn of_clip(clip: &Clip, settings: &RegisterSettings) -> Result<Self, RegisterError> {
        let markers = Markers::new(clip.skeleton(), settings.markers, &settings.joint_weights)?;
        let cloud = Cloud::new(clip, &markers, &settings.window()?, SALIENCE_HZ)?;
        Ok(Self::of(&cloud, leg_metres(clip, &Anatomy::of(clip.skeleton()))))
    }

    /// The part of what stands out in a clip that lies between two moments; 1 when nothing does.
    pub fn part(&self, [from, to]: [f64; 2]) -> f64 {
        let half = self.spacing_secs / 2.0;
        let (from, to) = ((from - half) / self.spacing_secs, (to + half) / self.spacing_secs);
        let last = self.values.len();
        let first = (from.ceil().max(0.0) as usize).min(last);
        let end = if to < 0.0 { 0 } else { (to.floor() as usize + 1).min(last) };
        let all = self.sums[last];
        if all > 0.0 { (self.sums[end.max(first)] - self.sums[first]) / all } else { 1.0 }
    }

    /// How far a moment is from what the clip mostly shows, in legs.
    pub(crate) fn legs_at(&self, secs: f64) -> f64 {
        SALIENT_LEGS * (self.at(secs) - 1.0).max(0.0).sqrt()
    }

    fn at(&self, secs: f64) -> f64 {
        let place = (secs / self.spacing_secs).clamp(0.0, (self.values.len() - 1) as f64);
        let before = (place as usize).min(self.values.len().saturating_sub(2));
        let after = (before + 1).min(self.values.len() - 1);
        self.values[before] + (self.values[after] - self.values[before]) * (place - before as f64)
    }
}

/// Two clips as an action is aligned by.
pub(crate) struct Scene<'a> {
    pub(crate) feet: [&'a Feet; 2],
    pub(crate) saliences: [&'a Salience; 2],
    pub(crate) distances: Distances<'a>,
    pub(crate) leg: f64,
    pub(crate) limit: SlopeLimit,
}

/// How two clips go together by their poses; `None` when nothing in them is alike.
pub(crate) fn align(scene: &Scene<'_>) -> Result<Option<Meeting>, RegisterError> {
    let distances = scene.distances;
    let path = cheapest(
        scene,
        [distances.grid.rows(), distances.grid.columns()],
        distances.spacing_secs,
        distances.grid,
    );
    let Some(clouds) = distances.finer else { return Ok(meeting(scene, &path, distances.spacing_secs)) };
    let near = coarse::near(&path, [distances.grid.rows(), distances.grid.columns()], clouds)?;
    let path = cheapest(scene, clouds.map(Cloud::len), clouds.map(Cloud::spacing_secs), &near);
    Ok(meeting(scene, &path, clouds.map(Cloud::spacing_secs)))
}

/// What a path of poses, and then the feet, say about how two clips go together.
fn meeting(scene: &Scene<'_>, path: &Path, spacing: [f64; 2]) -> Option<Meeting> {
    if path.cells().len() < FEWEST_CELLS {
        return None;
    }
    let secs = |cell: &[usize; 2]| [0, 1].map(|clip| cell[clip] as f64 * spacing[clip]);
    let guide: Vec<[f64; 2]> = path
        .cells()
        .iter()
        .map(|cell| {
            let [a, b] = secs(cell);
            [f64::midpoint(a, b), b - a]
        })
        .collect();
    let partners = partners(scene.feet, &guide);
    let near = |event: &Anchor| (along(&guide, event.u()) - event.lag()).abs() <= FURTHEST_SECS;
    let anchors: Vec<Anchor> =
        partners.iter().flat_map(|pair| pair.events(scene.feet)).filter(near).collect();
    let lag = Lag::through(&anchors, &guide, scene.feet.map(|feet| feet.duration_secs));
    let [start, end] = inside(&lag, scene.feet);
    let range = [start.max(guide[0][0]), end.min(guide[guide.len() - 1][0])];
    if range[1] - range[0] < 2.0 * spacing[0].max(spacing[1]) {
        return None;
    }
    let [worst_secs, _] = Meeting::misses(&lag, range, &anchors);
    Some(Meeting { lag, range, partners, worst_secs, by_steps: false })
}

/// The path on which pairing frames costs least, less what alike ones gain, times what they count.
fn cheapest(scene: &Scene<'_>, [rows, columns]: [usize; 2], spacing: [f64; 2], on: &dyn Compared) -> Path {
    let moments = |clip: usize, count: usize| {
        let one = move |frame: usize| {
            let secs = frame as f64 * spacing[clip];
            let stands = [0, 1].map(|foot| scene.feet[clip].stands(foot, secs));
            (scene.saliences[clip].at(secs), stands)
        };
        (0..count).map(one).collect::<Vec<_>>()
    };
    let (firsts, seconds) = (moments(0, rows), moments(1, columns));
    let at = |row: usize, column: usize| {
        let ((counts, stands), (others, other_stands)) = (firsts[row], seconds[column]);
        let differ = (0..2).filter(|&foot| stands[foot] != other_stands[foot]).count() as f64;
        let legs = f64::from(on.distance(row, column)).sqrt() / scene.leg + FOOT_LEGS * differ;
        f64::midpoint(counts, others) * (legs - ALIKE_LEGS)
    };
    free(&Costs { rows, columns, bands: on.bands(), at }, longest_run(scene.limit))
}

/// Stances that are each other's largest overlap along the path, and overlap by half of the longer.
fn partners(feet: [&Feet; 2], guide: &[[f64; 2]]) -> Vec<Partners> {
    let mut found = Vec::new();
    for foot in 0..2 {
        let spans = [0, 1].map(|side| spans(&feet[side].stances[foot], guide, side));
        let shared = |i: usize, j: usize| {
            let (a, b) = (spans[0][i], spans[1][j]);
            (a[1].min(b[1]) - a[0].max(b[0])).max(0.0)
        };
        let (first, second) = (spans[0].len(), spans[1].len());
        for i in 0..first {
            let best = |count: usize, shared: &dyn Fn(usize) -> f64| {
                (0..count).max_by(|&a, &b| shared(a).total_cmp(&shared(b)).then(b.cmp(&a)))
            };
            let Some(j) = best(second, &|j| shared(i, j)) else { continue };
            let longer = (spans[0][i][1] - spans[0][i][0]).max(spans[1][j][1] - spans[1][j][0]);
            let mutual = best(first, &|i| shared(i, j)) == Some(i);
            if mutual && longer > 0.0 && shared(i, j) >= SHARED * longer {
                found.push(Partners { foot, stances: [i, j] });
            }
        }
    }
    found
}

/// Stances in u along a path; those outside it are empty.
fn spans(stances: &[FootStance], guide: &[[f64; 2]], side: usize) -> Vec<[f64; 2]> {
    let secs =
        |point: &[f64; 2]| if side == 0 { point[0] - point[1] / 2.0 } else { point[0] + point[1] / 2.0 };
    let u_at = |at: f64| {
        let after = guide.partition_point(|point| secs(point) < at);
        let beyond = guide.partition_point(|point| secs(point) <= at);
        match (after.checked_sub(1), guide.get(after)) {
            (None, _) => guide[0][0],
            (_, None) => guide[guide.len() - 1][0],
            // A moment at which the path stands still is in the middle of the stay.
            (_, Some(_)) if beyond > after => f64::midpoint(guide[after][0], guide[beyond - 1][0]),
            (Some(before), Some(next)) => {
                let before = &guide[before];
                let share = (at - secs(before)) / (secs(next) - secs(before)).max(f64::EPSILON);
                before[0] + (next[0] - before[0]) * share
            }
        }
    };
    stances.iter().map(|stance| [u_at(stance.strike_secs), u_at(stance.off_secs)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stance(strike_secs: f64, off_secs: f64) -> FootStance {
        FootStance { strike_secs, off_secs, strike_known: true, off_known: true }
    }

    #[test]
    fn stances_that_overlap_most_are_partners() {
        let feet = |list: Vec<FootStance>| Feet {
            stances: [list, vec![]],
            duration_secs: 4.0,
            travels: false,
            slowest: 0.0,
        };
        let (first, second) = (
            feet(vec![stance(0.0, 1.0), stance(2.0, 3.0)]),
            feet(vec![stance(0.5, 1.4), stance(2.2, 3.3), stance(3.6, 3.7)]),
        );
        let guide: Vec<[f64; 2]> = (0..40).map(|n| [0.1 * f64::from(n) + 0.15, 0.3]).collect();
        let found = partners([&first, &second], &guide);
        let expected = [[0, 0], [1, 1]].map(|stances| Partners { foot: 0, stances });
        assert_eq!(found, expected);
    }
}
