//! Which stances of two clips may be the same steps.

use crate::feet::Feet;
use crate::lag::{Anchor, SKETCHED_STEP_SECS};
use crate::meeting::Partners;

/// Events may come in the other order by this much, in seconds: a walk's toe-off comes after the other foot's strike, a run's
/// before it.
const OUT_OF_ORDER_SECS: f64 = 0.25;

/// Unknowns of all curves that are sketched, at most: every pairing of clips of two minutes, the 370 likeliest of clips of half an
/// hour.
const MOST_UNKNOWNS: f64 = 1e7;

/// A rhythm that is off by this much, in seconds, makes a pairing half as likely.
const HALF_AS_LIKELY_SECS: f64 = 0.5;

/// The shifts of the stances of both feet with which no event comes out of order: stance i of the first clip goes with stance
/// i + shift of the second. Of long clips only the likeliest.
pub(crate) fn promising(feet: [&Feet; 2]) -> Vec<[isize; 2]> {
    let mut shifts = plausible(feet);
    let unknowns = f64::midpoint(feet[0].duration_secs, feet[1].duration_secs) / SKETCHED_STEP_SECS;
    let most = (MOST_UNKNOWNS / unknowns.max(1.0)) as usize;
    if shifts.len() > most {
        let mut likely: Vec<(f64, [isize; 2])> =
            shifts.into_iter().map(|shifts| (likelihood(&anchors(feet, shifts)), shifts)).collect();
        likely.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| tie(a.1).cmp(&tie(b.1))));
        shifts = likely.into_iter().map(|(_, shifts)| shifts).collect();
    }
    shifts.into_iter().filter(|&shifts| in_order(&anchors(feet, shifts))).take(most).collect()
}

/// Of equals the one that shifts less.
pub(crate) fn tie(shifts: [isize; 2]) -> (usize, isize) {
    (shifts[0].unsigned_abs() + shifts[1].unsigned_abs(), shifts[0])
}

/// Stances of a foot that go together.
pub(crate) fn partners(feet: [&Feet; 2], foot: usize, shift: isize) -> impl Iterator<Item = Partners> {
    let [first, second] = [0, 1].map(|clip| feet[clip].stances[foot].len());
    let pair = move |i: usize| {
        let j = usize::try_from(i.cast_signed() + shift).ok().filter(|&j| j < second)?;
        Some(Partners { foot, stances: [i, j] })
    };
    (0..first).filter_map(pair)
}

/// Whether no two events follow each other clearly in one clip and clearly the other way round in the other.
pub(crate) fn in_order(anchors: &[Anchor]) -> bool {
    let mut events: Vec<[f64; 2]> = anchors.iter().map(|anchor| anchor.at).collect();
    events.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut clearly_before, mut latest) = (0, f64::NEG_INFINITY);
    events.iter().all(|event| {
        while events[clearly_before][0] < event[0] - OUT_OF_ORDER_SECS {
            latest = latest.max(events[clearly_before][1]);
            clearly_before += 1;
        }
        latest <= event[1] + OUT_OF_ORDER_SECS
    })
}

fn anchors(feet: [&Feet; 2], shifts: [isize; 2]) -> Vec<Anchor> {
    let count = |foot: usize| feet[0].stances[foot].len().min(feet[1].stances[foot].len());
    let mut anchors = Vec::with_capacity(2 * (count(0) + count(1)));
    for (foot, shift) in shifts.into_iter().enumerate() {
        for pair in partners(feet, foot, shift) {
            anchors.extend(pair.events(feet));
        }
    }
    anchors
}

/// How long events go together, less where their rhythms differ: by how far they are off a line.
fn likelihood(anchors: &[Anchor]) -> f64 {
    let (first, last) = anchors
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(first, last), a| (first.min(a.u()), last.max(a.u())));
    let count = anchors.len() as f64;
    let mean = |value: &dyn Fn(&Anchor) -> f64| anchors.iter().map(value).sum::<f64>() / count;
    let (u, lag) = (mean(&Anchor::u), mean(&Anchor::lag));
    let spread = mean(&|a| (a.u() - u).powi(2)).max(f64::EPSILON);
    let slope = mean(&|a| (a.u() - u) * (a.lag() - lag)) / spread;
    let off = mean(&|a| (a.lag() - lag - slope * (a.u() - u)).powi(2)).sqrt();
    let likelihood = (last - first) * HALF_AS_LIKELY_SECS / (HALF_AS_LIKELY_SECS + off);
    if likelihood.is_finite() { likelihood } else { 0.0 }
}

/// All shifts of both feet but those that bring a step of one foot to the wrong side of the middle step of the other.
fn plausible(feet: [&Feet; 2]) -> Vec<[isize; 2]> {
    let shifts = |foot: usize| {
        let [first, second] = [0, 1].map(|clip| feet[clip].stances[foot].len().cast_signed());
        if first == 0 || second == 0 { 0..1 } else { 1 - first..second }
    };
    let mut found = Vec::new();
    for left in shifts(0) {
        let beside = Beside::of(feet, left);
        let fits = |right: &isize| beside.as_ref().is_none_or(|beside| beside.allows(feet, *right));
        found.extend(shifts(1).filter(fits).map(|right| [left, right]));
    }
    found
}

/// The middle of the steps that the left foot pairs, and the steps of the right foot of the first clip clearly before and after.
struct Beside {
    second_secs: f64,
    before: Option<usize>,
    after: Option<usize>,
}

impl Beside {
    fn of(feet: [&Feet; 2], left: isize) -> Option<Self> {
        let strikes = |clip: usize, foot: usize| &feet[clip].stances[foot];
        let (first, second) = (strikes(0, 0).len().cast_signed(), strikes(1, 0).len().cast_signed());
        let middle = isize::midpoint(0.max(-left), first.min(second - left) - 1);
        let [i, j] = [middle, middle + left].map(usize::try_from);
        let (a, b) = (strikes(0, 0).get(i.ok()?)?, strikes(1, 0).get(j.ok()?)?);
        if !(a.strike_known && b.strike_known) {
            return None;
        }
        let right = strikes(0, 1);
        let before = right.partition_point(|one| one.strike_secs < a.strike_secs - OUT_OF_ORDER_SECS);
        let after = right.partition_point(|one| one.strike_secs <= a.strike_secs + OUT_OF_ORDER_SECS);
        Some(Self { second_secs: b.strike_secs, before: before.checked_sub(1), after: Some(after) })
    }

    fn allows(&self, feet: [&Feet; 2], right: isize) -> bool {
        let strike = |step: Option<usize>| {
            let own = feet[0].stances[1].get(step?)?;
            let other = feet[1].stances[1].get(step?.checked_add_signed(right)?)?;
            (own.strike_known && other.strike_known).then_some(other.strike_secs)
        };
        strike(self.before).is_none_or(|secs| secs <= self.second_secs + OUT_OF_ORDER_SECS)
            && strike(self.after).is_none_or(|secs| secs >= self.second_secs - OUT_OF_ORDER_SECS)
    }
}
