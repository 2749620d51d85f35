//! The way of one foot through a motion: contacts, and swings between them.

use glam::DVec3;

use super::body::{FootPlan, Turn};
use super::contact::{Contact, ball, heel};
use super::curve::{Knot, bump, quintic};
use super::figure::Figure;
use super::spline::Track;

/// What a swing would like to do; the ends are bent to meet the contacts before and after.
#[derive(Clone, Debug)]
pub(crate) struct Guide {
    /// The ankle in the world.
    pub(crate) ankle: Track<DVec3>,
    /// Pitch, bend of the toes, knee turned outward.
    pub(crate) angles: Track<DVec3>,
    /// The least height of the sole above the floor in mid-swing.
    pub(crate) clearance: f64,
}

/// All of one foot's contacts in order of time, with the swings between them; at least one contact.
#[derive(Clone, Debug)]
pub(crate) struct Footwork {
    contacts: Vec<Contact>,
    swings: Vec<Swing>,
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
        Self { swings: swings.collect(), contacts }
    }

    /// A foot that steps plainly from contact to contact, lifting its sole by `clearance`.
    pub(crate) fn stepping(figure: &Figure, contacts: Vec<Contact>, clearance: f64) -> Self {
        let pairs = contacts.clone();
        Self::new(figure, contacts, |i| plain_guide(&pairs[i], &pairs[i + 1], clearance))
    }

    /// A foot that never moves.
    pub(crate) fn standing(figure: &Figure, contact: Contact) -> Self {
        Self::stepping(figure, vec![contact], 0.0)
    }

    pub(crate) fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The foot at any time; before the first and after the last contact it stays as there.
    pub(crate) fn at(&self, figure: &Figure, time: f64) -> FootPlan {
        let i = self.contacts.partition_point(|contact| contact.down <= time).saturating_sub(1);
        match self.swings.get(i) {
            Some(swing) if time > swing.start => swing.at(time),
            _ => self.contacts[i].at(figure, time.max(self.contacts[i].down)),
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
            (middle, DVec3::new(hang, 0.0, 0.0)),
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
                DVec3::new(foot.turn.pitch, foot.toes, foot.knee_out)
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
        let ankle = self.guide.ankle.at(time) + quintic(self.ankle.0, self.ankle.1, duration, since);
        let angles = self.guide.angles.at(time) + quintic(self.angles.0, self.angles.1, duration, since);
        let yaw = self.yaw.0 + (self.yaw.1 - self.yaw.0) * super::curve::ease(u);
        FootPlan {
            ankle: ankle + DVec3::Y * (self.lift * bump(u)),
            turn: Turn::new(yaw, angles.x, 0.0),
            toes: angles.y,
            knee_out: angles.z,
            free: self.free * bump(u),
        }
    }

    /// How much the foot must be lifted so that the sole clears the floor (or the edge of a box) all the way.
    fn missing_clearance(&self, figure: &Figure, from: f64, to: f64) -> f64 {
        const SAMPLES: usize = 64;
        let missing = (1..SAMPLES).map(|i| {
            let u = i as f64 / SAMPLES as f64;
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

fn difference(a: Knot<DVec3>, b: Knot<DVec3>) -> Knot<DVec3> {
    Knot {
        value: a.value - b.value,
        velocity: a.velocity - b.velocity,
        acceleration: a.acceleration - b.acceleration,
    }
}
