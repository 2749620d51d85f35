//! A path in space, as it is read and planned.

use glam::DVec3;
use segue_stance::{ReadArc, ReadContact};
use serde::{Deserialize, Serialize};

/// A path in space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathFacts {
    /// The contacts, in order.
    pub contacts: Vec<ContactFacts>,
    /// The arcs between them.
    pub arcs: Vec<ArcFacts>,
    /// What a person should know: doubts of a reading, changes of a plan.
    pub notes: Vec<String>,
}

/// A contact of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ContactFacts {
    /// Its place on the ground, in metres.
    pub place: [f64; 3],
    /// The standard deviation of the place; 0 in plans.
    pub doubt_metres: f64,
    /// What it is on.
    pub surface: String,
}

/// An arc of a path.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArcFacts {
    /// Its highest point, in metres.
    pub apex: [f64; 3],
    /// Its horizontal velocity, in m/s.
    pub velocity: [f64; 3],
    /// The standard deviation of the speed, as a share of it; 0 in plans.
    pub speed_doubt: f64,
    /// The centre of mass from the middle of one contact to the middle of the next, in metres.
    pub points: Vec<[f64; 3]>,
}

impl PathFacts {
    pub(super) fn of(contacts: &[ReadContact], arcs: &[ReadArc], notes: &[String]) -> Self {
        let contact = |contact: &ReadContact| ContactFacts {
            place: contact.place.to_array(),
            doubt_metres: contact.doubt,
            surface: contact.surface.clone(),
        };
        let arc = |arc: &ReadArc| ArcFacts {
            apex: arc.apex.to_array(),
            velocity: arc.velocity.to_array(),
            speed_doubt: arc.speed_doubt,
            points: arc.points.iter().map(DVec3::to_array).collect(),
        };
        let (contacts, arcs) = (contacts.iter().map(contact).collect(), arcs.iter().map(arc).collect());
        Self { contacts, arcs, notes: notes.to_vec() }
    }
}
