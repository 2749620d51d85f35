//! Foot strikes: what corresponds exactly where bodies alone do not say so.
//!
//! At the moment a foot is set down a jogger's body looks like a walker's a twelfth of a second away from its own
//! strike, and a sneaking one's like neither. A path of least distance therefore pairs strikes with moments around
//! strikes, and a blend along it stands on feet that are still in the air. So where both clips say when their feet
//! stand, the path is moved until matched strikes meet.

use segue_motion::{Clip, ConstraintKind, FrameRange};

use crate::dtw::SlopeLimit;
use crate::matches::{Interval, match_intervals};
use crate::timewarp::Moment;

/// Heel and toe of each foot: whichever is set down first makes the strike.
const FEET: [[ConstraintKind; 2]; 2] = [
    [ConstraintKind::LeftHeel, ConstraintKind::LeftToe],
    [ConstraintKind::RightHeel, ConstraintKind::RightToe],
];

/// A foot that is free for no longer than this, in seconds, has not made a step.
const NO_STEP_SECS: f64 = 0.05;

/// Strikes further apart than this along the path, in seconds, are left alone: the bodies say that they are not the
/// same. Gaits of all kinds differ by up to a fifth of a second.
const FURTHEST_SECS: f64 = 0.25;

/// Strikes say nothing about what is further from them than this, in seconds: about a cycle of a gait.
const FADE_SECS: f64 = 1.0;

/// A clip whose feet may be known, and how its moments are counted.
#[derive(Clone, Copy)]
pub(crate) struct Walker<'a> {
    pub(crate) clip: &'a Clip,
    /// Frames at the registration rate.
    pub(crate) frames: usize,
    /// Seconds from one of them to the next.
    pub(crate) spacing_secs: f64,
}

/// How much a strike counts in the fit against a cell of the path: as much as the cells of a whole second, so
/// that smoothing leaves it where it is.
const STRIKE_WEIGHT: f64 = 40.0;

/// The moments of a path, in frames, moved so that the strikes of both clips meet, and the strikes themselves.
///
/// Where no strike is known to both, nothing moves. A path that runs from the first frames to the last keeps its ends;
/// the ends of others move along, and what then lies outside the clips is left out.
pub(crate) fn meet(path: &[Moment], walkers: [Walker<'_>; 2], limit: SlopeLimit) -> Vec<Moment> {
    let cells: Vec<[f64; 2]> = path.iter().map(|moment| moment.at).collect();
    let way = Way { cells: &cells };
    let mut anchors: Vec<Anchor> = FEET.iter().flat_map(|foot| way.anchors(*foot, walkers)).collect();
    let ends = [cells[0], cells[cells.len() - 1]];
    let corners = [[0.0, 0.0], walkers.map(|walker| (walker.frames - 1) as f64)];
    if ends == corners {
        anchors.extend(ends.map(|at| Anchor { at, shift: 0.0, fixed: true }));
    }
    anchors.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]));
    keep_within(limit, &mut anchors);
    let fade = FADE_SECS / walkers[0].spacing_secs;
    let moved = path
        .iter()
        .map(|&Moment { at: [i, j], weight }| Moment { at: [i, j + shift(&anchors, i, fade)], weight });
    let inside = moved.filter(|moment| (0.0..=corners[1][1]).contains(&moment.at[1]));
    let strikes = anchors.iter().filter(|anchor| !anchor.fixed);
    let mut moments: Vec<Moment> =
        inside.chain(strikes.map(|strike| Moment { at: strike.at, weight: STRIKE_WEIGHT })).collect();
    moments.sort_by(|a, b| a.at[0].total_cmp(&b.at[0]).then(a.at[1].total_cmp(&b.at[1])));
    moments
}

/// Moments of two clips that must meet.
#[derive(Clone, Copy, Debug)]
struct Anchor {
    at: [f64; 2],
    /// How far the second is from where the path has it.
    shift: f64,
    /// Whether it may not be given up.
    fixed: bool,
}

/// How far the path moves at a moment of the first clip: evenly from anchor to anchor, beyond them ever less until it
/// is `fade` frames away.
fn shift(anchors: &[Anchor], i: f64, fade: f64) -> f64 {
    let faded = |only: Anchor| only.shift * (1.0 - (i - only.at[0]).abs() / fade).max(0.0);
    let after = anchors.partition_point(|anchor| anchor.at[0] < i);
    match (after.checked_sub(1).map(|n| anchors[n]), anchors.get(after)) {
        (None, None) => 0.0,
        (Some(only), None) | (None, Some(&only)) => faded(only),
        (Some(a), Some(b)) => a.shift + (b.shift - a.shift) * (i - a.at[0]) / (b.at[0] - a.at[0]),
    }
}

