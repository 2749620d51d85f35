//! The clips that stances come from, played at the times of the chain.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DQuat, DVec3, Quat};
use segue_motion::{Anatomy, Clip, Constraints, Mirror, PlantSettings, Pose, Skeleton, find_plants};
use segue_register::{Conformed, conform};

use super::matched::Matched;
use super::track::Track;
use crate::StanceError;
use crate::plan::Link;
use crate::stance::Origin;

/// The clips that show each stance of a chain, on one skeleton.
pub(super) struct Sources {
    clips: BTreeMap<(String, bool), Clip>,
    /// Of each stance.
    parts: Vec<Vec<Part>>,
    pub(super) skeleton: Arc<Skeleton>,
    pub(super) notes: Vec<String>,
}

/// One clip of a stance.
struct Part {
    origin: Origin,
    /// How it goes with the first part; `None` for that itself, and where registration failed.
    matched: Option<Matched>,
}

/// Flights are played at most this much slower or faster than they were captured.
const FASTEST: f64 = 2.0;

impl Sources {
    pub(super) fn new(links: &[Link], clips: &[Clip]) -> Result<Self, StanceError> {
        let mut found: BTreeMap<(String, bool), Clip> = BTreeMap::new();
        for origin in links.iter().flat_map(|link| link.base.origins()) {
            let key = (origin.clip.clone(), origin.mirrored);
            if found.contains_key(&key) {
                continue;
            }
            let clip = clips.iter().find(|clip| clip.name() == origin.clip);
            let clip = clip.ok_or_else(|| StanceError::MissingClip { clip: origin.clip.clone() })?;
            found.insert(key, prepared(clip, origin.mirrored)?);
        }
        let (keys, clips): (Vec<_>, Vec<_>) = found.iter().unzip();
        let Some(first) = clips.first() else { return Err(StanceError::MissingClip { clip: String::new() }) };
        let skeleton = first.skeleton().clone();
        let Conformed { clips, notes } = conform(&clips, 0).map_err(Box::new)?;
        let clips = keys.into_iter().cloned().zip(clips.into_iter().map(Cow::into_owned)).collect();
        let mut sources = Self { clips, parts: Vec::new(), skeleton, notes };
        for link in links {
            let parts = sources.parts_of(link);
            sources.parts.push(parts);
        }
        Ok(sources)
    }

    /// The clips of a stance, that with the largest share first, and how the others go with it.
    fn parts_of(&mut self, link: &Link) -> Vec<Part> {
        let mut origins: Vec<Origin> = link.base.origins().to_vec();
        origins.sort_by(|a, b| b.share.total_cmp(&a.share));
        let mut notes = Vec::new();
        let part = |(n, origin): (usize, &Origin)| {
            let pair = [&origins[0], origin];
            let matched = (n > 0).then(|| Matched::of(pair, pair.map(|origin| self.clip(origin))));
            let matched = matched.and_then(|matched| {
                let note = |why| {
                    let [a, b] = pair.map(|origin| &origin.clip);
                    format!("`{a}` and `{b}` go together by their contacts alone: {why}")
                };
                matched.map_err(|why| notes.push(note(why))).ok()
            });
            Part { origin: origin.clone(), matched }
        };
        let parts = origins.iter().enumerate().map(part).collect();
        self.notes.extend(notes);
        parts
    }

    pub(super) fn clip(&self, origin: &Origin) -> &Clip {
        &self.clips[&(origin.clip.clone(), origin.mirrored)]
    }

    /// The clip with the largest share of a stance.
    pub(super) fn main(&self, stance: usize) -> Option<&Origin> {
        self.parts[stance].first().map(|part| &part.origin)
    }

    pub(super) fn plants(&self, origin: &Origin) -> &Constraints {
        self.clip(origin).constraints()
    }

    /// The pose of a stance `since` seconds after its first apex, in the axes of the stance, clips mixed by their shares.
    /// The clip with the largest share keeps the time; the others are where their registration with it says.
    pub(super) fn pose(&self, links: &[Link], track: &Track, stance: usize, since: f64) -> Pose {
        let mut mixture: Option<(Pose, f64)> = None;
        let frame_of = |origin: &Origin| frame_of(links, track, stance, origin, since);
        for part in &self.parts[stance] {
            let main = &self.parts[stance][0].origin;
            let (origin, share) = (&part.origin, part.origin.share);
            let pose = match &part.matched {
                None => self.turned(origin, frame_of(origin)),
                Some(matched) => {
                    let (frame, turn) = matched.second(frame_of(main));
                    self.turned_by(origin, frame, axes(main) * turn)
                }
            };
            mixture = Some(match mixture {
                None => (pose, share),
                Some((sum, before)) => (mixed(&sum, &pose, share / (before + share)), before + share),
            });
        }
        mixture.map_or_else(|| Pose::rest(&self.skeleton), |(pose, _)| pose)
    }

    /// A frame of a clip, in the axes of its stance and without the place of its root.
    pub(super) fn turned(&self, origin: &Origin, frame: f64) -> Pose {
        self.turned_by(origin, frame, axes(origin))
    }

    fn turned_by(&self, origin: &Origin, frame: f64, axes: Quat) -> Pose {
        let clip = self.clip(origin);
        let mut pose = clip.sample(frame.clamp(0.0, clip.last_frame() as f64));
        pose.rotations[0] = (axes * pose.rotations[0]).normalize();
        pose.root = axes * (pose.root - glam::Vec3::Y * origin.ground as f32);
        pose.translations.clear();
        pose
    }
}

/// The rotation from a clip's world to the axes of its stance.
fn axes(origin: &Origin) -> Quat {
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

/// The frame of a clip at a moment of the stance in the chain: contacts begin and end together, flights are played from
/// the contact outwards.
pub(super) fn frame_of(links: &[Link], track: &Track, stance: usize, origin: &Origin, since: f64) -> f64 {
    let warped = &links[stance].found.warped.stance;
    let (landing, liftoff) = (warped.landing_secs(), warped.liftoff_secs());
    let start = track.start(stance);
    if since < landing {
        let secs =
            stance.checked_sub(1).map_or(landing, |before| start + landing - track.contact(links, before)[1]);
        let captured =
            if stance > 0 { origin.landing - origin.takeoff } else { origin.landing - origin.start };
        return origin.landing - (landing - since) * bounded(captured, secs, origin.rate);
    }
    if since > liftoff {
        let next = (stance + 1 < links.len()).then(|| track.contact(links, stance + 1)[0] - start - liftoff);
        let secs = next.unwrap_or(warped.end_secs() - liftoff);
        let captured =
            if next.is_some() { origin.next_landing - origin.liftoff } else { origin.end - origin.liftoff };
        return origin.liftoff + (since - liftoff) * bounded(captured, secs, origin.rate);
    }
    origin.landing + (since - landing) / (liftoff - landing) * (origin.liftoff - origin.landing)
}

/// Frames of the clip in each second of the chain.
fn bounded(captured: f64, secs: f64, rate: f64) -> f64 {
    (captured / secs.max(1e-6)).clamp(rate / FASTEST, rate * FASTEST)
}

/// A pose a share of the way from one to another.
pub(super) fn mixed(a: &Pose, b: &Pose, share: f64) -> Pose {
    let share = share as f32;
    let turn = |(a, b): (&Quat, &Quat)| a.slerp(*b, share);
    Pose {
        root: a.root.lerp(b.root, share),
        rotations: a.rotations.iter().zip(&b.rotations).map(turn).collect(),
        translations: Vec::new(),
    }
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
