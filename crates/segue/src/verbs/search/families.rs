//! Matches that follow one another, such as the periods of a walk.

use serde::{Deserialize, Serialize};

use super::MatchFacts;
use crate::find::Hit;

/// Matches of one clip that follow one another, with less than their own length in between; a match may be one by itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FamilyFacts {
    /// The clip.
    pub clip: String,
    /// Whether they are like the mirror image of the query.
    pub mirrored: bool,
    /// The first frame of the first of them and the last of the last, at the clip's own rate.
    pub range: [usize; 2],
    /// How long it takes from the beginning of one to that of the next; `None` where there is one.
    pub period_secs: Option<f64>,
    /// Their ranks among the matches, in order of time.
    pub ranks: Vec<usize>,
}

impl FamilyFacts {
    /// The rank of the first of them in the list of matches.
    pub fn best(&self) -> usize {
        self.ranks.iter().copied().min().unwrap_or_default()
    }
}

/// The families of some matches, with their facts, those with the best match first. `spacing_secs` is that from frame to frame of
/// a hit's segment.
pub(super) fn families(
    hits: &[Hit],
    facts: &[MatchFacts],
    spacing_secs: impl Fn(&Hit) -> f64,
) -> Vec<FamilyFacts> {
    let mut order: Vec<usize> = (0..hits.len()).collect();
    let kind = |n: usize| (hits[n].segment.clip, hits[n].mirrored, hits[n].turns_otherwise);
    order.sort_by_key(|&n| (kind(n), hits[n].segment.first, n));
    let follows = |a: &usize, b: &usize| {
        let [before, after] = [a, b].map(|&n| &hits[n].segment);
        let pause = after.first.saturating_sub(before.last);
        kind(*a) == kind(*b) && pause <= before.len().min(after.len())
    };
    let family = |members: &[usize]| {
        let [first, last] = [members[0], members[members.len() - 1]];
        let frames = hits[last].segment.first - hits[first].segment.first;
        let period = frames as f64 * spacing_secs(&hits[first]) / (members.len() - 1) as f64;
        let end = members.iter().map(|&n| facts[n].range[1]).max();
        FamilyFacts {
            clip: facts[first].clip.clone(),
            mirrored: facts[first].mirrored,
            range: [facts[first].range[0], end.unwrap_or_default()],
            period_secs: (members.len() > 1).then_some(period),
            ranks: members.iter().map(|&n| facts[n].rank).collect(),
        }
    };
    let mut families: Vec<FamilyFacts> = order.chunk_by(follows).map(family).collect();
    families.sort_by_key(FamilyFacts::best);
    families
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use segue_motion::{ClipId, FrameRange};
    use segue_search::Segment;

    use super::*;

    fn hit(clip: usize, first: usize, last: usize, mirrored: bool) -> Hit {
        Hit {
            clip: format!("clip {clip}"),
            range: FrameRange { first: 4 * first, last: 4 * last },
            tier: 1,
            graph_metres: 0.02,
            direct_metres: None,
            confidence: None,
            cluster: 0,
            turn_radians: 0.0,
            turns_otherwise: false,
            mirrored,
            node: 0,
            segment: Segment { clip: ClipId::new(clip), first, last },
        }
    }

    #[test]
    fn periods_are_a_family_and_what_comes_after_a_pause_is_another() {
        let hits = [
            hit(0, 90, 119, false),
            hit(1, 0, 29, false),
            hit(0, 30, 59, false),
            hit(0, 60, 89, false),
            hit(0, 200, 229, false),
            hit(0, 250, 279, true),
        ];
        let facts: Vec<MatchFacts> =
            (1..).zip(&hits).map(|(rank, hit)| MatchFacts::of(rank, hit, &BTreeSet::new())).collect();
        let found = families(&hits, &facts, |_| 1.0 / 30.0);
        let ranks: Vec<&[usize]> = found.iter().map(|family| &family.ranks[..]).collect();
        assert_eq!(ranks, [&[3, 4, 1][..], &[2], &[5], &[6]]);
        assert_eq!(found[0].range, [120, 476]);
        assert_eq!((found[0].period_secs, found[1].period_secs), (Some(1.0), None));
        assert!(found[3].mirrored && found[3].best() == 6);
    }
}
