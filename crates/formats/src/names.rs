//! Joint names made unique, as a skeleton needs them.

use std::collections::HashSet;

use crate::Note;

/// `names` with a number added to those that were taken already, and a note for each.
pub(crate) fn unique<'a>(names: impl Iterator<Item = &'a str> + Clone) -> (Vec<String>, Vec<Note>) {
    let mut taken: HashSet<String> = HashSet::new();
    let written: HashSet<&str> = names.clone().collect();
    let mut notes = Vec::new();
    let unique = names.map(|name| {
        let mut candidate = name.to_owned();
        let mut number = 2;
        while taken.contains(&candidate) || (candidate != name && written.contains(candidate.as_str())) {
            candidate = format!("{name}_{number}");
            number += 1;
        }
        if candidate != name {
            notes.push(Note::warning(format!(
                "two joints are called `{name}`; the second is read as `{candidate}`"
            )));
        }
        taken.insert(candidate.clone());
        candidate
    });
    (unique.collect(), notes)
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
