//! Which clips a chain is played by.

use std::collections::BTreeMap;

use segue_motion::{Clip, ClipSet, ContentHash, SkeletonChoice};

use crate::StanceError;
use crate::plan::Link;

/// The clips that the stances of a chain come from, on one skeleton: what [`compose`](crate::compose) plays.
///
/// Other clips may move other skeletons: they are left out.
///
/// # Errors
/// When there is no stance, a clip that one comes from is missing, or those that are used do not fit on one skeleton.
pub fn clips_of(links: &[Link], clips: &[Clip], choice: &SkeletonChoice) -> Result<ClipSet, StanceError> {
    if links.is_empty() {
        return Err(StanceError::EmptyPath);
    }
    let origins = links.iter().flat_map(|link| link.base.origins());
    let mut wanted: BTreeMap<ContentHash, &str> =
        origins.map(|origin| (origin.hash, origin.clip.as_str())).collect();
    // Each once, though two files may hold the same motion.
    let used = clips.iter().filter(|clip| wanted.remove(&ContentHash::of(clip)).is_some());
    let used: Vec<Clip> = used.cloned().collect();
    match wanted.into_values().next() {
        Some(missing) => Err(StanceError::MissingClip { clip: missing.to_owned() }),
        None => Ok(ClipSet::new(used, choice)?),
    }
}
