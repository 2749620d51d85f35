//! The clips that stances come from, played at the times of the chain.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use glam::{DQuat, DVec3, Quat};
use segue_blend::PoseMean;
use segue_motion::{
    Anatomy, Clip, ClipId, ClipSet, Constraints, Mirror, PlantSettings, Pose, Side, Skeleton, find_plants,
};

use super::feet::kinds;
use super::matched::Matched;
use super::monotone::Monotone;
use super::track::Track;
use crate::StanceError;
use crate::body::foot_points;
use crate::plan::Link;
use crate::stance::StanceOrigin;

/// The clips that show each stance of a chain, on one skeleton.
pub(super) struct Sources {
    /// As they were captured or mirrored, with their plants.
    clips: BTreeMap<(ClipId, bool), Clip>,
    /// Of each stance.
    parts: Vec<Vec<Part>>,
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) notes: Vec<String>,
}

/// One clip of a stance.
pub(super) struct Part {
    clip: ClipId,
    pub(super) origin: StanceOrigin,
    /// How it goes with the first part; `None` for that itself, and where registration failed.
    matched: Option<Matched>,
}

/// Flights are played at most this much slower or faster than they were captured.
const FASTEST: f64 = 2.0;

impl Sources {
    pub(super) fn new(links: &[Link], clips: &ClipSet) -> Result<Self, StanceError> {
        if links.is_empty() {
            return Err(StanceError::EmptyPath);
        }
        let mut found = BTreeMap::new();
        let mut chains = Vec::with_capacity(links.len());
        for link in links {
            let mut parts = parts_of(link, clips)?;
            parts.sort_by(|a, b| b.origin.share.total_cmp(&a.origin.share));
            for part in &mut parts {
                let clip = match found.entry(part.key()) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(place) => place.insert(prepared(&clips[part.clip], part.origin.mirrored)?),
                };
                // On another skeleton feet are at other heights above the ground.
                part.origin.ground = lowest_planted(clip, &part.origin).unwrap_or(part.origin.ground);
            }
            chains.push(parts);
        }
        let notes = clips.notes().map(str::to_owned).collect();
        let mut sources = Self { clips: found, parts: Vec::new(), skeleton: clips.skeleton().clone(), notes };
        for parts in chains {
            let matched = sources.matched(parts);
            sources.parts.push(matched);
        }
        Ok(sources)
    }

    /// How the other clips of a stance go with its first.
    fn matched(&mut self, mut parts: Vec<Part>) -> Vec<Part> {
        let Some((main, others)) = parts.split_first_mut() else { return parts };
        for part in others {
            let pair = [&main.origin, &part.origin];
            match Matched::of(pair, [self.clip(main), self.clip(part)]) {
                Ok(matched) => part.matched = Some(matched),
                Err(why) => {
                    let [a, b] = pair.map(|origin| &origin.clip);
                    self.notes.push(format!("`{a}` and `{b}` go together by their contacts alone: {why}"));
                }
            }
        }
        parts
    }

    fn clip(&self, part: &Part) -> &Clip {
        &self.clips[&part.key()]
    }

    /// The clip with the largest share of a stance.
    pub(super) fn main(&self, stance: usize) -> Option<&Part> {
        self.parts[stance].first()
    }

    pub(super) fn plants(&self, part: &Part) -> &Constraints {
        self.clip(part).constraints()
    }

    /// The pose of a stance `since` seconds after its first apex, in the axes of the stance, clips mixed by their shares.
    /// The clip with the largest share keeps the time; the others are where their registration with it says.
    pub(super) fn pose(&self, links: &[Link], track: &Track, stance: usize, since: f64) -> Pose {
        let frame_of = |origin: &StanceOrigin| frame_of(links, track, stance, origin, since);
        let parts = &self.parts[stance];
        let total: f64 = parts.iter().map(|part| part.origin.share).sum();
        let mut mean = PoseMean::new(&self.skeleton);
        for part in parts {
            let main = &parts[0].origin;
            let pose = match &part.matched {
                None => self.turned(part, frame_of(&part.origin)),
                Some(matched) => {
                    let (frame, turn) = matched.second(frame_of(main));
                    self.turned_by(part, frame, axes(main) * turn)
                }
            };
            mean.add(part.origin.share / total, &pose);
        }
        mean.finish()
    }

    /// A frame of a clip, in the axes of its stance and without the place of its root.
    pub(super) fn turned(&self, part: &Part, frame: f64) -> Pose {
        self.turned_by(part, frame, axes(&part.origin))
    }

    fn turned_by(&self, part: &Part, frame: f64, axes: Quat) -> Pose {
        let (clip, origin) = (self.clip(part), &part.origin);
        let mut pose = clip.sample(frame.clamp(0.0, clip.last_frame() as f64));
        pose.rotations[0] = (axes * pose.rotations[0]).normalize();
        pose.root = axes * (pose.root - glam::Vec3::Y * origin.ground as f32);
        pose.translations.clear();
        pose
    }
}

