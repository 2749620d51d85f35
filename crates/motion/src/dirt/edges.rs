//! Joints that are elsewhere from one frame to the next: foreign ends, shifted stretches, jumps.

use glam::Vec3;

use super::find::Found;
use super::pops::{IMPOSSIBLE, RETURNED, certainty};
use super::tracks::{Track, Tracks};
use super::{Amount, Certainty, DirtKind};
use crate::FrameRange;

/// Longest time at an end that is cut off by a jump, in seconds; after more it is a jump between two motions.
const END_SECS: f64 = 0.04;

/// Longest time that a joint is away between two jumps, in seconds.
const AWAY_SECS: f64 = 0.15;

/// How much further than any other step of the track the jump at an end has to be.
const BEYOND_ALL: f32 = 2.0;

/// How much the return of a shifted stretch may differ from its departure, as a share of it.
const OPPOSITE: f32 = 0.1;

/// Acceleration of a step that is more than a strike or a jitter, as a share of the impossible one.
const DIFFERENT: f64 = 0.5;

/// A step that stands out alone.
struct Edge {
    /// The frame before it.
    frame: usize,
    certainty: Certainty,
    size: f32,
    amount: Amount,
}

/// The ends, shifts and jumps of one track. `explained` are the steps that something else has brought about.
pub(super) fn edges(tracks: &Tracks<'_>, track: &Track, explained: &[bool]) -> Vec<Found> {
    let edges: Vec<Edge> = (0..track.steps.len())
        .filter(|&frame| !explained[frame])
        .filter_map(|frame| edge(tracks, track, frame))
        .collect();
    if edges.is_empty() {
        return Vec::new();
    }
    let frames = |secs: f64| ((secs * tracks.rate) as usize).max(1);
    let (end, last) = (frames(END_SECS), tracks.frames - 1);
    let beyond = |edge: &Edge| stands_above_all(track, edge, explained, end);
    let start = edges.iter().rposition(|edge| edge.frame < end.min(last / 2) && beyond(edge));
    let finish = edges
        .iter()
        .position(|edge| edge.frame + end >= last && edge.frame >= last.div_ceil(2) && beyond(edge));
    let middle = start.map_or(0, |start| start + 1)..finish.unwrap_or(edges.len());
    let mut found = pairs_and_jumps(track, &edges[middle], frames(AWAY_SECS));
    found.extend(start.map(|start| {
        let edge = &edges[start];
        edge.found(DirtKind::BadStart, FrameRange { first: 0, last: edge.frame }, track)
    }));
    found.extend(finish.map(|finish| {
        let edge = &edges[finish];
        edge.found(DirtKind::BadEnd, FrameRange { first: edge.frame + 1, last }, track)
    }));
    found
}

fn edge(tracks: &Tracks<'_>, track: &Track, frame: usize) -> Option<Edge> {
    let size = track.steps[frame];
    // The speed of the step is reached and lost again within a frame each.
    let acceleration = f64::from(size) * tracks.rate * tracks.rate / IMPOSSIBLE;
    if acceleration < DIFFERENT {
        return None;
    }
    let certainty = certainty(size / track.pace_around(frame, frame), acceleration)?;
    Some(Edge { frame, certainty, size, amount: track.amount(size, tracks.span) })
}

/// Whether a step near an end is further than all steps that are not at that end.
fn stands_above_all(track: &Track, edge: &Edge, explained: &[bool], end: usize) -> bool {
    let others = track.steps.iter().enumerate().filter(|&(frame, _)| !explained[frame]);
    let others = others.filter(|&(frame, _)| frame.abs_diff(edge.frame) > end);
    edge.size > BEYOND_ALL * others.map(|(_, &step)| step).fold(0.0, f32::max)
}

/// An edge and its return are a long pop, or a shift if the joint moves meanwhile; all other edges are jumps, which
/// nobody can repair.
fn pairs_and_jumps(track: &Track, edges: &[Edge], away: usize) -> Vec<Found> {
    let mut found = Vec::new();
    let mut rest = edges;
    while let [edge, later @ ..] = rest {
        let pair = later.first().and_then(|back| Some((pair_kind(track, edge, back, away)?, back)));
        if let Some((kind, back)) = pair {
            let frames = FrameRange { first: edge.frame + 1, last: back.frame };
            let certainty = edge.certainty.min(back.certainty);
            found.push(Found { certainty, ..edge.found(kind, frames, track) });
            rest = &later[1..];
        } else {
            let frames = FrameRange { first: edge.frame, last: edge.frame + 1 };
            found.push(edge.found(DirtKind::Jump, frames, track));
            rest = later;
        }
    }
    found
}

fn pair_kind(track: &Track, out: &Edge, back: &Edge, away: usize) -> Option<DirtKind> {
    let size = out.size.min(back.size);
    if track.is_position() && (excess(track, out) + excess(track, back)).length() < OPPOSITE * size {
        return Some(DirtKind::Shifted);
    }
    let returned = track.between(out.frame, back.frame + 1).length() < RETURNED * size;
    (returned && back.frame - out.frame <= away).then_some(DirtKind::Pop)
}

/// The step of an edge beyond what the steps before and after it would give.
fn excess(track: &Track, edge: &Edge) -> Vec3 {
    let (before, after) = (edge.frame.saturating_sub(1), (edge.frame + 2).min(track.steps.len()));
    let usual = track.between(before, edge.frame) + track.between(edge.frame + 1, after);
    let steps = (edge.frame - before) + (after - edge.frame - 1);
    track.between(edge.frame, edge.frame + 1) - usual / steps.max(1) as f32
}

impl Edge {
    fn found(&self, kind: DirtKind, frames: FrameRange, track: &Track) -> Found {
        let Self { certainty, size, amount, .. } = *self;
        Found { kind, frames, joint: track.joint, certainty, size, amount }
    }
}
