//! What a clip needs to move the skeleton of a set.

use std::sync::Arc;

use super::{ClipSetError, SkeletonOwner};
use crate::{Anatomy, Clip, Fidelity, Likeness, Retarget, Skeleton, resting_skeleton};

/// What a clip needs to move the skeleton of a set.
pub(super) enum Fit {
    /// Nothing: it does.
    AsItIs,
    /// Its skeleton differs by rounding only; the other one stands for it.
    SameBones,
    /// It was retargeted.
    Retargeted(Box<Carried>),
}

/// A clip that was retargeted.
pub(super) struct Carried {
    pub(super) clip: Clip,
    /// For what reason.
    pub(super) note: String,
    retarget: Retarget,
    /// Whose joints it moves, and what is doubtful about that body where joints were not paired by name.
    owner: String,
    doubtful_body: Option<String>,
}

impl Carried {
    /// What a person should look at before the clip is used, `source` being the clip as it was.
    pub(super) fn doubts(&self, source: &Clip) -> Vec<String> {
        let misses = self.retarget.fidelity(source, &self.clip).as_ref().map_or(Vec::new(), Fidelity::misses);
        let (clip, owner) = (self.clip.name(), &self.owner);
        let missed =
            (!misses.is_empty()).then(|| format!("look at `{clip}` on {owner}: {}", misses.join("; ")));
        let body = self.doubtful_body.as_ref().map(|doubt| format!("the body of {owner} is {doubt}"));
        body.into_iter().chain(missed).collect()
    }
}

/// The skeleton that clips are brought to.
pub(super) struct Target<'a> {
    pub(super) skeleton: &'a Arc<Skeleton>,
    pub(super) owner: &'a SkeletonOwner,
    /// A clip of it, whose first frame may show its body better than its rest pose.
    pub(super) shown_by: Option<&'a Clip>,
}

pub(super) fn fit(clip: &Clip, target: &Target<'_>) -> Result<Fit, ClipSetError> {
    let (source, &Target { skeleton, owner, shown_by }) = (clip.skeleton(), target);
    if Arc::ptr_eq(skeleton, source) || skeleton == source {
        return Ok(Fit::AsItIs);
    }
    let why = match Likeness::of(skeleton, source) {
        Likeness::Same if in_order(skeleton, source) => return Ok(Fit::SameBones),
        likeness => likeness,
    };
    let resting = [resting_skeleton(clip), shown_by.map_or_else(|| skeleton.clone(), resting_skeleton)];
    let is_guessed = matches!(why, Likeness::NeedsMap { .. });
    let why = match why {
        Likeness::Same => "its joints are in another order".to_owned(),
        Likeness::Compatible { joint, difference } => {
            format!("`{joint}` differs by {:.0} %", difference * 100.0)
        }
        Likeness::NeedsMap { reason } if resting.iter().all(|skeleton| is_body(skeleton)) => {
            reason.to_string()
        }
        Likeness::NeedsMap { reason } => {
            let (clip, owner) = (clip.name().to_owned(), owner.clone());
            return Err(ClipSetError::NeedsMap { clip, owner, reason });
        }
    };
    let fail = |reason| ClipSetError::Retarget {
        clip: clip.name().to_owned(),
        owner: owner.clone(),
        reason: Box::new(reason),
    };
    let body = Anatomy::of(&resting[1]);
    let doubtful_body = body.doubt().filter(|_| is_guessed || body.sides_are_exchanged());
    let [from, onto] = resting;
    let retarget = Retarget::guessed(&from, onto).map_err(fail)?.written_for(skeleton.clone());
    let carried = retarget.clip(clip).map_err(fail)?;
    let note = format!("`{}` was retargeted to {owner}: {why}", clip.name());
    let owner = owner.to_string();
    Ok(Fit::Retargeted(Box::new(Carried { clip: carried, note, retarget, owner, doubtful_body })))
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
