//! Takes: performances joined end to end, as an actor would do one thing after another.

use crate::Ground;
use crate::{Clip, ConstraintKind, Constraints, FrameRange, Pose};

use super::error::SynthError;
use super::truth::{ActionSegment, Flight, Performance, Truth};

/// Joins performances that begin and end standing at ease, on one figure and at one rate. Each begins where the one
/// before ended; the shared frame is counted once.
///
/// ```
/// use segue_motion::synth::{Jump, Stand, join};
///
/// let parts = [Stand::default().perform()?, Jump::default().perform()?];
/// let take = join("look, then leap", &parts)?;
/// assert_eq!(take.clip.len(), parts[0].clip.len() + parts[1].clip.len() - 1);
/// assert_eq!(take.truth.segments.len(), 2);
/// # Ok::<(), segue_motion::synth::SynthError>(())
/// ```
///
/// # Errors
/// When there is no part, or the parts differ in skeleton or rate.
pub fn join(name: &str, parts: &[Performance]) -> Result<Performance, SynthError> {
    let first = parts.first().ok_or(SynthError::Unjoinable { what: "no performances" })?;
    let (skeleton, rate) = (first.clip.skeleton().clone(), first.clip.rate());
    if parts.iter().any(|part| **part.clip.skeleton() != *skeleton) {
        return Err(SynthError::Unjoinable { what: "performances of different figures" });
    }
    if parts.iter().any(|part| (part.clip.rate() - rate).abs() > 1e-9) {
        return Err(SynthError::Unjoinable { what: "performances at different rates" });
    }
    let mut builder = Clip::builder(name, skeleton, rate, &[]);
    let mut notes = Notes::default();
    let mut world_from_part = Ground::IDENTITY;
    for (i, part) in parts.iter().enumerate() {
        let skipped = usize::from(i > 0);
        notes.add(&part.truth, builder.frames() - skipped, part.clip.len());
        for pose in part.clip.frames().skip(skipped) {
            let mut pose = pose.to_pose();
            world_from_part.move_pose(&mut pose);
            builder.push(&pose)?;
        }
        world_from_part = world_from_part * end_of(&part.clip);
    }
    let mut clip = builder.finish()?;
    clip.labels = notes.truth.segments.iter().map(|segment| segment.action.clone()).collect();
    clip.labels.dedup();
    let truth = notes.finish()?;
    Ok(Performance { clip: clip.with_constraints(truth.plants.clone())?, truth })
}

/// Where a performance's last stance lies, seen from its first.
fn end_of(clip: &Clip) -> Ground {
    let placed = |pose: &Pose| {
        let turn = pose.rotations[0];
        let yaw = 2.0 * libm::atan2(f64::from(turn.y), f64::from(turn.w));
        Ground::new(yaw, f64::from(pose.root.x), f64::from(pose.root.z))
    };
    let (first, last) = (clip.frame(0).to_pose(), clip.frame(clip.last_frame()).to_pose());
    placed(&last) * placed(&first).inverse()
}

/// Truth gathered from part to part.
#[derive(Default)]
struct Notes {
    truth: Truth,
    plants: Vec<(ConstraintKind, Vec<FrameRange>)>,
}

impl Notes {
    fn add(&mut self, truth: &Truth, start: usize, frames: usize) {
        let later = |range: &FrameRange| FrameRange { first: range.first + start, last: range.last + start };
        for kind in ConstraintKind::ALL {
            let moved: Vec<FrameRange> = truth.plants.of(kind).iter().map(later).collect();
            self.add_plants(kind, moved);
        }
        self.truth.flights.extend(truth.flights.iter().map(|flight| Flight {
            takeoff: flight.takeoff + start as f64,
            apex: flight.apex + start as f64,
            landing: flight.landing + start as f64,
        }));
        self.truth.segments.extend(truth.segments.iter().map(|segment| ActionSegment {
            frames: later(&segment.frames),
            goal: segment.goal.map(|goal| goal + start as f64),
            ..segment.clone()
        }));
        debug_assert!(truth.phase.is_empty() || truth.phase.len() == frames, "phase has one value per frame");
    }

    /// A plant that lasts over the seam is one plant.
    fn add_plants(&mut self, kind: ConstraintKind, moved: Vec<FrameRange>) {
        if !self.plants.iter().any(|(known, _)| *known == kind) {
            self.plants.push((kind, Vec::new()));
        }
        let known = self.plants.iter_mut().filter(|(known, _)| *known == kind).map(|(_, ranges)| ranges);
        let known = known.last().expect("the kind was just added");
        for range in moved {
            match known.last_mut() {
                Some(last) if range.first <= last.last + 1 => last.last = last.last.max(range.last),
                _ => known.push(range),
            }
        }
    }

    fn finish(mut self) -> Result<Truth, SynthError> {
        let mut plants = Constraints::default();
        for (kind, ranges) in self.plants {
            plants.set(kind, ranges)?;
        }
        self.truth.plants = plants;
        Ok(self.truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synth::laws::broken_laws;
    use crate::synth::{Ends, Figure, Jump, Locomotion, Pace, Stand, TurnInPlace};

    #[test]
    fn a_take_obeys_the_laws_across_its_seams() {
        let walk = Locomotion { ends: Ends::StandToStand, ..Locomotion::new(Pace::Walk) };
        let parts = [
            walk.perform().unwrap(),
            TurnInPlace::default().perform().unwrap(),
            Jump::default().perform().unwrap(),
            Stand::default().perform().unwrap(),
            walk.perform().unwrap(),
        ];
        let take = join("take", &parts).unwrap();
        let broken = broken_laws(&take);
        assert!(broken.is_empty(), "{broken:?}");
        assert_eq!(take.truth.segments.len(), 5);
        let end = take.clip.frame(take.clip.last_frame()).root;
        assert!(end.x.abs() > 3.0 && end.z > 3.0, "the second walk leads to the left: {end}");
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let tall = Stand { figure: Figure::tall(), ..Stand::default() }.perform().unwrap();
        let fast = Stand { rate: 120.0, ..Stand::default() }.perform().unwrap();
        let plain = Stand::default().perform().unwrap();
        for parts in [vec![], vec![plain.clone(), tall], vec![plain, fast]] {
            let error = join("take", &parts).unwrap_err().to_string();
            assert!(error.contains("cannot be joined"), "{error}");
        }
    }
}
