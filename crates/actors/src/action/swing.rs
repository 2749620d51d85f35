//! A leg that swings through the air on purpose: to kick, to be thrown over the head, to be tucked in a leap.

use glam::DVec3;

use crate::body::{FootPlan, Loose, facing, leftward};
use crate::contact::Contact;
use crate::curve::{Knot, dying, ease};
use crate::figure::Figure;
use crate::footwork::{Guide, LANDING_SECS};
use crate::leg::{bent_length, wrapped};
use crate::spline::Track;

/// A leg seen from its hip: the line from hip to ankle, and how the foot hangs on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LegPose {
    /// The line raised from straight down towards the swing's heading.
    pub(crate) raise: f64,
    /// The line turned from the heading to the left.
    pub(crate) aside: f64,
    /// Length of the line in metres.
    pub(crate) length: f64,
    /// Bend of the ankle, toes towards the shin.
    pub(crate) flex: f64,
    /// The knee turned outward.
    pub(crate) knee_out: f64,
}

impl LegPose {
    /// The ankle straight below the hip, the knee bent.
    pub(crate) fn bent(figure: &Figure, knee: f64) -> Self {
        let length = bent_length(figure.thigh(), figure.shank(), knee);
        Self { raise: 0.0, aside: 0.0, length, flex: 0.0, knee_out: 0.0 }
    }

    /// The pose in which the ankle is `from_hip` away.
    pub(crate) fn towards(from_hip: DVec3, heading: f64, flex: f64, knee_out: f64) -> Self {
        let (forward, left) = (from_hip.dot(facing(heading)), from_hip.dot(leftward(heading)));
        let length = from_hip.length();
        Self {
            raise: libm::atan2(forward, -from_hip.y),
            aside: libm::asin((left / length.max(1e-9)).clamp(-1.0, 1.0)),
            length,
            flex,
            knee_out,
        }
    }

    fn ankle(&self, heading: f64) -> DVec3 {
        let down = DVec3::NEG_Y * libm::cos(self.raise) + facing(heading) * libm::sin(self.raise);
        (down * libm::cos(self.aside) + leftward(heading) * libm::sin(self.aside)) * self.length
    }
}

/// A moment of a swing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum LegKey {
    /// Held like this.
    Pose(LegPose),
    /// The ankle at a point of the world, with this bend of the ankle and turn of the knee.
    Point(DVec3, f64, f64),
}

/// A swing between two contacts; keys lie strictly between lift-off and touch-down.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LegSwing {
    /// The way `raise` goes, in the world.
    pub(crate) heading: f64,
    pub(crate) keys: Vec<(f64, LegKey)>,
    /// How far the foot follows its shank in mid-swing.
    pub(crate) loose: f64,
    /// Whether hip and foot part in a leap: then the leg keeps the speed at which it stretched on the floor for a moment.
    pub(crate) springs: bool,
}

/// The same with the hip known at all times: what the ankle does.
#[derive(Clone, Debug)]
pub(crate) struct LegPath {
    start: f64,
    end: f64,
    loose: f64,
    aim: Option<f64>,
    flex: Track<f64>,
    pub(crate) guide: Guide,
}

/// Seconds between the places through which the ankle is led.
const STEP: f64 = 0.01;
/// Share of the swing in which the foot gets loose after lift-off, and firm again before touch-down.
const LOOSENING: f64 = 0.3;

