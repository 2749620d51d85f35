//! Measures of one figure: joints and moments found in the reference.

use std::fmt;
use std::sync::Arc;

use glam::{Quat, Vec3};
use segue_motion::{
    Anatomy, Body, Clip, ClipId, Flight, FlightSettings, JointId, MassTable, PointId, PointTable, flights_of,
};
use segue_register::Timewarp;

use super::joint::joint_of;
use super::own::{Given, Run};
use super::part::{Axis, Extreme, Moment, Part, Point, Track};
use crate::MeasureError;

/// What is read of every motion.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(super) readings: Vec<Reading>,
    needs: Needs,
}

/// Which moments have to be played.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Needs {
    /// Moments on the registration curve, in order.
    pub(crate) moments: Vec<f64>,
    /// Whether it is played to its end.
    pub(crate) whole: bool,
    /// Whether joints are looked at all the time.
    pub(crate) joints: bool,
}

/// A part with what it needs.
#[derive(Clone)]
pub(super) enum Reading {
    At {
        spot: Spot,
        axis: Option<Axis>,
        u: f64,
    },
    Turn {
        joint: JointId,
        axis: Option<Axis>,
        u: f64,
    },
    Final(Option<Axis>),
    Facing,
    /// Over a span of the registration curve.
    Extreme {
        extreme: Extreme,
        course: Course,
        span: [f64; 2],
    },
    Speed,
    Curvature,
    Duration,
    Given(Given),
    Function(Arc<Run>),
}

impl fmt::Debug for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reading").finish_non_exhaustive()
    }
}

/// A place on the body.
#[derive(Clone, Debug)]
pub(super) enum Spot {
    Point(PointId),
    Mass(Arc<Body>),
}

impl Spot {
    pub(super) fn at(&self, points: &[Vec3]) -> Vec3 {
        match self {
            Self::Point(point) => points[point.index()],
            Self::Mass(body) => body.centre(points).as_vec3(),
        }
    }
}

/// What changes in time.
#[derive(Clone, Debug)]
pub(super) enum Course {
    Coordinate(Spot, Axis),
    Speed(Spot),
    Spin(JointId),
}

impl Resolved {
    pub(super) fn new(
        parts: &[Part],
        reference: &Clip,
        id: ClipId,
        timewarp: &Timewarp,
    ) -> Result<Self, MeasureError> {
        let figure = Figure {
            reference,
            anatomy: Anatomy::of(reference.skeleton()),
            table: PointTable::new(reference),
            used: timewarp.range().map(|u| timewarp.at(id, u)),
            examples: timewarp.clips(),
            frame_secs: &|frame| frame as f64 / reference.rate(),
        };
        let mut readings = Vec::new();
        for part in parts {
            readings.push(figure.reading(part, |secs| timewarp.u_at(id, secs))?);
        }
        Ok(Self { needs: needs(&readings), readings })
    }

    /// What is read of a clip by itself, its moments found again in it; and when, for each number that is read at a moment.
    /// Numbered frames are those at `frame_secs`. The places on the registration curve are its seconds.
    pub(super) fn of_clip(
        parts: &[Part],
        clip: &Clip,
        examples: usize,
        frame_secs: &dyn Fn(usize) -> f64,
    ) -> Result<(Self, Vec<Option<ReadAt>>), MeasureError> {
        let figure = Figure::of_clip(clip, examples, frame_secs);
        let (mut readings, mut moments) = (Vec::new(), Vec::new());
        for part in parts {
            readings.push(figure.reading(part, |secs| figure.on_frame(secs))?);
            moments.extend(vec![figure.read_at(part)?; part.dimensions()]);
        }
        Ok((Self { needs: needs(&readings), readings }, moments))
    }

    pub(crate) fn needs(&self) -> &Needs {
        &self.needs
    }
}

fn needs(readings: &[Reading]) -> Needs {
    let mut needs = Needs::default();
    for reading in readings {
        match reading {
            Reading::At { u, .. } | Reading::Turn { u, .. } => needs.moments.push(*u),
            Reading::Given(_) => {}
            Reading::Final(_) | Reading::Facing | Reading::Speed | Reading::Curvature | Reading::Duration => {
                needs.whole = true;
            }
            Reading::Extreme { .. } | Reading::Function(_) => (needs.whole, needs.joints) = (true, true),
        }
    }
    needs.moments.sort_by(f64::total_cmp);
    needs.moments.dedup();
    needs
}

/// The reference and what is known about it.
pub(super) struct Figure<'a> {
    pub(super) reference: &'a Clip,
    pub(super) anatomy: Anatomy,
    pub(super) table: PointTable,
    /// The part of it that is registered, in seconds.
    used: [f64; 2],
    /// How many examples there are.
    examples: usize,
    /// The moment of a frame that is named by its number, in seconds.
    frame_secs: &'a dyn Fn(usize) -> f64,
}

