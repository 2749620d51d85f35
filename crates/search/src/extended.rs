//! Matches beyond ε: judged by how clearly their frames correspond first, and by distance second.
//!
//! Variants of an action are often farther apart than ε, with nothing in between, while stretches in which little happens
//! are close to much that is unrelated. Two numbers tell them apart, and neither depends on the size of the motion.

use crate::{Index, Match, Segment};

/// When a match beyond ε is accepted: either number is enough. On the three clips they were
/// chosen for, the smallest numbers of unrelated matches are 0.96 and 0.44; others were in view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extended {
    /// The largest √(mean D) that is looked at, in metres. 0.16: the nearest other variant is 11 to 16 cm away.
    pub epsilon_metres: f64,
    /// The largest share of the mean D between the frames of either segment. 0.5: the segments differ by less than each
    /// changes within itself, so what matches is the movement and not only the stance.
    pub of_variation: f64,
    /// The largest share of the mean D that is left when one segment is shifted in time. 0.4: the time correspondence
    /// is sharp.
    pub of_shifted: f64,
    /// By how much it is shifted either way, in seconds. 0.2: most of a punch, a part of a reach.
    pub shift_secs: f64,
}

impl Default for Extended {
    fn default() -> Self {
        Self { epsilon_metres: 0.16, of_variation: 0.5, of_shifted: 0.4, shift_secs: 0.2 }
    }
}

/// Frames of a segment whose distances stand for all.
const SAMPLES: usize = 12;

impl Index {
    /// Whether a match beyond ε is clear enough.
    pub(crate) fn is_clear(&self, query: Segment, found: &Match, extended: &Extended) -> bool {
        let mean = f64::from(found.mean);
        let variation = || self.variation(query).min(self.variation(found.segment));
        mean <= extended.of_variation * variation()
            || mean <= extended.of_shifted * self.shifted(query, found, extended.shift_secs)
    }

    /// The mean of D between different frames of a segment.
    fn variation(&self, segment: Segment) -> f64 {
        let count = SAMPLES.min(segment.len());
        let frame = |n: usize| segment.first + n * (segment.len() - 1) / (count - 1).max(1);
        let pairs = (0..count).flat_map(|a| (0..a).map(move |b| (a, b)));
        mean(pairs.map(|(a, b)| self.distance([segment.clip, frame(a)], [segment.clip, frame(b)])))
    }

    /// The mean of D along an alignment whose second frames are shifted either way.
    fn shifted(&self, query: Segment, found: &Match, secs: f64) -> f64 {
        let clip = found.segment.clip;
        let shift = (secs * self.settings().rate_hz).round() as usize;
        let last = self.cloud(clip).len() - 1;
        let shifted = found.alignment.iter().flat_map(|&[frame, other]| {
            let (frame, other) = (frame as usize, other as usize);
            let (before, after) =
                (other.checked_sub(shift), Some(other + shift).filter(|&after| after <= last));
            before.into_iter().chain(after).map(move |other| (frame, other))
        });
        mean(shifted.map(|(frame, other)| self.distance([query.clip, frame], [clip, other])))
    }

    /// D of two frames, each a clip and a frame of it.
    fn distance(&self, [clip, frame]: [usize; 2], [other_clip, other]: [usize; 2]) -> f64 {
        self.cloud(clip).place(frame as f64, self.cloud(other_clip), other as f64).distance
    }
}

/// The mean of some numbers, 0 of none.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    sum / f64::from(count.max(1))
}
