//! Places for new elements of a list whose other elements keep their numbers.

use std::collections::BTreeSet;

/// Where new elements go in a list: to places that are free first, then to its end. Free places at the end go away.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Slots {
    /// The place of each new element.
    pub(super) places: Vec<usize>,
    /// The length of the list afterwards.
    pub(super) len: usize,
    /// Free places that nothing took and that are not at the end; their old elements stay.
    pub(super) left: BTreeSet<usize>,
}

impl Slots {
    /// Finds places for `new` elements in a list of `len`.
    pub(super) fn new(len: usize, free: &BTreeSet<usize>, new: usize) -> Self {
        let places: Vec<usize> = free.iter().copied().chain(len..).take(new).collect();
        let mut left: BTreeSet<usize> = free.iter().copied().skip(new).collect();
        let mut len = places.last().map_or(len, |&last| len.max(last + 1));
        while len > 0 && left.remove(&(len - 1)) {
            len -= 1;
        }
        Self { places, len, left }
    }

    /// The list with the new elements in their places.
    pub(super) fn fill(&self, mut old: Vec<String>, new: Vec<String>) -> Vec<String> {
        old.resize(self.len.max(old.len()), String::new());
        for (&place, element) in self.places.iter().zip(new) {
            old[place] = element;
        }
        old.truncate(self.len);
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(free: &[usize], new: usize) -> String {
        let old: Vec<String> = ["a", "b", "c", "d"].map(String::from).to_vec();
        let slots = Slots::new(4, &free.iter().copied().collect(), new);
        slots.fill(old, (0..new).map(|n| n.to_string()).collect()).concat()
    }

    #[test]
    fn free_places_are_taken_first_and_the_end_is_cut() {
        assert_eq!(filled(&[], 0), "abcd");
        assert_eq!(filled(&[], 2), "abcd01");
        assert_eq!(filled(&[1, 3], 1), "a0c");
        assert_eq!(filled(&[1, 3], 2), "a0c1");
        assert_eq!(filled(&[1, 3], 3), "a0c12");
        assert_eq!(filled(&[0, 2, 3], 0), "ab");
        assert_eq!(filled(&[0, 1, 2, 3], 0), "");
    }
}