/// When a measure is read in a clip.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadAt {
    /// The moment in seconds; one of the clip's frames.
    pub secs: f64,
    /// The frame.
    pub frame: usize,
    /// How far behind that frame the moment really lies, in frames, as the frames before and after tell: from −½ to ½.
    pub behind: f64,
}

impl<'a> Figure<'a> {
    /// A clip by itself; numbered frames are those at `frame_secs`.
    pub(super) fn of_clip(clip: &'a Clip, examples: usize, frame_secs: &'a dyn Fn(usize) -> f64) -> Self {
        Self {
            reference: clip,
            anatomy: Anatomy::of(clip.skeleton()),
            table: PointTable::new(clip),
            used: [0.0, clip.duration_secs()],
            examples,
            frame_secs,
        }
    }
}

impl Figure<'_> {
    fn reading(&self, part: &Part, u_at: impl Fn(f64) -> f64) -> Result<Reading, MeasureError> {
        Ok(match part {
            Part::At(point, axis, moment) => {
                let spot = self.spot(point)?;
                let u = u_at(self.moment(moment, point, &spot)?);
                Reading::At { spot, axis: *axis, u }
            }
            Part::Turn(point, axis, moment) => {
                let u = u_at(self.moment(moment, point, &self.spot(point)?)?);
                Reading::Turn { joint: self.joint(point)?, axis: *axis, u }
            }
            Part::Final(axis) => Reading::Final(*axis),
            Part::Facing => Reading::Facing,
            Part::Extreme(extreme, track, span) => {
                let span = self.span(track.point(), span.as_ref())?.map(u_at);
                Reading::Extreme { extreme: *extreme, course: self.course(track)?, span }
            }
            Part::Speed => Reading::Speed,
            Part::Curvature => Reading::Curvature,
            Part::Duration => Reading::Duration,
            Part::Given(given) => Reading::Given(self.given(given)?),
            Part::Function(function) => {
                let part = || format!("function({})", function.name());
                let run = function.run().cloned();
                Reading::Function(run.ok_or_else(|| MeasureError::NoFunction { part: part() })?)
            }
        })
    }

    /// The frame nearest to a moment, in seconds.
    fn on_frame(&self, secs: f64) -> f64 {
        let rate = self.reference.rate();
        (secs * rate).round().clamp(0.0, self.reference.last_frame() as f64) / rate
    }

    /// When a part is read that is read at one moment.
    fn read_at(&self, part: &Part) -> Result<Option<ReadAt>, MeasureError> {
        let (Part::At(point, _, moment) | Part::Turn(point, _, moment)) = part else { return Ok(None) };
        let spot = self.spot(point)?;
        let secs = self.on_frame(self.moment(moment, point, &spot)?);
        let frame = (secs * self.reference.rate()).round() as usize;
        let behind = match moment {
            Moment::Apex => self.behind(frame, |frame| self.apex(point, &spot, frame)),
            Moment::When(extreme, track) => {
                let (course, sign) = (self.course(track)?, if *extreme == Extreme::Min { -1.0 } else { 1.0 });
                self.behind(frame, |frame| sign * self.value(&course, frame))
            }
            _ => 0.0,
        };
        Ok(Some(ReadAt { secs, frame, behind }))
    }

    /// How far behind the frame at which something is largest it really is so, by the parabola through its neighbours.
    fn behind(&self, frame: usize, value: impl Fn(usize) -> f64) -> f64 {
        if frame == 0 || frame >= self.reference.last_frame() {
            return 0.0;
        }
        let [before, here, after] = [frame - 1, frame, frame + 1].map(value);
        let bend = before - 2.0 * here + after;
        if bend < 0.0 { (0.5 * (before - after) / bend).clamp(-0.5, 0.5) } else { 0.0 }
    }

    fn given(&self, given: &Given) -> Result<Given, MeasureError> {
        let (found, expected) = (given.values.len(), self.examples);
        if found == expected {
            return Ok(given.clone());
        }
        Err(MeasureError::GivenCount { name: given.name.clone(), found, expected })
    }

    fn course(&self, track: &Track) -> Result<Course, MeasureError> {
        Ok(match track {
            Track::Coordinate(point, axis) => Course::Coordinate(self.spot(point)?, *axis),
            Track::Speed(point) => Course::Speed(self.spot(point)?),
            Track::Spin(point) => Course::Spin(self.joint(point)?),
        })
    }

    /// Two moments of the reference, in seconds; its ends when none are asked for.
    pub(super) fn span(&self, point: &Point, span: Option<&[Moment; 2]>) -> Result<[f64; 2], MeasureError> {
        let Some([from, to]) = span else { return Ok(self.used) };
        let spot = self.spot(point)?;
        let found = [self.moment(from, point, &spot)?, self.moment(to, point, &spot)?];
        if found[0] < found[1] {
            return Ok(found);
        }
        let moment = format!("{}-{}", from.text(), to.text());
        Err(MeasureError::NoMoment { moment, clip: self.reference.name().to_owned() })
    }

    /// The joint of a point, which has to be one to turn.
    fn joint(&self, point: &Point) -> Result<JointId, MeasureError> {
        joint_of(point, self.reference.skeleton(), &self.anatomy)
    }

    pub(super) fn spot(&self, point: &Point) -> Result<Spot, MeasureError> {
        let skeleton = self.reference.skeleton();
        match point {
            Point::Root | Point::Role(_) | Point::Joint(_) => {
                Ok(Spot::Point(PointId::joint(self.joint(point)?)))
            }
            Point::Mass => {
                let body = Body::new(skeleton, &self.anatomy, &MassTable::default(), Body::DEFAULT_MASS);
                let body = body.map_err(|error| MeasureError::NoCentre { reason: error.to_string() })?;
                Ok(Spot::Mass(Arc::new(body)))
            }
        }
    }

    /// The moment in the reference, in seconds.
    pub(super) fn moment(&self, moment: &Moment, point: &Point, spot: &Spot) -> Result<f64, MeasureError> {
        let [start, end] = self.used;
        let none =
            || MeasureError::NoMoment { moment: moment.text(), clip: self.reference.name().to_owned() };
        let secs = |frame: usize| frame as f64 / self.reference.rate();
        let secs = match moment {
            Moment::Start => start,
            Moment::End => end,
            Moment::Frame(frame) => (self.frame_secs)(*frame),
            Moment::Apex => self.when(|frame| self.apex(point, spot, frame)).ok_or_else(none)?,
            Moment::Takeoff => self.flight().map(|flight| secs(flight.frames.first)).ok_or_else(none)?,
            Moment::Landing => self.flight().map(|flight| secs(flight.frames.last + 1)).ok_or_else(none)?,
            Moment::When(extreme, track) => {
                let course = self.course(track)?;
                let sign = if *extreme == Extreme::Min { -1.0 } else { 1.0 };
                self.when(|frame| sign * self.value(&course, frame)).ok_or_else(none)?
            }
        };
        if (start - 1e-9..=end + 1e-9).contains(&secs) { Ok(secs) } else { Err(none()) }
    }

    /// The moment at which something is largest.
    fn when(&self, value: impl Fn(usize) -> f64) -> Option<f64> {
        let rate = self.reference.rate();
        let [first, last] =
            [(self.used[0] * rate).ceil() as usize, (self.used[1] * rate + 1e-6).floor() as usize];
        let frames = first..=last.min(self.reference.last_frame());
        frames.max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a))).map(|frame| frame as f64 / rate)
    }

    /// How far a point has gone from where it was on the body at the start; of the body itself, how high it is.
    pub(super) fn apex(&self, point: &Point, spot: &Spot, frame: usize) -> f64 {
        let at = |frame: usize| spot.at(self.table.row(frame));
        let root = |frame: usize| self.table.at(frame, PointId::joint(JointId::ROOT));
        if matches!(point, Point::Root | Point::Mass) {
            return at(frame).y.into();
        }
        let first = (self.used[0] * self.reference.rate()).round() as usize;
        (at(frame) - root(frame)).distance(at(first) - root(first)).into()
    }

    fn value(&self, course: &Course, frame: usize) -> f64 {
        let at = |spot: &Spot, frame: usize| spot.at(self.table.row(frame));
        match course {
            Course::Coordinate(spot, axis) => coordinate(at(spot, frame), *axis),
            Course::Speed(spot) => {
                let [before, after] = [frame.saturating_sub(1), (frame + 1).min(self.reference.last_frame())];
                f64::from(at(spot, before).distance(at(spot, after))) / (after - before).max(1) as f64
            }
            Course::Spin(joint) => {
                let [before, after] = [frame.saturating_sub(1), (frame + 1).min(self.reference.last_frame())];
                let angle = self.rotation(*joint, before).angle_between(self.rotation(*joint, after));
                f64::from(angle) / (after - before).max(1) as f64
            }
        }
    }

    /// How a joint is turned in the world.
    fn rotation(&self, joint: JointId, frame: usize) -> Quat {
        let mut world = Vec::new();
        self.reference.frame(frame).world_from_joints(self.reference.skeleton(), &mut world);
        world[joint.index()].rotation
    }

    /// The longest flight of the reference.
    fn flight(&self) -> Option<Flight> {
        let flights = flights_of(self.reference, &self.anatomy, &FlightSettings::default()).ok()?;
        flights.into_iter().max_by_key(|flight| flight.frames.len())
    }
}

pub(super) fn coordinate(place: Vec3, axis: Axis) -> f64 {
    f64::from(match axis {
        Axis::X => place.x,
        Axis::Y => place.y,
        Axis::Z => place.z,
    })
}
