//! Clips on one skeleton.

use std::borrow::Cow;

use segue_motion::{Clip, Likeness, Retarget, Skeleton, SkeletonMap};

use crate::RegisterError;
use crate::floors::levelled;

/// Clips that all move the reference's skeleton, and what was done for that.
#[derive(Clone, Debug)]
pub struct Conformed<'a> {
    /// The clips in order; those that were carried over are new.
    pub clips: Vec<Cow<'a, Clip>>,
    /// One sentence for each clip that was carried over.
    pub notes: Vec<String>,
}

/// Carries clips whose bones differ from the reference's by more than 1 %, or whose joints are in another order, over
/// to the skeleton of the reference, and levels floors that are apart. Blends must be made of these clips.
///
/// # Errors
/// When joints or their parents differ: that takes a skeleton map.
pub fn conform<'a>(clips: &[&'a Clip], reference: usize) -> Result<Conformed<'a>, RegisterError> {
    let Some(reference) = clips.get(reference) else {
        return Err(RegisterError::NotThere { what: "reference clip", found: reference, limit: clips.len() });
    };
    let mut conformed = Conformed { clips: Vec::with_capacity(clips.len()), notes: Vec::new() };
    for clip in clips {
        let mut one = Cow::Borrowed(*clip);
        if let Some((carried, note)) = carried(clip, reference)? {
            one = Cow::Owned(carried);
            conformed.notes.push(note);
        }
        if let Some((level, metres)) = levelled(&one, reference) {
            let (name, floor) = (clip.name(), reference.name());
            let (how, cm) = (if metres > 0.0 { "raised" } else { "lowered" }, 100.0 * metres.abs());
            conformed.notes.push(format!("`{name}` was {how} by {cm:.1} cm to the floor of `{floor}`"));
            one = Cow::Owned(level);
        }
        conformed.clips.push(one);
    }
    Ok(conformed)
}

/// The clip on the reference's skeleton with a note, if it moves another.
fn carried(clip: &Clip, reference: &Clip) -> Result<Option<(Clip, String)>, RegisterError> {
    let (target, source) = (reference.skeleton(), clip.skeleton());
    let why = match Likeness::of(target, source) {
        Likeness::Same if in_order(target, source) => return Ok(None),
        Likeness::Same => "its joints are in another order".to_owned(),
        Likeness::Compatible { joint, difference } => {
            format!("`{joint}` differs by {:.0} %", difference * 100.0)
        }
        Likeness::NeedsMap { reason } => {
            let (first, second) = (reference.name().to_owned(), clip.name().to_owned());
            return Err(RegisterError::Skeletons { first, second, reason: reason.to_string() });
        }
    };
    let retarget = Retarget::new(source, target.clone(), &by_name(target));
    let carried =
        retarget.and_then(|retarget| retarget.clip(clip)).map_err(|error| RegisterError::Skeletons {
            first: reference.name().to_owned(),
            second: clip.name().to_owned(),
            reason: error.to_string(),
        })?;
    let note = format!("`{}` was retargeted to the skeleton of `{}`: {why}", clip.name(), reference.name());
    Ok(Some((carried, note)))
}

fn in_order(first: &Skeleton, second: &Skeleton) -> bool {
    first.ids().all(|id| first.name(id) == second.name(id))
        && first.end_sites().len() == second.end_sites().len()
        && first.end_sites().iter().zip(second.end_sites()).all(|(a, b)| a.parent == b.parent)
}

/// Every joint drives the one of the same name.
fn by_name(target: &Skeleton) -> SkeletonMap {
    let mut map = SkeletonMap::guess(target, target);
    for joint in target.joints() {
        map.set(&joint.name, Some(&joint.name));
    }
    map
}
