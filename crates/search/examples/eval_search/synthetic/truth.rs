//! What there is to be found in the takes: what a person would mark.
//!
//! 1. An action is marked from its beginning to its end. Of what repeats a unit the units are marked: the cycles of a gait,
//!    from one strike of the left foot to the next, and hops, from landing to landing. Of a turn on the way it is
//!    the turn.
//! 2. Units in which the actor sets off or stops are not marked: what is found there is neither right nor wrong.
//! 3. Sides, and ways to turn, are actions of their own.
//! 4. Who does one thing may do another with it: who walks and turns walks, who picks up or puts back reaches. To pick up and to put back
//!    are the same movement: the thing in the hand is not seen.

use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::ops::Range;
use std::path::Path;

use segue_actors::{ActionSegment, Figure, Performance, PlannedFlight};
use segue_formats::{Format, WriteOptions, encode};
use segue_motion::{Clip, FrameRange};
use segue_search::{Index, Segment};

use super::takes;

/// What there is of an action.
#[derive(Default)]
pub(crate) struct Action {
    /// What is to be found.
    pub(crate) instances: Vec<Segment>,
    /// Where it is done: what is found there is right.
    pub(crate) done: Vec<Segment>,
    /// Where it is half done: what is found there is neither right nor wrong.
    pub(crate) half_done: Vec<Segment>,
}

/// A cycle of a gait is steady when it and its neighbours are at least this share as fast as the gait.
const STEADY: f64 = 0.95;

/// Who hops again is on the ground for less than this, in seconds.
const GROUNDED_SECS: f64 = 0.6;

/// A turn on the way lasts while the hips turn by the middle part of its angle, and this many seconds on either side: the hips
/// turn a little with every step.
const TURNED: [f64; 2] = [0.1, 0.9];
const ASIDE_SECS: f64 = 0.15;

/// Takes, people taking turns, and what is done in them, by name and side.
pub(crate) fn library(index: &mut Index, people: &[Figure], seeds: Range<u64>) -> BTreeMap<String, Action> {
    let mut actions: BTreeMap<String, Action> = BTreeMap::new();
    let mut half_done: Vec<(String, Segment)> = Vec::new();
    for (seed, figure) in seeds.zip(people.iter().cycle()) {
        let take = takes::perform(figure, seed);
        if let Some(folder) = std::env::var_os("SEGUE_TAKES") {
            save(&take.clip, &Path::new(&folder).join(format!("take_{seed:02}.bvh")));
        }
        let clip = index.add(&take.clip).unwrap();
        let place = |frames: FrameRange| index.segment(clip, frames).unwrap();
        for segment in &take.truth.segments {
            let Marks { name, also, units, between } = marks(segment, &take);
            let action = actions.entry(name.clone()).or_default();
            action.instances.extend(units.iter().map(|&unit| place(unit)));
            action.done.extend(units.iter().map(|&unit| place(unit)));
            for also in also {
                actions.entry(also).or_default().done.push(place(segment.frames));
            }
            half_done.extend(between.into_iter().map(|half| (name.clone(), place(half))));
        }
    }
    for (name, action) in &mut actions {
        // Who sets off to run walks and jogs on the way.
        let is_half = |other: &str| other == name || is_gait(name) && is_gait(other);
        action.half_done.extend(half_done.iter().filter(|(other, _)| is_half(other)).map(|(_, half)| half));
    }
    actions
}

/// Writes a take, to look at what was missed.
fn save(clip: &Clip, path: &Path) {
    let file = encode(Format::Bvh, std::slice::from_ref(clip), None, &WriteOptions::default())
        .unwrap()
        .files
        .remove(0);
    std::fs::write(path, file.bytes).unwrap();
}

fn is_gait(name: &str) -> bool {
    ["walk", "jog", "run", "sneak"].contains(&name)
}

/// What a person would mark of one action.
struct Marks {
    name: String,
    /// Other actions that are done with it.
    also: Vec<String>,
    units: Vec<FrameRange>,
    /// Where it sets off or stops.
    between: Vec<FrameRange>,
}

