//! How large a figure is, and whether that can be metres.

use glam::Vec3;
use segue_motion::{Pose, Skeleton};

use crate::Note;

/// Heights that a figure may have without a word, in metres: from a puppet to a giant. Files in centimetres or
/// scaled by 0.01 fall far outside.
const PLAUSIBLE_EXTENT: std::ops::RangeInclusive<f32> = 0.25..=8.0;

/// Sides of the box around all joints and tips in the rest pose, in metres.
pub(crate) fn rest_box(skeleton: &Skeleton) -> Vec3 {
    let mut world = Vec::new();
    Pose::rest(skeleton).world_from_joints(skeleton, &mut world);
    let tips = skeleton.end_sites().iter().map(|site| world[site.parent.index()] * site.offset);
    let points = world.iter().map(|joint| joint.translation).chain(tips);
    let start = (Vec3::INFINITY, Vec3::NEG_INFINITY);
    let (low, high) = points.fold(start, |(low, high), point| (low.min(point), high.max(point)));
    high - low
}

/// Whether a figure may have this extent, in metres; one without any has no say.
pub(crate) fn is_plausible(extent: f32) -> bool {
    extent == 0.0 || PLAUSIBLE_EXTENT.contains(&extent)
}

/// A warning when the figure is far from the size of a person, with the scale that would mend it.
pub(crate) fn size_warning(skeleton: &Skeleton, unit: &str) -> Option<Note> {
    let extent = rest_box(skeleton).max_element();
    if is_plausible(extent) {
        return None;
    }
    let factor = if extent > *PLAUSIBLE_EXTENT.end() { 0.01 } else { 100.0 };
    Some(Note::warning(format!(
        "the figure measures {extent:.4} m, although {unit}; a file written in another unit looks like this (--scale {factor})"
    )))
}

#[cfg(test)]
mod tests {
    use glam::Quat;
    use segue_motion::{EndSite, Joint, JointId};

    use super::*;

    #[test]
    fn only_figures_of_a_wild_size_are_reported() {
        let note = |height: f32| {
            let root = Joint { name: "hips".into(), parent: None, offset: Vec3::ZERO, rest: Quat::IDENTITY };
            let tip = EndSite { parent: JointId::ROOT, offset: Vec3::Y * height };
            size_warning(&Skeleton::new(vec![root], vec![tip]).unwrap(), "glTF is in metres")
        };
        assert_eq!(note(1.8), None);
        assert_eq!(note(0.0), None);
        assert!(note(180.0).unwrap().text.contains("(--scale 0.01)"));
        assert!(note(0.018).unwrap().text.contains("(--scale 100)"));
    }
}
