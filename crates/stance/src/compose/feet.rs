//! Feet that stand where they land.

use glam::DVec3;
use segue_motion::{ConstraintKind, Constraints, FrameRange, IkSettings, PointId, Pose, Reach, Side};

use super::Stage;
use super::source::{at, frame_of};
use super::track::smooth;
use crate::stance::Origin;

/// All plants of a chain.
pub(super) struct Feet {
    plants: Vec<Plant>,
}

/// One point of a foot that stands, and where.
struct Plant {
    kind: ConstraintKind,
    side: Side,
    point: PointId,
    /// First and last frame of the result.
    frames: FrameRange,
    place: DVec3,
}

/// Where a leg has to go: an ankle's place in the world, or a shift of the ankle as it comes.
pub(super) enum Move {
    To(DVec3),
    By(DVec3),
}

fn kinds(side: Side) -> [ConstraintKind; 2] {
    match side {
        Side::Left => [ConstraintKind::LeftHeel, ConstraintKind::LeftToe],
        Side::Right => [ConstraintKind::RightHeel, ConstraintKind::RightToe],
    }
}

impl Feet {
    pub(super) fn new(stage: &Stage<'_>) -> Self {
        let mut plants = Vec::new();
        for stance in 0..stage.links.len() {
            for side in Side::BOTH {
                plants.extend(planted(stage, stance, side));
            }
        }
        Self { plants }
    }

    /// When each point is planted in the result.
    pub(super) fn plants(&self, stage: &Stage<'_>) -> Constraints {
        let mut constraints = Constraints::default();
        for kind in Side::BOTH.into_iter().flat_map(kinds) {
            let mut ranges: Vec<FrameRange> = Vec::new();
            for plant in self.plants.iter().filter(|plant| plant.kind == kind) {
                let last = plant.frames.last.min(stage.frames - 1);
                if plant.frames.first <= last
                    && ranges.last().is_none_or(|before| before.last < plant.frames.first)
                {
                    ranges.push(FrameRange { first: plant.frames.first, last });
                }
            }
            constraints.set(kind, ranges).expect("plants of one point are in order and apart");
        }
        constraints
    }

    /// Where both legs have to go at a time, given the pose as it comes.
    pub(super) fn moves(&self, stage: &Stage<'_>, secs: f64, natural: &Pose) -> Vec<Move> {
        let legs = stage.legs.iter();
        legs.map(|(side, leg)| {
            let ankle = PointId::joint(leg.end());
            self.held(stage, *side, ankle, secs, natural)
                .map_or_else(|| Move::By(self.eased(stage, *side, ankle, secs)), Move::To)
        })
        .collect()
    }

    /// Where the ankle is when the planted points of its foot are in their places.
    fn held(
        &self,
        stage: &Stage<'_>,
        side: Side,
        ankle: PointId,
        secs: f64,
        natural: &Pose,
    ) -> Option<DVec3> {
        let frame = (secs * stage.settings.rate).round() as usize;
        let points = stage.points(natural);
        let standing = self.plants.iter().filter(|plant| plant.side == side && plant.frames.contains(frame));
        let ankles: Vec<DVec3> =
            standing.map(|plant| plant.place + at(&points, ankle) - at(&points, plant.point)).collect();
        (!ankles.is_empty()).then(|| ankles.iter().sum::<DVec3>() / ankles.len() as f64)
    }

    /// What is left of the corrections before and after, between plants.
    fn eased(&self, stage: &Stage<'_>, side: Side, ankle: PointId, secs: f64) -> DVec3 {
        let rate = stage.settings.rate;
        let correction = |frame: usize| {
            let natural = stage.placed(frame as f64 / rate);
            let here = at(&stage.points(&natural), ankle);
            self.held(stage, side, ankle, frame as f64 / rate, &natural)
                .map_or(DVec3::ZERO, |held| held - here)
        };
        let of_side = || self.plants.iter().filter(|plant| plant.side == side);
        let frame = secs * rate;
        let before = of_side().map(|plant| plant.frames.last).filter(|&last| (last as f64) < frame).max();
        let after = of_side().map(|plant| plant.frames.first).filter(|&first| first as f64 > frame).min();
        let gap = match (before, after) {
            (Some(a), Some(b)) => (b - a) as f64 / rate,
            _ => f64::INFINITY,
        };
        let window = stage.settings.ease_secs.min(gap);
        let fade = |frames: f64| 1.0 - smooth(frames / rate / window);
        let from = before.map_or(DVec3::ZERO, |last| correction(last) * fade(frame - last as f64));
        let to = after.map_or(DVec3::ZERO, |first| correction(first) * fade(first as f64 - frame));
        from + to
    }
}

/// The plants of one foot in one contact: as in the clip with the largest share, moved as a whole by the mean
/// displacement between the feet as they come and as they were captured.
fn planted(stage: &Stage<'_>, stance: usize, side: Side) -> Vec<Plant> {
    let origins = stage.links[stance].base.origins();
    let Some(major) = origins.iter().max_by(|a, b| a.share.total_cmp(&b.share)) else { return Vec::new() };
    let [landing, liftoff] = stage.track.contact(stage.links, stance);
    let clip_frame =
        |secs: f64| frame_of(stage.links, &stage.track, stance, major, secs - stage.track.start(stance));
    let rate = stage.settings.rate;
    let frames = (landing * rate).ceil() as usize..=(liftoff * rate).floor() as usize;
    let mut plants = Vec::new();
    for kind in kinds(side) {
        let Some(point) = stage.anatomy.point(kind) else { continue };
        let holds = |frame: &usize| {
            let at = clip_frame(*frame as f64 / rate);
            stage.sources.plants(major).holds(kind, at.round().max(0.0) as usize)
        };
        let held: Vec<usize> = frames.clone().filter(holds).collect();
        if let (Some(&first), Some(&last)) = (held.first(), held.last()) {
            let place = place(stage, stance, major, point, &held);
            plants.push(Plant { kind, side, point, frames: FrameRange { first, last }, place });
        }
    }
    plants
}

/// The mean place of a planted point as it comes, at the height that it has in the clip.
fn place(stage: &Stage<'_>, stance: usize, origin: &Origin, point: PointId, held: &[usize]) -> DVec3 {
    let rate = stage.settings.rate;
    let (mut sum, mut height) = (DVec3::ZERO, 0.0);
    for &frame in held {
        let secs = frame as f64 / rate;
        sum += at(&stage.points(&stage.placed(secs)), point);
        let captured = frame_of(stage.links, &stage.track, stance, origin, secs - stage.track.start(stance));
        let pose = stage.sources.turned(origin, captured);
        height += at(&stage.points(&pose), point).y;
    }
    let n = held.len() as f64;
    (sum / n).with_y(height / n + stage.track.ground(stance))
}

/// Places the legs of a pose whose root was shifted; gives how far an ankle stays away.
pub(super) fn place_legs(stage: &Stage<'_>, pose: &mut Pose, moves: &[Move]) -> f64 {
    let mut missed: f64 = 0.0;
    for ((_, leg), to) in stage.legs.iter().zip(moves) {
        let here = at(&stage.points(pose), PointId::joint(leg.end()));
        let target = match to {
            Move::To(place) => *place,
            Move::By(shift) => here + *shift,
        };
        if here.distance(target) < 1e-7 {
            continue;
        }
        let reach = leg.solve(&stage.sources.skeleton, pose, target.as_vec3(), &IkSettings::default());
        if let Reach::Missed { by } = reach {
            missed = missed.max(f64::from(by));
        }
    }
    missed
}
