//! The path of one foot through a motion: contacts, and swings between them.

use glam::{DQuat, DVec3};

use crate::actor::{Actor, Solved};
use crate::body::{FootPlan, Loose, Turn};
use crate::contact::{Contact, ball, heel};
use crate::curve::{Knot, bump, dying, ease, quintic, ramp};
use crate::figure::Figure;
use crate::spline::Track;
use segue_motion::Side;

/// What a swing would like to do; the ends are bent to meet the contacts before and after.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// The ankle in the world.
    pub(crate) ankle: Track<DVec3>,
    /// Pitch of the foot, pitch of the toes in the world, knee turned outward.
    pub(crate) angles: Track<DVec3>,
    /// The least height of the sole above the floor in mid-swing.
    pub(crate) clearance: f64,
}

/// All of one foot's contacts in order of time, with the swings between them; at least one contact.
#[derive(Clone, Debug)]
pub(crate) struct Footwork {
    contacts: Vec<Contact>,
    swings: Vec<Swing>,
    tiptoes: Vec<Tiptoe>,
    fluent: bool,
}

/// A heel that rises and comes down again while the ball stays planted, all within the flat phase of one contact:
/// `start < up ≤ down < end`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tiptoe {
    pub(crate) start: f64,
    pub(crate) up: f64,
    pub(crate) down: f64,
    pub(crate) end: f64,
    /// Pitch of the foot between `up` and `down`.
    pub(crate) pitch: f64,
    /// How far the foot is turned to the left about its ball meanwhile.
    pub(crate) pivot: f64,
}

impl Tiptoe {
    /// Pitch of the foot and its turn to the left.
    fn angles_at(&self, time: f64) -> (f64, f64) {
        let share = ramp(time, self.start, self.up) * (1.0 - ramp(time, self.down, self.end));
        (share * self.pitch, share * self.pivot)
    }
}

#[derive(Clone, Debug)]
struct Swing {
    start: f64,
    end: f64,
    guide: Guide,
    ankle: (Knot<DVec3>, Knot<DVec3>),
    angles: (Knot<DVec3>, Knot<DVec3>),
    yaw: (f64, f64),
    lift: f64,
    /// How far the foot is carried along by corrections of the body in mid-swing.
    free: f64,
}

impl Footwork {
    /// Joins `contacts` by swings; `guide(i)` leads from contact `i` to `i + 1`.
    pub(crate) fn new(
        figure: &Figure,
        contacts: Vec<Contact>,
        mut guide: impl FnMut(usize) -> Guide,
    ) -> Self {
        assert!(!contacts.is_empty(), "a foot has at least one contact");
        assert!(contacts.is_sorted_by(|a, b| a.up < b.down), "contacts of a foot are in order of time");
        let swings =
            contacts.windows(2).enumerate().map(|(i, pair)| Swing::new(figure, (pair[0], pair[1]), guide(i)));
        Self { swings: swings.collect(), contacts, tiptoes: Vec::new(), fluent: false }
    }

    /// A foot that steps plainly from contact to contact, lifting its sole by `clearance`.
    pub(crate) fn stepping(figure: &Figure, contacts: Vec<Contact>, clearance: f64) -> Self {
        let pairs = contacts.clone();
        Self::new(figure, contacts, |i| plain_guide(&pairs[i], &pairs[i + 1], clearance))
    }

    /// Lifts the heel at the times given, in order.
    pub(crate) fn with_tiptoes(self, tiptoes: Vec<Tiptoe>) -> Self {
        assert!(tiptoes.is_sorted_by(|a, b| a.end <= b.start), "a heel comes down before it rises again");
        Self { tiptoes, ..self }
    }

    /// Swings only roughly as guided, but with joints that move as smoothly as they can.
    pub(crate) fn fluently(self) -> Self {
        Self { fluent: true, ..self }
    }

    pub(crate) fn is_fluent(&self) -> bool {
        self.fluent
    }

    /// Seconds in which the foot is in the air between two contacts, in order.
    pub(crate) fn swing_spans(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.swings.iter().map(|swing| (swing.start, swing.end))
    }

