//! Which clips a chain is played by.

use std::collections::BTreeMap;

use segue_motion::{Clip, ClipId, ClipSet, ContentHash, SkeletonChoice};

use crate::StanceError;
use crate::plan::Link;

/// The clips that the stances of a chain come from, on one skeleton: what [`compose`](crate::compose) plays. Where they are
/// of several figures it is the one with the longest legs, so that every contact is within their reach.
///
/// Other clips may move other skeletons: they are left out.
///
/// # Errors
/// When there is no stance, a clip that one comes from is missing, or those that are used do not fit on one skeleton.
pub fn clips_of(links: &[Link], clips: &[Clip]) -> Result<ClipSet, StanceError> {
    if links.is_empty() {
        return Err(StanceError::EmptyPath);
    }
    let origins = || links.iter().flat_map(|link| link.base.origins().iter().map(move |one| (link, one)));
    let mut wanted: BTreeMap<ContentHash, &str> =
        origins().map(|(_, origin)| (origin.hash, origin.clip.as_str())).collect();
    let legs: BTreeMap<ContentHash, f64> =
        origins().map(|(link, origin)| (origin.hash, link.base.leg_length())).collect();
    // Each once, though two files may hold the same motion.
    let hashed = clips.iter().map(|clip| (ContentHash::of(clip), clip));
    let used: Vec<(ContentHash, &Clip)> = hashed.filter(|(hash, _)| wanted.remove(hash).is_some()).collect();
    if let Some(missing) = wanted.into_values().next() {
        return Err(StanceError::MissingClip { clip: missing.to_owned() });
    }
    let longest = legs.values().copied().fold(0.0, f64::max);
    let has_longest = |(hash, _): &(ContentHash, &Clip)| legs[hash] > (1.0 - SAME_LEGS) * longest;
    let figure = ClipId::new(used.iter().position(has_longest).unwrap_or(0));
    let used: Vec<Clip> = used.into_iter().map(|(_, clip)| clip.clone()).collect();
    Ok(ClipSet::new(used, &SkeletonChoice::Of(figure))?)
}

/// Legs that differ by less than this share are of one figure.
const SAME_LEGS: f64 = 0.002;
