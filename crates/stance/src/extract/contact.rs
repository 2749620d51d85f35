//! Which feet are on the ground, and where.

use glam::{DVec2, DVec3};
use segue_motion::{ConstraintKind, Constraints, FrameRange, PointId, Side};

use super::ends::{Ends, Place};
use super::scene::Scene;
use crate::body::foot_points;
use crate::core::{LegTrack, SAMPLES};
use crate::polygon::Polygon;
use crate::{Footing, Refusal};

/// Feet that land within this time of each other land together, in seconds.
const TOGETHER_SECS: f64 = 0.12;

/// Feet that stand farther apart than this have no common contact point, in metres.
const FAR_APART: f64 = 0.5;

/// Half the width of a foot, in metres: plants are lines from heel to toe.
const HALF_FOOT: f64 = 0.04;

/// One contact of a clip.
pub(super) struct Contact {
    pub(super) frames: FrameRange,
    pub(super) footing: Footing,
    /// Height of the ground in the world.
    pub(super) ground: f64,
    /// The contact point in the world.
    pub(super) point: DVec3,
    feet: Vec<Foot>,
}

struct Foot {
    side: Side,
    frames: FrameRange,
    /// Mean place of its planted points.
    place: DVec3,
}

impl Foot {
    /// When it is planted, as shares of the contact.
    fn planted(&self, scene: &Scene<'_>, ends: &Ends) -> [f64; 2] {
        let share = |frame: usize| {
            (frame as f64 / scene.rate() - ends.landing_secs) / (ends.liftoff_secs - ends.landing_secs)
        };
        [share(self.frames.first).clamp(0.0, 1.0), share(self.frames.last).clamp(0.0, 1.0)]
    }
}

impl Contact {
    pub(super) fn between(scene: &Scene<'_>, first: usize, last: usize) -> Result<Self, Refusal> {
        let frames = FrameRange { first, last: last.max(first) };
        let refuse = |reason: String| Refusal { frames, reason };
        let mut feet = Vec::new();
        for side in Side::BOTH {
            feet.extend(foot(scene, side, frames).map_err(refuse)?);
        }
        let [left, right] =
            [Side::Left, Side::Right].map(|side| feet.iter().find(|foot: &&Foot| foot.side == side));
        let footing = match (left, right) {
            (Some(left), Some(right)) => together(scene, left, right).map_err(refuse)?,
            (Some(_), None) => Footing::Left,
            (None, Some(_)) => Footing::Right,
            (None, None) => return Err(refuse("no foot is planted in it".to_owned())),
        };
        let ground = feet.iter().map(|foot| ground(scene, foot)).fold(f64::INFINITY, f64::min);
        let point = feet.iter().map(|foot| foot.place).sum::<DVec3>() / feet.len() as f64;
        Ok(Self { frames, footing, ground, point: point.with_y(ground), feet })
    }

    pub(super) fn refusal(&self, reason: String) -> Refusal {
        Refusal { frames: self.frames, reason }
    }

    /// How far the centre of mass is from the contact point at a time, in leg lengths.
    pub(super) fn legs_away(&self, scene: &Scene<'_>, secs: f64) -> f64 {
        scene.body.centre(&scene.points(secs)).distance(self.point) / scene.body.leg_length()
    }

    /// Hips and ankles of the legs that carry.
    pub(super) fn legs(&self, scene: &Scene<'_>, ends: &Ends, place: &Place) -> [Option<LegTrack>; 2] {
        let times = ends.sample_secs();
        let track = |foot: &Foot| {
            let [hip, ankle] = scene.leg(foot.side);
            let mut track = LegTrack {
                hip: [DVec3::ZERO; SAMPLES],
                ankle: [DVec3::ZERO; SAMPLES],
                planted: foot.planted(scene, ends),
            };
            for (i, &secs) in times.iter().enumerate() {
                let points = scene.points(secs);
                let at = |point: PointId| points[point.index()].as_dvec3();
                track.hip[i] = place.vector(at(hip) - scene.body.centre(&points));
                track.ankle[i] = place.vector(at(ankle) - self.point);
            }
            track
        };
        let mut legs = self.feet.iter().map(track);
        [legs.next(), legs.next()]
    }