    pub(crate) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// Seconds in which the heel is planted, in order.
    pub(crate) fn heel_plants(&self) -> Vec<(f64, f64)> {
        let mut plants = Vec::new();
        for (down, last) in self.contacts.iter().filter_map(Contact::heel_planted) {
            let mut first = down;
            for tiptoe in self.tiptoes.iter().filter(|tiptoe| (down..last).contains(&tiptoe.start)) {
                plants.push((first, tiptoe.start));
                first = tiptoe.end;
            }
            plants.push((first, last));
        }
        plants
    }

    /// The foot at any time; before the first and after the last contact it stays as there.
    pub(crate) fn at(&self, figure: &Figure, time: f64) -> FootPlan {
        let i = self.contacts.partition_point(|contact| contact.down <= time).saturating_sub(1);
        match self.swings.get(i) {
            Some(swing) if time > swing.start => swing.at(time),
            _ => self.planted(figure, &self.contacts[i], time),
        }
    }

    fn planted(&self, figure: &Figure, contact: &Contact, time: f64) -> FootPlan {
        let raised = self.tiptoes.iter().find(|tiptoe| tiptoe.start < time && time < tiptoe.end);
        match raised.map(|tiptoe| tiptoe.angles_at(time)) {
            Some(angles) => contact.pivoted(figure, angles, angles.0),
            None => contact.at(figure, time.max(contact.down)),
        }
    }
}

/// Steps straight from print to print, the toes hanging a little on the way.
fn plain_guide(from: &Contact, to: &Contact, clearance: f64) -> Guide {
    let rise = (to.print.height - from.print.height).abs();
    let hang = 0.25_f64.min(2.0 * clearance);
    let middle = 0.5 * (from.up + to.down);
    Guide {
        ankle: Track::constant(DVec3::ZERO),
        angles: Track::new(&[
            (from.up, DVec3::ZERO),
            (middle, DVec3::new(hang, hang, 0.0)),
            (to.down, DVec3::ZERO),
        ]),
        clearance: clearance + 0.5 * rise,
    }
}

impl Swing {
    fn new(figure: &Figure, (from, to): (Contact, Contact), guide: Guide) -> Self {
        let (start, end) = (from.up, to.down);
        let ankle = |contact: Contact, time, side| {
            let planned = Knot::measure(|t| contact.at(figure, t).ankle, time, side);
            difference(planned, Knot::measure(|t| guide.ankle.at(t), time, -side))
        };
        let angles = |contact: Contact, time, side| {
            let foot = |t| {
                let foot = contact.at(figure, t);
                DVec3::new(foot.turn.pitch, foot.turn.pitch - foot.toes, foot.knee_out)
            };
            difference(Knot::measure(foot, time, side), Knot::measure(|t| guide.angles.at(t), time, -side))
        };
        let mut swing = Self {
            start,
            end,
            ankle: (ankle(from, start, -1.0), ankle(to, end, 1.0)),
            angles: (angles(from, start, -1.0), angles(to, end, 1.0)),
            yaw: (from.print.yaw, to.print.yaw),
            lift: 0.0,
            free: 1.0,
            guide,
        };
        swing.lift = swing.missing_clearance(figure, from.print.height, to.print.height);
        swing
    }

    fn fraction(&self, time: f64) -> f64 {
        (time - self.start) / (self.end - self.start)
    }

    fn at(&self, time: f64) -> FootPlan {
        let (duration, since) = (self.end - self.start, time - self.start);
        let u = self.fraction(time);
        let ankle = self.guide.ankle.at(time) + bent(self.ankle, duration, since, 0.4);
        let angles = self.guide.angles.at(time) + bent(self.angles, duration, since, 0.3);
        let yaw = self.yaw.0 + (self.yaw.1 - self.yaw.0) * ease(u);
        FootPlan {
            ankle: ankle + DVec3::Y * (self.lift * bump(u)),
            turn: Turn::new(yaw, angles.x, 0.0),
            toes: angles.x - angles.y,
            knee_out: angles.z,
            free: self.free * bump(u),
            loose: Loose::default(),
        }
    }

