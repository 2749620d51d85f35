//! Whether clips move the same figure.

use segue_motion::{Clip, Skeleton};

use crate::RegisterError;

/// Offsets that differ by at most this share of the bone count as equal.
const SAME_OFFSETS: f32 = 0.01;

/// Offsets below this, in metres, are compared as if they were this long: their direction is noise.
const SHORT_BONE_METRES: f32 = 0.05;

/// Refuses clips whose joints differ from the reference's; notes those whose bones do.
pub(crate) fn check(clips: &[&Clip], reference: usize) -> Result<Vec<String>, RegisterError> {
    let reference = clips[reference.min(clips.len() - 1)];
    let mut notes = Vec::new();
    for clip in clips {
        if let Some(reason) = difference(reference.skeleton(), clip.skeleton()) {
            let (first, second) = (reference.name().to_owned(), clip.name().to_owned());
            return Err(RegisterError::Skeletons { first, second, reason });
        }
        let worst = offset_difference(reference.skeleton(), clip.skeleton());
        if worst > SAME_OFFSETS {
            notes.push(format!(
                "the bones of `{}` and `{}` differ by up to {:.0} %: retarget one for a clean blend",
                reference.name(),
                clip.name(),
                worst * 100.0
            ));
        }
    }
    Ok(notes)
}

/// Where names or topology differ.
fn difference(first: &Skeleton, second: &Skeleton) -> Option<String> {
    if first.len() != second.len() {
        return Some(format!("{} joints and {}", first.len(), second.len()));
    }
    let differs =
        first.ids().find(|&id| first.name(id) != second.name(id) || first.parent(id) != second.parent(id))?;
    Some(format!(
        "joint {} is `{}` in one and `{}` in the other",
        differs.index(),
        first.name(differs),
        second.name(differs)
    ))
}

fn offset_difference(first: &Skeleton, second: &Skeleton) -> f32 {
    let pairs = first.joints().iter().zip(second.joints()).skip(1);
    let relative = pairs.map(|(a, b)| a.offset.distance(b.offset) / a.offset.length().max(SHORT_BONE_METRES));
    relative.fold(0.0, f32::max)
}
