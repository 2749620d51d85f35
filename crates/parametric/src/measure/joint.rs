//! The joint that a measure names, and those that it may have meant.

use segue_motion::{Anatomy, JointId, Skeleton};

use super::part::{Point, point_names};
use crate::MeasureError;

/// The joint that a point of the body is.
pub(super) fn joint_of(
    point: &Point,
    skeleton: &Skeleton,
    anatomy: &Anatomy,
) -> Result<JointId, MeasureError> {
    let found = match point {
        Point::Root => Some(JointId::ROOT),
        Point::Role(role) => anatomy.joint(*role),
        Point::Joint(name) => skeleton.find(name),
        Point::Mass => None,
    };
    found.ok_or_else(|| {
        let name = if let Point::Joint(name) = point { name.clone() } else { point.text() };
        MeasureError::NoJoint { near: nearest(skeleton, &name), name }
    })
}

/// The names most like one that is not there.
fn nearest(skeleton: &Skeleton, name: &str) -> Vec<String> {
    /// Enough to recognise what was meant.
    const SHOWN: usize = 6;
    let joints = skeleton.ids().map(|joint| format!("'{}'", skeleton.name(joint)));
    let mut names: Vec<String> = point_names().into_iter().chain(joints).collect();
    let wanted = name.to_lowercase();
    names.sort_by_key(|known| edits(&known.to_lowercase().replace('\'', ""), &wanted));
    names.truncate(SHOWN);
    names
}

/// How many letters have to be changed, added or taken away to turn one word into another (Levenshtein).
fn edits(first: &str, second: &str) -> usize {
    let second: Vec<char> = second.chars().collect();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (i, letter) in first.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, other) in second.iter().enumerate() {
            let changed = corner + usize::from(letter != *other);
            corner = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(corner + 1);
        }
    }
    row[second.len()]
}

#[cfg(test)]
mod tests {
    use super::edits;

    #[test]
    fn words_are_as_far_apart_as_they_need_edits() {
        for (first, second, count) in [("", "abc", 3), ("wrist", "wrist", 0), ("kitten", "sitting", 3)] {
            assert_eq!(edits(first, second), count);
        }
    }
}
