//! What of the body has to move for a measure to change, and in which frames by how much.

use segue_motion::{Anatomy, Ground, JointId, Role, Side, Skeleton, facing};

use super::part::{Axis, Extreme, Moment, Part, Point, Track};
use super::resolve::{Figure, Spot, coordinate};
use crate::MeasureError;

/// A part of the body that can be put elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    /// The pelvis, and all that it carries but the feet.
    Pelvis,
    /// A foot.
    Foot(Side),
    /// A joint above the pelvis: a hand, the head.
    Upper(JointId),
}

/// How a motion has to change for numbers that are places of the body.
#[derive(Clone, Debug)]
pub(crate) struct Handle {
    pub(crate) moved: Moved,
    /// Which number is which coordinate, seen from the start.
    pub(crate) axes: Vec<(usize, Axis)>,
    /// The share of the change that each frame takes, 1 in `frame`.
    pub(crate) profile: Vec<f64>,
    /// The frame that is measured.
    pub(crate) frame: usize,
    /// Whether the whole body goes elsewhere, its feet too.
    pub(crate) is_travel: bool,
}

/// Around a moment that is no extreme by itself motion changes within this time, in seconds: about that of a step.
const AROUND_SECS: f64 = 0.3;

impl Figure<'_> {
    /// The handle of a part whose numbers start at `first`; `None` where it is no place, or one that cannot be moved by itself.
    pub(super) fn handle(&self, part: &Part, first: usize) -> Result<Option<Handle>, MeasureError> {
        let (point, axis) = match part {
            Part::At(point, axis, _) => (point, *axis),
            Part::Final(axis) => (&Point::Root, *axis),
            Part::Extreme(_, Track::Coordinate(point, axis), _) => (point, Some(*axis)),
            _ => return Ok(None),
        };
        let spot = self.spot(point)?;
        let Some(moved) = self.moved(point) else { return Ok(None) };
        let (frame, profile) = match part {
            Part::Extreme(extreme, track, span) => {
                let Some(found) = self.stretched(*extreme, track, span.as_ref())? else { return Ok(None) };
                found
            }
            Part::At(_, _, moment) => {
                let frame = self.frame_of(self.moment(moment, point, &spot)?);
                let is_apex = *moment == Moment::Apex && moved != Moved::Pelvis;
                (frame, if is_apex { self.outward(point, &spot, frame) } else { self.around(frame) })
            }
            _ => (self.reference.last_frame(), self.onward()),
        };
        let is_travel = matches!(part, Part::Final(_));
        let all = if is_travel { vec![Axis::X, Axis::Z] } else { vec![Axis::X, Axis::Y, Axis::Z] };
        let axes = axis.map_or(all, |axis| vec![axis]);
        let axes = axes.into_iter().enumerate().map(|(n, axis)| (first + n, axis)).collect();
        Ok(Some(Handle { moved, axes, profile, frame, is_travel }))
    }

    /// From the world to where the root stands at the start.
    fn start_from_world(&self) -> Ground {
        let skeleton = self.reference.skeleton();
        let (pose, rest) = (self.reference.frame(0), skeleton.joint(JointId::ROOT).rest);
        let forward = facing(pose.rotations[0], rest, self.anatomy.rest_facing(skeleton));
        let heading = f64::from(forward.x).atan2(forward.z.into());
        Ground::new(heading, pose.root.x.into(), pose.root.z.into()).inverse()
    }

    fn frame_of(&self, secs: f64) -> usize {
        ((secs * self.reference.rate()).round().max(0.0) as usize).min(self.reference.last_frame())
    }

    fn moved(&self, point: &Point) -> Option<Moved> {
        let joint = match point {
            Point::Root | Point::Mass => return Some(Moved::Pelvis),
            Point::Role(role) => self.anatomy.joint(*role)?,
            Point::Joint(name) => self.reference.skeleton().find(name)?,
        };
        moved(self.reference.skeleton(), &self.anatomy, joint)
    }

    /// As far as the point is out, squared: where it has gone nowhere nothing changes, and the farthest place stays the farthest.
    fn outward(&self, point: &Point, spot: &Spot, frame: usize) -> Vec<f64> {
        let most = self.apex(point, spot, frame).max(f64::EPSILON);
        let share = |frame| (self.apex(point, spot, frame) / most).min(1.0).powi(2);
        (0..=self.reference.last_frame()).map(share).collect()
    }

    /// One in a frame, and gone some time before and after it.
    fn around(&self, frame: usize) -> Vec<f64> {
        let reach = AROUND_SECS * self.reference.rate();
        let share = |other: usize| {
            let away = (other.abs_diff(frame) as f64 / reach).min(1.0);
            (1.0 - away * away).powi(3)
        };
        (0..=self.reference.last_frame()).map(share).collect()
    }

    /// From nought at the start to 1 at the end.
    fn onward(&self) -> Vec<f64> {
        let last = self.reference.last_frame();
        let share = |frame: usize| {
            let share = frame as f64 / last.max(1) as f64;
            share * share * (3.0 - 2.0 * share)
        };
        (0..=last).map(share).collect()
    }

    /// As far as a coordinate is on its way from one extreme to the other: the whole course is stretched, so that the extreme stays
    /// where it is. A mean is moved as a whole.
    fn stretched(
        &self,
        extreme: Extreme,
        track: &Track,
        span: Option<&[Moment; 2]>,
    ) -> Result<Option<(usize, Vec<f64>)>, MeasureError> {
        let Track::Coordinate(point, axis) = track else { return Ok(None) };
        let spot = self.spot(point)?;
        let start_from_world = self.start_from_world();
        let values: Vec<f64> = (0..=self.reference.last_frame())
            .map(|frame| coordinate(start_from_world * spot.at(self.table.row(frame)), *axis))
            .collect();
        let [from, to] = self.span(point, span)?.map(|secs| self.frame_of(secs));
        let sign = match extreme {
            Extreme::Max => 1.0,
            Extreme::Min => -1.0,
            Extreme::Mean => return Ok(Some((from, vec![1.0; values.len()]))),
        };
        let by_value = |a: &usize, b: &usize| (sign * values[*a]).total_cmp(&(sign * values[*b]));
        let (Some(frame), Some(far)) = ((from..=to).max_by(by_value), (from..=to).min_by(by_value)) else {
            return Ok(None);
        };
        let way = values[frame] - values[far];
        let share =
            |value: &f64| if way == 0.0 { 1.0 } else { ((value - values[far]) / way).clamp(0.0, 1.0) };
        Ok(Some((frame, values.iter().map(share).collect())))
    }
}

/// What is moved to put a joint elsewhere; `None` for a knee, which lies where hip and ankle leave it.
fn moved(skeleton: &Skeleton, anatomy: &Anatomy, joint: JointId) -> Option<Moved> {
    let mut above = joint;
    loop {
        let role = anatomy.role_of(above);
        match role {
            Some(Role::Ankle(side) | Role::Toe(side)) => return Some(Moved::Foot(side)),
            Some(Role::Knee(_)) => return None,
            Some(Role::Hip(_)) => return (above == joint).then_some(Moved::Pelvis),
            _ => {}
        }
        let parent = skeleton.parent(above).filter(|_| role != Some(Role::Hips));
        let Some(parent) = parent else {
            return Some(if above == joint { Moved::Pelvis } else { Moved::Upper(joint) });
        };
        above = parent;
    }
}
