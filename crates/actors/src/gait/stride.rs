//! Feet that follow a course: contacts on the planned prints, swings along published angles.

use glam::DVec3;

use super::course::Course;
use super::profile::{Profile, SWING_KEYS};
use crate::contact::Contact;
use crate::footwork::{Footwork, Guide};
use crate::side::Sided;
use crate::spline::Track;
use crate::swing::{Hanging, LegSwing};
use segue_motion::Side;

/// Samples of a swing from which its guide is made; enough that the spline between them is exact to a millimetre.
const SAMPLES: usize = 48;

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
    .fluently()
}

fn guide(course: &Course<'_>, side: Side, shape: &Profile, (from, to): &(Contact, Contact)) -> Guide {
    let hanging = Hanging {
        figure: &course.actor.figure,
        hip: &|time| course.hip(side, time),
        heading: &|time| course.heading(time),
    };
    let leg = LegSwing::new(&hanging, (from, to), (curve(&shape.swing_thigh), curve(&shape.swing_knee)));
    let wide = side.sign() * shape.swing_out * course.actor.figure.leg();
    // Leaves and meets the straight way without a jump in speed or acceleration.
    let out = |u: f64| {
        let bow = 4.0 * u * (1.0 - u);
        DVec3::Z * (wide * bow * bow * bow)
    };
    let (foot, toes) = (curve(&shape.swing_foot), curve(&shape.swing_toes));
    let samples = || (0..=SAMPLES).map(|i| i as f64 / SAMPLES as f64);
    let time = |u: f64| from.up + u * (to.down - from.up);
    let ankle: Vec<(f64, DVec3)> =
        samples().map(|u| (time(u), hanging.ankle(time(u), leg.at(u) + out(u)))).collect();
    let angles: Vec<(f64, DVec3)> =
        samples().map(|u| (time(u), DVec3::new(foot.at(u), foot.at(u) - toes.at(u), 0.0))).collect();
    Guide { ankle: Track::passing(&ankle), angles: Track::passing(&angles), clearance: shape.clearance }
}

/// A curve over the swing through the table's values, in radians.
fn curve(degrees: &[f64; 9]) -> Track<f64> {
    let keys: Vec<(f64, f64)> = SWING_KEYS.into_iter().zip(degrees.map(f64::to_radians)).collect();
    Track::passing(&keys)
}
