//! What a source clip stands on: when its feet are planted, how high they are then, and which way they point.

use glam::{Quat, Vec3};

use super::drive::SourceFrame;
use super::even::smooth;
use super::figures::{Figure, Foot};
use crate::root_motion::heading;
use crate::{
    Clip, ConstraintKind, Constraints, FrameRange, JointId, PlantSettings, PointId, Rigid, Role, Side,
    find_plants,
};

/// Heights of standing are this quantile of the heights of planted frames: noise dips below, rolling rises above.
const STANDING: f32 = 0.1;

/// Feet whose heights of standing differ by more than this, in legs, stand on different floors; then the lower counts.
const ONE_FLOOR: f32 = 0.05;

/// A foot that stands flat may be tilted against its rest pose by at most this angle; more is no rest pose of a foot.
const LARGEST_TILT: f32 = 0.6;

/// A tilt is only believed from as many frames.
const FRAMES_OF_TILT: usize = 5;

/// A foot this far from its plants, in seconds, is entirely free.
const FREE_SECS: f64 = 0.1;

/// How one foot of a clip stands.
#[derive(Clone, Debug)]
pub(super) struct Stand {
    pub(super) ankle: JointId,
    pub(super) ball: Option<PointId>,
    /// Heights of the ankle and of the ball when they stand, in metres of the source; unknown for a clip without plants
    /// whose rest pose is a frame of some motion.
    pub(super) ankle_height: Option<f32>,
    pub(super) ball_height: Option<f32>,
    /// Turns the foot so that it stands flat when the source's does.
    pub(super) level: Quat,
    /// Per frame, the heading of the body and of the foot, held while the foot stands: what is added along them must not
    /// turn with the body, or the foot would slide.
    pub(super) body_heading: Vec<f32>,
    pub(super) foot_heading: Vec<f32>,
    /// Per frame, how free the foot is: 0 while it stands, 1 from [`FREE_SECS`] off its plants on.
    pub(super) free: Vec<f32>,
}

/// Where the parts of one foot go.
struct Paths {
    ankle: Vec<Vec3>,
    ball: Vec<Vec3>,
    headings: Vec<f64>,
}

/// Both feet, where the source has them.
pub(super) fn stands(clip: &Clip, source: &Figure<'_>, posed: bool) -> [Option<Stand>; 2] {
    let rest: Vec<Quat> = source.world.iter().map(|joint| joint.rotation).collect();
    let found = find_plants(clip, &source.anatomy, &PlantSettings::default());
    let plants = if clip.constraints().is_empty() { &found } else { clip.constraints() };
    let mut paths = Side::BOTH.map(|_| Paths { ankle: Vec::new(), ball: Vec::new(), headings: Vec::new() });
    let mut body: Vec<f64> = Vec::with_capacity(clip.len());
    let mut world: Vec<Rigid> = Vec::new();
    for pose in clip.frames() {
        pose.world_from_joints(clip.skeleton(), &mut world);
        let frame = SourceFrame { world: &world, rest: &rest };
        let hips = source.joint(Role::Hips).unwrap_or(JointId::ROOT);
        body.push(heading(frame.turn(hips), body.last().copied().unwrap_or(0.0)));
        for (side, paths) in Side::BOTH.into_iter().zip(&mut paths) {
            paths.push(source, side, &frame);
        }
    }
    let mut both = Side::BOTH.map(|side| {
        let watch = Watch { source, side, plants, posed, rate: clip.rate() };
        watch.stand(&paths[side as usize], &body)
    });
    share_floor(&mut both, source);
    both
}

impl Paths {
    fn push(&mut self, source: &Figure<'_>, side: Side, frame: &SourceFrame<'_>) {
        let Some(ankle) = source.joint(Role::Ankle(side)) else { return };
        self.ankle.push(frame.at(ankle));
        self.headings.push(heading(frame.turn(ankle), self.headings.last().copied().unwrap_or(0.0)));
        self.ball.extend(source.ball_point(side).map(|point| point_at(source, point, frame.world)));
    }
}