impl Part {
    /// Its clip in the set, and whether it is mirrored.
    fn key(&self) -> (ClipId, bool) {
        (self.clip, self.origin.mirrored)
    }
}

/// The clips of a stance, of which it has at least one.
fn parts_of(link: &Link, clips: &ClipSet) -> Result<Vec<Part>, StanceError> {
    let part = |origin: &StanceOrigin| {
        let missing = || StanceError::MissingClip { clip: origin.clip.clone() };
        let clip = clips.find(origin.hash).ok_or_else(missing)?;
        Ok(Part { clip, origin: origin.clone(), matched: None })
    };
    link.base.origins().iter().map(part).collect()
}

/// The rotation from a clip's world to the axes of its stance.
fn axes(origin: &StanceOrigin) -> Quat {
    DQuat::from_rotation_y(-origin.heading).as_quat()
}

fn prepared(clip: &Clip, mirrored: bool) -> Result<Clip, StanceError> {
    let clip = if mirrored { Mirror::of(clip.skeleton()).clip(clip)? } else { clip.clone() };
    if !clip.constraints().is_empty() {
        return Ok(clip);
    }
    let plants = find_plants(&clip, &Anatomy::of(clip.skeleton()), &PlantSettings::default());
    Ok(clip.with_constraints(plants)?)
}

/// The lowest that a point of a planted foot is in the contact of a stance, as extraction finds it.
fn lowest_planted(clip: &Clip, origin: &StanceOrigin) -> Option<f64> {
    let (skeleton, plants, anatomy) = (clip.skeleton(), clip.constraints(), Anatomy::of(clip.skeleton()));
    let contact =
        origin.start.max(0.0).ceil() as usize..=(origin.end.floor() as usize).min(clip.last_frame());
    let mut lowest: Option<f64> = None;
    for side in Side::BOTH {
        let Some(leg) = anatomy.leg(side) else { continue };
        let planted = |frame: &usize| kinds(side).iter().any(|&kind| plants.holds(kind, *frame));
        let (first, last) = (contact.clone().find(planted), contact.clone().rev().find(planted));
        let Some((first, last)) = first.zip(last) else { continue };
        let sole = foot_points(skeleton, leg.ankle);
        for frame in first..=last {
            let points = points_of(&clip.sample(frame as f64), skeleton);
            let low = sole.iter().map(|&point| at(&points, point).y).fold(f64::INFINITY, f64::min);
            lowest = Some(lowest.map_or(low, |lowest| lowest.min(low)));
        }
    }
    lowest
}

/// The frame of a clip at a moment of the stance in the chain: contacts begin and end together, flights are played from
/// the contact outwards. The speed of play does not jump in between.
pub(super) fn frame_of(
    links: &[Link],
    track: &Track,
    stance: usize,
    origin: &StanceOrigin,
    since: f64,
) -> f64 {
    let warped = &links[stance].found.warped.stance;
    let (landing, liftoff) = (warped.landing_secs(), warped.liftoff_secs());
    let start = track.start(stance);
    let before = stance.checked_sub(1).map(|before| start + landing - track.contact(links, before)[1]);
    let after = (stance + 1 < links.len()).then(|| track.contact(links, stance + 1)[0] - start - liftoff);
    let falls = if before.is_some() { origin.takeoff } else { origin.start };
    let rises = if after.is_some() { origin.next_landing } else { origin.end };
    let (fall, rise) = (before.unwrap_or(landing), after.unwrap_or(warped.end_secs() - liftoff));
    let slow = bounded(origin.landing - falls, fall, origin.rate);
    let fast = bounded(rises - origin.liftoff, rise, origin.rate);
    let played = Monotone([
        [landing - fall, origin.landing - fall * slow],
        [landing, origin.landing],
        [liftoff, origin.liftoff],
        [liftoff + rise, origin.liftoff + rise * fast],
    ]);
    played.at(since)
}

/// Frames of the clip in each second of the chain.
fn bounded(captured: f64, secs: f64, rate: f64) -> f64 {
    (captured / secs.max(1e-6)).clamp(rate / FASTEST, rate * FASTEST)
}

/// Positions of all points of a pose.
pub(super) fn points_of(pose: &Pose, skeleton: &Skeleton) -> Vec<glam::Vec3> {
    let mut world = Vec::new();
    pose.world_from_joints(skeleton, &mut world);
    let sites = skeleton.end_sites().iter();
    let ends: Vec<glam::Vec3> = sites.map(|site| world[site.parent.index()] * site.offset).collect();
    world.iter().map(|joint| joint.translation).chain(ends).collect()
}

/// A point of a pose in double precision.
pub(super) fn at(points: &[glam::Vec3], point: segue_motion::PointId) -> DVec3 {
    points[point.index()].as_dvec3()
}
