//! Finding out which joints belong together.

use super::{MapEntry, MatchedBy, SkeletonMap};
use crate::anatomy::{normal_form, sides_exchanged};
use crate::{Anatomy, JointId, Skeleton};

pub(super) fn guess(source: &Skeleton, target: &Skeleton) -> SkeletonMap {
    let mut matching = Matching {
        source,
        target,
        anatomies: [Anatomy::of(source), Anatomy::of(target)],
        found: vec![None; target.len()],
        used: vec![false; source.len()],
    };
    matching.by_column();
    if !matching.sides_differ() {
        matching.by_name(str::to_owned);
    }
    matching.by_name(normal_form);
    matching.by_role();
    matching.by_place();
    let entry = |(id, found): (JointId, &Option<(JointId, MatchedBy)>)| MapEntry {
        target: target.name(id).to_owned(),
        source: found.map(|(joint, by)| (source.name(joint).to_owned(), by)),
        line: None,
    };
    SkeletonMap { entries: target.ids().zip(&matching.found).map(entry).collect() }
}

struct Matching<'a> {
    source: &'a Skeleton,
    target: &'a Skeleton,
    /// Of the source and of the target.
    anatomies: [Anatomy; 2],
    /// Per target joint.
    found: Vec<Option<(JointId, MatchedBy)>>,
    /// Per source joint.
    used: Vec<bool>,
}

impl Matching<'_> {
    fn add(&mut self, source: JointId, target: JointId, by: MatchedBy) {
        if self.found[target.index()].is_none() && !self.used[source.index()] {
            self.found[target.index()] = Some((source, by));
            self.used[source.index()] = true;
        }
    }

    /// Spines and necks by height, since their names count differently from rig to rig; the uppermost joints, which
    /// carry arms and head, always match.
    fn by_column(&mut self) {
        let lists = |part: fn(&Anatomy) -> &[JointId]| [0, 1].map(|i| part(&self.anatomies[i]).to_vec());
        let pairs: Vec<_> = [lists(Anatomy::spine), lists(Anatomy::neck)]
            .into_iter()
            .flat_map(|[s, t]| by_height(&s, &t))
            .collect();
        let same_names = pairs.iter().all(|&(s, t)| self.source.name(s) == self.target.name(t));
        let by = if same_names { MatchedBy::Name } else { MatchedBy::Column };
        for (source, target) in pairs {
            self.add(source, target, by);
        }
    }

    /// Whether what one figure calls left the other calls right.
    fn sides_differ(&self) -> bool {
        let [source, target] = self.anatomies.each_ref().map(Anatomy::sides_are_exchanged);
        source != target
    }

    fn by_name(&mut self, spelling: impl Fn(&str) -> String) {
        let forms: Vec<String> = self.source.joints().iter().map(|joint| spelling(&joint.name)).collect();
        let differ = self.sides_differ();
        for target in self.target.ids() {
            let own = spelling(self.target.name(target));
            let wanted = sides_exchanged(&own).filter(|_| differ).unwrap_or(own);
            let mut alike = self.source.ids().filter(|id| forms[id.index()] == wanted);
            if let (Some(source), None) = (alike.next(), alike.next())
                && self.roles_agree(source, target)
            {
                self.add(source, target, MatchedBy::Name);
            }
        }
    }

    /// `LeftShoulder` is a clavicle in one rig and an upper arm in another, and below a wrist there may be another joint called
    /// hand: a name does not outvote parts of the body that are known, nor does a spine joint follow one that is none.
    fn roles_agree(&self, source: JointId, target: JointId) -> bool {
        let role = |i: usize, joint| self.anatomies[i].role_of(joint);
        let column = |i: usize, joint| {
            self.anatomies[i].spine().contains(&joint) || self.anatomies[i].neck().contains(&joint)
        };
        let known = match (role(0, source), role(1, target)) {
            (Some(theirs), Some(own)) => theirs == own,
            (Some(theirs), None) => self.anatomies[1].joint(theirs).is_none(),
            (None, Some(own)) => self.anatomies[0].joint(own).is_none(),
            (None, None) => true,
        };
        known && column(0, source) == column(1, target)
    }

    fn by_role(&mut self) {
        let pairs: Vec<_> = self.anatomies[1]
            .roles()
            .filter_map(|(role, target)| Some((self.anatomies[0].joint(role)?, target)))
            .collect();
        for (source, target) in pairs {
            self.add(source, target, MatchedBy::Role);
        }
    }

    /// Below a matched pair, as many unmatched children on either side match in their order.
    fn by_place(&mut self) {
        for target in self.target.ids() {
            let Some((source, _)) = self.found[target.index()] else { continue };
            let mine: Vec<_> =
                self.target.children(target).filter(|id| self.found[id.index()].is_none()).collect();
            let theirs: Vec<_> = self.source.children(source).filter(|id| !self.used[id.index()]).collect();
            if mine.len() == theirs.len() {
                for (target, source) in mine.into_iter().zip(theirs) {
                    self.add(source, target, MatchedBy::Place);
                }
            }
        }
    }
}

/// Pairs two columns of joints so that the tops meet; the longer one has joints left over.
fn by_height(source: &[JointId], target: &[JointId]) -> Vec<(JointId, JointId)> {
    let (n, m) = (target.len(), source.len());
    let place = |index: usize| ((index + 1) * m).div_ceil(n.max(1)).max(1) - 1;
    let mut pairs: Vec<(usize, usize)> =
        (0..n).filter(|_| m > 0).map(|index| (place(index), index)).collect();
    // Of several targets at the same height the uppermost is driven, which sums up the bend below it.
    pairs.reverse();
    pairs.dedup_by_key(|&mut (place, _)| place);
    pairs.reverse();
    pairs.into_iter().map(|(place, index)| (source[place], target[index])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_of_any_lengths_meet_at_the_top() {
        let ids = |n: usize| (0..n).map(JointId::new).collect::<Vec<_>>();
        let pairs = |n, m| {
            by_height(&ids(n), &ids(m)).into_iter().map(|(s, t)| (s.index(), t.index())).collect::<Vec<_>>()
        };
        assert_eq!(pairs(3, 3), [(0, 0), (1, 1), (2, 2)]);
        assert_eq!(pairs(2, 3), [(0, 0), (1, 2)]);
        assert_eq!(pairs(5, 2), [(2, 0), (4, 1)]);
        assert_eq!(pairs(1, 4), [(0, 3)]);
        assert_eq!(pairs(0, 3), []);
        assert_eq!(pairs(3, 0), []);
    }
}
