//! What is wished of the stances at contacts: feet, styles, clips.

use std::collections::BTreeMap;

use super::super::document::{Foot, Wish};
use super::super::read::PathReading;
use crate::{Footing, Stance, StanceError};

/// What is wanted of one contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Taste {
    foot: Option<Foot>,
    styles: Vec<String>,
    from: Vec<String>,
}

/// What the wishes of a drawing ask of each contact.
pub(super) fn tastes(reading: &PathReading, wishes: &[Wish]) -> Result<BTreeMap<usize, Taste>, StanceError> {
    let mut tastes: BTreeMap<usize, Taste> = BTreeMap::new();
    for (n, wish) in wishes.iter().enumerate().filter(|(_, wish)| !wish.removed) {
        let chosen = reading.chosen(wish.which).map_err(|why| reading.refused(n, &why))?;
        for contact in chosen {
            let taste = tastes.entry(contact).or_default();
            taste.foot = wish.foot.or(taste.foot);
            taste.styles.extend(wish.style.clone());
            taste.from.extend(wish.from.iter().cloned());
        }
    }
    Ok(tastes)
}

impl Taste {
    pub(super) fn allows(&self, stance: &Stance, before: Option<Footing>) -> bool {
        let foot = match self.foot {
            None => true,
            Some(Foot::Left) => stance.footing() == Footing::Left,
            Some(Foot::Right) => stance.footing() == Footing::Right,
            Some(Foot::Both) => stance.footing() == Footing::Both,
            Some(Foot::Other) => stance.footing() != Footing::Both && Some(stance.footing()) != before,
        };
        let named =
            |text: &String| stance.name().trim_end_matches(MIRRORED) == text || clip_of(stance).0 == text;
        foot && (self.from.is_empty() || self.from.iter().any(named))
    }

    /// Whether a stance is of a wished style, after another.
    pub(super) fn likes(&self, stance: &Stance, before: Option<&Stance>) -> bool {
        let name = stance.name();
        let is = |style: &String| match style.as_str() {
            "same" => before.is_some_and(|before| clip_of(before).0 == clip_of(stance).0),
            "run" => ["run", "jog", "sprint"].iter().any(|word| name.contains(word)),
            "jump" => stance.footing() == Footing::Both || name.contains("jump"),
            style => name.contains(style),
        };
        self.styles.iter().any(is)
    }
}

const MIRRORED: &str = " mirrored";

/// For each stance the one before it and the one after it in its clip.
pub(super) fn neighbours(stances: &[Stance]) -> Vec<[Option<usize>; 2]> {
    let key = |stance: &Stance, by: isize| {
        let (clip, number) = clip_of(stance);
        let number = number?.checked_add_signed(by)?;
        Some((clip.to_owned(), number, stance.name().ends_with(MIRRORED)))
    };
    let places: BTreeMap<_, usize> =
        stances.iter().enumerate().filter_map(|(i, stance)| Some((key(stance, 0)?, i))).collect();
    let at = |stance, by| places.get(&key(stance, by)?).copied();
    stances.iter().map(|stance| [at(stance, -1), at(stance, 1)]).collect()
}

/// The clip of a stance, and its number there.
fn clip_of(stance: &Stance) -> (&str, Option<usize>) {
    let own = stance.name().trim_end_matches(MIRRORED);
    own.rsplit_once(':').map_or((own, None), |(clip, number)| (clip, number.parse().ok()))
}

/// What it costs when a stance follows one of another clip, and one of the same clip that it does not follow there.
const OTHER_CLIP: f64 = 2.0;
const SAME_CLIP: f64 = 0.25;

/// How little two stances belong together: a body keeps its gait, so stances of one clip follow each other, best in the order
/// in which they were captured.
pub(super) fn strangeness(before: &Stance, after: &Stance) -> f64 {
    let ((clip, number), (next, next_number)) = (clip_of(before), clip_of(after));
    let is_mirrored = |stance: &Stance| stance.name().ends_with(MIRRORED);
    let follows = number.zip(next_number).is_some_and(|(a, b)| b == a + 1);
    if clip != next {
        OTHER_CLIP
    } else if follows && is_mirrored(before) == is_mirrored(after) {
        0.0
    } else {
        SAME_CLIP
    }
}
