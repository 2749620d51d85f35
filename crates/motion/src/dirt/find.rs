//! All that is wrong with a clip, in order.

use std::collections::BTreeMap;

use super::tracks::{Track, Tracks};
use super::{Amount, Certainty, Dirt, DirtKind, edges, frozen, pops};
use crate::{Clip, FrameRange, JointId, PoseRef, Skeleton};

/// Fewest frames that say what is usual in a clip.
const FEWEST: usize = 12;

/// Something wrong with one track.
pub(super) struct Found {
    pub(super) kind: DirtKind,
    pub(super) frames: FrameRange,
    pub(super) joint: JointId,
    pub(super) certainty: Certainty,
    /// As a share of the body.
    pub(super) size: f32,
    pub(super) amount: Amount,
}

/// Finds what in a clip cannot be motion, in order of frames. See [`Dirt`].
pub fn find_dirt(clip: &Clip) -> Vec<Dirt> {
    let Some(tracks) = Tracks::of(clip).filter(|tracks| tracks.frames >= FEWEST) else { return Vec::new() };
    let frozen = frozen::frozen(&tracks);
    let mut found: Vec<Found> = tracks.each().flat_map(|track| in_track(&tracks, &track, &frozen)).collect();
    found.extend(frozen);
    gathered(clip, &tracks, found)
}

fn in_track(tracks: &Tracks<'_>, track: &Track, frozen: &[Found]) -> Vec<Found> {
    let mut found = pops::pops(tracks, track);
    let mut explained = vec![false; track.steps.len()];
    for event in found.iter().chain(frozen) {
        explained[event.frames.first - 1..=event.frames.last].fill(true);
    }
    found.extend(edges::edges(tracks, track, &explained));
    found
}

/// One finding for all joints that are wrong in the same way in the same frames.
fn gathered(clip: &Clip, tracks: &Tracks<'_>, found: Vec<Found>) -> Vec<Dirt> {
    let groups = grouped(found);
    // Counted only when there is something to name.
    let moving = if groups.is_empty() { 0 } else { tracks.each().filter(|t| !t.is_position()).count() };
    let dirt = |((frames, kind), events): ((FrameRange, DirtKind), Vec<Found>)| {
        let mut joints: Vec<JointId> = events.iter().map(|event| event.joint).collect();
        joints.sort();
        joints.dedup();
        let certainty = events.iter().map(|event| event.certainty).max()?;
        let amount = events.iter().max_by(|a, b| a.size.total_cmp(&b.size))?.amount;
        let is_rest = is_rest(clip, kind, frames);
        // Landings and strikes make doubtful edges everywhere.
        let is_edge = matches!(kind, DirtKind::BadStart | DirtKind::BadEnd | DirtKind::Jump);
        if is_edge && !is_rest && certainty == Certainty::Doubtful {
            return None;
        }
        let whole = kind == DirtKind::Frozen || 2 * joints.len() > moving;
        Some(Dirt {
            kind: if is_rest { DirtKind::RestPose } else { kind },
            frames,
            named: if whole { "the whole body".to_owned() } else { named(clip.skeleton(), &joints) },
            joints: if kind == DirtKind::Frozen || is_rest {
                clip.skeleton().ids().collect()
            } else {
                joints
            },
            // No body is exactly in its rest pose, let alone for a moment.
            certainty: if is_rest { Certainty::Certain } else { certainty },
            amount,
        })
    };
    groups.into_iter().filter_map(dirt).collect()
}

type Groups = BTreeMap<(FrameRange, DirtKind), Vec<Found>>;

/// Events of one kind in the same frames. A jump at which an end of the clip is cut off belongs to that end.
fn grouped(found: Vec<Found>) -> Groups {
    let mut groups = Groups::new();
    let (jumps, others): (Vec<Found>, Vec<Found>) =
        found.into_iter().partition(|event| event.kind == DirtKind::Jump);
    for event in others {
        groups.entry((event.frames, event.kind)).or_default().push(event);
    }
    for jump in jumps {
        let cuts = |&&(frames, kind): &&(FrameRange, DirtKind)| match kind {
            DirtKind::BadStart => frames.last == jump.frames.first,
            DirtKind::BadEnd => frames.first == jump.frames.last,
            _ => false,
        };
        let key = groups.keys().find(cuts).copied().unwrap_or((jump.frames, jump.kind));
        groups.entry(key).or_default().push(jump);
    }
    groups
}

/// A few names; more are counted.
fn named(skeleton: &Skeleton, joints: &[JointId]) -> String {
    const SHOWN: usize = 3;
    let names: Vec<&str> = joints.iter().take(SHOWN).map(|&joint| skeleton.name(joint)).collect();
    match joints.len().saturating_sub(SHOWN) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

/// Whether an end that does not belong is the skeleton's rest pose, whichever way it faces.
fn is_rest(clip: &Clip, kind: DirtKind, frames: FrameRange) -> bool {
    let at_rest = |pose: PoseRef<'_>| {
        // Files give angles to a hundredth of a degree or better.
        const SAME: f32 = 1e-3;
        let joints = clip.skeleton().joints().iter().zip(pose.rotations).skip(1);
        clip.skeleton().len() > 1
            && joints.clone().all(|(joint, rotation)| (rotation.inverse() * joint.rest).xyz().length() < SAME)
    };
    matches!(kind, DirtKind::BadStart | DirtKind::BadEnd)
        && (frames.first..=frames.last).all(|frame| at_rest(clip.frame(frame)))
}