impl LegPath {
    /// The path between two contacts.
    pub(crate) fn new(
        swing: &LegSwing,
        figure: &Figure,
        (from, to): (&Contact, &Contact),
        hip: impl Fn(f64) -> DVec3,
    ) -> Self {
        let (start, end) =
            ((from.up, from.at(figure, from.up).ankle), (to.down, to.at(figure, to.down).ankle));
        let pose = |time: f64, key: LegKey| match key {
            LegKey::Pose(pose) => pose,
            LegKey::Point(point, flex, knee_out) => {
                LegPose::towards(point - hip(time), swing.heading, flex, knee_out)
            }
        };
        let ends = [start, end].map(|(time, ankle)| (time, pose(time, LegKey::Point(ankle, 0.0, 0.0))));
        let mut keys: Vec<(f64, LegPose)> = std::iter::once(ends[0])
            .chain(swing.keys.iter().map(|&(time, key)| (time, pose(time, key))))
            .chain(std::iter::once(ends[1]))
            .collect();
        // A leg thrown over the head comes down on the other side, not back.
        for i in 1..keys.len() {
            keys[i].1.raise = keys[i - 1].1.raise + wrapped(keys[i].1.raise - keys[i - 1].1.raise);
        }
        let track = |channel: fn(&LegPose) -> f64| {
            Track::settled(&keys.iter().map(|(time, pose)| (*time, channel(pose))).collect::<Vec<_>>())
        };
        let tracks = [track(|p| p.raise), track(|p| p.aside), track(|p| p.length), track(|p| p.flex)];
        let knee_out = track(|p| p.knee_out);
        let ends = GaitEnds { figure, heading: swing.heading, secs: end.0 - start.0 };
        let leaving = ends.given_way(|time| from.at(figure, time).ankle, &hip, start.0, -1.0);
        let landing = ends.given_way(|time| to.at(figure, time).ankle, &hip, end.0, 1.0);
        let pose_at = |time: f64| {
            let given = if swing.springs {
                leaving.at(time - start.0) - landing.at(end.0 - time)
            } else {
                DVec3::ZERO
            };
            LegPose {
                raise: tracks[0].at(time) + given.x,
                aside: tracks[1].at(time) + given.y,
                length: tracks[2].at(time) + given.z,
                flex: tracks[3].at(time),
                knee_out: knee_out.at(time),
            }
        };
        let ankle = led_through(&keys, |time| hip(time) + pose_at(time).ankle(swing.heading));
        let angles = led_through(&keys, |time| DVec3::new(0.0, 0.0, knee_out.at(time)));
        let guide = Guide { ankle, angles, clearance: 0.012 };
        let aim = swing.keys.iter().find(|(_, key)| matches!(key, LegKey::Point(..))).map(|&(time, _)| time);
        let [_, _, _, flex] = tracks;
        Self { start: start.0, end: end.0, loose: swing.loose, aim, flex, guide }
    }

    /// Whether the leg hangs on its hip at `time`, no longer and not yet held by the floor.
    pub(crate) fn carries(&self, time: f64) -> bool {
        const HELD: f64 = 0.06;
        self.start + HELD < time && time < self.end - HELD
    }

    /// The seconds in which the ankle must be just where it is for the foot to hit its aim.
    pub(crate) fn aimed(&self) -> Option<(f64, f64)> {
        const HITTING: f64 = 0.05;
        self.aim.map(|aim| (aim - HITTING, aim + HITTING))
    }

    /// 1 at the moment `aim`, 0 at the ends of the swing.
    fn nearness(&self, aim: f64, time: f64) -> f64 {
        let room = if time < aim { aim - self.start } else { self.end - aim };
        ease(1.0 - (time - aim).abs() / (0.85 * room))
    }

    /// Lets the foot hang on its shank as at `time`; nothing changes outside the swing.
    pub(crate) fn loosen(&self, foot: &mut FootPlan, time: f64) {
        if self.start < time && time < self.end {
            let u = (time - self.start) / (self.end - self.start);
            let weight = self.loose * ease(u / LOOSENING) * ease((1.0 - u) / LOOSENING);
            foot.loose = Loose { weight, flex: self.flex.at(time) };
            // A foot that goes for a point of the world stays there, whatever the fall does to the body.
            foot.free *= 1.0 - self.aim.map_or(0.0, |aim| self.nearness(aim, time));
        }
    }
}

/// What a leg that swings must know about its ends.
struct GaitEnds<'a> {
    figure: &'a Figure,
    heading: f64,
    secs: f64,
}

/// A speed at an end of a swing, and the seconds within which it dies down, for turns and for length.
struct GivenWay {
    speed: DVec3,
    turning: f64,
    stretching: f64,
}

