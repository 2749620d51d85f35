//! What a clip needs to move the skeleton of a set.

use std::sync::Arc;

use super::{ClipSetError, SkeletonOwner};
use crate::{Clip, Likeness, Retarget, Skeleton, SkeletonMap};

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
        Likeness::NeedsMap { reason } => {
            let (clip, owner) = (clip.name().to_owned(), owner.clone());
            return Err(ClipSetError::NeedsMap { clip, owner, reason });
        }
    };
    let retarget = Retarget::new(source, target.clone(), &by_name(target));
    let carried =
        retarget.and_then(|retarget| retarget.clip(clip)).map_err(|source| ClipSetError::Retarget {
            clip: clip.name().to_owned(),
            owner: owner.clone(),
            source: Box::new(source),
        })?;
    Ok(Fit::Retargeted(carried, format!("`{}` was retargeted to {owner}: {why}", clip.name())))
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