    /// Where the feet can push in each frame of the contact, from the contact point.
    pub(super) fn support(&self, scene: &Scene<'_>, place: &Place) -> Vec<Polygon> {
        let polygon = |frame: usize| {
            let planted = self
                .feet
                .iter()
                .flat_map(|foot| kinds(foot.side))
                .filter(|&kind| scene.plants.holds(kind, frame));
            let places = planted
                .filter_map(|kind| scene.anatomy.point(kind))
                .map(|point| scene.table.at(frame, point).as_dvec3() - self.point);
            let corners: Vec<DVec2> = places.map(|at| place.vector(at)).flat_map(around).collect();
            Polygon::hull(&corners)
        };
        (self.frames.first..=self.frames.last)
            .map(polygon)
            .filter(|polygon| !polygon.corners().is_empty())
            .collect()
    }
}

/// The width of a foot around one of its points.
fn around(point: DVec3) -> [DVec2; 4] {
    let (at, w) = (DVec2::new(point.x, point.z), HALF_FOOT);
    [DVec2::new(w, w), DVec2::new(w, -w), DVec2::new(-w, w), DVec2::new(-w, -w)].map(|corner| at + corner)
}

fn kinds(side: Side) -> [ConstraintKind; 2] {
    match side {
        Side::Left => [ConstraintKind::LeftHeel, ConstraintKind::LeftToe],
        Side::Right => [ConstraintKind::RightHeel, ConstraintKind::RightToe],
    }
}

/// The one plant of a foot within some frames; `None` when it is in the air throughout.
fn foot(scene: &Scene<'_>, side: Side, frames: FrameRange) -> Result<Option<Foot>, String> {
    let spans = spans(&scene.plants, side, frames);
    let span = match spans[..] {
        [] => return Ok(None),
        [span] => span,
        _ => return Err(format!("the {} foot plants {} times in it", name(side), spans.len())),
    };
    let mut places = Vec::new();
    for kind in kinds(side) {
        let Some(point) = scene.anatomy.point(kind) else { continue };
        let planted = (span.first..=span.last).filter(|&frame| scene.plants.holds(kind, frame));
        places.extend(planted.map(|frame| scene.table.at(frame, point).as_dvec3()));
    }
    let place = places.iter().sum::<DVec3>() / places.len() as f64;
    Ok(Some(Foot { side, frames: span, place }))
}

/// When heel or toe of a foot are planted within some frames.
fn spans(plants: &Constraints, side: Side, frames: FrameRange) -> Vec<FrameRange> {
    let mut parts: Vec<FrameRange> = kinds(side)
        .into_iter()
        .flat_map(|kind| plants.of(kind))
        .filter_map(|part| part.intersection(frames))
        .collect();
    parts.sort();
    let mut joined: Vec<FrameRange> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) if part.first <= last.last + 1 => last.last = last.last.max(part.last),
            _ => joined.push(part),
        }
    }
    joined
}

fn together(scene: &Scene<'_>, left: &Foot, right: &Foot) -> Result<Footing, String> {
    let apart_secs = left.frames.first.abs_diff(right.frames.first) as f64 / scene.rate();
    let overlap = left.frames.intersection(right.frames);
    if apart_secs > TOGETHER_SECS || overlap.is_none() {
        return Err(format!("the feet land one after the other, {apart_secs:.2} s apart"));
    }
    let metres = (left.place - right.place).with_y(0.0).length();
    if metres > FAR_APART {
        return Err(format!("the feet land {metres:.2} m apart"));
    }
    Ok(Footing::Both)
}

/// The lowest that any point of the foot is while it is planted: the tip of the toes comes nearest to the sole.
fn ground(scene: &Scene<'_>, foot: &Foot) -> f64 {
    let (skeleton, [_, ankle]) = (scene.clip.skeleton(), scene.leg(foot.side));
    let points = foot_points(skeleton, ankle.carrier(skeleton));
    let height = |frame: usize, point: &PointId| f64::from(scene.table.at(frame, *point).y);
    let frames = foot.frames.first..=foot.frames.last;
    frames
        .flat_map(|frame| points.iter().map(move |point| height(frame, point)))
        .fold(f64::INFINITY, f64::min)
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Left => "left",
        Side::Right => "right",
    }
}
