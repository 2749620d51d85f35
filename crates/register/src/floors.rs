//! Floors of captures that lie some centimetres apart, brought to one level.

use segue_motion::{Anatomy, Clip, ConstraintKind, PointTable, Side};

/// The floor of a toe is this quantile of its heights.
const QUANTILE: f64 = 0.05;

/// Floors nearer than this to each other, in lengths of a leg, are one.
const SAME_LEGS: f64 = 0.01;

/// Floors further apart than this, in lengths of a leg, are not those of a room: one clip is on stairs or in the air.
const OTHER_PLACE_LEGS: f64 = 0.6;

/// The height of the floor a clip stands on, in metres: the mean over both toes; `None` without toes.
pub(crate) fn floor_of(clip: &Clip) -> Option<f64> {
    let anatomy = Anatomy::of(clip.skeleton());
    let table = PointTable::new(clip);
    let of_toe = |side: Side| {
        let toe = anatomy.point(ConstraintKind::toe(side))?;
        let mut heights: Vec<f32> = table.path(toe).map(|place| place.y).collect();
        heights.sort_by(f32::total_cmp);
        Some(f64::from(heights[((heights.len() - 1) as f64 * QUANTILE).round() as usize]))
    };
    let floors: Vec<f64> = Side::BOTH.into_iter().filter_map(of_toe).collect();
    (!floors.is_empty()).then(|| floors.iter().sum::<f64>() / floors.len() as f64)
}

/// The clip on the floor of another with the same skeleton, and by how many metres it was raised; `None` when it is there.
pub(crate) fn levelled(clip: &Clip, reference: &Clip) -> Option<(Clip, f64)> {
    let leg = f64::from(Anatomy::of(reference.skeleton()).leg_length(reference.skeleton())?);
    let raise = floor_of(reference)? - floor_of(clip)?;
    if raise.abs() < SAME_LEGS * leg || raise.abs() > OTHER_PLACE_LEGS * leg {
        return None;
    }
    let raised = clip.map_poses(|_, pose| pose.root.y += raise as f32).ok()?;
    Some((raised, raise))
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn a_clip_that_was_raised_comes_down_again() {
        let walk = Sample::find("walk").unwrap().clip();
        assert!(levelled(&walk, &walk).is_none());
        let raised = walk.map_poses(|_, pose| pose.root.y += 0.05).unwrap();
        let (back, metres) = levelled(&raised, &walk).unwrap();
        assert!((metres + 0.05).abs() < 1e-4, "{metres}");
        assert!((back.frame(7).root.y - walk.frame(7).root.y).abs() < 1e-5);
        let upstairs = walk.map_poses(|_, pose| pose.root.y += 3.0).unwrap();
        assert!(levelled(&upstairs, &walk).is_none(), "another floor of the house");
    }
}
