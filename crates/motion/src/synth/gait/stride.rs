//! Feet that follow a course: contacts on the planned prints, swings along published angles.

use glam::DVec3;

use super::course::Course;
use super::profile::{Profile, SWING_KEYS};
use crate::Side;
use crate::synth::body::{facing, leftward};
use crate::synth::contact::Contact;
use crate::synth::curve::{Knot, dying, ease};
use crate::synth::footwork::{Footwork, Guide, LANDING_SECS};
use crate::synth::leg::two_bone;
use crate::synth::spline::Track;

/// Samples of a swing from which its guide is made; enough that the spline between them is exact to a millimetre.
const SAMPLES: usize = 48;

/// Share of the swing within which the leg takes up the table's speed after push-off.
const PUSH_OFF: f64 = 0.35;

/// A swinging knee never straightens more than this.
const LEAST_KNEE_BEND: f64 = 0.17;

/// Both feet on a course.
pub(crate) fn feet(course: &Course<'_>) -> [Footwork; 2] {
    Side::BOTH.map(|side| foot(course, side))
}

fn foot(course: &Course<'_>, side: Side) -> Footwork {
    let own: Vec<usize> = (0..course.steps.len()).filter(|&i| course.steps[i].side == side).collect();
    let contacts: Vec<Contact> = own.iter().map(|&i| course.contacts[i]).collect();
    let pairs: Vec<(Contact, Contact)> = contacts.windows(2).map(|pair| (pair[0], pair[1])).collect();
    Footwork::new(&course.actor.figure, contacts, |i| {
        guide(course, side, &course.steps[own[i + 1]].profile, &pairs[i])
    })
}

fn guide(course: &Course<'_>, side: Side, shape: &Profile, (from, to): &(Contact, Contact)) -> Guide {
    let (start, end) = (from.up, to.down);
    let leg = Swing::new(course, side, shape, (from, to));
    let (foot, toes) = (curve(&shape.swing_foot), curve(&shape.swing_toes));
    let samples = || (0..=SAMPLES).map(|i| i as f64 / SAMPLES as f64);
    let time = |u: f64| start + u * (end - start);
    let ankle: Vec<(f64, DVec3)> =
        samples().map(|u| (time(u), ankle_at(course, side, time(u), leg.at(u)))).collect();
    let angles: Vec<(f64, DVec3)> =
        samples().map(|u| (time(u), DVec3::new(foot.at(u), foot.at(u) - toes.at(u), 0.0))).collect();
    Guide { ankle: Track::passing(&ankle), angles: Track::passing(&angles), clearance: shape.clearance }
}

/// A curve over the swing through the table's values, in radians.
fn curve(degrees: &[f64; 9]) -> Track<f64> {
    let keys: Vec<(f64, f64)> = SWING_KEYS.into_iter().zip(degrees.map(f64::to_radians)).collect();
    Track::passing(&keys)
}

/// A swinging leg: thigh, knee and distance aside, drawn from the table towards what the contacts before and after
/// ask for, in value and speed. Angles are blended rather than places: a leg that is nearly straight stays smooth.
struct Swing {
    duration: f64,
    thigh: Track<f64>,
    knee: Track<f64>,
    start: Knot<DVec3>,
    end: Knot<DVec3>,
    /// Seconds before the strike in which the leg takes up the speed it will have on the floor.
    landing: f64,
}

impl Swing {
    fn new(course: &Course<'_>, side: Side, shape: &Profile, (from, to): (&Contact, &Contact)) -> Self {
        let (thigh, knee) = (curve(&shape.swing_thigh), curve(&shape.swing_knee));
        let duration = to.down - from.up;
        let table = |time: f64| {
            let u = (time - from.up) / duration;
            DVec3::new(thigh.at(u), knee.at(u), 0.0)
        };
        let asked = |contact: &Contact, time: f64, way: f64| {
            let figure = &course.actor.figure;
            let wanted =
                Knot::measure(|t| leg_angles(course, side, t, contact.at(figure, t).ankle), time, way);
            let drawn = Knot::measure(table, time, -way);
            Knot {
                value: wanted.value - drawn.value,
                velocity: wanted.velocity - drawn.velocity,
                acceleration: DVec3::ZERO,
            }
        };
        let (start, end) = (asked(from, from.up, -1.0), asked(to, to.down, 1.0));
        let struck = leg_angles(course, side, to.down, to.at(&course.actor.figure, to.down).ankle).y;
        // A knee that is bent on landing was straighter just before: by 0.148 of speed times time, the depth of `dying`.
        let room = (struck - LEAST_KNEE_BEND) / (0.148 * end.velocity.y.max(1e-3));
        let landing = room.clamp(0.03, LANDING_SECS).min(0.4 * duration);
        Self { duration, thigh, knee, start, end, landing }
    }

    /// Thigh, knee and distance aside at a share of the swing.
    fn at(&self, u: f64) -> DVec3 {
        let since = u * self.duration;
        DVec3::new(self.thigh.at(u), self.knee.at(u), 0.0)
            + self.start.value.lerp(self.end.value, ease(u))
            + dying(self.start.velocity, PUSH_OFF * self.duration, since)
            + dying(-self.end.velocity, self.landing, self.duration - since)
    }
}

/// Thigh and knee of the leg that reaches `ankle`, in the plane of the heading, and the ankle's distance aside.
fn leg_angles(course: &Course<'_>, side: Side, time: f64, ankle: DVec3) -> DVec3 {
    let figure = &course.actor.figure;
    let (forward, left) = (facing(course.heading(time)), leftward(course.heading(time)));
    let away = ankle - course.hip(side, time);
    let (ahead, below) = (away.dot(forward), -away.y);
    let (hip_bend, knee) = two_bone(figure.thigh(), figure.shank(), libm::hypot(ahead, below));
    DVec3::new(libm::atan2(ahead, below) + hip_bend, knee, away.dot(left))
}

/// The ankle of a leg with these angles, the inverse of [`leg_angles`].
fn ankle_at(course: &Course<'_>, side: Side, time: f64, leg: DVec3) -> DVec3 {
    let figure = &course.actor.figure;
    let (forward, left) = (facing(course.heading(time)), leftward(course.heading(time)));
    let bone = |angle: f64, length: f64| {
        forward * (length * libm::sin(angle)) - DVec3::Y * (length * libm::cos(angle))
    };
    course.hip(side, time) + bone(leg.x, figure.thigh()) + bone(leg.x - leg.y, figure.shank()) + left * leg.z
}
