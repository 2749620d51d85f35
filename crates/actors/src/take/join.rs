//! Performances joined end to end.

use std::collections::BTreeMap;

use crate::error::ActorError;
use crate::truth::{ActionSegment, Performance, PlannedFlight, Truth};
use segue_motion::Ground;
use segue_motion::{Clip, ConstraintKind, Constraints, FrameRange, Pose};

/// Joins performances that begin and end standing at ease, on one figure and at one rate. Each begins where the one
/// before ended, on the floor or on a box; the shared frame is counted once.
pub(crate) fn join(name: &str, parts: &[Performance]) -> Result<Performance, ActorError> {
    let first = parts.first().ok_or(ActorError::Unjoinable { what: "no performances" })?;
    let (skeleton, rate) = (first.clip.skeleton().clone(), first.clip.rate());
    if parts.iter().any(|part| **part.clip.skeleton() != *skeleton) {
        return Err(ActorError::Unjoinable { what: "performances of different figures" });
    }
    if parts.iter().any(|part| (part.clip.rate() - rate).abs() > 1e-9) {
        return Err(ActorError::Unjoinable { what: "performances at different rates" });
    }
    let mut builder = Clip::builder(name, skeleton, rate, &[]);
    let mut notes = Notes::default();
    let mut place = Place { world_from_part: Ground::IDENTITY, rise: 0.0 };
    for (i, part) in parts.iter().enumerate() {
        let (skipped, clip) = (usize::from(i > 0), &part.clip);
        if let Some(before) = i.checked_sub(1).map(|i| &parts[i].clip) {
            place.rise += before.frame(before.last_frame()).root.y - clip.frame(0).root.y;
        }
        notes.add(&part.truth, builder.frames() - skipped, clip.len() - skipped, &place);
        for pose in clip.frames().skip(skipped) {
            let mut pose = pose.to_pose();
            place.world_from_part.move_pose(&mut pose);
            pose.root.y += place.rise;
            builder.push(&pose)?;
        }
        place.world_from_part = place.world_from_part * end_of(clip);
    }
    let mut clip = builder.finish()?;
    clip.labels = notes.truth.segments.iter().map(|segment| segment.action.clone()).collect();
    clip.labels.dedup();
    let truth = notes.finish()?;
    Ok(Performance { clip: clip.with_constraints(truth.plants.clone())?, truth })
}

/// Where a part stands in the take.
struct Place {
    world_from_part: Ground,
    /// Metres above where it was made.
    rise: f32,
}

impl Place {
    /// Targets are places of the take.
    fn moved(&self, segment: &ActionSegment) -> BTreeMap<String, f64> {
        let mut parameters = segment.parameters.clone();
        let [x, y, z] = ["target_x", "target_y", "target_z"].map(|name| parameters.get(name).copied());
        if let (Some(x), Some(y), Some(z)) = (x, y, z) {
            let [x, z] = self.world_from_part.apply([x, z]);
            parameters.extend(
                [("target_x", x), ("target_y", y + f64::from(self.rise)), ("target_z", z)]
                    .map(|(name, value)| (name.to_owned(), value)),
            );
        }
        parameters
    }
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
    walked: bool,
}

impl Notes {
    fn add(&mut self, truth: &Truth, start: usize, frames: usize, place: &Place) {
        let later = |range: &FrameRange| FrameRange { first: range.first + start, last: range.last + start };
        for kind in ConstraintKind::ALL {
            let moved: Vec<FrameRange> = truth.plants.of(kind).iter().map(later).collect();
            self.add_plants(kind, moved);
        }
        self.truth.flights.extend(truth.flights.iter().map(|flight| PlannedFlight {
            takeoff: flight.takeoff + start as f64,
            apex: flight.apex + start as f64,
            landing: flight.landing + start as f64,
        }));
        self.truth.segments.extend(truth.segments.iter().map(|segment| ActionSegment {
            frames: later(&segment.frames),
            goal: segment.goal.map(|goal| goal + start as f64),
            parameters: place.moved(segment),
            action: segment.action.clone(),
        }));
        self.add_phase(&truth.phase, frames);
    }

    /// The phase goes on through the steps of every part and stands still in between.
    fn add_phase(&mut self, phase: &[f64], frames: usize) {
        let so_far = self.truth.phase.last().copied().unwrap_or(0.0);
        let skipped = phase.len().saturating_sub(frames);
        match phase.first() {
            None => self.truth.phase.extend(std::iter::repeat_n(so_far, frames)),
            Some(first) => {
                // Whole cycles are added: whole numbers stay strikes of the left foot.
                let later = (so_far - first).ceil();
                self.truth.phase.extend(phase[skipped..].iter().map(|value| value + later));
                self.walked = true;
            }
        }
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

    fn finish(mut self) -> Result<Truth, ActorError> {
        let mut plants = Constraints::default();
        for (kind, ranges) in self.plants {
            plants.set(kind, ranges)?;
        }
        self.truth.plants = plants;
        if !self.walked {
            self.truth.phase.clear();
        }
        Ok(self.truth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::assert_lawful;
    use crate::{Figure, GaitEnds, Jump, Locomotion, Pace, Reach, Stand, TurnInPlace};

    #[test]
    fn laws_and_targets_hold_across_seams() {
        let walk = Locomotion { ends: GaitEnds::StandToStand, ..Locomotion::new(Pace::Walk) };
        let parts = [
            walk.perform().unwrap(),
            TurnInPlace::default().perform().unwrap(),
            Jump::default().perform().unwrap(),
            Reach::default().perform().unwrap(),
            walk.perform().unwrap(),
        ];
        let take = join("take", &parts).unwrap();
        assert_lawful(&take);
        assert_eq!(take.truth.segments.len(), 5);
        let end = take.clip.frame(take.clip.last_frame()).root;
        assert!(end.x.abs() > 3.0 && end.z > 3.0, "the second walk leads to the left: {end}");
        let reach = &take.truth.segments[3];
        let table = segue_motion::PointTable::new(&take.clip);
        let hand = table.row(reach.goal.unwrap().ceil() as usize)[27];
        let missed = f64::from(hand.x) - reach.parameters["target_x"];
        assert!(missed.abs() < 5e-3, "{hand} {reach:?}");
        assert_eq!(take.truth.phase.len(), take.clip.len());
        assert!(take.truth.phase.is_sorted());
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