    /// How much the foot must be lifted so that the sole clears the floor (or the edge of a box) all the way.
    fn missing_clearance(&self, figure: &Figure, from: f64, to: f64) -> f64 {
        const SAMPLES: usize = 64;
        // Near its ends a swing cannot be lifted without leaving the contact early.
        let inner = (1..SAMPLES).map(|i| i as f64 / SAMPLES as f64).filter(|&u| bump(u) > 0.1);
        let missing = inner.map(|u| {
            let floor = if u < 0.5 { from } else { to };
            let wanted = floor + self.guide.clearance * bump(u);
            let lowest = lowest_point(figure, &self.at(self.start + u * (self.end - self.start)));
            (wanted - lowest) / bump(u)
        });
        missing.fold(0.0, f64::max)
    }
}

/// The lowest of heel, ball (its sole) and toe tip.
pub(crate) fn lowest_point(figure: &Figure, foot: &FootPlan) -> f64 {
    let world_from_foot = foot.turn.rotation();
    let heel = foot.ankle + world_from_foot * heel(figure);
    let ball = foot.ankle + world_from_foot * ball(figure);
    let world_from_toes = Turn::new(foot.turn.yaw, foot.turn.pitch - foot.toes, 0.0).rotation();
    let tip = ball + world_from_toes * DVec3::new(0.0, -0.5 * figure.ball_height(), figure.toes());
    heel.y.min(ball.y - figure.ball_height()).min(tip.y - 0.5 * figure.ball_height())
}

/// The lowest of heel, ball (its sole) and toe tip of a solved body.
pub(crate) fn lowest_of(actor: &Actor, body: &Solved, side: Side) -> f64 {
    let [.., foot, toes] = actor.leg_forward(body, side);
    let at = |(place, turn): (DVec3, DQuat), local: DVec3| (place + turn * local).y;
    let figure = &actor.figure;
    let tip = DVec3::new(0.0, -0.5 * figure.ball_height(), figure.toes());
    let heel = at(foot, heel(figure));
    heel.min(toes.0.y - figure.ball_height()).min(at(toes, tip) - 0.5 * figure.ball_height())
}

/// A foot is stopped by the floor within this time: seven frames of a usual clip, longer looks like treading on eggs.
pub(crate) const LANDING_SECS: f64 = 0.12;

/// A foot that has left the floor follows its guide after this time at the latest.
const TAKING_OFF_SECS: f64 = 0.2;

/// What must be added to a guide so that it meets the contacts: places are made up for over the whole swing, velocities
/// near the end that asks for it, so that a fast take-off does not throw the foot about in mid-swing.
fn bent((start, end): (Knot<DVec3>, Knot<DVec3>), duration: f64, since: f64, after: f64) -> DVec3 {
    let still = |knot: Knot<DVec3>| Knot { velocity: DVec3::ZERO, acceleration: DVec3::ZERO, ..knot };
    let before = LANDING_SECS.min(0.4 * duration);
    quintic(still(start), still(end), duration, since)
        + dying(start.velocity, (after * duration).min(TAKING_OFF_SECS), since)
        + dying(-end.velocity, before, duration - since)
}

fn difference(a: Knot<DVec3>, b: Knot<DVec3>) -> Knot<DVec3> {
    Knot {
        value: a.value - b.value,
        velocity: a.velocity - b.velocity,
        acceleration: a.acceleration - b.acceleration,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contact::Footprint;

    #[test]
    fn on_tiptoe_the_ball_stays_and_the_heel_is_not_planted() {
        let figure = Figure::default();
        let contact = Contact::flat(Footprint::new(0.1, 0.2, 0.3), 0.0, 4.0);
        let tiptoe = Tiptoe { start: 1.0, up: 1.3, down: 2.0, end: 2.4, pitch: 0.6, pivot: 0.4 };
        let foot = Footwork::stepping(&figure, vec![contact], 0.0).with_tiptoes(vec![tiptoe]);
        let point = |time: f64, local: DVec3| {
            let plan = foot.at(&figure, time);
            plan.ankle + plan.turn.rotation() * local
        };
        for time in [1.1, 1.5, 2.2, 3.0] {
            assert!(point(time, ball(&figure)).distance(point(0.5, ball(&figure))) < 1e-12);
        }
        assert!(point(1.5, heel(&figure)).y > 0.05);
        assert_eq!(foot.heel_plants(), [(0.0, 1.0), (2.4, 4.0)]);
    }
}
