//! What is wished of the stances at contacts: feet, styles, clips.

use std::collections::BTreeMap;

use super::super::document::{Foot, Wish};
use super::super::read::PathReading;
use super::AimedPath;
use crate::{Footing, Stance, StanceError};

/// What is wanted of one contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Taste {
    foot: Option<Foot>,
    styles: Vec<String>,
    from: Vec<String>,
}

/// What the wishes of a drawing ask of each contact.
pub(super) fn tastes(
    reading: &PathReading,
    wishes: &[Wish],
    stances: &[Stance],
) -> Result<BTreeMap<usize, Taste>, StanceError> {
    let mut tastes: BTreeMap<usize, Taste> = BTreeMap::new();
    for (n, wish) in wishes.iter().enumerate().filter(|(_, wish)| !wish.removed) {
        let is_there = |from: &&String| stances.iter().any(|stance| is_named(stance, from));
        if let Some(absent) = wish.from.iter().find(|from| !is_there(from)) {
            let why = format!("from: there is no clip and no stance `{absent}` to choose from");
            return Err(reading.refused(n, &why));
        }
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
        foot && (self.from.is_empty() || self.from.iter().any(|from| is_named(stance, from)))
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

impl AimedPath {
    /// The wishes for a style that no stance near enough has, in words. They name the contacts that are of another style.
    ///
    /// # Errors
    /// When a wish is for a contact that is not there; the error names it.
    pub fn unmet(&self, reading: &PathReading, wishes: &[Wish]) -> Result<Vec<String>, StanceError> {
        let mut unmet = Vec::new();
        for (n, wish) in wishes.iter().enumerate().filter(|(_, wish)| !wish.removed) {
            let Some(style) = &wish.style else { continue };
            let chosen = reading.chosen(wish.which).map_err(|why| reading.refused(n, &why))?;
            let taste = Taste { styles: vec![style.clone()], ..Taste::default() };
            let is_other = |&i: &usize| {
                let before = i.checked_sub(1).map(|before| &self.links[before].base);
                let first = style == "same" && before.is_none();
                chosen.contains(&self.misses[i].0) && !first && !taste.likes(&self.links[i].base, before)
            };
            let others: Vec<String> =
                (0..self.links.len()).filter(is_other).map(|i| self.misses[i].0.to_string()).collect();
            if !others.is_empty() {
                let why = format!("style: nothing of `{style}` fits contact {}", others.join(", "));
                unmet.push(reading.refused(n, &why).to_string());
            }
        }
        Ok(unmet)
    }
}

/// Whether a stance is one that a name means, or of a clip that it means. Commands name the clip of a sample with a prefix
/// that is no part of its name.
fn is_named(stance: &Stance, name: &str) -> bool {
    let name = name.strip_prefix(SAMPLE).unwrap_or(name);
    stance.name().trim_end_matches(MIRRORED) == name || clip_of(stance).0 == name
}

const MIRRORED: &str = " mirrored";
const SAMPLE: &str = "sample:";

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
