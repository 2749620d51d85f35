//! Which clips can hold a match of a segment, by their shadows alone.
//!
//! A match is a way through a grid of distances, from the first row of the query to its last, whose mean is at most ε². Shadows are
//! never farther apart than clips, so where every way through the grid of their distances has a larger mean, there is no match,
//! and the web of the two clips need not be made.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use segue_motion::ClipId;

use crate::poses::{Detail, Field, LeastDistances, NearClip, Query, Shadow};
use crate::{Segment, WebSettings};

/// The clips of a family as shadows, and what was found out about segments.
#[derive(Debug, Default)]
pub(crate) struct Sieve {
    field: Field,
    /// What a distance may lose in a web, in metres.
    lost: f32,
    /// The largest ε that is tried by itself.
    largest: f32,
    sifted: Mutex<BTreeMap<Segment, Sifted>>,
}

/// The clips that can match a segment within a distance.
#[derive(Clone, Debug)]
struct Sifted {
    within: f32,
    /// Each with a distance below which it cannot.
    clips: Vec<(ClipId, f32)>,
}

/// Segments are sifted for a larger ε than is asked for, since ever larger ones are tried: by up to so many metres.
const AHEAD: f32 = 0.02;

/// What is found out is as fine as the steps of ε that are tried, in metres.
const STEP: f32 = 0.0025;

/// What is looked at beside near windows, as a part of the length of the query: what a way has to cross there is more than what is
/// near can make up for, where the clip does not match.
const PAD: usize = 3;

/// And at least so many windows.
const LEAST_PAD: usize = 8;

/// Sums in single precision lose this share of ε² per row at most.
const ROUNDING: f32 = 1e-3;

impl Sieve {
    /// Of the clips with these shadows, in order.
    pub(crate) fn of(shadows: Vec<(ClipId, Shadow)>, settings: &WebSettings) -> Self {
        // Webs hold distances in 255 steps up to the cap.
        let lost = (settings.cap_metres() / 255.0 / 2.0) as f32;
        let largest = settings.largest_epsilon_metres as f32;
        Self { field: Field::of(shadows), lost, largest, sifted: Mutex::default() }
    }

    pub(crate) fn shadow(&self, clip: ClipId) -> Option<&Shadow> {
        self.field.shadow(clip)
    }

    /// The clips that may hold a match of a segment within `epsilon` metres, in order; all others hold none. `shadow` is that of
    /// the segment's clip. The webs of those that are `at_hand` tell sooner than their shadows.
    pub(crate) fn clips(
        &self,
        segment: Segment,
        shadow: &Shadow,
        epsilon: f32,
        at_hand: &BTreeSet<ClipId>,
    ) -> Vec<ClipId> {
        let known = self.known(segment, epsilon);
        let sifted = known.unwrap_or_else(|| {
            let within = (((epsilon + AHEAD) / AHEAD).floor() * AHEAD).min(self.largest);
            let sifted = self.sift(segment, shadow, within.max(epsilon), at_hand);
            self.sifted.lock().unwrap_or_else(PoisonError::into_inner).insert(segment, sifted.clone());
            sifted
        });
        let can = sifted.clips.iter().filter(|(_, least)| *least <= epsilon);
        can.map(|(clip, _)| *clip).collect()
    }

    fn known(&self, segment: Segment, epsilon: f32) -> Option<Sifted> {
        let sifted = self.sifted.lock().unwrap_or_else(PoisonError::into_inner);
        sifted.get(&segment).filter(|sifted| sifted.within >= epsilon).cloned()
    }

    fn sift(&self, segment: Segment, shadow: &Shadow, within: f32, at_hand: &BTreeSet<ClipId>) -> Sifted {
        let query = shadow.query(segment.first..segment.last + 1);
        let near = self.field.near(&query, within, self.lost);
        let can = |near: &NearClip<'_>| {
            let is_at_hand = at_hand.contains(&near.clip);
            let least = if is_at_hand { 0.0 } else { self.least(&query, near, within)? };
            Some((near.clip, least))
        };
        Sifted { within, clips: near.par_iter().filter_map(can).collect() }
    }

    /// A distance below which a clip cannot match, up to [`AHEAD`] less than `within`; `None` if it cannot within that.
    fn least(&self, query: &Query, near: &NearClip<'_>, within: f32) -> Option<f32> {
        let steps = (within.min(AHEAD) / STEP).ceil() as u16;
        // Matches within so many steps less than `within` are possible.
        let mut possible: Option<u16> = None;
        let pad = (query.len() / PAD).max(LEAST_PAD);
        for columns in widened(&near.windows, pad, near.shadow.len()) {
            let pads = [columns.start > 0, columns.end < near.shadow.len()]
                .map(|is_open| if is_open { pad } else { 0 });
            let grid = |detail: Detail| near.shadow.least(query, columns.clone(), self.lost, detail);
            let has_way = |grid: &LeastDistances, less: u16| {
                Ways::new(grid, (within - f32::from(less) * STEP).max(0.0).powi(2), pads).any()
            };
            let first = possible.map_or(0, |less| less + 1);
            if first > steps || !has_way(&grid(Detail::Rough), first) {
                continue;
            }
            let grid = grid(Detail::Full);
            let (mut low, mut high) = (first, steps + 1);
            while low < high {
                let middle = low.midpoint(high);
                if has_way(&grid, middle) { low = middle + 1 } else { high = middle }
            }
            possible = low.checked_sub(1).filter(|less| *less >= first).or(possible);
        }
        // Whether it could match within less than that was not asked.
        possible.map(|less| if less == steps { 0.0 } else { (within - f32::from(less + 1) * STEP).max(0.0) })
    }
}

