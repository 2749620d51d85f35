//! What a clip needs to move the skeleton of a set.

use std::sync::Arc;

use super::{ClipSetError, SkeletonOwner};
use crate::{Anatomy, Clip, Likeness, Retarget, Skeleton, resting_skeleton};

/// What a clip needs to move the skeleton of a set.
pub(super) enum Fit {
    /// Nothing: it does.
    AsItIs,
    /// Its skeleton differs by rounding only; the other one stands for it.
    SameBones,
    /// It was retargeted, for the reason of the note.
    Retargeted(Clip, String),
}

pub(super) fn fit(clip: &Clip, target: &Arc<Skeleton>, owner: &SkeletonOwner) -> Result<Fit, ClipSetError> {
    let source = clip.skeleton();
    if Arc::ptr_eq(target, source) || target == source {
        return Ok(Fit::AsItIs);
    }
    let why = match Likeness::of(target, source) {
        Likeness::Same if in_order(target, source) => return Ok(Fit::SameBones),
        Likeness::Same => "its joints are in another order".to_owned(),
        Likeness::Compatible { joint, difference } => {
            format!("`{joint}` differs by {:.0} %", difference * 100.0)
        }
        Likeness::NeedsMap { reason } if is_body(source) && is_body(target) => reason.to_string(),
        Likeness::NeedsMap { reason } => {
            let (clip, owner) = (clip.name().to_owned(), owner.clone());
            return Err(ClipSetError::NeedsMap { clip, owner, reason });
        }
    };
    let retarget = Retarget::guessed(&resting_skeleton(clip), target.clone());
    let carried =
        retarget.and_then(|retarget| retarget.clip(clip)).map_err(|reason| ClipSetError::Retarget {
            clip: clip.name().to_owned(),
            owner: owner.clone(),
            reason: Box::new(reason),
        })?;
    Ok(Fit::Retargeted(carried, format!("`{}` was retargeted to {owner}: {why}", clip.name())))
}

fn in_order(first: &Skeleton, second: &Skeleton) -> bool {
    first.ids().all(|id| first.name(id) == second.name(id))
        && first.end_sites().len() == second.end_sites().len()
        && first.end_sites().iter().zip(second.end_sites()).all(|(a, b)| a.parent == b.parent)
}

/// Whether hips, head, arms and legs are known, so that a motion can be carried over without a map.
fn is_body(skeleton: &Skeleton) -> bool {
    let anatomy = Anatomy::of(skeleton);
    anatomy.is_whole() && anatomy.humanoid().is_ok()
}
