//! What is wished of the stances at contacts: feet, styles, clips.

use std::collections::BTreeMap;

use super::super::document::{Foot, Wish};
use super::super::read::PathReading;
use super::super::said;
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
    for (n, wish) in wishes.iter().enumerate() {
        let chosen = reading.chosen(wish.which).map_err(|why| said(format!("wishes[{n}].{why}")))?;
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
        let named = |text: &String| {
            let own = stance.name().trim_end_matches(" mirrored");
            own == text || own.rsplit_once(':').is_some_and(|(clip, _)| clip == text)
        };
        foot && (self.from.is_empty() || self.from.iter().any(named))
    }

    pub(super) fn likes(&self, stance: &Stance) -> bool {
        let name = stance.name();
        let is = |style: &String| match style.as_str() {
            "run" => ["run", "jog", "sprint"].iter().any(|word| name.contains(word)),
            "jump" => stance.footing() == Footing::Both || name.contains("jump"),
            style => name.contains(style),
        };
        self.styles.iter().any(is)
    }
}
