//! Legs that lengthen a little rather than snap straight.

use segue_motion::{JointId, Pose, Skeleton};

/// A limb this straight, as distance of its ends ÷ its length, may be straightened freely: the knee is still bent by
/// 23°. Beyond it the angle of the knee changes ever faster with distance, which shows as a snap.
const FREE: f64 = 0.98;

/// How far a limb may be made to span before it lengthens: as far as it did, or to where the knee begins to snap.
fn unsnapped(was: f64, length: f64) -> f64 {
    was.max(FREE * length)
}

/// How far a limb may be made to span before the root gives way: as far as it did, or its length with a part of the
/// lengthening it may have; the rest is for what smoothing takes away from the root's shift.
pub(super) fn span(was: f64, length: f64, longest_stretch: f64) -> f64 {
    was.max((1.0 + ROOT_SHARE * longest_stretch) * length)
}

/// Share of the lengthening that is used before the root moves.
const ROOT_SHARE: f64 = 0.25;

/// The lengthening, 0.01 being 1 %, with which a limb that spanned `was` spans `wanted` without a snap: 0 up to
/// [`unsnapped`], and from there on the knee straightens ever more slowly while the bones give.
pub(super) fn needed(was: f64, wanted: f64, length: f64) -> f64 {
    let free = unsnapped(was, length) / length;
    let ratio = wanted / length;
    if ratio <= free {
        return 0.0;
    }
    let room = (1.0 - free).max(0.0);
    // With no room left the leg is straight already and the bones give all.
    let bent = if room > 1e-9 { free + room * (1.0 - (-(ratio - free) / room).exp()) } else { free.min(1.0) };
    ratio / bent - 1.0
}

/// Gives the pose a track for every bone that has none, where the skeleton has it. Tracks stay in order.
pub(super) fn add_tracks(pose: &mut Pose, skeleton: &Skeleton, bones: &[JointId]) {
    for &bone in bones {
        if let Err(place) = pose.translations.binary_search_by_key(&bone, |track| track.0) {
            pose.translations.insert(place, (bone, skeleton.joint(bone).offset));
        }
    }
}

/// Lengthens bones by a factor. The pose has tracks for them, unless the factor is 1.
pub(super) fn lengthen(pose: &mut Pose, skeleton: &Skeleton, bones: &[JointId], factor: f64) {
    if factor <= 1.0 {
        return;
    }
    for (joint, place) in &mut pose.translations {
        if bones.contains(joint) {
            debug_assert!(skeleton.parent(*joint).is_some(), "bones hang on a parent");
            *place *= factor as f32;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_leg_that_need_not_reach_farther_stays_as_long_as_it_is(was in 0.3..1.0f64, nearer in 0.0..1.0f64) {
            prop_assert!(needed(was, was * nearer, 1.0) == 0.0);
        }

        #[test]
        fn the_lengthened_leg_reaches(was in 0.3..0.9999f64, wanted in 0.3..1.3f64) {
            let stretch = needed(was, wanted, 1.0);
            prop_assert!(stretch >= 0.0 && wanted <= 1.0 + stretch + 1e-9);
        }

        #[test]
        fn it_begins_smoothly(was in 0.3..0.97f64) {
            let step = 1e-4;
            prop_assert!(needed(was, FREE + step, 1.0) < 1e-6);
        }
    }
}
