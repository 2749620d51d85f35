//! Constraint matches of stances that are the same step.

use segue_motion::{ClipId, ClipSet, ConstraintKind, FootStance, FrameRange, Side};

use crate::Timewarp;
use crate::feet::Feet;
use crate::matches::{self, ConstraintMatch, Interval};
use crate::meeting::Partners;

/// The plants of a blend: of each stance of the reference that has a partner in every clip, toe and heel where all have
/// them; of hands as the sources match them.
///
/// `partners` are those of the reference with each clip, `None` for itself.
pub(crate) fn matches(
    clips: &ClipSet,
    feet: &[Feet],
    partners: &[Option<&[Partners]>],
    timewarp: &Timewarp,
) -> Vec<ConstraintMatch> {
    let steps = Steps { clips, feet, partners, timewarp };
    let mut found = Vec::new();
    for kind in ConstraintKind::ALL {
        match foot_of(kind) {
            Some(foot) => found.extend(steps.of_kind(kind, foot)),
            None => found.extend(matches::of_kind(clips, timewarp, kind)),
        }
    }
    found
}

/// The foot that a point belongs to, 0 for the left one.
fn foot_of(kind: ConstraintKind) -> Option<usize> {
    let of = |side: Side| [ConstraintKind::heel(side), ConstraintKind::toe(side)].contains(&kind);
    Side::BOTH.into_iter().position(of)
}

struct Steps<'a> {
    clips: &'a ClipSet,
    feet: &'a [Feet],
    partners: &'a [Option<&'a [Partners]>],
    timewarp: &'a Timewarp,
}

impl Steps<'_> {
    fn of_kind(&self, kind: ConstraintKind, foot: usize) -> Vec<ConstraintMatch> {
        let reference = self.partners.iter().position(Option::is_none).unwrap_or(0);
        let of_stance = |number: usize| {
            let intervals = self.partners.iter().enumerate().map(|(clip, partners)| {
                let number = match partners {
                    None => number,
                    Some(partners) => partner(partners, foot, number)?,
                };
                self.interval(ClipId::new(clip), kind, self.feet[clip].stances[foot][number])
            });
            Some(ConstraintMatch { kind, intervals: intervals.collect::<Option<_>>()? })
        };
        (0..self.feet[reference].stances[foot].len()).filter_map(of_stance).collect()
    }

    /// The plant of a point that shares most with a stance, in u, as far as the curve reaches.
    fn interval(&self, clip: ClipId, kind: ConstraintKind, stance: FootStance) -> Option<Interval> {
        let rate = self.clips[clip].rate();
        let secs = |range: &FrameRange| [range.first, range.last].map(|frame| frame as f64 / rate);
        let shared = |range: &&FrameRange| {
            let [first, last] = secs(range);
            last.min(stance.off_secs) - first.max(stance.strike_secs)
        };
        let plants = self.clips[clip].constraints().of(kind).iter();
        let plant =
            plants.max_by(|a, b| shared(a).total_cmp(&shared(b))).filter(|plant| shared(plant) >= 0.0)?;
        let [first, last] = secs(plant);
        let [start, end] = self.timewarp.range().map(|u| self.timewarp.at(clip, u));
        let inside = first < end && last > start;
        inside.then(|| Interval::new(self.timewarp.u_at(clip, first), self.timewarp.u_at(clip, last)))
    }
}

fn partner(partners: &[Partners], foot: usize, number: usize) -> Option<usize> {
    let same = |pair: &&Partners| pair.foot == foot && pair.stances[0] == number;
    partners.iter().find(same).map(|pair| pair.stances[1])
}