/// Gives up anchors, the furthest from the path first, until a curve within the slope limit can pass through all.
fn keep_within(limit: SlopeLimit, anchors: &mut Vec<Anchor>) {
    let limit = match limit {
        SlopeLimit::AtMost(limit) => f64::from(limit),
        SlopeLimit::None => f64::INFINITY,
    };
    let too_steep = |pair: &[Anchor]| {
        let [i, j] = [0, 1].map(|side| pair[1].at[side] - pair[0].at[side]);
        i.min(j) <= 0.0 || i.max(j) > limit * i.min(j)
    };
    while let Some(n) = anchors.windows(2).position(too_steep) {
        let loose = |anchor: &Anchor| if anchor.fixed { -1.0 } else { anchor.shift.abs() };
        let worse = if loose(&anchors[n]) > loose(&anchors[n + 1]) { n } else { n + 1 };
        anchors.remove(worse);
    }
}

/// When a foot stands.
struct Contact {
    /// In frames at the registration rate.
    frames: [f64; 2],
    /// In u, the mean of both clips' frames.
    in_u: Interval,
    /// Whether the foot is seen to be set down: not when the clip begins with it.
    struck: bool,
}

/// The cells of a path as a way from either clip to the other.
struct Way<'a> {
    cells: &'a [[f64; 2]],
}

impl Way<'_> {
    /// Strikes of one foot that belong together.
    fn anchors(&self, foot: [ConstraintKind; 2], walkers: [Walker<'_>; 2]) -> Vec<Anchor> {
        let contacts = [0, 1].map(|side| self.contacts(foot, walkers[side], side));
        let in_u = contacts.each_ref().map(|of| of.iter().map(|contact| contact.in_u).collect());
        let matches = match_intervals(in_u.into());
        matches.iter().filter_map(|found| self.anchor(found, &contacts, walkers[1].spacing_secs)).collect()
    }

    fn anchor(&self, found: &[Interval], contacts: &[Vec<Contact>; 2], spacing_secs: f64) -> Option<Anchor> {
        let strike = |side: usize| {
            // A part that was split off begins where no foot is set down.
            let begins = |contact: &&Contact| contact.in_u.start.to_bits() == found[side].start.to_bits();
            contacts[side]
                .iter()
                .find(begins)
                .filter(|contact| contact.struck)
                .map(|contact| contact.frames[0])
        };
        let at = [strike(0)?, strike(1)?];
        let shift = at[1] - self.across(0, at[0]);
        (shift.abs() * spacing_secs <= FURTHEST_SECS).then_some(Anchor { at, shift, fixed: false })
    }

    /// When a foot stands, within the reach of the path.
    fn contacts(&self, foot: [ConstraintKind; 2], walker: Walker<'_>, side: usize) -> Vec<Contact> {
        let [start, end] = [self.cells[0][side], self.cells[self.cells.len() - 1][side]];
        let frames_per_own = 1.0 / (walker.clip.rate() * walker.spacing_secs);
        let contact = |range: FrameRange| {
            // A foot is set down between the first frame in which it stands and the one before.
            let frames = [range.first as f64 - 0.5, range.last as f64 + 0.5].map(|own| own * frames_per_own);
            let [from, to] = frames.map(|frame| self.u(side, frame.clamp(start, end)));
            Contact { frames, in_u: Interval::new(from, to), struck: range.first > 0 && frames[0] > start }
        };
        let gap = (NO_STEP_SECS * walker.clip.rate()) as usize;
        let contacts = joined(walker.clip, foot, gap).into_iter().map(contact);
        contacts.filter(|contact| contact.in_u.start < contact.in_u.end).collect()
    }

    fn u(&self, side: usize, frame: f64) -> f64 {
        f64::midpoint(frame, self.across(side, frame))
    }

    /// The moment of the other clip that the path pairs with a moment of this one.
    fn across(&self, side: usize, frame: f64) -> f64 {
        let (before, after) = (self.mean_across(side, frame.floor()), self.mean_across(side, frame.ceil()));
        before + (after - before) * frame.fract()
    }

    /// The middle of what a whole frame is paired with.
    fn mean_across(&self, side: usize, frame: f64) -> f64 {
        let first = self.cells.partition_point(|cell| cell[side] < frame).min(self.cells.len() - 1);
        let last = self.cells.partition_point(|cell| cell[side] <= frame).saturating_sub(1).max(first);
        f64::midpoint(self.cells[first][1 - side], self.cells[last][1 - side])
    }
}

/// When heel or toe of a foot stands, in the clip's own frames; gaps of at most `gap` frames are no steps.
fn joined(clip: &Clip, foot: [ConstraintKind; 2], gap: usize) -> Vec<FrameRange> {
    let mut plants: Vec<FrameRange> =
        foot.iter().flat_map(|&kind| clip.constraints().of(kind)).copied().collect();
    plants.sort_unstable();
    let mut joined: Vec<FrameRange> = Vec::with_capacity(plants.len());
    for plant in plants {
        match joined.last_mut() {
            Some(before) if plant.first <= before.last + 1 + gap => before.last = before.last.max(plant.last),
            _ => joined.push(plant),
        }
    }
    joined
}
