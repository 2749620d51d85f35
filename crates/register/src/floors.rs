//! Floors of captures that lie some centimetres apart, brought to one level.

use segue_motion::{Anatomy, Clip, ClipId, ClipSet, ConstraintKind, PointId, Side, points};

/// The floor of a toe is this quantile of its heights.
const QUANTILE: f64 = 0.05;

/// Floors nearer than this to each other, in lengths of a leg, are one.
const SAME_LEGS: f64 = 0.01;

/// Floors further apart than this, in lengths of a leg, are not those of a room: one clip is on stairs or in the air.
const OTHER_PLACE_LEGS: f64 = 0.6;

/// The height of the floor a clip stands on, in metres: the mean over both toes; `None` without toes.
fn floor_of(clip: &Clip) -> Option<f64> {
    let anatomy = Anatomy::of(clip.skeleton());
    let toes = Side::BOTH.into_iter().filter_map(|side| anatomy.point(ConstraintKind::toe(side)));
    let toes: Vec<PointId> = toes.collect();
    let mut heights: Vec<Vec<f32>> = vec![Vec::with_capacity(clip.len()); toes.len()];
    let (mut scratch, mut places) = (Vec::new(), Vec::new());
    // Frame by frame, since all places of an hour are as large as its clip.
    for pose in clip.frames().filter(|_| !toes.is_empty()) {
        points(pose, clip.skeleton(), &mut scratch, &mut places);
        heights.iter_mut().zip(&toes).for_each(|(heights, toe)| heights.push(places[toe.index()].y));
    }
    let floor = |heights: &mut Vec<f32>| {
        heights.sort_by(f32::total_cmp);
        f64::from(heights[((heights.len() - 1) as f64 * QUANTILE).round() as usize])
    };
    let floors: Vec<f64> = heights.iter_mut().map(floor).collect();
    (!floors.is_empty()).then(|| floors.iter().sum::<f64>() / floors.len() as f64)
}

/// Clips with their floors at one height, that of the first: captures in one room may lie some centimetres apart. Where a
/// clip was raised or lowered, its note says by how much. Clips on other storeys, on stairs or in the air stay.
///
/// ```
/// use segue_actors::Sample;
/// use segue_motion::{ClipId, ClipSet};
/// use segue_register::level_floors;
///
/// let walk = Sample::find("walk").unwrap().clip();
/// let raised = walk.map_poses(|_, pose| pose.root.y += 0.05)?;
/// let level = level_floors(&ClipSet::of([walk.clone(), raised])?);
/// assert!((level[ClipId::SECOND].frame(0).root.y - walk.frame(0).root.y).abs() < 1e-4);
/// assert!(level.note(ClipId::SECOND).unwrap().contains("lowered by 5.0 cm"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn level_floors(clips: &ClipSet) -> ClipSet {
    let first = &clips[ClipId::FIRST];
    let Some(level) = Level::of(first) else { return clips.clone() };
    clips.altered(|id, clip| {
        let (raised, metres) = level.levelled(clip).filter(|_| id != ClipId::FIRST)?;
        let (how, cm) = (if metres > 0.0 { "raised" } else { "lowered" }, 100.0 * metres.abs());
        let note = format!("`{}` was {how} by {cm:.1} cm to the floor of `{}`", clip.name(), first.name());
        Some((raised, Some(note)))
    })
}

/// The floor that clips are brought to.
struct Level {
    floor: f64,
    leg: f64,
}

impl Level {
    /// The floor of a clip; `None` for a figure without legs or toes.
    fn of(clip: &Clip) -> Option<Self> {
        let leg = f64::from(Anatomy::of(clip.skeleton()).leg_length(clip.skeleton())?);
        Some(Self { floor: floor_of(clip)?, leg })
    }

    /// A clip of the same skeleton on this floor, and by how many metres it was raised; `None` when it is there.
    fn levelled(&self, clip: &Clip) -> Option<(Clip, f64)> {
        let raise = self.floor - floor_of(clip)?;
        if raise.abs() < SAME_LEGS * self.leg || raise.abs() > OTHER_PLACE_LEGS * self.leg {
            return None;
        }
        let raised = clip.map_poses(|_, pose| pose.root.y += raise as f32).ok()?;
        Some((raised, raise))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use segue_actors::Sample;

    #[test]
    fn a_clip_that_was_raised_comes_down_again() {
        let walk = Sample::find("walk").unwrap().clip();
        let level = Level::of(&walk).unwrap();
        assert!(level.levelled(&walk).is_none());
        let raised = walk.map_poses(|_, pose| pose.root.y += 0.05).unwrap();
        let (back, metres) = level.levelled(&raised).unwrap();
        assert!((metres + 0.05).abs() < 1e-4, "{metres}");
        assert!((back.frame(7).root.y - walk.frame(7).root.y).abs() < 1e-5);
        let upstairs = walk.map_poses(|_, pose| pose.root.y += 3.0).unwrap();
        assert!(level.levelled(&upstairs).is_none(), "another floor of the house");
    }
}
