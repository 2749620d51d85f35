//! The clips that stances come from, played at the times of the chain.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DQuat, DVec3, Quat};
use segue_motion::{Anatomy, Clip, Constraints, Mirror, PlantSettings, Pose, Skeleton, find_plants};

use super::track::Track;
use crate::StanceError;
use crate::plan::Link;
use crate::stance::Origin;

/// Clips by name and whether they are mirrored.
pub(super) struct Sources {
    clips: BTreeMap<(String, bool), Clip>,
    pub(super) skeleton: Arc<Skeleton>,
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
        let first = found.values().next().ok_or_else(|| StanceError::MissingClip { clip: String::new() })?;
        let skeleton = first.skeleton().clone();
        for clip in found.values() {
            let (a, b) = (skeleton.len(), clip.skeleton().len());
            if a != b {
                return Err(StanceError::Skeletons { clip: clip.name().to_owned(), joints: [b, a] });
            }
        }
        Ok(Self { clips: found, skeleton })
    }

    pub(super) fn clip(&self, origin: &Origin) -> &Clip {
        &self.clips[&(origin.clip.clone(), origin.mirrored)]
    }

    pub(super) fn plants(&self, origin: &Origin) -> &Constraints {
        self.clip(origin).constraints()
    }

    /// The pose of a stance `since` seconds after its first apex, in the axes of the stance, clips mixed by their shares.
    pub(super) fn pose(&self, links: &[Link], track: &Track, stance: usize, since: f64) -> Pose {
        let mut mixture: Option<(Pose, f64)> = None;
        for origin in links[stance].base.origins() {
            let frame = frame_of(links, track, stance, origin, since);
            let pose = self.turned(origin, frame);
            mixture = Some(match mixture {
                None => (pose, origin.share),
                Some((sum, share)) => {
                    (mixed(&sum, &pose, origin.share / (share + origin.share)), share + origin.share)
                }
            });
        }
        mixture.map_or_else(|| Pose::rest(&self.skeleton), |(pose, _)| pose)
    }

    /// A frame of a clip, in the axes of its stance and without the place of its root.
    pub(super) fn turned(&self, origin: &Origin, frame: f64) -> Pose {
        let clip = self.clip(origin);
        let mut pose = clip.sample(frame.clamp(0.0, clip.last_frame() as f64));
        let axes = DQuat::from_rotation_y(-origin.heading).as_quat();
        pose.rotations[0] = (axes * pose.rotations[0]).normalize();
        pose.root = axes * (pose.root - glam::Vec3::Y * origin.ground as f32);
        pose.translations.clear();
        pose
    }
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
