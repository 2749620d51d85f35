//! Made-up takes: twenty actions, each done twenty ways, with transitions and noise.
//!
//! What is to be found is what a person would ask for. Of gaits that is a cycle, from one strike of the left foot to the
//! next, without the first and the last of a bout, in which the actor sets off or stops; of hops the time from landing to
//! landing. Turns to the left and to the right are two actions, as kicks of either leg are.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Instant;

use segue_motion::FrameRange;
use segue_motion::synth::{Act, ActionSegment, Performance, Take};
use segue_search::{Extended, Index, Look, Segment, Settings};

/// Takes unless another number is asked for, each with every action of the repertoire once.
pub(crate) const TAKES: u64 = 20;

/// What precision and recall should be.
const GOAL: f64 = 0.98;

/// Standard deviation of the joints in degrees: about what is left in cleaned captures.
const NOISE_DEGREES: f64 = 0.5;

/// Queries of each action.
const QUERIES: usize = 4;

/// The distances that are tried, in metres.
const EPSILONS: [f64; 9] = [0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12];

/// The differences of movements that are tried in extended mode.
const DIFFERENCES: [f64; 4] = [0.1, 0.15, 0.2, 0.3];

/// ε in extended mode, in metres: where nothing unrelated is found in these takes yet.
const EXTENDED_EPSILON: f64 = 0.04;

/// Cycles at either end of a bout in which the actor sets off or stops: runners need longer.
const SETTING_OFF: [(&str, usize); 4] = [("walk", 1), ("sneak", 1), ("jog", 2), ("run", 2)];

/// A hop lasts from this long before it takes off, in seconds: about the time on the ground between two.
const GROUNDED_SECS: f64 = 1.0 / 3.0;

/// What there is of an action.
#[derive(Default)]
struct Action {
    instances: Vec<Segment>,
    /// Where it is done: what is found there is right, also while the actor sets off.
    bouts: Vec<Segment>,
}

/// What was found with one setting.
#[derive(Clone, Copy, Default)]
struct Score {
    present: usize,
    found: usize,
    matches: usize,
    right: usize,
}

impl Score {
    fn recall(&self) -> f64 {
        self.found as f64 / self.present.max(1) as f64
    }

    fn precision(&self) -> f64 {
        if self.matches == 0 { 1.0 } else { self.right as f64 / self.matches as f64 }
    }

    fn worse(&self) -> f64 {
        self.precision().min(self.recall())
    }
}

/// Precision and recall of each action at its best single limit; in extended mode of those that miss the goal without it.
pub(crate) fn run(takes: u64) {
    let (index, actions) = library(takes, Settings::default());
    println!("action                       instances  best ε  precision  recall");
    let mut below = Vec::new();
    for (name, action) in &actions {
        let (epsilon, score) = best(EPSILONS.map(|epsilon| (epsilon, plain(&index, action, epsilon))));
        println!("{name:<28} {:>9}  {:>3.0} cm  {score}", action.instances.len(), epsilon * 100.0);
        if score.worse() < GOAL {
            below.push((name, action));
        }
    }
    println!("extended mode                           limit  precision  recall");
    for (name, action) in below {
        let tried = DIFFERENCES.map(|difference| (difference, extended(&index, action, difference)));
        let (limit, score) = best(tried);
        println!("{name:<28} {:>9}  {limit:>6.2}  {score}", action.instances.len());
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3}  {:>6.3}", self.precision(), self.recall())
    }
}

/// The limit with the best score, the smallest of equally good ones.
fn best<const N: usize>(scores: [(f64, Score); N]) -> (f64, Score) {
    scores.into_iter().rev().max_by(|a, b| a.1.worse().total_cmp(&b.1.worse())).unwrap()
}

fn plain(index: &Index, action: &Action, epsilon_metres: f64) -> Score {
    score(index, action, &Look { epsilon_metres, ..Look::default() })
}

fn extended(index: &Index, action: &Action, difference: f64) -> Score {
    // Few witnesses: the time of the evaluation grows with them.
    let extended = Extended { difference, witnesses: 8, ..Extended::default() };
    score(
        index,
        action,
        &Look { epsilon_metres: EXTENDED_EPSILON, extended: Some(extended), ..Look::default() },
    )
}

