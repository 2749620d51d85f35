//! The sample library: a fixed list of named motions, made on demand, the same on every machine.

mod actions;
mod going;
mod takes;

use std::sync::LazyLock;

use crate::error::ActorError;
use crate::truth::Performance;
use segue_motion::Clip;

/// A built-in motion.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What stands after `sample:`.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    make: fn() -> Result<Performance, ActorError>,
}

/// All samples, in the order in which they are listed.
///
/// ```
/// use segue_actors::{Sample, samples};
///
/// assert!(samples().len() > 60);
/// let walk = Sample::find("walk").unwrap().perform();
/// assert_eq!(walk.clip.name(), "walk");
/// ```
pub fn samples() -> &'static [Sample] {
    static ALL: LazyLock<Vec<Sample>> =
        LazyLock::new(|| [going::GOING, actions::ACTIONS, takes::TAKES].concat());
    &ALL
}

/// The samples of runs, jumps, leaps and hops at several speeds: those with stances between flights.
pub const RUNS_AND_JUMPS: [&str; 18] = [
    "run",
    "run-left",
    "run-right",
    "run-fast",
    "run-start",
    "run-stop",
    "jog",
    "jog-slow",
    "jog-left",
    "jog-right",
    "leap",
    "leap-right",
    "leap-far",
    "jump",
    "jump-high",
    "jump-far",
    "jump-again",
    "hop",
];

/// Makes the sample of this name.
///
/// # Errors
/// When there is none; the error lists names that look like it.
pub fn sample(name: &str) -> Result<Performance, ActorError> {
    Sample::find(name)
        .map(Sample::perform)
        .ok_or_else(|| ActorError::UnknownSample { name: name.to_owned(), nearest: nearest(name).join(", ") })
}

impl Sample {
    /// The sample of this name.
    pub fn find(name: &str) -> Option<Self> {
        samples().iter().copied().find(|sample| sample.name == name)
    }

    /// Makes the motion with its truth.
    ///
    /// # Panics
    /// Never for the samples there are: their parameters are fixed and tested.
    pub fn perform(self) -> Performance {
        let made = (self.make)().expect("a sample's parameters lie within the range of people");
        Performance { clip: made.clip.renamed(self.name), truth: made.truth }
    }

    /// Makes the clip alone, annotated with its plants.
    ///
    /// # Panics
    /// Never, as [`Sample::perform`].
    pub fn clip(self) -> Clip {
        self.perform().clip
    }
}

/// The three names with the fewest slips of the pen from `name`, first those of which it is a word.
fn nearest(name: &str) -> Vec<&'static str> {
    let mut all: Vec<&Sample> = samples().iter().collect();
    all.sort_by_key(|sample| {
        let is_word = sample.name.split('-').any(|word| word == name);
        (!is_word, slips(name, sample.name))
    });
    all.iter().take(3).map(|sample| sample.name).collect()
}

/// How many letters were left out, added, changed or exchanged with their neighbour between two words.
fn slips(a: &str, b: &str) -> usize {
    let [a, b]: [Vec<char>; 2] = [a, b].map(|word| word.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

const fn entry(
    name: &'static str,
    about: &'static str,
    make: fn() -> Result<Performance, ActorError>,
) -> Sample {
    Sample { name, about, make }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::broken_laws;
    use segue_motion::ContentHash;

    /// What all samples together hash to, here and on every other machine.
    const FINGERPRINT: &str = "5f699d8a5087bd93";

    #[test]
    fn every_sample_is_lawful_and_the_same_everywhere() {
        let mut all = blake3::Hasher::new();
        for sample in samples() {
            let made = sample.perform();
            assert!(!made.truth.segments.is_empty(), "{}", sample.name);
            let broken = broken_laws(&made);
            assert!(broken.is_empty(), "{}: {broken:?}", sample.name);
            all.update(ContentHash::of(&made.clip).as_bytes());
        }
        let found = all.finalize().to_hex();
        assert!(
            found.starts_with(FINGERPRINT),
            "samples are other motions than they were; if that is meant, their fingerprint is {}",
            &found[..FINGERPRINT.len()]
        );
    }

    #[test]
    fn names_are_unique_and_unknown_ones_are_answered_with_their_like() {
        let mut names: Vec<&str> = samples().iter().map(|sample| sample.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        let error = sample("wakl-left").unwrap_err().to_string();
        assert!(error.contains("walk-left"), "{error}");
        for (meant, typed) in
            [("walk", "wlak"), ("kick", "kik"), ("jog", "jgo"), ("sit-down", "sitdown"), ("sit-down", "sit")]
        {
            let error = sample(typed).unwrap_err().to_string();
            assert!(error.contains(&format!("nearest: {meant},")), "{error}");
        }
    }
}