/// Where a joint or end site is in a frame.
pub(super) fn point_at(figure: &Figure<'_>, point: PointId, world: &[Rigid]) -> Vec3 {
    let carrier = point.carrier(figure.skeleton);
    match point.index().checked_sub(figure.skeleton.len()) {
        Some(site) => world[carrier.index()] * figure.skeleton.end_sites()[site].offset,
        None => world[carrier.index()].translation,
    }
}

struct Watch<'a> {
    source: &'a Figure<'a>,
    side: Side,
    plants: &'a Constraints,
    posed: bool,
    rate: f64,
}

impl Watch<'_> {
    fn stand(&self, paths: &Paths, body: &[f64]) -> Option<Stand> {
        let ankle = self.source.joint(Role::Ankle(self.side))?;
        let foot = self.source.foot(self.side)?;
        let (heels, toes) = (ConstraintKind::heel(self.side), ConstraintKind::toe(self.side));
        let ball = self.source.ball_point(self.side).filter(|_| paths.ball.len() == paths.ankle.len());
        let planted = self.either();
        let hold = |headings: &[f64]| held(headings, &planted);
        Some(Stand {
            ankle,
            ball,
            ankle_height: self.height(&paths.ankle, heels, foot.ankle_height),
            ball_height: self.height(&paths.ball, toes, foot.ball_height),
            level: self.level(paths, &foot),
            body_heading: hold(body),
            foot_heading: hold(&paths.headings),
            free: free(body.len(), &planted, FREE_SECS * self.rate),
        })
    }

    /// The height of a point when it stands: low among its planted frames, else that of the rest pose.
    fn height(&self, path: &[Vec3], kind: ConstraintKind, rest: f32) -> Option<f32> {
        let planted = path.iter().enumerate().filter(|&(frame, _)| self.plants.holds(kind, frame));
        let mut heights: Vec<f32> = planted.map(|(_, point)| point.y).collect();
        if heights.is_empty() && self.source.floor != 0.0 && !self.posed {
            // The rest pose stands nowhere, so that its heights say nothing.
            heights = path.iter().map(|point| point.y).collect();
        }
        heights.sort_by(f32::total_cmp);
        let low = (STANDING * heights.len() as f32) as usize;
        heights.get(low).copied().or((!self.posed).then_some(rest))
    }

    /// When heel or toe is planted, in order and without overlaps.
    fn either(&self) -> Vec<FrameRange> {
        let kinds = [ConstraintKind::heel(self.side), ConstraintKind::toe(self.side)];
        let mut ranges: Vec<FrameRange> =
            kinds.iter().flat_map(|&kind| self.plants.of(kind)).copied().collect();
        ranges.sort_by_key(|range| range.first);
        let mut merged: Vec<FrameRange> = Vec::new();
        for range in ranges {
            match merged.last_mut() {
                Some(last) if range.first <= last.last + 1 => last.last = last.last.max(range.last),
                _ => merged.push(range),
            }
        }
        merged
    }

    /// Undoes the tilt that a flat foot has against the rest pose: captured rest poses often point their toes.
    fn level(&self, paths: &Paths, foot: &Foot) -> Quat {
        let Some(rest) = foot.ball.filter(|_| !self.posed) else { return Quat::IDENTITY };
        let flat = |frame: &usize| {
            self.plants.holds(ConstraintKind::heel(self.side), *frame)
                && self.plants.holds(ConstraintKind::toe(self.side), *frame)
        };
        let slope = |ball: Vec3| ball.y.atan2(ball.with_y(0.0).length());
        let frames = (0..paths.ball.len()).filter(flat);
        let mut tilts: Vec<f32> =
            frames.map(|frame| slope(paths.ball[frame] - paths.ankle[frame]) - slope(rest)).collect();
        tilts.sort_by(f32::total_cmp);
        match tilts.get(tilts.len() / 2) {
            Some(&tilt) if tilts.len() >= FRAMES_OF_TILT && tilt.abs() < LARGEST_TILT => {
                Quat::from_axis_angle(self.source.left, tilt)
            }
            _ => Quat::IDENTITY,
        }
    }
}