/// An instance is found when a match overlaps it by half; a match is right when half of it lies where the action is done.
fn score(index: &Index, action: &Action, look: &Look) -> Score {
    let instances = &action.instances;
    let look = Look { most: 3 * instances.len(), ..look.clone() };
    let mut total = Score::default();
    for query in instances.iter().step_by(instances.len().div_ceil(QUERIES)) {
        let graph = index.search(*query, &look).unwrap();
        let found = &graph.nodes()[1..];
        let others = instances.iter().filter(|other| *other != query);
        let hit = |other: &&Segment| found.iter().any(|node| node.segment.overlap(other) >= 0.5);
        let right = |segment: &Segment| {
            let inside: usize = action.bouts.iter().map(|bout| common(bout, segment)).sum();
            2 * inside >= segment.len()
        };
        total.present += instances.len() - 1;
        total.found += others.filter(hit).count();
        total.matches += found.len();
        total.right += found.iter().filter(|node| right(&node.segment)).count();
    }
    total
}

/// Frames in common.
fn common(a: &Segment, b: &Segment) -> usize {
    if a.clip == b.clip { (a.last.min(b.last) + 1).saturating_sub(a.first.max(b.first)) } else { 0 }
}

/// All takes and what is done in them, by name and side.
fn library(takes: u64, settings: Settings) -> (Index, BTreeMap<String, Action>) {
    let mut index = Index::new(settings).unwrap();
    let mut actions: BTreeMap<String, Action> = BTreeMap::new();
    for seed in 0..takes {
        let take = Take { noise: NOISE_DEGREES, ..Take::of_variants(&Act::repertoire(), 1, seed) };
        let performance = take.perform().unwrap();
        let clip = index.add(&performance.clip).unwrap();
        for segment in &performance.truth.segments {
            let place = |frames: FrameRange| index.segment(clip, frames).unwrap();
            let name = name(segment);
            let turns = name.starts_with("walk and turn");
            let action = actions.entry(name).or_default();
            action.bouts.push(place(segment.frames));
            action.instances.extend(instances(segment, &performance).into_iter().map(place));
            if turns {
                // Who walks and turns walks.
                actions.entry("walk".to_owned()).or_default().bouts.push(place(segment.frames));
            }
        }
    }
    let started = Instant::now();
    index.build_missing();
    let frames: usize = (0..index.len()).map(|clip| index.cloud(clip).len()).sum();
    println!(
        "{} takes, {frames} frames, webs built in {:.1} s",
        index.len(),
        started.elapsed().as_secs_f64()
    );
    (index, actions)
}

/// An action with its side. Walking with a turn is another action than walking, which the truth calls both walks.
fn name(segment: &ActionSegment) -> String {
    let side = segment.parameters.get("side").map(|side| if *side < 0.0 { "right" } else { "left" });
    let way = segment.parameters.get("angle").map(|angle| if *angle < 0.0 { "right" } else { "left" });
    let action = match segment.action.as_str() {
        "walk" if way.is_some() => "walk and turn",
        action => action,
    };
    [Some(action), side, way].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What a person would ask for of a bout.
fn instances(segment: &ActionSegment, performance: &Performance) -> Vec<FrameRange> {
    let is_walk_and_turn = segment.action == "walk" && segment.parameters.contains_key("angle");
    let setting_off = SETTING_OFF.iter().find(|(gait, _)| *gait == segment.action && !is_walk_and_turn);
    if let Some(&(_, ends)) = setting_off {
        let strikes = strikes(&performance.truth.phase, segment.frames);
        let cycles = strikes.windows(2).map(|pair| FrameRange { first: pair[0], last: pair[1] });
        return cycles.skip(ends).take(strikes.len().saturating_sub(2 * ends + 1)).collect();
    }
    if segment.action == "hop" {
        let grounded = GROUNDED_SECS * performance.clip.rate();
        let flights = performance.truth.flights.iter().map(|flight| FrameRange {
            first: (flight.takeoff - grounded).round() as usize,
            last: flight.landing.round() as usize,
        });
        let FrameRange { first, last } = segment.frames;
        return flights
            .filter(|hop| (first..=last).contains(&usize::midpoint(hop.first, hop.last)))
            .collect();
    }
    vec![segment.frames]
}

/// The frames at which the left foot strikes: there the phase passes a whole number.
fn strikes(phase: &[f64], frames: FrameRange) -> Vec<usize> {
    let passes = |frame: &usize| phase[*frame].floor() < phase[frame + 1].floor();
    (frames.first..frames.last).filter(passes).map(|frame| frame + 1).collect()
}
