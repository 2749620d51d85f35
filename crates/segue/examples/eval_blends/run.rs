//! The motions of an evaluation.

use rayon::prelude::*;
use segue::motion::Clip;

use crate::captures::{Capture, Captures};
use crate::case::Case;
use crate::half::Half;
use crate::rigs::Rig;

/// Every two of some things.
pub(crate) fn every_two<T>(all: &[T]) -> Vec<[&T; 2]> {
    (0..all.len()).flat_map(|i| (i + 1..all.len()).map(move |j| [&all[i], &all[j]])).collect()
}

/// Every one of some with every one of others.
fn every_with<'a>(some: &'a [Capture], others: &'a [Capture]) -> Vec<[&'a Capture; 2]> {
    some.iter().flat_map(|one| others.iter().map(move |other| [one, other])).collect()
}

fn all_of(pairs: Vec<[&Capture; 2]>, make: impl Fn([&Clip; 2], Half) -> Case + Sync) -> Vec<Case> {
    let one = |[first, second]: [&Capture; 2]| {
        let case = make([&first.clip, &second.clip], first.half.with(second.half));
        case.of_read([first, second].iter().flat_map(|capture| capture.warnings.clone()).collect())
    };
    pairs.into_par_iter().map(one).collect()
}

/// Every pair of clips of a kind.
pub(crate) fn pairs_of(captures: &Captures, kind: &str) -> Vec<Case> {
    all_of(every_two(captures.kind(kind)), Case::halfway)
}

/// Every clip of one kind with every clip of another.
pub(crate) fn pairs_between(captures: &Captures, first: &str, second: &str) -> Vec<Case> {
    all_of(every_with(captures.kind(first), captures.kind(second)), Case::halfway)
}

/// From every clip of one kind to every clip of another.
pub(crate) fn transitions(captures: &Captures, first: &str, second: &str) -> Vec<Case> {
    all_of(every_with(captures.kind(first), captures.kind(second)), Case::transition)
}

/// Every two loops of each rig; rigs are tuned and untouched by turns.
pub(crate) fn loops(rigs: &[Rig]) -> Vec<Case> {
    let of_rig = |(place, rig): (usize, &Rig)| {
        let case = |pair: [&Clip; 2]| Case::of_loops(pair, Half::at(place));
        every_two(&rig.loops).into_iter().map(case).collect::<Vec<Case>>()
    };
    rigs.par_iter().enumerate().flat_map_iter(of_rig).collect()
}

/// Kinds that belong together although they are called differently.
const ALIKE: [[&str; 2]; 3] = [["run", "walk"], ["leap", "run"], ["jump", "leap"]];

/// Every clip of a kind with every clip of a kind that is not like it, by kinds.
pub(crate) fn unlike(captures: &Captures) -> Vec<(String, Vec<Case>)> {
    let kinds: Vec<&str> = captures.kinds().collect();
    let mut found = Vec::new();
    for (n, first) in kinds.iter().enumerate() {
        for second in kinds[n + 1..].iter().filter(|second| !ALIKE.contains(&[*first, **second])) {
            found.push((format!("{first} × {second}"), pairs_between(captures, first, second)));
        }
    }
    found
}