/// Windows with so many others around each: a way that comes from farther away comes through these.
fn widened(windows: &[Range<usize>], by: usize, len: usize) -> Vec<Range<usize>> {
    let mut wide = Vec::new();
    for window in windows {
        crate::region::push(&mut wide, window.start.saturating_sub(by)..(window.end + by).min(len));
    }
    wide
}

/// Ways through a part of a grid, from its first row to its last.
///
/// Where there is more of the grid at its left or right, a way may come from there or go there. All cells there are above the level,
/// so what of the way lies here cannot be worse than the whole: if no part of any way is good enough, no way is.
struct Ways<'g> {
    grid: &'g LeastDistances,
    level: f32,
    /// Columns at the left and right ends that are all above the level, where there is more of the grid beyond.
    pads: [usize; 2],
    /// Per row the sum of what is below the level, less the level; and what a way through the row has at least.
    below: Vec<f32>,
    least: Vec<f32>,
    slack: f32,
}

impl<'g> Ways<'g> {
    fn new(grid: &'g LeastDistances, level: f32, pads: [usize; 2]) -> Self {
        let (below, least): (Vec<f32>, Vec<f32>) = pulp::Arch::new().dispatch(
            #[inline(always)]
            || grid.rows().map(|row| row_of(row, level)).unzip(),
        );
        let slack = ROUNDING * level * below.len() as f32;
        Self { grid, level, pads, below, least, slack }
    }

    /// Whether some way has a mean of at most the level.
    fn any(&self) -> bool {
        (self.least.iter().sum::<f32>() <= self.slack || self.crosses_pads()) && self.is_found()
    }

    /// Whether what is below the level could make up for the columns at an end.
    fn crosses_pads(&self) -> bool {
        let below: f32 = self.below.iter().sum();
        let least = pulp::Arch::new().dispatch(
            #[inline(always)]
            || least_of_columns(self.grid),
        );
        let [left, right] = self.pads;
        [0..left, least.len() - right..least.len()].into_iter().any(|pad| {
            let across: f32 = least[pad.clone()].iter().map(|value| value - self.level).sum();
            !pad.is_empty() && across + below <= self.slack
        })
    }

    /// Looks for a way, row by row. What cannot be made up for by all that is ahead is not followed.
    fn is_found(&self) -> bool {
        let [opens_left, opens_right] = self.pads.map(|pad| pad > 0);
        let last = self.below.len() - 1;
        let mut ahead: f32 = self.below.iter().sum();
        // By how much the values exceed the level on the best way to each cell of the row before.
        let mut before = vec![f32::INFINITY; self.grid.columns()];
        // Where some of these are finite.
        let mut reached = 0..0;
        for (n, row) in self.grid.rows().enumerate() {
            let (mut left, mut slanted) = (f32::INFINITY, f32::INFINITY);
            let mut next = row.len()..0;
            let mut column = if n == 0 || opens_left { 0 } else { reached.start };
            while column < row.len() {
                let begins = n == 0 || (column == 0 && opens_left);
                let start = if begins { 0.0 } else { f32::INFINITY };
                let from = left.min(before[column]).min(slanted).min(start);
                if from == f32::INFINITY && n > 0 {
                    // Nothing leads to where it is, nor to what lies before the next that was reached.
                    if column > reached.end {
                        break;
                    }
                    if column + 1 < reached.start {
                        column = reached.start;
                        continue;
                    }
                }
                slanted = before[column];
                let excess = from + row[column] - self.level;
                left = if excess + ahead <= self.slack { excess } else { f32::INFINITY };
                before[column] = left;
                if left < f32::INFINITY {
                    next = next.start.min(column)..column + 1;
                }
                column += 1;
            }
            let ends = if n == last { &before[..] } else { &before[row.len() - 1..] };
            if (n == last || opens_right) && ends.iter().any(|&excess| excess <= self.slack) {
                return true;
            }
            if next.is_empty() && !opens_left {
                return false;
            }
            reached = next;
            ahead -= self.below[n];
        }
        false
    }
}

/// The least of each column.
#[inline(always)]
#[expect(clippy::inline_always, reason = "compiled for the vectors it is dispatched to")]
fn least_of_columns(grid: &LeastDistances) -> Vec<f32> {
    let mut least = vec![f32::INFINITY; grid.columns()];
    for row in grid.rows() {
        for (least, value) in least.iter_mut().zip(row) {
            *least = if value < least { *value } else { *least };
        }
    }
    least
}

/// What is below a level in a row, less the level, in total; and what a way through the row has at least.
#[inline(always)]
fn row_of(row: &[f32], level: f32) -> (f32, f32) {
    const LANES: usize = 16;
    let (mut below, mut least) = ([0.0f32; LANES], [f32::INFINITY; LANES]);
    let (chunks, rest) = row.as_chunks::<LANES>();
    for chunk in chunks {
        for l in 0..LANES {
            let excess = chunk[l] - level;
            below[l] += excess.min(0.0);
            least[l] = least[l].min(excess);
        }
    }
    for (l, value) in rest.iter().enumerate() {
        below[l] += (value - level).min(0.0);
        least[l] = least[l].min(value - level);
    }
    let below: f32 = below.iter().sum();
    let least = least.iter().fold(f32::INFINITY, |least, &value| least.min(value));
    (below, if below < 0.0 { below } else { least })
}