/// Feet at nearly the same height stand on one floor each for itself (captured feet are a few millimetres off); others
/// stand on the lower one.
fn share_floor(feet: &mut [Option<Stand>; 2], source: &Figure<'_>) {
    let [Some(left), Some(right)] = feet else { return };
    let leg = source.leg_length().unwrap_or(source.height);
    let lower = |a: Option<f32>, b: Option<f32>| a.zip(b).map(|(a, b)| a.min(b));
    let apart =
        left.ankle_height.zip(right.ankle_height).is_some_and(|(l, r)| (l - r).abs() > ONE_FLOOR * leg);
    if apart {
        let ankle = lower(left.ankle_height, right.ankle_height);
        let ball = lower(left.ball_height, right.ball_height);
        for foot in [left, right] {
            (foot.ankle_height, foot.ball_height) = (ankle, ball);
        }
    }
}

/// Headings that stay as they are in the middle of each plant, and change evenly in between.
fn held(headings: &[f64], plants: &[FrameRange]) -> Vec<f32> {
    let at = |range: &FrameRange| headings.get(range.first.midpoint(range.last)).copied().unwrap_or(0.0);
    let (Some(first), Some(last)) = (plants.first(), plants.last()) else {
        return headings.iter().map(|&heading| heading as f32).collect();
    };
    let heading = |frame: usize| {
        let next = plants.partition_point(|range| range.last < frame);
        match (next.checked_sub(1).map(|before| &plants[before]), plants.get(next)) {
            (_, Some(range)) if range.first <= frame => at(range),
            (Some(before), Some(after)) => {
                let share = (frame - before.last) as f64 / (after.first - before.last) as f64;
                at(before) + (at(after) - at(before)) * share
            }
            (None, _) => at(first),
            (_, None) => at(last),
        }
    };
    (0..headings.len()).map(|frame| heading(frame) as f32).collect()
}

/// How free a foot is in each frame, when it is so entirely from `reach` frames off its plants on.
fn free(frames: usize, plants: &[FrameRange], reach: f64) -> Vec<f32> {
    let share = |frame: usize| {
        let next = plants.partition_point(|range| range.last < frame);
        let before = next.checked_sub(1).map(|before| frame - plants[before].last);
        let after = plants.get(next).map(|range| range.first.saturating_sub(frame));
        let nearest = before.into_iter().chain(after).min();
        nearest.map_or(1.0, |nearest| smooth((nearest as f64 / reach) as f32))
    };
    (0..frames).map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_held_in_plants_and_even_between() {
        let headings: Vec<f64> = (0..20).map(f64::from).collect();
        let plants = [FrameRange { first: 2, last: 6 }, FrameRange { first: 10, last: 14 }];
        let held = held(&headings, &plants);
        let is = |frame: usize, heading: f32| (held[frame] - heading).abs() < 1e-6;
        assert!(
            (0..7).all(|frame| is(frame, 4.0)) && is(8, 8.0) && (10..20).all(|frame| is(frame, 12.0)),
            "{held:?}"
        );
        assert!((super::held(&headings, &[])[7] - 7.0).abs() < 1e-6);
    }

    #[test]
    fn feet_are_free_away_from_their_plants() {
        let plants = [FrameRange { first: 2, last: 6 }, FrameRange { first: 30, last: 40 }];
        let free = free(60, &plants, 10.0);
        assert!((2..=6).chain(30..=40).all(|frame| free[frame] == 0.0), "{free:?}");
        assert!(free[7] > 0.0 && free[7] < free[10] && free[17] > 0.999 && free[59] > 0.999, "{free:?}");
        assert_eq!(super::free(2, &[], 10.0), [1.0, 1.0]);
    }
}