fn marks(segment: &ActionSegment, take: &Performance) -> Marks {
    let sign =
        |key: &str| segment.parameters.get(key).map(|value| if *value < 0.0 { "right" } else { "left" });
    let sided = |action: &str| {
        [Some(action), sign("side"), sign("angle")].into_iter().flatten().collect::<Vec<_>>().join(" ")
    };
    let turns = segment.action == "walk" && segment.parameters.contains_key("angle");
    let (units, between) = match segment.action.as_str() {
        _ if turns => (vec![turn(segment, &take.clip)], Vec::new()),
        action if is_gait(action) => cycles(segment, take),
        "hop" => hop(segment, take),
        _ => (vec![segment.frames], Vec::new()),
    };
    let (name, also) = match segment.action.as_str() {
        _ if turns => (sided("turn while walking"), vec!["walk".to_owned()]),
        "pick up" => (sided("pick up"), vec![sided("put back"), sided("reach")]),
        "put back" => (sided("put back"), vec![sided("pick up"), sided("reach")]),
        action => (sided(action), Vec::new()),
    };
    Marks { name, also, units, between }
}

/// Units, and what lies between them and the ends.
type Units = (Vec<FrameRange>, Vec<FrameRange>);

/// The steady cycles of a gait, and what is before and after them.
fn cycles(segment: &ActionSegment, take: &Performance) -> Units {
    let phase = &take.truth.phase;
    let passes = |frame: &usize| phase[*frame].floor() < phase[frame + 1].floor();
    let FrameRange { first, last } = segment.frames;
    let strikes: Vec<usize> = (first..last).filter(passes).map(|frame| frame + 1).collect();
    let cycles = strikes.windows(2).map(|pair| FrameRange { first: pair[0], last: pair[1] });
    let cycles: Vec<FrameRange> = cycles.collect();
    let fast = STEADY * segment.parameters["speed"];
    let is_fast = |cycle: &FrameRange| speed(&take.clip, *cycle) >= fast;
    let steady = cycles.windows(3).filter(|three| three.iter().all(is_fast)).map(|three| three[1]);
    around(steady.collect(), segment.frames)
}

/// Metres per second on the floor.
fn speed(clip: &Clip, FrameRange { first, last }: FrameRange) -> f64 {
    let way = clip.frame(last).root - clip.frame(first).root;
    f64::from(way.x.hypot(way.z)) * clip.rate() / (last - first) as f64
}

/// A hop from the landing of the one before; the first, out of a stance, is no such.
fn hop(segment: &ActionSegment, take: &Performance) -> Units {
    let FrameRange { first, last } = segment.frames;
    let own = |flight: &PlannedFlight| (first as f64..=last as f64).contains(&flight.apex);
    let flights = &take.truth.flights;
    let hops = flights.windows(2).filter(|pair| own(&pair[1]));
    let follows =
        |pair: &&[PlannedFlight]| pair[1].takeoff - pair[0].landing < GROUNDED_SECS * take.clip.rate();
    let hops = hops.filter(follows).map(|pair| FrameRange {
        first: pair[0].landing.round() as usize,
        last: pair[1].landing.round() as usize,
    });
    around(hops.collect(), segment.frames)
}

/// Units, and what is before the first and after the last of them.
fn around(units: Vec<FrameRange>, all: FrameRange) -> Units {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return (units, vec![all]) };
    let before = FrameRange { first: all.first.min(first.first), last: first.first };
    let after = FrameRange { first: last.last, last: all.last.max(last.last) };
    (units, vec![before, after])
}

/// The part of a walk in which it turns.
fn turn(segment: &ActionSegment, clip: &Clip) -> FrameRange {
    let FrameRange { first, last } = segment.frames;
    let yaw = |frame: usize| {
        let turn = clip.frame(frame).rotations[0];
        2.0 * f64::from(turn.y).atan2(f64::from(turn.w))
    };
    let angle = segment.parameters["angle"];
    let (start, round) = (yaw(first), TAU / angle.abs());
    // Hips sway a little to the other side before they turn: less than a quarter round.
    let share =
        |frame: &usize| ((yaw(*frame) - start) / angle + 0.25 * round).rem_euclid(round) - 0.25 * round;
    let aside = (ASIDE_SECS * clip.rate()) as usize;
    let begins = (first..=last).rev().find(|frame| share(frame) < TURNED[0]).unwrap_or(first);
    let ends = (first..=last).find(|frame| share(frame) > TURNED[1]).unwrap_or(last);
    FrameRange { first: begins - aside, last: ends + aside }
}
