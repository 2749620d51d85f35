//! Joint names made unique, as a skeleton needs them.

use std::collections::{HashMap, HashSet};

use crate::Note;

/// Notes about single names, before they become one about all of them.
const MOST_NOTES: usize = 5;

/// `names` with a number added to those that were taken already, and notes about them.
pub(crate) fn unique<'a>(names: impl Iterator<Item = &'a str> + Clone) -> (Vec<String>, Vec<Note>) {
    let mut taken: HashSet<String> = HashSet::new();
    let written: HashSet<&str> = names.clone().collect();
    // The last number given to each name: a file with one name for thousands of joints is still read in one pass.
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut notes = Vec::new();
    let unique = names.map(|name| {
        let mut candidate = name.to_owned();
        while taken.contains(&candidate) || (candidate != name && written.contains(candidate.as_str())) {
            let number = numbers.entry(name).and_modify(|number| *number += 1).or_insert(2);
            candidate = format!("{name}_{number}");
        }
        if candidate != name {
            notes.push(Note::warning(format!(
                "two joints are called `{name}`; the second is read as `{candidate}`"
            )));
        }
        taken.insert(candidate.clone());
        candidate
    });
    let unique = unique.collect();
    if notes.len() > MOST_NOTES {
        let text =
            format!("{} joints share a name with another and are read under a numbered one", notes.len());
        notes = vec![Note::warning(text)];
    }
    (unique, notes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_taken_name_gets_the_first_free_number() {
        let (names, notes) = unique(["a", "b", "a", "a_2", "a"].into_iter());
        assert_eq!(names, ["a", "b", "a_3", "a_2", "a_4"]);
        assert_eq!(notes.len(), 2);
    }
}
