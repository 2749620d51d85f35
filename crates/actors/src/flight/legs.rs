//! The legs of a jump: pushing, trailing, reaching for the floor; and the leg that a hop leaves in the air.

use glam::DVec3;

use super::bounce::{Bounces, LANDING, LEAVING, SHIFT, START};
use crate::contact::Contact;
use crate::footwork::{Footwork, Guide};
use crate::spline::Track;
use crate::swing::{Hanging, LegSwing};
use segue_motion::Side;

/// A standing foot stands longer than any lead of the engine.
const FOR_EVER: f64 = 100.0;

/// Samples per second of a guide.
const SAMPLES: f64 = 120.0;

/// Both feet.
pub(crate) fn feet(bounces: &Bounces<'_>) -> [Footwork; 2] {
    Side::BOTH.map(|side| match bounces.wish.foot {
        Some(foot) if foot != side => lifted(bounces, side),
        _ => jumping(bounces, side),
    })
}

fn jumping(bounces: &Bounces<'_>, side: Side) -> Footwork {
    let flights = &bounces.flights;
    // Feet that take off to the split second together belong to a puppet.
    let late = if side == Side::Left { 0.0 } else { 0.012 };
    let contact = |i: usize| {
        let down = if i == 0 { -FOR_EVER } else { flights[i - 1].landing + late };
        let up = flights.get(i).map_or(bounces.rest + FOR_EVER, |flight| flight.takeoff - late);
        let leaves = flights.get(i).is_some();
        Contact {
            print: bounces.print(side, i),
            down,
            flat: if i == 0 { down } else { down + 0.13 },
            rise: if leaves { up - 0.15 } else { up },
            up,
            landing: if i == 0 { 0.0 } else { LANDING },
            leaving: if leaves { LEAVING } else { 0.0 },
        }
    };
    let contacts: Vec<Contact> = (0..=flights.len()).map(contact).collect();
    let advance = bounces.wish.advance;
    // Legs hang in the air; only a jump forward brings the knees up.
    let fold = 0.24 + 0.5 * bounces.wish.height.min(0.5) + 0.32 * advance.min(1.5);
    let keys = |values: &[(f64, f64)]| Track::passing(values);
    Footwork::new(&bounces.actor.figure, contacts.clone(), |i| {
        let thigh = [
            (0.0, -0.12 - 0.12 * advance),
            (0.5, 0.55 * fold),
            (0.85, 0.30 + 0.16 * advance),
            (1.0, 0.28 + 0.16 * advance),
        ];
        let knee = [(0.0, 0.46), (0.45, fold + 0.25), (0.85, 0.52), (1.0, 0.62)];
        let foot =
            [(0.0, LEAVING), (0.15, LEAVING + 0.05), (0.5, 0.70), (0.85, LANDING + 0.08), (1.0, LANDING)];
        let flat = [(0.0, 0.0), (0.15, 0.2), (0.4, 0.65), (0.7, 0.45), (1.0, 0.0)];
        swing(bounces, side, (&contacts[i], &contacts[i + 1]), [&thigh[..], &knee, &foot, &flat].map(keys))
    })
    .fluently()
}

/// The foot that is not hopped on: drawn up in front, thrown up with every hop, and put down at the end.
fn lifted(bounces: &Bounces<'_>, side: Side) -> Footwork {
    let n = bounces.flights.len();
    let (start, end) = (START + 0.45 * SHIFT, bounces.rest - 0.55 * SHIFT);
    let standing = |i, down, up| Contact::flat(bounces.print(side, i), down, up);
    let before = Contact { rise: start - 0.15, leaving: 0.3, ..standing(0, -FOR_EVER, start) };
    let contacts = vec![before, standing(n, end, bounces.rest + FOR_EVER)];
    let moments = pumping(bounces, start + 0.4, end - 0.45);
    let keys = |first: f64, (hanging, thrown): (f64, f64), last: f64| {
        let held = moments
            .iter()
            .map(|&(time, up)| ((time - start) / (end - start), if up { thrown } else { hanging }));
        let keys: Vec<(f64, f64)> = [(0.0, first)].into_iter().chain(held).chain([(1.0, last)]).collect();
        Track::settled(&keys)
    };
    Footwork::new(&bounces.actor.figure, contacts.clone(), |_| {
        let tracks = [
            keys(0.02, (0.52, 0.86), 0.05),
            keys(0.25, (1.50, 1.68), 0.16),
            keys(0.3, (0.95, 0.90), 0.0),
            keys(0.0, (0.80, 0.75), 0.0),
        ];
        swing(bounces, side, (&contacts[0], &contacts[1]), tracks)
    })
    .fluently()
}

/// From `first` to `last`, the moments at which the lifted leg hangs, and at which it is thrown up (`true`) in the
/// middle of a flight.
fn pumping(bounces: &Bounces<'_>, first: f64, last: f64) -> Vec<(f64, bool)> {
    let mut moments = vec![(first, false), (bounces.crouch, false)];
    for (i, flight) in bounces.flights.iter().enumerate() {
        moments.push((0.5 * (flight.takeoff + flight.landing), true));
        let low =
            bounces.flights.get(i + 1).map_or(bounces.low, |next| 0.5 * (flight.landing + next.takeoff));
        moments.push((low, false));
    }
    moments.push((last, false));
    moments
}

/// A guide along angles of thigh, knee, foot, and pitch of the toes in the world, over shares of the swing.
fn swing(
    bounces: &Bounces<'_>,
    side: Side,
    (from, to): (&Contact, &Contact),
    [thigh, knee, foot, flat]: [Track<f64>; 4],
) -> Guide {
    let hanging = Hanging {
        figure: &bounces.actor.figure,
        hip: &|time| bounces.hip(side, time),
        heading: &|time| bounces.heading.at(time),
    };
    let leg = LegSwing::new(&hanging, (from, to), (thigh, knee));
    let secs = to.down - from.up;
    let count = (secs * SAMPLES).ceil().max(16.0) as usize;
    let samples = || (0..=count).map(|i| i as f64 / count as f64);
    let time = |u: f64| from.up + u * secs;
    let ankle: Vec<(f64, DVec3)> = samples().map(|u| (time(u), hanging.ankle(time(u), leg.at(u)))).collect();
    let angles: Vec<(f64, DVec3)> =
        samples().map(|u| (time(u), DVec3::new(foot.at(u), flat.at(u), 0.0))).collect();
    Guide { ankle: Track::passing(&ankle), angles: Track::passing(&angles), clearance: 0.02 }
}