/// Nothing of what a leg does on the floor is left after this time in the air.
const DYING: f64 = 0.2;
/// A leg in the air stretches no more than this share of its length.
const LONGEST: f64 = 0.985;
/// How far `dying` leads, per unit of speed and time.
const DEPTH: f64 = 0.148;

impl GaitEnds<'_> {
    /// The speed of raise, aside and length of the leg between a hip in the air and an ankle on the floor; `side` is
    /// −1 as the foot leaves and +1 as it lands.
    fn given_way(
        &self,
        ankle: impl Fn(f64) -> DVec3,
        hip: impl Fn(f64) -> DVec3,
        moment: f64,
        side: f64,
    ) -> GivenWay {
        let (foot, hip) = (Knot::measure(ankle, moment, side), Knot::measure(hip, moment, -side));
        let polar = |after: f64| {
            let from_hip = foot.value + foot.velocity * after - hip.value - hip.velocity * after;
            let pose = LegPose::towards(from_hip, self.heading, 0.0, 0.0);
            DVec3::new(pose.raise, pose.aside, pose.length)
        };
        let (before, after) = (polar(-1e-4), polar(1e-4));
        let mut speed = (after - before) / 2e-4;
        speed.x = wrapped(after.x - before.x) / 2e-4;
        let room = LONGEST * self.figure.leg() - polar(0.0).z;
        let most = if side < 0.0 { DYING } else { LANDING_SECS }.min(0.35 * self.secs);
        let stretching = (room / (DEPTH * (-side * speed.z).max(1e-3))).clamp(0.04, most);
        GivenWay { speed, turning: most, stretching }
    }
}

impl GivenWay {
    fn at(&self, since: f64) -> DVec3 {
        let turned = dying(self.speed, self.turning, since);
        DVec3::new(turned.x, turned.y, dying(self.speed, self.stretching, since).z)
    }
}

/// A dense track of `place` that has every key's moment among its own keys, so that points are met exactly.
fn led_through(keys: &[(f64, LegPose)], place: impl Fn(f64) -> DVec3) -> Track<DVec3> {
    let mut places = Vec::new();
    for pair in keys.windows(2) {
        let (from, to) = (pair[0].0, pair[1].0);
        let steps = ((to - from) / STEP).ceil().max(1.0);
        places.extend((0..steps as usize).map(|i| {
            let time = from + (to - from) * i as f64 / steps;
            (time, place(time))
        }));
    }
    if let Some(&(time, _)) = keys.last() {
        places.push((time, place(time)));
    }
    Track::passing(&places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Footprint;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_leg_pose_is_read_off_and_given_back(x in -0.8..0.8f64, y in -0.9..0.5f64, z in -0.8..0.8f64, heading in -3.0..3.0f64) {
            let from_hip = DVec3::new(x, y, z);
            prop_assert!(LegPose::towards(from_hip, heading, 0.0, 0.0).ankle(heading).distance(from_hip) < 1e-9);
        }

        #[test]
        fn a_path_meets_its_points(x in -0.4..0.4f64, y in 0.4..1.3f64) {
            let hip = |time: f64| DVec3::new(0.1, 0.9, 0.05 * time);
            let goal = DVec3::new(x, y, 0.7);
            let swing = LegSwing { heading: 0.0, keys: vec![(0.5, LegKey::Point(goal, 0.0, 0.0))], loose: 1.0, springs: false };
            let (figure, print) = (Figure::default(), Footprint::new(0.1, 0.0, 0.0));
            let (from, to) = (Contact::flat(print, -1.0, 0.0), Contact::flat(print, 1.0, 2.0));
            let ankle = from.at(&figure, 0.0).ankle;
            let path = LegPath::new(&swing, &figure, (&from, &to), hip);
            prop_assert!(path.guide.ankle.at(0.5).distance(goal) < 1e-9);
            prop_assert!(path.guide.ankle.at(0.0).distance(ankle) < 1e-9);
        }
    }
}
