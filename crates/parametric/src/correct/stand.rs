//! Feet that go elsewhere without sliding: while they stand, their shift is one and the same.

use glam::DVec3;
use segue_motion::{Clip, ConstraintKind, FrameRange, Side};
use segue_numeric::{Penalty, smooth};

use crate::measure::Handle;

/// Plants of heel and toe that are nearer than this to each other, in seconds, are one stance.
const GAP_SECS: f64 = 0.1;

/// What a frame in which the foot stands, or that is measured, counts against one in which it swings.
const FIRM: f64 = 2000.0;

/// How fast the shift of a swinging foot may change, in Hz.
const SWING_HZ: f64 = 3.0;

/// By how much a foot moves in every frame so that it moves by `wish` in the frame that is measured. A foot that stands is not raised.
pub(super) fn shifts(handle: &Handle, wish: DVec3, clip: &Clip, side: Side) -> Vec<DVec3> {
    let (mut values, mut trusts) = (Vec::new(), vec![1.0; clip.len()]);
    values.extend(handle.profile.iter().map(|share| *share * wish));
    trusts[handle.frame] = FIRM;
    for stance in stances(clip, side) {
        let mean = handle.profile[stance.first..=stance.last].iter().sum::<f64>() / stance.len() as f64;
        let share = if stance.contains(handle.frame) { 1.0 } else { mean };
        for frame in stance.first..=stance.last {
            values[frame] = share * wish * DVec3::new(1.0, 0.0, 1.0);
            trusts[frame] = FIRM;
        }
    }
    smooth(&values, &trusts, &[Penalty::low_pass(3, SWING_HZ, 1.0 / clip.rate())])
}

/// The stretches in which heel or toe of a side stand.
fn stances(clip: &Clip, side: Side) -> Vec<FrameRange> {
    let kinds = [ConstraintKind::heel(side), ConstraintKind::toe(side)];
    let mut plants: Vec<FrameRange> =
        kinds.iter().flat_map(|kind| clip.constraints().of(*kind)).copied().collect();
    plants.sort_by_key(|range| range.first);
    let gap = (GAP_SECS * clip.rate()) as usize;
    let mut stances: Vec<FrameRange> = Vec::new();
    for plant in plants {
        match stances.last_mut() {
            Some(stance) if plant.first <= stance.last + gap => stance.last = stance.last.max(plant.last),
            _ => stances.push(plant),
        }
    }
    stances
}

#[cfg(test)]
mod tests {
    use segue_actors::{Locomotion, Pace};

    use super::*;
    use crate::measure::Moved;

    #[test]
    fn a_foot_that_stands_is_moved_by_one_shift_and_not_raised() {
        let walk = Locomotion { cycles: 3, ..Locomotion::new(Pace::Walk) }.perform().unwrap().clip;
        let last = walk.last_frame() as f64;
        let profile = (0..walk.len()).map(|frame| frame as f64 / last).collect();
        let frame = walk.last_frame();
        let handle = Handle { moved: Moved::Pelvis, axes: Vec::new(), profile, frame, is_travel: true };
        let found = shifts(&handle, DVec3::new(0.02, 0.01, 0.03), &walk, Side::Left);
        let stances = stances(&walk, Side::Left);
        assert!(stances.len() > 2);
        for stance in stances {
            let shift = found[stance.first];
            assert!(shift.y.abs() < 1e-4, "{shift}");
            let apart = (stance.first..=stance.last).map(|n| (found[n] - shift).length()).fold(0.0, f64::max);
            assert!(apart < 2e-4, "{apart}");
        }
    }
}
